"""An earthquake and two stations: the scenario, with SOURCE and RECEIVERS to be filled in, and files that fill them."""

SCENARIO = """\
title = "Two stations and an earthquake"
[domain]
x = [-10000, 10000]
y = [-10000, 10000]
z = [-10000, 0]
[model]
vp = 6000.0
vs = 3464.0
rho = 2700.0
[boundary]
top = "free"
[[source]]
SOURCE
[[receivers]]
name = "net"
RECEIVERS
[time]
duration = 4.0
sample_interval = 0.02
[mesh]
spacing = 500.0
[output]
plots = false
"""

STATIONS = """\
# SPECFEM: name network latitude (or y) longitude (or x) elevation burial
NEAR AA 2000.0 1000.0 0.0 0.0
DEEP AA -3000.0 4000.0 0.0 500.0
"""

CMTSOLUTION = """\
PDE 1999 01 01 00 00 00.00 0 0 4000 5.0 5.0 test
event name:      test
time shift:      0.0000
half duration:   1.0
latorUTM:        250.0
longorUTM:       -500.0
depth:           4.0
Mrr:             1.0e24
Mtt:             -3.0e24
Mpp:             2.0e24
Mrt:             0.5e24
Mrp:             -0.25e24
Mtp:             0.75e24
"""

FORCESOLUTION = """\
FORCE  001
time shift:     0.0000
f0:             1.0
latorUTM:       250.0
longorUTM:      -500.0
depth:          4.0
factor force source:             2.d12
component dir vect source E:     0.0
component dir vect source N:     0.0
component dir vect source Z_UP:  -3.0
"""
