"""Meshes that Gmsh makes of a scenario: the same bytes from run to run, what `mesh` tells of them, layers and topography in them, and
what is refused."""

import re

import numpy as np

from support import main
from support.scenarios import written

CASE = """
[domain]
x = [0, 1000]
y = [0, 800]
z = [-700, 0]
topography = { file = "hill.npy", spacing = [50, 50] }
[boundary]
top = "free"
[model]
kind = "layers"
[[model.layer]]
top = 100
vp = 1500
vs = 800
rho = 1900
[[model.layer]]
top = { file = "floor.npy", spacing = [50, 50] }
vp = 3400
vs = 2000
rho = 2400
[[source]]
kind = "explosion"
position = [300, 400, -400]
moment = 1e12
time_function = { kind = "ricker", frequency = 2, delay = 0.5 }
[[receivers]]
positions = [[500, 400], [700, 300]]
depth = 0
quantities = ["velocity"]
[time]
duration = 0.05
sample_interval = 0.01
[mesh]
max_frequency = 5
generator = "gmsh"
[solver]
method = "dg"
[output]
plots = false
"""

COARSE = ["--set", "mesh.max_frequency=3"]


def write(folder):
    x, y = np.meshgrid(np.arange(0, 1001, 50), np.arange(0, 801, 50))
    np.save(folder / "hill.npy", 80 * np.exp(-((x - 500) ** 2 + (y - 400) ** 2) / 4e4))
    np.save(folder / "floor.npy", -200 + 40 * np.sin(x / 150) * np.cos(y / 200))
    written(folder, CASE, "case.toml")


def tetrahedra_of(file):
    """Their volumes, centres and groups."""
    lines = file.read_text().splitlines()
    first = lines.index("$Nodes") + 2
    nodes = np.array([[float(v) for v in line.split()[1:]] for line in lines[first:lines.index("$EndNodes")]])
    rows = [list(map(int, line.split())) for line in lines[lines.index("$Elements") + 2:lines.index("$EndElements")]]
    rows = np.array([[row[3], *row[-4:]] for row in rows if row[1] == 4])
    corners = nodes[rows[:, 1:] - 1]
    return np.abs(np.linalg.det(corners[:, 1:] - corners[:, :1])) / 6, corners.mean(axis=1), rows[:, 0]


def the_same_mesh_every_time(unda, folder):
    write(folder)
    for name in ("one", "two"):
        unda.call("mesh", "case.toml", "-o", f"{name}.msh", cwd=folder).expect(0)
    assert (folder / "one.msh").read_bytes() == (folder / "two.msh").read_bytes()


def its_elements_follow_the_surfaces(unda, folder):
    write(folder)
    outcome = unda.call("mesh", "case.toml", "-o", "own.msh", cwd=folder).expect(0)
    told = re.search(r"written, (\d+) tetrahedra of Gmsh's mesh", outcome.out)
    worst = re.search(r"radius ratio +worst ([\d.]+) at .* mean ([\d.]+)", outcome.out)
    assert told and worst and float(worst[1]) > 0.1 and float(worst[2]) > 0.7, outcome
    assert "what limits it" in outcome.out and "dihedral angles" in outcome.out, outcome
    volumes, middles, group = tetrahedra_of(folder / "own.msh")
    assert len(volumes) == int(told[1])
    hill = np.load(folder / "hill.npy")
    assert abs(volumes.sum() / (1000 * 800 * 700 + 50 * 50 * hill.sum()) - 1) < 0.01
    # By layer: none reaches into the other, and those of soft ground are the smaller ones.
    x, y, z = middles.T
    floor = -200 + 40 * np.sin(x / 150) * np.cos(y / 200)
    above = z > floor + 15
    below = z < floor - 15
    assert len(set(group[above])) == 1 and len(set(group[below])) == 1 and group[above][0] != group[below][0]
    assert np.median(volumes[above]) < 0.4 * np.median(volumes[z < -450])


def ranks_share_it(unda, folder):
    write(folder)
    unda.call("run", "case.toml", "--out", "one", *COARSE, cwd=folder).expect(0)
    unda.call("run", "case.toml", "--out", "two", *COARSE, cwd=folder, ranks=2).expect(0)
    from support.bits import same_bits
    same_bits(folder / "one" / "traces.h5", folder / "two" / "traces.h5")


def plan_tells_which_is_better(unda, folder):
    """With what it foretells near what Gmsh then makes."""
    write(folder)
    deep = ["--set", "domain.z=[-2500, 0]", "--set", "mesh.max_frequency=9"]
    outcome = unda.call("plan", "case.toml", *deep, "--set", "mesh.generator=box", cwd=folder).expect(0)
    told = re.search(r'generator = "gmsh" would make about ([\d.e+]+) of them, .* steps of about ([\d.]+) s: (\d+) % of the work', outcome.out)
    assert told and int(told[3]) < 80, outcome
    outcome = unda.call("plan", "case.toml", *deep, "--set", "solver.dg.time_stepping=global", cwd=folder).expect(0)
    made = re.search(r"mesh +(\d+) tetrahedra[\s\S]*largest stable: ([\d.]+) s", outcome.out)
    assert abs(int(made[1]) / float(told[1]) - 1) < 0.25 and abs(float(made[2]) / float(told[2]) - 1) < 0.4, (told[0], outcome)
    outcome = unda.call("plan", "case.toml", "--set", "mesh.spacing=100", cwd=folder).expect(0)
    assert "boxes are as good here" in outcome.out, outcome


def refusals(unda, folder):
    write(folder)
    for given, words in (
        (["mesh.generator=hexa"], ("mesh.generator", '"box"', '"gmsh"')),
        (["mesh.file=case.toml"], ("generator", "file")),
        (["mesh.sem.generator=gmsh"], ("mesh.sem.generator",)),
    ):
        settings = [word for setting in given for word in ("--set", setting)]
        outcome = unda.call("plan", "case.toml", *settings, cwd=folder).expect(2)
        assert all(word in outcome.err for word in words), outcome


def periodic_sides_are_refused(unda, folder):
    write(folder)
    flat = CASE.replace('topography = { file = "hill.npy", spacing = [50, 50] }\n', "").replace("top = 100", "top = 0").replace(
        '{ file = "floor.npy", spacing = [50, 50] }', "-200").replace("depth = 0\n", "").replace("400], [700, 300]", "400, 0], [700, 300, 0]")
    written(folder, flat.replace('top = "free"', 'top = "free"\nwest = "periodic"\neast = "periodic"'), "periodic.toml")
    outcome = unda.call("plan", "periodic.toml", cwd=folder).expect(2)
    assert "boundary.west" in outcome.err and "box" in outcome.err, outcome


def its_elements_follow_a_grid_model(unda, folder):
    """S waves are half as fast in the west: elements are half as large there, away from where they grow from one size to the other."""
    write(folder)
    vs = np.full((9, 17, 21), 2000.0)  # z, y, x every 100 and 50 m
    vs[:, :, :10] = 1000.0
    np.save(folder / "vs.npy", vs)
    model = """[model]
kind = "grid"
origin = [0, 0, -800]
spacing = [50, 50, 100]
vp = 3400
vs = "vs.npy"
rho = 2200
"""
    text = re.sub(r"\[model\].*?(?=\[\[source)", model, CASE, flags=re.S).replace('topography = { file = "hill.npy", spacing = [50, 50] }\n', "")
    written(folder, text.replace("depth = 0\n", "").replace("400], [700, 300]", "400, 0], [700, 300, 0]"), "grid.toml")
    unda.call("mesh", "grid.toml", "-o", "grid.msh", "--set", "mesh.max_frequency=9", cwd=folder).expect(0)
    volumes, middles, _ = tetrahedra_of(folder / "grid.msh")
    soft, hard = volumes[middles[:, 0] < 350], volumes[middles[:, 0] > 750]
    assert abs(volumes.sum() / (1000 * 800 * 700) - 1) < 1e-6
    assert 4 < np.median(hard) / np.median(soft) < 16, (np.median(hard), np.median(soft))


def sides_without_layers_are_told(unda, folder):
    """Layers cannot grow on a hill that is to absorb."""
    write(folder)
    absorbing = ["--set", "boundary.top=absorbing", *COARSE]
    for command in (["plan", "case.toml"], ["run", "case.toml", "--out", "bare"]):
        outcome = unda.call(*command, *absorbing, cwd=folder).expect(0)
        told = re.search(r"warning: .*no absorbing layers can grow on top \((\d+) faces, up to ([\d.]+) m off z = .*absorbing_elements = 0", outcome.out + outcome.err)
        assert told and float(told[2]) > 50, outcome
    for given in ([*absorbing, "--set", "solver.dg.absorbing_elements=0"], COARSE):
        outcome = unda.call("plan", "case.toml", *given, cwd=folder).expect(0)
        assert "can grow" not in outcome.err + outcome.out, outcome


def without_the_module(unda, folder):
    """A Python that has none."""
    write(folder)
    python = folder / "python"
    python.write_text("#!/bin/sh\nexec /usr/bin/python3 -S \"$@\"\n")
    python.chmod(0o755)
    outcome = unda.call("plan", "case.toml", cwd=folder, variables={"UNDA_PYTHON": str(python)}).expect(2)
    assert "mesh.generator" in outcome.err and "apt-get install python3-gmsh" in outcome.err, outcome



main(the_same_mesh_every_time, its_elements_follow_the_surfaces, its_elements_follow_a_grid_model, ranks_share_it, plan_tells_which_is_better, refusals, periodic_sides_are_refused,
     sides_without_layers_are_told, without_the_module)
