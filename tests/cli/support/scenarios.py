"""Small scenarios for the command line tests, and edits of them.

They run in a fraction of a second, by finite differences unless a test changes that.
"""

from support import ROOT

QUICKSTART = ROOT / "examples" / "quickstart.toml"

# Every line is different, so that an edit can name the one it replaces.
SMALL_2D = """\
title = "A small box of water"
[domain]
x = [0, 1000]
z = [-500, 0]
[model]
kind = "uniform"
vp = 1500.0
vs = 0.0
rho = 1000.0
[boundary]
default = "absorbing"
top = "free"
[[source]]
kind = "explosion"
position = [300, -200]
moment = 1e9
time_function = { kind = "ricker", frequency = 10, delay = 0.15 }
[[receivers]]
name = "line"
line = { from = [100, -50], to = [900, -50], count = 5 }
quantities = ["pressure", "velocity"]
[time]
duration = 0.5
sample_interval = 0.005
[mesh]
spacing = 12.5
[solver]
method = "fd"
precision = "single"
[solver.fd]
order = 8
[output]
plots = false
"""

SMALL_1D = """\
[domain]
x = [0, 2000]
[model]
kind = "uniform"
vp = 1500.0
vs = 0.0
rho = 1000.0
[[source]]
kind = "explosion"
position = [500]
moment = 1e9
time_function = { kind = "gaussian", sigma = 0.02, delay = 0.15 }
[[receivers]]
positions = [[700], [1100.5]]
labels = ["near", "far"]
quantities = ["velocity", "displacement", "pressure"]
[time]
duration = 1.0
sample_interval = 0.01
[mesh]
spacing = 10.0
[solver]
precision = "double"
[output]
plots = false
"""

ROCK = """\
title = "Water over soft and hard rock"
[domain]
x = [-500, 900]
z = [-600, 0]
[model]
kind = "layers"
[[model.layer]]
top = 0.0
vp = 1500.0
vs = 0.0
rho = 1000.0
[[model.layer]]
top = -100.0
vp = 2200.0
vs = 1000.0
rho = 2000.0
[[model.layer]]
top = -300.0
vp = 3000.0
vs = 1700.0
rho = 2300.0
[boundary]
top = "free"
[[source]]
kind = "explosion"
position = [0, -60]
moment = 1e9
time_function = { kind = "ricker", frequency = 10, delay = 0.15 }
[[receivers]]
name = "mud"
line = { from = [100, -140], to = [400, -140], count = 3 }
quantities = ["velocity", "pressure"]
[[receivers]]
name = "rock"
positions = [[200, -250]]
quantities = ["stress", "displacement", "acceleration"]
[time]
duration = 0.8
sample_interval = 0.004
[mesh]
spacing = 8.0
[output]
plots = false
"""


def edited(text, *edits):
    """The text with lines replaced (each edit: old line, new lines), and the number of the last edit's line."""
    lines = text.splitlines()
    number = 0
    for old, new in edits:
        assert lines.count(old) == 1, f"the line is not there once: {old}"
        number = lines.index(old) + 1
        lines[number - 1 : number] = new.splitlines()
    return "\n".join(lines) + "\n", number


def written(folder, text, name="small.toml"):
    file = folder / name
    file.write_text(text)
    return file
