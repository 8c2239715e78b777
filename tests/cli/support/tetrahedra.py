"""An earth of water over rock for the tests of discontinuous Galerkin, given as layers and as regions of a mesh file. Its source
stands in a corner of boxes."""

CASE = """
[domain]
x = [0, 1200]
y = [0, 1000]
z = [-1000, 0]
[boundary]
top = "free"
{sides}{model}
[[source]]
kind = "moment_tensor"
position = [600, 400, -600]
moment = {{ xy = 1e12, zz = 4e11 }}
time_function = {{ kind = "ricker", frequency = 4, delay = 0.25 }}
[[receivers]]
positions = [[400, 400, 0], [1013.7, 817.3, -400], [231.7, 500, -700]]
quantities = ["velocity", "pressure", "displacement", "acceleration"]
[time]
duration = {duration}
sample_interval = 0.01
[mesh]
{mesh}
[solver]
method = "dg"
[solver.dg]
order = 4
[output]
plots = false
"""
LAYERS = """
[model]
kind = "layers"
[[model.layer]]
top = 0
vp = 1500
vs = 0
rho = 1000
[[model.layer]]
top = -400
vp = 2800
vs = 1600
rho = 2200
"""
REGIONS = """
[model]
kind = "regions"
[[model.region]]
name = "water"
vp = 1500
vs = 0
rho = 1000
[[model.region]]
tag = 2
vp = 2800
vs = 1600
rho = 2200
"""
# Water and soft ground attenuate, the rock below does not.
ATTENUATING = """
[model]
kind = "layers"
reference_frequency = 4
[[model.layer]]
top = 0
vp = 1500
vs = 0
rho = 1000
qp = 80
[[model.layer]]
top = -400
vp = 2000
vs = 1100
rho = 2000
qp = 40
qs = 20
[[model.layer]]
top = -800
vp = 2800
vs = 1600
rho = 2200
"""
# A thin fast layer and a fluid: clusters of local steps, with elements that attenuate in each.
THIN = """
[model]
kind = "layers"
reference_frequency = 4
[[model.layer]]
top = 0
vp = 1500
vs = 0
rho = 1000
qp = 80
[[model.layer]]
top = -400
vp = 2000
vs = 1100
rho = 2000
qp = 40
qs = 20
[[model.layer]]
top = -500
vp = 4000
vs = 2300
rho = 2500
qp = 80
qs = 40
[[model.layer]]
top = -540
vp = 2800
vs = 1600
rho = 2200
"""


def case(model=LAYERS, mesh="spacing = 200", duration=0.4, sides=""):
    return CASE.format(model=model, mesh=mesh, duration=duration, sides=sides)


def write(folder, name="case.toml", more="", **values):
    (folder / name).write_text(case(**values) + more)
