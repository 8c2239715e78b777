"""Sources and receivers by depth below a surface that is not flat, by spectral elements and by discontinuous Galerkin."""

import h5py
import numpy as np

from support import main

DOMAIN = """
[domain]
x = [0, 400]
{y}z = [-300, 0]
topography = {{ file = "hill.npy", origin = {origin}, spacing = {spacing} }}
[model]
kind = "layers"
[[model.layer]]
top = 100
vp = 2000
vs = 1100
rho = 2000
[[model.layer]]
top = -120
vp = 3000
vs = 1700
rho = 2300
[boundary]
top = "free"
[[source]]
kind = "explosion"
{source}
moment = 1e9
time_function = {{ kind = "ricker", frequency = 8 }}
{receivers}
[time]
duration = {duration}
sample_interval = 0.005
[mesh]
spacing = {mesh}
[solver]
method = "{method}"
precision = "double"
sem.absorbing_elements = 1
dg.absorbing_elements = 0
dg.order = {order}
[output]
plots = false
"""
LINE = '[[receivers]]\nname = "line"\n{where}\nquantities = ["velocity"]\n'


def hill(x, y=0.0):
    return 40 * np.exp(-(((x - 180) / 70) ** 2)) + 0.05 * y


def write(folder, name, dim, source, receivers, method="sem", mesh=40, duration=0.3, order=3):
    x, y = np.arange(0, 401, 20.0), np.arange(0, 201, 20.0)
    np.save(folder / "hill.npy", hill(x) if dim == 2 else hill(x[np.newaxis, :], y[:, np.newaxis]))
    (folder / name).write_text(DOMAIN.format(
        y="" if dim == 2 else "y = [0, 200]\n", origin=[0.0] * (dim - 1), spacing=[20.0] * (dim - 1), source=source, mesh=mesh,
        receivers=receivers, method=method, duration=duration, order=order))  # fmt: skip


def traces(folder, name):
    with h5py.File(folder / name / "traces.h5") as file:
        group = file["receivers/line"]
        return {key: group[key][:] for key in group if key != "label"}


def call(unda, folder, name, out, *more):
    return unda.call("run", name, "--out", out, *more, cwd=folder).expect(0)


def a_line_on_a_hill(unda, folder):
    """Heights follow the mesh; the traces are those of the same places given by z."""
    line = "line = {{ from = [30], to = [370], count = 9 }}\ndepth = {depth}"
    for depth in (0, 15):
        write(folder, "d.toml", 2, "x = 200\ndepth = 60", LINE.format(where=line.format(depth=depth)))
        call(unda, folder, "d.toml", f"d{depth}")
        found = traces(folder, f"d{depth}")
        x, z = found["position"].T
        assert np.allclose(x, np.linspace(30, 370, 9)), x
        # The curved top of the elements is not quite the straight lines between elevations.
        assert np.abs(z - (hill(x) - depth)).max() < 1.0 and (found["depth"] == depth).all(), (z, hill(x))
        with h5py.File(folder / f"d{depth}/model.h5") as file:
            source = file["source/position"][0]
        assert abs(source[1] - (hill(200) - 60)) < 1.0, source
        if depth == 0:
            continue
        places = ", ".join(f"[{a!r}, {b!r}]" for a, b in zip(x.tolist(), z.tolist()))
        write(folder, "z.toml", 2, f"position = [200, {source[1]!r}]", LINE.format(where=f"positions = [{places}]"))
        call(unda, folder, "z.toml", "z")
        same = traces(folder, "z")["velocity"]
        assert np.abs(same - found["velocity"]).max() < 1e-12 * np.abs(same).max()
    assert np.abs(traces(folder, "d0")["velocity"] - traces(folder, "d15")["velocity"]).max() > 0


def a_flat_top(unda, folder):
    """Below a flat top a depth is a z."""
    text = 'line = { from = [30], to = [370], count = 3 }\ndepth = 20'
    write(folder, "d.toml", 2, "x = 200\ndepth = 60", LINE.format(where=text), mesh=10)
    write(folder, "z.toml", 2, "position = [200, -60]",
          LINE.format(where="line = { from = [30, -20], to = [370, -20], count = 3 }"), mesh=10)  # fmt: skip
    for name in ("d", "z"):
        lines = (folder / f"{name}.toml").read_text().splitlines()
        text = "\n".join(line for line in lines if not line.startswith("topography"))
        (folder / f"{name}.toml").write_text(text)
        call(unda, folder, f"{name}.toml", name, "--set", "solver.method=fd")
    one, other = traces(folder, "d"), traces(folder, "z")
    assert np.array_equal(one["velocity"], other["velocity"]) and np.array_equal(one["position"], other["position"])


def a_grid_by_both_methods(unda, folder):
    """Each method has its own surface; what stands at one depth is compared as one place."""
    grid = "grid = { from = [40, 30], to = [360, 170], counts = [5, 3] }\ndepth = 0"
    for method, mesh in (("sem", 50), ("dg", 100)):
        write(folder, "g.toml", 3, "x = 210\ny = 90\ndepth = 120", LINE.format(where=grid), method, mesh, duration=0.25, order=5)
        outcome = call(unda, folder, "g.toml", method)
        assert "moved" not in outcome.out, outcome
        x, y, z = traces(folder, method)["position"].T
        assert np.abs(z - hill(x, y)).max() < (2 if method == "sem" else 12), (method, z - hill(x, y))
    apart = np.abs(traces(folder, "sem")["position"] - traces(folder, "dg")["position"]).max()
    assert apart > 0.1, "the test is of surfaces that differ"
    unda.call("compare", "sem", "dg", "--lowpass", 8, "--tolerance", 0.35, cwd=folder).expect(0)


def above_the_facets(unda, folder):
    """dg moves what stands on the hill, but above its flat facets, straight down, and says so."""
    height = hill(180, 100)
    on_top = LINE.format(where=f"positions = [[180, 100, {height!r}], [40, 30, -20]]")
    write(folder, "t.toml", 3, "position = [210, 90, -100]", on_top, "dg", 100, duration=0.02)
    outcome = call(unda, folder, "t.toml", "t")
    assert "1 source or receivers stand above the flat facets" in outcome.out + outcome.err, outcome
    found = traces(folder, "t")
    down = found["moved_down"]
    assert 1 < down[0] < 35 and down[1] == 0 and found["position"][0, 2] == height, found
    # By depth the same place, in the same words of the method.
    same = LINE.format(where="positions = [[180, 100]]\ndepth = 0")
    write(folder, "s.toml", 3, "position = [210, 90, -100]", same, "dg", 100, duration=0.02)
    call(unda, folder, "s.toml", "s")
    by_depth = traces(folder, "s")
    assert abs(by_depth["position"][0, 2] - (height - down[0])) < 1e-9
    assert np.allclose(by_depth["velocity"][0], found["velocity"][0], rtol=0, atol=1e-9 * np.abs(found["velocity"]).max())


def a_mesh_from_a_file(unda, folder):
    """Depths count from the mesh of a file as from the boxes it came from; several ranks place alike."""
    places = LINE.format(where="positions = [[180, 100], [70, 30], [333, 181]]\ndepth = 5")
    write(folder, "b.toml", 3, "x = 210\ny = 90\ndepth = 120", places, "dg", 100, duration=0.1)
    unda.call("mesh", "b.toml", "-o", "own.msh", cwd=folder).expect(0)
    call(unda, folder, "b.toml", "boxes")
    lines = (folder / "b.toml").read_text().splitlines()
    (folder / "f.toml").write_text("\n".join(line for line in lines if not line.startswith("topography")))
    refusal = unda.call("check", "f.toml", "--set", "mesh.file=own.msh", cwd=folder).expect(2).err
    highest = refusal.split(" z = -300 to ")[1].split(",")[0]
    call(unda, folder, "f.toml", "file", "--set", "mesh.file=own.msh", "--set", f"domain.z=[-300, {highest}]")
    unda.call("run", "b.toml", "--out", "ranks", cwd=folder, ranks=2).expect(0)
    one = traces(folder, "boxes")
    for name in ("file", "ranks"):
        other = traces(folder, name)
        assert np.allclose(one["position"], other["position"], rtol=0, atol=1e-6), (name, other["position"])
        assert np.abs(one["velocity"] - other["velocity"]).max() < 1e-6 * np.abs(one["velocity"]).max(), name
    outcome = unda.call("export", "boxes", "--format", "csv", "-o", "csv", cwd=folder).expect(0)
    assert "not known" not in outcome.out, outcome
    outcome = unda.call("verify", "b.toml", "--methods", "sem,dg", "--out", "v", "--tolerance", 1, cwd=folder)
    assert "sem against dg" in outcome.out, f"{outcome}\nreceivers of one depth were not taken for the same"


def refused(unda, folder):
    depth0 = "line = {{ from = {0}, to = {1}, count = 3 }}\ndepth = 0"
    for dim, method, source, where, words in [
        (2, "sem", "x = 200\ndepth = 400", "positions = [[30]]\ndepth = 0", "source.depth: a depth of 400 m is z = -3"),
        (2, "sem", "x = 200\ndepth = 60", "positions = [[30]]\ndepth = 400", "receivers.depth: receiver 1: a depth of 400 m"),
        (2, "sem", "x = 200\ndepth = 60", "positions = [[30, 0]]\ndepth = 0", "must be an array of points, each an array [x]"),
        (2, "sem", "x = 200\ndepth = 60", depth0.format([30, 0], [60, 0]), "line.from: found [30, 0] (2 entries)"),
        (2, "sem", "x = 200\ndepth = 60", "positions = [[30]]\ndepth = -1", "receivers.depth: found -1"),
        (2, "sem", "x = 200\ndepth = 60", "positions = [[180, 45]]", "z = 45 lies above the surface, which is at z = 40"),
        (2, "fd", "x = 200\ndepth = 60", "positions = [[30]]\ndepth = 0", 'methods that follow topography: sem, dg (solver.method = "sem")'),
        (3, "dg", "position = [200, 90, -60]", "positions = [[180, 100, 50]]", "z = 50 lies above the surface"),
    ]:  # fmt: skip
        write(folder, "w.toml", dim, source, LINE.format(where=where), method)
        outcome = unda.call("check", "w.toml", cwd=folder).expect(2)
        assert words in outcome.err, f"{outcome}\nexpected: {words}"
    # A mesh that does not know of the hill.
    write(folder, "w.toml", 3, "position = [200, 90, -100]", LINE.format(where="positions = [[180, 100, 190]]"), "dg", 400)
    x, y = np.arange(0, 401, 20.0), np.arange(0, 201, 20.0)
    np.save(folder / "steep.npy", 5 * hill(x[np.newaxis, :], 0 * y[:, np.newaxis]))
    outcome = unda.call("check", "w.toml", "--set", "domain.topography.file=steep.npy", cwd=folder).expect(2)
    assert "m above the flat facets of the mesh" in outcome.err and "quarter of a facet's edge" in outcome.err, outcome


if __name__ == "__main__":
    main(a_line_on_a_hill, a_flat_top, a_grid_by_both_methods, above_the_facets, a_mesh_from_a_file, refused)
