"""A run on a device is the run on the CPU: the same bits.

The device "debug" is a simulated GPU, whose memory the host cannot touch: a copy that was forgotten stops it.
Where there is a GPU the same cases run there.
"""

import json

from support import devices, main
from support.again import goes_on
from support.bits import same_bits
from support.waves import FLOOR_2D, FLOOR_3D, FLUID_1D, HEAD, attenuating, PERIODIC_3D, SOLID_2D, write_grids, write_sea_floor


def compare(unda, folder, text, more="", precision="single", physics="auto", order=8, duration=0.1, spacing=12.5, sides=()):
    (folder / "case.toml").write_text(text + HEAD.format(precision=precision, physics=physics, order=order,
                                                         duration=duration, spacing=spacing) + more)
    faces = [word for face, kind in sides for word in ("--set", f"boundary.{face}={kind}")]
    for device in ("cpu", *devices(unda)):
        unda.call("run", "case.toml", "--out", device, "--overwrite", "--set", f"solver.device={device}", *faces,
                  cwd=folder).expect(0)
    for device in devices(unda):
        same_bits(folder / "cpu" / "traces.h5", folder / device / "traces.h5")
        assert json.loads((folder / device / "report.json").read_text())["device"] == device


def one_dimension(unda, folder):
    for precision in ("single", "double"):
        compare(unda, folder, FLUID_1D, spacing=5, precision=precision)
    compare(unda, folder, FLUID_1D, spacing=5, physics="acoustic_second_order", order=4)


def two_dimensions(unda, folder):
    compare(unda, folder, SOLID_2D)
    compare(unda, folder, SOLID_2D, precision="double", order=2)


def three_dimensions(unda, folder):
    write_grids(folder)
    compare(unda, folder, PERIODIC_3D.format(vs='"vs.npy"', rho='"rho.npy"'), spacing=14, duration=0.08)
    compare(unda, folder, PERIODIC_3D.format(vs=0, rho='"rho.npy"'), spacing=14, duration=0.08, order=4)
    compare(unda, folder, PERIODIC_3D.format(vs=0, rho='"smooth.npy"'), spacing=14, duration=0.08, order=2)
    compare(unda, folder, PERIODIC_3D.format(vs=0, rho=2000), spacing=14, duration=0.08, physics="acoustic_second_order")


def attenuation(unda, folder):
    """Memory variables: of a fluid, of layers with a free and a rigid face, of a grid; in absorbing layers, in checkpoints."""
    compare(unda, folder, attenuating(FLUID_1D), spacing=5)
    compare(unda, folder, attenuating(SOLID_2D), more="checkpoint = { every_steps = 20 }\n")
    for device in ("cpu", *devices(unda)):
        goes_on(unda, folder, device, "--set", f"solver.device={device}")
    write_grids(folder)
    solid = PERIODIC_3D.format(vs='"vs.npy"', rho='"rho.npy"\nqp = "qp.npy"\nqs = 30')
    compare(unda, folder, solid, spacing=20, duration=0.08)
    compare(unda, folder, solid, spacing=24, duration=0.08, order=4, precision="double", sides=[("south", "absorbing"), ("north", "absorbing")])


def no_attenuation_at_uneven_floors(unda, folder):
    write_sea_floor(folder, 2)
    (folder / "case.toml").write_text(FLOOR_2D.replace('rho = "rho.npy"', 'rho = "rho.npy"\nqp = 50\nqs = 30')
                                      + HEAD.format(precision="single", physics="auto", order=8, duration=0.1, spacing=5))
    refused = unda.call("run", "case.toml", cwd=folder).expect(2)
    assert "model.qp: finite differences have no attenuation beside a sea floor that is not level" in refused.err, refused


def layers_and_repeated_sides(unda, folder):
    """Layers all around with their edges and corners; no face at all; layers between repeated sides."""
    write_grids(folder)
    solid = PERIODIC_3D.format(vs='"vs.npy"', rho='"rho.npy"')
    fluid = PERIODIC_3D.format(vs=0, rho='"rho.npy"')
    even = PERIODIC_3D.format(vs=0, rho=2000)
    layers = [(face, "absorbing") for face in ("south", "north", "top")]
    repeated = [(face, "periodic") for face in ("west", "east", "bottom", "top")]
    for sides in (layers, repeated, repeated[:2] + layers):
        compare(unda, folder, solid, spacing=24, duration=0.05, sides=sides)
        compare(unda, folder, even, spacing=20, duration=0.05, sides=sides, physics="acoustic_second_order")
    compare(unda, folder, solid, spacing=24, duration=0.05, sides=layers[2:])
    compare(unda, folder, fluid, spacing=20, duration=0.05, sides=layers, precision="double")
    compare(unda, folder, fluid, spacing=14, duration=0.05, sides=repeated, order=4)


def uneven_sea_floors(unda, folder):
    """Fields of water and rock in the cells that the floor cuts: also in absorbing layers, beside periodic sides, in checkpoints."""
    write_sea_floor(folder, 2)
    compare(unda, folder, FLOOR_2D, spacing=5, duration=0.06, more="checkpoint = { every_steps = 20 }\n")
    for device in devices(unda):
        goes_on(unda, folder, device, "--set", f"solver.device={device}")
    compare(unda, folder, FLOOR_2D, spacing=5, order=4, precision="double", duration=0.06, sides=[("west", "rigid"), ("top", "absorbing")])
    write_sea_floor(folder, 3)
    compare(unda, folder, FLOOR_3D, spacing=10, duration=0.03)
    compare(unda, folder, FLOOR_3D, spacing=10, duration=0.03, order=4, sides=[(face, "periodic") for face in ("west", "east", "bottom", "top")])


def snapshots_and_restart(unda, folder):
    """What the host asks for in mid-run: snapshots, checkpoints, and a start from one."""
    more = "snapshots = { interval = 0.05, quantities = [\"velocity\", \"pressure\"] }\ncheckpoint = { every_steps = 20 }\n"
    compare(unda, folder, SOLID_2D, more=more)
    for device in devices(unda):
        for file in sorted((folder / "cpu" / "snapshots").glob("*.vtkhdf")):
            same_bits(file, folder / device / "snapshots" / file.name)
        goes_on(unda, folder, device, "--set", f"solver.device={device}")


def what_cannot_be(unda, folder):
    if devices(unda) != ["debug"]:
        return
    (folder / "case.toml").write_text(FLUID_1D + HEAD.format(precision="single", physics="auto", order=8, duration=0.1, spacing=5))
    outcome = unda.call("run", "case.toml", "--set", "solver.device=gpu", cwd=folder).expect(2)
    assert "solver.device" in outcome.err and '"cpu"' in outcome.err, outcome
    print("skipped on the GPU: there is none")


def timeline(unda, folder):
    """A rank that exchanges with itself: the pieces of its steps, and the bits of one that copies."""
    write_grids(folder)
    compare(unda, folder, PERIODIC_3D.format(vs=0, rho='"rho.npy"') + "[parallel]\nexchange_with_self = true\n",
            spacing=14, duration=0.08, order=4)
    for device in devices(unda):
        unda.call("bench", "case.toml", "--steps", "2", "--timeline", "timeline.json", "--set", f"solver.device={device}",
                  cwd=folder).expect(0)
        events = json.loads((folder / "timeline.json").read_text())["traceEvents"]
        names = [e["name"] for e in events]
        assert all(names.count(n) == 6 for n in ("frame", "centre", "pack", "messages", "unpack")), names
        assert all(e["dur"] >= 0 for e in events), events


main(one_dimension, two_dimensions, three_dimensions, attenuation, no_attenuation_at_uneven_floors, layers_and_repeated_sides, uneven_sea_floors, snapshots_and_restart, timeline, what_cannot_be)
