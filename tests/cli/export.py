"""export: files that other programs read with the right samples, names and times, and what is refused.

segyio reads SEG-Y; ObsPy reads SEG-Y, SU, SAC and miniSEED. ObsPy is no package of the distribution: where it is in a
virtual environment, UNDA_OBSPY_PYTHON names that environment's python.
"""

import csv
import importlib.util
import json
import os
import shutil
import subprocess

import h5py
import numpy as np

from support import ROOT, listing, main
from support.scenarios import SMALL_1D, SMALL_2D, edited, written

FORMATS = {"segy": "a.sgy", "su": "a.su", "sac": "sac", "mseed": "a.mseed", "csv": "csv"}


def run(unda, folder, text=SMALL_2D):
    written(folder, text)
    unda.call("run", "small.toml", "--out", "result", cwd=folder).expect(0)
    with h5py.File(folder / "result/traces.h5") as file:
        group = file["receivers"][next(iter(file["receivers"]))]
        return {name: group[name][:] for name in group if name != "label"}


def export(unda, folder, format, *options):
    return unda.call("export", "result", "--format", format, "-o", FORMATS[format], *options, cwd=folder).expect(0)


def obspy_python():
    """A python that has ObsPy, or nothing."""
    for python in (os.environ.get("UNDA_OBSPY_PYTHON"), "/usr/bin/python3"):
        if python and subprocess.run([python, "-c", "import obspy"], capture_output=True).returncode == 0:
            return python
    return None


def by_obspy(python, path, format):
    script = ROOT / "tests/cli/support/read_by_obspy.py"
    done = subprocess.run([python, script, path, format], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def in_order(arrays):
    """The traces as SEG-Y and SU have them: velocity x, velocity z, pressure, each at all receivers."""
    return [*arrays["velocity"][:, 0], *arrays["velocity"][:, 1], *arrays["pressure"]]


def segy_by_segyio(unda, folder):
    if importlib.util.find_spec("segyio") is None:
        return print("skipped: python3-segyio is not installed")
    import segyio

    arrays = run(unda, folder)
    outcome = export(unda, folder, "segy")
    assert "source position" not in outcome.out, outcome
    with segyio.open(folder / "a.sgy", ignore_geometry=True) as file:
        assert int(file.format) == 5 and file.tracecount == 15 and file.samples.size == 101, file
        assert segyio.tools.dt(file) == 5000, segyio.tools.dt(file)
        for k, expected in enumerate(in_order(arrays)):
            assert np.array_equal(file.trace[k], expected), k
        header = file.header[7]  # velocity z at the third receiver, x = 500
        field = segyio.TraceField
        expected = {field.FieldRecord: 2, field.TraceNumber: 3, field.TraceIdentificationCode: 12, field.offset: 200,
                    field.SourceX: 300, field.GroupX: 500, field.SourceDepth: 200, field.ReceiverGroupElevation: -50,
                    field.SourceGroupScalar: 1, field.TraceValueMeasurementUnit: 6}  # fmt: skip
        assert {key: header[key] for key in expected} == expected, header
        assert b"line velocity z" in file.text[0] and b"A small box of water" in file.text[0], file.text[0]


def all_by_obspy(unda, folder):
    python = obspy_python()
    if python is None:
        return print("skipped: no ObsPy. python3 -m venv DIR && DIR/bin/pip install obspy; "
                     "then set UNDA_OBSPY_PYTHON=DIR/bin/python")  # fmt: skip
    # 1001 samples are more than one record of miniSEED holds.
    text = edited(SMALL_2D, ("sample_interval = 0.005", "sample_interval = 0.0005"))[0]
    arrays = run(unda, folder, text)
    start = "2011-03-11T05:46:23.25"
    for format in ("segy", "su", "sac", "mseed"):
        export(unda, folder, format, "--start", start)
    for format in ("segy", "su"):
        traces = by_obspy(python, folder / FORMATS[format], format)
        assert len(traces) == 15, format
        for trace, expected in zip(traces, in_order(arrays)):
            assert trace["start"] == "2011-03-11T05:46:23.000000Z", trace["start"]  # whole seconds
            assert abs(trace["delta"] - 0.0005) < 1e-12, trace["delta"]
            assert np.array_equal(np.float32(trace["data"]), expected), format
    for format in ("sac", "mseed"):
        traces = by_obspy(python, folder / FORMATS[format], format)
        assert len(traces) == 15, (format, len(traces))
        found = {t["id"]: t for t in traces}
        for receiver in range(5):
            # The label is line1 to line5: five letters and digits.
            station = f"XX.{'LINE' if format == 'mseed' else 'line'}{receiver + 1}"
            for id, expected in [(f"{station}.V0.FXE", arrays["velocity"][receiver, 0]),
                                 (f"{station}.V0.FXZ", arrays["velocity"][receiver, 1]),
                                 (f"{station}.P0.FXP", arrays["pressure"][receiver])]:  # fmt: skip
                trace = found[id]
                assert trace["start"] == "2011-03-11T05:46:23.250000Z", trace["start"]
                assert abs(trace["delta"] / 0.0005 - 1) < 1e-6 and trace["npts"] == 1001, trace["delta"]
                assert np.array_equal(np.float32(trace["data"]), expected), id
    # A rate that has no short decimal form keeps its time to the last sample.
    unda.call("run", "small.toml", "--out", "odd", "--set", "time.sample_interval=0.00037", cwd=folder).expect(0)
    unda.call("export", "odd", "--format", "mseed", "-o", "odd.mseed", cwd=folder).expect(0)
    traces = by_obspy(python, folder / "odd.mseed", "mseed")
    assert len(traces) == 15 and all(t["npts"] == 1352 for t in traces), [t["npts"] for t in traces]
    assert all(abs(t["end"] - 1351 * 0.00037) < 2e-6 for t in traces), traces[0]["end"]


def csv_tables(unda, folder):
    arrays = run(unda, folder)
    export(unda, folder, "csv")
    with open(folder / "csv/line_velocity.csv", newline="") as file:
        header, *rows = list(csv.reader(file))
    assert header[:4] == ["time [s]", "line1.x [m/s]", "line1.z [m/s]", "line2.x [m/s]"], header
    table = np.array(rows, float)
    assert np.allclose(table[:, 0], arrays["time"], rtol=0, atol=1e-12), table[:, 0]
    assert np.array_equal(table[:, 1:].astype(np.float32), arrays["velocity"].reshape(10, 101).T)
    # Doubles come back to the last bit.
    (folder / "double").mkdir()
    double = run(unda, folder / "double", SMALL_1D)
    unda.call("export", "double/result", "--format", "csv", "-o", "p.csv", "--quantity", "pressure",
              cwd=folder).expect(0)  # fmt: skip
    table = np.loadtxt(folder / "p.csv", delimiter=",", skiprows=1)
    assert np.array_equal(table[:, 1:].T, double["pressure"])


def selection(unda, folder):
    arrays = run(unda, folder)
    unda.call("export", "result/traces.h5", "--format", "su", "-o", "z.su", "--quantity", "velocity", "--component", "z",
              "--receivers", "line", cwd=folder).expect(0)  # fmt: skip
    raw = (folder / "z.su").read_bytes()
    traces = np.frombuffer(raw, np.uint8).reshape(5, 240 + 4 * 101)[:, 240:].copy().view("<f4")
    assert np.array_equal(traces, arrays["velocity"][:, 1])


def wrong_calls(unda, folder):
    run(unda, folder)
    (folder / "garbage.h5").write_bytes(bytes(range(256)) * 20)
    (folder / "mine.su").write_text("mine")
    shutil.copy(folder / "result/traces.h5", folder / "spoilt.h5")
    with h5py.File(folder / "spoilt.h5", "r+") as file:
        file["receivers/line/pressure"][2, 7] = np.nan
    with h5py.File(folder / "other.h5", "w") as file:
        file["x"] = 1
    before = listing(folder)
    su = ["--format", "su", "-o", "new.su"]
    for arguments, words in [
        (["result", *su, "--receivers", "lime"], "these traces have: line"),
        (["result", *su, "--quantity", "stress"], "these traces have: pressure, velocity"),
        (["result", *su, "--component", "y"], "these traces have: p, x, z"),
        (["result", *su, "--start", "noon"], "--start: found 'noon'"),
        (["result", "--format", "su", "-o", "mine.su"], "mine.su: is there already"),
        (["result", "--format", "su", "-o", "result"], "is a directory"),
        (["result", "--format", "su", "-o", "result/traces.h5", "--overwrite"], "traces themselves"),
        (["result", "--format", "sac", "-o", "mine.su"], "is a file; sac needs a directory"),
        (["result", "--format", "csv", "-o", "a.csv"], "name a directory"),
        (["result", "--format", "wav", "-o", "a.wav"], "wav"),
        (["result", "--format", "su"], "--out"),
        (["nowhere", *su], "nowhere"),
        (["garbage.h5", *su], "garbage.h5"),
        (["other.h5", *su], "not a traces file"),
        (["spoilt.h5", *su], "line pressure of line3, sample 8, is nan"),
    ]:  # fmt: skip
        outcome = unda.call("export", *arguments, cwd=folder).expect(2)
        assert words in outcome.err, f"{outcome}\nexpected: {words}"
        assert listing(folder) == before, f"{outcome}\nwas written: {set(listing(folder)) - set(before)}"
    # Without the broken trace the others can be had.
    unda.call("export", "spoilt.h5", *su, "--quantity", "velocity", cwd=folder).expect(0)


def traces_without_a_scenario(unda, folder):
    run(unda, folder)
    shutil.move(folder / "result/traces.h5", folder / "alone.h5")
    outcome = unda.call("export", "alone.h5", "--format", "segy", "-o", "a.sgy", cwd=folder).expect(0)
    assert "source position: not known, since there is no scenario.toml" in outcome.out, outcome
    (folder / "scenario.toml").write_text("nonsense")
    outcome = unda.call("export", "alone.h5", "--format", "segy", "-o", "b.sgy", cwd=folder).expect(0)
    assert "source position: not known, since the scenario" in outcome.out, outcome
    a, b = ((folder / name).read_bytes() for name in ("a.sgy", "b.sgy"))
    assert a == b and a[3600 + 72 : 3600 + 80] == bytes(8), "the source's coordinates are not 0"


def full_disk(unda, folder):
    """A file that cannot be written in full is an error, and leaves nothing behind."""
    run(unda, folder)
    before = listing(folder)
    for format, limit in (("segy", 4), ("su", 4), ("mseed", 8), ("sac", 0), ("csv", 4)):
        outcome = unda.call("export", "result", "--format", format, "-o", FORMATS[format], cwd=folder,
                            file_limit_kib=limit).expect(1)  # fmt: skip
        assert "cannot write" in outcome.err, outcome
        files = {name for name, size in listing(folder).items() if size >= 0} - set(before)
        assert not files, (format, files)


if __name__ == "__main__":
    main(segy_by_segyio, all_by_obspy, csv_tables, selection, wrong_calls, traces_without_a_scenario, full_disk)
