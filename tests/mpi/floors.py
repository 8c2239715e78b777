"""Sea floors that are not level, on several ranks and devices: the bits of one rank on the CPU.

Cuts across every axis, through the floor; receivers and the source beside it.
"""

import numpy as np

from support import devices, main
from support.bits import same_bits
from support.waves import FLOOR_2D, FLOOR_3D, HEAD, write_sea_floor


def compare(unda, folder, text, cuts, **values):
    values = {"precision": "single", "physics": "auto", "order": 8, "duration": 0.07, **values}
    (folder / "case.toml").write_text(text + HEAD.format(**values))
    unda.call("run", "case.toml", "--out", "one", "--overwrite", "--set", "solver.device=cpu", cwd=folder).expect(0)
    for device, cut in cuts:
        unda.call("run", "case.toml", "--out", "many", "--overwrite", "--set", f"solver.device={device}", "--set",
                  f"parallel.ranks={list(cut)}", cwd=folder, ranks=int(np.prod(cut))).expect(0)
        same_bits(folder / "one" / "traces.h5", folder / "many" / "traces.h5")


def two_dimensions(unda, folder):
    write_sea_floor(folder, 2)
    on_devices = [(device, (2, 2)) for device in devices(unda)]
    compare(unda, folder, FLOOR_2D, [("cpu", (3, 1)), *on_devices], spacing=5)
    compare(unda, folder, FLOOR_2D, [("cpu", (1, 2))], spacing=5, precision="double", order=4)


def three_dimensions(unda, folder):
    write_sea_floor(folder, 3)
    on_devices = [(device, (1, 2, 2)) for device in devices(unda)]
    compare(unda, folder, FLOOR_3D, [("cpu", (2, 1, 2)), *on_devices], spacing=10, duration=0.03)


main(two_dimensions, three_dimensions)
