"""Checkpoints: a run that was killed, paused or stopped goes on bit for bit, with all its outputs whole."""

import json
import os
import signal
import subprocess
import time

from support import main
from support.bits import same_bits

CASE = """
[domain]
x = [0, 900]
z = [-600, 0]
[model]
kind = "uniform"
vp = 2400
vs = 1300
rho = 2100
[boundary]
top = "free"
[[source]]
kind = "explosion"
position = [452, -301]
moment = 1e10
time_function = {{ kind = "ricker", frequency = 6, delay = 0.2 }}
[[receivers]]
name = "across"
line = {{ from = [0, -300], to = [900, -300], count = 31 }}
quantities = ["displacement", "acceleration", "velocity", "pressure"]
[time]
duration = {duration}
sample_interval = 0.01
[mesh]
spacing = {spacing}
[output]
plots = false
snapshots = {{ interval = 0.1, quantities = ["velocity"] }}
checkpoint = {{ every_steps = {every} }}
"""


def same_results(one, other):
    same_bits(one / "traces.h5", other / "traces.h5")
    names = sorted(p.name for p in (one / "snapshots").iterdir())
    assert names == sorted(p.name for p in (other / "snapshots").iterdir())
    for name in names:
        if name.endswith("vtkhdf"):
            same_bits(one / "snapshots" / name, other / "snapshots" / name)
        else:
            assert (one / "snapshots" / name).read_text() == (other / "snapshots" / name).read_text(), name


def killed(unda, folder):
    """kill -9 of one rank in mid-run ends all, and the last checkpoint goes on."""
    (folder / "case.toml").write_text(CASE.format(duration=1.6, spacing=5, every=40))
    unda.call("run", "case.toml", "--out", "whole", cwd=folder, ranks=2).expect(0)
    for ranks in (1, 2):
        result = folder / f"cut{ranks}"
        with open(folder / "output", "w") as output:
            process = unda.start("run", "case.toml", "--out", result, cwd=folder, stdout=output, ranks=ranks)
            deadline = time.time() + 60
            while not (result / "checkpoint" / "checkpoint.h5").exists() and time.time() < deadline:
                time.sleep(0.01)
            victims = subprocess.run(["pgrep", "-f", f"unda run case.toml --out {result}"], capture_output=True,
                                     text=True).stdout.split()
            victims = [int(v) for v in victims if "mpirun" not in open(f"/proc/{v}/cmdline").read()]
            assert len(victims) == ranks, victims
            os.kill(victims[-1], signal.SIGKILL)
            assert process.wait(60) != 0
        assert not (result / "traces.h5").exists()
        outcome = unda.call("run", "case.toml", "--out", result, "--restart", cwd=folder, ranks=ranks).expect(0)
        assert "going on from step" in outcome.out, outcome
        same_results(folder / "whole", result)


def paused(unda, folder):
    """--time-limit writes a checkpoint and stops in time, again and again until the end; on a busy machine with more and more of it."""
    (folder / "case.toml").write_text(CASE.format(duration=2.4, spacing=2, every=100000))
    for ranks in (2,):
        unda.call("run", "case.toml", "--out", "whole", "--overwrite", cwd=folder, ranks=ranks).expect(0)
        result = folder / f"pieces{ranks}"
        n_pauses = 0
        for attempt in range(60):
            start, limit = time.time(), min(1.3**attempt, 30)
            more = ["--restart"] if attempt > 0 else []
            outcome = unda.call("run", "case.toml", "--out", result, "--time-limit", f"{limit:.2f}", *more, cwd=folder,
                                ranks=ranks).expect(0)
            status = json.loads((result / "report.json").read_text())["status"]
            if status == "done":
                break
            assert status == "paused" and "--restart" in outcome.out, outcome
            assert time.time() - start < limit + 4, "stopped late"
            n_pauses += 1
        assert status == "done" and n_pauses >= 1, (status, n_pauses)
        same_results(folder / "whole", result)


def another_scenario(unda, folder):
    (folder / "case.toml").write_text(CASE.format(duration=0.3, spacing=15, every=10))
    outcome = unda.call("run", "case.toml", "--out", "r", "--restart", cwd=folder).expect(2)
    assert "no checkpoint" in outcome.err, outcome
    unda.call("run", "case.toml", "--out", "r", cwd=folder).expect(0)
    before = (folder / "r" / "traces.h5").read_bytes()
    for key, value, said in (("time.duration", "0.4", "time.duration: 0.3 there, 0.4 here"),
                             ("model.vp", "2500.0", "model.vp"), ("solver.fd.order", "4", "solver.fd.order")):
        outcome = unda.call("run", "case.toml", "--out", "r", "--restart", "--set", f"{key}={value}", cwd=folder).expect(2)
        assert said in outcome.err and "belongs to another run" in outcome.err, outcome
    outcome = unda.call("run", "case.toml", "--out", "r", "--restart", cwd=folder, ranks=2).expect(2)
    assert "written by 1 rank" in outcome.err and outcome.err.count("unda: ") == 1, outcome
    assert (folder / "r" / "traces.h5").read_bytes() == before
    (folder / "r" / "checkpoint" / "checkpoint.h5").write_text("garbage")
    outcome = unda.call("run", "case.toml", "--out", "r", "--restart", cwd=folder).expect(2)
    assert "is no checkpoint" in outcome.err, outcome
    for limit in ("soon", "-5", "0", "1:2:3:4", ""):
        unda.call("run", "case.toml", "--out", "n", "--time-limit", limit or "::", cwd=folder).expect(2)


def error_on_one_rank(unda, folder):
    """A disk that fills up: one message, a non-zero exit, no rank left waiting, and the checkpoint before it is whole."""
    (folder / "case.toml").write_text(CASE.format(duration=0.6, spacing=10, every=10))
    start = time.time()
    outcome = unda.call("run", "case.toml", "--out", "full", cwd=folder, ranks=2, file_limit_kib=60)
    assert outcome.code != 0 and time.time() - start < 40, outcome
    assert outcome.err.count("unda: ") == 1, outcome


main(killed, paused, another_scenario, error_on_one_rank)
