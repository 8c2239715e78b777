"""Fields of sizes for Gmsh: arrays on a lattice, as its field "Structured" reads them."""
import numpy as np


def use(model, file, origin, spacing, size):
    """Makes size[nx, ny, nz] the size of all elements of the current model."""
    with open(file, "wb") as out:
        out.write(np.array([*origin, *spacing], dtype=np.float64).tobytes())
        out.write(np.array(size.shape, dtype=np.int32).tobytes())
        out.write(np.ascontiguousarray(size, dtype=np.float64).tobytes())
    field = model.mesh.field.add("Structured")
    model.mesh.field.setString(field, "FileName", str(file))
    for option in ("TextFormat", "SetOutsideValue", "OutsideValue"):  # Gmsh 4.8 leaves the last two to chance
        model.mesh.field.setNumber(field, option, 0)
    model.mesh.field.setAsBackgroundMesh(field)


def of_surface(lattice, boundary):
    """The edges of a boundary as seen from above, [nx, ny]: shorter where it slopes."""
    x, y = np.meshgrid(lattice.axis(0), lattice.axis(1), indexing="ij")
    z = boundary.height(x, y)
    slopes = np.gradient(z, lattice.spacing[0], lattice.spacing[1])
    return lattice.on_surface(z) / np.sqrt(1 + slopes[0]**2 + slopes[1]**2)
