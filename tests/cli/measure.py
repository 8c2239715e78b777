"""unda measure: the table against numbers found here, maps, and what is refused."""

import csv

import h5py
import numpy as np

from support import main
from support.scenarios import SMALL_1D, written

GRID = """
[domain]
x = [0, 1000]
y = [0, 1000]
z = [-600, 0]
[model]
vp = 3000
vs = 1700
rho = 2200
[boundary]
top = "free"
[[source]]
kind = "moment_tensor"
position = [400, 450, -300]
moment = { xy = 1e13 }
time_function = { kind = "gaussian", sigma = 0.05 }
[[receivers]]
name = "net"
grid = { from = [200, 200, 0], to = [800, 800, 0], counts = [4, 3] }
quantities = ["velocity", "displacement"]
[[receivers]]
name = "accelerometer"
positions = [[500, 500, 0]]
quantities = ["acceleration"]
[[receivers]]
name = "hydrophone"
positions = [[500, 500, -100]]
quantities = ["pressure"]
[time]
duration = 0.8
sample_interval = 0.01
[mesh]
spacing = 50
[output]
plots = false
"""


def without_what_is_above_a_frequency(unda, folder):
    """Two tones of one strength that come and go: below the corner the first is left."""
    written(folder, GRID)
    unda.call("run", "small.toml", "--out", "tones", cwd=folder).expect(0)
    with h5py.File(folder / "tones/traces.h5", "r+") as file:
        group = file["receivers/net"]
        t = group["time"][:]
        hump = np.exp(-(((t - 0.4) / 0.2) ** 2))
        low, high = hump * np.sin(2 * np.pi * 2 * (t - 0.4)), hump * np.sin(2 * np.pi * 30 * (t - 0.4))
        group["velocity"][...] = (low + high)[None, None, :]
    # The gain is 0.996 at 6 Hz and 0.002 at 27.
    for given, exact, tolerance in (([], low + high, 1e-6), (["--lowpass", 12], low, 1e-2)):
        unda.call("measure", "tones", "--receivers", "net", "-o", folder / "tones.csv", "--overwrite", *given, cwd=folder).expect(0)
        found = [float(row["pgv"]) for row in table(folder / "tones.csv") if row["component"] == "x"]
        assert np.allclose(found, np.abs(exact).max(), rtol=tolerance), (given, found[0], np.abs(exact).max())
    wrong = unda.call("measure", "tones", "-o", folder / "wrong.csv", "--lowpass", -1, cwd=folder).expect(2)
    assert "--lowpass" in wrong.err, wrong


def table(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def oscillator(a, dt, period, damping):
    """x of x'' + 2 h w x' + w^2 x = -a by many small steps of Runge and Kutta between samples."""
    w, n = 2 * np.pi / period, 20
    x = v = most = 0.0
    for before, after in zip(a[:-1], a[1:]):
        for k in range(n):
            h = dt / n

            def slopes(x, v, part):
                return v, -(before + (after - before) * part) - 2 * damping * w * v - w * w * x

            k1 = slopes(x, v, k / n)
            k2 = slopes(x + h / 2 * k1[0], v + h / 2 * k1[1], (k + 0.5) / n)
            k3 = slopes(x + h / 2 * k2[0], v + h / 2 * k2[1], (k + 0.5) / n)
            k4 = slopes(x + h * k3[0], v + h * k3[1], (k + 1) / n)
            x += h / 6 * (k1[0] + 2 * k2[0] + 2 * k3[0] + k4[0])
            v += h / 6 * (k1[1] + 2 * k2[1] + 2 * k3[1] + k4[1])
        most = max(most, abs(x))
    return w * w * most


def close(row, name, value, tolerance=1e-5):
    assert abs(float(row[name]) - value) <= tolerance * abs(value), f"{name}: {row[name]} and {value} in {row}"


def the_table(unda, folder):
    written(folder, GRID)
    unda.call("run", "small.toml", "--out", "r", cwd=folder).expect(0)
    outcome = unda.call("measure", "r", "--periods", "0.2,0.5", "--map", cwd=folder).expect(0)
    assert "acceleration by differences of velocity" in outcome.out, outcome
    rows = table(folder / "r/measures.csv")
    assert len(rows) == (12 + 1) * 5
    assert [row["component"] for row in rows[:5]] == ["x", "y", "z", "geometric_mean", "rotd50"]
    with h5py.File(folder / "r/traces.h5") as file:
        v = file["receivers/net/velocity"][:].astype(float)
        u = file["receivers/net/displacement"][:].astype(float)
        a_recorded = file["receivers/accelerometer/acceleration"][:].astype(float)
    net = [row for row in rows if row["receivers"] == "net"]
    of_net = {(n // 5, row["component"]): row for n, row in enumerate(net)}
    for receiver in (0, 7):
        a = np.gradient(v[receiver], 0.01, axis=1)
        for c, name in enumerate("xyz"):
            row = of_net[receiver, name]
            close(row, "pgv", np.abs(v[receiver, c]).max())
            close(row, "pga", np.abs(a[c]).max())
            close(row, "pgd", np.abs(u[receiver, c]).max())
            close(row, "psa_0.2", oscillator(a[c], 0.01, 0.2, 0.05))
            close(row, "arias", np.pi / (2 * 9.80665) * (0.01 / 3 * (a[c, 1:] ** 2 + a[c, 1:] * a[c, :-1] + a[c, :-1] ** 2)).sum())
        angles = np.radians(np.arange(180))
        turned = np.cos(angles)[:, None] * v[receiver, 0] + np.sin(angles)[:, None] * v[receiver, 1]
        close(of_net[receiver, "rotd50"], "pgv", np.median(np.abs(turned).max(axis=1)))
        both = [float(of_net[receiver, name]["psa_0.5"]) for name in "xy"]
        close(of_net[receiver, "geometric_mean"], "psa_0.5", np.sqrt(both[0] * both[1]))
    last = next(row for row in rows if row["receivers"] == "accelerometer")
    close(last, "pga", np.abs(a_recorded[0, 0]).max())
    # The map of the group that is a grid.
    assert (folder / "r/plots/net_measures.png").stat().st_size > 10000
    assert not any(row["receivers"] == "hydrophone" for row in rows)


def what_is_refused(unda, folder):
    written(folder, SMALL_1D)
    unda.call("run", "small.toml", "--out", "r", cwd=folder).expect(0)
    for arguments, part in (
        (["nothing"], "there is no such file"),
        (["r", "--periods", "0"], "must be greater than 0 s"),
        (["r", "--damping", "1"], "must be a part of the critical"),
        (["r", "--receivers", "nobody"], "no group 'nobody'"),
    ):
        outcome = unda.call("measure", *arguments, cwd=folder).expect(2)
        assert part in outcome.err, outcome
    assert not (folder / "r/measures.csv").exists()
    unda.call("measure", "r", cwd=folder)
    if (folder / "r/measures.csv").exists():
        outcome = unda.call("measure", "r", cwd=folder).expect(2)
        assert "--overwrite" in outcome.err, outcome


main(the_table, without_what_is_above_a_frequency, what_is_refused)
