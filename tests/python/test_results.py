"""unda.Result: results of the program and results in memory are read, shown, drawn, converted and compared.

Run with Debian's python3; takes the program. What needs a library that is not installed is left out with a line that says so.
"""

import json
import math
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import h5py
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(Path(__file__).resolve().parent), str(ROOT / "python")]

import synthetic  # noqa: E402
import unda  # noqa: E402
from unda.snapshots import SnapshotsInMemory  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else ""
SCENARIO = """
title = "A few receivers"
domain = { x = [0, 600], z = [-400, 0] }
model = { kind = "uniform", vp = 2000.0, vs = 1000.0, rho = 2000.0 }
source = [{ kind = "explosion", position = [300, -200], moment = 1e9, time_function = { kind = "ricker", frequency = 8, delay = 0.15 } }]
time = { duration = 0.4, sample_interval = 0.004 }
mesh = { spacing = 20 }
output = { plots = false, snapshots = { interval = 0.1, quantities = ["velocity", "pressure"] } }

[[receivers]]
name = "line"
line = { from = [50, -100], to = [550, -100], count = 21 }
quantities = ["velocity", "pressure"]

[[receivers]]
name = "spot"
positions = [[400, -300]]
quantities = ["displacement", "stress"]
"""


def raises(kind, words, function, *arguments, **options):
    """The error, which must have these words."""
    try:
        function(*arguments, **options)
    except kind as error:
        assert all(word in str(error) for word in words.split("|")), (words, str(error))
        return error
    raise AssertionError(f"no {kind.__name__} with {words}")


def have(library):
    try:
        __import__(library)
        return True
    except ImportError:
        print(f"{library} is not installed: what needs it was left out", flush=True)
        return False


def run(folder, name, *settings, scenario=SCENARIO):
    file = folder / f"{name}.toml"
    file.write_text(scenario)
    command = [PROGRAM, "run", file, "--out", folder / name, *(w for s in settings for w in ("--set", s))]
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    return folder / name


def in_memory(result):
    """The same result without files."""
    groups = [
        unda.ReceiverGroup(g.name, g.time, g.positions, g.labels, {q: np.array(one.values) for q, one in g.quantities.items()},
                           {q: g.components(q) for q in g.quantities}, {q: g.units(q) for q in g.quantities},
                           dict(g.closed_form), g.depths)
        for g in result
    ]  # fmt: skip
    series = result.snapshots
    fields = [result.wavefield(q, index=n) for q in series.quantities for n in range(len(series))] if series else None
    return unda.Result(groups, result.report, result.scenario_text, result.title,
                       SnapshotsInMemory(fields) if fields else None, result.model)  # fmt: skip


def test_light(folder):
    """Importing the package loads no library, and names without a home are errors."""
    code = "import sys, unda; print(sorted({'numpy', 'h5py', 'matplotlib'} & set(sys.modules))); unda.InputError"
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(ROOT / "python")},
                          capture_output=True, text=True, check=True)  # fmt: skip
    assert done.stdout == "[]\n", done.stdout
    code = "import sys, unda; unda.open(sys.argv[1])['line'].velocity; print('matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code, folder / "fd"], env={**os.environ, "PYTHONPATH": str(ROOT / "python")},
                          capture_output=True, text=True, check=True)  # fmt: skip
    assert done.stdout == "False\n", done
    raises(AttributeError, "no attribute 'velocty'", getattr, unda, "velocty")
    for name in unda.__all__:
        assert name in dir(unda)


def test_reading(folder):
    path = run(folder, "fd")
    with unda.open(path) as result, h5py.File(path / "traces.h5") as file:
        assert (result.title, result.method, result.directory) == ("A few receivers", "fd", path)
        assert result.report["status"] == "done" and "A few receivers" in result.scenario_text
        assert [g.name for g in result] == list(result.groups) == ["line", "spot"] and len(result) == 2 and "line" in result
        line = result["line"]
        assert line is result[0] and len(line) == 21 and line.labels[20] == "line21"
        stored = file["receivers/line/velocity"][()]
        assert line.velocity.dtype == stored.dtype and np.array_equal(line.velocity, stored) and np.abs(stored).max() > 0
        assert line.velocity is line.velocity, "read again, or copied"
        assert line.pressure.shape == (21, 101) and line.components("pressure") == () and line.units("pressure") == "Pa"
        assert line.components("velocity") == ("x", "z") and result["spot"].components("stress") == ("xx", "zz", "xz")
        assert np.array_equal(result.time, file["receivers/line/time"][()]) and line.positions[0].tolist() == [50, -100]
        raises(AttributeError, "line did not record stress; there is: velocity, pressure", getattr, line, "stress")
        raises(unda.InputError, "did not record stress", line.units, "stress")
        raises(KeyError, "there is: line, spot", result.__getitem__, "lin")
        for shown in (repr(result), result._repr_html_()):
            assert all(word in shown for word in ("A few receivers", "21 receivers", "Pa", "fd elastic", "5 of")), shown
    assert np.array_equal(line.velocity, stored), "what was read is lost when the file is closed"
    raises(unda.RunError, "closed", lambda: result["spot"].stress)
    alone = unda.open(path / "traces.h5")
    assert alone["line"].pressure.shape == (21, 101) and alone.model is not None and alone.snapshots is None


def test_wrong_paths(folder):
    (folder / "hollow").mkdir()
    (folder / "text.h5").write_text("no HDF5\n")
    for path, words in (("nowhere", "no such file"), ("hollow", "no result of a run"), ("text.h5", "not an HDF5 file")):
        error = raises(unda.InputError, f"{folder / path}: |{words}", unda.open, folder / path)
        assert isinstance(error, ValueError) and error.messages == [str(error)] and error.key is None
        assert pickle.loads(pickle.dumps(error)).messages == error.messages


def test_wavefields(folder):
    with unda.open(folder / "fd") as result:
        times = result.wavefield_times()
        assert len(times) == 5 and abs(times[-1] - 0.4) < 0.01
        field = result.wavefield("velocity", time=0.21)
        assert field.time == times[2] and field.components == ("x", "z") and field.axes == "zx" and field.units == "m/s"
        assert field.values.shape == (field.z.size, field.x.size, 2) and field.z[-1] == 0 and field.x[-1] == 600
        name = json.loads((folder / "fd/snapshots/index.json").read_text())["snapshots"][2]["file"]
        with h5py.File(folder / "fd/snapshots" / name) as file:
            stored = file["VTKHDF/PointData/velocity"][:, 0, :, :]
        assert np.array_equal(field.component("x"), stored[..., 0]) and np.array_equal(field.component("z"), stored[..., 2])
        assert result.wavefield("pressure").time == times[-1] and result.wavefield("pressure", index=0).values.ndim == 2
        # No P wave is farther from the explosion than it can be.
        early = result.wavefield("velocity", index=1)
        r = np.hypot(early.x[np.newaxis, :] - 300, early.z[:, np.newaxis] + 200)
        motion = np.hypot(early.component("x"), early.component("z"))
        assert motion[r > 2000 * early.time + 40].max() < 2e-2 * motion.max()
        raises(unda.InputError, "no snapshots of stress|pressure, velocity", result.wavefield, "stress")
        raises(unda.InputError, "no snapshot 5", result.wavefield, index=5)
        raises(unda.InputError, "not by both", result.wavefield, time=0.1, index=1)
        raises(AttributeError, "no axis y", getattr, field, "y")
        raises(unda.InputError, "no component y", field.component, "y")


def test_mesh(folder):
    path = run(folder, "sem", "solver.method=sem", "mesh.spacing=50")
    with unda.open(path) as result:
        field = result.wavefield("velocity")
        assert not field.is_grid and field.points.shape[1] == 2 and field.values.shape == (len(field.points), 2)
        assert field.cells.shape[1] == 4 and field.cells.min() == 0 and field.cells.max() == len(field.points) - 1
        x, z = field.points[field.cells].transpose(2, 0, 1)  # [cell, corner]
        area = 0.5 * np.abs((x * np.roll(z, -1, 1) - np.roll(x, -1, 1) * z).sum(axis=1))
        assert abs(area.sum() - 600 * 400) < 1, "the cells do not fill the domain"
        if have("xarray"):
            raises(unda.InputError, "on a mesh", field.to_xarray)
        assert set(in_memory(result).plot()) == set(result.plot())


def test_in_memory(folder):
    """Pictures of a result without files are those of the files, bit by bit."""
    with unda.open(folder / "fd") as result:
        memory = in_memory(result)
        assert memory.directory is None and memory.title == result.title and memory.method == "fd"
        assert memory.wavefield("velocity", index=2).values is memory.wavefield("velocity", index=2).values
        drawn, again = result.plot(), memory.plot()
        assert set(drawn) == set(again) == {"line_velocity", "line_pressure", "spot_displacement", "spot_stress", "model", "overview",
                                            "snapshots_velocity_x", "snapshots_velocity_z", "snapshots_pressure"}  # fmt: skip
        assert drawn["line_pressure"]._repr_png_() == again["line_pressure"]._repr_png_()
        assert drawn["snapshots_pressure"]._repr_png_() == again["snapshots_pressure"]._repr_png_()
        for figure in (memory.plot.gather("line", "velocity", component="z", colour=True), memory.plot.traces("spot"),
                       memory.plot.section("line", reduce=2000), memory.plot.model(), memory.plot.snapshots("velocity", times=[0.2]),
                       memory.plot.overview(time=0.2)):  # fmt: skip
            assert figure.axes
        raises(unda.InputError, "no receivers `lin`", memory.plot.gather, "lin")
        raises(unda.InputError, "regular grid", memory.plot.map)
        raises(unda.InputError, "no component y|x, z", memory.plot.gather, component="y")
        untouched = memory["line"].velocity.copy()
        memory.plot()
        assert np.array_equal(memory["line"].velocity, untouched)


def test_in_memory_by_hand(folder):
    time, values = np.arange(5) * 0.1, np.ones((2, 5))
    group = unda.ReceiverGroup("a", time, [[0, 0], [1, 0]], quantities={"pressure": values}, closed_form={"pressure": 2 * values})
    assert group.pressure is values and group.labels == ("a1", "a2") and group.closed_form["pressure"][0, 0] == 2
    result = unda.Result([group], title="by hand")
    assert result.plot.overlay().axes and result.model is None and result.sources.size == 0
    raises(unda.InputError, "no wavefields", result.wavefield)
    raises(unda.InputError, "shape (2, 4)", unda.ReceiverGroup, "a", time, None, quantities={"pressure": np.ones((2, 4))})
    raises(unda.InputError, "differ by quantity", unda.ReceiverGroup, "a", time, None,
           quantities={"pressure": values, "velocity": np.ones((3, 2, 5))})  # fmt: skip
    copy = pickle.loads(pickle.dumps(result))
    assert np.array_equal(copy["a"].pressure, values) and copy.title == "by hand"
    for dim in (1, 2, 3):
        with unda.open(synthetic.whole_result(folder / f"made{dim}", dim)) as made:
            assert set(in_memory(made).plot()) == set(made.plot()), dim


def test_processes(folder):
    """Receivers go to other processes as arrays, results in files as their path."""
    with unda.open(folder / "fd") as result:
        line = pickle.loads(pickle.dumps(result["line"]))
        assert np.array_equal(line.velocity, result["line"].velocity) and line.labels == result["line"].labels
        again = pickle.loads(pickle.dumps(result))
        assert again.directory == result.directory and np.array_equal(again["spot"].stress, result["spot"].stress)


def test_libraries(folder):
    with unda.open(folder / "fd") as result:
        line, spot = result["line"], result["spot"]
        if have("xarray"):
            data = line.to_xarray()
            assert data.velocity.dims == ("receiver", "component", "time") and data.velocity.attrs["units"] == "m/s"
            assert np.shares_memory(data.velocity.values, line.velocity), "copied"
            trace = data.velocity.sel(receiver="line3", component="z")
            assert np.array_equal(trace, line.velocity[2, 1]) and float(trace.x) == 100 and float(trace.time[1]) == 0.004
            assert list(spot.to_xarray().stress_component.values) == ["xx", "zz", "xz"]
            field = result.wavefield("velocity").to_xarray()
            assert field.dims == ("z", "x", "component") and float(field.sel(x=300, z=-200, component="x")) == field.values[10, 15, 0]
        if have("pandas"):
            table = line.to_pandas("velocity")
            assert table.shape == (101, 42) and np.array_equal(table["line3", "z"], line.velocity[2, 1]) and table.index[1] == 0.004
            everything = line.to_pandas()
            assert everything.shape == (101, 63) and np.array_equal(everything["pressure", "line2", ""], line.pressure[1])
            raises(unda.InputError, "did not record stress", line.to_pandas, "stress")
        if have("obspy"):
            check_obspy(folder, line, spot)


def check_obspy(folder, line, spot):
    """Codes and samples are those of the program's own miniSEED and SAC files."""
    import obspy

    stream = line.to_obspy()
    subprocess.run([PROGRAM, "export", folder / "fd/traces.h5", "--receivers", "line", "--format", "mseed", "-o", folder / "line.mseed"],
                   check=True, capture_output=True)  # fmt: skip
    exported = obspy.read(str(folder / "line.mseed")) if (folder / "line.mseed").is_file() else obspy.read(str(folder / "line.mseed/*"))
    assert sorted(t.id for t in stream) == sorted(t.id for t in exported) and len(stream) == 63
    for trace in stream:
        same = exported.select(id=trace.id)[0]
        assert np.array_equal(same.data, trace.data) and same.stats.starttime == trace.stats.starttime, trace.id
        assert abs(same.stats.delta - trace.stats.delta) < 1e-9
    third = stream.select(station="R0003", channel="*Z")[0]
    assert third.stats.unda.x == 100 and third.stats.unda.label == "line3" and third.stats.unda.units == "m/s"
    third.write(str(folder / "third.sac"), format="SAC")
    header = obspy.read(str(folder / "third.sac"))[0].stats.sac
    assert header.user0 == 100 and header.user2 == -100 and header.kuser2.strip() == "z" and header.cmpinc == 0
    assert spot.to_obspy("stress", starttime="2020-01-01")[0].stats.starttime == obspy.UTCDateTime(2020, 1, 1)
    from unda.as_obspy import station_codes

    assert station_codes(("IU.ANMO", "b2")) == [("IU", "ANMO"), ("XX", "B2")]
    assert station_codes(("too long a name", "b")) == [("XX", "R0001"), ("XX", "R0002")]
    raises(unda.InputError, "same station code", station_codes, ("a", "A"))


def test_comparison(folder):
    """By the library, and without it by the program: the same figures."""
    run(folder, "coarse", "mesh.spacing=25")
    os.environ["UNDA_PROGRAM"] = PROGRAM
    library = Path(PROGRAM).parent / "libunda.so"
    for path in (folder / "no.so", library):
        os.environ["UNDA_LIBRARY"] = str(path)
        check_comparison(folder, folder / "coarse")


def check_comparison(folder, coarse):
    with unda.open(folder / "fd") as a, unda.open(coarse) as b:
        found = unda.compare(a, b, quantity="velocity", lowpass=20.0)
        printed = subprocess.run([PROGRAM, "compare", folder / "fd", coarse, "--quantity", "velocity", "--lowpass", "20", "--json"],
                                 capture_output=True, text=True, check=True)  # fmt: skip
        told = json.loads(printed.stdout)["comparisons"][0]
        assert found.document == told and found.worst.misfit == told["worst"]["misfit"] > 0
        assert found.worst.receiver == told["worst"]["receiver"] and len(found.receivers) == 21 and found.lowpass == 20
        assert unda.compare(in_memory(a), in_memory(b), quantity="velocity", lowpass=20).document["receivers"] == told["receivers"]
        assert unda.compare(in_memory(a), b, quantity="velocity", lowpass=20).worst_misfit == found.worst_misfit
        # By hand, without a filter: |a - b| / |b|.
        plain = unda.compare(folder / "fd", coarse, receivers="line", quantity="pressure")
        x, y = (r["line"].pressure.astype(float) for r in (a, b))
        misfits = np.linalg.norm(x - y, axis=1) / np.linalg.norm(y, axis=1)
        assert np.allclose([r.misfit for r in plain.receivers], misfits, rtol=1e-6)
        assert math.isclose(plain["line", "pressure"], np.linalg.norm(x - y) / np.linalg.norm(y), rel_tol=1e-6)
        assert plain.plot().axes and "worst: pressure at line" in repr(plain) and "<table>" in plain._repr_html_()
        if have("pandas"):
            assert found.to_pandas().shape == (42, 11)
        raises(unda.InputError, "nobody", unda.compare, a, b, receivers="nobody")
        raises(unda.InputError, f"{folder / 'nowhere'}", unda.compare, a, folder / "nowhere")
        table = folder / "line.csv"
        subprocess.run([PROGRAM, "export", folder / "fd", "--receivers", "line", "--quantity", "pressure", "--format", "csv", "-o", table,
                        "--overwrite"], check=True, capture_output=True)  # fmt: skip
        assert unda.compare(a, table, quantity="pressure").worst_misfit < 1e-6
        raises(KeyError, "was not compared", plain.__getitem__, ("line", "stress"))


def test_model(folder):
    """A run in memory knows its model and its sources as a result directory does."""
    with unda.open(folder / "fd") as stored:
        ran = unda.run(folder / "fd.toml", threads=1, progress=False)
        assert np.array_equal(ran["line"].velocity, stored["line"].velocity) and np.abs(ran["line"].velocity).max() > 0
        check_same_model(stored.model, ran.model)
        assert set(ran.plot()) == set(stored.plot()) and "model" in ran.plot()
    hill = np.array([[0.0, 10.0, 0.0], [20.0, 60.0, 10.0], [0.0, 5.0, 0.0]])
    scenario = unda.Scenario(
        title="a hill", domain=unda.Domain(x=[0, 400], y=[0, 300], z=[-200, 0], topography={"file": hill, "spacing": [200, 150]}),
        model=unda.Model(kind="layers", layer=[{"top": 100, "vp": 2000, "vs": 1000, "rho": 2000}, {"top": -100, "vp": 3000, "vs": 1500, "rho": 2200}]),
        boundary={"top": "free"},
        source=[{"kind": "force", "position": [200, 150, -50], "force": [0, 0, 1e9], "time_function": {"kind": "ricker", "frequency": 5}}],
        receivers=[{"name": "spots", "positions": [[100, 100], [300, 200]], "depth": 5}],
        time=unda.Time(duration=0.02), mesh=unda.Mesh(spacing=100), solver=unda.Solver(method="sem"),
    )  # fmt: skip
    ran, stored = (unda.run(scenario, threads=1, progress=False, out=out) for out in (None, folder / "hill"))
    assert ran.model.surface is not None and not ran.model.is_flat and ran.model.surface.read("height").max() > 50
    check_same_model(stored.model, ran.model)
    assert np.array_equal(ran["spots"].depths, [5, 5]) and ran.sources.tolist() == [[200, 150, -50]]


def check_same_model(stored, ran):
    assert stored.title == ran.title and stored.ranges == ran.ranges and np.array_equal(stored.domain, ran.domain)
    assert np.array_equal(stored.sources, ran.sources) and list(stored.sections) and set(stored.sections) == set(ran.sections)
    pairs = [(stored.sections[name], ran.sections[name]) for name in stored.sections]
    for a, b in [*pairs, *(p for p in ((stored.volume, ran.volume), (stored.surface, ran.surface)) if p != (None, None))]:
        assert a.axes == b.axes and a.through == b.through, (a, b)
        assert all(np.array_equal(x, y) for x, y in zip(a.coordinates, b.coordinates))
        for parameter in ("vp", "vs", "rho", *(["height"] if a.name == "surface" else [])):
            assert np.array_equal(a.read(parameter), b.read(parameter), equal_nan=True), (a, parameter)


def test_shots(folder):
    shots = unda.open(write_shots(folder / "shots", folder / "fd", folder / "coarse"))
    assert len(shots) == 2 and shots.names == ["a", "b"] and shots.missing == ["c"] and "a" in shots
    assert [r.directory.name for r in shots] == ["a", "b"] and shots["b"]["line"].pressure.shape == (21, 101)
    assert "not done: c" in repr(shots)
    raises(KeyError, "no traces yet", shots.__getitem__, "c")
    raises(unda.InputError, "shot by shot", unda.compare, folder / "shots", folder / "shots")


def write_shots(folder, *results):
    """A directory of shots from results that there are, and one that is not done."""
    for name, result in zip("ab", results):
        shutil.copytree(result, folder / name)
    listed = [{"name": name, "directory": name, "status": "done" if name in "ab" else "waiting"} for name in "abc"]
    (folder / "shots.json").write_text(json.dumps({"shots": listed}))
    return folder


def main():
    warnings.simplefilter("ignore", unda.UndaWarning)  # the runs are small
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for test in (test_reading, test_light, test_wrong_paths, test_wavefields, test_mesh, test_in_memory, test_in_memory_by_hand,
                     test_processes, test_libraries, test_comparison, test_model, test_shots):  # fmt: skip
            test(folder)
            print(f"{test.__name__}: ok", flush=True)


if __name__ == "__main__":
    main()
