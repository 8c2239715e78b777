"""Boxes cut into tetrahedra for bench/dg_speed, and how `unda bench` times them."""
import json
import os
import pathlib
import subprocess
import tempfile

SCENARIO = """
[domain]
x = [0, {0}]
y = [0, {1}]
z = [-{2}, 0]
[model]
kind = "uniform"
vp = 4000
vs = 2300
rho = 2500
[boundary]
{sides}
[[source]]
kind = "explosion"
position = [{3}, {4}, -{5}]
moment = 1e18
time_function = {{ kind = "ricker", frequency = 0.5 }}
[time]
duration = 5
[mesh]
spacing = {spacing}
[solver]
method = "dg"
precision = "{precision}"
device = "{device}"
[solver.dg]
order = {order}
absorbing_elements = 0
{more}
"""
EDGE = 1000  # of a box, m
FREE_TOP = 'top = "free"'
# One rank that exchanges with itself across west and east.
PERIODIC, WITH_SELF = FREE_TOP + '\nwest = "periodic"\neast = "periodic"', "[parallel]\nexchange_with_self = true"


def scenario(boxes, order, precision, device, sides=FREE_TOP, more=""):
    """`boxes` along x, y and z, each cut into six tetrahedra."""
    edges = [EDGE * n for n in boxes]
    return SCENARIO.format(*edges, *(0.505 * e for e in edges), spacing=EDGE, order=order, precision=precision, device=device,
                           sides=sides, more=more)


def measure(program, boxes, order, precision, device="cpu", threads=None, steps=10, options=(), **case):
    """What `unda bench --json` says; raises with its words where it fails."""
    with tempfile.TemporaryDirectory() as name:
        path = pathlib.Path(name) / "case.toml"
        path.write_text(scenario(boxes, order, precision, device, **case))
        done = subprocess.run([program, "bench", path, "--steps", str(steps), "--warmup", "2", "--json", *options], capture_output=True, text=True,
                              env=dict(os.environ, OMP_NUM_THREADS=str(threads or os.cpu_count())))
        if done.returncode != 0:
            raise RuntimeError((done.stderr.strip().splitlines() or ["ended with code " + str(done.returncode)])[-1])
        return json.loads(done.stdout.splitlines()[-1])
