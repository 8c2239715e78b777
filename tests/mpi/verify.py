"""unda verify on several ranks: the same misfits as on one, one report, and the same exit codes."""

import json
import subprocess

from support import environment, main
from support.scenarios import SMALL_2D, written


def same_on_two_ranks(unda, folder):
    written(folder, SMALL_2D)
    found = []
    for ranks in (1, 2):
        out = f"on{ranks}"
        unda.call("verify", "small.toml", "--methods", "fd", "--refine", "--out", out, cwd=folder, ranks=ranks).expect(0)
        assert (folder / out / "report.html").exists()
        found.append(json.loads((folder / out / "verify.json").read_text()))
    assert [f["ranks"] for f in found] == [1, 2] and found[0]["comparisons"] == found[1]["comparisons"]


def failures_on_two_ranks(unda, folder):
    written(folder, SMALL_2D)
    refused = unda.call("verify", "small.toml", "--methods", "sem", "--set", "solver.physics=acoustic_second_order", cwd=folder,
                        ranks=2).expect(2)  # fmt: skip
    assert refused.err.count("spectral elements take") == 1, refused
    beyond = unda.call("verify", "small.toml", "--methods", "fd", "--tolerance", "1e-6", cwd=folder, ranks=2).expect(1)
    assert beyond.err.count("do not agree within 1e-06") == 1, beyond


def one_rank_fails(unda, folder):
    """What one rank alone meets in a run, here too little memory, ends all with its message: the others would wait for it."""
    written(folder, SMALL_2D)
    call = [str(unda.program), "verify", "small.toml", "--methods", "fd", "--refine", "--set", "mesh.spacing=0.07",
            "--set", "solver.device=debug"]  # fmt: skip
    limited = ["bash", "-c", 'ulimit -c 0 -v 700000; exec "$@"', "bash", *call]
    one = ["-n", "1", "-x", "OMP_NUM_THREADS=1"]
    done = subprocess.run(["mpirun", *one, *call, ":", *one, *limited], cwd=folder, env=environment(False, 2), text=True,
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=120)  # fmt: skip
    assert done.returncode == 1 and "unda: rank 1: no memory for" in done.stderr, (done.returncode, done.stdout, done.stderr)


if __name__ == "__main__":
    main(same_on_two_ranks, failures_on_two_ranks, one_rank_fails)
