"""Results do not depend on how the grid is cut among ranks: traces and snapshots have the same bits.

1, 2, 3, 4 and 6 ranks in 1-D, 2-D and 3-D, cuts chosen or given, across every axis; receivers and sources on and beside
the cuts; all faces, layered and gridded media.
"""

import json

import numpy as np

from support import main
from support.bits import same_bits

HEAD = """
[time]
duration = {duration}
sample_interval = 0.01
[mesh]
spacing = {spacing}
[solver]
precision = "{precision}"
physics = "{physics}"
[solver.fd]
order = {order}
[output]
plots = false
"""

FLUID_1D = """
[domain]
x = [0, 1000]
[model]
kind = "uniform"
vp = 1500
vs = 0
rho = 1000
[boundary]
west = "free"
[[source]]
kind = "explosion"
position = [501.3]
moment = 1e9
time_function = { kind = "ricker", frequency = 12, delay = 0.12 }
[[receivers]]
name = "all"
line = { from = [0], to = [1000], count = 41 }
quantities = ["pressure", "velocity", "displacement", "acceleration"]
"""

SOLID_2D = """
[domain]
x = [0, 900]
z = [-600, 0]
[model]
kind = "layers"
[[model.layer]]
top = 0
vp = 1500
vs = 0
rho = 1000
[[model.layer]]
top = -155
vp = 2400
vs = 1300
rho = 2100
[boundary]
top = "free"
bottom = "rigid"
[[source]]
kind = "moment_tensor"
position = [452, -301]
moment = { xx = 1e10, zz = -2e9, xz = 4e9 }
time_function = { kind = "ricker", frequency = 6, delay = 0.2 }
[[source]]
kind = "force"
position = [300, -290]
force = [0, 1e6]
time_function = { kind = "ricker", frequency = 6, delay = 0.2 }
[[receivers]]
name = "down"
line = { from = [448, -1], to = [455, -599], count = 31 }
quantities = ["velocity", "stress", "pressure"]
[[receivers]]
name = "across"
line = { from = [0, -300], to = [900, -300], count = 31 }
quantities = ["displacement", "acceleration"]
"""

PERIODIC_3D = """
[domain]
x = [0, 300]
y = [0, 330]
z = [-360, 0]
[model]
kind = "grid"
vp = "vp.npy"
vs = {vs}
rho = {rho}
origin = [0, 0, -360]
spacing = [100, 110, 120]
[boundary]
south = "periodic"
north = "periodic"
top = "free"
[[source]]
kind = "explosion"
position = [151, 164, -178]
moment = 1e12
time_function = {{ kind = "ricker", frequency = 12, delay = 0.12 }}
[[receivers]]
name = "box"
positions = [[150, 165, -180], [148.2, 166.1, -177], [0, 0, 0], [300, 330, -360], [75, 82.5, -90], [151, 329, -5]]
quantities = ["velocity", "pressure"]
[[receivers]]
name = "line"
line = {{ from = [0, 0, -180], to = [300, 330, -180], count = 23 }}
quantities = ["displacement"]
"""


def compare(unda, folder, text, cuts, **values):
    values = {"precision": "single", "physics": "auto", "order": 8, "duration": 0.3, **values}
    (folder / "case.toml").write_text(text + HEAD.format(**values))
    unda.call("run", "case.toml", "--out", "one", "--overwrite", cwd=folder).expect(0)
    for cut in cuts:
        n = int(np.prod(cut))
        given = [] if isinstance(cut, int) else ["--set", f"parallel.ranks={list(cut)}"]
        unda.call("run", "case.toml", "--out", "many", "--overwrite", *given, cwd=folder, ranks=n).expect(0)
        same_bits(folder / "one" / "traces.h5", folder / "many" / "traces.h5")
        assert json.loads((folder / "many" / "report.json").read_text())["ranks"] == n


def write_grids(folder):
    random = np.random.default_rng(3)
    np.save(folder / "vp.npy", random.uniform(2000, 2600, (4, 4, 4)))
    np.save(folder / "vs.npy", random.uniform(1000, 1300, (4, 4, 4)))
    np.save(folder / "rho.npy", random.uniform(1800, 2200, (4, 4, 4)))
    np.save(folder / "smooth.npy", random.uniform(1998, 2000, (4, 4, 4)))


def one_dimension(unda, folder):
    for precision in ("single", "double"):
        compare(unda, folder, FLUID_1D, (2, 3, 4, 6), spacing=5, precision=precision)
    compare(unda, folder, FLUID_1D, (3,), spacing=5, physics="acoustic_second_order")
    compare(unda, folder, FLUID_1D.replace('west = "free"', 'default = "periodic"'), (2, 4), spacing=5, order=4)


def two_dimensions(unda, folder):
    compare(unda, folder, SOLID_2D, (2, 3, 4, 6, (2, 1), (2, 2), (3, 2)), spacing=12.5)
    compare(unda, folder, SOLID_2D, (4,), spacing=12.5, precision="double", order=4)


def three_dimensions(unda, folder):
    write_grids(folder)
    solid = PERIODIC_3D.format(vs='"vs.npy"', rho='"rho.npy"')
    fluid = PERIODIC_3D.format(vs=0, rho='"rho.npy"')
    compare(unda, folder, solid, (2, 3, 4, 6, (2, 2, 2)), spacing=12, duration=0.2)
    compare(unda, folder, fluid, (2, 3, (1, 2, 2)), spacing=12, duration=0.2, order=4)
    smooth = PERIODIC_3D.format(vs=0, rho='"smooth.npy"')  # buoyancy kept once, on the nodes
    compare(unda, folder, smooth, (2, 3, (2, 1, 2)), spacing=12, duration=0.2, order=4)
    compare(unda, folder, smooth, ((2, 1, 1),), spacing=12, duration=0.2, order=2)
    even = PERIODIC_3D.format(vs=0, rho=2000)
    compare(unda, folder, even, (2, (1, 2, 1)), spacing=7, duration=0.1, physics="acoustic_second_order")


def snapshots(unda, folder):
    write_grids(folder)
    text = PERIODIC_3D.format(vs='"vs.npy"', rho='"rho.npy"')
    head = HEAD.format(precision="single", physics="auto", order=8, duration=0.15, spacing=12)
    (folder / "case.toml").write_text(
        text + head + 'snapshots = { interval = 0.05, quantities = ["velocity", "stress", "pressure"] }\n')
    unda.call("run", "case.toml", "--out", "one", cwd=folder).expect(0)
    unda.call("run", "case.toml", "--out", "many", "--set", "parallel.ranks=[2, 2, 1]", cwd=folder, ranks=4).expect(0)
    files = sorted(p.name for p in (folder / "one" / "snapshots").glob("*.vtkhdf"))
    assert len(files) == 4, files
    for name in files:
        same_bits(folder / "one" / "snapshots" / name, folder / "many" / "snapshots" / name)


def threads_and_ranks(unda, folder):
    (folder / "case.toml").write_text(
        SOLID_2D + HEAD.format(precision="single", physics="auto", order=8, duration=0.3, spacing=12.5))
    unda.call("run", "case.toml", "--out", "one", cwd=folder).expect(0)
    unda.call("run", "case.toml", "--out", "many", cwd=folder, ranks=2, threads=2).expect(0)
    same_bits(folder / "one" / "traces.h5", folder / "many" / "traces.h5")
    assert json.loads((folder / "many" / "report.json").read_text())["threads"] == 2


def what_does_not_fit(unda, folder):
    (folder / "case.toml").write_text(
        FLUID_1D + HEAD.format(precision="single", physics="auto", order=16, duration=0.3, spacing=25))
    outcome = unda.call("run", "case.toml", "--out", "many", cwd=folder, ranks=12).expect(2)
    assert outcome.err.count("unda: ") == 1 and "12 ranks are too many" in outcome.err, outcome
    assert not (folder / "many").exists()
    for given, word in (("[3]", "make 3 ranks"), ("[2, 1]", "parallel.ranks"), ("[0]", "parallel.ranks")):
        outcome = unda.call("run", "case.toml", "--out", "many", "--set", f"parallel.ranks={given}", cwd=folder,
                            ranks=2).expect(2)
        assert outcome.err.count("unda: ") == 1 and word in outcome.err, outcome


def bench_modes(unda, folder):
    write_grids(folder)
    (folder / "case.toml").write_text(PERIODIC_3D.format(vs=0, rho='"rho.npy"') + HEAD.format(
        precision="single", physics="auto", order=8, duration=0.15, spacing=12))
    sent = {}
    for mode in ("overlap", "blocking", "nosend", "off"):
        outcome = unda.call("bench", "case.toml", "--steps", "5", "--comm", mode, "--json", cwd=folder, ranks=2).expect(0)
        line = json.loads(outcome.out.splitlines()[-1])
        assert line["ranks"] == 2 and line["comm"] == mode, line
        sent[mode] = line["bytes_sent_per_step"]
    assert sent["overlap"] == sent["blocking"] > 0 and sent["nosend"] == sent["off"] == 0, sent


main(one_dimension, two_dimensions, three_dimensions, snapshots, threads_and_ranks, what_does_not_fit, bench_modes)
