"""Triangles of a boundary: the rectangle of the domain is meshed flat, and its nodes are lifted to the boundary's heights."""
import dataclasses

import numpy as np

from . import sizes


@dataclasses.dataclass
class Piece:
    """What Gmsh made of a point, a line or a surface: numbers and places of its nodes, and the nodes of its elements."""
    tags: np.ndarray
    places: np.ndarray
    elements: np.ndarray


ELEMENT_KINDS = (15, 1, 2)  # Gmsh's points, lines of 2 nodes, triangles of 3


def mesh(gmsh, request, boundary):
    """Pieces by (dimension, number): corners and sides 1 to 4 against the clock from the south-west corner on, the surface 1."""
    model = gmsh.model
    model.add("surface")
    points = [model.geo.addPoint(x, y, 0) for x, y in request.corners]
    lines = [model.geo.addLine(points[n], points[(n + 1) % 4]) for n in range(4)]
    model.geo.addPlaneSurface([model.geo.addCurveLoop(lines)])
    model.geo.synchronize()
    lattice = request.lattice
    size = request.surface_factor * sizes.of_surface(lattice, boundary)
    sizes.use(model, request.directory / "surface.bin", [*lattice.origin[:2], -1], [*lattice.spacing[:2], 2],
              np.repeat(size[:, :, None], 2, axis=2))
    model.mesh.generate(2)
    pieces = {}
    for dimension, number in model.getEntities():
        tags, places, _ = model.mesh.getNodes(dimension, number)
        _, _, elements = model.mesh.getElements(dimension, number)
        places = np.array(places).reshape(-1, 3)
        places[:, 2] = boundary.height(places[:, 0], places[:, 1])
        pieces[dimension, number] = Piece(np.array(tags), places, np.array(elements[0]))
    model.remove()
    return pieces
