"""The tasks of docs/guide.md, done as they stand there, in an empty directory."""

import re
import subprocess

import h5py
import numpy as np

from support import ROOT, main
from support.scenarios import QUICKSTART

STATIONS = "NEAR AA 37.1 140.2 0.0 0.0\nFAR AA 36.8 139.6 120.0 0.0\n"
CMTSOLUTION = """\
PDE 2011 03 11 05 46 23.00 37.0 140.0 15.0 6.0 6.0 test
event name:      test
time shift:      0.0
half duration:   5.0
latitude:        37.0
longitude:       140.0
depth:           15.0
Mrr:             1.0e25
Mtt:             -1.0e25
Mpp:             0.0
Mrt:             0.0
Mrp:             0.0
Mtp:             0.0
"""


def section(title):
    text = (ROOT / "docs/guide.md").read_text()
    assert f"\n## {title}\n" in text, f"the guide has no task `{title}`"
    return text.split(f"\n## {title}\n")[1].split("\n## ")[0]


def block(text, language):
    return re.search(rf"```{language}\n(.*?)```", text, re.DOTALL)[1]


def with_tables(scenario, tables):
    """The scenario with these tables in place of those of the same names."""
    names = set(re.findall(r"^\[+(\w+)\]", tables, re.MULTILINE))
    kept = [part for part in re.split(r"^(?=\[)", scenario, flags=re.MULTILINE)
            if not (match := re.match(r"\[+(\w+)", part)) or match[1] not in names]  # fmt: skip
    return "".join(kept) + "\n" + tables


def velocity_grid(unda, folder):
    text = section("I have a velocity grid")
    subprocess.run(["/usr/bin/python3", "-c", block(text, "python")], cwd=folder, check=True)
    scenario = with_tables(QUICKSTART.read_text(), block(text, "toml"))
    (folder / "gradient.toml").write_text(scenario)
    raw = re.search(r"`(vp = \{ file = \"vp.bin\", shape = \[61, 121\] \})`", text)[1]
    (folder / "raw.toml").write_text(scenario.replace('vp = "vp.npy"', raw))
    quick = ["--set", "output.plots=false", "--set", "time.duration=0.5"]
    for name in ("gradient", "raw"):
        unda.call("run", f"{name}.toml", *quick, cwd=folder).expect(0)
    traces = []
    for name in ("gradient", "raw"):
        with h5py.File(folder / "results" / name / "traces.h5") as file:
            traces.append(file["receivers/well/pressure"][:])
    assert np.abs(traces[0]).max() > 0 and np.array_equal(*traces), "the raw samples are not those of the .npy file"
    wrong = unda.call("check", "gradient.toml", "--set", "model.spacing=[25, 25]", cwd=folder).expect(2)
    assert "model.origin: the samples reach from z = 0 to 1500 (61 samples), the domain from -1500 to 0" in wrong.err, wrong


def cmt_and_stations(unda, folder):
    unda.call("init", "my.toml", "--dim", 3, cwd=folder).expect(0)
    tables = block(section("I have a CMT and stations"), "toml")
    (folder / "my.toml").write_text(with_tables((folder / "my.toml").read_text(), tables))
    (folder / "CMTSOLUTION").write_text(CMTSOLUTION)
    (folder / "STATIONS").write_text(STATIONS)
    outcome = unda.call("run", "my.toml", "--set", "output.plots=false", cwd=folder).expect(0)
    assert "warning" not in outcome.out + outcome.err, outcome
    with h5py.File(folder / "results/my/traces.h5") as file:
        group = file["receivers/network"]
        assert list(group["label"].asstr()[:]) == ["AA.NEAR", "AA.FAR"]
        assert np.abs(group["velocity"][:]).max(axis=(1, 2)).min() > 0, "a station stayed silent"


def a_run_that_blows_up(unda, folder):
    text = section("My run blew up")
    setting = re.search(r"--set (\S+)`", text)[1]
    outcome = unda.call("run", QUICKSTART, "--set", setting, "--out", "result", cwd=folder).expect(1)
    told = " ".join(outcome.err.split())
    for words in re.findall(r"unda: (unstable: .*?)\. Largest|(Likely cause: .*?)\. Traces", " ".join(text.split())):
        for piece in "".join(words).split(" ... "):
            assert piece in told, (piece, outcome)
    assert "likely to blow up" in outcome.out + outcome.err, outcome
    assert '"status": "stopped"' in (folder / "result/report.json").read_text()


if __name__ == "__main__":
    main(velocity_grid, cmt_and_stations, a_run_that_blows_up)
