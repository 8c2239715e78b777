"""unda reference: the result it writes, attenuation, shots, and what has no exact seismograms."""

import json

import h5py
import numpy as np

from support import listing, main
from support.scenarios import ROCK, SMALL_1D, SMALL_2D, edited, written


def result(unda, folder):
    """The layout of a result; and finite differences agree with it as far as their grid allows."""
    written(folder, ROCK, "rock.toml")
    outcome = unda.call("reference", "rock.toml", cwd=folder).expect(0)
    assert "3 layers under a free surface, 2-D" in outcome.out, outcome
    out = folder / "results/rock-reference"
    assert sorted(p.name for p in out.iterdir()) == ["manifest.txt", "report.json", "run.log", "scenario.toml", "traces.h5"], listing(folder)
    report = json.loads((out / "report.json").read_text())
    assert (report["method"], report["status"], report["layers"], report["samples"]) == ("reference", "done", 3, 201), report
    with h5py.File(out / "traces.h5") as file:
        shapes = {f"{group}/{name}": data.shape for group in file["receivers"] for name, data in file["receivers"][group].items()}
        assert shapes["mud/velocity"] == (3, 2, 201) and shapes["mud/pressure"] == (3, 201), shapes
        assert shapes["rock/stress"] == (1, 3, 201) and shapes["rock/acceleration"] == (1, 2, 201), shapes
        velocity = file["receivers/mud/velocity"]
        assert velocity.dtype == np.float64 and velocity.attrs["units"] == "m/s", velocity
        assert np.abs(velocity[:, :, :5]).max() < 1e-4 * np.abs(velocity[:]).max()
    assert (out / "scenario.toml").read_text() == ROCK
    run = unda.call("run", "rock.toml", "--out", "fd", cwd=folder).expect(0)
    assert "closed form (explosion in 3 layers under a free surface, 2-D, by wavenumber integration)" in run.out, run
    compared = json.loads(unda.call("compare", "fd", "results/rock-reference", "--json", cwd=folder).expect(0).out)
    inside = json.loads((folder / "fd/report.json").read_text())["closed_form"]
    assert abs(compared["worst"]["misfit"] - inside["worst_misfit"]) < 1e-3 * compared["worst"]["misfit"], (compared["worst"], inside)
    assert compared["worst"]["misfit"] < 0.2, compared["worst"]
    unda.call("reference", "rock.toml", cwd=folder).expect(2)
    unda.call("reference", "rock.toml", "--overwrite", "-o", "results/rock-reference", cwd=folder).expect(0)


def attenuation(unda, folder):
    """qp and qs count for the reference, and for the methods that have attenuation."""
    text = edited(ROCK, ("vs = 1700.0", "vs = 1700.0\nqp = 40\nqs = 20"))[0]
    written(folder, text, "q.toml")
    unda.call("reference", "q.toml", "--out", "q", cwd=folder).expect(0)
    unda.call("reference", "q.toml", "--out", "r", "--set", "model.reference_frequency=10", cwd=folder).expect(0)
    traces = []
    for name in ("q", "r"):
        with h5py.File(folder / name / "traces.h5") as file:
            traces.append(file["receivers/mud/velocity"][:])
    change = np.linalg.norm(traces[0] - traces[1]) / np.linalg.norm(traces[0])
    assert 1e-3 < change < 0.5, change  # waves below the reference frequency are slower
    for method in ("fd", "sem"):
        planned = unda.call("plan", "q.toml", "--set", f"solver.method={method}", cwd=folder).expect(0)
        assert "Q from 20, constant from" in planned.out, planned


def no_exact_form(unda, folder):
    written(folder, SMALL_2D)
    written(folder, SMALL_1D, "one.toml")
    before = listing(folder)
    cases = {
        ("small.toml", "--set", "boundary.east=rigid"): 'boundary.east: no exact seismograms are known: found "rigid"',
        ("small.toml", "--set", "boundary.bottom=free"): 'boundary.bottom: no exact seismograms are known: found "free"',
        ("small.toml", "--set", "model.qp=2"): "model.qp: found 2; must be a number not less than 5",
        ("one.toml",): "domain: no exact seismograms are known: found a 1-D domain",
        ("small.toml", "--out", "small.toml"): "small.toml is a file",
    }
    for arguments, message in cases.items():
        outcome = unda.call("reference", *arguments, cwd=folder).expect(2)
        assert message in outcome.err, f"{outcome}\nexpected: {message}"
        assert listing(folder) == before, outcome


if __name__ == "__main__":
    main(result, attenuation, no_exact_form)
