"""Spectral elements on the command line: what is refused and with which words, topography, snapshots and their pictures."""

import json
import time

import h5py
import numpy as np

from support import ROOT, main
from support.elements import LAYERS, write_case
from support.scenarios import SMALL_1D, SMALL_2D, edited, written

SEM = edited(SMALL_2D, ('method = "fd"', 'method = "sem"'), ("spacing = 12.5", "spacing = 50"))[0]


def refused(unda, folder, text, words, *more):
    written(folder, text)
    outcome = unda.call("run", "small.toml", *more, cwd=folder).expect(2)
    assert words in outcome.err and outcome.err.count("unda: ") == 1, f"{outcome}\nexpected: {words}"


def refusals(unda, folder):
    solid = edited(SEM, ("vs = 0.0", "vs = 800.0"))[0]
    refused(unda, folder, SMALL_1D, "spectral elements need 2 or 3 dimensions; methods for 1-D: fd", "--set", "solver.method=sem")
    layers = 'kind = "layers"\n[[model.layer]]\ntop = 0\nvp = 1500.0\nvs = 0.0\nrho = 1000.0\n[[model.layer]]\ntop = -300'
    mixed = edited(solid, ('kind = "uniform"', layers))[0]
    refused(unda, folder, mixed, "do not couple fluids and solids with a periodic top and bottom; methods that do: fd", "--set",
            'boundary={ default = "periodic" }')  # fmt: skip
    refused(unda, folder, mixed, "a deviatoric moment tensor stands in a fluid", "--set", "source.kind=moment_tensor", "--set",
            "source.moment={ xx = 1e9, zz = -1e9 }")  # fmt: skip
    np.save(folder / "vs.npy", np.repeat([800.0, 800.0, 0.0], 4).reshape(3, 4).astype("f4"))
    grid = edited(SEM, ('kind = "uniform"', 'kind = "grid"\norigin = [0, -500]\nspacing = [340, 250]'), ("vs = 0.0", 'vs = "vs.npy"'))[0]
    refused(unda, folder, grid, 'couple on faces between layers: use "layers"; methods that take others: fd')
    three = edited(mixed, ("x = [0, 1000]", "x = [0, 1000]\ny = [0, 500]"), ("position = [300, -200]", "position = [300, 200, -200]"),
                   ("line = { from = [100, -50], to = [900, -50], count = 5 }", "positions = [[100, 100, -50]]"))[0]  # fmt: skip
    refused(unda, folder, three, "methods that do: fd", "--set", 'boundary={ default = "periodic" }')
    refused(unda, folder, SEM, "whose waves are acoustic by spectral elements", "--set", "solver.physics=elastic")
    refused(unda, folder, SEM, "acoustic_second_order", "--set", "solver.physics=acoustic_second_order")
    attenuating = edited(solid, ("rho = 1000.0", "rho = 1000.0\nqp = 100.0\nqs = 50.0"))[0]
    refused(unda, folder, attenuating, 'which spectral elements do not have there of solids that attenuate; take "stress"', "--set",
            'output.snapshots={ interval = 0.1, quantities = ["pressure"] }')  # fmt: skip
    refused(unda, folder, SEM, "more than any machine holds", "--set", "mesh.spacing=1e-7")
    refused(unda, folder, SEM, "GB free. Take larger elements", "--set", "mesh.spacing=0.02")


def plans(unda, folder):
    """The plan of a mesh that a run would need minutes to set up comes in seconds, with the step that a smaller one leads to."""

    def step(spacing):
        begin = time.monotonic()
        changes = ("--set", "solver.method=sem", "--set", f"mesh.sem.spacing={spacing}")
        plan = unda.call("plan", ROOT / "examples/loh1.toml", *changes, cwd=folder).expect(0).out
        assert time.monotonic() - begin < 40, plan
        amount, unit = plan.split("memory")[1].replace(",", " ").split()[:2]
        return float(plan.split("largest stable: ")[1].split()[0]), float(amount) * {"kB": 1e-6, "MB": 1e-3, "GB": 1.0}[unit]

    (fine, much), (coarse, little) = step(100), step(500)
    assert 0.98 < 5 * fine / coarse < 1.02 and much > 1.5 > 0.1 > little, (fine, coarse, much, little)


def hills_above_the_first_layer(unda, folder):
    """The first layer goes up to the surface; that is told, as a flat domain above it is refused."""
    for top, told in ((20, 0), (5, 1)):
        write_case(folder, hill=True, model=LAYERS.replace("top = 20", f"top = {top}"))
        outcome = unda.call("plan", "case.toml", cwd=folder).expect(0)
        words = f"the surface rises to z = 8, above the first layer's top, z = {top}"
        assert (outcome.out + outcome.err).count(words) == told, outcome
    refused(unda, folder, (folder / "case.toml").read_text(), "5 lies below the top of the domain, z = 9", "--set", "domain.z=[-150, 9]")


def thin_absorbing_layers_are_told(unda, folder):
    """They were measured at the default thickness: thinner ones bring a warning that names the key, none at all does not."""
    scenario = ROOT / "examples" / "verification" / "full_space_3d.toml"
    for method, key, cases in (("fd", "absorbing_points", (5, 12)), ("sem", "absorbing_elements", (1, 0, 2)),
                               ("dg", "absorbing_elements", (1, 0, 4))):  # fmt: skip
        size = "mesh.spacing=60" if method == "fd" else f"mesh.{method}.spacing=250"
        for number, thickness in enumerate(cases):
            outcome = unda.call("plan", scenario, "--set", f"solver.method={method}", "--set", size,
                                "--set", f"solver.{method}.{key}={thickness}", cwd=folder).expect(0)  # fmt: skip
            told = (outcome.out + outcome.err).count(f"solver.{method}.{key}: absorbing layers thinner than the default")
            assert told == (number == 0), outcome


def topography(unda, folder):
    np.save(folder / "hill.npy", (60 * np.exp(-(((np.arange(21) - 10) / 3.0) ** 2))).astype("f4"))
    hilly = edited(SEM, ("z = [-500, 0]", 'z = [-500, 0]\ntopography = { file = "hill.npy", spacing = [50] }'),
                   ("position = [300, -200]", "position = [500, 55]"))[0]  # fmt: skip
    written(folder, hilly)
    unda.call("run", "small.toml", "--out", "r", cwd=folder).expect(0)
    mesh = json.loads((folder / "r/report.json").read_text())["mesh"]
    assert "following the topography, the lowest 0.89 of its height" in mesh, mesh
    refused(unda, folder, hilly, "z = 61 lies above the surface, which is at z = 60 there", "--set", "source.position=[500, 61]")
    refused(unda, folder, hilly, "receiver 1: z = 20 lies above the surface", "--set", "receivers.line.from=[100, 20]")
    refused(unda, folder, hilly, "an absorbing top under a topography", "--set", "boundary.top=absorbing")
    np.save(folder / "hill.npy", np.where(np.arange(21) == 7, -495, 0).astype("f4"))
    refused(unda, folder, hilly, "nearly singular", "--set", "source.position=[500, -100]")
    np.save(folder / "hill.npy", np.where(np.arange(21) == 7, -505, 0).astype("f4"))
    refused(unda, folder, hilly, "not above the bottom of the domain", "--set", "source.position=[500, -100]")


def surfaces_of_layers(unda, folder):
    """A sea floor that elements follow; what surfaces must not do is told by the layers' names."""
    np.save(folder / "floor.npy", -300 + 60 * np.cos(np.arange(21) * 0.6))
    layers = ('kind = "layers"\n[[model.layer]]\ntop = 0\nvp = 1500.0\nvs = 0.0\nrho = 1000.0\n[[model.layer]]\n'
              'top = { file = "floor.npy", spacing = [50] }')  # fmt: skip
    sea = edited(SEM, ("vs = 0.0", "vs = 800.0"))[0]
    sea = edited(sea, ('kind = "uniform"', layers))[0]
    written(folder, sea)
    unda.call("run", "small.toml", "--out", "r", cwd=folder).expect(0)
    report = json.loads((folder / "r/report.json").read_text())
    assert "following the layers" in report["mesh"] and report["physics"] == "elastic", report
    refused(unda, folder, sea, "they must cover it", "--set", "domain.x=[0, 1100]")
    refused(unda, folder, sea, "must lie above the bottom of the domain", "--set", "domain.z=[-350, 0]")
    refused(unda, folder, sea, "a deviatoric moment tensor stands in a fluid", "--set", "source.kind=moment_tensor", "--set",
            "source.moment={ xx = 1e9, zz = -1e9 }")  # fmt: skip
    below = "[[model.layer]]\ntop = -300\nvp = 2500.0\nvs = 1200.0\nrho = 2200.0\n[boundary]"
    refused(unda, folder, edited(sea, ("[boundary]", below))[0], "layer 3 begins at z = -300, above layer 2 at z = -3")
    top = '{ file = "floor.npy", spacing = [50] }'
    refused(unda, folder, sea.replace("top = 0\n", f"top = {top}\n"), "the first layer begins at the top of the domain")


def snapshots(unda, folder):
    """On a point of the mesh a snapshot has what a receiver there records; the pictures are drawn."""
    text = edited(SEM, ("line = { from = [100, -50], to = [900, -50], count = 5 }", "positions = [[500, -150]]"),
                  ("sample_interval = 0.005", "sample_interval = 0.001\nstep = 0.002"),
                  ("plots = false", 'snapshots = { interval = 0.1, quantities = ["pressure", "velocity", "displacement"] }'),
                  ("order = 8", "order = 8\n[solver.sem]\ntime_dispersion_correction = false"))[0]  # fmt: skip
    written(folder, text)
    outcome = unda.call("run", "small.toml", "--out", "r", cwd=folder).expect(0)
    assert outcome.err == "" and (folder / "r/plots/snapshots_pressure.png").exists(), outcome
    with h5py.File(folder / "r/traces.h5") as file:
        pressure, velocity = file["receivers/line/pressure"][0], file["receivers/line/velocity"][0]
    index = json.loads((folder / "r/snapshots/index.json").read_text())["snapshots"]
    with h5py.File(folder / "r/snapshots" / index[4]["file"]) as file:
        root = file["VTKHDF"]
        assert root.attrs["Type"] == b"UnstructuredGrid" and list(root.attrs["Version"]) == [1, 0]
        points, cells = root["Points"][:], root["Connectivity"][:].reshape(-1, 4)
        assert set(root["Types"][:]) == {9} and np.array_equal(root["Offsets"][:], 4 * np.arange(len(cells) + 1))
        # Cells turn one way and fill the domain.
        a, b, c, d = (points[cells[:, n]][:, [0, 2]].astype(float) for n in range(4))
        area = 0.5 * np.cross(c - a, d - b)
        assert area.min() > 0 and abs(area.sum() - 1000 * 500) < 1, area.sum()
        at = np.argmin(np.linalg.norm(points - [500, 0, -150], axis=1))
        found = root["PointData"]["pressure"][at], root["PointData"]["velocity"][at]
    times = index[4]["time_of"]
    assert abs(times["pressure"] - 0.4) < 1e-9 and abs(times["velocity"] - 0.399) < 1e-9, times
    assert abs(found[0] - pressure[400]) < 1e-4 * np.abs(pressure).max(), (found[0], pressure[400])
    # A gradient jumps between elements; a snapshot has the mean, a receiver that of its element.
    for value, trace in ((found[1][0], velocity[0, 399]), (found[1][2], velocity[1, 399])):
        assert abs(value - trace) < 0.05 * np.abs(velocity).max(), (value, trace)


main(refusals, plans, hills_above_the_first_layer, thin_absorbing_layers_are_told, topography, surfaces_of_layers, snapshots)
