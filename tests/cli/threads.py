"""Threads run on every core that the process may use, whatever binds them."""

import os
import subprocess

from support import main
from support.scenarios import SMALL_2D, written


def cores_told(unda, folder, command=(), **variables):
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("OMP_", "GOMP_", "KMP_"))}
    done = subprocess.run([*command, str(unda.program), "info"], cwd=folder, env={**environment, **variables},
                          capture_output=True, text=True, check=True)  # fmt: skip
    line = next(line for line in done.stdout.splitlines() if line.startswith("threads"))
    return line.split(None, 1)[1]


def expected(cores):
    first, last = cores[0], cores[-1]
    assert cores == list(range(first, last + 1))
    place = f"core {first}" if first == last else f"cores {first}-{last}"
    return f"{len(cores)} thread{'' if len(cores) == 1 else 's'} on {place} of {os.cpu_count()}"


def bindings(unda, folder):
    cores = sorted(os.sched_getaffinity(0))
    assert cores_told(unda, folder).startswith(expected(cores))
    for binding in ("close", "spread", "true", "false"):
        told = cores_told(unda, folder, OMP_PROC_BIND=binding)
        assert told.startswith(expected(cores)) and f"OMP_PROC_BIND={binding}" in told, f"{binding}: {told}"
    assert cores_told(unda, folder, OMP_PLACES="cores", OMP_PROC_BIND="close").startswith(expected(cores))
    for some in (cores[:1], cores[-1:]):
        mask = ",".join(map(str, some))
        assert cores_told(unda, folder, ["taskset", "-c", mask]).startswith(expected(some))
        assert cores_told(unda, folder, ["taskset", "-c", mask], OMP_PROC_BIND="close").startswith(expected(some))
    told = cores_told(unda, folder, ["taskset", "-c", str(cores[0])], OMP_NUM_THREADS="3")
    assert "3 threads on core" in told and "more threads than cores" in told, told


def told_at_the_start_of_a_run(unda, folder):
    written(folder, SMALL_2D)
    outcome = unda.call("run", "small.toml", "--out", "result", cwd=folder).expect(0)
    assert "1 thread on core" in outcome.out, outcome


if __name__ == "__main__":
    main(bindings, told_at_the_start_of_a_run)
