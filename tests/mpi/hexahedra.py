"""Spectral elements on any hexahedra on several ranks: the same traces and snapshots, ways of communicating, a restart bit for bit."""

import json

import numpy as np

from support import main
from support.again import goes_on, ways_of_communicating
from support.bits import arrays
from support.hexahedra import write


def close(one, other, tolerance):
    a, b = arrays(one), arrays(other)
    assert a.keys() == b.keys() and a
    for name in a:
        assert np.abs(a[name] - b[name]).max() <= tolerance * np.abs(a[name]).max(), name


def same_traces(unda, folder):
    """Sums at points that ranks share are added up in another order: to rounding."""
    attenuates = {"water": "qp = 80\n", "rock": "qp = 60\nqs = 40\n"}
    for materials, counts in (({}, (2, 4)), (attenuates, (3,))):
        write(folder, **materials)
        given = ["--set", "solver.precision=double", "--set", "time.step=0.002", "--set", "time.duration=0.25"]
        if materials:
            given += ["--set", 'output.snapshots.quantities=["velocity"]']
        unda.call("run", "case.toml", "--out", "one", "--overwrite", *given, cwd=folder).expect(0)
        for n in counts:
            unda.call("run", "case.toml", "--out", "many", "--overwrite", *given, cwd=folder, ranks=n).expect(0)
            close(folder / "one" / "traces.h5", folder / "many" / "traces.h5", 1e-10)
            assert json.loads((folder / "many" / "report.json").read_text())["ranks"] == n


def largest_step(unda, folder):
    write(folder)
    steps = []
    for n in (1, 3):
        unda.call("run", "case.toml", "--out", "r", "--overwrite", "--set", "time.duration=0.02", cwd=folder, ranks=n).expect(0)
        report = json.loads((folder / "r" / "report.json").read_text())
        steps.append((report["dt"], report["step_limit"]))
    assert len(set(steps)) == 1, steps


def restart(unda, folder):
    write(folder)
    unda.call("run", "case.toml", "--out", "whole", cwd=folder, ranks=2).expect(0)
    goes_on(unda, folder, "whole", ranks=2)


def bench_modes(unda, folder):
    write(folder)
    ways_of_communicating(unda, folder)


main(same_traces, largest_step, restart, bench_modes)
