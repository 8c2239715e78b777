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
