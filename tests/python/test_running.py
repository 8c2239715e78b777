"""unda.run and unda.Scenario: the same bits as the program, arrays in place of files, callbacks, mistakes, many runs, threads, processes.

Run with Debian's python3; takes the program.
"""

import contextlib
import io
import json
import math
import multiprocessing
import os
import pickle
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

import unda
from unda.library import key_in

PROGRAM = sys.argv[1]
NX, NZ = 41, 31
RICKER = {"kind": "ricker", "frequency": 8}


def small(**changes):
    """A fluid in 2-D: some milliseconds."""
    scenario = unda.Scenario(
        title="small",
        domain=unda.Domain(x=[0, 400], z=[-300, 0]),
        model=unda.Model(kind="uniform", vp=1500.0, vs=0.0, rho=1000.0),
        boundary=unda.Boundary(top="free"),
        source=[unda.Source(kind="explosion", position=[200, -150], moment=1e9, time_function=RICKER)],
        receivers=[unda.Receivers(name="line", line=unda.Line(from_=[50, -50], to=[350, -50], count=7))],
        time=unda.Time(duration=0.3, sample_interval=0.005),
        mesh=unda.Mesh(spacing=10),
    )
    return scenario.with_(**changes)


def layered_grid(dtype=np.float32):
    """[z, x], from the bottom up."""
    vp = np.full((NZ, NX), 2000, dtype)
    vp[NZ // 2 :] = 1500
    return vp


def of_grid(vp, **others):
    model = {"kind": "grid", "vp": vp, "vs": 0.0, "rho": 1000.0, "origin": [0, -300], "spacing": [10, 10], **others}
    return unda.Scenario(**{name: small()[name] for name in small() if name != "model"}, model=model)


def run_program(scenario, folder, *options):
    """The same by the program, from a file."""
    file = scenario.write(Path(folder) / "case.toml")
    subprocess.run([PROGRAM, "run", file, "--out", Path(folder) / "out", "--set", "output.plots=false", *options],
                   check=True, capture_output=True)  # fmt: skip
    return unda.open(Path(folder) / "out")


def same(a, b):
    for group in a:
        for quantity in group.quantities:
            x, y = getattr(group, quantity), getattr(b[group.name], quantity)
            assert x.dtype == y.dtype and x.shape == y.shape, (x.dtype, y.dtype, x.shape, y.shape)
            assert np.array_equal(x, y), (group.name, quantity, np.abs(x - y).max())
            assert np.abs(x).max() > 0


def raises(kind, words, function):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            function()
        except kind as error:
            assert all(word in str(error) for word in words.split("|")), (words, str(error))
            return error
    raise AssertionError(f"no {kind.__name__} with {words}")


def the_bits_of_the_program_by_every_method():
    cases = [
        small(receivers=[{"name": "both", "positions": [[100, -50], [300, -120]], "quantities": ["pressure", "velocity"]}]),
        small(solver={"method": "sem", "precision": "double"}, mesh={"spacing": 50}),
        unda.Scenario(
            domain={"x": [0, 300], "y": [0, 300], "z": [-300, 0]},
            model=unda.Model(kind="uniform", vp=2000.0, vs=1200.0, rho=2000.0),
            source=unda.Source(kind="moment_tensor", position=[150, 150, -150], moment={"xz": 1e12}, time_function=RICKER),
            receivers=unda.Receivers(positions=np.array([[100.0, 100, -50], [200, 250, -100]]), quantities=["velocity", "stress"]),
            time=unda.Time(duration=0.1, sample_interval=0.005),
            mesh=unda.Mesh(spacing=150),
            solver=unda.Solver(method="dg", dg=unda.SolverDG(order=2, absorbing_elements=0)),
        ),
    ]
    for scenario in cases:
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
            warnings.simplefilter("ignore", unda.UndaWarning)
            here, there = unda.run(scenario, progress=False), run_program(scenario, folder)
            same(here, there)
            assert here.report["steps"] == there.report["steps"] and here.report["mesh"] == there.report["mesh"]
            assert here["receivers" if "receivers" in here else next(iter(here)).name].positions.shape[0] > 1


def arrays_in_place_of_files():
    vp = layered_grid()
    with tempfile.TemporaryDirectory() as folder:
        here = unda.run(of_grid(vp))
        same(here, run_program(of_grid(vp), folder))
    for other in (vp.astype(np.float64), vp.astype(np.int32), np.asfortranarray(vp), vp.astype(">f4")):
        same(here, unda.run(of_grid(other)))
    same(here, unda.run(of_grid(vp[::-1], origin=[0, 0], spacing=[10, -10])))
    same(here, unda.run(of_grid(vp.T, axes="xz")))

    t = np.linspace(0, 0.3, 301)
    pulse = np.column_stack([t, np.exp(-(((t - 0.1) / 0.02) ** 2))])
    with tempfile.TemporaryDirectory() as folder:
        pulsed = small(source=[{**small()["source"][0], "time_function": {"kind": "samples", "file": pulse}}])
        same(unda.run(pulsed), run_program(pulsed, folder))
    hill = 20 * np.exp(-((np.linspace(-2, 2, 41)) ** 2))
    with tempfile.TemporaryDirectory() as folder:
        on_hill = small(
            domain={"topography": {"file": hill, "origin": [0], "spacing": [10]}},
            solver={"method": "sem"}, mesh={"spacing": 60},
        )  # fmt: skip
        same(unda.run(on_hill), run_program(on_hill, folder))


def an_array_is_used_where_it_lies():
    """Of a model of 64 MB the process takes what the model itself takes, and no second copy of the array."""
    code = """
import resource, sys, numpy as np, unda
n = 256
vp = np.full((n, n, n), 2000, np.float32)
domain = {axis: [0, 10 * (n - 1)] for axis in "xyz"}
scenario = unda.Scenario(domain=domain, model=dict(kind="grid", vp=vp if sys.argv[1] == "array" else 2000.0, vs=0.0, rho=1000.0,
    **(dict(origin=[0, 0, 0], spacing=[10, 10, 10]) if sys.argv[1] == "array" else {})),
    source=dict(kind="explosion", position=[1000, 1000, 1000], moment=1e9, time_function=dict(kind="ricker", frequency=1)),
    receivers=dict(positions=[[500, 500, 500]]), time=dict(duration=0.1), mesh=dict(spacing=200))
scenario.plan()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
    peaks = {}
    for kind in ("array", "number"):
        done = subprocess.run([sys.executable, "-c", code, kind], check=True, capture_output=True, text=True)
        peaks[kind] = int(done.stdout) / 1024
    array = 256**3 * 4 / 2**20
    grown = peaks["array"] - peaks["number"]
    assert grown < 3 * array + 40, f"{grown:.0f} MB more for an array of {array:.0f} MB: the model has three numbers a sample"


def callbacks_look_and_stop():
    seen = []

    def look(simulation):
        field = simulation.wavefield("velocity")
        assert field.is_grid and field.values.shape == (field.z.size, field.x.size, 2)
        seen.append((simulation.step, float(np.abs(field.values).max()), simulation.energy))
        return simulation.step >= 300

    long = small(time={"duration": 1.5})
    result = unda.run(long, on_step=look, every=100)
    assert [step for step, _, _ in seen] == [100, 200, 300] and seen[-1][1] > 0 and seen[-1][2] > 0, seen
    assert result.report["status"] == "stopped" and 150 < result.time.size < 301
    half = result.time.size // 2  # time dispersion is removed from a sample by the steps that follow it
    assert np.array_equal(result["line"].pressure[:, :half], unda.run(long)["line"].pressure[:, :half])

    kept = []
    unda.run(small(), on_step=kept.append, every=50)
    raises(unda.RunError, "within the callback", lambda: kept[0].energy)
    raises(ZeroDivisionError, "division", lambda: unda.run(small(), on_step=lambda s: 1 / 0))
    raises(unda.InputError, "stress", lambda: unda.run(small(), on_step=lambda s: s.wavefield("stress")))
    meshed = []
    unda.run(small(solver={"method": "sem"}, mesh={"spacing": 50}), on_step=lambda s: meshed.append(s.wavefield()), every=20)
    assert meshed[0].points.shape[1] == 2 and meshed[0].cells.max() < len(meshed[0].points)
    assert here_is_main() == meshed_thread(meshed)


def here_is_main():
    return threading.main_thread().name


def meshed_thread(meshed):
    names = []
    unda.run(small(), on_step=lambda s: names.append(threading.current_thread().name), every=1000)
    unda.run(small(), on_step=lambda s: names.append(threading.current_thread().name), every=30)
    return names[0] if meshed else ""


def wavefields_are_those_of_the_program():
    scenario = small(output={"snapshots": {"interval": 0.1, "quantities": ["pressure", "velocity"]}})
    with tempfile.TemporaryDirectory() as folder:
        here, there = unda.run(scenario), run_program(scenario, folder)
        assert np.allclose(here.wavefield_times(), there.wavefield_times(), rtol=1e-12)
        for quantity in ("pressure", "velocity"):
            for index in range(len(here.wavefield_times())):
                a, b = here.wavefield(quantity, index=index), there.wavefield(quantity, index=index)
                assert np.array_equal(a.values, b.values) and np.allclose(a.x, b.x) and a.components == b.components
    meshed = scenario.with_(solver={"method": "sem"}, mesh={"spacing": 60})
    with tempfile.TemporaryDirectory() as folder:
        here, there = unda.run(meshed), run_program(meshed, folder)
        a, b = here.wavefield("pressure", time=0.2), there.wavefield("pressure", time=0.2)
        assert np.array_equal(a.values, b.values) and np.allclose(a.points, b.points) and np.array_equal(a.cells, b.cells)


def result_directories():
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "result"
        grid = of_grid(layered_grid(), qp=None)
        same(unda.run(grid), unda.run(grid, out=out))
        same(unda.run(grid), run_program(unda.read(Path(folder) / "result.inputs" / "scenario.toml"), Path(folder) / "again"))
        inputs = {file.name: file.read_bytes() for file in (Path(folder) / "result.inputs").iterdir()}
        faster = of_grid(1.1 * layered_grid(), qp=None)
        for options, words in ({}, "not empty"), ({"restart": True}, "--restart"):
            raises(unda.InputError, words, lambda options=options: unda.run(faster, out=out, **options))
            left = {file.name: file.read_bytes() for file in (Path(folder) / "result.inputs").iterdir()}
            assert left == inputs, "a refused run has changed the inputs of the result"
        assert sorted(file.name for file in Path(folder).iterdir()) == ["again", "result", "result.inputs"]
        same(unda.run(grid), unda.run(grid, out=out, overwrite=True))
        raises(unda.InputError, "give out", lambda: unda.run(grid, restart=True))
        raises(unda.InputError, "result directory", lambda: unda.run(small(output={"checkpoint": {"every_steps": 9}})))


def mistakes_are_named():
    for words, key, make in (
        ("did you mean vp", "model.vpp", lambda: small(model={"vpp": 1}).check()),
        ("did you mean domain", "domian", lambda: unda.Scenario(domian={"x": [0, 1]}).check()),
        ("must be one of", "solver.method", lambda: small(solver={"method": "fdtd"}).check()),
        ("is missing", "time.duration", lambda: small(time={"duration": None}).check()),
        ("complex128", "model.vp", lambda: of_grid(layered_grid().astype(complex))),
        ("object", "model.vp", lambda: of_grid(np.array([[None, 1], [2, 3]]))),
        ("[31]", "model.vp", lambda: unda.run(of_grid(layered_grid()[:, 0]))),
        ("nan|allowed", "model.vp", lambda: unda.run(of_grid(np.where(layered_grid() > 1900, np.nan, layered_grid())))),
        ("-2000|allowed", "model.vp", lambda: unda.run(of_grid(-layered_grid()))),
        ("found nan", "time.duration", lambda: small(time={"duration": math.nan}).check()),
        ("no scenario can hold", "model.rho", lambda: small(model={"rho": 1j})),
        ("above the surface", "source.position", lambda: small(source=[{**small()["source"][0], "position": [200, 50]}]).check()),
        ("sem", "solver.order", lambda: small(solver={"method": "sem", "order": 4}).check()),
        ("every", "every", lambda: unda.run(small(), every=0)),
        ("must be fd, sem or dg", "solver.method", lambda: unda.run(small(), method="fem")),
        ("cannot be read", None, lambda: unda.read("/nowhere.toml")),
    ):
        error = raises(unda.InputError, words, make)
        assert error.key == key, (error.key, key, str(error))
        assert isinstance(error, ValueError) and pickle.loads(pickle.dumps(error)).messages == error.messages
    two = raises(unda.InputError, "", lambda: small(model={"vp": -1.0}, time={"duration": 0}).check())
    assert len(two.messages) == 2, two.messages
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bad.toml"
        file.write_text(small().toml().replace("vp = 1500.0", "vp = -5"))
        error = raises(unda.InputError, "bad.toml:", lambda: unda.run(file))
        assert error.key == "model.vp" and key_in(error.messages[0]) == "model.vp"
    for wrong, words in (("vpp", "vpp"), ("order", "order")):
        try:
            getattr(unda.Model(vp=1.0), wrong)
        except AttributeError as told:
            assert words in str(told) and "vp" in str(told)
    unstable = raises(unda.RunError, "unstable|time.step", lambda: unda.run(small(time={"step": 0.02, "duration": 20.0})))
    assert unstable.result["line"].pressure.shape[0] == 7


def plans_warnings_and_changes():
    plan = small().plan()
    assert plan.method == "fd" and plan.steps > 10 and plan.cells > 1000 and "memory" in repr(plan)
    assert "<table>" in plan._repr_html_()
    told = subprocess.run([PROGRAM, "plan", "/dev/stdin"], input=small().toml(), capture_output=True, text=True, check=False)
    assert told.returncode == 2  # a pipe is no scenario file
    with tempfile.TemporaryDirectory() as folder:
        file = small().write(Path(folder) / "small.toml")
        lines = subprocess.run([PROGRAM, "plan", file], capture_output=True, text=True, check=True).stdout.splitlines()
        fixed = [line for line in lines if line.startswith(("method", "model", "mesh", "time", "resolution"))]
        assert fixed and set(fixed) <= set(plan.lines), (fixed, plan.lines)
        assert unda.read(file, set={"mesh.spacing": 20}).plan().cells < plan.cells
    assert small(mesh={"spacing": None, "max_frequency": 20}).plan().cells > 0
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        unda.run(small(mesh={"spacing": 40}))
    assert any(issubclass(w.category, unda.UndaWarning) for w in caught)
    changed = small(model={"vp": 1600.0})
    assert changed["model"]["vp"] == 1600.0 and small()["model"]["vp"] == 1500.0 and changed["model"]["rho"] == 1000.0
    import tomllib

    assert tomllib.loads(small().toml())["receivers"][0]["line"]["count"] == 7
    assert unda.Model.known[0] == "kind" and "vp" in str(__import__("inspect").signature(unda.Model))
    assert "kind" in unda.Model.__doc__ and unda.Line(from_=[0, 0])["from"] == [0, 0]


def a_thousand_runs_take_no_more_memory():
    scenario = unda.Scenario(
        domain={"x": [0, 100]}, model={"vp": 1000.0, "vs": 0.0, "rho": 1000.0},
        source={"kind": "explosion", "position": [50], "moment": 1e6, "time_function": {"kind": "ricker", "frequency": 20}},
        receivers={"positions": [[20], [80]]}, time={"duration": 0.05}, mesh={"spacing": 4},
    )  # fmt: skip
    count = int(os.environ.get("UNDA_TEST_RUNS", "150"))

    def used():
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 2**20

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(count // 5):
            unda.run(scenario, threads=2)
        before = used()
        for _ in range(count):
            unda.run(scenario, threads=2)
    grown = used() - before
    assert grown < 2 + 0.002 * count, f"{grown:.1f} MB in {count} runs"


def threads_side_by_side():
    slow, quick = small(time={"duration": 0.6}), small(model={"vp": 1700.0})
    alone = [unda.run(scenario, threads=1) for scenario in (slow, quick)]
    with ThreadPoolExecutor(2) as pool:
        for _ in range(3):
            together = list(pool.map(lambda scenario: unda.run(scenario, threads=1), (slow, quick)))
            for a, b in zip(alone, together):
                same(a, b)
    free = []
    ticking = threading.Thread(target=lambda: [(free.append(1), time.sleep(0.001)) for _ in range(50)])
    ticking.start()
    unda.run(small(time={"duration": 1.0}))
    assert len(free) > 3, "the lock of the interpreter was held"
    ticking.join()


def _peak(vp):
    return float(np.abs(unda.run(small(model={"vp": vp}), threads=1)["line"].pressure).max())


def processes_of_both_kinds():
    unda.run(small(), threads=2)  # threads of this process are none of its children's
    expected = [_peak(1500.0), _peak(1600.0)]
    for kind in ("fork", "spawn"):
        with multiprocessing.get_context(kind).Pool(2) as pool:
            assert pool.map(_peak, [1500.0, 1600.0]) == expected, kind
            result = pool.apply(unda.run, (small(),))
            same(result, unda.run(small()))
            assert pool.apply(pickle.loads, (pickle.dumps(small()),)).toml() == small().toml()


def ctrl_c_ends_a_run():
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    begin = time.monotonic()
    raises(KeyboardInterrupt, "", lambda: unda.run(small(time={"duration": 2000.0, "sample_interval": 1.0})))
    assert time.monotonic() - begin < 5
    unda.run(small())


def bars_and_comparisons():
    told = io.StringIO()
    with contextlib.redirect_stderr(told):
        unda.run(small(time={"duration": 60.0, "sample_interval": 0.1}), progress=True)
    assert "small" in told.getvalue() and "%" in told.getvalue(), told.getvalue()
    found = unda.verify(small(receivers=[{**small()["receivers"][0], "quantities": ["pressure"]}], mesh={"spacing": 8}),
                        methods=("fd", "sem", "dg"))  # fmt: skip
    assert set(found.results) == {"fd", "sem"} and "dg" in found.refused and found.agree, repr(found)
    assert "agree" in repr(found)
    with tempfile.TemporaryDirectory() as folder:
        here, there = unda.run(small()), run_program(small(model={"vp": 1520.0}), folder)
        by_program = subprocess.run([PROGRAM, "compare", Path(folder) / "out/traces.h5", Path(folder) / "out/traces.h5", "--json"],
                                    capture_output=True, text=True, check=True)  # fmt: skip
        assert json.loads(by_program.stdout)["worst"]["misfit"] == 0
        unlike = unda.compare(here, there)
        assert 0.01 < unlike.worst_misfit < 2 and unda.compare(here, here).worst_misfit == 0
    verified = unda.run(unda.Scenario(**{name: small()[name] for name in small() if name != "boundary"}))
    assert "pressure" in verified["line"].closed_form and verified.report["closed_form"]["misfit"] < 0.1
    figure = verified.plot.gather()
    assert figure.axes


def shots_one_by_one():
    scenario = small(
        source=None,
        shot=[
            {"name": "a", "source": small()["source"]},
            {"name": "b", "source": [{**small()["source"][0], "position": [100, -150]}]},
        ],
    )
    assert scenario.shots == ["a", "b"]
    a, b = (unda.run(scenario, shot=name) for name in scenario.shots)
    assert not np.array_equal(a["line"].pressure, b["line"].pressure)
    same(a, unda.run(small()))
    raises(unda.InputError, "a, b", lambda: unda.run(scenario))
    raises(unda.InputError, "a, b", lambda: unda.run(scenario, shot="c"))


if __name__ == "__main__":
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", unda.UndaWarning)
        for test in (
            the_bits_of_the_program_by_every_method, arrays_in_place_of_files, an_array_is_used_where_it_lies,
            callbacks_look_and_stop, wavefields_are_those_of_the_program, result_directories, mistakes_are_named,
            plans_warnings_and_changes, a_thousand_runs_take_no_more_memory, threads_side_by_side, processes_of_both_kinds,
            ctrl_c_ends_a_run, bars_and_comparisons, shots_one_by_one,
        ):  # fmt: skip
            begin = time.monotonic()
            test()
            print(f"ok  {test.__name__}  {time.monotonic() - begin:.1f} s", flush=True)
