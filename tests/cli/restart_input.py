"""A restart knows the files of its run by their content, and a checkpoint by its checksums."""

import shutil

import h5py
import numpy as np

from support import main
from support.bits import same_bits
from support.earthquake import CMTSOLUTION, SCENARIO, STATIONS
from support.forgery import rewritten
from support.scenarios import SMALL_2D, edited, written
from support.tetrahedra import LAYERS, REGIONS, case

RICKER = 'time_function = { kind = "ricker", frequency = 10, delay = 0.15 }'
GRID = 'kind = "grid"\norigin = [0, -500]\nspacing = [100, 100]'


def prepared(unda, folder):
    """A run that was paused at half its time, with a model, samples and stations in files."""
    text, _ = edited(SMALL_2D, ('kind = "uniform"', GRID), ("vp = 1500.0", 'vp = "vp.npy"'), ("rho = 1000.0", 'rho = "rho.rsf"'),
                     (RICKER, 'time_function = { kind = "samples", file = "s.txt" }'),
                     ("plots = false", "plots = false\ncheckpoint = { every_steps = 100 }"))  # fmt: skip
    written(folder, text)
    np.save(folder / "vp.npy", np.linspace(1500, 1600, 66).reshape(6, 11))
    np.linspace(1000, 1100, 66).astype("<f4").tofile(folder / "rho.bin")
    (folder / "rho.rsf").write_text('n1=6 n2=11 d1=100 d2=100 o1=-500 o2=0 label1=z label2=x in="rho.bin" data_format="native_float"\n')
    t = np.arange(0, 0.4, 0.002)
    s = (1 - 2 * (np.pi * 10 * (t - 0.15)) ** 2) * np.exp(-((np.pi * 10 * (t - 0.15)) ** 2))
    np.savetxt(folder / "s.txt", np.column_stack([t, s]))
    unda.call("run", "small.toml", "--out", "whole", cwd=folder).expect(0)
    shutil.copytree(folder / "whole", folder / "result")
    (folder / "result/traces.h5").unlink()


def restart(unda, folder):
    return unda.call("run", "small.toml", "--out", "result", "--restart", cwd=folder)


def each_change_is_refused(unda, folder, names, place=-3):
    """One bit of one file after the other, at this byte; with all as they were the run goes on."""
    for name in names:
        file = folder / name
        before = file.read_bytes()
        after = bytearray(before)
        after[place] ^= 1
        file.write_bytes(after)
        outcome = restart(unda, folder).expect(2)
        assert name in outcome.err and "changed" in outcome.err, f"{outcome}\ndoes not name {name}"
        file.write_bytes(before)
    restart(unda, folder).expect(0)


def changed_files_are_refused_by_name(unda, folder):
    prepared(unda, folder)
    each_change_is_refused(unda, folder, ("vp.npy", "rho.rsf", "rho.bin", "s.txt"))
    same_bits(folder / "whole/traces.h5", folder / "result/traces.h5")


def paused(unda, folder, text):
    """A run that has left a checkpoint and no traces."""
    written(folder, text.replace("plots = false", "plots = false\ncheckpoint = { every_steps = 5 }"))
    unda.call("run", "small.toml", "--out", "result", cwd=folder).expect(0)
    (folder / "result/traces.h5").unlink()


def changed_topography_is_refused(unda, folder):
    hill = 'z = [-500, 0]\ntopography = { file = "hill.npy", spacing = [50] }'
    np.save(folder / "hill.npy", (60 * np.exp(-(((np.arange(21) - 10) / 3.0) ** 2))).astype("f4"))
    paused(unda, folder, edited(SMALL_2D, ("z = [-500, 0]", hill), ('method = "fd"', 'method = "sem"'), ("spacing = 12.5", "spacing = 100"),
                                ("order = 8", ""))[0])  # fmt: skip
    each_change_is_refused(unda, folder, ("hill.npy",))


def changed_stations_and_solutions_are_refused(unda, folder):
    (folder / "STATIONS").write_text(STATIONS)
    (folder / "CMTSOLUTION").write_text(CMTSOLUTION)
    text = SCENARIO.replace("SOURCE", 'file = "CMTSOLUTION"').replace("RECEIVERS", 'file = "STATIONS"')
    paused(unda, folder, text.replace("spacing = 500.0", "spacing = 2500.0") + "[solver.fd]\norder = 4\nabsorbing_points = 4\n")
    each_change_is_refused(unda, folder, ("STATIONS", "CMTSOLUTION"), place=-5)


def changed_mesh_is_refused(unda, folder):
    coarse = [text.replace("order = 4", "order = 2") for text in (case(LAYERS, "spacing = 1000", 0.1, ""), case(REGIONS, 'file = "m.msh"', 0.1, ""))]
    written(folder, coarse[0], "box.toml")
    unda.call("mesh", "box.toml", "-o", "m.msh", cwd=folder).expect(0)
    paused(unda, folder, coarse[1].replace('name = "water"', "tag = 1"))
    mesh = folder / "m.msh"
    mesh.write_bytes(mesh.read_bytes() + b"$Comments\none more line\n$EndComments\n")
    outcome = restart(unda, folder).expect(2)
    assert "m.msh" in outcome.err and "changed" in outcome.err, outcome


def flipped_bits_are_refused(unda, folder):
    prepared(unda, folder)
    file = folder / "result/checkpoint/checkpoint.h5"
    whole = file.read_bytes()
    with h5py.File(file) as checkpoint:
        offset, size = checkpoint["state"].id.get_offset(), checkpoint["state"].size
    random = np.random.default_rng(1)
    places = [offset, offset + size - 1, *(offset + random.integers(0, size, 6))]
    places.append(whole.index(b'"step"') + 8)  # the text of the facts
    places.append(whole.index(b"spacing = 12.5") + 10)  # the scenario
    for place in places:
        damaged = bytearray(whole)
        damaged[place] ^= 1 << int(random.integers(0, 8))
        file.write_bytes(damaged)
        outcome = restart(unda, folder).expect(2)
        assert "checkpoint.h5" in outcome.err and ("damaged" in outcome.err or "checksum" in outcome.err), outcome
    file.write_bytes(whole)
    restart(unda, folder).expect(0)


def damage_that_the_library_falls_over_is_refused(unda, folder):
    """A text in the heap of the HDF5 file that claims 2^63 bytes: version 1.10.8 of the library copies them."""
    prepared(unda, folder)
    file = folder / "result/checkpoint/checkpoint.h5"
    damaged = bytearray(file.read_bytes())
    at = damaged.index(b"GCOL") + 16  # objects: number, references, padding, size, bytes
    for _ in range(2):
        at += 16 + (int.from_bytes(damaged[at + 8 : at + 16], "little") + 7) // 8 * 8
    assert damaged[at] == 3, "another layout of the heap"
    damaged[at + 15] = 0x80
    file.write_bytes(damaged)
    outcome = restart(unda, folder)
    assert outcome.code in (1, 2) and "checkpoint.h5" in outcome.err and "damaged" in outcome.err, outcome


def another_step_is_refused(unda, folder):
    prepared(unda, folder)
    outcome = unda.call("run", "small.toml", "--out", "result", "--restart", "--set", "time.step=0.003", cwd=folder).expect(2)
    assert "time.step" in outcome.err, outcome


def another_step_or_mesh_of_the_same_scenario_is_refused(unda, folder):
    """As another build of the program might choose them."""
    prepared(unda, folder)
    file = folder / "result/checkpoint/checkpoint.h5"
    whole = file.read_bytes()
    for key, other in (("dt", lambda dt: dt * 1.01), ("mesh", lambda mesh: "another mesh")):
        before = {}

        def change(known, _, key=key, other=other, before=before):
            before.update(known)
            known[key] = other(known[key])

        rewritten(file, change)
        outcome = restart(unda, folder).expect(2)
        there = f"{other(before[key]):.10g}" if key == "dt" else "another mesh"
        assert "belongs to another run" in outcome.err and there in outcome.err, outcome
        file.write_bytes(whole)
    restart(unda, folder).expect(0)


if __name__ == "__main__":
    main(changed_files_are_refused_by_name, changed_topography_is_refused, changed_stations_and_solutions_are_refused, changed_mesh_is_refused,
         flipped_bits_are_refused, damage_that_the_library_falls_over_is_refused, another_step_is_refused,
         another_step_or_mesh_of_the_same_scenario_is_refused)  # fmt: skip
