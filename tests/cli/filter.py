"""unda filter: a traces file without what lies outside a band, which every other command takes."""

import h5py
import numpy as np

from support import main
from support.scenarios import SMALL_1D, written

CLOSED_FORM = """
[domain]
x = [0, 600]
z = [-600, 0]
[model]
vp = 2000
vs = 0
rho = 1000
[[source]]
kind = "explosion"
position = [300, -300]
moment = 1e9
time_function = { kind = "ricker", frequency = 15 }
[[receivers]]
name = "net"
positions = [[200, -200], [400, -150]]
quantities = ["velocity", "pressure"]
[time]
duration = 0.8
sample_interval = 0.01
[mesh]
spacing = 10
[output]
plots = false
"""


def two_tones(unda, folder):
    """Tones of 2 and 30 Hz of one strength, as traces and as closed form; they and the traces' file."""
    written(folder, CLOSED_FORM)
    unda.call("run", "small.toml", "--out", "r", cwd=folder).expect(0)
    with h5py.File(folder / "r/traces.h5", "r+") as file:
        t = file["receivers/net/time"][:]
        hump = np.exp(-(((t - 0.4) / 0.2) ** 2))
        low, high = hump * np.sin(2 * np.pi * 2 * (t - 0.4)), hump * np.sin(2 * np.pi * 30 * (t - 0.4))
        for root in ("receivers", "closed_form"):
            file[f"{root}/net/velocity"][...] = (low + high)[None, None, :]
            file[f"{root}/net/pressure"][...] = (low + high)[None, :]
    return low, high


def keeps_a_band(unda, folder):
    # The gain is 0.996 at 6 Hz and 0.002 at 27.
    low, high = two_tones(unda, folder)
    for given, left in ((["--lowpass", 12], low), (["--highpass", 8], high), (["--bandpass", 0.2, 12], low)):
        unda.call("filter", "r", *given, "--overwrite", cwd=folder).expect(0)
        with h5py.File(folder / "r/filtered.h5") as file, h5py.File(folder / "r/traces.h5") as before:
            for root in ("receivers", "closed_form"):
                for quantity in ("velocity", "pressure"):
                    found = file[f"{root}/net/{quantity}"]
                    assert np.abs(found[...] - left).max() < 2e-2, (given, root, quantity)
                    assert found.dtype == before[found.name].dtype and dict(found.attrs).keys() == dict(before[found.name].attrs).keys()
            for name in ("position", "time"):
                assert np.array_equal(file[f"receivers/net/{name}"], before[f"receivers/net/{name}"])
            assert dict(file.attrs) == dict(before.attrs)


def others_take_it(unda, folder):
    low, _ = two_tones(unda, folder)
    unda.call("filter", "r", "--lowpass", 12, cwd=folder).expect(0)
    unda.call("compare", "r/filtered.h5", "r", "--lowpass", 12, "--tolerance", 0.02, cwd=folder).expect(0)
    unda.call("export", "r/filtered.h5", "--format", "csv", "-o", "csv", cwd=folder).expect(0)
    unda.call("measure", "r/filtered.h5", "-o", "m.csv", cwd=folder).expect(0)
    drawn = unda.call("plot", "r/filtered.h5", "--kind", "traces", cwd=folder).expect(0)
    assert "plots/filtered/net_velocity.png" in drawn.out, drawn
    # A new run takes away what this one's commands have written.
    unda.call("run", "small.toml", "--out", "r", "--overwrite", cwd=folder).expect(0)
    assert not (folder / "r/filtered.h5").exists()


def what_is_refused(unda, folder):
    written(folder, SMALL_1D)
    unda.call("run", "small.toml", "--out", "r", cwd=folder).expect(0)
    for arguments, part in (
        (["r"], "--lowpass HZ"),
        (["r", "--lowpass", -1], "--lowpass"),
        (["r", "--bandpass", 5, 2], "the lower one first"),
        (["r", "--lowpass", 5, "--bandpass", 2, 5], "--bandpass"),
        (["r", "--highpass", 1e9], "take a lower corner"),
        (["r", "--lowpass", 5, "-o", "r/traces.h5", "--overwrite"], "is what is filtered"),
        (["nowhere", "--lowpass", 5], "nowhere"),
    ):
        outcome = unda.call("filter", *arguments, cwd=folder).expect(2)
        assert part in outcome.err, outcome
    assert not (folder / "r/filtered.h5").exists()
    outcome = unda.call("filter", "r", "--lowpass", 5, "-o", "/proc/nowhere.h5", cwd=folder).expect(1)
    assert "cannot write this file" in outcome.err, outcome
    unda.call("filter", "r", "--lowpass", 5, cwd=folder).expect(0)
    outcome = unda.call("filter", "r", "--lowpass", 5, cwd=folder).expect(2)
    assert "--overwrite" in outcome.err, outcome


main(keeps_a_band, others_take_it, what_is_refused)
