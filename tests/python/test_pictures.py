"""unda.plot: each kind of picture comes out of a result and shows the right numbers at the right place, with units.

Run with Debian's python3; takes an optional folder in which the pictures stay for a look.
"""

import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

import h5py
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "python")]

import synthetic  # noqa: E402
from test_plot import plot, size_of  # noqa: E402
from unda.plot import gather, misfits, model, overlay, overview, peaks, plane, section, shots, snapshots, style, surface, traces  # noqa: E402
from unda.result import ResultInFiles as Result  # noqa: E402
from unda.plot.mesh_image import MeshImage  # noqa: E402
from unda.plot.receiver_grid import grid_of  # noqa: E402

OF_2D = {"few_velocity", "line_pressure", "grid_map", "scattered_pressure_section", "model", "overview",
         "snapshots_pressure", "snapshots_velocity_x", "snapshots_velocity_z"}  # fmt: skip
EXPECTED = {
    1: {"few_velocity", "line_pressure", "model", "snapshots_pressure", "snapshots_velocity_x"},
    2: OF_2D,
    3: OF_2D | {"snapshots_velocity_y"},
}


def texts(figure):
    """Everything that is written on the figure."""
    FigureCanvasAgg(figure).draw()
    return " | ".join(text.get_text() for text in figure.findobj(lambda a: hasattr(a, "get_text")))


def test_everything(folder):
    """Without a choice every picture of the result is made, and nothing else."""
    for dim, names in EXPECTED.items():
        result = synthetic.whole_result(folder / f"dim{dim}", dim)
        done = plot(result)
        assert done.returncode == 0 and done.stderr == "", done
        found = {p.stem for p in (result / "plots").iterdir()}
        assert found == names, found ^ names
        assert sorted(done.stdout.split()) == sorted(str(result / "plots" / f"{name}.png") for name in names)
        for picture in (result / "plots").iterdir():
            width, height = size_of(picture)
            assert 500 <= width <= 2200 and 250 <= height <= 2400, (picture, width, height)


def test_choice(folder):
    run, out = folder / "dim2", folder / "chosen"
    cases = {
        ("--kind", "model"): {"model"},
        ("--kind", "gather", "--receivers", "line"): {"line_pressure"},
        ("--kind", "gather", "--receivers", "few", "--wiggle"): {"few_velocity_gather"},
        ("--kind", "section", "--receivers", "line", "--reduce", "2000"): {"line_pressure_section"},
        ("--kind", "traces", "--receivers", "few", "--kind", "map"): {"few_velocity"},
        ("--kind", "snapshots", "--quantity", "pressure", "--times", "0.4,0.8"): {"snapshots_pressure"},
        ("--kind", "map", "--peak", "vector"): {"grid_map"},
        ("--receivers", "line"): {"line_pressure"},
        ("--quantity", "velocity"): {"few_velocity", "grid_map", "snapshots_velocity_x", "snapshots_velocity_z"},
    }
    for options, names in cases.items():
        shutil.rmtree(out, ignore_errors=True)
        done = plot(run, *options, "--out", out, "--dpi", 40)
        if "map" in options and "few" in options:  # `few` is no grid
            assert done.returncode == 2 and "regular grid" in done.stderr and not out.exists(), (options, done)
            continue
        assert done.returncode == 0 and {p.stem for p in out.iterdir()} == names, (options, done)
    done = plot(run, "--kind", "snapshots", "--quantity", "pressure", "--each", "--out", folder / "each", "--dpi", 40)
    assert done.returncode == 0, done
    assert sorted(p.name for p in (folder / "each/snapshots").iterdir()) == [
        f"snapshot_{n:06}_pressure.png" for n in range(8)]  # fmt: skip


def test_model(folder):
    with Result(folder / "dim2") as result, style.look():
        figure = model.draw(result)
        vp, vs, rho = (axes for axes in figure.axes if axes.get_ylabel() == "z (km)")
        for axes in (vp, vs, rho):
            assert axes.get_xlim() == (0, 6) and axes.get_ylim() == (-3, 0), (axes.get_xlim(), axes.get_ylim())
            assert axes.get_aspect() in ("equal", 1.0)
        assert rho.get_xlabel() == "x (km)" and "kg/m³" in texts(figure)
        image = vp.images[0]
        assert image.get_cmap().name == "viridis" and image.get_clim() == (1500, 3500)
        assert vp.images[0].origin == "lower" and image.get_array()[0, 0] == 3500, "the deep row is not at the bottom"
        assert np.ma.is_masked(vs.images[0].get_array()[-1, 0]) and "fluid" in texts(figure)
    with Result(folder / "dim3") as result, style.look():
        figure = model.draw(result)
        assert "y = 0.5 km" in texts(figure) and "z = −1.5 km" in texts(figure) and "projected" in texts(figure)
        assert {axes.get_ylabel() for axes in figure.axes} >= {"z (km)", "y (km)"}
    with Result(folder / "dim1") as result, style.look():
        figure = model.draw(result)
        assert [axes.get_ylabel() for axes in figure.axes] == ["$v_p$ (m/s)"]
        assert figure.axes[0].get_xlabel() == "x (km)"
    (folder / "uniform").mkdir()
    synthetic.write_model(folder / "uniform", 2, uniform=True)
    with Result(folder / "uniform") as result, style.look():
        shown = texts(model.draw(result))
        assert "A fluid throughout" in shown and "1000 kg/m³ throughout" in shown


def test_hill(folder):
    """Under a topography things stand in their places, and nothing is said of the whole that holds for a plane alone."""
    for dim in (2, 3):
        (folder / f"hill{dim}").mkdir()
        synthetic.write_hill(folder / f"hill{dim}", dim)
    with Result(folder / "hill2") as result, style.look():
        assert not result.model.is_flat
        figure = model.draw(result)
        axes = figure.axes[0]
        assert axes.get_ylim() == (-3, 0.5) and "2000 m/s throughout" in texts(figure), axes.get_ylim()
        (line,) = axes.lines
        assert np.isclose(line.get_ydata().max(), 0.5, atol=1e-3) and abs(line.get_xdata()[line.get_ydata().argmax()] - 3) < 0.06
        white = axes.images[-1].get_array()
        assert white[-1, 0, 3] == 1 and white[0, 0, 3] == 0, "the air is not white, or the ground is"
    with Result(folder / "hill3") as result, style.look():
        shown = texts(model.draw(result, [("y", 500.0)]))
        assert "2000 m/s here, 2000 to 3000 in the model" in shown and "$v_p$ = 2000 m/s throughout" not in shown, shown
        figure = model.draw(result)  # varies along y at the surface
        assert "at the surface" in texts(figure) and "$v_p$ (m/s)" in texts(figure)
        cut = result.model.cut("x", 3000.0)
        assert cut.axes == "zy" and np.isfinite(cut.read("vp")).all() and cut.read("vp").max() == 3000
        assert np.isnan(result.model.cut("z", 400.0).read("vp")[:, 0]).all(), "nothing is above the plain"
        assert "x = 3000 m" in texts(model.draw(result, [("x", 3000.0)]))
    for arguments, message in ((["hill3", "--section", "x=9000"], "x=9000 lies outside the domain, x from 0 to 6000"),
                               (["hill2", "--section", "x=900"], "planes of a 3-D result"),
                               (["hill3", "--section", "east"], "found east; allowed: x=M")):  # fmt: skip
        done = plot(folder / arguments[0], *arguments[1:], "--kind", "model")
        assert done.returncode == 2 and message in done.stderr, done


def test_chosen(folder):
    """--component and --section."""
    with Result(folder / "dim3") as result, style.look():
        down = next(field for field in result.snapshots.fields if field.name == "velocity_z")
        figure = snapshots.draw(result, down, [4])
        assert "at the surface" in texts(figure), texts(figure)
        top = result.snapshots.read(4, down, "xy", {"z": "surface"})
        x, y = (result.snapshots.coordinates(axis) for axis in "xy")
        assert np.allclose(top, -synthetic.ring(3, 0.8, x, y[:, None], 0.0), atol=1e-5), "not the uppermost points"
        figure = snapshots.draw(result, down, [4], chosen=[("x", 2000.0)])
        assert "x = 2000 m" in texts(figure) and {a.get_xlabel() for a in figure.axes} >= {"y (m)"}
    done = plot(folder / "dim3", "--kind", "snapshots", "--component", "z", "--out", folder / "z")
    assert done.returncode == 0 and [line.split("/")[-1] for line in done.stdout.split()] == ["snapshots_velocity_z.png"], done
    done = plot(folder / "dim2", "--receivers", "few", "--component", "z", "--out", folder / "z")
    assert done.returncode == 0 and [line.split("/")[-1] for line in done.stdout.split()] == ["few_velocity_z.png"], done
    with Result(folder / "dim2") as result:
        velocity = result.groups["few"].quantities["velocity"]
        alone = velocity.only("z")
        assert alone.read().shape[1] == 1 and np.array_equal(alone.read()[:, 0], velocity.read()[:, 1])


def test_snapshots(folder):
    with Result(folder / "dim3") as result:
        series = result.snapshots
        pressure = next(field for field in series.fields if field.name == "pressure")
        through = {"x": 2000.0, "y": 500.0, "z": -1500.0}
        x, y, z = (series.coordinates(axis) for axis in "xyz")
        xz, xy = (series.read(4, pressure, plane, through) for plane in ("xz", "xy"))
        assert np.allclose(xz, 1e3 * synthetic.ring(3, 0.8, x, 500.0, z[:, None]), atol=1e-2), "not the plane y = 500"
        assert np.allclose(xy, 1e3 * synthetic.ring(3, 0.8, x, y[:, None], -1500.0), atol=1e-2)
        down = next(field for field in series.fields if field.name == "velocity_z")
        assert np.allclose(series.read(4, down, "xz", through), -xz / 1e3, atol=1e-5)
        with style.look():
            figure = snapshots.draw(result, pressure)
            assert sum(axes.get_ylabel() == "z (km)" for axes in figure.axes) == 1
            assert "t = 1.4 s" in texts(figure) and "pressure (Pa)" in texts(figure)
    with Result(folder / "dim2") as result, style.look():
        pressure = next(field for field in result.snapshots.fields if field.name == "pressure")
        assert result.snapshots.chosen(6) == [1, 3, 5, 7] and result.snapshots.chosen(9, [0.41, 1.1]) == [2, 5]
        figure = snapshots.draw(result, pressure, [4])
        axes = next(a for a in figure.axes if a.get_xlabel() == "x (km)")
        assert axes.get_xlim() == (0, 6) and axes.get_ylim() == (-3, 0)
        shade, waves = axes.images
        assert shade.get_array()[0, 0] < shade.get_array()[-1, 0], "deep rock is not darker than water"
        # On the ring, 1200 m right of the source, the field is at its crest: red and opaque; far away clear.
        colour = waves.get_array()
        crest, silent = colour[20, 32], colour[39, 60]
        assert crest[0] > crest[2] and crest[3] > 0.9 and silent[3] < 0.01, (crest, silent)
        level = snapshots.common_level(result, pressure)
        everything = [result.snapshots.read(n, pressure, "xz", {}) for n in range(1, 8)]
        assert np.isclose(level, np.median([np.percentile(np.abs(v), 99.5) for v in everything]))
        assert f"±{style.number(level)} Pa" in texts(snapshots.draw(result, pressure, [4], level=level))


def test_snapshots_not_finite(folder):
    shutil.copytree(folder / "dim2", folder / "gaps")
    with h5py.File(folder / "gaps/snapshots/snapshot_000004.vtkhdf", "a") as file:
        file["VTKHDF/PointData/pressure"][:10] = np.nan
    with Result(folder / "gaps") as result, style.look():
        figure = snapshots.draw(result, result.snapshots.fields[0], [4])
        assert "Yellow: not finite." in texts(figure)
    done = plot(folder / "gaps", "--kind", "snapshots")
    assert done.returncode == 0, done


def test_gather(folder):
    with Result(folder / "dim2") as result, style.look():
        line = result.groups["line"]
        pressure = line.quantities["pressure"]
        for options, colours, percentile in (({}, "Greys", 99), ({"colour": True, "percentile": 90}, "RdBu_r", 90)):
            figure = gather.draw(result, line, pressure, **options)
            image = figure.axes[0].images[0]
            limit = np.percentile(np.abs(pressure.read()), percentile)
            limit /= style.scaled_unit(limit, "Pa")[0]
            assert image.get_cmap().name == colours and np.allclose(image.get_clim(), (-limit, limit))
            assert f"clipped at the {percentile}th percentile" in texts(figure)
            assert figure.axes[0].get_ylabel() == "time (s)"
            assert figure.axes[0].get_ylim()[0] > 2.9, "time runs upwards"
        wiggle = gather.draw(result, line, pressure, wiggle=True)
        assert len(wiggle.axes[0].lines) == 50 and "one trace spacing is" in texts(wiggle)


def test_section(folder):
    with Result(folder / "dim2") as result, style.look():
        line = result.groups["line"]
        r = section.distances(result, line)
        assert np.isclose(r[0], np.hypot(1500, 1490))
        figure = section.draw(result, line, line.quantities["pressure"], reduce=2000.0)
        axes = figure.axes[0]
        assert axes.get_xlabel() == "t − r / (2000 m/s) (s)" and axes.get_ylabel() == "distance from the source, r (m)"
        # All pulses run with 2000 m/s and start 0.2 s late: on the reduced axis they peak there.
        for trace in axes.lines:
            assert abs(trace.get_xdata()[np.argmax(trace.get_ydata())] - 0.2) < 0.011
        own = [np.ptp(trace.get_ydata()) for trace in axes.lines]
        assert np.allclose(own, own[0], rtol=0.05), "traces do not have their own scales"
        common = section.draw(result, line, line.quantities["pressure"], common=True)
        swings = [np.ptp(trace.get_ydata()) for trace in common.axes[0].lines]
        assert max(swings) > 1.5 * min(swings)
        assert_apart(figure, figure.axes[-1].texts)
        few = section.draw(result, result.groups["few"], result.groups["few"].quantities["velocity"])
        ticks = few.axes[0].get_yticks()
        assert len(ticks) > 1 and ticks.min() >= 0, ticks
    bare = folder / "bare"
    bare.mkdir()
    shutil.copy(folder / "dim2/traces.h5", bare)
    done = plot(bare, "--kind", "section", "--receivers", "line")
    assert done.returncode == 2 and "--source" in done.stderr, done
    assert plot(bare, "--kind", "section", "--receivers", "line", "--source", "2000,-1500").returncode == 0


def assert_apart(figure, labels):
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    boxes = sorted((label.get_window_extent(canvas.get_renderer()) for label in labels), key=lambda box: box.y0)
    assert len(boxes) > 5
    assert all(low.y1 <= high.y0 + 1 for low, high in zip(boxes, boxes[1:])), "labels overlap"


def grid_result(folder):
    """A 4 x 3 grid in no order; vx = a sin(wt), vy = 2 a cos(wt), vz = 5 a, with a = 1 + number of the cell."""
    folder.mkdir()
    time = np.linspace(0, 2, 401)
    cells = np.random.default_rng(4).permutation(12)
    position = np.array([[100.0 * (c % 4), 50.0 * (c // 4), 0.0] for c in cells])
    a, w = (1.0 + cells)[:, np.newaxis], 2 * np.pi * 3
    v = np.stack([a * np.sin(w * time), 2 * a * np.cos(w * time), 5 * a + 0 * time], axis=1)
    synthetic.write_traces(folder, {"area": (time, position, {"velocity": v})})
    return folder


def test_map(folder):
    with Result(grid_result(folder / "grid")) as result, style.look():
        area = result.groups["area"]
        grid = grid_of(area)
        assert grid.plane == "xy" and [list(x) for x in grid.coordinates] == [[0, 100, 200, 300], [0, 50, 100]]
        a = np.arange(1.0, 13.0).reshape(3, 4)
        velocity = area.quantities["velocity"]
        for measure, factor in (("horizontal", 2), ("geometric", np.sqrt(2)), ("vector", np.sqrt(29))):
            assert np.allclose(grid.arrange(peaks.peaks(area, velocity, measure)), factor * a, rtol=2e-3), measure
        pga = grid.arrange(peaks.peaks(area, velocity, "horizontal", differentiate=True))
        assert np.allclose(pga, 2 * a * 2 * np.pi * 3, rtol=1e-2)
        figure = peaks.draw(result, area)
        assert "PGV (m/s)" in texts(figure) and "PGA (m/s²)" in texts(figure)
        assert "length of the horizontal vector" in texts(figure) and "from differences of velocity" in texts(figure)
        mesh = figure.axes[0].collections[0]
        assert np.allclose(mesh.get_array().ravel(), 2 * a.ravel(), rtol=2e-3) and mesh.get_cmap().name == "viridis"
        assert figure.axes[0].get_xlim() == (-50, 350) and figure.axes[0].get_ylim() == (-25, 125)
    even = np.array([[x, y] for x in (0.0, 1, 2) for y in (0.0, 1, 2)])
    assert grid_of(SimpleNamespace(positions=even))
    even[4, 1] = 0.5
    assert grid_of(SimpleNamespace(positions=even)) is None, "one receiver stands off the grid"


@contextlib.contextmanager
def without_programs():
    path = os.environ["PATH"]
    os.environ["PATH"] = "/nonexistent"
    try:
        yield
    finally:
        os.environ["PATH"] = path


def frames_of(movie):
    if movie.suffix == ".gif":
        with Image.open(movie) as film:
            return film.n_frames
    probe = ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "stream=nb_frames,codec_name", "-of", "csv=p=0", movie]
    codec, number = subprocess.run(probe, capture_output=True, text=True, check=True).stdout.strip().split(",")
    assert codec == "h264", codec
    return int(number)


def test_heights(folder):
    """Lines of height at round levels, and none along flat ground."""
    x = np.linspace(-1, 1, 41)
    hill = 100 * np.exp(-8 * (x**2 + x[:, None] ** 2))
    levels = plane.levels_of(np.where(hill > 2, hill, 1e-3 * x), 6)
    assert levels and 0 not in levels and all(2 < z < 99 for z in levels), levels
    assert 0 in plane.levels_of(200 * x + 0 * x[:, None], 6)
    assert plane.levels_of(np.zeros((4, 4)), 6) == []
    assert peaks.ground_note((x, x, np.array([[7.7e-4, 300.0]]))) == "Lines: height of the ground, from 0 to 300 m."


def test_places(folder):
    """A plane stands where it is, to what can be seen in a picture of this size."""
    wide, small = plane.Frame("xz", (-80e3, 80e3), (-50e3, 0)), plane.Frame("xz", (0, 4), (-2, 0))
    assert plane.where("xz", {"y": 1.17}, wide) == "y = 0 km" and plane.where("xz", {"y": -7490.0}, wide) == "y = −7.49 km"
    assert plane.where("xz", {"y": 1.17}, small) == "y = 1.17 m" and plane.where("xz", {"y": 0.0}, small) == "y = 0 m"


def test_surface(folder):
    """Seen from above, each time at its place; in 2-D time runs down. Movies have a frame for every picture, of one size."""
    for dim in (3, 2):
        run = synthetic.whole_result(folder / f"shaken{dim}", dim)
        synthetic.write_surface(run, dim)
        with Result(run) as result, style.look():
            field = next(f for f in result.surface.fields if f.name == "velocity_z")
            values = result.surface.read(2, field)
            expected = synthetic.ring(dim, 1.0, result.surface.x, result.surface.y[:, None], result.surface.height)
            assert np.allclose(values, expected, atol=1e-6) and result.surface.height.max() == 500
            figure = surface.draw(result, field)
            assert "z component of velocity at the surface" in texts(figure)
            shown = [axes for axes in figure.axes if axes.images and axes.get_xlabel() != ""]
            if dim == 3:
                assert all(f"t = {t:.3g} s" in texts(figure) for t in (1.0, 1.5, 2.5)) and shown[-1].get_aspect() == 1.0
            else:
                assert shown[0].get_ylabel() == "time (s)" and shown[0].get_ylim() == (2.5, 0)
        done = plot(run, "--kind", "movie", "--component", "z", "--dpi", 40, "--out", folder / f"movie{dim}")
        assert done.returncode == 0, done
        assert ("ffmpeg" in done.stderr) == (shutil.which("ffmpeg") is None), done
        if dim == 2:  # without ffmpeg a GIF, and what to install
            with without_programs():
                done = plot(run, "--kind", "movie", "--component", "z", "--dpi", 40, "--times", "1.0,1.5", "--out", folder / "gif")
            assert {p.suffix for p in (folder / "gif").iterdir()} == {".gif"} and "apt-get install ffmpeg" in done.stderr, done
        frames = {"movie_surface_velocity_z": 6, "movie_velocity_z": 8}
        assert {p.stem for p in (folder / f"movie{dim}").iterdir()} == set(frames)
        for file in (folder / f"movie{dim}").iterdir():
            assert frames_of(file) == frames[file.stem], file
    done = plot(folder / "dim2", "--kind", "surface")
    assert done.returncode == 2 and "output.surface" in done.stderr, done


def test_names_and_scales(folder):
    """E, N, Z where x and y are those of a map; every receiver over its largest value where that is asked for."""
    run = synthetic.whole_result(folder / "mapped", 3)
    (run / "scenario.toml").write_text("[domain]\norigin = { lat = 37.0, lon = 140.0 }\n")
    with Result(run) as result, style.look():
        few = result.groups["few"]
        figure = traces.draw(result, few, few.quantities["velocity"])
        assert all(f"{name} component" in texts(figure) for name in "ENZ") and "x component" not in texts(figure)
        assert any(f.words == "Z component of velocity" for f in result.snapshots.fields)
        own = traces.draw(result, few, few.quantities["velocity"], own=True)
        assert "normalised" in texts(own) and "divided by its largest value" in texts(own)
        for n, line in enumerate(own.axes[0].lines[1::2]):
            base = few.n_receivers - 1 - n
            assert abs(np.abs(line.get_ydata() - base).max() * style.round_up(1 / 0.9) - 1) < 1e-6
    done = plot(run, "--component", "Z", "--receivers", "few", "--out", folder / "up")
    assert done.returncode == 0 and {p.stem for p in (folder / "up").iterdir()} == {"few_velocity_z"}, done


def pair_of_results(folder, factor=1.1, **changes):
    time = np.arange(0, changes.get("duration", 2.0), changes.get("interval", 0.01))
    position = np.array([[x + changes.get("shift", 0.0), -10.0] for x in np.linspace(500, 5500, 9)])
    p = factor * synthetic.pulses(position, time)
    if changes.get("gap"):
        p[3, 50:] = np.nan
    folder.mkdir()
    synthetic.write_traces(folder, {changes.get("name", "line"): (time, position, {"pressure": p})})
    return folder


def test_overlay(folder):
    a, b = pair_of_results(folder / "a", 1.0), pair_of_results(folder / "b", 1.25, duration=1.5)
    done = plot(a, b, "--overlay", "--out", folder / "overlay")
    assert done.returncode == 0, done
    assert [p.name for p in (folder / "overlay").iterdir()] == ["line_pressure_overlay.png"]
    assert plot(a, b, "--kind", "overlay", "--out", folder / "overlay", "--quiet").stdout == ""
    with Result(a) as first, Result(b) as second, style.look():
        chosen = [(g, q) for g in first.groups.values() for q in g.quantities.values()]
        (pair,) = overlay.pairs_of_two(first, second, chosen)
        assert np.allclose(pair.misfit, 0.2) and np.isclose(pair.all, 0.2) and pair.time.size == 150
        shown = texts(overlay.draw(first, pair, ("a", "b")))
        assert "line1: misfit 0.2" in shown and "pressure at line: misfit 0.2" in shown and "difference" in shown
        # Six of nine are shown; the worst is among them wherever it is.
        pair.by_receiver = np.where(np.arange(9) == 4, 0.9, 0.1)
        assert len(pair.chosen()) == 6 and 4 in pair.chosen()
    gap = pair_of_results(folder / "gap", 1.0, gap=True)
    assert plot(gap, a, "--overlay", "--out", folder / "overlay").returncode == 0
    wrong = {"interval": "sample_interval", "shift": "stands", "name": "share no traces"}
    for number, (change, message) in enumerate(wrong.items()):
        value = {"interval": 0.02, "shift": 5.0, "name": "other"}[change]
        done = plot(a, pair_of_results(folder / f"wrong{number}", **{change: value}), "--overlay")
        assert done.returncode == 2 and message in done.stderr and done.stderr.count("\n") == 1, (change, done)
    assert "closed form" in plot(a, "--overlay").stderr


def test_overview(folder):
    with Result(folder / "dim2") as result, style.look():
        figure = overview.draw(result, [0.8])
        above, below = figure.axes[:2]
        assert above.get_xlim() == below.get_xlim() == (0, 6) and below.get_xlabel() == "x (km)"
        assert "t = 0.8 s" in texts(figure) and below.lines[0].get_ydata()[0] == 0.8
        assert "$v_p$ (m/s)" in texts(figure) and "throughout" not in texts(figure)
    shutil.copytree(folder / "dim2", folder / "plain")
    synthetic.write_model(folder / "plain", 2, uniform=True)
    with Result(folder / "plain") as result, style.look():
        shown = texts(overview.draw(result, [0.8]))
        assert "$v_p$ (m/s)" not in shown and "m/s throughout" in shown, "a bar for a single value"
    with Result(folder / "dim1") as result:
        assert not overview.supported(result)


def test_wrong_input(folder):
    def damaged(name, change):
        shutil.copytree(folder / "dim2", folder / name)
        change(folder / name)
        return folder / name

    def cut(path):
        path.write_bytes(path.read_bytes()[:3000])

    snapshot = "snapshots/snapshot_000004.vtkhdf"
    wrong = [
        ([damaged("w1", lambda f: cut(f / "model.h5"))], "model.h5 is damaged"),
        ([damaged("w2", lambda f: (f / "model.h5").write_bytes(b""))], "it is empty"),
        ([damaged("w3", lambda f: cut(f / snapshot))], f"{snapshot} is damaged"),
        ([damaged("w4", lambda f: (f / snapshot).unlink())], f"{snapshot} is missing"),
        ([damaged("w5", lambda f: (f / "snapshots/index.json").write_text("{"))], "index.json is damaged"),
        ([damaged("w6", lambda f: shutil.copy(f / "traces.h5", f / "model.h5"))], "not a model file"),
        ([folder / "grid", "--kind", "model"], "no model.h5"),
        ([folder / "grid", "--kind", "snapshots"], "output.snapshots"),
        ([folder / "grid", "--kind", "overview"], "an overview needs"),
        ([folder / "a", "--kind", "map"], "regular grid"),
        ([folder / "dim2", "--kind", "map", "--peak", "horizontal"], "take --peak vector"),
        ([folder / "dim2", "--kind", "traces", "--receivers", "grid"], "too many to stack"),
        ([folder / "dim2", "--kind", "picture"], "invalid choice"),
        ([folder / "dim2", "--clip", "20"], "50 to 100"),
        ([folder / "dim2", "--reduce", "-1"], "above 0"),
        ([folder / "dim2", "--times", "soon"], "numbers"),
        ([folder / "dim2", "--overlay", "--kind", "model"], "alone"),
        ([folder / "a", folder / "b", folder / "a", "--overlay"], "one or two"),
        ([folder / "dim2/model.h5"], "not a traces file"),
    ]
    for arguments, message in wrong:
        before = sorted((folder / "dim2").rglob("*"))
        done = plot(*arguments)
        assert done.returncode == 2 and message in done.stderr, (arguments, done)
        assert done.stderr.startswith("unda plot: ") and done.stderr.count("\n") == 1, done.stderr
        assert sorted((folder / "dim2").rglob("*")) == before


def compared(misfits, tolerance=None):
    """A document as `unda compare --json` prints it: two components, the second without figures of its own."""
    receivers = [
        {"group": "few", "receiver": f"few{n}", "quantity": "velocity", "misfit": misfit, "weak": n == 1, "components": [
            {"component": "x", "misfit": misfit, "own_misfit": misfit, "shift": 0.0, "envelope": 0.1 * n, "phase": 0.2},
            {"component": "z", "misfit": 0.0, "own_misfit": None, "shift": None, "envelope": None, "phase": None}]}
        for n, misfit in enumerate(misfits, 1)]  # fmt: skip
    comparison = {"trace": "a", "reference": "b", "lowpass": 4.0, "highpass": None, "receivers": receivers,
                  "groups": [{"group": "few", "quantity": "velocity", "receivers": len(misfits), "misfit": 0.1}]}  # fmt: skip
    return {"comparisons": [comparison], **({"tolerance": tolerance} if tolerance else {})}


def test_misfits(folder):
    document = folder / "pair.json"
    document.write_text(json.dumps(compared([0.01, 0.3, None], tolerance=0.05)))
    done = plot(document)
    assert done.returncode == 0 and done.stdout.strip() == str(folder / "pair_few_velocity_misfit.png"), done
    comparison = compared([0.01, 0.3, None])["comparisons"][0]
    with style.look():
        figure = misfits.draw(comparison, "few", "velocity", tolerance=0.05)
    above, envelope, phase = figure.axes
    assert [bar.get_height() for bar in above.patches][:2] == [0.01, 0.3]
    assert np.allclose([bar.get_height() for bar in envelope.patches][:3], [0.1, 0.2, 0.3])
    assert [axes.get_ylabel() for axes in figure.axes] == ["L2 misfit", "envelope misfit", "phase misfit"]
    shown = texts(figure)
    for words in ("a against b", "worst misfit 0.3", "tolerance, 0.05", "low-passed at 4 Hz", "few3", "∞", "*"):
        assert words in shown, (words, shown)
    (folder / "other.json").write_text("{}")
    for arguments, message in (([folder / "other.json"], "unda compare"), ([document, "--receivers", "no"], "there is"),
                               ([folder / "dim2", "--kind", "misfit"], "--json"), ([document, "--overlay"], "not a document")):  # fmt: skip
        done = plot(*arguments)
        assert done.returncode == 2 and message in done.stderr and done.stderr.count("\n") == 1, done


def uneven_cells(corners):
    """A box of 7 x 6 x 5 hexahedra whose inner points stand anywhere, or six tetrahedra of each."""
    n = np.array([8, 7, 6])
    x = np.stack(np.meshgrid(*[np.linspace(0, 1, k) for k in n], indexing="ij"), axis=-1)
    inside = ((x > 0) & (x < 1)).all(axis=-1)
    x[inside] += np.random.default_rng(5).uniform(-0.04, 0.04, x[inside].shape)
    number = np.arange(n.prod()).reshape(n)
    ring = [(0, 0), (1, 0), (1, 1), (0, 1)]
    cells = np.stack([number[i : n[0] - 1 + i, j : n[1] - 1 + j, k : n[2] - 1 + k].ravel() for k in (0, 1) for i, j in ring], axis=-1)
    if corners == 4:  # around the diagonal from 0 to 6
        around = [1, 2, 3, 7, 4, 5, 1]
        cells = np.concatenate([cells[:, [0, 6, a, b]] for a, b in zip(around, around[1:])])
    return x.reshape(-1, 3), cells


def test_mesh_planes(_folder):
    """A plane through a mesh shows what is linear in space as it is, wherever points stand."""
    for corners in (4, 8):
        places, cells = uneven_cells(corners)
        image = MeshImage(places, cells)
        field = 3 + places @ [2.0, -7.0, 5.0]
        for plane_of, through in (("xz", {"y": 0.37}), ("xz", {"y": 0.5}), ("xy", {"z": 0.61}), ("yz", {"x": 0.2})):
            axes = ["xyz".index(axis) for axis in plane_of]
            at = dict(zip(plane_of, np.meshgrid(*[image.origin[a] + image.spacing[a] * np.arange(image.shape[a]) for a in axes])))
            exact = 3 + sum(c * (at[axis] if axis in at else through[axis]) for axis, c in zip("xyz", (2.0, -7.0, 5.0)))
            shown = image.read(field, plane_of, through)
            assert np.allclose(shown[1:-1, 1:-1], exact[1:-1, 1:-1], atol=1e-6), (corners, plane_of, np.abs(shown - exact)[1:-1, 1:-1].max())
        assert (image.read(field, "xz", {"y": 1.7}) == 0).all()  # beside the mesh
        y, x = np.meshgrid(*[image.origin[a] + image.spacing[a] * np.arange(image.shape[a]) for a in (1, 0)], indexing="ij")
        assert np.allclose(image.read(field, "xy", {"z": "surface"}), 8 + 2 * x - 7 * y, atol=1e-6), corners


def test_flat_but_for_rounding(_folder):
    """A top at z = 0 of a mesh, whose corners Gmsh has put a hair below, has no contours."""
    x, y = np.arange(0.0, 6000, 100), np.arange(0.0, 4000, 100)
    height = np.zeros((y.size, x.size))
    height[20, 30] = -4.5e-13
    axes = Figure().add_subplot()
    plane.relief(axes, x, y, height, 1.0)
    assert not axes.collections and not axes.images
    plane.relief(axes, x, y, 100 * np.exp(-((x - 3000) ** 2 + (y[:, None] - 2000) ** 2) / 1e6), 1.0)
    assert axes.collections and axes.images


def test_labels_of_panels(_folder):
    """Numbers below a panel stay below it: those of the next one begin there."""
    figure = Figure(figsize=(2.5, 3))
    axes = figure.add_axes((0.1, 0.2, 0.8, 0.7))
    axes.set_xlim(796, 2003)
    shots.keep_labels_inside(axes)
    FigureCanvasAgg(figure).draw()
    frame = axes.get_window_extent()
    for label in axes.get_xticklabels():
        box = label.get_window_extent()
        assert frame.x0 - 1 <= box.x0 and box.x1 <= frame.x1 + 1, (label.get_text(), box, frame)


def main():
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(sys.argv[1] if len(sys.argv) > 1 else temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for test in (test_everything, test_choice, test_model, test_hill, test_chosen, test_snapshots, test_snapshots_not_finite, test_gather,
                     test_section, test_places, test_map, test_heights, test_surface, test_names_and_scales, test_overlay, test_overview, test_misfits,
                     test_mesh_planes, test_flat_but_for_rounding, test_labels_of_panels, test_wrong_input):  # fmt: skip
            test(folder)
            print(f"{test.__name__}: ok", flush=True)


if __name__ == "__main__":
    main()
