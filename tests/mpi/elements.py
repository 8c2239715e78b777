"""Spectral elements on several ranks: the same traces and snapshots, communication modes, and a restart bit for bit."""

import json

import h5py
import numpy as np

from support import main
from support.again import goes_on, ways_of_communicating

COMMON = """
[[receivers]]
name = "across"
{receivers}
quantities = ["displacement", "velocity", "acceleration", "pressure"]
[time]
duration = {duration}
sample_interval = 0.01
[mesh]
spacing = {spacing}
[solver]
method = "sem"
precision = "{precision}"
sem.absorbing_elements = 1
[output]
plots = false
snapshots = {{ interval = 0.1, quantities = ["velocity", "pressure"] }}
checkpoint = {{ every_steps = 20 }}
"""

SOLID_3D = """
[domain]
x = [0, 1200]
y = [0, 1000]
z = [-900, 0]
topography = {{ file = "hill.npy", spacing = [100, 100] }}
[model]
kind = "layers"
[[model.layer]]
top = 500
vp = 2400
vs = 1300
rho = 2100
[[model.layer]]
top = -400
vp = 3400
vs = 1900
rho = 2300
[boundary]
top = "free"
{boundary}
[[source]]
kind = "moment_tensor"
position = [600, 500, -400]
moment = {{ xx = 1e12, yz = 5e11 }}
time_function = {{ kind = "ricker", frequency = 3, delay = 0.15 }}
[[source]]
kind = "force"
position = [411, 600, -233]
force = [1e9, 2e9, 1e9]
time_function = {{ kind = "ricker", frequency = 3, delay = 0.15 }}
"""

FLUID_2D = """
[domain]
x = [0, 1500]
z = [-900, 0]
[model]
kind = "grid"
vp = "vp.npy"
vs = 0.0
rho = 1000.0
origin = [0, -900]
spacing = [300, 300]
[boundary]
top = "free"
{boundary}
[[source]]
kind = "explosion"
position = [750, -450]
moment = 1e10
time_function = {{ kind = "ricker", frequency = 5, delay = 0.12 }}
"""


SEA_3D = """
[domain]
x = [0, 1200]
y = [0, 1000]
z = [-800, 0]
[model]
kind = "layers"
[[model.layer]]
top = 0
vp = 3800
vs = 1900
rho = 920
[[model.layer]]
top = -200
vp = 1500
vs = 0
rho = 1020
[[model.layer]]
top = -400
vp = 2400
vs = 1300
rho = 2100
[boundary]
top = "free"
{boundary}
[[source]]
kind = "explosion"
position = [600, 500, -250]
moment = 1e12
time_function = {{ kind = "ricker", frequency = 3, delay = 0.15 }}
[[source]]
kind = "force"
position = [411, 600, -400]
force = [1e9, 2e9, 1e9]
time_function = {{ kind = "ricker", frequency = 3, delay = 0.15 }}
[[receivers]]
name = "down"
line = {{ from = [100, 200, -100], to = [1100, 900, -700], count = 7 }}
quantities = ["velocity", "stress"]
"""


def prepared(folder, kind, precision, boundary=""):
    x, y = np.meshgrid(np.arange(13) * 100.0, np.arange(11) * 100.0)
    np.save(folder / "hill.npy", (120 * np.exp(-(((x - 500) / 250) ** 2)) * np.sin(np.pi * y / 1000) ** 2).round(3).astype("f4"))
    np.save(folder / "vp.npy", (1600 + 200 * np.sin(np.arange(24.0))).reshape(4, 6).astype("f4"))
    solid = kind != "fluid"
    text = {"solid": SOLID_3D, "fluid": FLUID_2D, "sea": SEA_3D}[kind].format(boundary=boundary)
    depth = -400 if kind == "sea" else -300  # on the sea floor
    line = f"from = [0, 500, {depth}], to = [1200, 500, {depth}]" if solid else "from = [0, -300], to = [1500, -300]"
    common = COMMON.format(receivers=f"line = {{ {line}, count = 13 }}", precision=precision,
                           duration=0.3 if solid else 0.4, spacing=200 if solid else 100)  # fmt: skip
    (folder / "case.toml").write_text(text + common)


def traces(result):
    with h5py.File(result / "traces.h5") as file:
        group = file["receivers/across"]
        return {name: group[name][:].astype(float) for name in ("displacement", "velocity", "acceleration", "pressure")}


def points_of(result, number, name):
    """The values of a snapshot by the places of its points, in a fixed order."""
    with h5py.File(result / "snapshots" / f"snapshot_{number:06}.vtkhdf") as file:
        root = file["VTKHDF"]
        places = root["Points"][:]
        assert root["NumberOfPoints"][:].sum() == len(places) == len(root["PointData"][name])
        assert root["NumberOfConnectivityIds"][:].sum() == len(root["Connectivity"])
        _, first = np.unique(np.round(places, 2), axis=0, return_index=True)
        return root["PointData"][name][:][first]


def compare(folder, unda, rank_counts, tolerance, more=()):
    unda.call("run", "case.toml", "--out", "one", "--overwrite", cwd=folder).expect(0)
    expected = traces(folder / "one")
    for ranks in rank_counts:
        unda.call("run", "case.toml", "--out", f"by{ranks}", "--overwrite", *more, cwd=folder, ranks=ranks).expect(0)
        found = traces(folder / f"by{ranks}")
        for name, values in expected.items():
            error = np.linalg.norm(found[name] - values) / np.linalg.norm(values)
            assert error < tolerance, f"{name} on {ranks} ranks: {error}"
        reports = [json.loads((folder / d / "report.json").read_text()) for d in ("one", f"by{ranks}")]
        assert reports[0]["dt"] == reports[1]["dt"], reports
        for name in ("velocity", "pressure"):
            one, other = (points_of(folder / d, 2, name) for d in ("one", f"by{ranks}"))
            error = np.abs(one - other).max() / np.abs(one).max()
            assert error < (1e-4 if tolerance > 1e-6 else 1e-6), f"snapshot of {name}: {error}"


def solid_under_a_hill(unda, folder):
    prepared(folder, "solid", "single")
    compare(folder, unda, (2, 3), 1e-5)
    compare(folder, unda, (4,), 1e-5, ("--set", "parallel.ranks=[2, 2, 1]"))


def solid_in_double_precision(unda, folder):
    prepared(folder, "solid", "double", 'south = "periodic"\nnorth = "periodic"\nwest = "rigid"')
    compare(folder, unda, (4,), 1e-12, ("--set", "parallel.ranks=[1, 2, 2]"))


def fluid(unda, folder):
    prepared(folder, "fluid", "double", 'west = "periodic"\neast = "periodic"')
    compare(folder, unda, (3,), 1e-12)
    compare(folder, unda, (4,), 1e-12, ("--set", "parallel.ranks=[2, 2]"))


def water_between_ice_and_rock(unda, folder):
    """Cuts through the faces between them, and along them: layers of one element, and ranks that have a plane of points of one."""
    prepared(folder, "sea", "double")
    for cut in ([2, 1, 1], [1, 1, 5]):
        compare(folder, unda, (int(np.prod(cut)),), 1e-12, ("--set", f"parallel.ranks={cut}"))
    # With a floor that is not level.
    np.save(folder / "floor.npy", -400 + 50 * np.cos(np.arange(13) * 0.7) * np.cos(np.arange(11) * 0.5)[:, None])
    floor = '{ file = "floor.npy", spacing = [100, 100] }'
    (folder / "case.toml").write_text((folder / "case.toml").read_text().replace("top = -400", f"top = {floor}"))
    compare(folder, unda, (4,), 1e-12, ("--set", "parallel.ranks=[1, 2, 2]"))


def restart(unda, folder):
    for kind in ("solid", "sea"):
        (folder / kind).mkdir()
        restart_of(unda, folder / kind, kind)


def restart_of(unda, folder, kind):
    prepared(folder, kind, "single")
    unda.call("run", "case.toml", "--out", "whole", cwd=folder, ranks=2).expect(0)
    goes_on(unda, folder, "whole", ranks=2)


def bench_modes(unda, folder):
    prepared(folder, "solid", "single")
    ways_of_communicating(unda, folder)


def too_many_ranks(unda, folder):
    prepared(folder, "fluid", "single")
    alone = ("--set", "solver.sem.absorbing_elements=0")
    outcome = unda.call("run", "case.toml", "--set", "mesh.spacing=1000", *alone, cwd=folder, ranks=4).expect(2)
    assert "4 ranks are too many" in outcome.err and outcome.err.count("unda: ") == 1, outcome


main(solid_under_a_hill, solid_in_double_precision, fluid, water_between_ice_and_rock, restart, bench_modes, too_many_ranks)
