"""Discontinuous Galerkin on several ranks: the same traces as on one, whatever the cuts; all ways of communicating."""

import json

from support import main
from support.bits import same_bits

CASE = """
[domain]
x = [0, 1200]
y = [0, 1000]
z = [-1000, 0]
[boundary]
top = "free"
west = "periodic"
east = "periodic"
[model]
kind = "layers"
[[model.layer]]
top = 0
vp = 1500
vs = 0
rho = 1000
[[model.layer]]
top = -400
vp = 2800
vs = 1600
rho = 2200
[[source]]
kind = "moment_tensor"
position = [613.1, 487.2, -611.3]
moment = { xy = 1e12, zz = 4e11 }
time_function = { kind = "ricker", frequency = 4, delay = 0.25 }
[[receivers]]
positions = [[400, 400, 0], [800, 600, -400], [31.7, 500, -700]]
quantities = ["velocity", "pressure", "displacement"]
[time]
duration = 0.4
sample_interval = 0.01
[mesh]
spacing = 200
[solver]
method = "dg"
order = 4
[output]
plots = false
"""


def same_traces(unda, folder):
    (folder / "case.toml").write_text(CASE)
    for precision in ("single", "double"):
        given = ["--set", f"solver.precision={precision}"]
        unda.call("run", "case.toml", "--out", "one", "--overwrite", *given, cwd=folder).expect(0)
        for n in (2, 3, 4):
            unda.call("run", "case.toml", "--out", "many", "--overwrite", *given, cwd=folder, ranks=n).expect(0)
            same_bits(folder / "one" / "traces.h5", folder / "many" / "traces.h5")
            assert json.loads((folder / "many" / "report.json").read_text())["ranks"] == n


def bench_modes(unda, folder):
    (folder / "case.toml").write_text(CASE)
    sent = {}
    for mode in ("overlap", "blocking", "nosend", "off"):
        outcome = unda.call("bench", "case.toml", "--steps", "5", "--comm", mode, "--json", cwd=folder, ranks=2).expect(0)
        sent[mode] = json.loads(outcome.out.splitlines()[-1])["bytes_sent_per_step"]
    assert sent["overlap"] == sent["blocking"] > 0 and sent["nosend"] == sent["off"] == 0, sent
    assert sent["overlap"] % (60 * 4) == 0, sent  # six numbers of ten face modes


def plan_tells_the_ratio(unda, folder):
    (folder / "case.toml").write_text(CASE)
    outcome = unda.call("plan", "case.toml", cwd=folder, ranks=2).expect(0)
    assert "outer to inner elements" in outcome.out and "quality" in outcome.out, outcome


def what_does_not_fit(unda, folder):
    (folder / "case.toml").write_text(CASE)
    outcome = unda.call("run", "case.toml", "--out", "many", "--set", "parallel.ranks=[2, 1, 1]", cwd=folder,
                        ranks=2).expect(2)
    assert outcome.err.count("unda: ") == 1 and "METIS" in outcome.err, outcome


main(same_traces, bench_modes, plan_tells_the_ratio, what_does_not_fit)
