"""Motion at the surface: what receivers at its points record, on a hill and in a box, whatever the ranks and after a restart.

The files open in VTK; what cannot be written is refused.
"""

import importlib.util
import json
import subprocess
import sys

import h5py
import numpy as np

from support import main
from support.scenarios import written

HILL_3D = """\
[domain]
x = [0, 600]
y = [0, 450]
z = [-400, 0]
topography = { file = "hill.npy", origin = [0, 0], spacing = [75, 75] }
[model]
vp = 2400.0
vs = 1300.0
rho = 2000.0
[boundary]
top = "free"
[[source]]
kind = "force"
position = [210, 160, -150]
force = [3e9, 1e9, 5e9]
time_function = { kind = "ricker", frequency = 6, delay = 0.1 }
[[receivers]]
grid = { from = [0, 0], to = [600, 450], counts = [5, 4] }
depth = 0.0
[time]
duration = 0.3
sample_interval = 0.001
step = 0.002
[mesh]
spacing = 25.0
[mesh.sem]
spacing = 150.0
[mesh.dg]
spacing = 150.0
[solver.fd]
order = 8
time_dispersion_correction = false
[solver.sem]
absorbing_elements = 0
time_dispersion_correction = false
[solver.dg]
order = 2
absorbing_elements = 0
[output]
plots = false
surface = { interval = 0.06, spacing = 150 }
"""


def scenario(folder):
    x, y = np.meshgrid(75.0 * np.arange(9), 75.0 * np.arange(7))
    np.save(folder / "hill.npy", -60 + 60 * np.exp(-((x - 300) ** 2 + (y - 225) ** 2) / 150**2))
    written(folder, HILL_3D)


def run(unda, folder, method, *more, out="result", ranks=1):
    text = HILL_3D if method != "fd" else "".join(line + "\n" for line in HILL_3D.splitlines() if "topography" not in line)
    written(folder, text)
    outcome = unda.call("run", "small.toml", "--out", out, "--overwrite", "--set", f"solver.method={method}", *more,
                        cwd=folder, ranks=ranks)  # fmt: skip
    outcome.expect(0)
    return folder / out


def entries(result):
    folder = result / "surface"
    index = json.loads((folder / "index.json").read_text())
    found = index["snapshots"]
    series = json.loads((folder / "surface.vtkhdf.series").read_text())
    assert series["files"] == [{"name": e["file"], "time": e["time"]} for e in found], series
    assert {p.name for p in folder.iterdir()} == {*(e["file"] for e in found), "mesh.vtkhdf", "index.json",
                                                  "surface.vtkhdf.series"}  # fmt: skip
    return index, found


def values(result, entry, name="velocity"):
    with h5py.File(result / "surface" / entry["file"]) as file:
        data = file[f"VTKHDF/PointData/{name}"]
        assert data.attrs["time"] == entry["time_of"][name] and file["VTKHDF"].attrs["time"] == entry["time"]
        return data[:]


def as_receivers_record(unda, folder):
    """Every picture has what receivers at the same points record at that time, which single precision alone sets off."""
    scenario(folder)
    for method in ("fd", "sem", "dg"):
        result = run(unda, folder, method)
        index, found = entries(result)
        assert index["grid"]["x"] == [0, 150, 300, 450, 600] and index["grid"]["y"] == [0, 150, 300, 450], index
        assert [e["step"] for e in found] == [0, 30, 60, 90, 120, 150], found
        with h5py.File(result / "traces.h5") as file:
            group = file["receivers/receivers"]
            traces, places = group["velocity"][:], group["position"][:]
        # Receivers have y fastest, the surface x.
        traces = traces.reshape(5, 4, 3, -1).swapaxes(0, 1).reshape(20, 3, -1)
        places = places.reshape(5, 4, 3).swapaxes(0, 1).reshape(20, 3)
        with h5py.File(result / "surface/mesh.vtkhdf") as file:
            assert np.abs(file["VTKHDF/Points"][:] - places).max() < 1e-3, f"{method}: points stand elsewhere"
            assert file["VTKHDF/NumberOfCells"][:].sum() == 12 and set(file["VTKHDF/Types"][:]) == {9}
        assert not values(result, found[0]).any(), f"{method}: not at rest at the start"
        largest = np.abs(traces).max()
        for e in found[1:]:
            sample = round(e["time_of"]["velocity"] / 0.001)
            assert abs(sample * 0.001 - e["time_of"]["velocity"]) < 1e-9, e
            off = np.abs(values(result, e) - traces[:, :, sample]).max()
            assert off < 2e-6 * largest, f"{method} at {e['time']}: off by {off / largest:.2g} of the largest velocity"
        assert np.abs(values(result, found[-1])).max() > 0.01 * largest, method


def ranks_do_not_matter(unda, folder):
    scenario(folder)
    for method, slack in (("fd", 0), ("sem", 2e-5), ("dg", 2e-5)):
        one, two = run(unda, folder, method), run(unda, folder, method, out="two", ranks=2)
        for a, b in zip(entries(one)[1], entries(two)[1]):
            u, v = values(one, a), values(two, b)
            assert np.abs(u - v).max() <= slack * np.abs(u).max(), f"{method}: differs on two ranks at {a['time']}"


def devices_do_not_matter(unda, folder):
    """The simulated device: what is read has been brought to the host."""
    scenario(folder)
    for method in ("fd", "sem", "dg"):
        host = run(unda, folder, method)
        device = run(unda, folder, method, "--set", "solver.device=debug", out="device")
        for a, b in zip(entries(host)[1], entries(device)[1]):
            u, v = values(host, a), values(device, b)
            assert np.abs(u - v).max() <= 2e-5 * np.abs(u).max(), f"{method}: differs on a device at {a['time']}"


def shots_have_their_own(unda, folder):
    scenario(folder)
    head, rest = HILL_3D.split("[[source]]")
    source, rest = rest.split("[[receivers]]")
    shot = "[[shot]]\nname = \"NAME\"\n[[shot.source]]" + source
    text = head + "[[receivers]]" + rest + shot.replace("NAME", "a") + shot.replace("NAME", "b").replace("210, 160", "400, 300")
    written(folder, text)
    unda.call("run", "small.toml", "--out", "shots", "--set", "solver.method=sem", cwd=folder).expect(0)
    first, second = (values(folder / "shots" / name, entries(folder / "shots" / name)[1][-1]) for name in "ab")
    assert np.abs(first - second).max() > 0.1 * np.abs(first).max()


def restart_goes_on(unda, folder):
    scenario(folder)
    whole = run(unda, folder, "sem")
    more = ["--set", "solver.method=sem", "--set", "output.checkpoint.every_steps=20"]
    unda.call("run", "small.toml", "--out", "cut", *more, "--time-limit", "0.001", cwd=folder).expect(0)
    assert len(entries(folder / "cut")[1]) < 6, "the run was not cut"
    unda.call("run", "small.toml", "--out", "cut", *more, "--restart", cwd=folder).expect(0)
    assert [e["step"] for e in entries(folder / "cut")[1]] == [0, 30, 60, 90, 120, 150]
    for a, b in zip(entries(whole)[1], entries(folder / "cut")[1]):
        assert np.array_equal(values(whole, a), values(folder / "cut", b)), f"differs after a restart at {a['time']}"


def two_dimensions(unda, folder):
    """A line of points; below the surface by a depth; pressure and displacement beside velocity."""
    text = "".join(line + "\n" for line in HILL_3D.splitlines() if not line.startswith(("y =", "topography", "grid", "depth")))
    text = text.replace("[210, 160, -150]", "[210, -150]").replace("[3e9, 1e9, 5e9]", "[3e9, 5e9]")
    text = text.replace("[[receivers]]\n", "[[receivers]]\npositions = [[200, -30]]\nquantities = [\"displacement\"]\n")
    text = text.replace("spacing = 150 }", 'spacing = 80, depth = 30, quantities = ["displacement", "pressure"] }')
    written(folder, text)
    unda.call("run", "small.toml", "--out", "r", "--set", "solver.method=sem", "--set", "output.surface.spacing=50", cwd=folder).expect(0)
    index, found = entries(folder / "r")
    assert len(index["grid"]["x"]) == 13 and index["grid"]["y"] == [0] and index["grid"]["depth"] == 30
    with h5py.File(folder / "r/surface/mesh.vtkhdf") as file:
        assert np.array_equal(file["VTKHDF/Points"][:, 2], np.full(13, -30)) and set(file["VTKHDF/Types"][:]) == {3}
    with h5py.File(folder / "r/traces.h5") as file:
        trace = file["receivers/receivers/displacement"][0]
    for e in found[1:]:
        u, p = values(folder / "r", e, "displacement"), values(folder / "r", e, "pressure")
        assert u.shape == (13, 3) and p.shape == (13,) and not u[:, 1].any()
        assert np.abs(u[4, [0, 2]] - trace[:, round(e["time"] / 0.001)]).max() < 2e-6 * np.abs(trace).max()
    assert p.any()
    outcome = unda.call("check", "small.toml", cwd=folder).expect(2)
    assert 'output.surface.quantities: found "displacement"; method fd has snapshots of' in outcome.err, outcome


def refused(unda, folder):
    scenario(folder)
    for key, value, wanted in (
        ("quantities", '["stress"]', "take snapshots or receivers for stresses"),
        ("depth", "500", "the domain is 400 m deep"),
        ("depth", "360", "below the bottom of the domain"),
        ("spacing", "0.01", "points, at most 1e+07"),
        ("interval", "1e-4", "less than the time step"),
    ):
        change = f"output.surface.{key}={value}"
        outcome = unda.call("check", "small.toml", "--set", "solver.method=sem", "--set", change, cwd=folder).expect(2)
        assert wanted in outcome.err and f"output.surface.{key}" in outcome.err, outcome


VTK_READER = """
import sys
import numpy as np
import vtk
from vtk.util.numpy_support import vtk_to_numpy

reader = vtk.vtkHDFReader()
assert reader.CanReadFile(sys.argv[1])
reader.SetFileName(sys.argv[1])
reader.Update()
grid = reader.GetOutput()
np.savez(sys.argv[2], cells=grid.GetNumberOfCells(), velocity=vtk_to_numpy(grid.GetPointData().GetArray("velocity")))
"""


def read_by_vtk(unda, folder):
    if importlib.util.find_spec("vtk") is None:
        print("read_by_vtk: skipped, python3-vtk9 is not installed")
        return
    scenario(folder)
    result = run(unda, folder, "sem")
    last = entries(result)[1][-1]
    subprocess.run([sys.executable, "-c", VTK_READER, result / "surface" / last["file"], folder / "seen.npz"], check=True)
    with np.load(folder / "seen.npz") as seen:
        assert seen["cells"] == 12 and np.array_equal(seen["velocity"], values(result, last))


if __name__ == "__main__":
    main(as_receivers_record, ranks_do_not_matter, devices_do_not_matter, shots_have_their_own, restart_goes_on, two_dimensions, refused, read_by_vtk)
