"""Discontinuous Galerkin from the command line: what it refuses, precisions, threads, restart, topography, snapshots, and a
mesh file with regions against the same earth given as layers."""

import itertools
import re

import h5py
import numpy as np

from support import main, wait_for
from support.bits import arrays, same_bits
from support.tetrahedra import LAYERS, REGIONS, THIN, case, write

THIN_EDGES = ["--set", "solver.dg.absorbing_elements=1"]  # most elements are those of absorbing layers, by default


def velocity(folder, result):
    with h5py.File(folder / result / "traces.h5") as f:
        return next(iter(f["receivers"].values()))["velocity"][()]


def energy_of_difference(a, b):
    return float(np.sum((a - b) ** 2) / np.sum(b**2))


def refusals(unda, folder):
    write(folder)
    for given, words in (
        ("solver.physics=acoustic_second_order", ("solver.physics",)),
        ("mesh.file=case.toml", ("not a Gmsh file",)),
        ("model.kind=regions", ("region",)),
        ("receivers.positions=[[400, 400, 5]]", ("receivers",)),
    ):
        outcome = unda.call("run", "case.toml", "--out", "r", "--set", given, cwd=folder).expect(2)
        assert all(word in outcome.err for word in words), outcome
        assert not (folder / "r").exists()
    text = (folder / "case.toml").read_text().replace("y = [0, 1000]\n", "")
    for place in ("600, 400, -600", "400, 400, 0", "1013.7, 817.3, -400", "231.7, 500, -700"):
        x, _, z = place.split(", ")
        text = text.replace(place, f"{x}, {z}")
    (folder / "flat.toml").write_text(text.replace("xy = 1e12", "xz = 1e12"))
    outcome = unda.call("run", "flat.toml", "--out", "r", cwd=folder).expect(2)
    assert "works in 3-D" in outcome.err and "fd" in outcome.err, outcome


def memory(unda, folder):
    """A mesh that does not fit is refused before it is made, with what it needs and what there is; so is one with more faces
    than can be numbered."""
    write(folder)
    for command in (["run"], ["plan"], ["mesh", "-o", "own.msh"]):
        outcome = unda.call(*command, "case.toml", "--set", "mesh.spacing=2", cwd=folder, timeout=60).expect(2)
        assert re.search(r"mesh.spacing: makes [\d.e+]+ tetrahedra, .* is enough for 536870911", outcome.err), outcome
    for command in ("run", "plan"):
        outcome = unda.call(command, "case.toml", "--set", "mesh.spacing=3", cwd=folder, timeout=60).expect(2)
        assert re.search(r"mesh.spacing: .* tetrahedra of order \d need [\d.e+]+ GB; this machine has [\d.]+ GB free", outcome.err), outcome
    assert not (folder / "results").exists()


def local_steps_are_told(unda, folder):
    """The plan has clusters and what they are foretold to save; where there is nothing to save it says so. With "auto" they are taken where they
    pay, unless one step for all is asked for, and then told of."""
    local = ["--set", "solver.dg.time_stepping=local"]
    write(folder, model=THIN)
    outcome = unda.call("plan", "case.toml", *local, cwd=folder).expect(0)
    foretold = re.search(r"local steps +(\d) clusters, foretold to be ([\d.]+) times as fast", outcome.out)
    assert foretold and int(foretold[1]) >= 3 and float(foretold[2]) > 1.5, outcome
    steps = [int(n) for n in re.findall(r"elements, (\d+) steps? in one of the run", outcome.out)]
    assert steps == [2**n for n in reversed(range(int(foretold[1])))], outcome
    told = [line for line in outcome.out.splitlines() if "local steps" in line or "in one of the run" in line]
    auto = ["--set", "solver.dg.time_stepping=auto"]
    where_they_pay = unda.call("plan", "case.toml", *auto, cwd=folder).expect(0).out.splitlines()
    assert set(told) <= set(where_they_pay), where_they_pay
    for given, way_out in (("solver.dg.time_stepping=global", 'time_stepping = "local" asks for them'), ("time.step=0.0005", "with time.step as that of the largest"),
                           ("parallel.exchange_with_self=true", "leave out parallel.exchange_with_self")):  # fmt: skip
        outcome = unda.call("plan", "case.toml", *auto, "--set", given, cwd=folder).expect(0)
        advice = re.search(r"local steps +would be foretold to be ([\d.]+) times as fast as one step for all: (.*)", outcome.out)
        assert advice and float(advice[1]) > 1.5 and way_out in advice[2] and "in one of the run" not in outcome.out, outcome
    write(folder, model='[model]\nkind = "uniform"\nvp = 2800\nvs = 1600\nrho = 2200\n')
    assert "local steps" not in unda.call("plan", "case.toml", cwd=folder).expect(0).out
    local += ["--set", "solver.dg.absorbing_elements=0"]  # whose boxes grow
    assert "one cluster" in unda.call("plan", "case.toml", *local, cwd=folder).expect(0).out


def given_steps_go_in_parts(unda, folder):
    """time.step is the step of the run: elements that cannot take it take a half, a fourth ... of it. What nobody takes whole
    changes nothing."""
    write(folder, model=THIN, duration=1)
    given = ["--set", "source.time_function.frequency=2", "--set", "source.time_function.delay=0.75",
             "--set", "solver.dg.absorbing_elements=0"]  # fmt: skip
    local = ["--set", "solver.dg.time_stepping=local"]
    for name, more in (("one", ["--set", "solver.dg.time_stepping=global"]), ("parts", [*local, "--set", "time.step=0.0025"]), ("whole", [*local, "--set", "time.step=0.01"])):
        unda.call("run", "case.toml", "--out", name, *given, *more, cwd=folder).expect(0)
    same_bits(folder / "parts" / "traces.h5", folder / "whole" / "traces.h5")
    one, parts = arrays(folder / "one" / "traces.h5"), arrays(folder / "parts" / "traces.h5")
    for name in one:
        if "velocity" in name or "displacement" in name:
            assert energy_of_difference(parts[name], one[name]) < 0.005**2, name


def precisions(unda, folder):
    write(folder)
    for precision in ("single", "double"):
        unda.call("run", "case.toml", "--out", precision, "--set", f"solver.precision={precision}", *THIN_EDGES, cwd=folder).expect(0)
    single, double = arrays(folder / "single" / "traces.h5"), arrays(folder / "double" / "traces.h5")
    for name in double:
        if "velocity" in name or "pressure" in name:
            assert energy_of_difference(single[name], double[name]) < 1e-8, name


def threads(unda, folder):
    """Also with clusters of local steps."""
    write(folder, model=THIN, duration=0.2)
    for stepping in ("global", "local"):
        given = ["--overwrite", "--set", f"solver.dg.time_stepping={stepping}", *THIN_EDGES]
        unda.call("run", "case.toml", "--out", "one", *given, cwd=folder).expect(0)
        unda.call("run", "case.toml", "--out", "many", *given, cwd=folder, ranks=2, threads=3).expect(0)
        same_bits(folder / "one" / "traces.h5", folder / "many" / "traces.h5")


def goes_on(unda, folder, *given):
    """Killed at a checkpoint, and gone on with."""
    unda.call("run", "case.toml", "--out", "whole", *given, cwd=folder).expect(0)
    with open(folder / "out", "w") as out:
        process = unda.start("run", "case.toml", "--out", "parts", *given, cwd=folder, stdout=out)
        wait_for(lambda: any((folder / "parts" / "checkpoint").glob("*.h5")), process, "checkpoint")
        process.kill()
        process.wait()
    outcome = unda.call("run", "case.toml", "--out", "parts", "--restart", *given, cwd=folder).expect(0)
    assert "going on from step" in outcome.out, outcome
    same_bits(folder / "whole" / "traces.h5", folder / "parts" / "traces.h5")


def restart(unda, folder):
    write(folder, duration=1, more="checkpoint = { every_steps = 50 }\nsnapshots = { interval = 0.33 }\n")
    goes_on(unda, folder, *THIN_EDGES)
    names = sorted(p.name for p in (folder / "whole" / "snapshots").glob("snapshot*.vtkhdf"))
    assert len(names) == 4, names
    for name in names:
        same_bits(folder / "whole" / "snapshots" / name, folder / "parts" / "snapshots" / name)


def restart_with_local_steps(unda, folder):
    """Clusters with attenuation and absorbing layers, each with receivers."""
    write(folder, model=THIN, duration=1, more="checkpoint = { every_steps = 10 }\n")
    goes_on(unda, folder, "--set", "solver.dg.time_stepping=local", "--set", "solver.dg.absorbing_elements=1")


def topography(unda, folder):
    uniform = '[model]\nkind = "uniform"\nvp = 2800\nvs = 1600\nrho = 2200\n'
    write(folder, model=uniform)
    unda.call("run", "case.toml", "--out", "box", *THIN_EDGES, cwd=folder).expect(0)
    x, y = np.meshgrid(np.arange(0, 1201, 100), np.arange(0, 1001, 100))
    for name, height in (("flat", 0 * x), ("hill", 60 * np.exp(-((x - 600) ** 2 + (y - 500) ** 2) / 2e5))):
        np.save(folder / f"{name}.npy", height.astype(float))
        top = f'topography = {{ file = "{name}.npy", origin = [0, 0], spacing = [100, 100] }}\n'
        text = case(model=uniform).replace("z = [-1000, 0]\n", "z = [-1000, 0]\n" + top)
        if name == "hill":
            text = text.replace("400, 400, 0]", f"400, 400, {height[4, 4]:.4f}]")
        (folder / f"{name}.toml").write_text(text)
        unda.call("run", f"{name}.toml", "--out", name, *THIN_EDGES, cwd=folder).expect(0)
    box, flat, hill = (velocity(folder, r) for r in ("box", "flat", "hill"))
    assert energy_of_difference(flat, box) < 1e-10
    assert 1e-4 < energy_of_difference(hill, box) < 1
    text = (folder / "hill.toml").read_text().replace("1013.7, 817.3, -400", "800, 600, 200")
    (folder / "above.toml").write_text(text)
    outcome = unda.call("run", "above.toml", "--out", "above", cwd=folder).expect(2)
    assert "receivers" in outcome.err and "lies above the surface" in outcome.err, outcome


def write_mesh(file):
    """The boxes of the layered case, cut in another way than the program does: five tetrahedra each, in turn."""
    xs, ys, zs = np.linspace(0, 1200, 7), np.linspace(0, 1000, 6), np.linspace(-1000, 0, 6)
    number = {key: n + 1 for n, key in enumerate(itertools.product(range(7), range(6), range(6)))}
    elements = []
    for i, j, k in itertools.product(range(6), range(5), range(5)):
        corner = {(a, b, c): (i + a, j + b, k + c) for a, b, c in itertools.product((0, 1), repeat=3)}
        odd = (i + j + k) % 2
        ends = [t for t in corner if sum(t) % 2 == odd]  # of the middle tetrahedron
        cells = [ends] + [[t] + [e for e in ends if np.abs(np.subtract(e, t)).sum() == 1] for t in corner if t not in ends]
        for cell in cells:
            points = [corner[t] for t in cell]
            edges = np.array([[xs[p[0]], ys[p[1]], zs[p[2]]] for p in points])
            if np.linalg.det(edges[1:] - edges[0]) < 0:
                points[0], points[1] = points[1], points[0]
            elements.append((1 if k >= 3 else 2, [number[p] for p in points]))
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$PhysicalNames", "1", '3 1 "water"', "$EndPhysicalNames", "$Nodes", str(len(number))]
    lines += [f"{n} {xs[i]:.17g} {ys[j]:.17g} {zs[k]:.17g}" for (i, j, k), n in number.items()]
    lines += ["$EndNodes", "$Elements", str(len(elements))]
    lines += [f"{n + 1} 4 2 {group} {group} " + " ".join(map(str, nodes)) for n, (group, nodes) in enumerate(elements)]
    file.write_text("\n".join(lines + ["$EndElements", ""]))


def mesh_file(unda, folder):
    write_mesh(folder / "earth.msh")
    write(folder, "layers.toml", mesh="spacing = 100")
    write(folder, "regions.toml", model=REGIONS, mesh='file = "earth.msh"')
    write(folder, "file.toml", mesh='file = "earth.msh"')
    slow = ["--set", "source.time_function={ kind = 'ricker', frequency = 1.2, delay = 0.8 }", "--set", "time.duration=1.4",
            "--set", "solver.dg.absorbing_elements=0"]  # fmt: skip
    fine = ["--set", "solver.dg.order=5", *slow]
    unda.call("run", "layers.toml", "--out", "layers", *slow, cwd=folder).expect(0)
    unda.call("run", "regions.toml", "--out", "regions", *fine, cwd=folder).expect(0)
    difference = energy_of_difference(velocity(folder, "regions"), velocity(folder, "layers"))
    assert difference < 0.03**2, difference
    for name, ranks in (("regions", 1), ("regions", 2), ("file", 1)):
        unda.call("run", f"{name}.toml", "--out", f"{name}{ranks}", *THIN_EDGES, cwd=folder, ranks=ranks).expect(0)
        same_bits(folder / "regions1" / "traces.h5", folder / f"{name}{ranks}" / "traces.h5")
    text = (folder / "regions.toml").read_text()
    for change, words in ((("tag = 2", "tag = 3"), ("group 2", "model.region")), (("x = [0, 1200]", "x = [0, 1300]"), ("domain.x", "1200"))):
        (folder / "wrong.toml").write_text(text.replace(*change))
        outcome = unda.call("run", "wrong.toml", "--out", "r", cwd=folder).expect(2)
        assert all(word in outcome.err for word in words), outcome


def mesh_written_and_read(unda, folder):
    """The mesh of a run, given back as a file, is the same mesh; that of spectral elements is refused."""
    faces_alone = ["--set", "solver.dg.absorbing_elements=0"]
    write(folder, duration=0.1)
    outcome = unda.call("mesh", "case.toml", "-o", "own.msh", cwd=folder).expect(0)
    assert "900 tetrahedra" in outcome.out, outcome
    unda.call("run", "case.toml", "--out", "boxes", *faces_alone, cwd=folder).expect(0)
    unda.call("run", "case.toml", "--out", "file", *faces_alone, "--set", "mesh.file=own.msh", cwd=folder).expect(0)
    same_bits(folder / "boxes" / "traces.h5", folder / "file" / "traces.h5")
    write(folder, "regions.toml", model=REGIONS.replace('name = "water"', 'name = "medium2"').replace("tag = 2", "tag = 1"),
          mesh='file = "own.msh"', duration=0.1)
    unda.call("run", "regions.toml", "--out", "regions", *faces_alone, cwd=folder).expect(0)
    same_bits(folder / "boxes" / "traces.h5", folder / "regions" / "traces.h5")
    write(folder, "rock.toml", model=LAYERS.replace("vs = 0", "vs = 700"))
    unda.call("mesh", "rock.toml", "--set", "solver.method=sem", "--out", "boxes.msh", cwd=folder).expect(0)
    outcome = unda.call("run", "case.toml", "--out", "r", "--set", "mesh.file=boxes.msh", cwd=folder).expect(2)
    assert "150 hexahedra" in outcome.err and "sem" in outcome.err, outcome
    outcome = unda.call("mesh", "case.toml", "--set", "solver.method=fd", "-o", "fd.msh", cwd=folder).expect(2)
    assert "solver.method" in outcome.err and not (folder / "fd.msh").exists(), outcome
    unda.call("mesh", "case.toml", "-o", "no/such.msh", cwd=folder).expect(1)


main(refusals, memory, local_steps_are_told, given_steps_go_in_parts, precisions, threads, restart,
     restart_with_local_steps, topography, mesh_file, mesh_written_and_read)
