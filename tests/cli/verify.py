"""unda verify: runs, pairs, verdicts, exit codes, what the report holds, references, failing runs, wrong input."""

import json
import os
import re
import shutil
import signal
import stat
import time

import h5py
import numpy as np

from support import listing, main, wait_for
from support.scenarios import SMALL_1D, SMALL_2D, edited, written


def verified(unda, folder, *arguments, code=0, out="v"):
    """The outcome, verify.json and report.html of the small box of water."""
    written(folder, SMALL_2D)
    outcome = unda.call("verify", "small.toml", "--out", out, *arguments, cwd=folder).expect(code)
    found = json.loads((folder / out / "verify.json").read_text())
    return outcome, found, (folder / out / "report.html").read_text()


def check_page(page, *needed):
    """It holds what it must, loads nothing from elsewhere, and its tags are closed."""
    for text in needed:
        assert text in page, f"the report lacks: {text}"
    assert not re.findall(r"<(?:script|link|iframe|object)\b", page)
    assert all(uri.startswith("data:") for uri in re.findall(r'(?:src|href)\s*=\s*"([^"]*)"', page))
    assert "http" not in page and "url(" not in page and "@import" not in page
    for tag in ("main", "section", "table", "tbody", "details", "figure", "div", "p"):
        assert len(re.findall(rf"<{tag}\b", page)) == page.count(f"</{tag}>"), tag


def agreement(unda, folder):
    outcome, found, page = verified(unda, folder, "--methods", "fd,dg", "--refine", "--set", "mesh.spacing=10")
    assert outcome.err == "", outcome
    assert [(r["name"], r["status"]) for r in found["runs"]] == [
        ("fd", "done"), ("dg", "not run"), ("fd-fine", "done")]  # fmt: skip
    assert found["runs"][1]["reason"], found["runs"][1]
    pairs = {(c["trace"], c["reference"]): c for c in found["comparisons"]}
    assert set(pairs) == {("fd", "fd-fine"), ("fd", "closed form"), ("fd-fine", "closed form")}, pairs
    assert found["verdict"] == "agree" and all(c["within_tolerance"] for c in pairs.values())
    coarse, fine = (pairs[name, "closed form"]["worst"]["misfit"] for name in ("fd", "fd-fine"))
    assert 0 < fine < 0.2 * coarse < 0.01, (fine, coarse)
    reports = [found["runs"][i]["report"] for i in (0, 2)]
    assert reports[0]["mesh"].startswith("101 x 51 points") and reports[1]["mesh"].startswith("201 x 101"), reports
    assert "The seismograms agree within 0.05" in outcome.out and "v/report.html" in outcome.out, outcome
    # What verify measured is what compare measures on the directories that it left.
    compared = json.loads(unda.call("compare", "v/fd", "v/fd-fine", "--json", cwd=folder).expect(0).out)
    mine, theirs = pairs["fd", "fd-fine"]["worst"]["misfit"], compared["worst"]["misfit"]
    assert abs(mine - theirs) < 1e-3 * theirs, (mine, theirs)
    worst = max(r["misfit"] for c in pairs.values() for r in c["receivers"])
    assert found["worst"]["misfit"] == worst, found["worst"]
    check_page(page, "A small box of water", "In agreement", "What was run", "against closed form", "within", "not run",
               "points per shortest wavelength", "Worst receiver", "Typical receiver", "times magnified", "sample_interval = 0.005",
               "unda verify small.toml --out v --methods fd,dg --refine --set mesh.spacing=10", "shift (ms)")  # fmt: skip
    assert page.count("data:image/svg+xml;base64,") >= 4 and "beyond" not in page


def disagreement(unda, folder):
    outcome, found, page = verified(unda, folder, "--methods", "fd", "--tolerance", "1e-6", code=1)
    assert [r["name"] for r in found["runs"]] == ["fd"], found["runs"]
    worst = found["worst"]
    for text in ("do not agree within 1e-06", "fd against the closed form", worst["receiver"], worst["quantity"],
                 f"{worst['misfit']:.3g}"):  # fmt: skip
        assert text in outcome.err and text in found["sentence"], (text, outcome)
    assert found["verdict"] == "disagree" and "beyond" in outcome.out
    check_page(page, "Not in agreement", "beyond")


def failing_run(unda, folder):
    """A step far above the limit, and half of it at half the spacing: the second run is tried though the first failed."""
    outcome, found, page = verified(unda, folder, "--methods", "fd", "--refine", "--set", "time.step=0.02", code=1)
    assert [r["status"] for r in found["runs"]] == ["failed", "failed"], found["runs"]
    assert "unstable" in found["runs"][0]["reason"] and found["verdict"] == "incomplete", found["runs"]
    assert "Nothing could be compared. fd failed: unstable" in outcome.err, outcome
    check_page(page, "Incomplete", "<strong>fd</strong> failed: unstable", "<strong>failed</strong>")


def references(unda, folder):
    written(folder, SMALL_2D)
    unda.call("run", "small.toml", "--out", "before", cwd=folder).expect(0)
    with h5py.File(folder / "before/traces.h5", "r+") as file:
        line = file["receivers/line"]
        line["pressure"][1] *= np.float32(1.25)
        time, positions, velocity = line["time"][:], line["position"][:], line["velocity"][:]
    (folder / "csv").mkdir()
    for r, (x, z) in enumerate(positions):
        rows = np.column_stack([time, *velocity[r]])
        np.savetxt(folder / f"csv/{r}.csv", rows, delimiter=",", header=f"x={x} z={z}; t[s], v_x, v_z [m/s]")
    arguments = ("--methods", "fd", "--against", "before", "--against", "csv", "--lowpass", "40")
    outcome, found, page = verified(unda, folder, *arguments, code=1)
    pairs = {c["reference"]: c for c in found["comparisons"]}
    assert set(pairs) == {"closed form", "before", "csv"} and pairs["csv"]["worst"]["misfit"] < 1e-6, pairs
    assert found["worst"]["reference"] == "before" and found["worst"]["receiver"] == "line2", found["worst"]
    assert abs(found["worst"]["misfit"] - 0.2) < 1e-4 and "fd against before (line2, pressure)" in outcome.err, outcome
    check_page(page, "against before", "against csv", "low-passed at 40 Hz")
    filtered(folder / "v", found)


def filtered(folder, found):
    """What the page draws was filtered by the program: its misfits are those of verify.json, ends included."""
    pair = next(c for c in found["comparisons"] if c["reference"] == "closed form")
    with h5py.File(folder / "fd/filtered.h5") as file:
        for r, receiver in enumerate(r for r in pair["receivers"] if r["quantity"] == "pressure"):
            a, b = file["receivers/line/pressure"][r], file["closed_form/line/pressure"][r]
            misfit = np.linalg.norm(a - b) / np.linalg.norm(b)
            assert abs(misfit - receiver["misfit"]) < 1e-5 * receiver["misfit"], (misfit, receiver)
    assert (folder / "reference-1/filtered.h5").exists()
    for name in ("fd", "reference-1", "reference-2"):
        assert "filtered.h5" in (folder / name / "manifest.txt").read_text(), name


def longer_reference(unda, folder):
    """Of a reference that goes on after the run both files have the span of the comparison, and its filter's ends."""
    written(folder, SMALL_2D)
    unda.call("run", "small.toml", "--out", "before", "--set", "time.duration=0.8", cwd=folder).expect(0)
    with h5py.File(folder / "before/traces.h5", "r+") as file:
        file["receivers/line/pressure"][1] *= np.float32(1.25)
    outcome, found, page = verified(unda, folder, "--methods", "fd", "--against", "before", "--lowpass", "15", code=1)
    assert found["worst"]["reference"] == "before", found["worst"]
    pair = next(c for c in found["comparisons"] if c["reference"] == "before")
    with h5py.File(folder / "v/fd/filtered.h5") as own, h5py.File(folder / "v/reference-1/filtered.h5") as other:
        for quantity in ("pressure", "velocity"):
            a, b = (file["receivers/line"][quantity] for file in (own, other))
            assert a.shape[-1] == b.shape[-1] == pair["samples"] == 101, (a.shape, b.shape)
            for r, receiver in enumerate(r for r in pair["receivers"] if r["quantity"] == quantity):
                misfit = np.linalg.norm(a[r] - b[r]) / np.linalg.norm(b[r])
                assert abs(misfit - receiver["misfit"]) < 1e-5 * receiver["misfit"], (misfit, receiver)
    check_page(page, "Below each trace: fd, before less the closed form")


LAYERS = 'kind = "layers"\n[[model.layer]]\ntop = 0\nvp = 1500.0\nvs = 0.0\nrho = 1000.0\n[[model.layer]]\ntop = -300'


def layered(unda, folder):
    """Two layers of water: the exact seismograms of the wavenumber integral are the closed form."""
    written(folder, edited(SMALL_2D, ("vp = 1500.0", "vp = 2000.0"), ('kind = "uniform"', LAYERS))[0], "layers.toml")
    unda.call("verify", "layers.toml", "--methods", "fd", cwd=folder).expect(0)
    found = json.loads((folder / "results/layers-verify/verify.json").read_text())
    [comparison] = found["comparisons"]
    assert comparison["reference"] == "closed form" and comparison["worst"]["misfit"] < 0.03, comparison


def without_closed_form(unda, folder):
    text = edited(SMALL_2D, ("vp = 1500.0", "vp = 2000.0"), ('kind = "uniform"', LAYERS),
                  ('top = "free"', 'top = "free"\nwest = "rigid"'))[0]  # fmt: skip
    written(folder, text, "layers.toml")
    alone = unda.call("verify", "layers.toml", "--methods", "fd,dg", cwd=folder).expect(2)
    assert "nothing to be compared with" in alone.err and "--refine" in alone.err, alone
    assert "Not run: dg" in alone.err and sorted(listing(folder)) == ["layers.toml"], alone
    outcome = unda.call("verify", "layers.toml", "--methods", "fd", "--refine", "--tolerance", 0.5, cwd=folder).expect(0)
    found = json.loads((folder / "results/layers-verify/verify.json").read_text())
    assert [c["reference"] for c in found["comparisons"]] == ["fd-fine"] and found["references"] == [], outcome


def two_methods(unda, folder):
    """Finite differences and spectral elements in a closed box: 0.05 apart at most, 0.02 at twice the resolution."""
    text = edited(SMALL_2D, ('default = "absorbing"', 'default = "rigid"'), ("spacing = 12.5", "spacing = 10"),
                  ("[solver]", "[mesh.sem]\nspacing = 45\n[solver]"))[0]  # fmt: skip
    written(folder, text)
    unda.call("verify", "small.toml", "--methods", "fd,sem", "--refine", cwd=folder).expect(0)
    found = json.loads((folder / "results/small-verify/verify.json").read_text())
    pairs = {(c["trace"], c["reference"]): c["worst"]["misfit"] for c in found["comparisons"]}
    assert len(pairs) == 6 and pairs["fd", "sem"] < 0.05 and pairs["fd-fine", "sem-fine"] < 0.02, pairs
    reports = {r["name"]: r["report"] for r in found["runs"]}
    assert reports["sem"]["mesh"].startswith("23 x 12 elements") and reports["sem"]["time_dispersion_corrected"], reports


def one_dimension(unda, folder):
    written(folder, SMALL_1D, "one.toml")
    outcome = unda.call("verify", "one.toml", "--refine", cwd=folder).expect(0)
    assert "sem: not run" in outcome.out and "methods for 1-D: fd" in outcome.out, outcome
    page = (folder / "results/one-verify/report.html").read_text()
    check_page(page, "one.toml", "displacement", "data:image/svg+xml;base64,")


def wrong_input(unda, folder):
    written(folder, SMALL_2D)
    (folder / "full").mkdir()
    (folder / "full/mine.txt").write_text("mine")
    unda.call("run", "small.toml", "--out", "moved", "--set", "receivers.line.from=[150, -50]", cwd=folder).expect(0)
    before = listing(folder)
    cases = {
        ("--methods", "sem", "--set", "solver.physics=acoustic_second_order"): "spectral elements take",
        ("--methods", "fe"): 'found "fe"; did you mean fd? allowed: fd, sem, dg',
        ("--methods", "fd,spectral"): 'found "spectral"; allowed: fd, sem, dg',
        ("--out", "full"): "full is not empty",
        ("--against", "nowhere"): "nowhere: no such file",
        ("--against", "moved"): "receiver line/line1: at (100, -50) in small.toml, but at (150, -50) in moved",
        ("--receivers", "lines"): "--receivers lines",
        ("--quantity", "stress"): "--quantity stress: no receivers of small.toml record it",
        ("--lowpass", "200"): "below 100 Hz",
        ("--tolerance", "-1"): "--tolerance",
        ("--set", "model.vp=-1"): "--set model.vp=-1: model.vp",
    }
    for arguments, message in cases.items():
        outcome = unda.call("verify", "small.toml", *arguments, cwd=folder).expect(2)
        assert message in outcome.err, f"{outcome}\nexpected: {message}"
        assert listing(folder) == before, outcome
    [line] = unda.call("verify", "small.toml", "--set", "model.vp=-1", cwd=folder).err.splitlines()


def overwriting(unda, folder):
    verified(unda, folder, "--methods", "fd", "--refine")
    (folder / "v/mine.txt").write_text("mine")
    unda.call("verify", "small.toml", "--out", "v", cwd=folder).expect(2)
    _, found, _ = verified(unda, folder, "--methods", "fd", "--overwrite")
    assert [r["name"] for r in found["runs"]] == ["fd"] and not (folder / "v/fd-fine").exists()
    assert (folder / "v/mine.txt").read_text() == "mine"


def without_matplotlib(unda, folder):
    """A library that cannot be imported leaves a report with its tables, and says so."""
    package = unda.program.parent.parent / "python"
    shutil.copytree(package, folder / "python")
    (folder / "python/matplotlib.py").write_text("raise ImportError('none here')\n")
    (folder / "bin").mkdir()
    shutil.copy(unda.program, folder / "bin/unda")
    os.chmod(folder / "bin/unda", stat.S_IRWXU)
    moved = type(unda)(folder / "bin/unda")
    outcome, found, page = verified(moved, folder, "--methods", "fd")
    assert "no matplotlib" in outcome.err and "python3-matplotlib" in outcome.err, outcome
    assert found["verdict"] == "agree" and "<img" not in page
    check_page(page, "This page has no figures", "against closed form", "line5")
    shutil.rmtree(folder / "python")
    bare = moved.call("verify", "small.toml", "--methods", "fd", "--out", "bare", cwd=folder).expect(0)
    assert "report.html could not be written" in bare.out and "fd against the closed form" in bare.out, bare
    assert (folder / "bare/verify.json").exists() and not (folder / "bare/report.html").exists()


def interrupted(unda, folder):
    """A signal ends the run in progress, and no other one begins."""
    written(folder, edited(SMALL_2D, ("duration = 0.5", "duration = 2000"))[0])
    printed = folder / "stdout"
    with printed.open("wb") as stdout:
        process = unda.start("verify", "small.toml", "--refine", "--out", "v", cwd=folder, stdout=stdout)
        try:
            wait_for(lambda: " steps of " in printed.read_text(), process, "the first run")
            time.sleep(0.3)  # the signals are caught right after the sizes are told
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 1 and b"stopped by SIGINT" in err, (process.returncode, err)
    assert sorted(p.name for p in (folder / "v").iterdir()) == ["fd", "manifest.txt"], listing(folder)


if __name__ == "__main__":
    main(agreement, disagreement, failing_run, references, longer_reference, layered, without_closed_form, two_methods, one_dimension,
         wrong_input, overwriting, interrupted, without_matplotlib)  # fmt: skip
