"""Spectral elements on a device give what they give on the CPU: in double precision but for rounding.

The device "debug" is a simulated GPU, whose memory the host cannot touch: a copy that was forgotten stops it.
Where there is a GPU the same cases run there.
"""

import json

from support import devices, main
from support.again import goes_on
from support.bits import close_snapshots
from support.elements import ATTENUATING, FLUID, LAYERS, SEA, VARYING, same_traces, write_case


def run(unda, folder, device, *more):
    return unda.call("run", "case.toml", "--out", device, "--overwrite", "--set", f"solver.device={device}", *more, cwd=folder).expect(0)


def compare(unda, folder, **case):
    write_case(folder, **case)
    run(unda, folder, "cpu")
    for device in devices(unda):
        run(unda, folder, device)
        same_traces(folder / "cpu", folder / device)
        assert json.loads((folder / device / "report.json").read_text())["device"] == device


def two_dimensions(unda, folder):
    compare(unda, folder)
    compare(unda, folder, recorded='["velocity", "acceleration", "stress"]')
    compare(unda, folder, force=True, boundary='top = "rigid"\nwest = "free"', degree=3)
    compare(unda, folder, model=FLUID, boundary='top = "free"\nbottom = "rigid"', degree=6)
    compare(unda, folder, model=FLUID, recorded='["pressure", "velocity"]')
    compare(unda, folder, boundary='west = "periodic"\neast = "periodic"', layers=0, degree=2)
    compare(unda, folder, hill=True)
    compare(unda, folder, model=SEA)
    compare(unda, folder, model=SEA, recorded='["pressure", "velocity", "stress"]', force=True, boundary="", degree=3)


def three_dimensions(unda, folder):
    compare(unda, folder, dim=3, spacing=50, frequency=6, duration=0.08)
    compare(unda, folder, dim=3, spacing=50, frequency=6, duration=0.08, model=FLUID, boundary='south = "periodic"\nnorth = "periodic"', layers=0)
    compare(unda, folder, dim=3, spacing=50, frequency=6, duration=0.08, hill=True, force=True, degree=3, layers=2)
    compare(unda, folder, dim=3, spacing=50, frequency=6, duration=0.08, model=SEA)


def attenuation(unda, folder):
    """Memory variables of elements, of points in fluids and of receivers of stress; where the ground is layered, and where it varies within elements."""
    recorded = '["velocity", "stress", "pressure"]'
    compare(unda, folder, model=ATTENUATING, recorded=recorded)
    for device in devices(unda):
        for where in ("cpu", device):
            run(unda, folder, where, "--set", "solver.precision=single")
        same_traces(folder / "cpu", folder / device, tolerance=2e-5)
    compare(unda, folder, model=VARYING, recorded=recorded, degree=3, duration=0.08)
    compare(unda, folder, dim=3, spacing=50, frequency=6, duration=0.08, model=ATTENUATING, hill=True, degree=3, layers=0, boundary='default = "free"')
    compare(unda, folder, model=FLUID + "\nqp = 30", recorded='["velocity"]', boundary='top = "free"', degree=3)
    asked_in_mid_run(unda, folder, ATTENUATING.replace("vs = 800", "vs = 0").replace("qs = 20\n", ""), 'snapshots = { interval = 0.05, quantities = ["velocity"] }\ncheckpoint = { every_steps = 20 }\n')


def snapshots_and_restart(unda, folder):
    """What the host asks for in mid-run: snapshots, checkpoints, and a start from one."""
    output = 'snapshots = { interval = 0.05, quantities = ["velocity", "stress"] }\ncheckpoint = { every_steps = 20 }\n'
    for model in (LAYERS, SEA):
        asked_in_mid_run(unda, folder, model, output)


def asked_in_mid_run(unda, folder, model, output):
    write_case(folder, model=model, output=output)
    run(unda, folder, "cpu")
    for device in devices(unda):
        run(unda, folder, device)
        close_snapshots(folder / "cpu", folder / device, 1e-6)
        goes_on(unda, folder, device, "--set", f"solver.device={device}")


def growth_is_seen(unda, folder):
    """The guard looks at the energy that the device adds up."""
    write_case(folder, duration=0.4)
    for device in devices(unda):
        outcome = unda.call("run", "case.toml", "--out", device, "--overwrite", "--set", f"solver.device={device}", "--set", "time.step=0.004",
                            cwd=folder)
        assert outcome.code in (1, 2), outcome


main(two_dimensions, three_dimensions, attenuation, snapshots_and_restart, growth_is_seen)
