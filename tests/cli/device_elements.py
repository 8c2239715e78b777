"""Spectral elements on a device give what they give on the CPU: in double precision but for rounding.

The device "debug" does what a GPU does, with its memory kept apart from the host's: a copy that was forgotten stops it.
Where there is a GPU the same cases run there.
"""

import json

import h5py
import numpy as np

from support import devices, main
from support.bits import same_bits

CASE = """
[domain]
x = [0, 200]
{y}z = [-150, 0]
{topography}[model]
{model}
[boundary]
{boundary}
[[source]]
kind = "{source}"
position = {at}
{strength}
time_function = {{ kind = "ricker", frequency = {frequency} }}
[[receivers]]
name = "r"
positions = {receivers}
quantities = {quantities}
[time]
duration = {duration}
sample_interval = 0.002
[mesh]
spacing = {spacing}
[solver]
method = "sem"
precision = "double"
sem.degree = {degree}
{more}
"""
LAYERS = """kind = "layers"
[[model.layer]]
top = 20
vp = 1500
vs = 800
rho = 1800
[[model.layer]]
top = -60
vp = 2200
vs = 1200
rho = 2100
"""
FLUID = "vp = 1500\nvs = 0\nrho = 1000"


def write_case(folder, dim=2, model=LAYERS, boundary='top = "free"', hill=False, force=False, degree=4, duration=0.12, spacing=25, frequency=15,
               recorded='["displacement", "velocity"]', more=""):
    if hill:
        top = 8 * np.exp(-((np.linspace(0, 200, 21) - 90) / 40) ** 2)
        np.save(folder / "hill.npy", top if dim == 2 else np.tile(top, (11, 1)))
    level = dim == 2
    (folder / "case.toml").write_text(CASE.format(
        y="" if level else "y = [0, 100]\n", model=model, boundary=boundary, degree=degree, duration=duration, spacing=spacing,
        frequency=frequency, more=more,
        topography=f'[domain.topography]\nfile = "hill.npy"\nspacing = {[10.0] if level else [10.0, 10.0]}\n' if hill else "",
        source="force" if force else "explosion", strength=f"force = {[1e6, 2e6] if level else [1e6, 5e5, 2e6]}" if force else "moment = 1e9",
        at=[81, -71] if level else [81, 43, -71], receivers=[[143, -22], [31.3, -101.7]] if level else [[143, 57, -22], [31.3, 12, -101.7]],
        quantities=recorded))


def run(unda, folder, device, *more):
    return unda.call("run", "case.toml", "--out", device, "--overwrite", "--set", f"solver.device={device}", *more, cwd=folder).expect(0)


def same_traces(one, other, tolerance=1e-10):
    with h5py.File(one / "traces.h5") as a, h5py.File(other / "traces.h5") as b:
        names = list(a["receivers/r"])
        for name in (n for n in names if a[f"receivers/r/{n}"].ndim >= 2 and a[f"receivers/r/{n}"].dtype.kind == "f"):
            x, y = a[f"receivers/r/{name}"][...], b[f"receivers/r/{name}"][...]
            # Traces are stored in single precision.
            assert np.abs(x).max() > 0 and np.abs(x - y).max() <= (tolerance + 1e-7) * np.abs(x).max(), (name, np.abs(x - y).max() / np.abs(x).max())


def compare(unda, folder, **case):
    write_case(folder, **case)
    run(unda, folder, "cpu")
    for device in devices(unda):
        run(unda, folder, device)
        same_traces(folder / "cpu", folder / device)
        assert json.loads((folder / device / "report.json").read_text())["device"] == device


def two_dimensions(unda, folder):
    compare(unda, folder)
    compare(unda, folder, recorded='["velocity", "acceleration", "stress"]')
    compare(unda, folder, force=True, boundary='top = "rigid"\nwest = "free"', degree=3)
    compare(unda, folder, model=FLUID, boundary='top = "free"\nbottom = "rigid"', degree=6)
    compare(unda, folder, model=FLUID, recorded='["pressure", "velocity"]')
    compare(unda, folder, boundary='west = "periodic"\neast = "periodic"', more="sem.absorbing_elements = 0", degree=2)
    compare(unda, folder, hill=True)


def three_dimensions(unda, folder):
    compare(unda, folder, dim=3, spacing=50, frequency=6, duration=0.08)
    compare(unda, folder, dim=3, spacing=50, frequency=6, duration=0.08, model=FLUID, boundary='south = "periodic"\nnorth = "periodic"', more="sem.absorbing_elements = 0")
    compare(unda, folder, dim=3, spacing=50, frequency=6, duration=0.08, hill=True, force=True, degree=3, more="sem.absorbing_elements = 2")


def snapshots_and_restart(unda, folder):
    """What the host asks for in mid-run: snapshots, checkpoints, and a start from one."""
    more = '[output]\nsnapshots = { interval = 0.05, quantities = ["velocity", "stress"] }\ncheckpoint = { every_steps = 20 }\n'
    write_case(folder, more=more)
    run(unda, folder, "cpu")
    for device in devices(unda):
        run(unda, folder, device)
        for file in sorted((folder / "cpu" / "snapshots").glob("*.vtkhdf")):
            with h5py.File(file) as a, h5py.File(folder / device / "snapshots" / file.name) as b:
                for name in a["VTKHDF"].get("PointData", ()):
                    x, y = a[f"VTKHDF/PointData/{name}"][...], b[f"VTKHDF/PointData/{name}"][...]
                    assert np.abs(x - y).max() <= 1e-6 * np.abs(x).max(), (file, name)
        (folder / device / "traces.h5").rename(folder / "whole.h5")
        again = unda.call("run", "case.toml", "--out", device, "--restart", "--set", f"solver.device={device}", cwd=folder)
        assert "going on from step" in again.expect(0).out, again
        same_bits(folder / "whole.h5", folder / device / "traces.h5")


def growth_is_seen(unda, folder):
    """The guard looks at the energy that the device adds up."""
    write_case(folder, duration=0.4, more="")
    for device in devices(unda):
        outcome = unda.call("run", "case.toml", "--out", device, "--overwrite", "--set", f"solver.device={device}", "--set", "time.step=0.004",
                            cwd=folder)
        assert outcome.code in (1, 2), outcome


main(two_dimensions, three_dimensions, snapshots_and_restart, growth_is_seen)
