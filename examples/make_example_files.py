#!/usr/bin/python3
"""Makes the files that examples read: hill_dem.npy, basin_floor.npy and fault.srf.

    /usr/bin/python3 examples/make_example_files.py [FOLDER]

Elevations are float32, m, [y, x] or [x].
"""

import sys
from pathlib import Path

import numpy as np


def hill():
    """A ridge and two hills over a plain: x and y from -2000 to 2000 m, every 100 m."""
    x, y = np.meshgrid(np.arange(-2000, 2001, 100.0), np.arange(-2000, 2001, 100.0))
    height = 260 * np.exp(-(((x - 250) / 480) ** 2) - ((y - 150) / 620) ** 2)
    height += 150 * np.exp(-(((x + 900) / 420) ** 2) - ((y + 800) / 380) ** 2)
    fade = np.cos(np.pi * np.clip((np.maximum(abs(x), abs(y)) - 1500) / 1000, 0, 0.5)) ** 2
    return (height * fade).astype("float32")


def basin_floor():
    """The bottom of a basin with a steep and a gentle side, 120 m below the surface outside it: x from 0 to 12000 m, every 50 m."""
    x = np.arange(0, 12001, 50.0)
    west, east = 1 / (1 + np.exp(-(x - 3000) / 160)), 1 / (1 + np.exp((x - 8200) / 600))
    return (-120 - 420 * west * east - 40 * west * east * np.sin((x - 3000) / 900)).astype("float32")


def fault():
    """SRF 1.0: a strike-slip fault along y, dipping 80 degrees, 20 km by 10 km, of magnitude 6.4, that ruptures to the north.

    Columns of POINTS: x y depth(km) strike dip area(cm^2) tinit(s) dt(s) / rake slip1(cm) nt1 slip2 nt2 slip3 nt3 / rates (cm/s).
    """
    strike, dip, rake, speed, rise, dt = 0.0, 80.0, 170.0, 2800.0, 4.2, 0.2
    n_along, n_down, length, width, top = 20, 10, 20e3, 10e3, 2000.0
    along = (np.arange(n_along) + 0.5) * length / n_along
    down = (np.arange(n_down) + 0.5) * width / n_down
    lines = []
    for w in down:
        for a in along:
            patch = np.exp(-(((a - 7000) / 4000) ** 2) - ((w - 6000) / 3000) ** 2)
            patch += 0.9 * np.exp(-(((a - 14500) / 3500) ** 2) - ((w - 4000) / 2500) ** 2)
            slip = 300.0 * patch  # cm
            x, y = w * np.cos(np.radians(dip)), a - length / 2
            depth = (top + w * np.sin(np.radians(dip))) / 1000
            start = np.hypot(a - 3000, w - 6500) / speed
            t = np.arange(0, rise + dt / 2, dt)
            rate = 1 - np.cos(2 * np.pi * t / rise)
            rate *= slip / (rate.sum() * dt)
            area = (length / n_along) * (width / n_down) * 1e4
            lines.append(f"{x:.1f} {y:.1f} {depth:.4f} {strike:g} {dip:g} {area:.4e} {start:.3f} {dt:g}")
            lines.append(f"{rake:g} {slip:.2f} {t.size} 0 0 0 0")
            lines.append(" ".join(f"{r:.2f}" for r in rate))
    return "\n".join(["1.0", f"POINTS {n_along * n_down}", *lines]) + "\n"


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent
    np.save(folder / "hill_dem.npy", hill())
    np.save(folder / "basin_floor.npy", basin_floor())
    (folder / "fault.srf").write_text(fault())
