"""model.h5 and the pictures of real runs: what stands in the file, and which PNGs a run and `unda plot` leave."""

import subprocess

import h5py
import numpy as np

from support import ROOT, main
from support.scenarios import SMALL_1D, SMALL_2D, edited, written

PNG = b"\x89PNG\r\n\x1a\n"
LAYERS = 'kind = "layers"\n[[model.layer]]\ntop = 0\nvp = 1500.0\nvs = 0.0\nrho = 1000.0\n[[model.layer]]\ntop = -300'
SNAPSHOTS = 'snapshots = { interval = 0.1, quantities = ["pressure"] }'
SMALL_3D = """\
[domain]
x = [0, 800]
y = [-200, 400]
z = [-500, 0]
[model]
kind = "layers"
[[model.layer]]
top = 0.0
vp = 1500.0
vs = 0.0
rho = 1000.0
[[model.layer]]
top = -300.0
vp = 2400.0
vs = 1200.0
rho = 2000.0
[boundary]
top = "free"
[[source]]
kind = "explosion"
x = 300.0
y = 100.0
depth = 150.0
moment = 1e12
time_function = { kind = "ricker", frequency = 6 }
[[receivers]]
name = "area"
grid = { from = [100, -100, -20], to = [700, 300, -20], counts = [7, 5] }
quantities = ["velocity"]
[time]
duration = 0.4
sample_interval = 0.01
[mesh]
spacing = 40.0
[output]
snapshots = { interval = 0.2, quantities = ["velocity"] }
"""


def plots_of(result):
    names = {str(p.relative_to(result / "plots")) for p in (result / "plots").rglob("*.png")}
    for name in names:
        assert (result / "plots" / name).read_bytes().startswith(PNG), name
    return names


def layered_2d(unda, folder):
    # The second layer takes the keys of the uniform model that stand below.
    text = edited(SMALL_2D, ("vp = 1500.0", "vp = 2000.0"), ("rho = 1000.0", "rho = 1900.0"),
                  ('kind = "uniform"', LAYERS), ("plots = false", f"plots = true\n{SNAPSHOTS}"))[0]  # fmt: skip
    written(folder, text)
    outcome = unda.call("run", "small.toml", "--out", "result", cwd=folder).expect(0)
    assert outcome.err == "", outcome
    result = folder / "result"
    with h5py.File(result / "model.h5") as file:
        assert file.attrs["title"] == "A small box of water"
        assert np.array_equal(file["domain"][:], [[0, 1000], [-500, 0]])
        assert np.array_equal(file["source/position"][:], [[300, -200]])
        assert set(file["section"]) == {"xz", "surface"} and np.array_equal(file["section/surface/height"][:], [0, 0])
        section = file["section/xz"]
        assert section.attrs["axes"] == "zx" and np.array_equal(section.attrs["through"], [300, -200])
        x, z, vp = section["x"][:], section["z"][:], section["vp"][:]
        assert np.array_equal(x, [0, 1000]) and z.size == 401 and z[0] == -500 and z[-1] == 0, (x, z)
        assert vp.dtype == np.float32 and section["rho"].attrs["units"] == "kg/m^3"
        assert np.array_equal(vp, np.broadcast_to(np.where(z > -300, 1500, 2000)[:, None], (401, 2)))
        assert np.array_equal(section["vs"][:], 0 * vp)
    assert plots_of(result) == {"line_pressure.png", "line_velocity.png", "model.png", "snapshots_pressure.png"}


def volume_3d(unda, folder):
    written(folder, SMALL_3D)
    unda.call("run", "small.toml", "--out", "result", cwd=folder).expect(0)
    with h5py.File(folder / "result/model.h5") as file:
        assert np.array_equal(file["source/position"][:], [[300, 100, -150]]), "depth was not resolved"
        assert set(file["section"]) == {"xz", "xy", "surface", "volume"} and np.array_equal(file.attrs["vp_range"], [1500, 2400])
        assert np.array_equal(file["section/xy/vs"][:], np.zeros((2, 2))), "the source stands in water"
        assert file["section/xz/vs"][:].max() == 1200
    expected = {"area_map.png", "model.png", *(f"snapshots_velocity_{axis}.png" for axis in "xyz")}
    assert plots_of(folder / "result") == expected


def line_1d(unda, folder):
    written(folder, edited(SMALL_1D, ("plots = false", f"plots = true\n{SNAPSHOTS}"))[0])
    unda.call("run", "small.toml", "--out", "result", cwd=folder).expect(0)
    expected = {f"receivers_{q}.png" for q in ("velocity", "displacement", "pressure")}
    assert plots_of(folder / "result") == expected | {"model.png", "snapshots_pressure.png"}
    with h5py.File(folder / "result/model.h5") as file:
        assert set(file["section"]) == {"x"} and np.array_equal(file["section/x/vp"][:], [1500, 1500])


def two_runs_on_each_other(unda, folder):
    written(folder, SMALL_2D)
    unda.call("run", "small.toml", "--out", "a", cwd=folder).expect(0)
    unda.call("run", "small.toml", "--out", "b", "--set", "solver.fd.order=4", cwd=folder).expect(0)
    outcome = unda.call("plot", "a", "b", "--overlay", "--quantity", "pressure", cwd=folder).expect(0)
    assert plots_of(folder / "a") == {"line_pressure_overlay.png"}, outcome
    assert "line_pressure_overlay.png" in outcome.out, outcome


def wrong_choices(unda, folder):
    written(folder, SMALL_2D)
    unda.call("run", "small.toml", "--out", "a", cwd=folder).expect(0)
    for arguments, message in ((["--kind", "snapshots"], "output.snapshots"), (["--kind", "map"], "regular grid"),
                               (["--kind", "mural"], "invalid choice"), (["--clip", "5"], "50 to 100")):  # fmt: skip
        outcome = unda.call("plot", "a", *arguments, cwd=folder).expect(2)
        assert message in outcome.err and outcome.err.count("\n") == 1, outcome
    assert not (folder / "a/plots").exists()


def marine_example(unda, folder):
    """The shipped grids are those that the script makes, and the example plans without a warning."""
    subprocess.run(["/usr/bin/python3", ROOT / "examples/make_marine_model.py", folder], check=True)
    for name in ("marine_vp.npy", "marine_rho.npy"):
        shipped, made = np.load(ROOT / "examples" / name), np.load(folder / name)
        # A sample at an edge may round to the other side on another machine.
        assert shipped.shape == made.shape and (shipped != made).mean() < 1e-3, name
    outcome = unda.call("plan", ROOT / "examples/marine_2d.toml", cwd=folder).expect(0)
    assert "751 x 251 points" in outcome.out and "warning" not in outcome.out + outcome.err, outcome


if __name__ == "__main__":
    main(layered_2d, volume_3d, line_1d, two_runs_on_each_other, wrong_choices, marine_example)
