"""Discontinuous Galerkin on several ranks: the same traces as on one, whatever the cuts; all ways of communicating."""

import json
import re

from support import main
from support.again import ways_of_communicating
from support.bits import same_bits
from support.tetrahedra import REGIONS, THIN, write

PERIODIC = 'west = "periodic"\neast = "periodic"\n'


def same_traces(unda, folder):
    write(folder, sides=PERIODIC)
    for precision, ranks in (("single", (2, 3, 4)), ("double", (3,))):
        given = ["--set", f"solver.precision={precision}", "--set", "solver.dg.absorbing_elements=1"]
        unda.call("run", "case.toml", "--out", "one", "--overwrite", *given, cwd=folder).expect(0)
        for n in ranks:
            unda.call("run", "case.toml", "--out", "many", "--overwrite", *given, cwd=folder, ranks=n).expect(0)
            same_bits(folder / "one" / "traces.h5", folder / "many" / "traces.h5")
            assert json.loads((folder / "many" / "report.json").read_text())["ranks"] == n


def same_traces_with_local_steps(unda, folder):
    """Clusters cut by ranks anywhere, with layers, a fluid and attenuation."""
    write(folder, model=THIN, duration=0.3)
    given = ["--set", "solver.dg.time_stepping=local", "--set", "solver.dg.absorbing_elements=1"]
    outcome = unda.call("plan", "case.toml", *given, cwd=folder).expect(0)
    assert re.search(r"local steps +[3-9] clusters", outcome.out), outcome
    unda.call("run", "case.toml", "--out", "one", *given, cwd=folder).expect(0)
    for n in (2, 3, 4):
        unda.call("run", "case.toml", "--out", "many", "--overwrite", *given, cwd=folder, ranks=n).expect(0)
        same_bits(folder / "one" / "traces.h5", folder / "many" / "traces.h5")


def memory_is_shared(unda, folder):
    """No rank has the whole mesh beside its fields: a fourth of the elements takes little more than a fourth of the memory."""
    write(folder, mesh="spacing = 32", duration=0.01)
    peak = {}
    for ranks in (1, 4):
        peak[ranks] = unda.peaks_kib("run", "case.toml", "--out", f"on{ranks}", "--set", "solver.dg.order=3",
                                     "--set", "solver.dg.absorbing_elements=0", cwd=folder, ranks=ranks)[0]  # fmt: skip
    assert peak[4] < 0.37 * peak[1], peak


def a_mesh_file_is_read_by_one_rank(unda, folder):
    """The others get their elements: what they need beside the program grows with these, not with the mesh."""
    growth = {}
    for spacing in (200, 32):
        write(folder, "layers.toml", mesh=f"spacing = {spacing}")
        unda.call("mesh", "layers.toml", "--out", f"{spacing}.msh", cwd=folder).expect(0)
        write(folder, model=REGIONS.replace('name = "water"', "tag = 1"), mesh=f'file = "{spacing}.msh"')
        growth[spacing] = unda.peaks_kib("plan", "case.toml", "--set", "solver.dg.absorbing_elements=0", cwd=folder, ranks=4)
    whole, *parts = (large - small for large, small in zip(growth[32], growth[200]))
    assert whole > 50_000 and max(parts) < 0.5 * whole, growth


def bench_modes(unda, folder):
    write(folder, sides=PERIODIC)
    sent = ways_of_communicating(unda, folder)
    assert sent % (60 * 4) == 0, sent  # six numbers of ten face modes


def plan_tells_the_ratio(unda, folder):
    write(folder, sides=PERIODIC)
    outcome = unda.call("plan", "case.toml", cwd=folder, ranks=2).expect(0)
    assert "outer to inner elements" in outcome.out and "quality" in outcome.out, outcome


def what_does_not_fit(unda, folder):
    write(folder, sides=PERIODIC)
    outcome = unda.call("run", "case.toml", "--out", "many", "--set", "parallel.ranks=[2, 1, 1]", cwd=folder,
                        ranks=2).expect(2)
    assert outcome.err.count("unda: ") == 1 and "METIS" in outcome.err, outcome


main(same_traces, same_traces_with_local_steps, memory_is_shared, a_mesh_file_is_read_by_one_rank, bench_modes, plan_tells_the_ratio,
     what_does_not_fit)
