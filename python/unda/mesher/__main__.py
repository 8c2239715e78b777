"""python3 -m unda.mesher DIRECTORY: makes mesh.msh of the request there. Exit codes: 0 done, 1 with a sentence on standard output: Gmsh
failed, 3 with one: a module is not installed."""
import os
import sys

os.environ["OMP_NUM_THREADS"] = "1"  # Gmsh's own loops: their threads would only wait

# The default algorithms are repeatable, HXT on several threads is not. Sizes come from the fields alone.
OPTIONS = {"General.Terminal": 0, "General.NumThreads": 1, "Mesh.Algorithm": 6, "Mesh.Algorithm3D": 1, "Mesh.RandomSeed": 1,
           "Mesh.MeshSizeExtendFromBoundary": 0, "Mesh.MeshSizeFromPoints": 0, "Mesh.MeshSizeFromCurvature": 0,
           "Mesh.MeshOnlyEmpty": 1, "Mesh.LcIntegrationPrecision": 1e-3, "Mesh.OptimizeThreshold": 0.7, "Mesh.MshFileVersion": 4.1, "Mesh.Binary": 1}


def main(directory):
    try:
        import gmsh

        from . import volumes
        from .request import Request
    except ImportError as error:
        print(error)
        return 3
    request = Request(directory)
    gmsh.initialize([], readConfigFiles=False)
    try:
        for name, value in OPTIONS.items():
            gmsh.option.setNumber(name, value)
        volumes.mesh(gmsh, request)
        gmsh.write(str(request.directory / "mesh.msh"))
    except Exception as error:  # Gmsh throws nothing else
        print(str(error).strip())
        return 1
    finally:
        gmsh.finalize()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
