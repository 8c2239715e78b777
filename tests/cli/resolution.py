"""A grid too coarse for the way to the farthest receiver brings a warning, and plan and run give the same one.

What the warning expects is near what comes: the quickstart knows its exact traces.
"""

import json
import re

from support import ROOT, main
from support.scenarios import QUICKSTART, SMALL_2D, edited, written

FEWER = ["--set", "receivers[1].line={ from = [2000, -200], to = [2000, -1400], count = 2 }", "--set", "output.plots=false"]


def warning_of(outcome):
    found = re.findall(r"warning: .*?(mesh\.\w+: .* about (\d+) % off.*)", outcome.out + outcome.err)
    assert len(found) <= 1, outcome
    return (found[0][0], int(found[0][1]) / 100) if found else (None, 0.0)


def expect_told(unda, folder, scenario, points, coarse):
    """plan and run warn of the same, and what they expect is within a factor of two of what comes."""
    planned = warning_of(unda.call("plan", scenario, *coarse, cwd=folder).expect(0))
    ran = warning_of(unda.call("run", scenario, "--out", "coarse", "--overwrite", *coarse, cwd=folder).expect(0))
    assert planned == ran and planned[0].startswith(f"mesh.spacing: {points} points"), (planned, ran)
    worst = json.loads((folder / "coarse/report.json").read_text())["closed_form"]["worst_misfit"]
    assert 0.1 < worst < 0.5 and worst / 2 < ran[1] < 2 * worst, (worst, ran)


def coarse_grids_are_told(unda, folder):
    expect_told(unda, folder, QUICKSTART, "3.3", ["--set", "mesh.spacing=12", *FEWER])
    for fine in (["--set", "mesh.spacing=8"], []):
        assert warning_of(unda.call("plan", QUICKSTART, *fine, cwd=folder).expect(0))[0] is None, fine


def coarse_elements_are_told(unda, folder):
    sem = ["--set", "solver.method=sem", *FEWER]
    expect_told(unda, folder, QUICKSTART, "4", [*sem, "--set", "mesh.sem.spacing=40"])
    fine = unda.call("plan", QUICKSTART, *sem, "--set", "mesh.sem.spacing=30", cwd=folder).expect(0)
    assert warning_of(fine)[0] is None, fine


def coarse_tetrahedra_are_told(unda, folder):
    low = [f'source[{n}].time_function={{ kind = "ricker", frequency = 2.5, delay = 0.5 }}' for n in range(2)]
    dg = [*low, "solver.method=dg", "solver.dg.order=3", "time.duration=1.2", "solver.dg.absorbing_elements=2", 'receivers[0].quantities=["velocity"]', "output.plots=false"]
    dg = [word for key in dg for word in ("--set", key)]
    scenario = ROOT / "examples" / "verification" / "full_space_3d.toml"
    expect_told(unda, folder, scenario, "4.4", [*dg, "--set", "mesh.dg.spacing=250"])
    fine = unda.call("plan", scenario, *dg, "--set", "mesh.dg.spacing=125", cwd=folder).expect(0)
    assert warning_of(fine)[0] is None, fine


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


def near_receivers_are_told(unda, folder):
    """By the method's own reach: a receiver 30 m from the source is too near on elements of 50 m, not on a grid of 4 m."""
    written(folder, SMALL_2D)
    place = ["--set", "receivers[0].line={ from = [330, -200], to = [730, -200], count = 3 }"]
    for more, named in ((["--set", "solver.method=sem", "--set", "mesh.spacing=50"], True), (["--set", "mesh.spacing=4"], False)):
        told = unda.call("plan", "small.toml", *place, *more, cwd=folder).expect(0).out
        assert (" stands 30 m away, within 100 m of a source" in told) == named, told


def bands_are_told(unda, folder):
    """What to do where a source reaches beyond what the mesh resolves, and the frequency that the resolution is counted at."""
    written(folder, edited(SMALL_2D, ("spacing = 12.5", "max_frequency = 12"))[0])
    told = unda.call("plan", "small.toml", cwd=folder).expect(0).out
    assert "the source reaches 25 Hz, more than mesh.max_frequency = 12 Hz resolves: what traces have above that is wrong" in told, told
    assert "points per shortest wavelength, that of 25 Hz; its speed" in told, told
    written(folder, edited(SMALL_2D, ("spacing = 12.5", "spacing = 12.5\nmax_frequency = 12"))[0])
    told = unda.call("plan", "small.toml", cwd=folder).expect(0).out
    assert "mesh.max_frequency: does not change the mesh: spacing goes before it; leave one out" in told, told
    assert "the source reaches" not in told, told


def runs_that_end_early_are_told(unda, folder):
    """Before the peak of the source, or before its waves have come to a receiver."""
    written(folder, SMALL_2D)
    for change, words in ((["time.duration=0.1"], "the run ends at time.duration = 0.1 s, when s(t) has come to"),
                          (["time.duration=0.3", "receivers[0].line.from=[900, -50]", "receivers[0].line.to=[950, -50]"],
                           "before any wave has come to a receiver: at 1500 m/s the first is there at"), ([], "")):  # fmt: skip
        options = [word for one in change for word in ("--set", one)]
        told = unda.call("plan", "small.toml", *options, cwd=folder).expect(0).out
        assert words in told and ("the run ends" in told) == bool(words), told


if __name__ == "__main__":
    main(coarse_grids_are_told, coarse_elements_are_told, coarse_tetrahedra_are_told, the_way_counts, nothing_is_said_of_no_receivers,
         near_receivers_are_told, bands_are_told, runs_that_end_early_are_told)  # fmt: skip
