"""Discontinuous Galerkin on a device gives what it gives on the CPU, but for rounding.

The device "debug" does what a GPU does, with its memory kept apart from the host's: a copy that was forgotten stops it.
Where there is a GPU the same cases run there.
"""

import json

import h5py
import numpy as np

from support import devices, main
from support.bits import arrays, same_bits
from support.tetrahedra import REGIONS, write

QUICK = ["--set", "source.time_function={ kind = 'ricker', frequency = 8, delay = 0.05 }", "--set", "time.duration=0.06"]
PERIODIC = 'west = "periodic"\neast = "periodic"\n'
OTHERS = 'bottom = "rigid"\nnorth = "free"\n'


def run(unda, folder, device, *more):
    return unda.call("run", "case.toml", "--out", device, "--overwrite", "--set", f"solver.device={device}", *QUICK, *more, cwd=folder).expect(0)


def same_traces(one, other, tolerance):
    a, b = arrays(one / "traces.h5"), arrays(other / "traces.h5")
    for name in a:
        if any(word in name for word in ("velocity", "pressure", "displacement", "stress", "acceleration")):
            assert np.abs(a[name]).max() > 0, name
            assert np.abs(a[name] - b[name]).max() <= tolerance * np.abs(a[name]).max(), (name, np.abs(a[name] - b[name]).max() / np.abs(a[name]).max())


TOLERANCE = {"double": 1e-11, "single": 1e-4}


def compare(unda, folder, *more, precisions=("double",), **case):
    write(folder, **case)
    for precision in precisions:
        given = [*more, "--set", f"solver.precision={precision}"]
        run(unda, folder, "cpu", *given)
        for device in devices(unda):
            run(unda, folder, device, *given)
            same_traces(folder / "cpu", folder / device, TOLERANCE[precision])
            assert json.loads((folder / device / "report.json").read_text())["device"] == device


def fluids_and_solids(unda, folder):
    """With absorbing layers around, and a free surface."""
    compare(unda, folder, precisions=("double", "single"))


def boundaries(unda, folder):
    compare(unda, folder, "--set", "solver.dg.absorbing_elements=0", sides=PERIODIC + OTHERS)
    compare(unda, folder, "--set", "solver.dg.absorbing_elements=1", "--set", "receivers.quantities=['stress', 'velocity']", sides=OTHERS)


def orders(unda, folder):
    for order in (2, 3, 5, 6):
        compare(unda, folder, "--set", f"solver.dg.order={order}", "--set", "solver.dg.absorbing_elements=0", "--set", "time.duration=0.02",
                mesh="spacing = 400")


def mesh_files(unda, folder):
    write(folder)
    unda.call("mesh", "case.toml", "-o", "own.msh", cwd=folder).expect(0)
    compare(unda, folder, model=REGIONS.replace('name = "water"', 'name = "medium2"').replace("tag = 2", "tag = 1"), mesh='file = "own.msh"')


def snapshots_and_restart(unda, folder):
    """What the host asks for in mid-run: snapshots, checkpoints, and a start from one."""
    write(folder, mesh="spacing = 250", more='checkpoint = { every_steps = 10 }\nsnapshots = { interval = 0.02, quantities = ["velocity", "stress"] }\n')
    run(unda, folder, "cpu")
    for device in devices(unda):
        run(unda, folder, device)
        files = sorted((folder / "cpu" / "snapshots").glob("snapshot*.vtkhdf"))
        assert len(files) > 2
        for file in files:
            with h5py.File(file) as a, h5py.File(folder / device / "snapshots" / file.name) as b:
                for name in a["VTKHDF"].get("PointData", ()):
                    x, y = a[f"VTKHDF/PointData/{name}"][...], b[f"VTKHDF/PointData/{name}"][...]
                    assert x.shape == y.shape and np.abs(x - y).max() <= 1e-5 * np.abs(x).max(), (file, name)
        (folder / device / "traces.h5").rename(folder / "whole.h5")
        again = unda.call("run", "case.toml", "--out", device, "--restart", "--set", f"solver.device={device}", *QUICK, cwd=folder)
        assert "going on from step" in again.expect(0).out, again
        same_bits(folder / "whole.h5", folder / device / "traces.h5")


def growth_is_seen(unda, folder):
    """The guard looks at the energy that the device adds up."""
    write(folder, duration=1)
    for device in devices(unda):
        outcome = unda.call("run", "case.toml", "--out", device, "--set", f"solver.device={device}", "--set", "time.step=0.02", cwd=folder)
        assert outcome.code in (1, 2), outcome


main(fluids_and_solids, boundaries, orders, mesh_files, snapshots_and_restart, growth_is_seen)
