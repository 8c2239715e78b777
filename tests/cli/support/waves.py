"""Scenarios that use every part of a finite-difference step: all faces, kinds of sources, quantities and media.

A scenario is one of the texts below and the HEAD, with its blanks filled in.
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


def write_grids(folder):
    random = np.random.default_rng(3)
    np.save(folder / "vp.npy", random.uniform(2000, 2600, (4, 4, 4)))
    np.save(folder / "vs.npy", random.uniform(1000, 1300, (4, 4, 4)))
    np.save(folder / "rho.npy", random.uniform(1800, 2200, (4, 4, 4)))
    np.save(folder / "smooth.npy", random.uniform(1998, 2000, (4, 4, 4)))
