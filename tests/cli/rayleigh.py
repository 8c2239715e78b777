"""A Rayleigh wave as a starting field goes along the surface at its speed and keeps its shape, by every method; what does not fit is
refused."""

import h5py
import numpy as np

from support import main
from support.scenarios import written

VP, VS, LENGTH = 2500.0, 1300.0, 400.0  # of one wave
BOX = """\
[domain]
x = [0, 400]
z = [-1200, 0]
[boundary]
west = "periodic"
east = "periodic"
top = "free"
[model]
vp = 2500.0
vs = 1300.0
rho = 2100.0
[initial]
wave = "rayleigh"
wavenumber = [0.015707963267948967, 0]
amplitude = 2.0
[[receivers]]
positions = [[0, 0], [130, -25], [250, -160]]
quantities = ["velocity"]
[time]
duration = 0.5
sample_interval = 0.01
[mesh]
spacing = 20.0
[mesh.sem]
spacing = 80.0
[mesh.dg]
spacing = 133.4
[solver.fd]
order = 8
[output]
plots = false
"""


def rayleigh_speed():
    """The root of (2 - r)^2 = 4 sqrt(1 - r vs^2/vp^2) sqrt(1 - r) with r = (c/vs)^2, by halving."""
    low, high = 0.5, 1.0 - 1e-12
    for _ in range(80):
        r = (low + high) / 2
        low, high = (r, high) if (2 - r) ** 2 - 4 * np.sqrt((1 - r * VS**2 / VP**2) * (1 - r)) < 0 else (low, r)
    return VS * np.sqrt(r)


def exact(x, z, t, amplitude):
    """Horizontal and vertical velocity; Aki and Richards (2002), section 7.1."""
    k, c = 2 * np.pi / LENGTH, rayleigh_speed()
    a, b, g = k * np.sqrt(1 - c**2 / VP**2), k * np.sqrt(1 - c**2 / VS**2), 1 - c**2 / (2 * VS**2)
    phase = k * (x - c * t)
    up, along = a * (np.exp(a * z) - np.exp(b * z) / g), k * (np.exp(a * z) - g * np.exp(b * z))
    size = amplitude / (a * (1 - 1 / g))
    return size * along * np.cos(phase), size * up * np.sin(phase)


def keeps_its_shape(unda, folder):
    for method, allowed in (("fd", 0.01), ("sem", 0.01), ("dg", 0.02)):
        text = BOX
        if method == "dg":  # 3-D, along y
            text = text.replace("x = [0, 400]", "x = [0, 266.8]\ny = [0, 400]").replace('top =', 'south = "periodic"\nnorth = "periodic"\ntop =')
            text = text.replace("[0.015707963267948967, 0]", "[0, 0.015707963267948967, 0]")
            text = text.replace("[[0, 0], [130, -25], [250, -160]]", "[[0, 0, 0], [70, 130, -25], [30, 250, -160]]")
        written(folder, text)
        unda.call("run", "small.toml", "--out", method, "--set", f"solver.method={method}", cwd=folder).expect(0)
        with h5py.File(folder / method / "traces.h5") as file:
            group = file["receivers/receivers"]
            t, v = group["time"][:], group["velocity"][:]
        for n, (x, z) in enumerate(((0, 0), (130, -25), (250, -160))):
            along, up = exact(x, z, t, 2.0)
            found = v[n, 1:] if method == "dg" else v[n]
            assert method != "dg" or np.abs(v[n, 0]).max() < 0.03, "motion across the wave"
            misfit = np.linalg.norm(found - [along, up]) / np.linalg.norm([along, up])
            print(f"{method} at z = {z}: {misfit:.2g}")
            assert misfit < allowed, f"{method} at {x}, {z}: {misfit:.2g}"


def refused(unda, folder):
    for old, new, said in (
        ('top = "free"', "", 'boundary.top is "absorbing"'),
        ("vs = 1300.0", "vs = 0.0", "needs an isotropic solid"),
        ("[0.015707963267948967, 0]", "[0.01, 0.01]", "goes along the surface"),
        ("[0.015707963267948967, 0]", "[0, 0]", "must be the wave vector"),
    ):
        written(folder, BOX.replace(old, new))
        outcome = unda.call("check", "small.toml", cwd=folder).expect(2)
        assert said in outcome.err, outcome


main(keeps_its_shape, refused)
