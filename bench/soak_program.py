"""Calling the program for bench/soak: as a process with a limit of time, by a server that forks, and what counts as a failure."""

import os
import pathlib
import signal
import subprocess
import time

import h5py
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent
LONGEST = 600  # s: a try that takes longer hangs, also on a busy machine
COMPUTING = 60  # s: one that computes longer with a damaged input hangs too
MEMORY = 3 << 30  # bytes that a try with a damaged input may take
# Several ranks on few cores, also for root; segments of ranks that were killed go with the folder of the soak.
MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
       "OMPI_MCA_hwloc_base_binding_policy": "none", "OMPI_MCA_btl_base_warn_component_unused": "0",
       "OMPI_MCA_mpi_yield_when_idle": "1", "OMPI_MCA_btl": "self,vader", "OMPI_MCA_pml": "ob1"}  # fmt: skip
# Leaks are not looked for: most runs end in the middle. What is too large for the sanitizer is tried again without it.
SANITIZERS = {"ASAN_OPTIONS": f"detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb={MEMORY >> 20}:exitcode=99"}


class Program:
    """The program of one build."""

    def __init__(self, build, folder):
        self.unda, self.server_program = build / "unda", build / "soak_server"
        self.sanitized = "UNDA_SANITIZE:STRING=address" in (build / "CMakeCache.txt").read_text()
        self.environment = {**os.environ, **MPI, **SANITIZERS, "OMP_NUM_THREADS": "1", "LD_BIND_NOW": "1", "TMPDIR": str(folder),
                            "OMPI_MCA_btl_vader_backing_directory": str(folder)}  # fmt: skip

    def command(self, arguments, ranks=1):
        start = ["mpirun", "-n", str(ranks), "-x", "OMP_NUM_THREADS=1"] if ranks > 1 else []
        return ["nice", "-n", "10", *start, str(self.unda), *map(str, arguments)]

    def start(self, arguments, folder, ranks=1, limits=()):
        """A list of (prlimit option, value) in `limits`."""
        line = self.command(arguments, ranks)
        if limits:
            at = line.index(str(self.unda))
            line[at:at] = ["prlimit", *[f"--{name}={value}" for name, value in limits]]
        return subprocess.Popen(line, cwd=folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, start_new_session=True)  # fmt: skip

    def call(self, arguments, folder, ranks=1, limits=()):
        """Exit code (None: it hung) and messages."""
        return outcome(self.start(arguments, folder, ranks, limits))

    def server(self):
        return Server(self)


class Server:
    """Runs the program in forks of one process: bench/soak_server.cpp."""

    def __init__(self, program):
        memory = 0 if program.sanitized else MEMORY
        self.process = subprocess.Popen([str(program.server_program), str(COMPUTING), str(memory)], env=program.environment,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)  # fmt: skip

    def call(self, arguments, folder):
        """Exit code (None: it hung) and messages."""
        self.process.stdin.write("\t".join([str(folder), *map(str, arguments)]) + "\n")
        self.process.stdin.flush()
        code = self.process.stdout.readline().split()[0]
        messages = pathlib.Path(f"{folder}.messages").read_bytes().decode(errors="replace")
        return None if code == "hung" else int(code), messages

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def outcome(process):
    """Exit code (None: it hung) and messages of a process that was started."""
    try:
        _, err = process.communicate(timeout=LONGEST)
        return process.returncode, err.decode(errors="replace")
    except subprocess.TimeoutExpired:
        kill_session(process.pid)
        process.communicate()
        return None, ""


def processes_of(session, *more):
    return subprocess.run(["pgrep", "-s", str(session), *more], capture_output=True, text=True).stdout.split()


def kill_session(session):
    """mpirun and its ranks, which have process groups of their own; returns when they are gone. On a busy machine the list alone
    may take half a minute."""
    end = time.monotonic() + LONGEST
    while (living := [p for p in processes_of(session) if not is_ended(p)]) and time.monotonic() < end:
        for process in living:
            try:
                os.kill(int(process), signal.SIGKILL)
            except ProcessLookupError:
                pass
        time.sleep(0.005)


def is_ended(process):
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


def arrays(file):
    found = {}
    with h5py.File(file) as f:
        f["receivers"].visititems(lambda name, x: found.__setitem__(name, x[()]) if isinstance(x, h5py.Dataset) and x.dtype.kind == "f" else None)
    return found


def wrong_traces(file):
    """What is wrong with a traces.h5 that should be whole; nothing where there is none."""
    if not file.exists():
        return ""
    try:
        bad = [name for name, values in arrays(file).items() if not np.isfinite(values).all()]
    except Exception as error:
        return f"unreadable traces: {error}"
    return f"not finite: {', '.join(bad)}" if bad else ""


def is_too_large(err):
    """Whether the sanitizer, not the program, had no more memory to give."""
    return "allocation-size-too-big" in err or "out-of-memory" in err or "exceeds maximum supported size" in err


def verdict(code, err, result, ranks=1):
    """Empty, or why a try has failed."""
    if "Sanitizer" in err or "runtime error:" in err:
        return "sanitizer: " + next((line for line in err.splitlines() if "Sanitizer" in line or "runtime error:" in line), "")
    if code is None:
        return "hung"
    if code < 0 or code > 128 and ranks == 1:
        return f"ended by signal {-code if code < 0 else code - 128}"
    if code not in (0, 1, 2) and ranks == 1:
        return f"exit code {code}"
    if code != 0 and not err.strip():
        return "no message"
    return wrong_traces(result / "traces.h5")
