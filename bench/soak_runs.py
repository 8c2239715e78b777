"""Runs for bench/soak that lose their process, a rank, their disk or their memory."""

import os
import shutil
import signal
import subprocess
import time

import numpy as np
from soak_program import LONGEST, arrays, kill_session, outcome, processes_of, verdict

METHODS = ["fd", "sem", "dg"]
RUN = """[domain]
x = [0, 1200]
y = [0, 900]
z = [-900, 0]
[model]
kind = "uniform"
vp = 3000
vs = 1700
rho = 2300
[boundary]
top = "free"
[[source]]
kind = "moment_tensor"
position = [400, 450, -350]
moment = {{ xy = 1e13, zz = 2e12 }}
time_function = {{ kind = "ricker", frequency = 4, delay = 0.3 }}
[[receivers]]
line = {{ from = [200, 300, 0], to = [1000, 700, -100], count = 9 }}
[time]
duration = {duration}
sample_interval = 0.005
[mesh]
spacing = 60
[mesh.sem]
spacing = 300
[mesh.dg]
spacing = 300
[solver]
method = "{method}"
[solver.dg]
order = 3
[output]
plots = false
snapshots = {{ interval = 0.2 }}
checkpoint = {{ every_steps = 10 }}
"""
DURATION = {"fd": 0.6, "sem": 0.6, "dg": 0.6}


def write_scenario(folder, method):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "s.toml").write_text(RUN.format(method=method, duration=DURATION[method]))


def ranks_in_words(ranks):
    return f"{ranks} rank{'s' if ranks > 1 else ''}"


def killed(process, number):
    """Whether it was still there."""
    try:
        os.kill(process, number)
        return True
    except ProcessLookupError:
        return False


class Runs:
    """Each public method is one try, or a few."""

    def __init__(self, program, folder, random, note):
        self.program, self.folder, self.random, self.note = program, folder, random, note
        self.n_kills = {}  # by part, method and ranks

    def reference(self, method, ranks):
        """The traces of an undisturbed run, and the seconds that it takes; none where the machine is too busy for it."""
        folder = self.folder / f"reference-{method}-{ranks}"
        if not (folder / "seconds").exists():
            write_scenario(folder, method)
            begin = time.monotonic()
            code, err = self.program.call(["run", "s.toml", "--out", "result"], folder, ranks)
            if code is None:
                print(f"{method} on {ranks_in_words(ranks)}: not done in {LONGEST} s without disturbance, left out", flush=True)
                shutil.rmtree(folder)
                return None
            assert code == 0, f"{method} on {ranks_in_words(ranks)}: {code} {err}"
            (folder / "seconds").write_text(str(time.monotonic() - begin))
        return folder / "result/traces.h5", float((folder / "seconds").read_text())

    def disturbed(self, folder, arguments, ranks, seconds, number, one_rank):
        """Starts a run and sends a signal after a random time: exit code (None where it hung), messages, whether it was sent."""
        process = self.program.start(arguments, folder, ranks)
        time.sleep(self.random.uniform(0, seconds))
        sent = process.poll() is None
        if one_rank:
            below = processes_of(process.pid, "-x", "unda")
            sent = bool(below) and killed(int(self.random.choice(below)), number)
        elif sent:
            kill_session(process.pid) if number == signal.SIGKILL else process.send_signal(number)
        return *outcome(process), sent

    def restarted(self, part, number, one_rank=False, least_ranks=1):
        """A run that is disturbed up to three times and then left alone."""
        fewest = {(m, r): self.n_kills.get((part, m, r), 0) for m in METHODS for r in range(least_ranks, 5)}
        method, ranks = min(fewest, key=lambda key: (fewest[key], self.random.random()))
        undisturbed = self.reference(method, ranks)
        if undisturbed is None:
            self.n_kills[part, method, ranks] = self.n_kills.get((part, method, ranks), 0) + 1  # others first
            return
        whole, seconds = undisturbed
        folder = self.folder / "restart"
        shutil.rmtree(folder, ignore_errors=True)
        write_scenario(folder, method)
        failure, code, n_sent = "", 1, 0
        for attempt in range(30):
            again = (folder / "result/checkpoint/checkpoint.h5").exists()
            arguments = ["run", "s.toml", "--out", "result", "--restart" if again else "--overwrite"]
            if attempt < 3:
                code, err, sent = self.disturbed(folder, arguments, ranks, seconds, number, one_rank)
                n_sent += sent
                if code is None:
                    failure = "hung"
                elif number != signal.SIGKILL and (code < 0 or code not in (0, 1)) and ranks == 1:
                    failure = f"exit code {code} after a signal: {err[:200]}"
            else:
                code, err = self.program.call(arguments, folder, ranks)
                failure = "" if code == 0 else f"exit code {code}: {err[:300]}"
            if failure or code == 0:
                break
        if not failure:
            a, b = arrays(whole), arrays(folder / "result/traces.h5")
            if a.keys() != b.keys() or any(not np.array_equal(a[name], b[name]) for name in a):
                failure = "other bits than the undisturbed run"
        self.n_kills[part, method, ranks] = self.n_kills.get((part, method, ranks), 0) + n_sent
        self.note(f"{part}: {method}, {ranks_in_words(ranks)}", "accepted", failure, folder, times=n_sent)

    def kills(self):
        self.restarted("kill", signal.SIGKILL)

    def stops(self):
        self.restarted("stop", self.random.choice([signal.SIGTERM, signal.SIGINT]))

    def rank(self):
        self.restarted("lost rank", signal.SIGKILL, one_rank=True, least_ranks=2)

    def disk(self):
        method = self.random.choice(METHODS)
        folder = self.folder / "disk"
        shutil.rmtree(folder, ignore_errors=True)
        write_scenario(folder, method)
        room = self.random.randint(1, 1500) * 1024
        mount = folder / "result"
        mount.mkdir()
        small = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={room}", "tmpfs", str(mount)], capture_output=True).returncode == 0
        try:
            code, err = self.program.call(["run", "s.toml", "--out", "result"], folder, limits=[] if small else [("fsize", room)])
            failure = verdict(code, err, folder / "result")
            if not failure and any("partial" in p.name for p in mount.rglob("*")):
                failure = "an unfinished file was left"
        finally:
            if small:
                subprocess.run(["umount", str(mount)], check=True)
        self.note(f"disk: {method}, {'small file system' if small else 'limit on files'}", "accepted" if code == 0 else "refused", failure)

    def memory(self):
        if self.program.sanitized:  # takes terabytes of addresses for itself
            return
        method = self.random.choice(METHODS)
        folder = self.folder / "memory"
        shutil.rmtree(folder, ignore_errors=True)
        write_scenario(folder, method)
        room = self.random.randint(48 << 10, 74 << 10) << 10  # from what the libraries need to what the run needs
        code, err = self.program.call(["run", "s.toml", "--out", "result"], folder, limits=[("as", room)])
        failure = verdict(code, err, folder / "result")
        if code == 127 and "shared libraries" in err:  # the program was not started yet
            code, failure = 1, ""
        self.note(f"memory: {method}", "accepted" if code == 0 else "refused", failure, folder)
