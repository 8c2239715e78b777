"""Anisotropic solids, with and without attenuation, by every method: several ranks, a restart bit for bit, devices, messages of methods that cannot."""

import h5py
import numpy as np

from support import devices, main
from support.again import goes_on

# A grid of Thomsen's parameters, each a number or a file, under a free surface.
GRID = """
[domain]
x = [0, 600]
y = [0, 500]
z = [-500, 0]
[boundary]
top = "free"
[model]
kind = "grid"
vp = 3000.0
vs = 1700.0
rho = 2300.0
epsilon = "epsilon.npy"
delta = 0.05
gamma = 0.1
{axis}
origin = [0, 0, -500]
spacing = [300, 250, 250]
axes = "zyx"
[[source]]
kind = "moment_tensor"
position = [311, 242, -203]
moment = {{ xx = 1e12, yz = 5e11 }}
time_function = {{ kind = "ricker", frequency = 8, delay = 0.05 }}
[[receivers]]
name = "across"
line = {{ from = [20, 100, 0], to = [580, 300, -300], count = 5 }}
quantities = ["velocity", "pressure", "stress"]
[time]
duration = 0.1
sample_interval = 0.005
[mesh]
spacing = {spacing}
[solver]
method = "{method}"
dg.order = 2
dg.absorbing_elements = 1
sem.absorbing_elements = 1
fd.absorbing_points = 6
[output]
plots = false
checkpoint = {{ every_steps = 10 }}
"""

TILTED = 'tilt = "tilt.npy"\nazimuth = 40.0'


def prepared(folder, method, axis=TILTED):
    np.save(folder / "epsilon.npy", np.linspace(0.05, 0.25, 27).reshape(3, 3, 3).astype("f4"))
    np.save(folder / "tilt.npy", np.linspace(10, 60, 27).reshape(3, 3, 3).astype("f4"))
    spacing = {"fd": 40, "sem": 250, "dg": 200}[method]
    (folder / "case.toml").write_text(GRID.format(method=method, axis=axis, spacing=spacing))


def error(one, other, name):
    with h5py.File(one / "traces.h5") as a, h5py.File(other / "traces.h5") as b:
        x, y = (file["receivers/across"][name][:].astype(float) for file in (a, b))
    assert np.abs(y).max() > 0
    return np.linalg.norm(x - y) / np.linalg.norm(y)


def by(method, unda, folder, axis=TILTED, tolerance=0.0, on_devices=True):
    prepared(folder, method, axis)
    unda.call("run", "case.toml", "--out", "one", "--overwrite", cwd=folder).expect(0)
    unda.call("run", "case.toml", "--out", "two", "--overwrite", cwd=folder, ranks=2).expect(0)
    for name in ("velocity", "pressure", "stress"):
        assert error(folder / "two", folder / "one", name) <= tolerance, (method, name)
    for device in devices(unda) if on_devices else ():
        unda.call("run", "case.toml", "--out", device, "--overwrite", "--set", f"solver.device={device}", cwd=folder).expect(0)
        for name in ("velocity", "pressure", "stress"):
            assert error(folder / device, folder / "one", name) <= (0 if method == "fd" else 1e-5), (method, name, device)
    goes_on(unda, folder, "one")


def spectral_elements(unda, folder):
    by("sem", unda, folder, tolerance=1e-5)


def discontinuous_galerkin(unda, folder):
    by("dg", unda, folder)


def finite_differences(unda, folder):
    by("fd", unda, folder, axis="")


def that_attenuate(unda, folder):
    quality = "qp = 60\nqs = 25\nreference_frequency = 8"
    by("sem", unda, folder, axis=f"{TILTED}\n{quality}", tolerance=1e-5)
    by("dg", unda, folder, axis=f"{TILTED}\n{quality}", on_devices=False)  # refused there
    by("fd", unda, folder, axis=quality)


def finite_differences_refuse_tilted_axes(unda, folder):
    prepared(folder, "fd")
    outcome = unda.call("plan", "case.toml", cwd=folder).expect(2)
    assert "case.toml:16: model.tilt" in outcome.err and "methods that can: sem, dg" in outcome.err, outcome


main(spectral_elements, discontinuous_galerkin, finite_differences, that_attenuate, finite_differences_refuse_tilted_axes)
