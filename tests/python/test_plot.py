"""unda.plot: pictures come out of every kind of traces file, and wrong input ends in one clear line.

Run with Debian's python3; takes an optional folder in which the pictures stay for a look.
"""

import contextlib
import io
import os
import struct
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from types import SimpleNamespace

import h5py
import numpy as np

PACKAGE_ROOT = Path(__file__).resolve().parents[2] / "python"
sys.path.insert(0, str(PACKAGE_ROOT))

from unda.plot.__main__ import main as program  # noqa: E402
from unda.plot.line import receiver_axis  # noqa: E402
from unda.result import ResultInFiles  # noqa: E402

COMPONENTS = {1: ["x"], 2: ["x", "z"], 3: ["x", "y", "z"]}


def ricker(t, frequency):
    a = (np.pi * frequency * t) ** 2
    return (1 - 2 * a) * np.exp(-a)


def wave(time, position, source, frequency=4.0, amplitude=2.5e-3, arrivals=((3000.0, 1.0), (1730.0, -0.8))):
    """Two body waves from a point, [n, dim, nt]: direction times 1/r times a wavelet at its travel time."""
    away = position - np.asarray(source)
    distance = np.linalg.norm(away, axis=1, keepdims=True)
    v = np.zeros(position.shape + (time.size,))
    for k, (speed, weight) in enumerate(arrivals):
        direction = away / distance if k == 0 else np.roll(away / distance, 1, axis=1)
        pulse = ricker(time[np.newaxis, :] - distance / speed - 1 / frequency, frequency) * weight * 1000 / distance
        v += direction[:, :, np.newaxis] * pulse[:, np.newaxis, :]
    return amplitude * v


def line(start, end, count):
    return np.linspace(start, end, count, dtype=float)


def add_group(file, name, time, position, quantities, labels=True, attributes=True, closed_form=None):
    group = file.create_group(f"receivers/{name}")
    group["time"], group["position"] = time, position
    if labels:
        group["label"] = [f"{name}{i + 1}" for i in range(len(position))]
    units = {"velocity": "m/s", "displacement": "m", "acceleration": "m/s^2", "pressure": "Pa", "stress": "Pa"}
    for quantity, values in quantities.items():
        group[quantity] = values.astype(np.float32)
        if attributes:
            group[quantity].attrs["units"] = units[quantity]
            names = {"pressure": ["p"], "stress": ["xx", "yy", "zz", "xy", "xz", "yz"]}
            group[quantity].attrs["components"] = names.get(quantity, COMPONENTS[position.shape[1]])
    for quantity, values in (closed_form or {}).items():
        file[f"closed_form/{name}/{quantity}"] = values


def write_ordinary(path):
    time = np.arange(0, 4.0 + 1e-9, 0.005)
    source = (0, 0, -2000)
    surface = line((800, 600, 0), (6000, 4500, 0), 5)
    array = line((0, 0, 0), (5500, 0, 0), 12)
    long = line((-3000, 0, 0), (6900, 0, 0), 100)
    with h5py.File(path, "w") as file:
        file.attrs["title"], file.attrs["method"] = "Layer over half-space", "fd"
        v = wave(time, surface, source)
        add_group(file, "surface", time, surface, {"velocity": v}, closed_form={"velocity": 1.1 * v})
        p = wave(time, array, source, arrivals=((1500.0, 1.0),))[:, 2] * 4e6
        add_group(file, "hydrophones", time, array, {"pressure": p})
        v = wave(time, long, source)
        add_group(file, "spread", time, long, {"velocity": v, "pressure": v[:, 2] * 1e7})
        stress = np.concatenate([wave(time, surface[:3], source), wave(time, surface[:3], source)[::-1]], axis=1) * 1e7
        add_group(file, "tensor", time, surface[:3], {"stress": stress})
        well = line((1500, 0, 0), (1500, 0, -1500), 40)
        p = wave(time, well, source, arrivals=((1500.0, 1.0),))[:, 0] * 4e6
        add_group(file, "well", time, well, {"pressure": p}, closed_form={"pressure": 0.8 * p})


def write_odd(path):
    """Everything that may go wrong without being wrong: see the names."""
    time = np.arange(0, 1.0, 0.004)
    with h5py.File(path, "w") as file:
        one = wave(time, np.array([[100.0, 300.0, 0.0]]), (0, 0, -50), frequency=12)
        add_group(file, "single", time, np.array([[100.0, 300.0, 0.0]]), {"velocity": one, "displacement": one * 1e-9},
                  closed_form={"velocity": one})  # fmt: skip
        add_group(file, "zero", time, line((0, 0), (900, 0), 4), {"velocity": np.zeros((4, 2, time.size))})
        add_group(file, "zero_many", time, line((0, 0), (900, 0), 40), {"pressure": np.zeros((40, time.size))})
        few = wave(time, line((100, 0), (900, 0), 4), (0, -200), frequency=12)
        fine = few[:2].copy()
        few[1, 0, 120:], few[3, :, :] = np.nan, np.inf
        add_group(file, "broken", time, line((100, 0), (900, 0), 4), {"velocity": few})
        many = wave(time, line((100, 0), (900, 0), 40), (0, -200), frequency=12)
        many[7], many[20, 1, 100:] = np.nan, np.nan
        add_group(file, "broken_many", time, line((100, 0), (900, 0), 40), {"velocity": many})
        add_group(file, "none_finite", time, line((0, 0), (9, 0), 3), {"velocity": np.full((3, 2, time.size), np.nan)})
        add_group(file, "sample", time[:1], line((0,), (900,), 3), {"velocity": np.ones((3, 1, 1))})
        add_group(file, "sample_many", time[:1], line((0,), (900,), 30), {"velocity": np.ones((30, 1, 1))})
        add_group(file, "bare", time, line((0,), (9,), 2), {"velocity": fine[:, :1]}, labels=False, attributes=False)
        huge = np.full((20, time.size), 3e37) * np.sin(9 * time)
        add_group(file, "huge", time, np.random.default_rng(1).random((20, 3)), {"pressure": huge})
        faint = np.full((20, time.size), 3e-42) * np.sin(9 * time)
        add_group(file, "faint", time, line((0, 0), (5, 0), 20), {"pressure": faint, "velocity": faint[:, np.newaxis]})
        uneven = np.sort(np.random.default_rng(2).random((60, 1)) * 20000, axis=0) * [[1.0, 0.5]]
        v = wave(time, uneven, (0, -200), 12, arrivals=((30000.0, 1.0),))
        add_group(file, "uneven", time, uneven, {"velocity": v})
        add_group(file, "a $ sign _ and a very long name", time, line((0, 0), (9, 0), 2), {"pressure": fine[:, 0]})
        add_group(file, "empty", time, np.zeros((0, 3)), {"velocity": np.zeros((0, 3, time.size))})
        file.create_group("receivers/nothing")["time"] = time


def plot(*arguments):
    """As `unda plot` would, in this process: a library is loaded once."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), warnings.catch_warnings():
        try:
            code = program([str(argument) for argument in arguments])
        except SystemExit as stop:
            code = stop.code
    return SimpleNamespace(returncode=code, stdout=out.getvalue(), stderr=err.getvalue())


def plot_alone(*arguments, **environment):
    """In a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "unda.plot", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(PACKAGE_ROOT), **environment},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def size_of(png):
    """Width and height in pixels, from the header of the PNG."""
    head = png.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n", png
    return struct.unpack(">II", head[16:24])


def assert_pictures(done, names, folder):
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.split("\n")[:-1]) == sorted(str(folder / name) for name in names), done.stdout
    for name in names:
        width, height = size_of(folder / name)
        assert 600 <= width <= 2000 and 300 <= height <= 2400, (name, width, height)
    assert not list(folder.glob("*.partial"))


def test_ordinary(folder):
    (folder / "run").mkdir()
    write_ordinary(folder / "run/traces.h5")
    names = ["surface_velocity.png", "hydrophones_pressure.png", "spread_velocity.png", "spread_pressure.png",
             "tensor_stress.png", "well_pressure.png"]  # fmt: skip
    done = plot(folder / "run")
    assert_pictures(done, names, folder / "run/plots")
    assert done.stderr == "", done.stderr
    done = plot(folder / "run/traces.h5", "--wiggle", "--out", folder / "wiggle")
    assert_pictures(done, names, folder / "wiggle")
    wiggle, image = (folder / where / "spread_velocity.png" for where in ("wiggle", "run/plots"))
    assert wiggle.read_bytes() != image.read_bytes()


def test_choice(folder):
    run = folder / "run"
    done = plot_alone(run, "--quantity", "pressure", "--receivers", "spread", "--out", folder / "one")
    assert_pictures(done, ["spread_pressure.png"], folder / "one")
    done = plot(run, run / "traces.h5", "--receivers", "hydrophones", "--out", folder / "two", "--quiet")
    assert done.returncode == 0 and done.stdout == "", done
    assert sorted(p.name for p in (folder / "two").iterdir()) == ["run", "run-2"]


def test_odd(folder):
    (folder / "odd").mkdir()
    write_odd(folder / "odd/traces.h5")
    names = ["single_velocity.png", "single_displacement.png", "zero_velocity.png", "zero_many_pressure.png",
             "broken_velocity.png", "broken_many_velocity.png", "none_finite_velocity.png", "sample_velocity.png",
             "sample_many_velocity.png", "bare_velocity.png", "huge_pressure.png", "faint_pressure.png",
             "faint_velocity.png", "uneven_velocity.png",
             "a $ sign _ and a very long name_pressure.png"]  # fmt: skip
    for options, out in ([], folder / "odd/plots"), (["--wiggle"], folder / "odd/wiggle"):
        done = plot(folder / "odd", "--out", out, *options)
        assert_pictures(done, names, out)
        lines = done.stderr.splitlines()
        assert all(text.startswith("unda plot: ") for text in lines), done.stderr
        assert sum("has no traces: left out" in text for text in lines) == 2, done.stderr
        assert sum("not finite" in text for text in lines) == 3, done.stderr


def test_wrong_input(folder):
    (folder / "text.h5").write_text("no HDF5\n")
    (folder / "hollow").mkdir()
    whole = (folder / "run/traces.h5").read_bytes()
    (folder / "cut.h5").write_bytes(whole[: len(whole) // 2])
    with h5py.File(folder / "other.h5", "w") as file:
        file["x"] = 1
    with h5py.File(folder / "shape.h5", "w") as file:
        add_group(file, "a", np.arange(5.0), np.zeros((2, 1)), {"velocity": np.zeros((2, 1, 4))})
    wrong = {
        ("missing",): "no such file", ("text.h5",): "not an HDF5 file", ("hollow",): "no traces.h5",
        ("cut.h5",): "damaged", ("other.h5",): "not a traces file", ("shape.h5",): "shape",
        ("run", "--receivers", "nowhere"): "there is: hydrophones", ("run", "--quantity", "speed"): "invalid choice",
        ("run", "--quantity", "acceleration"): "no quantity `acceleration`", (): "required",
        ("run", "other.h5"): "not a traces",
    }  # fmt: skip
    for (*arguments,), expected in wrong.items():
        paths = [folder / word if i == 0 or word.endswith(".h5") else word for i, word in enumerate(arguments)]
        done = plot(*paths)
        assert done.returncode == 2 and done.stdout == "", (arguments, done)
        assert done.stderr.startswith("unda plot: ") and done.stderr.count("\n") == 1, (arguments, done.stderr)
        assert expected in done.stderr, (arguments, done.stderr)


def test_failures(folder):
    (folder / "in_the_way").write_text("a file where a folder should be\n")
    done = plot(folder / "run", "--out", folder / "in_the_way")
    assert done.returncode == 1 and done.stderr.count("\n") == 1, done
    (folder / "without/h5py").mkdir(parents=True)
    (folder / "without/h5py/__init__.py").write_text("raise ImportError\n")
    done = plot_alone(folder / "run", PYTHONPATH=f"{folder / 'without'}:{PACKAGE_ROOT}")
    assert done.returncode == 1 and "apt-get install python3-h5py" in done.stderr, done
    done = plot_alone(folder / "run", "--receivers", "surface", HOME="/proc/nowhere", XDG_CONFIG_HOME="", XDG_CACHE_HOME="")
    assert done.returncode == 0 and done.stderr == "", done


def test_values(folder):
    with ResultInFiles(folder / "run") as results:
        assert (results.title, results.method) == ("Layer over half-space", "fd")
        surface = results.groups["surface"]
        velocity = surface.quantities["velocity"]
        assert velocity.components == ("x", "y", "z") and velocity.units == "m/s" and velocity.has_closed_form
        assert velocity.read().shape == (5, 3, surface.time.size) and velocity.read(every=2).shape[0] == 3
        assert surface.labels[4] == "surface5"
        axis = receiver_axis(results.groups["spread"])
        assert np.allclose(axis.coordinate, np.linspace(0, 9.9, 100)) and "(km)" in axis.label
        assert np.allclose(receiver_axis(results.groups["well"]).coordinate, np.linspace(0, 1500, 40))
    with ResultInFiles(folder / "odd/traces.h5") as results:
        assert results.title == "odd" and results.method == ""
        bare = results.groups["bare"]
        assert bare.labels == ("bare1", "bare2") and bare.quantities["velocity"].units == "m/s"
        assert np.isnan(results.groups["broken"].quantities["velocity"].read()[3]).all()
        assert receiver_axis(results.groups["huge"]).label == "receiver number"
        uneven = receiver_axis(results.groups["uneven"])
        columns, nearest = uneven.columns()
        assert np.allclose(np.diff(columns), columns[1] - columns[0])
        distance = np.abs(uneven.coordinate[np.newaxis, :] - columns[:, np.newaxis])
        assert np.allclose(distance.min(axis=1), distance[np.arange(columns.size), nearest])


def main():
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(sys.argv[1] if len(sys.argv) > 1 else temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for test in (test_ordinary, test_choice, test_odd, test_wrong_input, test_failures, test_values):
            test(folder)
            print(f"{test.__name__}: ok", flush=True)


if __name__ == "__main__":
    main()
