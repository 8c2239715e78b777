"""Discontinuous Galerkin on a device gives what it gives on the CPU, but for rounding.

The device "debug" is a simulated GPU, whose memory the host cannot touch: a copy that was forgotten stops it.
Where there is a GPU the same cases run there.
"""

import json

import numpy as np

from support import devices, main
from support.again import goes_on
from support.bits import arrays, close_snapshots, same_bits
from support.tetrahedra import ATTENUATING, REGIONS, THIN, write

LAYERS = ["--set", "solver.dg.absorbing_elements=1"]
QUICK = ["--set", "source.time_function={ kind = 'ricker', frequency = 8, delay = 0.05 }", "--set", "time.duration=0.06"]
PERIODIC = 'west = "periodic"\neast = "periodic"\n'
OTHERS = 'bottom = "rigid"\nnorth = "free"\n'


def run(unda, folder, device, *more):
    return unda.call("run", "case.toml", "--out", device, "--overwrite", "--set", f"solver.device={device}", *QUICK, *more, cwd=folder).expect(0)


def same_traces(one, other, tolerance):
    a, b = arrays(one / "traces.h5"), arrays(other / "traces.h5")
    for name in a:
        if any(word in name for word in ("velocity", "pressure", "displacement", "stress", "acceleration")):
            assert np.abs(a[name]).max() > 0, name
            assert np.abs(a[name] - b[name]).max() <= tolerance * np.abs(a[name]).max(), (name, np.abs(a[name] - b[name]).max() / np.abs(a[name]).max())


TOLERANCE = {"double": 1e-11, "single": 1e-4}


def compare(unda, folder, *more, precisions=("double",), **case):
    write(folder, **case)
    for precision in precisions:
        given = [*more, "--set", f"solver.precision={precision}"]
        run(unda, folder, "cpu", *given)
        for device in devices(unda):
            run(unda, folder, device, *given)
            same_traces(folder / "cpu", folder / device, TOLERANCE[precision])
            assert json.loads((folder / device / "report.json").read_text())["device"] == device


def fluids_and_solids(unda, folder):
    """With absorbing layers around, and a free surface."""
    compare(unda, folder, *LAYERS, precisions=("double", "single"))


def boundaries(unda, folder):
    compare(unda, folder, "--set", "solver.dg.absorbing_elements=0", sides=PERIODIC + OTHERS)
    compare(unda, folder, *LAYERS, "--set", "receivers.quantities=['stress', 'velocity']", sides=OTHERS)


def orders(unda, folder):
    for order in (2, 3, 5, 6):
        compare(unda, folder, "--set", f"solver.dg.order={order}", "--set", "solver.dg.absorbing_elements=0", "--set", "time.duration=0.02",
                mesh="spacing = 400")


def attenuation(unda, folder):
    """Elements with memory variables beside others; receivers in both, in fluids and solids. A checkpoint holds the memory variables."""
    for order, precisions in ((2, ("double", "single")), (5, ("double", "single"))):
        compare(unda, folder, *LAYERS, "--set", f"solver.dg.order={order}", "--set", "receivers.quantities=['velocity', 'acceleration', 'stress']",
                precisions=precisions, model=ATTENUATING, mesh="spacing = 400", sides=OTHERS)
    write(folder, model=ATTENUATING, more="checkpoint = { every_steps = 10 }\n")
    given = [*LAYERS, "--set", "solver.dg.order=2"]
    for device in devices(unda):
        run(unda, folder, device, *given)
        goes_on(unda, folder, device, "--set", f"solver.device={device}", *QUICK, *given)
        found = bench(unda, folder, "--set", f"solver.device={device}", "--set", "mesh.spacing=125", *given)
        assert abs(found["memory_bytes"] / found["allocated_bytes"] - 1) < 0.05, (device, found)


def local_steps(unda, folder):
    """Clusters of elements with steps of their own, some of which attenuate: neighbours hand traces of halves and sums to one another."""
    local = [*LAYERS, "--set", "solver.dg.time_stepping=local", "--set", "time.duration=0.12"]
    for order, precisions, duration in ((2, ("double",), 0.06), (4, ("single",), 0.03)):
        compare(unda, folder, *local, "--set", f"solver.dg.order={order}", "--set", f"time.duration={duration}",
                precisions=precisions, model=THIN)
    write(folder, model=THIN, more="checkpoint = { every_steps = 2 }\n")
    local += ["--set", "solver.dg.order=2"]
    for device in devices(unda):
        run(unda, folder, device, *local)
        goes_on(unda, folder, device, "--set", f"solver.device={device}", *QUICK, *local)
        found = bench(unda, folder, "--set", f"solver.device={device}", "--set", "mesh.spacing=125", *local)
        assert abs(found["memory_bytes"] / found["allocated_bytes"] - 1) < 0.05, (device, found)


def mesh_files(unda, folder):
    write(folder)
    unda.call("mesh", "case.toml", "-o", "own.msh", cwd=folder).expect(0)
    compare(unda, folder, *LAYERS, model=REGIONS.replace('name = "water"', 'name = "medium2"').replace("tag = 2", "tag = 1"), mesh='file = "own.msh"')


def snapshots_and_restart(unda, folder):
    """What the host asks for in mid-run: snapshots, checkpoints, and a start from one."""
    write(folder, mesh="spacing = 250", more='checkpoint = { every_steps = 10 }\nsnapshots = { interval = 0.02, quantities = ["velocity", "stress"] }\n')
    run(unda, folder, "cpu", *LAYERS)
    for device in devices(unda):
        run(unda, folder, device, *LAYERS)
        close_snapshots(folder / "cpu", folder / device, 1e-5)
        goes_on(unda, folder, device, "--set", f"solver.device={device}", *QUICK, *LAYERS)


def growth_is_seen(unda, folder):
    """The guard looks at the energy that the device adds up."""
    write(folder, duration=1)
    for device in devices(unda):
        outcome = unda.call("run", "case.toml", "--out", device, "--set", f"solver.device={device}", "--set", "time.step=0.02", *LAYERS, cwd=folder)
        assert outcome.code in (1, 2), outcome


def bench(unda, folder, *more, ranks=1):
    done = unda.call("bench", "case.toml", "--steps", "1", "--warmup", "0", "--json", *more, cwd=folder, ranks=ranks).expect(0)
    return json.loads(done.out.splitlines()[-1])


def memory_estimate(unda, folder):
    """What plan and bench say of the memory is what the device was asked for, within 5 %: with absorbing layers, with none."""
    write(folder, mesh="spacing = 125")
    for device in devices(unda):
        for order, precision, layers in ((2, "single", 2), (4, "double", 1), (5, "single", 0)):
            found = bench(unda, folder, "--set", f"solver.device={device}", "--set", f"solver.dg.order={order}", "--set", f"solver.precision={precision}",
                          "--set", f"solver.dg.absorbing_elements={layers}")
            assert found["allocated_bytes"] > 1e6 and abs(found["memory_bytes"] / found["allocated_bytes"] - 1) < 0.05, (device, order, found)


def exchange_with_itself(unda, folder):
    """A rank that sends what its periodic faces need to itself: the bits of one that does not. Outer elements come first, their traces are
    packed before the inner ones are begun, and arrive before the outer ones meet their neighbours."""
    write(folder, sides=PERIODIC)
    small = ["--set", "solver.dg.absorbing_elements=0", "--set", "parallel.exchange_with_self=true"]
    for device in ("cpu", *devices(unda)):
        run(unda, folder, device, *small[:2])
        (folder / device / "traces.h5").rename(folder / "alone.h5")
        run(unda, folder, device, *small)
        same_bits(folder / "alone.h5", folder / device / "traces.h5")
        sent = {mode: bench(unda, folder, "--comm", mode, "--set", f"solver.device={device}", *small) for mode in ("overlap", "blocking", "nosend", "off")}
        assert sent["overlap"]["bytes_sent_per_step"] == sent["blocking"]["bytes_sent_per_step"] > 0 == sent["nosend"]["bytes_sent_per_step"], sent
        # 50 triangles a side, two for each of 5 x 5 squares, each in an element of its own: 100 of 900 elements
        assert sent["off"]["remarks"]["ranks"].endswith("outer to inner elements 0.125"), sent["off"]["remarks"]
        bench(unda, folder, "--timeline", "timeline.json", "--set", f"solver.device={device}", *small)
        events = json.loads((folder / "timeline.json").read_text())["traceEvents"]
        begun = {name: [e["ts"] for e in events if e["name"] == name] for name in {e["name"] for e in events}}
        if device == "cpu":  # the host marks what it computes alone
            continue
        pieces = ("outer elements", "pack", "inner elements", "messages", "unpack", "outer elements, neighbours")
        assert all(len(begun[piece]) == 3 for piece in pieces), begun
        for step in range(3):
            assert begun["outer elements"][step] < min(begun["pack"][step], begun["inner elements"][step]), begun
            assert begun["pack"][step] < begun["messages"][step] < begun["unpack"][step] <= begun["outer elements, neighbours"][step], begun


main(memory_estimate, exchange_with_itself, fluids_and_solids, boundaries, orders, attenuation, local_steps, mesh_files, snapshots_and_restart, growth_is_seen)
