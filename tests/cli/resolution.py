"""A grid too coarse for the way to the farthest receiver brings a warning, and plan and run give the same one.

What the warning expects is near what comes: the quickstart knows its exact traces.
"""

import json
import re

from support import main
from support.scenarios import QUICKSTART, SMALL_2D, written

FEWER = ["--set", "receivers[1].line={ from = [2000, -200], to = [2000, -1400], count = 2 }", "--set", "output.plots=false"]


def warning_of(outcome):
    found = re.findall(r"warning: .*?(mesh\.\w+: .* about (\d+) % off.*)", outcome.out + outcome.err)
    assert len(found) <= 1, outcome
    return (found[0][0], int(found[0][1]) / 100) if found else (None, 0.0)


def coarse_grids_are_told(unda, folder):
    coarse = ["--set", "mesh.spacing=12", *FEWER]
    planned = warning_of(unda.call("plan", QUICKSTART, *coarse, cwd=folder).expect(0))
    ran = warning_of(unda.call("run", QUICKSTART, "--out", "coarse", *coarse, cwd=folder).expect(0))
    assert planned == ran and planned[0].startswith("mesh.spacing: 3.3 points"), (planned, ran)
    worst = json.loads((folder / "coarse/report.json").read_text())["closed_form"]["worst_misfit"]
    assert 0.1 < worst < 0.5 and worst / 2 < ran[1] < 2 * worst, (worst, ran)
    for fine in (["--set", "mesh.spacing=8"], []):
        assert warning_of(unda.call("plan", QUICKSTART, *fine, cwd=folder).expect(0))[0] is None, fine


def the_way_counts(unda, folder):
    """The same grid is good enough for receivers nearby."""
    near = ["--set", "receivers[0].line={ from = [620, -400], to = [700, -400], count = 3 }",
            "--set", "receivers[1].line={ from = [650, -400], to = [650, -500], count = 3 }"]  # fmt: skip
    outcome = unda.call("plan", QUICKSTART, "--set", "mesh.spacing=12", *near, cwd=folder).expect(0)
    assert warning_of(outcome)[0] is None and "after 3 wavelengths" in outcome.out, outcome
    coarser = unda.call("plan", QUICKSTART, "--set", "mesh.spacing=18", *near, cwd=folder).expect(0)
    assert warning_of(coarser)[0], coarser


def nothing_is_said_of_no_receivers(unda, folder):
    lines = SMALL_2D.splitlines()
    first = lines.index("[[receivers]]")
    written(folder, "\n".join(lines[:first] + lines[first + 4 :]) + "\n")
    outcome = unda.call("run", "small.toml", "--out", "result", cwd=folder).expect(0)
    assert "closed form" not in outcome.out and "closed_form" not in (folder / "result/report.json").read_text(), outcome
    assert "after 20 wavelengths" in unda.call("plan", "small.toml", cwd=folder).expect(0).out


if __name__ == "__main__":
    main(coarse_grids_are_told, the_way_counts, nothing_is_said_of_no_receivers)
