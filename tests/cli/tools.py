"""plan, bench, info, plot and the help: what they print, and that they write nothing they should not."""

import json
import re

from support import ROOT, listing, main
from support.scenarios import SMALL_2D, edited, written

PNG = b"\x89PNG\r\n\x1a\n"
COMMANDS = ("run", "plan", "bench", "plot", "check", "init", "compare", "export", "info", "reference", "shots")
BENCH_KEYS = (
    "method", "physics", "dims", "order", "precision", "device", "ranks", "threads", "cells", "dofs", "steps",
    "seconds", "updates_per_second", "bytes_per_update", "flops_per_update", "fraction_of_bandwidth",
    "fraction_of_peak", "comm_seconds",
)  # fmt: skip


def plan(unda, folder):
    written(folder, SMALL_2D)
    before = listing(folder)
    outcome = unda.call("plan", "small.toml", cwd=folder).expect(0)
    assert listing(folder) == before, listing(folder)
    assert "81 x 41 points" in outcome.out, outcome  # 1000 m and 500 m at 12.5 m
    time = re.search(r"(\d+) steps of ([0-9.e-]+) s \(largest stable: ([0-9.e-]+) s\)", outcome.out)
    assert time, f"{outcome}\nno step was told"
    steps, dt, largest = int(time[1]), float(time[2]), float(time[3])
    assert 0 < dt <= largest and steps * dt >= 0.5, outcome
    assert re.search(r"memory +[0-9.]+ kB", outcome.out), outcome
    assert re.search(r"estimate +[0-9.]+ s", outcome.out), outcome
    assert "101 samples" in outcome.out, outcome
    # No memory is taken: 1 mm would need terabytes, and the answer comes at once.
    too_fine = unda.call("plan", "small.toml", "--set", "mesh.spacing=1e-3", cwd=folder).expect(2)
    assert "mesh.spacing" in too_fine.err and "GB" in too_fine.err, too_fine


THIN = "".join(f"[[model.layer]]\ntop = {top}\nvp = {vp}\nvs = 0.0\nrho = 1000.0\n"
               for top, vp in ((0, 1500.0), (-300, 3000.0), (-320, 2000.0)))  # fmt: skip


def limit_of_step(unda, folder):
    """Where the step is bound, and by what, as the plan tells and as report.json has it."""
    uniform = 'kind = "uniform"\nvp = 1500.0\nvs = 0.0\nrho = 1000.0\n'
    written(folder, SMALL_2D.replace(uniform, 'kind = "layers"\n' + THIN) + "[mesh.sem]\nspacing = 100\n")
    for method, what in (("fd", "between grid points 12.5 m apart"), ("sem", "across an element with edges of 20 to 100 m, the smallest")):
        arguments = ("small.toml", "--set", f"solver.method={method}", "--set", "time.duration=0.02")
        plan = unda.call("plan", *arguments, cwd=folder).expect(0).out
        limit = re.search(r"^step limit +(at z = (-[0-9.]+) m: waves of 3000 m/s, the fastest, (.*))$", plan, re.MULTILINE)
        assert limit and limit[3] == what and -320 <= float(limit[2]) <= -300, plan
        unda.call("run", *arguments, "--out", method, cwd=folder).expect(0)
        assert json.loads((folder / method / "report.json").read_text())["step_limit"] == limit[1], limit[1]


def told(unda, folder):
    """Why a run goes on after its duration, and changes that change nothing."""
    written(folder, SMALL_2D + "[mesh.fd]\nspacing = 20\n")
    outcome = unda.call("plan", "small.toml", cwd=folder).expect(0)
    assert re.search(r"to t = [0-9.]+ s: the last sample, at 0\.5 s, is interpolated", outcome.out), outcome
    for change, words in (
        ("mesh.spacing=30", "--set mesh.spacing=30: has no effect: small.toml:35: mesh.fd.spacing goes before it"),
        ("mesh.file=a.msh", "--set mesh.file=a.msh: has no effect: small.toml:35: mesh.fd.spacing goes before it\n"),
        ("mesh.max_frequency=30", "spacing goes before it"),
        ("solver.sem.degree=5", '--set solver.sem.degree=5: has no effect: solver.method is "fd"'),
    ):  # fmt: skip
        outcome = unda.call("check", "small.toml", "--set", change, cwd=folder).expect(0)
        assert words in outcome.out + outcome.err, f"{outcome}\nexpected: {words}"
    for change in ("mesh.fd.spacing=25", "solver.fd.order=2"):
        outcome = unda.call("check", "small.toml", "--set", change, cwd=folder).expect(0)
        assert "effect" not in outcome.out + outcome.err, outcome


def keys_of_one_method(unda, folder):
    """What makes tetrahedra is a remark for the methods that share [mesh] with dg, and an error in tables of their own."""
    written(folder, SMALL_2D.replace("[mesh]", '[mesh]\ngenerator = "gmsh"'))
    for method in ("fd", "sem"):
        outcome = unda.call("plan", "small.toml", "--set", f"solver.method={method}", cwd=folder).expect(0)
        assert f'mesh.generator: "gmsh" makes tetrahedra for dg alone; {method} makes a mesh of its own' in outcome.out, outcome
        assert "warning" not in outcome.out + outcome.err, outcome
        outcome = unda.call("plan", "small.toml", "--set", f"solver.method={method}", "--set", "mesh.generator=gmsh", cwd=folder).expect(0)
        assert "warning: --set mesh.generator=gmsh: mesh.generator" in outcome.out and "dg alone" in outcome.out, outcome
    written(folder, SMALL_2D)
    for change, words in (
        ("mesh.fd.generator=gmsh", "mesh.fd.generator: makes tetrahedra, which fd does not take; methods that do: dg"),
        ("mesh.sem.generator=gmsh", "mesh.sem.generator: makes tetrahedra, which sem does not take; methods that do: dg"),
        ("mesh.fd.file=a.msh", "mesh.fd.file: finite differences make their own grid; methods that read meshes: sem, dg"),
    ):  # fmt: skip
        outcome = unda.call("plan", "small.toml", "--set", change, cwd=folder).expect(2)
        assert words in outcome.err and outcome.err.count("unda: ") == 1, outcome


def bench(unda, folder):
    written(folder, SMALL_2D)
    before = listing(folder)
    outcome = unda.call("bench", "small.toml", "--steps", 30, "--warmup", 3, "--json", cwd=folder).expect(0)
    assert listing(folder) == before, listing(folder)
    assert outcome.out.count("\n") == 1, f"{outcome}\nmore than one line"
    r = json.loads(outcome.out)
    assert not set(BENCH_KEYS) - set(r), f"missing: {set(BENCH_KEYS) - set(r)}"
    words = {"method": "fd", "physics": "acoustic", "dims": 2, "order": 8, "precision": "single", "ranks": 1}
    assert {key: r[key] for key in words} == words, r
    assert r["device"] == "cpu" or "gpu" in r["device"], r
    assert r["cells"] == 81 * 41 and r["steps"] == 30 and r["threads"] >= 1, r
    assert r["dofs"] >= 3 * r["cells"], r  # p, vx, vz
    assert 0 < r["seconds"] < 20 and r["comm_seconds"] >= 0, r
    rate = r["cells"] * r["steps"] / r["seconds"]
    assert abs(r["updates_per_second"] - rate) < 1e-6 * rate, r
    # Order 8 reads at least p, vx, vz and writes them; each derivative has four weights.
    assert 6 * 4 <= r["bytes_per_update"] < 1000 and 4 * 8 <= r["flops_per_update"] < 10000, r
    assert 0 < r["fraction_of_bandwidth"] < 20 and 0 < r["fraction_of_peak"] < 1.05, r
    text = unda.call("bench", "small.toml", "--steps", 5, cwd=folder).expect(0)
    assert "updates/s" in text.out, text
    for wrong in (["--steps", "0"], ["--steps", "x"], ["--warmup", "-1"], ["--comm", "pigeon"]):
        unda.call("bench", "small.toml", *wrong, cwd=folder).expect(2)


def info(unda, folder):
    outcome = unda.call("info", cwd=folder).expect(0)
    for word in ("unda", "methods", "fd", "MPI", "threads"):
        assert word in outcome.out, f"{outcome}\ndoes not tell {word}"
    keys = unda.call("info", "--keys", cwd=folder).expect(0).out
    page = (ROOT / "docs" / "scenario.md").read_text()
    assert keys.rstrip("\n") == page.rstrip("\n"), "docs/scenario.md is not what `unda info --keys` prints"
    assert listing(folder) == {}, listing(folder)


def help_and_version(unda, folder):
    version = re.search(r"project\(unda VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
    assert unda.call("--version", cwd=folder).expect(0).out.strip() == f"unda {version}"
    general = unda.call("--help", cwd=folder).expect(0)
    first = general.out.splitlines()[0]
    assert all(word in first for word in ("finite differences", "spectral elements", "discontinuous Galerkin")), first
    for command in COMMANDS:
        assert command in general.out, f"{general}\ndoes not tell {command}"
        own = unda.call(command, "--help", cwd=folder).expect(0)
        assert command in own.out and own.err == "", own
    for option in ("--out", "--overwrite", "--restart", "--set"):
        assert option in unda.call("run", "--help", cwd=folder).out, f"run --help does not tell {option}"


def a_plan_is_small(unda, folder):
    """What the machine is measured with is no more than that takes, on each of several ranks of one machine."""
    written(folder, SMALL_2D)
    assert unda.peaks_kib("plan", "small.toml", cwd=folder)[0] < 250 * 1024


def plot(unda, folder):
    written(folder, edited(SMALL_2D, ('quantities = ["pressure", "velocity"]', 'quantities = ["pressure"]'))[0])
    unda.call("run", "small.toml", "--out", "result", cwd=folder).expect(0)
    assert not (folder / "result" / "plots").exists(), "output.plots = false was not heeded"
    outcome = unda.call("plot", "result", cwd=folder).expect(0)
    picture = folder / "result" / "plots" / "line_pressure.png"
    assert picture.read_bytes().startswith(PNG), outcome
    assert "line_pressure.png" in outcome.out, outcome
    unda.call("plot", "result/traces.h5", "--out", "elsewhere", cwd=folder).expect(0)
    assert (folder / "elsewhere" / "line_pressure.png").read_bytes().startswith(PNG)


def plot_of_garbage(unda, folder):
    (folder / "garbage.h5").write_bytes(bytes(range(256)) * 20)
    (folder / "empty.h5").write_bytes(b"")
    (folder / "empty").mkdir()
    before = listing(folder)
    for path in ("garbage.h5", "empty.h5", "empty", "nowhere"):
        outcome = unda.call("plot", path, cwd=folder).expect(2)
        assert path in outcome.err and outcome.err.count("\n") == 1, f"{outcome}\nexpected one line with {path}"
    unda.call("plot", cwd=folder).expect(2)
    assert listing(folder) == before, listing(folder)


if __name__ == "__main__":
    main(plan, limit_of_step, told, keys_of_one_method, bench, info, help_and_version, a_plan_is_small, plot, plot_of_garbage)
