"""Attenuation by methods of elements: several ranks, a restart bit for bit, and what is refused."""

import numpy as np

from support import main
from support.again import goes_on
from support.bits import arrays, same_bits
from support.tetrahedra import ATTENUATING as EARTH
from support.tetrahedra import write

GIVEN = ["--set", "solver.dg.order=2", "--set", "solver.dg.absorbing_elements=1"]


def run(unda, folder, out, *more, **how):
    return unda.call("run", "case.toml", "--out", out, "--overwrite", *GIVEN, *more, cwd=folder, **how).expect(0)


def same_traces(unda, folder):
    write(folder, model=EARTH, sides='west = "periodic"\neast = "periodic"\n')
    for precision, ranks in (("single", (2, 3)), ("double", (3,))):
        run(unda, folder, "one", "--set", f"solver.precision={precision}")
        for n in ranks:
            run(unda, folder, "many", "--set", f"solver.precision={precision}", ranks=n)
            same_bits(folder / "one" / "traces.h5", folder / "many" / "traces.h5")
    write(folder, sides='west = "periodic"\neast = "periodic"\n')
    run(unda, folder, "elastic")
    assert (folder / "one" / "traces.h5").read_bytes() != (folder / "elastic" / "traces.h5").read_bytes()


def restart(unda, folder):
    write(folder, model=EARTH, more="checkpoint = { every_steps = 20 }\n")
    for ranks in (1, 2):
        run(unda, folder, "r", ranks=ranks)
        goes_on(unda, folder, "r", *GIVEN, ranks=ranks)  # fields and memory variables


def spectral_elements(unda, folder):
    """Their forces are sums whose order depends on the ranks. Pressures of solids have memories of their own, fluids those of points."""
    write(folder, model=EARTH, mesh="spacing = 250", more="checkpoint = { every_steps = 20 }\n")
    given = ["--set", "solver.method=sem", "--set", "solver.sem.absorbing_elements=1"]
    one, many = ({}, {})
    for ranks in (1, 3):
        unda.call("run", "case.toml", "--out", "r", "--overwrite", *given, cwd=folder, ranks=ranks).expect(0)
        goes_on(unda, folder, "r", *given, ranks=ranks)
        (one if ranks == 1 else many).update(arrays(folder / "r" / "traces.h5"))
    for name, values in one.items():
        error = np.linalg.norm(many[name] - values)
        assert error <= 2e-5 * np.linalg.norm(values), (name, error)


def refused(unda, folder, words, *given):
    outcome = unda.call("plan", "case.toml", *given, cwd=folder).expect(2)
    assert all(word in outcome.err for word in words) and outcome.err.count("unda: ") == 1, outcome


def what_does_not_fit(unda, folder):
    write(folder, model=EARTH)
    refused(unda, folder, ("model.layer[1].qs", "not less than 5"), "--set", "model.layer[1].qs=3")
    write(folder, model=EARTH + "epsilon = 0.1\n")
    refused(unda, folder, ('solver.device: "debug": discontinuous Galerkin computes anisotropic solids beside media that attenuate on the host alone',),
            "--set", "solver.device=debug")


def plan_tells(unda, folder):
    write(folder, model=EARTH)
    outcome = unda.call("plan", "case.toml", "--set", "model.attenuation.mechanisms=4", *GIVEN, cwd=folder).expect(0)
    assert "attenuation  Q from 20" in outcome.out and "by 4 mechanisms" in outcome.out, outcome


main(same_traces, restart, spectral_elements, what_does_not_fit, plan_tells)
