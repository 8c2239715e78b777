"""--overwrite removes what a run of unda has written, and nothing else; two runs do not write into one directory."""

import os
import shutil
import signal
import subprocess

from support import environment, listing, main, wait_for
from support.scenarios import SMALL_1D, SMALL_2D, edited, written

ENDLESS, _ = edited(
    SMALL_2D,
    ("duration = 0.5", "duration = 2000.0"),
    ("sample_interval = 0.005", "sample_interval = 0.1"),
    ("spacing = 12.5", "spacing = 4.0"),
)


def files_of_the_user_stay(unda, folder):
    text, _ = edited(SMALL_2D, ("plots = false", "snapshots = { interval = 0.1 }\ncheckpoint = { every_steps = 50 }"))
    written(folder, text)
    unda.call("run", "small.toml", "--out", "result", cwd=folder).expect(0)
    ours = set(listing(folder / "result"))
    mine = ["notes.txt", "plots/my_paper_figure.pdf", "snapshots/mine.vtkhdf", "checkpoint/old.h5", "deep/traces.h5"]
    for name in mine:
        (folder / "result" / name).parent.mkdir(exist_ok=True)
        (folder / "result" / name).write_text("mine")
    unda.call("run", "small.toml", "--out", "result", "--overwrite", "--set", "output.plots=false",
              "--set", "time.duration=0.25", cwd=folder).expect(0)  # fmt: skip
    for name in mine:
        assert (folder / "result" / name).read_text() == "mine", name
    left = set(listing(folder / "result"))
    assert not any(name.endswith(".png") for name in left), left
    assert "snapshots/snapshot_000005.vtkhdf" in ours and "snapshots/snapshot_000005.vtkhdf" not in left, left


def foreign_files_in_the_way_are_named(unda, folder):
    written(folder, SMALL_1D)
    for name in ("traces.h5", "run.log", "plots/traces.png", "snapshots/snapshot_000003.vtkhdf", "checkpoint/checkpoint.h5"):
        foreign = folder / "result" / name
        foreign.parent.mkdir(parents=True, exist_ok=True)
        foreign.write_text("mine")
        before = listing(folder)
        outcome = unda.call("run", "small.toml", "--out", "result", "--overwrite", cwd=folder).expect(2)
        assert name in outcome.err, f"{outcome}\ndoes not name {name}"
        assert listing(folder) == before
        foreign.unlink()
    unda.call("run", "small.toml", "--out", "result", "--overwrite", cwd=folder).expect(0)


def files_of_the_user_in_folders_of_ours(unda, folder):
    """Only what a run has written is removed, not what it might have written."""
    written(folder, SMALL_2D)
    run = ["run", "small.toml", "--out", "result"]
    unda.call(*run, cwd=folder).expect(0)
    result = folder / "result"
    for name in ("snapshots/snapshot_000099.vtkhdf", "surface/surface_2.vtkhdf", "checkpoint/checkpoint.h5"):
        (result / name).parent.mkdir(exist_ok=True)
        (result / name).write_text("mine")
        outcome = unda.call(*run, "--overwrite", cwd=folder).expect(2)
        assert name in outcome.err and (result / name).read_text() == "mine", outcome
        assert (result / "traces.h5").exists()
        shutil.rmtree(result / name.split("/", maxsplit=1)[0])
    unda.call(*run, "--overwrite", cwd=folder).expect(0)


def manifest_lists_what_was_written(unda, folder):
    """No less, also where the run was killed, and no more; a run that goes on replaces nothing else."""
    text, _ = edited(SMALL_2D, ("plots = false", "snapshots = { interval = 0.1 }\nsurface = { interval = 0.1 }\ncheckpoint = { every_steps = 3 }"),
                     ("duration = 0.5", "duration = 1.5"), ("spacing = 12.5", "spacing = 5.0"))  # fmt: skip
    written(folder, text)
    run = ["run", "small.toml", "--set", "output.plots=false", "--out"]
    result = folder / "result"

    def listed():
        return {line for line in (result / "manifest.txt").read_text().splitlines() if not line.startswith("#")}

    with (folder / "stdout").open("wb") as stdout:
        first = unda.start(*run, "result", cwd=folder, stdout=stdout)
        wait_for((result / "snapshots/snapshot_000002.vtkhdf").exists, first, "a snapshot")
        first.kill()
        first.wait()
    there = {name.removesuffix(".partial") for name in listing(result) if (result / name).is_file()}
    assert there - {"run.lock", "manifest.txt"} <= listed(), there - listed()
    foreign = result / "snapshots/snapshot_000014.vtkhdf"
    assert not foreign.exists()
    foreign.write_text("mine")
    outcome = unda.call(*run, "result", "--restart", cwd=folder).expect(2)
    assert foreign.name in outcome.err and foreign.read_text() == "mine", outcome
    foreign.unlink()
    # Manifests of before listed what a run may write.
    whole = (result / "manifest.txt").read_text()
    (result / "manifest.txt").write_text("\n".join(["traces.h5", "report.json", "run.log", "scenario.toml", "model.h5", "checkpoint/checkpoint.h5",
        *(f"{kind}s/{name}".replace("surfaces", "surface") for kind in ("snapshot", "surface")
          for name in ("mesh.vtkhdf", "index.json", f"{kind}.vtkhdf.series", f"{kind}_*.vtkhdf")), ""]))  # fmt: skip
    shutil.copytree(result, folder / "older")
    (result / "manifest.txt").write_text(whole)
    for name in ("older", "result"):
        unda.call(*run, name, "--restart", cwd=folder).expect(0)
    there = {name for name in listing(result) if (result / name).is_file()} - {"manifest.txt"}
    assert there == listed(), there ^ listed()
    for name in ("older", "result"):
        unda.call(*run, name, "--overwrite", "--time-limit", "1", cwd=folder).expect(0)


def input_in_the_result_directory(unda, folder):
    result = folder / "results"
    result.mkdir()
    file = written(result, "# my comments\n" + SMALL_1D, "scenario.toml")
    for overwrite in ([], ["--overwrite"]):
        outcome = unda.call("run", file, "--out", result, *overwrite, cwd=folder).expect(2)
        assert "scenario.toml" in outcome.err or "not empty" in outcome.err, outcome
        assert file.read_text().startswith("# my comments")
    # A result's own scenario can be run again, elsewhere.
    unda.call("run", file, "--out", folder / "one", cwd=folder).expect(0)
    unda.call("run", folder / "one/scenario.toml", "--out", folder / "one", "--overwrite", cwd=folder).expect(2)
    unda.call("run", folder / "one/scenario.toml", "--out", folder / "two", cwd=folder).expect(0)


def pictures_are_ours(unda, folder):
    written(folder, SMALL_1D)
    unda.call("run", "small.toml", "--out", "result", cwd=folder).expect(0)
    unda.call("plot", "result", cwd=folder).expect(0)
    assert list((folder / "result/plots").glob("*.png"))
    unda.call("run", "small.toml", "--out", "result", "--overwrite", cwd=folder).expect(0)
    assert not (folder / "result/plots").exists()


def two_runs_into_one_directory(unda, folder):
    written(folder, ENDLESS)
    with (folder / "stdout").open("wb") as stdout:
        first = unda.start("run", "small.toml", "--out", "result", cwd=folder, stdout=stdout)
        try:
            wait_for(lambda: (folder / "result/run.log").exists(), first, "the log")
            for more in (["--overwrite"], ["--restart"]):
                outcome = unda.call("run", "small.toml", "--out", "result", *more, cwd=folder).expect(2)
                assert f"process {first.pid} on {os.uname().nodename}" in outcome.err, outcome
            assert first.poll() is None
            first.send_signal(signal.SIGKILL)
            first.wait()
        finally:
            first.kill()
    # The lock ended with its holder.
    unda.call("run", "small.toml", "--out", "result", "--overwrite", "--set", "time.duration=0.2",
              "--set", "time.sample_interval=0.1", cwd=folder).expect(0)  # fmt: skip
    assert not (folder / "result/run.lock").exists()


def refused_while(unda, folder, first, ready, *others):
    """What else is started into the directory of a run at work is refused at once, by name; nothing of it is touched."""
    shutil.rmtree(folder / "result", ignore_errors=True)
    with (folder / "stdout").open("wb") as stdout:
        first = unda.start(*first, cwd=folder, stdout=stdout)
        try:
            wait_for(ready, first, "its first run")
            before = {p: p.stat().st_ino for p in folder.rglob("traces.h5")}
            for other in others:
                outcome = unda.call(*other, cwd=folder).expect(2)
                assert f"result is being written by process {first.pid} on" in outcome.err, outcome
            assert first.poll() is None
            assert all(p.stat().st_ino == number for p, number in before.items()), "a result was replaced"
        finally:
            first.kill()
            first.wait()


SHOT = """[[shot]]
name = "{}"
[[shot.source]]
kind = "explosion"
position = [{}, -100]
moment = 1e9
time_function = {{ kind = "ricker", frequency = 10, delay = 0.15 }}
"""


def shots(text):
    before, source = text.split("[[source]]")
    return before + source[source.index("[[receivers]]") :] + SHOT.format("west", 200) + SHOT.format("east", 800)


def two_runs_of_shots(unda, folder):
    """The survey is held from its first shot to its last; processes that run single shots of it share the directory."""
    written(folder, shots(SMALL_2D))
    run = ["run", "small.toml", "--out", "result"]
    endless = ["--set", "time.duration=2000", "--set", "time.sample_interval=0.1", "--set", "mesh.spacing=4"]
    for more in ([], ["--shot", "1"]):
        refused_while(unda, folder, [*run, *more, *endless], (folder / "result/west/run.log").exists,
                      [*run, "--overwrite"], [*run, "--restart"], *([[*run, "--shot", "2"]] if not more else []))  # fmt: skip
    unda.call(*run, "--overwrite", cwd=folder).expect(0)
    # Two shots at once, each by a process of its own.
    with (folder / "stdout").open("wb") as stdout:
        first = unda.start(*run, "--shot", "1", "--overwrite", *endless, cwd=folder, stdout=stdout)
        try:
            wait_for((folder / "result/west/run.lock").exists, first, "its lock")
            unda.call(*run, "--shot", "2", "--overwrite", cwd=folder).expect(0)
            assert first.poll() is None
        finally:
            first.kill()
            first.wait()
    unda.call(*run, "--shot", "1", "--overwrite", cwd=folder).expect(0)
    assert not (folder / "result/run.lock").exists()


def two_verifications(unda, folder):
    written(folder, ENDLESS)
    verify = ["verify", "small.toml", "--out", "result"]
    refused_while(unda, folder, verify, lambda: list(folder.glob("result/*/run.log")), [*verify, "--overwrite"])


def started_together(unda, folder):
    """Of several runs that start at once into a new directory one gets it."""
    written(folder, SMALL_2D)
    command = unda.command(["run", "small.toml", "--out", "result"], 1)
    runs = [subprocess.Popen(command, cwd=folder, env=environment(False), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            for _ in range(4)]  # fmt: skip
    errors = [run.communicate()[1].decode() for run in runs]
    codes = sorted(run.returncode for run in runs)
    assert codes == [0, 2, 2, 2], f"{codes} {errors}"


if __name__ == "__main__":
    main(files_of_the_user_stay, foreign_files_in_the_way_are_named,
         files_of_the_user_in_folders_of_ours, manifest_lists_what_was_written, input_in_the_result_directory,
         pictures_are_ours, two_runs_into_one_directory, two_runs_of_shots, two_verifications,
         started_together)  # fmt: skip
