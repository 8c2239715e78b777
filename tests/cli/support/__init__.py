"""What the command line tests share: calling the program, and running the tests of a script.

A script hands its test functions to main(); each gets the program and an empty directory of its own.
"""

import functools
import os
import resource
import subprocess
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

# A single process needs neither a daemon nor a network: Open MPI then starts ten times as fast. One thread is
# enough for the small grids here, and does not wait for another one on a busy machine.
QUICK = {
    "OMPI_MCA_ess_singleton_isolated": "1",
    "OMPI_MCA_btl": "self,vader",
    "OMPI_MCA_pml": "ob1",
    "OMP_NUM_THREADS": "1",
}

# Several ranks on few cores, also for root.
SHARED = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_hwloc_base_binding_policy": "none",
    "OMPI_MCA_btl_base_warn_component_unused": "0",
    "OMPI_MCA_mpi_yield_when_idle": "1",  # a rank that waits leaves its core to the one it waits for
}


@dataclass
class Outcome:
    """How a call ended: the exit code (negative: a signal) and what it printed."""

    command: str
    code: int
    out: str
    err: str

    def expect(self, code):
        assert self.code == code, f"{self}\nexpected exit code {code}"
        return self

    def __str__(self):
        return f"$ {self.command}\nexit code {self.code}\nstdout: {self.out[-2000:]}\nstderr: {self.err[-2000:]}"


class Unda:
    def __init__(self, program):
        self.program = Path(program).resolve()

    def command(self, arguments, ranks, threads=1):
        start = ["mpirun", "-n", str(ranks), "-x", f"OMP_NUM_THREADS={threads}"] if ranks > 1 else []
        return [*start, str(self.program), *map(str, arguments)]

    def call(self, *arguments, cwd, plain=False, file_limit_kib=None, memory_limit_kib=None, timeout=240, ranks=1, threads=1, variables=None):
        """Runs to the end. `plain`: without the settings in QUICK. file_limit_kib: no file may grow larger; memory_limit_kib: so much
        address space."""
        command = self.command(arguments, ranks, threads)
        for option, limit in (("f", file_limit_kib), ("v", memory_limit_kib)):
            if limit is None:
                continue
            # bash counts in KiB; mpirun itself goes without
            at = command.index(str(self.program))
            command[at:at] = ["bash", "-c", f'ulimit -c 0 -{option} {limit}; exec "$@"', "bash"]
        done = subprocess.run(command, cwd=cwd, env={**environment(plain, ranks), **(variables or {})}, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=timeout)  # fmt: skip
        shown = " ".join(["unda", *map(str, arguments)])
        return Outcome(shown, done.returncode, *(s.decode(errors="replace") for s in (done.stdout, done.stderr)))

    def peaks_kib(self, *arguments, cwd, ranks=1):
        """The most memory that each rank of a run that ends well has had at a time, the largest first."""
        watch = ("import os, resource, subprocess, sys\n"
                 "code = subprocess.run(sys.argv[2:], stdout=subprocess.DEVNULL).returncode\n"
                 "peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss\n"
                 "open(os.path.join(sys.argv[1], str(os.getpid())), 'w').write(str(peak))\n"
                 "sys.exit(code)")  # fmt: skip
        with tempfile.TemporaryDirectory() as told:  # a file a rank: lines of several ranks may run into one another
            command = self.command(arguments, ranks)
            at = command.index(str(self.program))
            command[at:at] = [sys.executable, "-c", watch, told]
            done = subprocess.run(command, cwd=cwd, env=environment(False, ranks), capture_output=True, text=True, timeout=240)
            assert done.returncode == 0, done
            peaks = [int(path.read_text()) for path in Path(told).iterdir()]
            assert len(peaks) == ranks, peaks
            return sorted(peaks, reverse=True)

    def start(self, *arguments, cwd, stdout, ranks=1):
        """Runs beside the test, its output going to the open file `stdout`."""
        return subprocess.Popen(self.command(arguments, ranks), cwd=cwd, env=environment(False, ranks),
                                stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE)  # fmt: skip


@functools.cache
def devices(unda):
    """debug, and the GPU where the program sees one."""
    return ["debug", "gpu"] if "\ndevice " in unda.call("info", cwd=".").expect(0).out else ["debug"]


def environment(plain, ranks=1):
    if ranks > 1:
        return {**os.environ, **SHARED}
    return dict(os.environ) if plain else {**os.environ, **QUICK}


def listing(directory):
    """Every path below a directory with its size, to see that nothing was made or changed."""
    return {str(p.relative_to(directory)): p.stat().st_size if p.is_file() else -1 for p in directory.rglob("*")}


def wait_for(condition, process, what, seconds=30):
    """Until condition() holds; `what` that is, for the message where the process ends before or time runs out."""
    end = time.monotonic() + seconds
    while not condition():
        assert process.poll() is None, f"ended before {what}: {process.stderr.read().decode()}"
        assert time.monotonic() < end, f"no {what} within {seconds} s"
        time.sleep(0.05)


def cpu_seconds():
    """Of this process and all that it has waited for."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def main(*tests):
    names = sys.argv[2:] or [test.__name__ for test in tests]
    if len(sys.argv) < 2 or not set(names) <= {test.__name__ for test in tests}:
        sys.exit(f"usage: {sys.argv[0]} PROGRAM [{' | '.join(test.__name__ for test in tests)} ...]")
    tests = [test for test in tests if test.__name__ in names]
    unda = Unda(sys.argv[1])
    failed = 0
    for test in tests:
        before = cpu_seconds()
        with tempfile.TemporaryDirectory(prefix="unda-cli-") as folder:
            try:
                test(unda, Path(folder).resolve())
                print(f"{test.__name__}: ok, {cpu_seconds() - before:.1f} s", flush=True)
            except Exception as error:
                failed += 1
                print(f"{test.__name__}: FAILED", flush=True)
                traceback.print_exception(error, file=sys.stdout)
    print(f"CPU seconds: {cpu_seconds():.1f}")  # for scripts/check_times
    sys.exit(1 if failed else 0)
