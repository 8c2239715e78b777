"""unda slurm: scripts that bash can read, and that run, go on and requeue under stand-ins for srun and scontrol."""

import os
import subprocess

import h5py
import numpy as np

from support import main
from support.scenarios import SMALL_1D, SMALL_2D, written

def stand_ins(folder):
    """srun starts the program itself; scontrol notes what it is asked for."""
    tools = folder / "tools"
    tools.mkdir()
    for name, text in (("srun", 'exec "$@"'), ("scontrol", f'echo "$@" >> {folder}/requeued')):
        (tools / name).write_text(f"#!/bin/bash\n{text}\n")
        (tools / name).chmod(0o755)
    return tools


def submitted(folder, script, tools, **variables):
    environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "SLURM_CPUS_PER_TASK": "1", "SLURM_JOB_ID": "17",
                   "OMPI_MCA_ess_singleton_isolated": "1", **variables}  # fmt: skip
    return subprocess.run(["bash", script], cwd=folder, env=environment, capture_output=True, text=True)


def lines_of(path):
    return path.read_text().splitlines()


def one_job(unda, folder):
    written(folder, SMALL_1D)
    unda.call("run", "small.toml", "--out", "plain", cwd=folder).expect(0)
    unda.call("slurm", "small.toml", "--ranks", "4", "--threads", "8", "--gpus", "--partition", "long", "--account", "a b", cwd=folder).expect(0)
    lines = lines_of(folder / "small.sh")
    for line in ("#SBATCH --ntasks=4", "#SBATCH --cpus-per-task=8", "#SBATCH --gpus-per-task=1", "#SBATCH --time=00:10:00",
                 "#SBATCH --partition=long", "#SBATCH --account='a b'", "#SBATCH --requeue"):  # fmt: skip
        assert line in lines, f"{line} in\n" + "\n".join(lines)
    assert subprocess.run(["bash", "-n", folder / "small.sh"]).returncode == 0
    assert "--overwrite" in unda.call("slurm", "small.toml", cwd=folder).expect(2).err
    tools = stand_ins(folder)
    unda.call("slurm", "small.toml", "-o", "job.sh", "--time", "1:00:00", cwd=folder).expect(0)
    text = (folder / "job.sh").read_text()
    assert "--time-limit 3420" in text and "#SBATCH --time=01:00:00" in text, text
    # A limit that is up at once: paused and requeued; then on from the checkpoint.
    (folder / "short.sh").write_text(text.replace("--time-limit 3420", "--time-limit 0.000001"))
    done = submitted(folder, "short.sh", tools)
    assert done.returncode == 0, done
    assert lines_of(folder / "requeued") == ["requeue 17"], done
    done = submitted(folder, "job.sh", tools, SLURM_RESTART_COUNT="1")
    assert done.returncode == 0 and len(lines_of(folder / "requeued")) == 1, done
    with h5py.File(folder / "plain/traces.h5") as a, h5py.File(folder / "results/small/traces.h5") as b:
        for name in a["receivers"]:
            for quantity in ("pressure", "velocity"):
                if quantity in a["receivers"][name]:
                    assert np.array_equal(a["receivers"][name][quantity][:], b["receivers"][name][quantity][:])


SHOT = """
[[shot]]
name = "NAME"
[[shot.source]]
kind = "explosion"
position = [X, -200]
moment = 1e9
time_function = { kind = "ricker", frequency = 10, delay = 0.15 }
"""


def an_array_of_shots(unda, folder):
    before, after = SMALL_2D.split("[[source]]")
    text = before + after[after.index("[[receivers]]") :]
    for name, x in (("left", "300"), ("right", "700")):
        text += SHOT.replace("NAME", name).replace("X", x)
    written(folder, text)
    unda.call("slurm", "small.toml", "--at-once", "2", cwd=folder).expect(0)
    lines = lines_of(folder / "small.sh")
    assert "#SBATCH --array=1-2%2" in lines, lines
    tools = stand_ins(folder)
    for number in ("2", "1", "1"):  # the second time it is done
        done = submitted(folder, "small.sh", tools, SLURM_ARRAY_TASK_ID=number, SLURM_ARRAY_JOB_ID="9")
        assert done.returncode == 0, done
    assert "shot left is done" in done.stdout, done
    assert "2 of 2" in unda.call("shots", "results/small", cwd=folder).expect(0).out
    assert not (folder / "requeued").exists()
    outcome = unda.call("run", "small.toml", "--shot", "3", cwd=folder).expect(2)
    assert "--shot: found 3; small.toml has 2 shots" in outcome.err, outcome


main(one_job, an_array_of_shots)
