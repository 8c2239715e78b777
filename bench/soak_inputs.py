"""Inputs for bench/soak: one sound file for every reader. The scenarios are those of the command line tests."""

import pathlib
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests/cli"))
from soak_meshes import converted  # noqa: E402
from support import hexahedra  # noqa: E402
from support.earthquake import CMTSOLUTION, FORCESOLUTION, QUAKEML, SCENARIO, STATION_XML, STATIONS  # noqa: E402
from support.scenarios import ROCK, SMALL_2D, edited  # noqa: E402
from support.tetrahedra import LAYERS, REGIONS, case  # noqa: E402


@dataclass(frozen=True)
class Reader:
    name: str
    file: str  # the one that is damaged
    command: tuple
    is_text: bool = False
    python: bool = False  # read by a Python program, which takes a second


RUN = ("run", "s.toml", "--out", "result", "--time-limit", "3")
RESTART = (*RUN, "--restart")
READERS = [
    *(Reader(f"scenario, {name}", "s.toml", RUN, True) for name in ("fd", "sem", "dg", "layers", "shots")),
    Reader("samples", "s.txt", RUN, True),
    Reader("npy", "vp.npy", RUN),
    Reader("raw", "vp.bin", RUN),
    Reader("rsf header", "vp.rsf", RUN, True),
    Reader("rsf data", "vp.bin", RUN),
    Reader("segy model", "vp.segy", RUN),
    Reader("tomography", "m.xyz", RUN, True),
    Reader("rfile", "m.rfile", RUN),
    Reader("topography, sem", "hill.npy", RUN),
    Reader("sea floor, sem", "floor.npy", RUN),
    Reader("STATIONS", "STATIONS", RUN, True),
    Reader("CMTSOLUTION", "CMTSOLUTION", RUN, True),
    Reader("FORCESOLUTION", "FORCESOLUTION", RUN, True),
    Reader("QuakeML", "event.xml", RUN, True),
    Reader("StationXML", "stations.xml", RUN, True),
    Reader("SRF", "fault.srf", RUN, True),
    Reader("FSP", "fault.fsp", RUN, True),
    *(Reader(f"mesh {form}", "m.msh", RUN, "text" in form) for form in ("2.2 text", "2.2 binary", "4.1 text", "4.1 binary")),
    *(Reader(f"hexahedra {form}", "m.msh", RUN, "text" in form) for form in ("2.2 text", "4.1 binary")),
    *(Reader(f"checkpoint{of}", "result/checkpoint/checkpoint.h5", RESTART) for of in ("", ", sem", ", dg")),
    Reader("traces.h5, compare", "other.h5", ("compare", "other.h5", "traces.h5")),
    Reader("traces.h5, export", "other.h5", ("export", "other.h5", "--format", "csv", "-o", "out")),
    Reader("traces.h5, measure", "other.h5", ("measure", "other.h5", "-o", "out")),
    Reader("traces.h5, plot", "other.h5", ("plot", "other.h5", "--out", "plots"), python=True),
    Reader("csv, compare", "other.csv", ("compare", "other.csv", "traces.h5"), True),
    Reader("sac, compare", "other.sac", ("compare", "other.sac", "traces.h5")),
]  # fmt: skip

# Coarse and short: what matters is how the files are read, and that what is accepted runs.
WATER = edited(SMALL_2D, ("spacing = 12.5", "spacing = 25"), ("duration = 0.5", "duration = 0.3"))[0]
GRID = 'kind = "grid"\nvp = {}\nvs = 0\nrho = 1000\norigin = [0, -500]\nspacing = [100, 100]'
RICKER = 'time_function = { kind = "ricker", frequency = 10, delay = 0.15 }'
HILL = 'z = [-500, 0]\ntopography = { file = "hill.npy", spacing = [50] }'
FLOOR = """kind = "layers"
[[model.layer]]
top = 0
vp = 1500.0
vs = 0.0
rho = 1000.0
[[model.layer]]
top = { file = "floor.npy", spacing = [50] }
vp = 2500.0
vs = 1200.0
rho = 2000.0"""
SRF = """1.0
POINTS 2
1000 -500 2.5 90 60 1.0e10 0.5 0.1
45 150 4 0 0 0 0
0 500 700 300
2000 -500 2.5 90 60 1.0e10 0.9 0.1
45 150 3 30 2 0 0
0 500 1000
100 200
"""
FSP = """% Event : TEST 01/01/2000 [Unda]
% Loc  : LAT = 37.0  LON = 140.0  DEP = 5.0
% Size : LEN = 4.0 km  WID = 2.0 km  Mw = 6.0  Mo = 1.0e18 Nm
% Mech : STRK = 90  DIP = 30  RAKE = 45  Htop = 4.0 km
% Rupt : HypX = 1.0 km  HypZ = 1.0 km  avTr = 1.5 s  avVr = 2.5 km/s
% Invs : Nx = 2  Nz = 1  Fmin = 0.01 Hz  Fmax = 1 Hz
% Invs : Dx = 2.0 km  Dz = 2.0 km
% Invs : Ntw = 1  Nsg = 1 (# of time-windows,# of fault segments)
% Invs : LEN = 2.0 s  SHF = 1.0 s (time-window length and time-shift)
% Nsbfs = 2 subfaults
% Coordinates are given for center of each subfault or segment: |'|
% LAT LON X==EW Y==NS Z SLIP RAKE TRUP RISE
% ----------
1000 2000 2.0 1.0 5.0 1.25 40 0.5 0.8
1000 4000 4.0 1.0 5.0 0.75 50 1.5 0.9
"""
EARTHQUAKES = {  # reader: source, receivers
    "STATIONS": ("CMTSOLUTION", "STATIONS"),
    "CMTSOLUTION": ("CMTSOLUTION", "STATIONS"),
    "FORCESOLUTION": ("FORCESOLUTION", "STATIONS"),
    "QuakeML": ("event.xml", "stations.xml"),
    "StationXML": ("event.xml", "stations.xml"),
    "SRF": ("fault.srf", "STATIONS"),
    "FSP": ("fault.fsp", "STATIONS"),
}
FILES = {"STATIONS": STATIONS, "CMTSOLUTION": CMTSOLUTION, "FORCESOLUTION": FORCESOLUTION, "event.xml": QUAKEML, "stations.xml": STATION_XML,
         "fault.srf": SRF, "fault.fsp": FSP}  # fmt: skip
NO_MEDIUM = [(line, "") for line in ("vp = 1500.0", "vs = 0.0", "rho = 1000.0")]
SHOT = '\n[[shot]]\nname = "{}"\n[[shot.source]]\nkind = "explosion"\nposition = [{}, -100]\nmoment = 1e9\n'


def without_closed_form(text):
    """Which would take longer than the run."""
    return text.replace('top = "free"\n', 'top = "free"\neast = "rigid"\n')


def grid(files):
    """Water whose velocity stands in a file."""
    return edited(WATER, ('kind = "uniform"', GRID.format(files)), *NO_MEDIUM)[0]


def in_three_dimensions(text, *edits):
    return edited(text, ("x = [0, 1000]", "x = [0, 1000]\ny = [0, 1000]"), ("position = [300, -200]", "position = [300, 400, -200]"),
                  ("line = { from = [100, -50], to = [900, -50], count = 5 }", "line = { from = [100, 500, -50], to = [900, 500, -50], count = 5 }"),
                  *edits)[0]  # fmt: skip


def elements(*edits):
    return edited(WATER, ('method = "fd"', 'method = "sem"'), ("spacing = 25", "spacing = 200"), ("[solver.fd]", "[solver.sem]"),
                  ("order = 8", "degree = 4"), *edits)[0]  # fmt: skip


def tetrahedra(mesh="spacing = 1000"):
    return case(model=REGIONS if "file" in mesh else LAYERS, mesh=mesh, duration=0.3, sides='east = "rigid"\n').replace("order = 4", "order = 2")


def earthquake(folder, source, receivers):
    for name in (source, receivers):
        (folder / name).write_text(FILES[name])
    text = SCENARIO.replace("SOURCE", f'file = "{source}"').replace("RECEIVERS", f'file = "{receivers}"')
    if source.endswith("xml"):
        text = text.replace("z = [-10000, 0]", "z = [-10000, 0]\norigin = { lat = 37.0, lon = 140.0 }")
    coarse = without_closed_form(text).replace("spacing = 500.0", "spacing = 2500.0")
    return coarse + "[solver.fd]\norder = 4\nabsorbing_points = 4\n"


def write_segy(file, traces):
    """Revision 1 with IEEE floats, 1 ms: enough for a model."""
    binary = bytearray(400)
    binary[16:18], binary[20:22], binary[24:26] = (n.to_bytes(2, "big") for n in (1000, traces.shape[1], 5))
    head = bytearray(240)
    head[114:116], head[116:118] = traces.shape[1].to_bytes(2, "big"), (1000).to_bytes(2, "big")
    file.write_bytes(b" " * 3200 + bytes(binary) + b"".join(bytes(head) + t.astype(">f4").tobytes() for t in traces))


def write_samples(file):
    t = np.arange(0, 0.3, 0.005)
    np.savetxt(file, np.column_stack([t, np.exp(-(((t - 0.15) / 0.03) ** 2))]), fmt="%.6g")


def write_rsf(folder, speeds):
    speeds.tofile(folder / "vp.bin")
    (folder / "vp.rsf").write_text('n1=6 n2=11 d1=100 d2=100 o1=-500 o2=0 label1=z label2=x in="vp.bin" data_format="native_float"\n')


def write_mesh(folder, name, unda):
    """The program's own mesh, in another form."""
    _, form, kind = name.split()
    (folder / "box.toml").write_text(tetrahedra())
    made(unda, folder, "mesh", "box.toml", "-o", "box.msh")
    (folder / "m.msh").write_bytes(converted((folder / "box.msh").read_text(), float(form), kind == "binary"))
    for left in ("box.toml", "box.msh"):
        (folder / left).unlink()
    return tetrahedra('file = "m.msh"').replace('name = "water"', "tag = 1")


def write_hexahedra(folder, name):
    """Water over rock, few bent elements."""
    _, form, kind = name.split()
    hexahedra.write_mesh(folder / "m.msh", *hexahedra.hexahedra((3, 3, 3)))
    (folder / "m.msh").write_bytes(converted((folder / "m.msh").read_text(), float(form), kind == "binary"))
    text = hexahedra.CASE.format(model=hexahedra.REGIONS.format(water="", rock=""))
    plain = text.split("snapshots = ")[0].replace("duration = 0.4", "duration = 0.2").replace("case.msh", "m.msh")
    return plain.replace('name = "water"', "tag = 2").replace('name = "rock"', "tag = 1")


def write_tomography(file):
    rows = [f"{100 * (n % 11)} {-500 + 100 * (n // 11)} {1500 + n} 0 1000" for n in range(66)]
    file.write_text("\n".join(["0 -500 1000 0", "100 100", "11 6", "1500 1565 0 0 1000 1000", *rows, ""]))


def write_raster(file):
    """SW4's: two blocks of rock below one of elevations, whose first planes have samples above the ground."""
    n, spacing, blocks = 6, 200.0, ((3, 0.0), (4, 200.0))
    head = [np.array([1, 4, 0], "<i4"), np.array([0, 11.5, 48.1], "<f8"), np.array([5], "<i4"), b"+proj", np.array([3], "<i4")]
    data = [np.zeros(n * n, "<f4")]
    for numbers, depths, top in ((1, 1, 0.0), *((3, *block) for block in blocks)):
        head += [np.array([spacing, 100.0, top], "<f8"), np.array([numbers, n, n, depths], "<i4")]
    for depths, top in blocks:
        faster = np.broadcast_to(top + 100 * np.arange(depths), (n, n, depths))
        rock = np.stack([2000 + faster, 3000 + faster, 1700 + faster / 2], axis=-1)
        rock[3:, 3:, : int(top == 0)] = -999
        data.append(rock.astype("<f4"))
    file.write_bytes(b"".join(bytes(part) for part in head + data))


def made(unda, folder, *arguments):
    subprocess.run([str(unda), *arguments], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def scenario_of(folder, name, unda):
    """The scenario of a reader, and the files that it names."""
    speeds = np.linspace(1500, 1600, 66).astype("<f4")
    if name == "samples":
        write_samples(folder / "s.txt")
        return without_closed_form(edited(WATER, (RICKER, 'time_function = { kind = "samples", file = "s.txt" }'))[0])
    if name == "npy":
        np.save(folder / "vp.npy", speeds.reshape(6, 11))
        return grid('"vp.npy"')
    if name == "raw":
        speeds.tofile(folder / "vp.bin")
        return grid('{ file = "vp.bin", shape = [6, 11] }')
    if name.startswith("rsf"):
        write_rsf(folder, speeds)
        return grid('"vp.rsf"')
    if name == "segy model":
        write_segy(folder / "vp.segy", speeds.reshape(11, 6))
        return grid('"vp.segy"')
    if name.startswith("topography"):
        np.save(folder / "hill.npy", (60 * np.exp(-(((np.arange(21) - 10) / 3.0) ** 2))).astype("f4"))
        return elements(("z = [-500, 0]", HILL))
    if name.startswith("mesh"):
        return write_mesh(folder, name, unda)
    if name == "tomography":
        write_tomography(folder / "m.xyz")
        return grid('"m.xyz"').replace("origin = [0, -500]\nspacing = [100, 100]", "")
    if name == "rfile":
        write_raster(folder / "m.rfile")
        model = 'kind = "grid"\n' + "\n".join(f'{of} = "m.rfile"' for of in ("vp", "vs", "rho"))
        return in_three_dimensions(without_closed_form(WATER), ('kind = "uniform"', model), *NO_MEDIUM,
                                   ("spacing = 25", "spacing = 50"),
                                   ("order = 8", "order = 4\nabsorbing_points = 4"))  # fmt: skip
    if name.startswith("sea floor"):
        np.save(folder / "floor.npy", (-250 + 40 * np.sin(np.arange(21) / 3.0)).astype("f4"))
        return elements(*NO_MEDIUM, ('kind = "uniform"', FLOOR))
    if name.startswith("hexahedra"):
        return write_hexahedra(folder, name)
    if name in EARTHQUAKES:
        return earthquake(folder, *EARTHQUAKES[name])
    return {"scenario, sem": elements(), "checkpoint, sem": elements(), "scenario, dg": tetrahedra(), "checkpoint, dg": tetrahedra(), "scenario, layers": without_closed_form(ROCK).replace("spacing = 8.0", "spacing = 20.0").replace("duration = 0.8", "duration = 0.4"),
            "scenario, shots": WATER + SHOT.format("west", 200) + RICKER + SHOT.format("east", 800) + RICKER + "\n"}.get(name, WATER)  # fmt: skip


def write_checkpoint(folder, unda):
    """What a run leaves that was killed after its first checkpoint."""
    with (folder / "s.toml").open("a") as file:
        file.write("checkpoint = { every_steps = 3 }\n")
    run = subprocess.Popen([str(unda), *RUN], cwd=folder, stdout=subprocess.DEVNULL)
    while not (folder / "result/checkpoint/checkpoint.h5").exists() and run.poll() is None:
        time.sleep(0.001)
    run.kill()
    run.wait()
    assert (folder / "result/checkpoint/checkpoint.h5").exists(), "the run was over before it was killed"


def write_seismograms(folder, name, unda):
    """A result, and the file that it is compared with."""
    made(unda, folder, "run", "s.toml", "--out", "made")
    shutil.copy(folder / "made/traces.h5", folder / "traces.h5")
    shutil.copy(folder / "made/traces.h5", folder / "other.h5")
    kind = name.split(",")[0]
    if kind in ("csv", "sac"):
        made(unda, folder, "export", "made/traces.h5", "--format", kind, "-o", "exported")
        exported = folder / "exported"
        shutil.copy(exported if exported.is_file() else min(exported.iterdir()), folder / f"other.{kind}")


def prepare(folder, unda, reader):
    """The sound files of a reader; what they are for must work, or the tries would tell nothing."""
    folder.mkdir(parents=True)
    (folder / "s.toml").write_text(scenario_of(folder, reader.name, unda))
    if reader.command == RESTART:
        write_checkpoint(folder, unda)
    elif reader.command != RUN:
        write_seismograms(folder, reader.name, unda)
    sound = folder.parent / "sound"
    shutil.copytree(folder, sound)
    subprocess.run([str(unda), *reader.command], cwd=sound, check=True, capture_output=True)
    shutil.rmtree(sound)
