"""Results do not depend on how the grid is cut among ranks: traces and snapshots have the same bits.

1, 2, 3, 4 and 6 ranks in 1-D, 2-D and 3-D, cuts chosen or given, across every axis; receivers and sources on and beside
the cuts; all faces, layered and gridded media.
"""

import json

import numpy as np

from support import main
from support.again import ways_of_communicating
from support.bits import same_bits
from support.waves import FLUID_1D, HEAD, attenuating, PERIODIC_3D, SOLID_2D, write_grids

def compare(unda, folder, text, cuts, **values):
    values = {"precision": "single", "physics": "auto", "order": 8, "duration": 0.3, **values}
    (folder / "case.toml").write_text(text + HEAD.format(**values))
    unda.call("run", "case.toml", "--out", "one", "--overwrite", cwd=folder).expect(0)
    for cut in cuts:
        n = int(np.prod(cut))
        given = [] if isinstance(cut, int) else ["--set", f"parallel.ranks={list(cut)}"]
        unda.call("run", "case.toml", "--out", "many", "--overwrite", *given, cwd=folder, ranks=n).expect(0)
        same_bits(folder / "one" / "traces.h5", folder / "many" / "traces.h5")
        one, many = (json.loads((folder / out / "report.json").read_text()) for out in ("one", "many"))
        assert many["ranks"] == n and many["step_limit"] == one["step_limit"], (one["step_limit"], many["step_limit"])


def one_dimension(unda, folder):
    compare(unda, folder, FLUID_1D, (2, 6), spacing=5)
    compare(unda, folder, FLUID_1D, (4,), spacing=5, precision="double")
    compare(unda, folder, FLUID_1D, (3,), spacing=5, physics="acoustic_second_order")
    compare(unda, folder, FLUID_1D.replace('west = "free"', 'default = "periodic"'), (4,), spacing=5, order=4)


def two_dimensions(unda, folder):
    compare(unda, folder, SOLID_2D, (3, 6, (2, 1)), spacing=12.5)
    compare(unda, folder, SOLID_2D, (4,), spacing=12.5, precision="double", order=4)


def attenuation(unda, folder):
    """Memory variables travel to no other rank."""
    compare(unda, folder, attenuating(FLUID_1D), (3,), spacing=5)
    compare(unda, folder, attenuating(SOLID_2D), ((2, 2),), spacing=12.5)
    write_grids(folder)
    solid = PERIODIC_3D.format(vs='"vs.npy"', rho='"rho.npy"\nqp = "qp.npy"\nqs = 30')
    compare(unda, folder, solid, ((2, 1, 2),), spacing=14, duration=0.1)


def three_dimensions(unda, folder):
    write_grids(folder)
    solid = PERIODIC_3D.format(vs='"vs.npy"', rho='"rho.npy"')
    fluid = PERIODIC_3D.format(vs=0, rho='"rho.npy"')
    compare(unda, folder, solid, (6, (2, 2, 2)), spacing=12, duration=0.15)
    compare(unda, folder, fluid, ((1, 2, 2),), spacing=12, duration=0.15, order=4)
    smooth = PERIODIC_3D.format(vs=0, rho='"smooth.npy"')  # buoyancy kept once, on the nodes
    compare(unda, folder, smooth, (3,), spacing=12, duration=0.1, order=4)
    compare(unda, folder, smooth, ((2, 1, 1),), spacing=12, duration=0.1, order=2)
    even = PERIODIC_3D.format(vs=0, rho=2000)
    compare(unda, folder, even, ((1, 2, 1),), spacing=10, duration=0.1, physics="acoustic_second_order")


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
    ways_of_communicating(unda, folder)


main(one_dimension, two_dimensions, three_dimensions, attenuation, snapshots, threads_and_ranks, what_does_not_fit, bench_modes)
