#!/usr/bin/python3
"""Makes marine_vp.npy and marine_rho.npy of marine_2d.toml: water, a faulted and tilted pile of sediments, salt.

    /usr/bin/python3 examples/make_marine_model.py [FOLDER]

Samples are whole m/s and kg/m^3 (uint16), [depth, x], every 20 m from the surface down and from x = 0 on.
"""

import sys
from pathlib import Path

import numpy as np

SPACING, LENGTH, DEPTH = 20.0, 9000.0, 3000.0
PARTS = 8  # each sample is the mean over as many points a side, so that slopes are no stairs

# Top of each bed at x = 0 before tilt and faults (m below the sea floor), and its speed there (m/s).
BEDS = [(0, 1700), (180, 1850), (330, 1780), (520, 2050), (700, 2250), (860, 2120), (1050, 2450), (1280, 2700),
        (1450, 2550), (1700, 2950), (2000, 3300)]  # fmt: skip
GRADIENT = 0.35  # of speed with depth below the sea floor, 1/s


def sea_floor(x):
    """A shelf at the left that falls off to the right."""
    return 320 + 260 / (1 + np.exp(-(x - 4200) / 700)) + 18 * np.sin(x / 430)


def throw(x, z):
    """How far the beds at (x, z) have sunk along two faults that dip to the right and to the left."""
    sunk = 140.0 * (x > 2300 + 0.35 * z) + 110.0 * (x > 3300 + 0.25 * z)
    return sunk - 130.0 * (x > 7600 - 0.3 * z)


def original_depth(x, z):
    """Where the point lay in the flat pile: without tilt, folds and faults."""
    tilt = 0.085 * (x - 1500)
    fold = 70 * np.sin(x / 1250 + 0.6) * np.clip((z - 500) / 1200, 0, 1)
    return z - sea_floor(x) - tilt - fold - throw(x, z) + 240


def salt(x, z):
    """A stock that leans to the right, with a wide head that overhangs on both sides."""
    across, up = x - 5600 - 0.15 * (z - 1500), z - 1480
    head = np.abs(across / 900) ** 2.2 + np.abs((up + 0.1 * across) / 360) ** 2 < 1 + 0.1 * np.sin(x / 160)
    stem = (np.abs(across - 120) < 520 + 0.3 * np.clip(up - 350, 0, None) + 25 * np.sin(z / 150)) & (up > 0)
    return head | stem


def medium(x, z):
    """vp (m/s) and rho (kg/m^3) at points."""
    below = z - sea_floor(x)
    flat = original_depth(x, z)
    vp = np.full(below.shape, 0.0)
    for top, speed in BEDS:
        vp = np.where((flat >= top) | (top == 0), speed, vp)
    vp += GRADIENT * np.clip(below, 0, None)
    rho = 310 * vp**0.25  # Gardner's relation
    vp, rho = (np.where(salt(x, z), in_salt, values) for values, in_salt in ((vp, 4500), (rho, 2150)))
    return (np.where(below < 0, in_water, values) for values, in_water in ((vp, 1500), (rho, 1025)))


def mean_around(samples):
    """Means over the cells of PARTS x PARTS points."""
    rows, columns = (n // PARTS for n in samples.shape)
    return samples.reshape(rows, PARTS, columns, PARTS).mean(axis=(1, 3))


def points(length):
    """Of the cells around samples from 0 to length."""
    n = int(round(length / SPACING)) + 1
    return (np.arange(n * PARTS) + 0.5) * SPACING / PARTS - SPACING / 2


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent
    for name, samples in zip(("vp", "rho"), medium(points(LENGTH), points(DEPTH)[:, np.newaxis])):
        np.save(folder / f"marine_{name}.npy", np.rint(mean_around(samples)).astype("<u2"))


if __name__ == "__main__":
    main()
