"""unda compare: misfits that are known, references as CSV and SAC, other samplings, wrong input, exit codes."""

import json
import shutil
import struct

import h5py
import numpy as np

from support import listing, main
from support.scenarios import SMALL_2D, edited, written


def run_small(unda, folder, name="a", *settings):
    """A result directory of the small box of water."""
    written(folder, SMALL_2D)
    words = [word for setting in settings for word in ("--set", setting)]
    unda.call("run", "small.toml", "--out", name, *words, cwd=folder).expect(0)
    return folder / name


def copied(folder, name, change, source="a"):
    """A copy of a result whose traces.h5 has been changed."""
    shutil.copytree(folder / source, folder / name)
    with h5py.File(folder / name / "traces.h5", "r+") as file:
        change(file["receivers/line"])


def compared(unda, folder, *arguments, code=0):
    outcome = unda.call("compare", *arguments, "--json", cwd=folder).expect(code)
    return json.loads(outcome.out)


def known_misfits(unda, folder):
    run_small(unda, folder)

    def louder(line):
        line["pressure"][2] *= 1.1

    copied(folder, "b", louder)
    before = listing(folder)
    same = unda.call("compare", "a", "a/traces.h5", "--tolerance", 0, cwd=folder).expect(0)
    assert "misfit 0" in same.out.splitlines()[-1], same
    outcome = unda.call("compare", "b", "a", cwd=folder).expect(0)
    assert outcome.out.splitlines()[-1] == "worst: line3 pressure: misfit 0.1", outcome
    assert outcome.err == "", outcome
    unda.call("compare", "b", "a", "--tolerance", 0.101, cwd=folder).expect(0)
    missed = unda.call("compare", "b", "a", "--tolerance", 0.099, cwd=folder).expect(1)
    assert "exceeds the tolerance" in missed.err and "worst: line3" in missed.out, missed
    unda.call("compare", "b", "a", "--tolerance", 0.01, "--quantity", "velocity", cwd=folder).expect(0)
    assert listing(folder) == before, listing(folder)

    document = compared(unda, folder, "b", "a", "--tolerance", 0.05, code=1)
    assert document["within_tolerance"] is False and document["worst"]["receiver"] == "line3", document["worst"]
    [comparison] = document["comparisons"]
    rows = {(r["receiver"], r["quantity"]): r for r in comparison["receivers"]}
    assert len(rows) == 10 and comparison["samples"] == 101, comparison
    [p] = rows["line3", "pressure"]["components"]
    for key, value in {"misfit": 0.1, "own_misfit": 0.1, "envelope": 0.1, "phase": 0, "shift": 0}.items():
        assert abs(p[key] - value) < 1e-6, (key, p)
    assert rows["line3", "velocity"]["misfit"] == 0 and rows["line2", "pressure"]["misfit"] == 0, rows


def several_files(unda, folder):
    run_small(unda, folder)
    for name, factor in (("b", 1.1), ("c", 1.25)):
        copied(folder, name, lambda line, k=factor: line["pressure"].write_direct(np.float32(k) * line["pressure"][:]))
    first = compared(unda, folder, "a", "b", "c")["comparisons"]
    assert [(c["trace"], c["reference"]) for c in first] == [("a", "b"), ("a", "c")], first
    assert abs(first[0]["worst"]["misfit"] - 0.1 / 1.1) < 1e-6 and abs(first[1]["worst"]["misfit"] - 0.2) < 1e-6
    against = compared(unda, folder, "b", "c", "--against", "a")
    assert [(c["trace"], c["reference"]) for c in against["comparisons"]] == [("b", "a"), ("c", "a")], against
    assert against["worst"]["trace"] == "c" and abs(against["worst"]["misfit"] - 0.25) < 1e-6, against["worst"]
    text = unda.call("compare", "b", "c", "--against", "a", cwd=folder).expect(0)
    assert text.out.splitlines()[-1].endswith("misfit 0.25 (c against a)"), text


def samplings_and_filters(unda, folder):
    run_small(unda, folder)
    run_small(unda, folder, "fine", "time.sample_interval=0.0017", "time.duration=0.45")
    outcome = unda.call("compare", "fine", "a", cwd=folder).expect(0)
    assert "fine is interpolated from samples every 0.0017 s" in outcome.out, outcome
    assert "times differ: fine from 0 to 0.4488 s, a from 0 to 0.5 s" in outcome.out, outcome
    assert compared(unda, folder, "fine", "a")["worst"]["misfit"] < 1e-4
    filtered = compared(unda, folder, "fine", "a", "--bandpass", 5, 20)["comparisons"][0]
    assert (filtered["highpass"], filtered["lowpass"]) == (5, 20) and filtered["worst"]["misfit"] < 1e-3, filtered

    def noisy(line):
        time = line["time"][:]
        line["pressure"][:] += np.float32(0.5 * np.abs(line["pressure"][:]).max() * np.sin(2 * np.pi * 90 * time))

    copied(folder, "noisy", noisy)
    assert compared(unda, folder, "noisy", "a", "--quantity", "pressure")["worst"]["misfit"] > 0.3
    assert compared(unda, folder, "noisy", "a", "--quantity", "pressure", "--lowpass", 25)["worst"]["misfit"] < 0.05
    # 90 Hz is more than samples every 0.02 s hold.
    run_small(unda, folder, "coarse", "time.sample_interval=0.02")
    aliased = unda.call("compare", "noisy", "coarse", cwd=folder).expect(2)
    assert "lies above 25 Hz" in aliased.err and "--lowpass" in aliased.err, aliased
    unda.call("compare", "noisy", "coarse", "--lowpass", 12, cwd=folder).expect(0)
    too_high = unda.call("compare", "a", "coarse", "--lowpass", 25, cwd=folder).expect(2)
    assert "below 25 Hz" in too_high.err, too_high


def sac_bytes(station, component, values, interval):
    """A SAC file of version 6 as other programs write it; particle velocity."""
    floats, integers = [-12345.0] * 70, [-12345] * 40
    floats[0], floats[5] = interval, 0.0
    for k, value in {6: 6, 9: len(values), 15: 1, 16: 7, 35: 1}.items():
        integers[k] = value
    words = [b"-12345  "] * 24
    words[0], words[20] = station.encode().ljust(8), component.encode().ljust(8)
    return struct.pack("<70f40i", *floats, *integers) + b"".join(words) + np.asarray(values, "<f4").tobytes()


def references(unda, folder):
    result = run_small(unda, folder)
    with h5py.File(result / "traces.h5") as file:
        line = file["receivers/line"]
        time, positions, velocity = line["time"][:], line["position"][:], line["velocity"][:]
    for name in ("csv", "sac"):
        (folder / name).mkdir()
    for r, (x, z) in enumerate(positions):
        rows = np.column_stack([time, *velocity[r]])
        np.savetxt(folder / f"csv/station{r + 1:02}.csv", rows, delimiter=",", header=f"x={x} z={z}; t[s], v_x, v_z [m/s]")
        for c, axis in enumerate("XZ"):
            (folder / f"sac/{r}{axis}.sac").write_bytes(sac_bytes(f"line{r + 1}", f"HX{axis}", velocity[r, c], 0.005))
    for reference in ("csv", "sac"):
        document = compared(unda, folder, "a", "--against", reference)
        [comparison] = document["comparisons"]
        assert len(comparison["receivers"]) == 5 and document["worst"]["misfit"] < 1e-6, comparison["worst"]
        assert {r["quantity"] for r in comparison["receivers"]} == {"velocity"}, comparison
    one = compared(unda, folder, "a", "csv/station04.csv")["comparisons"][0]
    assert [r["receiver"] for r in one["receivers"]] == ["line4"], one
    vertical = compared(unda, folder, "a", "sac/1Z.sac")["comparisons"][0]["receivers"]
    assert [[c["component"] for c in r["components"]] for r in vertical] == [["z"]], vertical


def wrong_input(unda, folder):
    run_small(unda, folder)
    (folder / "empty.h5").write_bytes(b"")
    (folder / "garbage.h5").write_bytes(bytes(range(256)) * 20)
    (folder / "cut.h5").write_bytes((folder / "a/traces.h5").read_bytes()[:4000])
    (folder / "hollow").mkdir()
    (folder / "bad.csv").write_text("t,v_z\n0,1\n1,x\n")

    def nan(line):
        line["velocity"][3, 1, 50] = np.nan

    def moved(line):
        line["position"][1, 0] += 5

    def renamed(line):
        line.parent.move("line", "other")

    def relabelled(line):
        line["label"][...] = [f"x{k}" for k in range(5)]

    def shortened(line):
        values = line["pressure"][:, :50]
        del line["pressure"]
        line["pressure"] = values

    for change in (nan, moved, renamed, relabelled, shortened):
        copied(folder, change.__name__, change)
    before = listing(folder)
    cases = {
        ("a",): "name a second one",
        ("a", "empty.h5"): "empty.h5: is empty",
        ("a", "garbage.h5"): "garbage.h5: is not HDF5",
        ("a", "cut.h5"): "cut.h5: cannot open this file as HDF5",
        ("a", "hollow"): "hollow: holds neither traces.h5 nor",
        ("a", "nowhere"): "nowhere: no such file",
        ("a", "bad.csv"): 'bad.csv:3: "x" is not a number',
        ("a", "small.toml"): "small.toml: is not HDF5",
        ("a", "nan"): "nan: the velocity of line4 has samples that are not finite",
        ("nan", "a"): "nan: the velocity of line4 has samples that are not finite",
        ("a", "moved"): "receiver line/line2: at (300, -50) in a, but at (305, -50) in moved, 5 m away",
        ("a", "renamed"): "no receivers in common: a has line (line1 ... line5); renamed has other",
        ("a", "relabelled"): "no receivers in common",
        ("a", "shortened"): "pressure is [5, 50], but positions and times ask for [5, 101]",
        ("a", "a", "--receivers", "lines"): "--receivers lines: a has no such group; it has: line",
        ("a", "a", "--quantity", "stress"): "no quantities in common",
        ("a", "a", "--quantity", "speed"): "speed",
        ("a", "a", "--tolerance", "-1"): "--tolerance",
        ("a", "a", "--lowpass", "0"): "--lowpass",
        ("a", "a", "--bandpass", "20", "5"): "the lower one first",
        ("a", "a", "--bandpass", "5", "20", "--lowpass", "3"): "excludes",
    }  # fmt: skip
    for arguments, message in cases.items():
        outcome = unda.call("compare", *arguments, cwd=folder).expect(2)
        assert message in outcome.err, f"{outcome}\nexpected: {message}"
        assert outcome.out == "", outcome
    assert listing(folder) == before, listing(folder)
    unda.call("compare", "a", "moved", "--position-tolerance", 6, cwd=folder).expect(0)


def silent_receivers(unda, folder):
    """Where the reference is as good as silent, rounding does not count as a misfit, but a signal does."""
    text = edited(SMALL_2D, ("line = { from = [100, -50], to = [900, -50], count = 5 }",
                             "positions = [[300, -150], [990, -490]]"), ("duration = 0.5", "duration = 0.3"))[0]  # fmt: skip
    written(folder, text)
    for name, order in (("a", 8), ("b", 12)):
        unda.call("run", "small.toml", "--out", name, "--set", f"solver.fd.order={order}", cwd=folder).expect(0)
    rows = compared(unda, folder, "b", "a")["comparisons"][0]["receivers"]
    far = [r for r in rows if r["receiver"] == "line2"]
    assert len(far) == 2 and all(r["weak"] and r["misfit"] < 0.1 for r in far), far
    assert all(c[key] is None for r in far for c in r["components"] for key in ("own_misfit", "shift", "phase")), far
    assert "* weaker than" in unda.call("compare", "b", "a", cwd=folder).expect(0).out


if __name__ == "__main__":
    main(known_misfits, several_files, samplings_and_filters, references, wrong_input, silent_receivers)
