"""A small chunk of the earth, with attenuation, checkpoints and places on its surface and below."""

CASE = """
title = "A chunk"
[domain]
kind = "chunk"
centre = { lat = 37, lon = 140 }
width = [14, 10]
rotation = 30
depth = 500e3
[model]
kind = "radial"
[boundary]
top = "free"
[[source]]
kind = "moment_tensor"
lat = 37.5
lon = 141
depth = 120e3
moment = { xx = 1e20, zz = -1e20, xy = 0.4e20 }
time_function = { kind = "gaussian", sigma = 20, delay = 80 }
[[receivers]]
place = [{ lat = 36, lon = 138 }, { lat = 39, lon = 142, depth = 60e3 }]
labels = ["AA.NEAR", "AA.DEEP"]
quantities = ["velocity", "displacement", "stress"]
[time]
duration = 40
sample_interval = 1
[mesh]
spacing = 350e3
[solver]
method = "sem"
[output]
plots = false
checkpoint = { every_steps = 100 }
"""


def write(folder, text=CASE):
    (folder / "case.toml").write_text(text)
