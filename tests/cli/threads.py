"""Threads run on every core that the process may use, whatever binds them."""

import json
import os
import shutil
import subprocess
import time
from pathlib import Path

from support import SHARED, main, wait_for
from support.bits import same_bits
from support.scenarios import SMALL_2D, edited, written


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


def numa_bindings(unda, folder):
    """numactl's masks count as any other; its memory policies change neither cores nor results."""
    if shutil.which("numactl") is None or subprocess.run(["numactl", "--show"], capture_output=True).returncode != 0:
        print("numa_bindings: skipped, numactl is not here or sees no NUMA policy")
        return
    cores = sorted(os.sched_getaffinity(0))
    node = next(n for n in sorted(Path("/sys/devices/system/node").glob("node[0-9]*")) if (n / f"cpu{cores[0]}").exists())
    beside = [c for c in cores if (node / f"cpu{c}").exists()]
    for some in (cores[:1], cores[-1:], cores):
        told = cores_told(unda, folder, ["numactl", f"--physcpubind={','.join(map(str, some))}"])
        assert told.startswith(expected(some)), f"physcpubind {some}: {told}"
    for options, where in (([f"--cpunodebind={node.name[4:]}"], beside), (["--interleave=all"], cores),
                           ([f"--cpunodebind={node.name[4:]}", f"--membind={node.name[4:]}"], beside)):  # fmt: skip
        for binding in ({}, {"OMP_PROC_BIND": "close"}):
            told = cores_told(unda, folder, ["numactl", *options], **binding)
            assert told.startswith(expected(where)), f"{options} {binding}: {told}"
    written(folder, SMALL_2D)
    for out, before in (("plain", []), ("interleaved", ["numactl", "--interleave=all"])):
        subprocess.run([*before, str(unda.program), "run", "small.toml", "--out", out], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    same_bits(folder / "plain/traces.h5", folder / "interleaved/traces.h5")


def busy_machine(unda, folder):
    """Where other programs hold the cores, two threads get on: a thread that waits does not spin while its partner has no core."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        print("busy_machine: skipped, one core")
        return
    written(folder, edited(SMALL_2D, ("spacing = 12.5", "spacing = 5"), ("duration = 0.5", "duration = 0.6"))[0])
    others = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(2 * len(cores))]
    seconds = {1: 0, 2: 0}
    try:
        for turn in range(3):
            for threads in seconds:
                out = f"{turn}-{threads}"
                unda.call("run", "small.toml", "--out", out, cwd=folder, variables={"OMP_NUM_THREADS": str(threads)}).expect(0)
                report = json.loads((folder / out / "report.json").read_text())
                assert report["threads"] == threads
                seconds[threads] += report["wall_seconds"]["time_loop"]
    finally:
        for other in others:
            other.kill()
            other.wait()
    assert seconds[2] < 10 * seconds[1], f"seconds by threads: {seconds}"


def launchers(unda, folder):
    """Ranks of mpirun, bound and not; the mask and the variables of Slurm."""
    cores = sorted(os.sched_getaffinity(0))
    for ranks, binding in ((1, "none"), (2, "none"), (1, "core"), (2, "core")):
        if binding == "core" and ranks > len(cores):
            continue
        told = cores_told(unda, folder, ["mpirun", "-n", str(ranks), "--bind-to", binding], **{**SHARED, "OMPI_MCA_hwloc_base_binding_policy": binding})
        n = 1 if binding == "core" else max(1, len(cores) // ranks)
        where = expected(cores[:1]) if binding == "core" else expected(cores)
        place = where.split(" on ")[1]
        assert told.startswith(f"{n} thread") and f" on {place}" in told, f"{ranks} ranks bound to {binding}: {told}"
    assert cores_told(unda, folder, SLURM_CPUS_PER_TASK="1").startswith("1 thread on ")
    assert cores_told(unda, folder, SLURM_CPUS_PER_TASK="1", OMP_NUM_THREADS="2").startswith("2 threads on ")
    assert cores_told(unda, folder, ["taskset", "-c", str(cores[-1])], SLURM_CPUS_PER_TASK="8").startswith(expected(cores[-1:]))


def quotas(unda, folder):
    """A limit on processor time leaves as many threads as it can keep busy. Needs the right to make a control group."""
    first = Path("/sys/fs/cgroup/cpu")
    group = (first if first.is_dir() else Path("/sys/fs/cgroup")) / f"unda-test-{os.getpid()}"
    try:
        group.mkdir()
        if first.is_dir():
            (group / "cpu.cfs_period_us").write_text("100000")
            (group / "cpu.cfs_quota_us").write_text("90000")
        else:
            (group / "cpu.max").write_text("90000 100000")
    except OSError as error:
        print(f"skipped: no control group can be made here: {error}")
        if group.is_dir():
            group.rmdir()
        return
    try:
        told = cores_told(unda, folder, ["sh", "-c", f'echo $$ > {group}/cgroup.procs && exec "$@"', "sh"])
    finally:
        time.sleep(0.2)
        group.rmdir()
    assert told.startswith("1 thread on ") and "container limit 0.9 cores" in told, told


def listed_by_its_name(unda, folder):
    """The program starts itself anew, and goes on under its own name."""
    written(folder, SMALL_2D.replace("duration = 0.5", "duration = 500.0"))
    with open(folder / "out", "w") as out:
        run = unda.start("run", "small.toml", "--out", "result", cwd=folder, stdout=out)
        try:
            wait_for((folder / "result/run.lock").exists, run, "lock of the result directory")
            assert Path(f"/proc/{run.pid}/comm").read_text().strip() == unda.program.name
        finally:
            run.kill()
            run.communicate()


def told_at_the_start_of_a_run(unda, folder):
    written(folder, SMALL_2D)
    outcome = unda.call("run", "small.toml", "--out", "result", cwd=folder).expect(0)
    assert "1 thread on core" in outcome.out, outcome


if __name__ == "__main__":
    main(bindings, numa_bindings, busy_machine, launchers, quotas, listed_by_its_name, told_at_the_start_of_a_run)
