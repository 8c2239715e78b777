"""The tasks of docs/guide.md, done as they stand there, in an empty directory."""

import json
import re
import subprocess

import h5py
import numpy as np

from support import ROOT, main
from support.guide import block, done_as_printed, indented, python_of, section, set_to, with_tables
from support.scenarios import QUICKSTART

STATIONS = "NEAR AA 37.1 140.2 0.0 0.0\nFAR AA 36.8 139.6 120.0 0.0\n"
CMTSOLUTION = """\
PDE 2011 03 11 05 46 23.00 37.0 140.0 15.0 6.0 6.0 test
event name:      test
time shift:      0.0
half duration:   5.0
latitude:        37.0
longitude:       140.0
depth:           15.0
Mrr:             1.0e25
Mtt:             -1.0e25
Mpp:             0.0
Mrt:             0.0
Mrp:             0.0
Mtp:             0.0
"""
SOLID = '[model]\nkind = "uniform"\nvp = 2600.0\nvs = 1500.0\nrho = 2200.0\n'


def first_steps(unda, folder):
    done_as_printed(unda, folder, section("A scenario of my own"), shorter=["--set", "time.duration=0.3"])
    done_as_printed(unda, folder, section("Changing keys for one run"), shorter=["--set", "time.duration=0.3"])
    assert (folder / "results/other/scenario.toml").read_text().count("max_frequency = 25") == 1


def results_read_compared_and_exported(unda, folder):
    done_as_printed(unda, folder, "    ./unda run examples/quickstart.toml\n")
    found, told = python_of(section("Reading traces.h5 in Python"), folder)
    assert found == told, (found, told)
    text = section("I want to compare two results").split("### What compare measures")[0]
    said = done_as_printed(unda, folder, text, ["examples/loh1.toml", "results/loh1"])
    for line in re.findall(r"^    (well velocity: .*|worst: .*)$", text, re.MULTILINE):
        assert line in said[-1], (line, said[-1])
    done_as_printed(unda, folder, section("I want my traces in SEG-Y or SAC"))
    assert (folder / "quickstart.sgy").stat().st_size > 0 and list((folder / "sac").glob("*.sac"))


def snapshots_read(unda, folder):
    text = section("Snapshots")
    done_as_printed(unda, folder, "    " + re.search(r"`(\./unda run [^`]*)`", text)[1] + "\n")
    found, _ = python_of(text, folder)
    assert found.startswith("t = 0.0000 s: 0 Pa") and found.count("Pa at x = ") == 5, found


def a_basin_by_gmsh(unda, folder):
    """The script makes the mesh, and the tables beside it are those of a scenario of it."""
    text = section("Tetrahedra: discontinuous Galerkin, meshes from Gmsh")
    if subprocess.run(["/usr/bin/python3", "-c", "import gmsh"], capture_output=True).returncode != 0:
        return print("skipped: no python3-gmsh")
    subprocess.run(["/usr/bin/python3", "-c", block(text, "python")], cwd=folder, check=True, capture_output=True)
    limits = [f"{axis} = [{low}, {high}]" for axis, low, high in re.findall(r"([xyz]) = \[(-?\d+), (\d+)\]", text)]
    rock = '[[model.region]]\nname = "rock"\nvp = 4500.0\nvs = 2600.0\nrho = 2600.0\n'
    shaken = """
[[source]]
kind = "force"
position = [1000, 3000, -500]
force = [0, 0, 1e12]
time_function = { kind = "ricker", frequency = 0.5 }
[[receivers]]
positions = [[3000, 3000, 0]]
[time]
duration = 3
[solver]
method = "dg"
"""
    (folder / "basin.toml").write_text("[domain]\n" + "\n".join(limits) + "\n" + block(text, "toml") + rock + shaken)
    told = unda.call("plan", "basin.toml", "--set", "solver.dg.absorbing_elements=0", cwd=folder).expect(0).out
    assert "vp 2500 to 4500" in told and "tetrahedra of" in told, told


def velocity_grid(unda, folder):
    text = section("I have a velocity grid")
    subprocess.run(["/usr/bin/python3", "-c", block(text, "python")], cwd=folder, check=True)
    scenario = with_tables(QUICKSTART.read_text(), block(text, "toml"))
    (folder / "gradient.toml").write_text(scenario)
    raw = re.search(r"`(vp = \{ file = \"vp.bin\", shape = \[61, 121\] \})`", text)[1]
    (folder / "raw.toml").write_text(scenario.replace('vp = "vp.npy"', raw))
    quick = ["--set", "output.plots=false", "--set", "time.duration=0.5"]
    for name in ("gradient", "raw"):
        unda.call("run", f"{name}.toml", *quick, cwd=folder).expect(0)
    traces = []
    for name in ("gradient", "raw"):
        with h5py.File(folder / "results" / name / "traces.h5") as file:
            traces.append(file["receivers/well/pressure"][:])
    assert np.abs(traces[0]).max() > 0 and np.array_equal(*traces), "the raw samples are not those of the .npy file"
    wrong = unda.call("check", "gradient.toml", "--set", "model.spacing=[25, 25]", cwd=folder).expect(2)
    assert "model.origin: the samples reach from z = 0 to 1500 (61 samples), the domain from -1500 to 0" in wrong.err, wrong


def cmt_and_stations(unda, folder):
    unda.call("init", "my.toml", "--dim", 3, cwd=folder).expect(0)
    tables = block(section("I have a CMT and stations"), "toml")
    (folder / "my.toml").write_text(with_tables((folder / "my.toml").read_text(), tables))
    (folder / "CMTSOLUTION").write_text(CMTSOLUTION)
    (folder / "STATIONS").write_text(STATIONS)
    outcome = unda.call("run", "my.toml", *set_to("output.plots=false", "time.duration=25"), cwd=folder).expect(0)
    assert "warning" not in outcome.out + outcome.err, outcome
    with h5py.File(folder / "results/my/traces.h5") as file:
        group = file["receivers/network"]
        assert list(group["label"].asstr()[:]) == ["AA.NEAR", "AA.FAR"]
        assert np.abs(group["velocity"][:]).max(axis=(1, 2)).min() > 0, "a station stayed silent"


def a_run_that_blows_up(unda, folder):
    text = section("My run blew up")
    setting = re.search(r"--set (\S+)`", text)[1]
    outcome = unda.call("run", QUICKSTART, "--set", setting, "--out", "result", cwd=folder).expect(1)
    told = " ".join(outcome.err.split())
    for words in re.findall(r"unda: (unstable: .*?)\. Largest|(Likely cause: .*?)\. Traces", " ".join(text.split())):
        for piece in "".join(words).split(" ... "):
            assert piece in told, (piece, outcome)
    assert "likely to blow up" in outcome.out + outcome.err, outcome
    assert '"status": "stopped"' in (folder / "result/report.json").read_text()


def hills_and_depths(unda, folder):
    """Topography, the points below it and conditions of a part of a face, as three sections print them, in one scenario."""
    np.save(folder / "hill.npy", 100 * np.exp(-((np.arange(0, 3001, 25.0) - 1500) ** 2) / 9e4))
    tables = block(section("Spectral elements, and topography"), "toml") + block(section("On a hill, and below it"), "toml")
    tables += block(section("A face of several kinds"), "toml")
    (folder / "hill.toml").write_text(with_tables(with_tables(QUICKSTART.read_text(), tables), SOLID))
    told = unda.call("run", "hill.toml", "--set", "output.plots=false", "--set", "time.duration=0.6", cwd=folder).expect(0).out
    assert "following the topography" in told, told
    planned = unda.call("plan", "hill.toml", cwd=folder).expect(0).out
    assert 'patches      rigid on 6 faces of elements on "top"' in planned, planned
    with h5py.File(folder / "results/hill/traces.h5") as file:
        group = file["receivers/surface"]
        assert group["position"][:, 1].max() > 95 and (group["depth"][:] == 0).all(), group["position"][:]


def rock_and_attenuation(unda, folder):
    """The tables of anisotropy and attenuation, and the line of the plan that the guide prints."""
    rock = block(section("Anisotropic rock"), "toml")
    (folder / "rock.toml").write_text(with_tables(QUICKSTART.read_text(), rock))
    told = unda.call("plan", "rock.toml", "--set", "solver.method=sem", "--set", "mesh.spacing=100", cwd=folder).expect(0).out
    assert "vp 2000 to 3" in told, told
    text = section("Attenuation")
    table = indented(text)
    (folder / "q.toml").write_text(with_tables(QUICKSTART.read_text(), table))
    told = unda.call("plan", "q.toml", "--set", "source.time_function.frequency=2.8", "--set", "mesh.max_frequency=7", cwd=folder).expect(0).out
    printed = re.search(r"^    (attenuation  .*) \.\.\.$", text, re.MULTILINE)[1]
    assert printed in told, (printed, told)


def many_shots(unda, folder):
    """The shots and the commands of the section; the other directory that it compares with is another run of them."""
    text = section("Many shots")
    table = indented(text)
    one = table.split("[[shot]]\n")[1].rstrip()
    both = "".join(f"[[shot]]\n{one.replace('west', name).replace('200', x)}\n" for name, x in (("west", "200"), ("east", "2800")))
    scenario = re.sub(r"^\[\[source\]\].*?(?=^\[)", "", QUICKSTART.read_text(), flags=re.MULTILINE | re.DOTALL)
    (folder / "FILE.toml").write_text(scenario + both)
    quick = ["--set", "output.plots=false", "--set", "mesh.max_frequency=20", "--set", "time.duration=0.5"]
    for out in ("FILE", "OTHER"):
        unda.call("run", "FILE.toml", "--out", f"results/{out}", *quick, cwd=folder).expect(0)
    said = done_as_printed(unda, folder, text)
    assert "2 of 2 shots done" in said[0] and (folder / "survey.sgy").stat().st_size > 0, said
    assert list((folder / "results/FILE/plots").glob("*shots*.png")), "no picture of all shots"


def to_trust_a_result(unda, folder):
    """The table that the section prints; of the smallest misfits, which are rounding, half is as good."""
    text = section("I want to know whether to trust a result")
    said = " ".join(done_as_printed(unda, folder, text)[0].split())
    for pair, worst, median, rest in re.findall(r"^    (fd\S* against .*?)  +(\S+) +(\S+) +(within .*)$", text, re.MULTILINE):
        found = re.search(re.escape(pair) + r" (\S+) (\S+) " + re.escape(" ".join(rest.split())), said)
        assert found, (pair, said)
        for printed, now in zip((worst, median), found.groups()):
            assert 0.98 < float(now) / float(printed) < 1.02 or abs(float(now) - float(printed)) < 5e-5, (pair, printed, now)
    assert re.search(r"^    (The seismograms .*)$", text, re.MULTILINE)[1] in said, said


def exact_seismograms(unda, folder):
    """LOH.1 without a mesh; the run that it is compared with has its own test."""
    done_as_printed(unda, folder, section("Exact seismograms of layered models"), leave_out=["run", "compare"])
    with h5py.File(folder / "results/loh1-reference/traces.h5") as file:
        assert all(len(group["label"]) for group in file["receivers"].values())


def a_finite_fault_and_its_measures(unda, folder):
    """The source of one section in the example's earth, and the command of the next on what it shook."""
    (folder / "rupture.srf").write_bytes((ROOT / "examples/fault.srf").read_bytes())
    (folder / "quake.toml").write_text(with_tables((ROOT / "examples/fault.toml").read_text(), block(section("I have a finite fault"), "toml")))
    small = set_to("mesh.spacing=3500", "time.duration=7", "output.surface.interval=1", "output.surface.spacing=3000", "output.plots=false")
    told = unda.call("run", "quake.toml", *small, cwd=folder).expect(0).out
    assert re.search(r"rupture\.srf: SRF .*: \d+ points that slip", told), told
    planned = unda.call("plan", "quake.toml", *small, cwd=folder).expect(0).out
    assert re.search(r"faults +\d+ points.* N m", planned), planned
    for method, kept in (("sem", r"(\d+ of )?200"), ("dg", "200")):
        planned = unda.call("plan", "quake.toml", *small, *set_to(f"solver.method={method}", "mesh.spacing=9000"), cwd=folder).expect(0).out
        assert re.search(rf"sources +{kept} kept at a time, about [\d.]+ MB", planned), planned
    done_as_printed(unda, folder, section("I want PGA, response spectra and the like"))
    rows = (folder / "results/quake/measures.csv").read_text().splitlines()
    assert len(rows) > 33 * 43 and "rotd50" in "".join(rows).lower(), rows[:3]
    assert list((folder / "results/quake/plots").glob("*measures*.png"))


def spacings_and_orders(unda, folder):
    """Rows of the two tables, those that take no more than a second or two: grid, steps, misfits."""
    text = section("Choosing max_frequency, spacing and order")

    def misfits(change):
        unda.call("run", QUICKSTART, "--out", "result", "--overwrite", *set_to(change, "output.plots=false"), cwd=folder).expect(0)
        report = json.loads((folder / "result/report.json").read_text())
        return report, (report["closed_form"]["misfit"], report["closed_form"]["worst_misfit"])

    def as_printed(found, printed):
        assert all(abs(now / float(then) - 1) < 0.06 for now, then in zip(found, printed)), (found, printed)  # two digits

    by_order = {row[0]: row[1:] for row in re.findall(r"^\| (\d+) \| ([\d.]+) \| (\d+) x (\d+) \| (\d+) \| ([\d.]+) \| ([\d.]+) \|$", text, re.MULTILINE)}
    assert set(by_order) == {"2", "4", "6", "8", "12", "16"}, by_order
    for order in ("8", "16"):
        points, nx, nz, steps, *printed = by_order[order]
        report, found = misfits(f"solver.fd.order={order}")
        assert report["mesh"].startswith(f"{nx} x {nz} points") and report["steps"] == int(steps), report
        assert abs(report["points_per_shortest_wavelength"] - float(points)) < 0.06, report
        as_printed(found, printed)
    by_spacing = {row[0]: row[1:] for row in re.findall(r"^\| (\d+) \| [\d.]+ \| ([\d.]+) \| ([\d.]+) \|$", text, re.MULTILINE)}
    assert set(by_spacing) == {"12", "8", "6", "4"}, by_spacing
    for spacing in ("12", "6"):
        as_printed(misfits(f"mesh.spacing={spacing}")[1], by_spacing[spacing])


def edges_by_default(unda, folder):
    """The column of keys and defaults, as plans tell them."""
    text = section("Absorbing edges")
    unda.call("init", "my.toml", "--dim", 3, cwd=folder).expect(0)
    one_rock = ("model.layer[0].vp=3500", "model.layer[0].vs=2000")
    softer = ("model.layer[0].vp=1750", "model.layer[0].vs=1000")
    for method, key, told, what, *ground in (
        ("fd", "solver.fd.absorbing_points", "12 points at order 8", "absorbing layers of 12 points"),
        ("sem", "solver.sem.absorbing_elements", "2 at degree 4", "absorbing layers of 2 elements"),
        ("dg", "solver.dg.absorbing_elements", "4 boxes at order 5 in one rock", "absorbing layers of 4 boxes", *one_rock),
        ("dg", "solver.dg.absorbing_elements", ".*, 5 under a layer half as fast", "absorbing layers of 5 boxes", *softer),
        ("dg", "solver.dg.absorbing_elements", ".* or at order 4 ", "absorbing layers of 5 boxes", "solver.dg.order=4", *one_rock),
    ):
        assert re.search(rf"`{key}`, {told}", text), (method, told)
        changes = set_to(f"solver.method={method}", *ground)
        planned = unda.call("plan", "my.toml", *changes, cwd=folder).expect(0).out
        assert what in planned, planned
        other = unda.call("plan", "my.toml", *changes, *set_to(f"{key}=1"), cwd=folder).expect(0).out
        assert what not in other, other


def a_movie_of_the_surface(unda, folder):
    unda.call("init", "my.toml", "--dim", 3, cwd=folder).expect(0)
    (folder / "my.toml").write_text(with_tables((folder / "my.toml").read_text(), block(section("Motion at the surface"), "toml")))
    quick = set_to("time.duration=0.3", "mesh.spacing=100", "output.plots=false")
    assert re.search(r"surface +\d+ x \d+ points, 7 pictures", unda.call("plan", "my.toml", *quick, cwd=folder).expect(0).out)
    unda.call("run", "my.toml", *quick, cwd=folder).expect(0)
    files = {path.name for path in (folder / "results/my/surface").iterdir()}
    assert {"surface_000006.vtkhdf", "mesh.vtkhdf", "surface.vtkhdf.series", "index.json"} <= files, files


def pictures(unda, folder):
    """All twelve commands, of runs over the first tenths of a second on coarse grids."""
    quick = set_to("time.duration=0.6", "mesh.max_frequency=12")
    done_as_printed(unda, folder, "    ./unda run examples/quickstart.toml\n", shorter=quick)
    done_as_printed(unda, folder, section("Pictures"), shorter=quick)
    drawn = {path.stem for path in folder.rglob("*.png")}
    wanted = {"well_pressure", "streamer_pressure", "overview", "streamer_pressure_section", "snapshots_pressure", "snapshot_000003_pressure",
              "well_pressure_overlay", "coarse_well_pressure_misfit"}
    assert wanted <= drawn, sorted(drawn)


def hexahedra(unda, folder):
    """The tables of the section, on a mesh that the program writes of layers."""
    unda.call("init", "my.toml", "--dim", 3, cwd=folder).expect(0)
    unda.call("mesh", "my.toml", "-o", "basin.msh", *set_to("solver.method=sem", "mesh.spacing=250"), cwd=folder).expect(0)
    mesh = (folder / "basin.msh").read_bytes()
    (folder / "basin.msh").write_bytes(mesh.replace(b'"medium1"', b'"basin"').replace(b'"medium2"', b'"rock"'))
    rock = '[[model.region]]\nname = "rock"\nvp = 4500.0\nvs = 2600.0\nrho = 2600.0\n'
    tables = block(section("Hexahedra from Gmsh: spectral elements"), "toml").replace("[solver]", rock + "[solver]")
    (folder / "hexahedra.toml").write_text(with_tables((folder / "my.toml").read_text(), tables))
    told = unda.call("run", "hexahedra.toml", *set_to("output.plots=false", "time.duration=0.2"), cwd=folder).expect(0).out
    assert "basin.msh" in told or "elements" in told, told
    wrong = unda.call("plan", "hexahedra.toml", *set_to("solver.device=debug"), cwd=folder).expect(2)
    assert "solver.device" in wrong.err, wrong


def a_chunk(unda, folder):
    """The scenario that the section prints, smaller and shorter."""
    (folder / "bolivia_cmt.txt").write_bytes((ROOT / "examples/bolivia_cmt.txt").read_bytes())
    rest = '[time]\nduration = 100\nsample_interval = 2\n[mesh]\nmax_frequency = 0.01\n[solver]\nmethod = "sem"\n[output]\nplots = false\n'
    (folder / "chunk.toml").write_text(block(section("A chunk of the earth"), "toml") + rest)
    planned = unda.call("plan", "chunk.toml", cwd=folder).expect(0).out
    assert "doubling" in planned and "shortest period" in planned, planned
    small = set_to("domain.width=[12, 12]", "domain.depth=900e3", "time.duration=30")
    unda.call("run", "chunk.toml", *small, cwd=folder).expect(0)
    with h5py.File(folder / "results/chunk/traces.h5") as file:
        group = next(iter(file["receivers"].values()))
        assert "displacement" in group and abs(group["latitude"][0] + 18.848) < 1e-6, list(group)


def exit_codes(unda, folder):
    """The messages of the section by the changes that they name; a run that is interrupted ends with 1."""
    text = section("Exit codes")
    for change, words in re.findall(r"^    unda: --set (\S+?(?:=\[.*?\]|=\S+?)): (.*)$", text, re.MULTILINE):
        wrong = unda.call("run", QUICKSTART, *set_to(change), cwd=folder).expect(2)
        if "built without GPU support" not in words or "built without GPU support" in wrong.err:
            assert words in wrong.err, (change, words, wrong)
        assert not (folder / "results").exists(), "something was written"
    assert len(re.findall(r"^    unda: --set ", text, re.MULTILINE)) == 3


if __name__ == "__main__":
    main(velocity_grid, cmt_and_stations, a_run_that_blows_up, first_steps, results_read_compared_and_exported, snapshots_read, a_basin_by_gmsh,
         hills_and_depths, rock_and_attenuation, many_shots, to_trust_a_result, exact_seismograms, a_finite_fault_and_its_measures, spacings_and_orders,
         edges_by_default, a_movie_of_the_surface, pictures, hexahedra, a_chunk, exit_codes)  # fmt: skip
