"""The result directory: what stands in traces.h5, report.json, scenario.toml and run.log, and where it goes.

An existing result is safe; --set is applied in order and kept in scenario.toml, which can be run again.
"""

import json
import math
import tomllib

import h5py
import numpy as np

from support import listing, main
from support.scenarios import SMALL_1D, SMALL_2D, edited, written

UNITS = {"displacement": "m", "velocity": "m/s", "acceleration": "m/s^2", "pressure": "Pa"}
REPORT_KEYS = (
    "version", "method", "physics", "dims", "order", "precision", "cells", "dofs", "dt", "steps",
    "wall_seconds", "updates_per_second", "ranks", "threads", "device", "status",
)  # fmt: skip


def text_of(value):
    return value.decode() if isinstance(value, bytes) else str(value)


def check_group(group, *, duration, interval, positions, labels, quantities, number):
    """One receiver group against the layout of the contract."""
    nt = math.floor(duration / interval + 1e-9) + 1
    n, dim = np.shape(positions)
    time = group["time"]
    assert time.shape == (nt,) and time.dtype == np.float64, f"time: {time.shape} {time.dtype}, expected {nt} samples"
    assert np.array_equal(time[:], np.arange(nt) * interval), "time is not exactly j * sample_interval"
    assert group["position"].dtype == np.float64
    assert np.array_equal(group["position"][:], positions), group["position"][:]
    assert [text_of(label) for label in group["label"][:]] == labels, group["label"][:]
    assert set(group) == {"time", "position", "label", *quantities}, set(group)
    for quantity in quantities:
        data = group[quantity]
        assert data.shape == ((n, nt) if quantity == "pressure" else (n, dim, nt)), f"{quantity}: {data.shape}"
        assert data.dtype == number, f"{quantity}: {data.dtype}"
        assert text_of(data.attrs["units"]) == UNITS[quantity], f"{quantity}: {data.attrs['units']}"
        components = [text_of(c) for c in np.atleast_1d(data.attrs["components"])]
        expected = ["p"] if quantity == "pressure" else {1: ["x"], 2: ["x", "z"]}[dim]
        assert components == expected, f"{quantity}: {components}"
        assert np.isfinite(data[:]).all() and np.abs(data[:]).max() > 0, f"{quantity} has no signal"


def read(result, path):
    with h5py.File(result / "traces.h5") as file:
        return file[path][:]


def small_2d(unda, folder):
    written(folder, SMALL_2D)
    outcome = unda.call("run", "small.toml", cwd=folder).expect(0)
    assert outcome.err == "", outcome
    result = folder / "results" / "small"
    assert {p.name for p in result.iterdir()} == {"traces.h5", "model.h5", "report.json", "scenario.toml", "run.log", "manifest.txt"}
    with h5py.File(result / "traces.h5") as file:
        assert set(file["receivers"]) == {"line"}
        check_group(file["receivers/line"], duration=0.5, interval=0.005, number=np.float32,
                    positions=[[x, -50.0] for x in (100, 300, 500, 700, 900)],
                    labels=[f"line{k}" for k in range(1, 6)], quantities=["pressure", "velocity"])  # fmt: skip
        pressure = file["receivers/line/pressure"][:]
    # The second receiver stands above the source at 150 m: silent before 0.1 s, loud after 0.15 s + 0.1 s.
    assert np.abs(pressure[1, :10]).max() < 1e-3 * np.abs(pressure[1]).max(), "sound before the wave"
    assert 0.2 < 0.005 * np.argmax(np.abs(pressure[1])) < 0.35, "the peak comes at the wrong time"
    assert (result / "scenario.toml").read_text() == SMALL_2D
    log = (result / "run.log").read_text()
    assert "small.toml" in log and "steps" in log and "done in" in log, log


def small_1d(unda, folder):
    written(folder, SMALL_1D, "string.toml")
    unda.call("run", "string.toml", "--out", "deep/er/result", cwd=folder).expect(0)
    with h5py.File(folder / "deep/er/result/traces.h5") as file:
        check_group(file["receivers/receivers"], duration=1.0, interval=0.01, number=np.float64,
                    positions=[[700.0], [1100.5]], labels=["near", "far"],
                    quantities=["velocity", "displacement", "pressure"])  # fmt: skip


def report(unda, folder):
    written(folder, SMALL_2D)
    unda.call("run", "small.toml", "--out", "result", cwd=folder).expect(0)
    r = json.loads((folder / "result/report.json").read_text())
    assert not set(REPORT_KEYS) - set(r), f"missing: {set(REPORT_KEYS) - set(r)}"
    assert (r["method"], r["dims"], r["order"], r["precision"], r["status"]) == ("fd", 2, 8, "single", "done"), r
    assert r["cells"] == 81 * 41 and r["ranks"] == 1 and r["threads"] >= 1, r
    assert r["dt"] > 0 and r["steps"] * r["dt"] >= 0.5, r
    assert r["wall_seconds"] and all(seconds >= 0 for seconds in r["wall_seconds"].values()), r
    assert r["updates_per_second"] > 0, r


def number_of_samples(unda, folder):
    """Every sample to the end is there, also where the duration is no multiple of the interval or of the step."""
    written(folder, SMALL_1D)
    cases = [(1, 0.1), (0.3, 0.1), (0.7, 0.1), (1, 0.3), (0.4321, 0.0021), (0.5, 0.5)]
    for k, (duration, interval) in enumerate(cases):
        for precision in ("single", "double"):
            out = f"{k}-{precision}"
            unda.call("run", "small.toml", "--out", out, "--set", f"time.duration={duration}",
                      "--set", f"time.sample_interval={interval}", "--set", f"solver.precision={precision}",
                      cwd=folder).expect(0)  # fmt: skip
            time = read(folder / out, "receivers/receivers/time")
            nt = math.floor(duration / interval + 1e-9) + 1
            assert time.size == nt, f"{duration} s by {interval} s, {precision}: {time.size} of {nt} samples"
            assert np.array_equal(time, np.arange(nt) * interval), time


def existing_result(unda, folder):
    written(folder, SMALL_1D)
    unda.call("run", "small.toml", "--out", "result", cwd=folder).expect(0)
    (folder / "result/notes.txt").write_text("mine")
    before = listing(folder)
    contents = (folder / "result/traces.h5").read_bytes()
    refused = unda.call("run", "small.toml", "--out", "result", cwd=folder).expect(2)
    assert "result" in refused.err and "--overwrite" in refused.err, refused
    assert listing(folder) == before and (folder / "result/traces.h5").read_bytes() == contents

    unda.call("run", "small.toml", "--out", "result", "--overwrite", "--set", "source.moment=2e9", cwd=folder).expect(0)
    assert (folder / "result/notes.txt").read_text() == "mine", "a file of the user's was lost"
    unda.call("run", "small.toml", "--out", "once", cwd=folder).expect(0)
    once, twice = (read(folder / d, "receivers/receivers/pressure") for d in ("once", "result"))
    assert np.allclose(twice, 2 * once, rtol=1e-9, atol=1e-9 * np.abs(once).max()), "the old traces stayed"

    # A wrong scenario must not cost the old result.
    before = listing(folder)
    unda.call("run", "small.toml", "--out", "result", "--overwrite", "--set", "model.vp=-1", cwd=folder).expect(2)
    assert listing(folder) == before
    # An empty directory holds no result.
    (folder / "empty").mkdir()
    unda.call("run", "small.toml", "--out", "empty", cwd=folder).expect(0)


def overrides(unda, folder):
    written(folder, SMALL_2D)
    unda.call("run", "small.toml", "--out", "a", "--set", "solver.fd.order=4", "--set", "solver.fd.order=6",
              "--set", "source.position=[450, -210]", "--set", 'title="Changed"',
              "--set", "solver.fd.absorbing_points=30", cwd=folder).expect(0)  # fmt: skip
    as_run = tomllib.loads((folder / "a/scenario.toml").read_text())
    assert as_run["solver"]["fd"] == {"order": 6, "absorbing_points": 30}, as_run
    assert as_run["source"][0]["position"] == [450, -210] and as_run["title"] == "Changed", as_run
    assert as_run["mesh"] == {"spacing": 12.5}, as_run
    assert json.loads((folder / "a/report.json").read_text())["order"] == 6

    same = edited(SMALL_2D, ("order = 8", "order = 6\nabsorbing_points = 30"),
                  ("position = [300, -200]", "position = [450, -210]"))[0]  # fmt: skip
    written(folder, same, "same.toml")
    unda.call("run", "same.toml", "--out", "b", cwd=folder).expect(0)
    unda.call("run", "a/scenario.toml", "--out", "again", cwd=folder).expect(0)
    for quantity in ("pressure", "velocity"):
        first, by_hand, again = (read(folder / d, f"receivers/line/{quantity}") for d in ("a", "b", "again"))
        assert np.array_equal(first, by_hand), f"{quantity}: --set and an edit of the file differ"
        assert np.array_equal(first, again), f"{quantity}: scenario.toml does not give the same traces"


def moved_scenario_with_files(unda, folder):
    """File names count from the scenario's directory; scenario.toml of the result finds them from its own."""
    (folder / "input").mkdir()
    np.save(folder / "input/vp.npy", np.full((21, 41), 1500.0, np.float32))
    model = 'kind = "grid"\norigin = [0, 0]\nspacing = [25, -25]\naxes = "zx"'
    text = edited(SMALL_2D, ('kind = "uniform"', model), ("vp = 1500.0", 'vp = "vp.npy"'))[0]
    written(folder / "input", text)
    unda.call("run", "input/small.toml", "--out", "a", cwd=folder).expect(0)
    unda.call("run", "a/scenario.toml", "--out", "b", cwd=folder).expect(0)
    first, again = (read(folder / d, "receivers/line/pressure") for d in ("a", "b"))
    assert np.array_equal(first, again)


if __name__ == "__main__":
    main(small_2d, small_1d, report, number_of_samples, existing_result, overrides, moved_scenario_with_files)
