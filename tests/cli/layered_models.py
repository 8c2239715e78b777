"""A few random layered models against their exact seismograms, as bench/layered_models has them: misfits below what mesh.max_frequency
promises, and foretold by plan within a factor of three, also on a grid that is too coarse."""

import json
import re
import subprocess
import sys

from support import QUICK, ROOT, main, os
from support.scenarios import written

LAMB = """[domain]
x = [-600, 1600]
z = [-900, 0]
[model]
kind = "uniform"
vp = 2000.0
vs = 1155.0
rho = 2000.0
[boundary]
top = "free"
[[source]]
kind = "force"
position = [0, -5]
force = [0, 1e9]
time_function = { kind = "ricker", frequency = 10, delay = 0.15 }
[[receivers]]
name = "surface"
line = { from = [300, 0], to = [900, 0], count = 3 }
quantities = ["velocity"]
[time]
duration = 1.3
sample_interval = 0.004
[output]
plots = false
"""


def survey(unda, folder, *options):
    command = [sys.executable, ROOT / "bench" / "layered_models", "--program", unda.program, "--json", folder / "rows.json", *options]
    done = subprocess.run(list(map(str, command)), env={**os.environ, **QUICK}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads((folder / "rows.json").read_text()), done.stdout


def a_few_models_come_as_foretold(unda, folder):
    rows, text = survey(unda, folder, "--seed", "7", "--count", "4", "--dims", "2", "--methods", "fd,sem")
    assert len(rows) == 8, text
    for row in rows:
        assert row["true"] < 0.05 and 1 / 3 < row["true"] / row["foretold"] < 3, text


def waves_along_the_surface_of_a_coarse_grid_are_told(unda, folder):
    """Lamb's problem at 4.3 points per shortest wavelength."""
    written(folder, LAMB, "lamb.toml")
    coarse = ["--set", f"mesh.spacing={1155 / 25 / 4.3:.3f}"]
    planned = unda.call("plan", "lamb.toml", *coarse, cwd=folder).expect(0)
    unda.call("run", "lamb.toml", "--out", "coarse", *coarse, cwd=folder).expect(0)
    report = json.loads((folder / "coarse" / "report.json").read_text())
    true, told = report["closed_form"]["misfit"], report["expected_misfit"]["misfit"]
    assert 0.05 < true and 1 / 3 < true / told < 3, (true, told)
    assert re.search(r"most of it: waves along the free surface", planned.out), planned


if __name__ == "__main__":
    main(a_few_models_come_as_foretold, waves_along_the_surface_of_a_coarse_grid_are_told)
