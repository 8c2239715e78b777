"""Spectral elements on any hexahedra from the command line: what plan tells, threads, restart, depths, the mesh written and read again,
and what is refused."""

import numpy as np

from support import main
from support.again import goes_on
from support.bits import arrays, same_bits
from support.hexahedra import hexahedra, write, write_mesh


def plan_tells(unda, folder):
    write(folder)
    outcome = unda.call("plan", "case.toml", cwd=folder).expect(0)
    assert "180 hexahedra of" in outcome.out and "absorbing faces take waves that meet them straight on" in outcome.out, outcome
    assert "points per shortest wavelength" in outcome.out, outcome


def threads_and_restart(unda, folder):
    write(folder, water="qp = 100\n", rock="qp = 60\nqs = 40\n")
    given = ["--set", 'output.snapshots.quantities=["velocity"]']
    unda.call("run", "case.toml", "--out", "one", *given, cwd=folder).expect(0)
    unda.call("run", "case.toml", "--out", "two", *given, cwd=folder, threads=2).expect(0)
    same_bits(folder / "one" / "traces.h5", folder / "two" / "traces.h5")
    goes_on(unda, folder, "one", *given)


def mesh_written_and_read(unda, folder):
    write(folder)
    unda.call("run", "case.toml", "--out", "one", cwd=folder).expect(0)
    unda.call("mesh", "case.toml", "-o", "again.msh", cwd=folder).expect(0)
    unda.call("run", "case.toml", "--out", "two", "--set", "mesh.file=again.msh", cwd=folder).expect(0)
    a, b = arrays(folder / "one" / "traces.h5"), arrays(folder / "two" / "traces.h5")
    for name in a:
        assert np.abs(a[name] - b[name]).max() <= 1e-5 * np.abs(a[name]).max(), name


def depths(unda, folder):
    """From the surface of the mesh, which is flat here."""
    write(folder)
    text = (folder / "case.toml").read_text()
    by_depth = text.replace("[[400, 400, -300], [1013.7, 817.3, -400], [231.7, 500, -700]]",
                            "[[400, 400], [1013.7, 817.3], [231.7, 500]]\ndepth = 400")  # fmt: skip
    by_height = text.replace("[[400, 400, -300], [1013.7, 817.3, -400], [231.7, 500, -700]]",
                             "[[400, 400, -400], [1013.7, 817.3, -400], [231.7, 500, -400]]")  # fmt: skip
    for name, scenario in (("depth", by_depth), ("height", by_height)):
        (folder / "case.toml").write_text(scenario)
        unda.call("run", "case.toml", "--out", name, cwd=folder).expect(0)
    a, b = arrays(folder / "depth" / "traces.h5"), arrays(folder / "height" / "traces.h5")
    for name in a:
        if name in b and "depth" not in name:
            assert np.abs(a[name] - b[name]).max() <= 1e-4 * max(1e-30, np.abs(b[name]).max()), name


def refusals(unda, folder):
    write(folder)

    def refused(words, *given):
        outcome = unda.call("plan", "case.toml", *given, cwd=folder).expect(2)
        for word in words:
            assert word in outcome.err, outcome

    refused(["solver.device", "host"], "--set", "solver.device=debug")
    refused(["solver.sem.absorbing_elements", "dg"], "--set", "solver.sem.absorbing_elements=2")
    refused(["boundary.west", "periodic"], "--set", "boundary.west=periodic", "--set", "boundary.east=periodic")
    refused(["parallel.ranks", "METIS"], "--set", "parallel.ranks=[1, 1, 1]")
    nodes, elements = hexahedra()
    write_mesh(folder / "case.msh", nodes, elements[1:] + [(elements[0][0], 7)])
    refused(["model.region", "7"])
    inverted = nodes.copy()
    inside = np.flatnonzero((np.abs(nodes[:, 0] - 600) < 150) & (np.abs(nodes[:, 1] - 500) < 150) & (np.abs(nodes[:, 2] + 450) < 100))[0]
    inverted[inside] += (350, 0, 0)
    write_mesh(folder / "case.msh", inverted, elements)
    refused(["case.msh", "inverted"])
    write_mesh(folder / "case.msh", nodes, [(corners[:4], group) for corners, group in elements], kind=4)
    refused(["mesh.file", "tetrahedra", "dg"])
    # An element between water and rock, by layers whose interface no face follows.
    write_mesh(folder / "case.msh", nodes, elements)
    layers = ('[model]\nkind = "layers"\n[[model.layer]]\ntop = 0\nvp = 1500\nvs = 0\nrho = 1000\n'
              "[[model.layer]]\ntop = -333\nvp = 2800\nvs = 1600\nrho = 2200\n")  # fmt: skip
    text = (folder / "case.toml").read_text()
    start, end = text.index("[model]"), text.index("[[source]]")
    (folder / "case.toml").write_text(text[:start] + layers + text[end:])
    refused(["mesh.file", "partly fluid"])


main(plan_tells, threads_and_restart, mesh_written_and_read, depths, refusals)
