"""Snapshots: the files and their times, and the wavefield in them against traces, symmetry and VTK's own reader.

A file that cannot be written ends the run with its name, and what a run cannot show is refused before it.
"""

import importlib.util
import json
import shutil
import subprocess
import sys

import h5py
import numpy as np

from support import main
from support.scenarios import SMALL_1D, SMALL_2D, edited, written

# Nodes every 12.5 m with the source and the receiver on nodes; samples every half step, so that the times of velocity
# (half a step before pressure) are sampled too.
ACOUSTIC_2D = edited(
    SMALL_2D,
    ("position = [300, -200]", "position = [500, -250]"),
    ('time_function = { kind = "ricker", frequency = 10, delay = 0.15 }',
     'time_function = { kind = "ricker", frequency = 5, delay = 0.24 }'),
    ("line = { from = [100, -50], to = [900, -50], count = 5 }", "positions = [[700, -100]]"),
    ("sample_interval = 0.005", "sample_interval = 0.00125\nstep = 0.0025"),
    ("order = 8", "order = 8\ntime_dispersion_correction = false"),
    ("plots = false", 'plots = false\nsnapshots = { interval = 0.1, quantities = ["pressure", "velocity"] }'),
)[0]  # fmt: skip

ELASTIC_3D = """\
[domain]
x = [-250, 250]
y = [-250, 250]
z = [-500, 0]
[model]
vp = 2000.0
vs = 1100.0
rho = 2000.0
[[source]]
kind = "explosion"
position = [0, 0, -250]
moment = 1e12
time_function = { kind = "ricker", frequency = 5, delay = 0.2 }
[[receivers]]
positions = [[125, 50, -175]]
quantities = ["pressure", "velocity", "stress"]
[time]
duration = 0.4
sample_interval = 0.002
step = 0.004
[mesh]
spacing = 25.0
[solver.fd]
order = 4
time_dispersion_correction = false
[output]
plots = false
snapshots = { interval = 0.1, quantities = ["velocity", "pressure", "stress"] }
"""


def run(unda, folder, text, *more):
    written(folder, text)
    outcome = unda.call("run", "small.toml", "--out", "result", "--overwrite", *more, cwd=folder).expect(0)
    assert outcome.err == "", outcome
    return folder / "result"


def entries(result):
    """The index, checked against the folder and the list for ParaView."""
    folder = result / "snapshots"
    found = json.loads((folder / "index.json").read_text())["snapshots"]
    series = json.loads((folder / "snapshot.vtkhdf.series").read_text())
    assert series["file-series-version"] == "1.0", series
    assert series["files"] == [{"name": e["file"], "time": e["time"]} for e in found], series
    names = [f"snapshot_{n:06}.vtkhdf" for n in range(len(found))]
    assert [e["file"] for e in found] == names, found
    there = {p.name for p in folder.iterdir()}
    assert there == {*names, "index.json", "snapshot.vtkhdf.series"}, there
    return found


def image(result, entry, n, origin, spacing):
    """The arrays of a snapshot by name, after a check of what the format asks. n: along the axes that the run has."""
    dim = len(n)
    with h5py.File(result / "snapshots" / entry["file"]) as file:
        root = file["VTKHDF"]
        assert list(root.attrs["Version"]) == [1, 0] and root.attrs["Type"] == b"ImageData", dict(root.attrs)
        kind = root.attrs.get_id("Type").get_type()
        assert not kind.is_variable_str() and kind.get_size() == 9, "Type is not of fixed length"
        # An axis that is not there has two points with the same values.
        axes = {1: (*n, 2, 2), 2: (n[0], 2, n[-1]), 3: n}[dim]
        assert list(root.attrs["WholeExtent"]) == [0, axes[0] - 1, 0, axes[1] - 1, 0, axes[2] - 1], dict(root.attrs)
        assert np.allclose(root.attrs["Origin"], origin) and np.allclose(root.attrs["Spacing"], spacing)
        assert np.array_equal(root.attrs["Direction"], np.eye(3).ravel())
        assert root.attrs["time"] == entry["time"]
        for name, data in root["PointData"].items():
            shape = (*axes[::-1], 3) if name == "velocity" else axes[::-1]
            assert data.shape == shape and data.dtype == np.float32, f"{name}: {data.shape} {data.dtype}"
            assert data.attrs["units"] == ("m/s" if name == "velocity" else "Pa"), f"{name}: {data.attrs['units']}"
            assert data.attrs["time"] == entry["time_of"][name.split("_")[0]], f"{name}: {data.attrs['time']}"
        arrays = {name: data[:] for name, data in root["PointData"].items()}
    for axis in {1: (0, 1), 2: (1,), 3: ()}[dim]:
        assert all(np.array_equal(a.take(0, axis), a.take(1, axis)) for a in arrays.values()), "two planes differ"
    part = {1: np.s_[0, 0], 2: np.s_[:, 0], 3: np.s_[:]}[dim]
    return {name: array[part] for name, array in arrays.items()}


def trace(result, group, quantity):
    with h5py.File(result / "traces.h5") as file:
        return file[f"receivers/{group}/{quantity}"][0]


def close(found, expected, scale, tolerance, what):
    error = np.abs(np.asarray(found, float) - expected).max() / scale
    assert error < tolerance, f"{what}: off by {error:.2g} of the largest value, allowed {tolerance}"


def acoustic_2d(unda, folder):
    result = run(unda, folder, ACOUSTIC_2D)
    found = entries(result)
    assert [e["step"] for e in found] == [0, 40, 80, 120, 160, 200], found
    assert np.allclose([e["time"] for e in found], np.arange(6) * 0.1, atol=1e-12), found
    assert np.allclose([e["time_of"]["velocity"] for e in found[1:]], np.arange(1, 6) * 0.1 - 0.00125), found
    p_trace, v_trace = trace(result, "line", "pressure"), trace(result, "line", "velocity")
    for e in found:
        arrays = image(result, e, (81, 41), (0, 0, -500), 12.5)
        assert set(arrays) == {"pressure", "velocity"}, set(arrays)
        p, v = arrays["pressure"], arrays["velocity"]
        assert not v[..., 1].any(), "a 2-D run has no velocity along y"
        if e["step"] == 0:
            assert not p.any() and not v.any(), "the start is not at rest"
            continue
        assert not p[-1].any(), "pressure on the free surface"
        # The receiver stands on the node x = 700, z = -100: column 56, row 32. Velocity is the mean of two points
        # half a cell away: 1 % off at this wavelength.
        sample = round(e["time"] / 0.00125)
        close(p[32, 56], p_trace[sample], np.abs(p_trace).max(), 1e-5, f"pressure at {e['time']}")
        close(v[32, 56, [0, 2]], v_trace[:, sample - 1], np.abs(v_trace).max(), 0.015, f"velocity at {e['time']}")
        close(p, p[:, ::-1], np.abs(p).max(), 1e-4, "pressure left and right of the source")
        close(v[..., 0], -v[:, ::-1, 0], np.abs(v).max(), 1e-4, "x-velocity left and right of the source")
        close(v[..., 2], v[:, ::-1, 2], np.abs(v).max(), 1e-4, "z-velocity left and right of the source")


def elastic_3d(unda, folder):
    result = run(unda, folder, ELASTIC_3D)
    found = entries(result)
    assert [e["step"] for e in found] == [0, 25, 50, 75, 100], found
    names = ("xx", "yy", "zz", "xy", "xz", "yz")
    traces = {q: trace(result, "receivers", q) for q in ("pressure", "velocity", "stress")}
    for e in found[1:]:
        arrays = image(result, e, (21, 21, 21), (-250, -250, -500), 25)
        assert set(arrays) == {"velocity", "pressure", *(f"stress_{name}" for name in names)}, set(arrays)
        p, v = arrays["pressure"], arrays["velocity"]
        s = {name: arrays[f"stress_{name}"] for name in names}
        size, speed = np.abs(p).max(), np.abs(v).max()
        assert size > 0 and speed > 0
        close(p, -(s["xx"] + s["yy"] + s["zz"]) / 3, size, 1e-5, "pressure and the normal stresses")
        # Arrays are [z][y][x]; the source stands in the middle.
        for axis, c in ((2, 0), (1, 1), (0, 2)):
            close(p, np.flip(p, axis), size, 1e-4, f"pressure mirrored in axis {axis}")
            close(v[..., c], -np.flip(v[..., c], axis), speed, 1e-4, f"velocity {c} mirrored")
        close(v[..., 0], np.swapaxes(v[..., 1], 1, 2), speed, 1e-4, "x and y changed in velocity")
        close(v[..., 0], np.swapaxes(v[..., 2], 0, 2), speed, 1e-4, "x and z changed in velocity")
        close(s["xx"], np.swapaxes(s["zz"], 0, 2), size, 1e-4, "x and z changed in normal stress")
        close(s["xy"], np.swapaxes(s["yz"], 0, 2), size, 1e-4, "x and z changed in shear stress")
        close(s["xz"], np.swapaxes(s["yz"], 1, 2), size, 1e-4, "x and y changed in shear stress")
        # The receiver's node is 15 east, 12 north and 13 up of the corner.
        at, sample = (13, 12, 15), round(e["time"] / 0.002)
        close(p[at], traces["pressure"][sample], np.abs(traces["pressure"]).max(), 1e-5, "pressure")
        close(v[at], traces["velocity"][:, sample - 1], np.abs(traces["velocity"]).max(), 0.03, "velocity")
        stress = np.array([s[name][at] for name in names])
        close(stress, traces["stress"][:, sample], np.abs(traces["stress"]).max(), 0.03, "stress")


def one_dimension(unda, folder):
    text, _ = edited(SMALL_1D, ("plots = false", 'plots = false\nsnapshots = { interval = 0.25 }'))
    result = run(unda, folder, text, "--set", 'output.snapshots.quantities=["velocity", "pressure"]')
    for e in entries(result)[1:]:
        arrays = image(result, e, (201,), (0, 0, 0), 10)
        assert arrays["velocity"][..., 0].any() and not arrays["velocity"][..., 1:].any()
    # What is written where nothing is said.
    result = run(unda, folder, text)
    assert set(image(result, entries(result)[0], (201,), (0, 0, 0), 10)) == {"pressure"}


def times(unda, folder):
    """One file for each multiple of the interval to the end, from the nearest step, whatever the samples."""
    cases = [(0.5, 0.05, 0.1, 6), (0.5, 0.03, 0.12, 5), (0.3, 0.1, 0.1, 4), (0.5, 0.3, 0.25, 3), (0.2, 0.1, 0.3, 1)]
    text, _ = edited(ACOUSTIC_2D, ("step = 0.0025", "step = 0.003"))
    for duration, sample, interval, count in cases:
        result = run(unda, folder, text, "--set", f"time.duration={duration}", "--set",
                     f"time.sample_interval={sample}", "--set", f"output.snapshots.interval={interval}")  # fmt: skip
        found = entries(result)
        assert len(found) == count, f"{duration} s by {interval} s: {len(found)} snapshots, expected {count}"
        for n, e in enumerate(found):
            assert abs(e["asked_time"] - n * interval) < 1e-12 and abs(e["time"] - 0.003 * e["step"]) < 1e-12, e
            assert abs(e["time"] - e["asked_time"]) <= 0.0015 + 1e-9, f"{e}: not the nearest step"


def starting_field(unda, folder):
    """At t = 0 stands what the run starts from."""
    lines = ACOUSTIC_2D.replace('top = "free"', 'default = "periodic"').replace('default = "absorbing"\n', "", 1)
    head, rest = lines.split("[[source]]")
    text = head + rest[rest.index("[[receivers]]"):] + "[initial]\nwavenumber = [0.0125663706143592, 0]\n"
    result = run(unda, folder, text)
    first = entries(result)[0]
    with h5py.File(result / "snapshots" / first["file"]) as file:
        p, v = (file[f"VTKHDF/PointData/{name}"][:, 0] for name in ("pressure", "velocity"))
    wave = np.cos(0.0125663706143592 * 12.5 * np.arange(p.shape[1])) + 0 * p
    close(v[..., 0], wave, 1, 1e-6, "velocity at the start")
    close(p, 1000 * 1500 * wave, 1.5e6, 1e-6, "pressure at the start")


def refused(unda, folder):
    number = written(folder, ACOUSTIC_2D).read_text().splitlines().index(
        'snapshots = { interval = 0.1, quantities = ["pressure", "velocity"] }') + 1  # fmt: skip
    for key, value, wanted in (
        ("quantities", '["displacement"]', ('"displacement"', '"velocity", "pressure"')),
        ("quantities", '["pressure", "acceleration"]', ('"acceleration"', '"velocity", "pressure"')),
        ("interval", "1e-4", ("0.0001 s", "0.0025 s")),
        ("interval", "1e-300", ("0.0025 s",)),
    ):
        changed = f"output.snapshots.{key}={value}"
        outcome = unda.call("run", "small.toml", "--out", "r", "--set", changed, cwd=folder).expect(2)
        assert outcome.err.startswith(f"unda: --set {changed}: output.snapshots.{key}: "), outcome
        assert all(word in outcome.err for word in wanted), outcome
        assert not (folder / "r").exists()
    written(folder, ACOUSTIC_2D.replace('["pressure", "velocity"] }', '["displacement"] }'))
    outcome = unda.call("run", "small.toml", "--out", "r", cwd=folder).expect(2)
    assert f"small.toml:{number}: output.snapshots.quantities: " in outcome.err, outcome


def no_room(unda, folder):
    written(folder, ACOUSTIC_2D)
    outcome = unda.call("run", "small.toml", "--out", "result", file_limit_kib=32, cwd=folder).expect(1)
    assert outcome.err.count("\n") == 1 and "snapshots/snapshot_000000.vtkhdf: cannot write" in outcome.err, outcome
    assert list((folder / "result/snapshots").iterdir()) == [], "something was left behind"
    assert json.loads((folder / "result/report.json").read_text())["status"] == "stopped"
    with h5py.File(folder / "result/traces.h5") as file:
        assert file.attrs["complete"] == 0


def warned_of_disk(unda, folder):
    """More than the disk holds: a warning, here before the first file fails."""
    if shutil.disk_usage(folder).free > 1.2e13:
        print("warned_of_disk: skipped, this disk has room for terabytes")
        return
    written(folder, ACOUSTIC_2D)
    outcome = unda.call("run", "small.toml", "--out", "result", "--set", "output.snapshots.interval=2.5e-4", "--set",
                        "mesh.spacing=1", "--set", "time.step=2.5e-4", "--set", "time.sample_interval=1", "--set",
                        "time.duration=200", file_limit_kib=32, cwd=folder).expect(1)  # fmt: skip
    warning = "output.snapshots: 800001 snapshots of 0.0161 GB need 1.28e+04 GB; result/snapshots has "
    assert f"warning: small.toml:36: {warning}" in outcome.out, outcome


# VTK brings an HDF5 library of its own, which does not bear the one of h5py in the same process.
VTK_READER = """
import sys
import numpy as np
import vtk
from vtk.util.numpy_support import vtk_to_numpy

reader = vtk.vtkHDFReader()
assert reader.CanReadFile(sys.argv[1])
reader.SetFileName(sys.argv[1])
reader.Update()
image = reader.GetOutput()
points = image.GetPointData()
arrays = {points.GetArrayName(k): vtk_to_numpy(points.GetArray(k)) for k in range(points.GetNumberOfArrays())}
places = [image.GetPoint(k) for k in range(image.GetNumberOfPoints())]
np.savez(sys.argv[2], places=places, **arrays)
"""


def read_by_vtk(unda, folder):
    if importlib.util.find_spec("vtk") is None:
        print("read_by_vtk: skipped, python3-vtk9 is not installed")
        return
    for text, origin, n, spacing in (
        (SMALL_1D + "snapshots = { interval = 0.5 }\n", (0, 0, 0), (201, 2, 2), 10),
        (ACOUSTIC_2D, (0, 0, -500), (81, 2, 41), 12.5),
        (ELASTIC_3D, (-250, -250, -500), (21, 21, 21), 25),
    ):
        result = run(unda, folder, text)
        file = result / "snapshots" / entries(result)[-1]["file"]
        subprocess.run([sys.executable, "-c", VTK_READER, file, folder / "seen.npz"], check=True)
        with np.load(folder / "seen.npz") as found:
            seen = dict(found)
        x, y, z = (origin[a] + spacing * np.arange(n[a]) for a in range(3))
        places = np.stack(np.broadcast_arrays(x, y[:, None], z[:, None, None]), axis=-1).reshape(-1, 3)
        assert np.allclose(seen.pop("places"), places), f"the points of {n} stand elsewhere"
        with h5py.File(file) as found:
            arrays = {name: data[:] for name, data in found["VTKHDF/PointData"].items()}
        assert set(seen) == set(arrays), set(seen)
        for name, values in arrays.items():
            assert np.array_equal(seen[name].reshape(values.shape), values) and values.any(), f"{name} differs"


if __name__ == "__main__":
    main(acoustic_2d, elastic_3d, one_dimension, times, starting_field, refused, no_room,
         warned_of_disk, read_by_vtk)  # fmt: skip
