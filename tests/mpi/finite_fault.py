"""The points of a fault on several ranks, in the form for many sources: the traces of one rank; and after a restart."""

import h5py
import numpy as np

from support import main

SCENARIO = """
[domain]
x = [-700, 900]
y = [-700, 900]
z = [-1400, 0]
[model]
vp = 4000
vs = 2300
rho = 2600
[boundary]
top = "free"
[[source]]
file = "fault.srf"
[[receivers]]
positions = [[600, 500, 0], [-300, 700, -400]]
[time]
duration = 0.6
sample_interval = 0.02
[mesh]
spacing = 100
[mesh.sem]
spacing = 200
[mesh.dg]
spacing = 400
[solver.dg]
order = 2
absorbing_elements = 0
[solver.sem]
absorbing_elements = 0
[solver.fd]
absorbing_points = 10
[output]
plots = false
"""


def written(folder):
    """40 points that slip one after another; in all methods some rank has none of them, or all."""
    points = [
        f"{-350 + 30 * i} {80 + 11 * i - 20 * j} {0.5 + 0.05 * j} 30 60 1e8 {0.008 * i + 0.02 * j} 0.05\n"
        "20 10 5 0 0 0 0\n0 60 120 30 0\n"
        for j in range(2)
        for i in range(20)
    ]
    (folder / "fault.srf").write_text(f"1.0\nPOINTS {len(points)}\n" + "".join(points))
    (folder / "fault.toml").write_text(SCENARIO)


def traces(folder, name):
    with h5py.File(folder / name / "traces.h5") as file:
        return file["receivers/receivers/velocity"][:]


def run(unda, folder, name, method, ranks=1, *options):
    unda.call("run", "fault.toml", "--out", name, "--set", f"solver.method={method}", *options, cwd=folder, ranks=ranks).expect(0)
    return traces(folder, name)


def ranks_change_nothing_and_restarts_go_on(unda, folder):
    """Sources at rest are summed up anew."""
    written(folder)
    for method in ("fd", "sem", "dg"):
        one = run(unda, folder, "one", method, 1, "--overwrite", "--set", "output.checkpoint.every_steps=45")
        assert np.abs(one).max() > 1e-6
        for ranks in (2, 4) if method == "fd" else (4,):
            several = run(unda, folder, "several", method, ranks, "--overwrite")
            if method == "fd":
                assert np.array_equal(one, several), f"fd on {ranks} ranks"
            else:
                misfit = np.linalg.norm(several - one) / np.linalg.norm(one)
                assert misfit < 1e-5, f"{method} on {ranks} ranks: {misfit}"
        (folder / "one/traces.h5").unlink()
        again = run(unda, folder, "one", method, 1, "--restart", "--set", "output.checkpoint.every_steps=45")
        assert np.array_equal(one, again), f"{method} after a restart"


main(ranks_change_nothing_and_restarts_go_on)
