"""A chunk of the earth on three ranks: the traces of one, but for rounding."""

import numpy as np

from support import main
from support.bits import arrays
from support.chunk import write


def same_traces(unda, folder):
    write(folder)
    given = ["--set", "solver.precision=double", "--set", "time.duration=25"]
    unda.call("run", "case.toml", "--out", "one", *given, cwd=folder).expect(0)
    unda.call("run", "case.toml", "--out", "three", *given, cwd=folder, ranks=3).expect(0)
    a, b = arrays(folder / "one" / "traces.h5"), arrays(folder / "three" / "traces.h5")
    assert a.keys() == b.keys() and a
    for name in a:
        assert np.abs(a[name] - b[name]).max() <= 1e-10 * np.abs(a[name]).max(), name


main(same_traces)
