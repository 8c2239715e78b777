"""Small scenarios for spectral elements, and traces that are the same but for rounding."""

import h5py
import numpy as np

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
sem.absorbing_elements = {layers}
[output]
plots = false
{output}
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
SEA = LAYERS.replace("vs = 800\nrho = 1800", "vs = 0\nrho = 1000")
ATTENUATING = LAYERS.replace("rho = 1800", "rho = 1800\nqp = 40\nqs = 20").replace("rho = 2100", "rho = 2100\nqp = 80\nqs = 60")
VARYING = """kind = "grid"
origin = [-50, -200]
spacing = [300, 250]
vp = "vp.npy"
vs = 900
rho = 2000
qp = 50
qs = "qs.npy"
"""
FLUID = "vp = 1500\nvs = 0\nrho = 1000"


def write_grids(folder):
    np.save(folder / "vp.npy", np.array([[2600.0, 2200.0], [1800.0, 1700.0]], "f4"))
    np.save(folder / "qs.npy", np.array([[60.0, 50.0], [25.0, 20.0]], "f4"))


def write_case(folder, dim=2, model=LAYERS, boundary='top = "free"', hill=False, force=False, degree=4, duration=0.12, spacing=25, frequency=15,
               layers=1, recorded='["displacement", "velocity"]', output=""):
    if hill:
        top = 8 * np.exp(-((np.linspace(0, 200, 21) - 90) / 40) ** 2)
        np.save(folder / "hill.npy", top if dim == 2 else np.tile(top, (11, 1)))
    if model == VARYING:
        write_grids(folder)
    level = dim == 2
    (folder / "case.toml").write_text(CASE.format(
        y="" if level else "y = [0, 100]\n", model=model, boundary=boundary, degree=degree, duration=duration, spacing=spacing,
        frequency=frequency, layers=layers, output=output,
        topography=f'[domain.topography]\nfile = "hill.npy"\nspacing = {[10.0] if level else [10.0, 10.0]}\n' if hill else "",
        source="force" if force else "explosion", strength=f"force = {[1e6, 2e6] if level else [1e6, 5e5, 2e6]}" if force else "moment = 1e9",
        at=[81, -71] if level else [81, 43, -71], receivers=[[143, -22], [31.3, -101.7]] if level else [[143, 57, -22], [31.3, 12, -101.7]],
        quantities=recorded))


def same_traces(one, other, tolerance=1e-10):
    with h5py.File(one / "traces.h5") as a, h5py.File(other / "traces.h5") as b:
        names = list(a["receivers/r"])
        for name in (n for n in names if a[f"receivers/r/{n}"].ndim >= 2 and a[f"receivers/r/{n}"].dtype.kind == "f"):
            x, y = a[f"receivers/r/{name}"][...], b[f"receivers/r/{name}"][...]
            # Traces are stored in single precision.
            assert np.abs(x).max() > 0 and np.abs(x - y).max() <= (tolerance + 1e-7) * np.abs(x).max(), (name, np.abs(x - y).max() / np.abs(x).max())
