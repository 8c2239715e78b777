"""Tetrahedra between boundaries: their triangles are given, the sides of the domain are meshed as planes between the rims."""
from . import sizes, surfaces
from .request import SIDES

FIRST_SIDE = 1001  # physical groups: layers from 1 on, from the bottom up; sides; boundaries from the bottom up
FIRST_BOUNDARY = 2001


def place_boundary(model, number, pieces, first_tag):
    """As discrete entities: corners and sides 4 number + 1 to 4, surface number + 1. The first free number of a node."""
    corner = 4 * number
    for n in range(1, 5):
        model.addDiscreteEntity(0, corner + n)
        model.setCoordinates(corner + n, *pieces[0, n].places[0])
    for n in range(1, 5):
        model.addDiscreteEntity(1, corner + n, [corner + n, corner + n % 4 + 1])
    model.addDiscreteEntity(2, number + 1, [corner + n for n in range(1, 5)])
    last = 0
    for (dimension, n), piece in sorted(pieces.items()):
        entity = number + 1 if dimension == 2 else corner + n
        model.mesh.addNodes(dimension, entity, piece.tags + first_tag, piece.places.ravel())
        last = max([last, *piece.tags])
    for (dimension, n), piece in sorted(pieces.items()):
        entity = number + 1 if dimension == 2 else corner + n
        model.mesh.addElementsByType(entity, surfaces.ELEMENT_KINDS[dimension], [], piece.elements + first_tag)
    return first_tag + int(last)


def enclose(model, n_boundaries):
    """The sides and volumes between boundaries; the surfaces of each side and the volumes from the bottom up."""
    sides, volumes = {side: [] for side in SIDES}, []
    for low in range(n_boundaries - 1):
        upright = [model.geo.addLine(4 * low + n, 4 * low + 4 + n) for n in range(1, 5)]
        around = []
        for n, side in enumerate(SIDES):
            loop = model.geo.addCurveLoop([4 * low + n + 1, upright[(n + 1) % 4], -(4 * low + 4 + n + 1), -upright[n]])
            around.append(model.geo.addPlaneSurface([loop]))
            sides[side].append(around[-1])
        volumes.append(model.geo.addVolume([model.geo.addSurfaceLoop([low + 1, low + 2, *around])]))
    model.geo.synchronize()
    return sides, volumes


def mesh(gmsh, request):
    """Leaves the mesh in Gmsh's current model."""
    pieces = [surfaces.mesh(gmsh, request, boundary) for boundary in request.boundaries]
    model = gmsh.model
    model.add("domain")
    next_tag = 0
    for number, boundary in enumerate(pieces):
        next_tag = place_boundary(model, number, boundary, next_tag)
    sides, volumes = enclose(model, len(pieces))
    for number, volume in enumerate(volumes):
        model.addPhysicalGroup(3, [volume], number + 1)
    for number, side in enumerate(SIDES):
        model.addPhysicalGroup(2, sides[side], FIRST_SIDE + number)
    for number in range(len(pieces)):
        model.addPhysicalGroup(2, [number + 1], FIRST_BOUNDARY + number)
    lattice = request.lattice
    sizes.use(model, request.directory / "volume.bin", lattice.origin, lattice.spacing,
              request.volume_factor * lattice.size)
    model.mesh.generate(3)
