"""Ranks on devices: the bits of one rank on the CPU, whether messages go through staging memory or straight from the device.

The device "debug" has memory of its own that the host cannot touch by mistake. Where there is a GPU all ranks share it.
"""

import json

import numpy as np

from support import devices, main
from support.bits import same_bits
from support.elements import ATTENUATING as DISSIPATIVE
from support.elements import FLUID, same_traces, write_case
from support.tetrahedra import ATTENUATING, THIN
from support.tetrahedra import write as write_tetrahedra
from support.waves import FLUID_1D, HEAD, PERIODIC_3D, SOLID_2D, write_grids


def compare(unda, folder, text, cuts, messages=("staged",), **values):
    values = {"precision": "single", "physics": "auto", "order": 8, "duration": 0.15, **values}
    (folder / "case.toml").write_text(text + HEAD.format(**values))
    unda.call("run", "case.toml", "--out", "one", "--overwrite", "--set", "solver.device=cpu", cwd=folder).expect(0)
    for device in devices(unda):
        for way in messages if device == "debug" else ("staged",):
            for cut in cuts:
                given = [] if isinstance(cut, int) else ["--set", f"parallel.ranks={list(cut)}"]
                unda.call("run", "case.toml", "--out", "many", "--overwrite", "--set", f"solver.device={device}", *given,
                          cwd=folder, ranks=int(np.prod(cut)), variables={"UNDA_DEVICE_MESSAGES": way}).expect(0)
                same_bits(folder / "one" / "traces.h5", folder / "many" / "traces.h5")


def one_dimension(unda, folder):
    compare(unda, folder, FLUID_1D, (2,), spacing=5, messages=("staged", "direct"))
    compare(unda, folder, FLUID_1D, (3,), spacing=5, physics="acoustic_second_order", precision="double")


def two_dimensions(unda, folder):
    compare(unda, folder, SOLID_2D, (4, (2, 1)), spacing=12.5, duration=0.1)


def three_dimensions(unda, folder):
    write_grids(folder)
    solid = PERIODIC_3D.format(vs='"vs.npy"', rho='"rho.npy"')
    smooth = PERIODIC_3D.format(vs=0, rho='"smooth.npy"')
    even = PERIODIC_3D.format(vs=0, rho=2000)
    compare(unda, folder, solid, ((2, 1, 2),), spacing=16, duration=0.08)
    compare(unda, folder, smooth, (4,), spacing=18, duration=0.08, order=4, messages=("direct",))
    compare(unda, folder, even, ((1, 2, 1),), spacing=14, duration=0.08, order=4, physics="acoustic_second_order")


def spectral_elements(unda, folder):
    """Shared points are packed on the device; sums of ranks differ by rounding."""
    for case, cuts in (({}, ((2, 2),)), ({"model": FLUID, "recorded": '["pressure"]'}, ((1, 2),)),
                       ({"model": DISSIPATIVE, "recorded": '["velocity", "stress"]'}, ((2, 2),)),
                       ({"dim": 3, "spacing": 50, "frequency": 6, "duration": 0.04, "hill": True}, ((1, 2, 2),))):  # fmt: skip
        write_case(folder, **case)
        unda.call("run", "case.toml", "--out", "one", "--overwrite", "--set", "solver.device=cpu", cwd=folder).expect(0)
        for device in devices(unda):
            for cut in cuts:
                given = ["--set", f"solver.device={device}", "--set", f"parallel.ranks={list(cut)}"]
                ranks = int(np.prod(cut))
                for way in ("staged", "direct") if device == "debug" and cut == cuts[0] else ("staged",):
                    unda.call("run", "case.toml", "--out", way, "--overwrite", *given, cwd=folder, ranks=ranks,
                              variables={"UNDA_DEVICE_MESSAGES": way}).expect(0)
                    same_traces(folder / "one", folder / way)
                    same_bits(folder / "staged" / "traces.h5", folder / way / "traces.h5")
    for device in devices(unda):
        for mode in ("overlap", "nosend"):
            done = unda.call("bench", "case.toml", "--steps", "2", "--comm", mode, "--json", "--set", f"solver.device={device}", "--set",
                             "parallel.ranks=[1, 2, 1]", cwd=folder, ranks=2)
            found = json.loads(done.expect(0).out.splitlines()[-1])
            assert (found["bytes_sent_per_step"] > 0) == (mode == "overlap"), found
            assert "outer to inner elements up to" in found["remarks"]["ranks"], found


def discontinuous_galerkin(unda, folder):
    """Traces of faces are packed on the device: the bits of one rank there, and those of the CPU but for rounding."""
    write_tetrahedra(folder, duration=0.06, sides='west = "periodic"\neast = "periodic"\n')
    quick = ["--set", "solver.dg.absorbing_elements=1", "--set", "source.time_function={ kind = 'ricker', frequency = 8, delay = 0.05 }"]
    for device in devices(unda):
        unda.call("run", "case.toml", "--out", "one", "--overwrite", "--set", f"solver.device={device}", *quick, cwd=folder).expect(0)
        for ranks in (2, 3):
            for way in ("staged", "direct") if device == "debug" and ranks == 2 else ("staged",):
                unda.call("run", "case.toml", "--out", "many", "--overwrite", "--set", f"solver.device={device}", *quick, cwd=folder, ranks=ranks,
                          variables={"UNDA_DEVICE_MESSAGES": way}).expect(0)
                same_bits(folder / "one" / "traces.h5", folder / "many" / "traces.h5")
        for mode in ("blocking", "off"):
            done = unda.call("bench", "case.toml", "--steps", "2", "--comm", mode, "--json", "--set", f"solver.device={device}", *quick, cwd=folder, ranks=2)
            found = json.loads(done.expect(0).out.splitlines()[-1])
            assert (found["bytes_sent_per_step"] > 0) == (mode == "blocking"), found
            assert "outer to inner elements up to" in found["remarks"]["ranks"], found
            assert abs(found["memory_bytes"] / found["allocated_bytes"] - 1) < 0.05, found


def attenuation(unda, folder):
    """Elements with memory variables beside others, on either side of cuts, with one step for all and with local ones: the bits of one rank."""
    quick = ["--set", "solver.dg.absorbing_elements=0", "--set", "solver.dg.order=2", "--set",
             "source.time_function={ kind = 'ricker', frequency = 8, delay = 0.05 }"]  # fmt: skip
    for model, duration, stepping in ((ATTENUATING, 0.06, "global"), (THIN, 0.12, "local")):
        write_tetrahedra(folder, model=model, duration=duration)
        for device in devices(unda):
            given = ["--overwrite", "--set", f"solver.device={device}", "--set", f"solver.dg.time_stepping={stepping}", *quick]
            unda.call("run", "case.toml", "--out", "one", *given, cwd=folder).expect(0)
            for ranks in (2, 3):
                unda.call("run", "case.toml", "--out", "many", *given, cwd=folder, ranks=ranks).expect(0)
                same_bits(folder / "one" / "traces.h5", folder / "many" / "traces.h5")


def modes(unda, folder):
    """Sending later changes nothing; a way of sending that is none is refused."""
    (folder / "case.toml").write_text(
        SOLID_2D + HEAD.format(precision="single", physics="auto", order=8, duration=0.1, spacing=12.5))
    for device in devices(unda):
        for mode in ("blocking", "nosend", "off"):
            unda.call("bench", "case.toml", "--steps", "3", "--comm", mode, "--set", f"solver.device={device}", cwd=folder,
                      ranks=2).expect(0)
    outcome = unda.call("run", "case.toml", "--set", "solver.device=debug", cwd=folder, ranks=2,
                        variables={"UNDA_DEVICE_MESSAGES": "quick"}).expect(2)
    assert "UNDA_DEVICE_MESSAGES" in outcome.err and '"staged"' in outcome.err, outcome


main(one_dimension, two_dimensions, three_dimensions, spectral_elements, discontinuous_galerkin, attenuation, modes)
