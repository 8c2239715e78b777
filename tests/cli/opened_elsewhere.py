"""Snapshots and pictures of the surface of every method, opened by PyVista as a user would: points in their place, all quantities.

PyVista is no package of the distribution: where it is in a virtual environment, UNDA_OBSPY_PYTHON names that environment's python.
"""

import os
import subprocess

import h5py
import numpy as np

from support import main

SCENARIO = """\
[domain]
x = [0, 400]
y = [0, 300]
z = [-300, 0]
TOPOGRAPHY
[model]
vp = 2000.0
vs = 1100.0
rho = 2000.0
[boundary]
default = "rigid"
top = "free"
[[source]]
kind = "explosion"
position = [200, 150, -150]
moment = 1e12
time_function = { kind = "ricker", frequency = 10 }
[[receivers]]
positions = [[100, 100, -100]]
[time]
duration = 0.25
[solver]
method = "METHOD"
[mesh]
spacing = SPACING
[output]
plots = false
snapshots = { interval = 0.125, quantities = ["velocity", "stress"] }
surface = { interval = 0.125, spacing = 25 }
"""

# What PyVista finds, as a file that numpy reads: libraries of HDF5 do not bear each other in one process.
READER = """
import sys
import numpy as np
import pyvista
grid = pyvista.read(sys.argv[1])
arrays = {"array_" + name: np.asarray(grid.point_data[name]) for name in grid.point_data}
np.savez(sys.argv[2], bounds=grid.bounds, points=grid.points, n_cells=grid.n_cells, **arrays)
"""


def opened(python, path, folder):
    done = subprocess.run([python, "-c", READER, path, folder / "seen.npz"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    with np.load(folder / "seen.npz") as found:
        return dict(found)


def check(python, folder, result, kind, bounds):
    name = sorted((result / kind).glob(f"{kind.removesuffix('s')}_0*.vtkhdf"))[-1].name
    seen = opened(python, result / kind / name, folder)
    # Corners of flat facets stand off a hill by a little.
    assert np.allclose(seen["bounds"], bounds, atol=2), (kind, seen["bounds"])
    assert seen["n_cells"] > 0
    with h5py.File(result / kind / name) as file:
        arrays = {name: data[:] for name, data in file["VTKHDF/PointData"].items()}
    assert {"array_" + name for name in arrays} == {name for name in seen if name.startswith("array_")}, list(seen)
    for name, values in arrays.items():
        assert np.array_equal(seen["array_" + name].reshape(values.shape), values), name
    assert np.abs(arrays["velocity"]).max() > 0
    return seen


def every_method(unda, folder):
    python = os.environ.get("UNDA_OBSPY_PYTHON")
    if not python or subprocess.run([python, "-c", "import pyvista"], capture_output=True).returncode != 0:
        return print("skipped: no PyVista. python3 -m venv DIR && DIR/bin/pip install pyvista; "
                     "then set UNDA_OBSPY_PYTHON=DIR/bin/python")  # fmt: skip
    x = np.arange(9) * 50.0
    hill = 30 * np.exp(-(((x - 200) / 80) ** 2)) * np.ones((7, 1))
    np.save(folder / "hill.npy", hill)
    for method, spacing, shape in (("fd", 12.5, ""), ("sem", 100, "hill"), ("dg", 100, "hill")):
        topography = 'topography = { file = "hill.npy", spacing = [50, 50] }' if shape else ""
        text = SCENARIO.replace("TOPOGRAPHY", topography).replace("METHOD", method).replace("SPACING", str(spacing))
        (folder / f"{method}.toml").write_text(text)
        unda.call("run", f"{method}.toml", "--out", method, cwd=folder).expect(0)
        top = hill.max() if shape else 0
        check(python, folder, folder / method, "snapshots", [0, 400, 0, 300, -300, top])
        seen = check(python, folder, folder / method, "surface", [0, 400, 0, 300, 0, top])
        highest = seen["points"][seen["points"][:, 2].argmax()]
        assert not shape or abs(highest[0] - 200) < 30, highest


main(every_method)
