"""Processes: one needs no MPI, signals end with exit code 1 whenever they come, and no input makes the program wait for ever."""

import os
import re
import signal
import struct
import subprocess
import time
from pathlib import Path

import h5py
import numpy as np

from support import SHARED, environment, main, wait_for
from support.scenarios import SMALL_1D, SMALL_2D, edited, written

RICKER = 'time_function = { kind = "ricker", frequency = 10, delay = 0.15 }'


def one_process_leaves_mpi_alone(unda, folder):
    """No directory for Open MPI's sessions is needed: many small runs at once do not meet in one."""
    written(folder, SMALL_1D)
    (folder / "tmp").mkdir()
    runs = [subprocess.Popen([str(unda.program), "run", "small.toml", "--out", f"result{n}"], cwd=folder,
                             env={**os.environ, "TMPDIR": str(folder / "tmp"), "OMP_NUM_THREADS": "1"},
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE) for n in range(8)]  # fmt: skip
    errors = [run.communicate()[1].decode() for run in runs]
    assert all(run.returncode == 0 for run in runs), errors
    assert list((folder / "tmp").iterdir()) == []


def exchange_with_self_without_mpi(unda, folder):
    text, _ = edited(SMALL_2D, ('default = "absorbing"', 'default = "absorbing"\nwest = "periodic"\neast = "periodic"'))
    written(folder, text)
    pressures = []
    for choice in ("false", "true"):
        unda.call("run", "small.toml", "--out", choice, "--set", f"parallel.exchange_with_self={choice}", cwd=folder).expect(0)
        with h5py.File(folder / choice / "traces.h5") as file:
            pressures.append(file["receivers/line/pressure"][:])
    assert np.array_equal(*pressures)


def catches_signals(process):
    """Before, while its libraries are loaded, no program can."""
    caught = int(re.search(r"SigCgt:\s*(\w+)", Path(f"/proc/{process}/status").read_text())[1], 16)
    return all(caught >> (number - 1) & 1 for number in (signal.SIGINT, signal.SIGTERM))


def signals_at_any_time(unda, folder):
    """From the first moments to the last: exit code 1, a message, and what is on disk is whole."""
    text, _ = edited(SMALL_2D, ("spacing = 12.5", "spacing = 6.0"), ("sample_interval = 0.005", "sample_interval = 0.001"))
    written(folder, text.replace("count = 5", "count = 100"))
    command = unda.command(["run", "small.toml", "--out", "result", "--overwrite"], 1)
    begin = time.monotonic()
    subprocess.run(command, cwd=folder, env=environment(False), stdout=subprocess.DEVNULL, check=True)
    whole = time.monotonic() - begin
    codes = []
    for n in range(6):
        process = subprocess.Popen(command, cwd=folder, env=environment(False), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while process.poll() is None and not catches_signals(process.pid):
            time.sleep(0.001)
        time.sleep(1.1 * whole * n / 6)
        process.send_signal(signal.SIGTERM if n % 2 else signal.SIGINT)
        _, err = process.communicate(timeout=60)
        codes.append(process.returncode)
        assert process.returncode in (0, 1), f"try {n}: exit code {process.returncode}: {err.decode()}"
        if process.returncode == 1:
            assert re.search(rb"stopped by SIG(TERM|INT)", err), err
        if (folder / "result/traces.h5").exists():
            with h5py.File(folder / "result/traces.h5") as file:
                assert np.isfinite(file["receivers/line/pressure"][:]).all()
        left = [p.name for p in (folder / "result").iterdir() if "partial" in p.name]
        assert left == [], left
    assert codes.count(1) >= 3, codes


def signal_while_writing(unda, folder):
    """Once the last step is done the traces are written to the end."""
    text, _ = edited(SMALL_2D, ("duration = 0.5", "duration = 0.1"), ("sample_interval = 0.005", "sample_interval = 0.00001"))
    written(folder, text.replace("count = 5", "count = 200"))
    caught = 0
    for n in range(4):
        process = subprocess.Popen(unda.command(["run", "small.toml", "--out", f"result{n}"], 1), cwd=folder,
                                   env=environment(False), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)  # fmt: skip
        partial = folder / f"result{n}" / "traces.h5.partial"
        end = time.monotonic() + 60
        while not partial.exists() and process.poll() is None and time.monotonic() < end:
            time.sleep(0.0005)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=60)
        if process.returncode == 0:
            continue  # it was quicker
        caught += 1
        assert process.returncode == 1 and b"stopped by SIGTERM" in err, f"{process.returncode}: {err.decode()}"
        with h5py.File(folder / f"result{n}" / "traces.h5") as file:
            assert file["receivers/line/pressure"].shape == (200, 10001)
        return
    assert caught, "no signal came while the traces were written"


def pipes_and_devices_are_refused(unda, folder):
    """Input that never ends, or never begins."""
    os.mkfifo(folder / "pipe")
    grid = 'kind = "grid"\norigin = [0, -500]\nspacing = [100, 100]'
    samples, _ = edited(SMALL_2D, (RICKER, 'time_function = { kind = "samples", file = "pipe" }'))
    model, _ = edited(SMALL_2D, ('kind = "uniform"', grid), ("vp = 1500.0", 'vp = "pipe"'))
    stations, _ = edited(SMALL_2D, ("line = { from = [100, -50], to = [900, -50], count = 5 }", 'file = "pipe"'))
    mesh, _ = edited(SMALL_2D, ("spacing = 12.5", 'file = "pipe"'), ('method = "fd"', 'method = "dg"'))
    for text in (samples, model, stations, mesh, samples.replace('"pipe"', '"/dev/zero"')):
        written(folder, text)
        outcome = unda.call("check", "small.toml", cwd=folder, timeout=20).expect(2)
        assert "pipe" in outcome.err, outcome
    for command in (["check", "pipe"], ["check", "/dev/zero"], ["compare", "pipe", "pipe"], ["plot", "pipe"],
                    ["export", "pipe", "--format", "csv", "-o", "out.csv"]):  # fmt: skip
        outcome = unda.call(*command, cwd=folder, timeout=30).expect(2)
        assert outcome.err, outcome


def plain_progress_under_mpirun(unda, folder):
    text, _ = edited(SMALL_2D, ("duration = 0.5", "duration = 2000.0"), ("sample_interval = 0.005", "sample_interval = 0.1"))
    written(folder, text)
    with (folder / "stdout").open("wb") as stdout:
        process = subprocess.Popen(["mpirun", "-n", "2", "-x", "OMP_NUM_THREADS=1", str(unda.program), "run", "small.toml"],
                                   cwd=folder, env={**os.environ, **SHARED}, stdout=stdout, stderr=subprocess.PIPE)  # fmt: skip
        try:
            wait_for(lambda: re.search(r"step \d+ of \d+ ", (folder / "stdout").read_text()), process, "progress", 60)
        finally:
            process.terminate()
            process.communicate(timeout=60)
    out = (folder / "stdout").read_text()
    assert "\x1b" not in out and "\r" not in out.replace("\r\n", "\n"), repr(out[-500:])


def looping_file(data):
    """A traces.h5 with a wrong size of a label in its heap of texts: the HDF5 library (1.10) does not come back from it."""
    data = bytearray(data)
    at = data.index(b"GCOL") + 16
    for _ in range(4):  # each object: number, uses, reserved, size; then its bytes, to a multiple of 8
        at += 16 + (struct.unpack_from("<Q", data, at + 8)[0] + 7) // 8 * 8
    struct.pack_into("<Q", data, at + 8, 0x6F8)
    return bytes(data)


def damaged_files_do_not_hang(unda, folder):
    written(folder, SMALL_1D)
    unda.call("run", "small.toml", "--out", "result", cwd=folder).expect(0)
    (folder / "loop.h5").write_bytes(looping_file((folder / "result/traces.h5").read_bytes()))
    for command in (["compare", "loop.h5", "result/traces.h5"],):
        outcome = unda.call(*command, cwd=folder, timeout=120)
        assert outcome.code in (1, 2) and "loop.h5" in outcome.err, outcome


if __name__ == "__main__":
    main(one_process_leaves_mpi_alone, exchange_with_self_without_mpi, signals_at_any_time, signal_while_writing,
         pipes_and_devices_are_refused, plain_progress_under_mpirun, damaged_files_do_not_hang)  # fmt: skip
