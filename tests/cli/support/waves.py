"""Scenarios that use every part of a finite-difference step: all faces, kinds of sources, quantities and media.

A scenario is one of the texts below and the HEAD, with its blanks filled in. Absorbing layers are thin: in 3-D they would be most
of the points, and how well they absorb is no matter here.
"""

import numpy as np

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
absorbing_points = 5
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



def attenuating(text):
    """The same with quality factors: of every layer, or of a uniform or gridded model."""
    return text.replace("rho = 1000\n", "rho = 1000\nqp = 40\n").replace("rho = 2100\n", "rho = 2100\nqp = 50\nqs = 25\n")


# Water over rock, with a floor that slopes, waves and goes in a step; write_sea_floor makes the model's files.
FLOOR_2D = """
[domain]
x = [0, 400]
z = [-300, 0]
[model]
kind = "grid"
vp = "vp.npy"
vs = "vs.npy"
rho = "rho.npy"
axes = "zx"
origin = [0, -300]
spacing = [5, 5]
[boundary]
top = "free"
[[source]]
kind = "explosion"
position = [203, -71]
moment = 1e9
time_function = { kind = "ricker", frequency = 20, delay = 0.06 }
[[receivers]]
name = "down"
line = { from = [222, -11], to = [180, -289], count = 21 }
quantities = ["velocity", "stress", "pressure"]
[[receivers]]
name = "across"
line = { from = [0, -150], to = [400, -150], count = 21 }
quantities = ["displacement"]
"""

FLOOR_3D = """
[domain]
x = [0, 160]
y = [0, 140]
z = [-160, 0]
[model]
kind = "grid"
vp = "vp.npy"
vs = "vs.npy"
rho = "rho.npy"
origin = [0, 0, -160]
spacing = [10, 10, 10]
[boundary]
south = "periodic"
north = "periodic"
[[source]]
kind = "explosion"
position = [83, 68, -31]
moment = 1e9
time_function = { kind = "ricker", frequency = 20, delay = 0.06 }
[[receivers]]
name = "down"
line = { from = [82, 71, -11], to = [60, 40, -149], count = 15 }
quantities = ["velocity", "pressure"]
"""


def write_sea_floor(folder, dim):
    n, spacing = ((81, 1, 61), 5) if dim == 2 else ((17, 15, 17), 10)
    depth, length = spacing * (n[2] - 1), spacing * (n[0] - 1)
    x, y, z = (spacing * np.arange(count) for count in n)
    floor = depth * (0.45 + 0.2 * x[None, :] / length + 0.05 * np.sin(x[None, :] / 20 + np.sin(y[:, None] / 15)))
    floor[:, x > 0.7 * length] -= 0.15 * depth
    rock = z[:, None, None] < floor[None, :, :]
    deep = 1 + 0.1 * (depth - z)[:, None, None] / depth
    for name, in_water, in_rock in (("vp", 1500, 3000), ("vs", 0, 1700), ("rho", 1000, 2300)):
        values = np.where(rock, in_rock * deep, in_water)
        np.save(folder / f"{name}.npy", values[:, 0, :] if dim == 2 else values)


def write_grids(folder):
    random = np.random.default_rng(3)
    np.save(folder / "vp.npy", random.uniform(2000, 2600, (4, 4, 4)))
    np.save(folder / "vs.npy", random.uniform(1000, 1300, (4, 4, 4)))
    np.save(folder / "rho.npy", random.uniform(1800, 2200, (4, 4, 4)))
    np.save(folder / "smooth.npy", random.uniform(1998, 2000, (4, 4, 4)))
    np.save(folder / "qp.npy", random.uniform(40, 200, (4, 4, 4)))
