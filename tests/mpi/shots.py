"""Shots: each a simulation of its own, shared among the ranks, with the result it would have alone."""

import json

from support import devices, main
from support.bits import same_bits
from support.forgery import shorten_last_rank

COMMON = """
title = "A line of shots"
[domain]
x = [0, 1000]
z = [-400, 0]
[model]
kind = "uniform"
vp = 1500
vs = 0
rho = 1000
[boundary]
top = "free"
[time]
duration = 0.4
sample_interval = 0.01
[mesh]
spacing = 12.5
[output]
plots = false
checkpoint = { every_steps = 50 }
[[receivers]]
name = "streamer"
line = { from = [100, -20], to = [900, -20], count = 9 }
"""

SOURCE = """
kind = "explosion"
position = [{x}, -30]
moment = 1e9
time_function = {{ kind = "ricker", frequency = 8, delay = 0.15 }}
"""

PLACES = {"west": 200, "middle": 500, "east": 800, "shot4": 650}


def write(folder):
    text = COMMON
    for name, x in PLACES.items():
        text += "[[shot]]\n" + (f'name = "{name}"\n' if name != "shot4" else "")
        text += "[[shot.source]]" + SOURCE.format(x=x)
        if name == "east":
            text += '[[shot.receivers]]\nname = "own"\npositions = [[810, -35]]\n'
        (folder / f"{name}.toml").write_text(
            COMMON + "[[source]]" + SOURCE.format(x=x)
            + ('[[receivers]]\nname = "own"\npositions = [[810, -35]]\n' if name == "east" else ""))
    (folder / "line.toml").write_text(text)


def alone_and_together(unda, folder):
    write(folder)
    for name in PLACES:
        unda.call("run", f"{name}.toml", "--out", f"alone/{name}", cwd=folder).expect(0)
    for ranks, more in ((1, []), (2, []), (3, []), (4, ["--set", "parallel.ranks=[1, 2]"]), (4, ["--set", "parallel.shots=2"])):
        outcome = unda.call("run", "line.toml", "--out", "line", "--overwrite", *more, cwd=folder, ranks=ranks).expect(0)
        assert "4 of 4 shots done" in outcome.out, outcome
        index = json.loads((folder / "line" / "shots.json").read_text())["shots"]
        assert [s["name"] for s in index] == list(PLACES) and {s["status"] for s in index} == {"done"}, index
        for name in PLACES:
            same_bits(folder / "alone" / name / "traces.h5", folder / "line" / name / "traces.h5")
            assert name in (folder / "line" / name / "run.log").read_text()


def on_devices(unda, folder):
    """Two shots at a time, each on two ranks, all of them on one device: the bits of each alone on the CPU, or for elements alone on the device."""
    write(folder)
    for device in devices(unda):
        for method, ranks in (("fd", 4), ("sem", 2)):
            given = ["--overwrite", "--set", f"solver.device={device}", "--set", f"solver.method={method}", "--set", "mesh.spacing=25", "--set", "time.duration=0.2"]
            alone = [*given, "--set", "solver.device=cpu"] if method == "fd" else given
            unda.call("run", "line.toml", "--out", "line", "--set", "parallel.shots=2", *given, cwd=folder, ranks=ranks).expect(0)
            for name in ("west", "east"):
                unda.call("run", f"{name}.toml", "--out", "alone", *alone, cwd=folder).expect(0)
                same_bits(folder / "alone" / "traces.h5", folder / "line" / name / "traces.h5")



def going_on(unda, folder):
    """With --restart the shots that are done are left alone, the others are run or go on."""
    write(folder)
    unda.call("run", "line.toml", "--out", "line", cwd=folder, ranks=2).expect(0)
    before = (folder / "line" / "west" / "traces.h5").stat().st_mtime_ns
    for name in ("middle", "east"):
        (folder / "line" / name / "report.json").unlink()
        (folder / "line" / name / "traces.h5").rename(folder / f"{name}.h5")
    (folder / "line" / "east" / "checkpoint" / "checkpoint.h5").unlink()
    unda.call("run", "line.toml", "--out", "line", "--restart", cwd=folder, ranks=2).expect(0)
    assert (folder / "line" / "west" / "traces.h5").stat().st_mtime_ns == before
    for name in ("middle", "east"):
        same_bits(folder / f"{name}.h5", folder / "line" / name / "traces.h5")


def one_fails(unda, folder):
    """A shot that blows up is told at the end; the others are whole."""
    write(folder)
    text = (folder / "line.toml").read_text()
    (folder / "line.toml").write_text(text.replace("moment = 1e9", "moment = 1e308", 1))
    outcome = unda.call("run", "line.toml", "--out", "line", cwd=folder, ranks=2).expect(1)
    assert "1 of 4 shots failed, the first west" in outcome.err, outcome
    statuses = {s["name"]: s["status"] for s in json.loads((folder / "line" / "shots.json").read_text())["shots"]}
    assert statuses["west"] == "stopped" and statuses["east"] == "done", statuses


def one_rank_fails(unda, folder):
    """What goes wrong on one rank of a shot ends all: its partner would wait for ever."""
    write(folder)
    both = ["run", "line.toml", "--out", "line", "--set", "parallel.ranks=[1, 2]"]
    unda.call(*both, cwd=folder, ranks=2).expect(0)
    (folder / "line" / "west" / "report.json").unlink()
    shorten_last_rank(folder / "line" / "west" / "checkpoint" / "checkpoint.h5", 64)
    outcome = unda.call(*both, "--restart", cwd=folder, ranks=2, timeout=60).expect(1)
    assert "unda: rank 1: the checkpoint holds less than this run needs" in outcome.err, outcome


def wrong_shots(unda, folder):
    write(folder)
    text = (folder / "line.toml").read_text()
    for old, new, said in (
        ('name = "west"', 'name = "a/b"', "shot.name"), ('name = "west"', 'name = "east"', "names another shot"),
        ('name = "west"', 'nam = "west"', "shot.nam: unknown key"), ("[[shot.source]]", "[[shot.sources]]", "unknown key"),
        ("position = [800, -30]", "position = [800, 30]", "source.position"),
    ):
        (folder / "wrong.toml").write_text(text.replace(old, new, 1))
        for command in ("run", "plan", "check") if "position" not in old else ("run",):
            outcome = unda.call(command, "wrong.toml", cwd=folder).expect(2)
            assert said in outcome.err and "wrong.toml:" in outcome.err, outcome
    assert not (folder / "results").exists()


main(alone_and_together, on_devices, going_on, one_fails, one_rank_fails, wrong_shots)
