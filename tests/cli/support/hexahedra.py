"""Water over rock on hexahedra of a Gmsh file whose inside is bent, whose elements are turned this way and that and stand in any order."""

import itertools

import numpy as np

CASE = """
[domain]
x = [0, 1200]
y = [0, 1000]
z = [-900, 0]
[boundary]
top = "free"
{model}
[[source]]
kind = "moment_tensor"
position = [610, 420, -560]
moment = {{ xy = 1e12, zz = 4e11 }}
time_function = {{ kind = "ricker", frequency = 3, delay = 0.3 }}
[[source]]
kind = "explosion"
position = [310, 520, -150]
moment = 1e12
time_function = {{ kind = "ricker", frequency = 3, delay = 0.3 }}
[[receivers]]
positions = [[400, 400, -300], [1013.7, 817.3, -400], [231.7, 500, -700]]
quantities = ["velocity", "pressure", "displacement", "acceleration"]
[time]
duration = 0.4
sample_interval = 0.01
[mesh]
file = "case.msh"
[solver]
method = "sem"
[output]
plots = false
snapshots = {{ interval = 0.1, quantities = ["velocity", "pressure"] }}
checkpoint = {{ every_steps = 20 }}
"""
REGIONS = """
[model]
kind = "regions"
[[model.region]]
name = "water"
vp = 1500
vs = 0
rho = 1000
{water}[[model.region]]
name = "rock"
vp = 2800
vs = 1600
rho = 2200
{rock}
"""
CORNERS = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]


def rotations():
    """Of a cube: axes and signs."""
    for axes in itertools.permutations(range(3)):
        for signs in itertools.product((1, -1), repeat=3):
            matrix = np.zeros((3, 3), int)
            matrix[range(3), axes] = signs
            if round(np.linalg.det(matrix)) == 1:
                yield axes, signs


def bend(x):
    """Keeps the sides and the plane between water and rock, z = -300."""
    bump = np.sin(np.pi * x[:, 0] / 1200) * np.sin(np.pi * x[:, 1] / 1000) * np.sin(np.pi * x[:, 2] / 300)
    return x + bump[:, None] * np.array([40, -30, 25])


def hexahedra(n=(6, 5, 6), extent=((0, 1200), (0, 1000), (-900, 0)), water_from=-300):
    """Nodes; and of each element its eight nodes, from 1, and its group: 1 rock, 2 water."""
    random = np.random.default_rng(3)
    axes = [np.linspace(*of_axis, k + 1) for of_axis, k in zip(extent, n)]
    nodes = np.stack([a.ravel(order="F") for a in np.meshgrid(*axes, indexing="ij")], axis=1)
    turns = list(rotations())
    elements = []
    for k, j, i in itertools.product(*(range(m) for m in reversed(n))):
        order, signs = turns[random.integers(len(turns))]
        corners = []
        for corner in CORNERS:
            turned = [corner[order[a]] if signs[a] > 0 else 1 - corner[order[a]] for a in range(3)]
            corners.append(1 + i + turned[0] + (n[0] + 1) * (j + turned[1] + (n[1] + 1) * (k + turned[2])))
        elements.append((corners, 2 if axes[2][k] >= water_from else 1))
    random.shuffle(elements)
    return bend(nodes), elements


def write_mesh(file, nodes, elements, kind=5):
    """As Gmsh 2.2 text."""
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$PhysicalNames", "2", '3 1 "rock"', '3 2 "water"',
             "$EndPhysicalNames", "$Nodes", str(len(nodes))]  # fmt: skip
    lines += [f"{n + 1} {x!r} {y!r} {z!r}" for n, (x, y, z) in enumerate(nodes.tolist())]
    lines += ["$EndNodes", "$Elements", str(len(elements))]
    lines += [f"{n + 1} {kind} 2 {group} {group} {' '.join(map(str, corners))}" for n, (corners, group) in enumerate(elements)]
    file.write_text("\n".join(lines + ["$EndElements", ""]))


def write(folder, water="", rock=""):
    write_mesh(folder / "case.msh", *hexahedra())
    (folder / "case.toml").write_text(CASE.format(model=REGIONS.format(water=water, rock=rock)))
