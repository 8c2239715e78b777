"""When something goes wrong: no place to write, a full disk, an unstable step, a signal.

The message is clear, the exit code is not zero, and what is left on disk is whole.
"""

import json
import os
import re
import signal
import time

import h5py
import numpy as np

from support import listing, main, wait_for
from support.scenarios import SMALL_1D, SMALL_2D, edited, written

# Takes minutes unless something stops it.
ENDLESS, _ = edited(
    SMALL_2D,
    ("duration = 0.5", "duration = 2000.0"),
    ("sample_interval = 0.005", "sample_interval = 0.1"),
    ("spacing = 12.5", "spacing = 4.0"),
)


def check_traces(file, full_length):
    """Whole, shorter than asked, and all arrays of one length; returns that length."""
    with h5py.File(file) as traces:
        for group in traces["receivers"].values():
            nt = group["time"].shape[0]
            assert nt < full_length, f"{nt} samples of {full_length}: not shorter"
            for name in set(group) - {"time", "position", "label"}:
                assert group[name].shape[-1] == nt, f"{name}: {group[name].shape}, time {nt}"
    return nt


def check_report(result, steps):
    report = json.loads((result / "report.json").read_text())
    assert report["status"] == "stopped", report
    assert report["reason"], report
    assert report["steps"] == steps, f"report.json tells {report['steps']} steps, {steps} were done"


def out_is_a_file(unda, folder):
    written(folder, SMALL_2D)
    (folder / "occupied").write_text("mine")
    before = listing(folder)
    for out in ("occupied", "occupied/below", "occupied/far/below", folder / "occupied", "./occupied/"):
        for more in ([], ["--overwrite"]):
            outcome = unda.call("run", "small.toml", "--out", out, *more, cwd=folder).expect(2)
            assert "--out" in outcome.err and "occupied" in outcome.err, outcome
            assert outcome.err.count("\n") == 1, f"{outcome}\nexpected one line"
            assert listing(folder) == before, listing(folder)
    assert (folder / "occupied").read_text() == "mine"


def out_is_read_only(unda, folder):
    if os.geteuid() == 0:
        print("out_is_read_only: skipped, root may write anywhere")
        return
    written(folder, SMALL_2D)
    locked = folder / "locked"
    locked.mkdir(mode=0o555)
    for out in ("locked", "locked/below"):
        outcome = unda.call("run", "small.toml", "--out", out, cwd=folder)
        assert outcome.code in (1, 2) and "locked" in outcome.err, outcome
        assert list(locked.iterdir()) == []


def file_size_limit(unda, folder):
    """A disk that fills up while the traces are written shows in the same way as a limit on a file's size."""
    text, _ = edited(SMALL_2D, ("sample_interval = 0.005", "sample_interval = 0.0005"))
    written(folder, text.replace("count = 5", "count = 100"))
    outcome = unda.call("run", "small.toml", "--out", "result", file_limit_kib=64, cwd=folder).expect(1)
    assert outcome.err.count("\n") == 1 and outcome.err.startswith("unda: "), f"{outcome}\nexpected one line"
    assert "traces.h5" in outcome.err, f"{outcome}\nthe message does not name the file"
    left = [p.name for p in (folder / "result").iterdir() if "traces" in p.name]
    assert left == [], f"left behind: {left}"
    # With room again the same command goes through.
    unda.call("run", "small.toml", "--out", "result", "--overwrite", cwd=folder).expect(0)


def no_room_for_the_mesh_of_snapshots(unda, folder):
    text, _ = edited(SMALL_2D, ('method = "fd"', 'method = "sem"'), ("spacing = 12.5", "spacing = 40"), ("order = 8", ""),
                     ("plots = false", "plots = false\nsnapshots = { interval = 0.1 }"))  # fmt: skip
    written(folder, text)
    outcome = unda.call("run", "small.toml", "--out", "result", file_limit_kib=24, cwd=folder).expect(1)
    assert "mesh.vtkhdf" in outcome.err, outcome
    left = [p.name for p in (folder / "result").rglob("*") if "partial" in p.name or p.suffix == ".vtkhdf"]
    assert left == [], left


def no_room_at_all(unda, folder):
    written(folder, SMALL_2D)
    outcome = unda.call("run", "small.toml", "--out", "result", file_limit_kib=0, cwd=folder).expect(1)
    assert outcome.err.count("\n") == 1 and "result/" in outcome.err, outcome
    left = {p.name: p.stat().st_size for p in (folder / "result").iterdir() if p.stat().st_size or p.suffix != ".log"}
    assert left == {}, f"left behind: {left}"


def little_memory(unda, folder):
    """From too little to load the libraries to enough: a message where it does not do, never a signal, and no unfinished file."""
    text, _ = edited(SMALL_2D, ("plots = false", "plots = false\nsnapshots = { interval = 0.1 }\ncheckpoint = { every_steps = 50 }"))
    written(folder, text)
    codes = []
    for limit in range(50_000, 120_000, 400):
        outcome = unda.call("run", "small.toml", "--out", "result", "--overwrite", memory_limit_kib=limit, cwd=folder)
        if outcome.code == 127 and ("shared libraries" in outcome.err or "cannot allocate TLS" in outcome.err):
            continue  # not ours yet
        codes.append(outcome.code)
        assert outcome.code in (0, 1), f"{limit} KiB: {outcome}"
        assert outcome.code == 0 or "memory" in outcome.err, f"{limit} KiB: {outcome}"
        left = [p.name for p in (folder / "result").rglob("*.partial")]
        assert left == [], f"{limit} KiB left {left}"
        if codes[-3:] == [0, 0, 0]:
            break
    assert codes.count(1) > 5 and codes[-1] == 0, f"the limits were chosen badly: {codes}"


def unstable(unda, folder, text, dims, precision):
    written(folder, text)
    plan = unda.call("plan", "small.toml", cwd=folder).expect(0)
    largest = float(re.search(r"largest stable: ([0-9.e-]+) s", plan.out)[1])
    outcome = unda.call("run", "small.toml", "--out", "result", "--set", f"time.step={3 * largest}",
                        "--set", "time.duration=20.0", "--set", f"solver.precision={precision}",
                        cwd=folder).expect(1)  # fmt: skip
    assert outcome.err.count("\n") == 1, f"{outcome}\nexpected one line"
    # The shortest waves grow by exp(2 arcosh 3) = 34 a step: to the end of the numbers in about this many.
    blow_up = {"single": 38, "double": 308}[precision] / np.log10(34)
    step = re.search(r"at step (\d+) of \d+, t = [0-9.e-]+ s", outcome.err)
    assert step, f"{outcome}\nneither step nor time were told"
    assert int(step[1]) <= blow_up + 100, f"{outcome}\nnoticed too late"
    place = {1: r"x = -?[0-9.e+]+", 2: r"x = -?[0-9.e+]+, z = -?[0-9.e+]+"}[dims]
    for wanted in (place, r"vp 1500", r"vs 0", r"rho 1000", r"time\.step", r"largest stable step", r"traces\.h5"):
        assert re.search(wanted, outcome.err), f"{outcome}\ndoes not tell {wanted}"
    check_traces(folder / "result/traces.h5", full_length=2001)
    check_report(folder / "result", int(step[1]))
    assert "unstable" in (folder / "result/run.log").read_text()


def unstable_step_2d(unda, folder):
    unstable(unda, folder, SMALL_2D, 2, "single")


def unstable_step_2d_double(unda, folder):
    unstable(unda, folder, SMALL_2D, 2, "double")


def unstable_step_1d(unda, folder):
    unstable(unda, folder, SMALL_1D, 1, "single")


def interrupted(unda, folder, number, what, condition):
    """Starts an endless run, sends the signal once `condition(stdout so far)` holds, returns all of stdout."""
    written(folder, ENDLESS)
    printed = folder / "stdout"
    with printed.open("wb") as stdout:
        process = unda.start("run", "small.toml", "--out", "result", cwd=folder, stdout=stdout)
        try:
            wait_for(lambda: condition(printed.read_text()), process, what)
            process.send_signal(number)
            begin = time.monotonic()
            _, err = process.communicate(timeout=60)
        finally:
            process.kill()
    seconds, err = time.monotonic() - begin, err.decode()
    assert process.returncode == 1, f"exit code {process.returncode}: {err}"
    assert seconds < 10, f"went on for {seconds:.1f} s after the signal"
    name = signal.Signals(number).name
    said = re.search(rf"stopped by {name} at step (\d+) of \d+", err)
    assert said and "traces.h5" in err, err
    assert check_traces(folder / "result/traces.h5", full_length=20001) > 0, "no samples were kept"
    check_report(folder / "result", int(said[1]))
    left = [p.name for p in (folder / "result").iterdir() if "partial" in p.name]
    assert left == [], left
    return printed.read_text()


def terminated(unda, folder):
    begin = []

    def running_for_a_second(text):
        if " steps of " in text and not begin:
            begin.append(time.monotonic())
        return begin and time.monotonic() - begin[0] > 1

    interrupted(unda, folder, signal.SIGTERM, "start of the run", running_for_a_second)


def interrupted_with_plain_progress(unda, folder):
    """Not on a terminal, progress comes as plain lines."""
    out = interrupted(unda, folder, signal.SIGINT, "line of progress", lambda text: re.search(r"step \d+ of \d+", text))
    assert "\x1b" not in out and "\r" not in out, repr(out)
    assert re.search(r"^ *\d+ %  step \d+ of \d+ .*updates/s.*left$", out, re.MULTILINE), out


def tiny_steps(unda, folder):
    """One absurd velocity makes millions of steps; the run begins at once all the same, and ends at its time limit."""
    speeds = np.full((6, 11), 1500, "f4")
    speeds[3, 5] = 1e8
    np.save(folder / "vp.npy", speeds)
    grid = 'kind = "grid"\norigin = [0, -500]\nspacing = [100, 100]'
    text = edited(SMALL_2D, ('kind = "uniform"', grid), ("vp = 1500.0", 'vp = "vp.npy"'))[0]
    written(folder, text)
    outcome = unda.call("run", "small.toml", "--out", "result", "--time-limit", "3", cwd=folder, timeout=60).expect(0)
    assert "the time limit of 3.0 s is near: stopped at step" in outcome.out, outcome


if __name__ == "__main__":
    main(tiny_steps, out_is_a_file, out_is_read_only, file_size_limit, no_room_for_the_mesh_of_snapshots, no_room_at_all, little_memory,
         unstable_step_2d, unstable_step_2d_double, unstable_step_1d, terminated, interrupted_with_plain_progress)  # fmt: skip
