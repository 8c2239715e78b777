"""Comparing result files bit by bit."""

import h5py
import numpy as np


def arrays(file):
    """All that a run computed; closed forms depend on how the scenario says what it says."""
    found = {}

    def keep(name, thing):
        if isinstance(thing, h5py.Dataset) and thing.dtype.kind == "f" and not name.startswith("closed_form/"):
            found[name] = thing[()]

    with h5py.File(file) as f:
        f.visititems(keep)
    return found


def same_bits(one, other):
    a, b = arrays(one), arrays(other)
    assert a.keys() == b.keys() and a, f"{sorted(a)} against {sorted(b)}"
    for name in a:
        assert np.array_equal(a[name], b[name]), f"{other}: {name} differs by {np.abs(a[name] - b[name]).max()}"


def close_snapshots(one, other, tolerance):
    """All that the snapshots of two results show, but for so much of the largest value of each."""
    files = sorted(one.glob("snapshots/snapshot*.vtkhdf"))
    assert len(files) > 2, files
    for file in files:
        with h5py.File(file) as a, h5py.File(other / "snapshots" / file.name) as b:
            for name in a["VTKHDF"].get("PointData", ()):
                x, y = a[f"VTKHDF/PointData/{name}"][...], b[f"VTKHDF/PointData/{name}"][...]
                assert x.shape == y.shape and np.abs(x - y).max() <= tolerance * np.abs(x).max(), (file, name)
