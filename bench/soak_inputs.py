"""Inputs for bench/soak: one sound file for every reader, and ways to damage it."""

import pathlib
import shutil
import subprocess
import tempfile
from dataclasses import dataclass

import numpy as np

WAVES = """[domain]
x = [0, 1000]
z = [-500, 0]
[model]
{model}
[boundary]
top = "free"
[[source]]
kind = "explosion"
position = [300, -200]
moment = 1e9
time_function = {{ {function} }}
[[receivers]]
name = "line"
positions = [[100, -50], [900, -50]]
quantities = ["pressure", "velocity"]
[time]
duration = 0.4
sample_interval = 0.005
[mesh]
spacing = 12.5
[output]
plots = false
"""
UNIFORM = 'kind = "uniform"\nvp = 1500.0\nvs = 0.0\nrho = 1000.0'
RICKER = 'kind = "ricker", frequency = 10, delay = 0.15'
GRID = 'kind = "grid"\nvp = "{}"\nvs = 0\nrho = 1000\norigin = [0, -500]\nspacing = [100, 100]'
EARTHQUAKE = """[domain]
x = [-2000, 2000]
y = [-2000, 2000]
z = [-3000, 0]
[model]
kind = "uniform"
vp = 3000
vs = 1700
rho = 2300
[[source]]
{source}
[[receivers]]
{receivers}
[time]
duration = 2
sample_interval = 0.02
[mesh]
{mesh}
[solver]
method = "{method}"
[solver.dg]
order = 2
[output]
plots = false
"""
FORCE = 'kind = "force"\nposition = [0, 0, -1000]\nforce = [0, 0, 1e9]\ntime_function = { kind = "ricker", frequency = 1, delay = 1.2 }'
CMT = """PDE 1999 01 01 00 00 00.00 0 0 4000 5.0 5.0 test
event name:      test
time shift:      0.0000
half duration:   0.4
latorUTM:        250.0
longorUTM:       -500.0
depth:           1.0
Mrr:             1.0e24
Mtt:             -3.0e24
Mpp:             2.0e24
Mrt:             0.5e24
Mrp:             -0.25e24
Mtp:             0.75e24
"""
STATIONS = "NEAR AA 200.0 100.0 0.0 0.0\nDEEP AA -300.0 400.0 0.0 500.0\n"


@dataclass(frozen=True)
class Reader:
    name: str
    file: str  # the one that is damaged
    command: tuple
    is_text: bool = False


RUN = ("run", "s.toml", "--out", "result", "--time-limit", "10")
READERS = [
    Reader("scenario", "s.toml", RUN, True),
    Reader("samples", "s.txt", RUN, True),
    Reader("npy", "vp.npy", RUN),
    Reader("rsf header", "vp.rsf", RUN, True),
    Reader("rsf data", "vp.bin", RUN),
    Reader("segy model", "vp.segy", RUN),
    Reader("STATIONS", "STATIONS", RUN, True),
    Reader("CMTSOLUTION", "CMTSOLUTION", RUN, True),
    Reader("mesh", "m.msh", RUN, True),
    Reader("traces.h5, compare", "other.h5", ("compare", "other.h5", "traces.h5")),
    Reader("traces.h5, export", "other.h5", ("export", "other.h5", "--format", "csv", "-o", "out")),
    Reader("traces.h5, plot", "other.h5", ("plot", "other.h5", "--out", "plots")),
    Reader("csv", "other.csv", ("compare", "other.csv", "traces.h5"), True),
    Reader("sac", "other.sac", ("compare", "other.sac", "traces.h5")),
]
SOUND = {}  # reader -> folder with its files, made once


def write_sources(folder, reader, unda):
    """The scenario and the files it names."""
    model, function = UNIFORM, RICKER
    speeds = np.linspace(1500, 1600, 66).astype("<f4")
    if reader.name == "samples":
        function = 'kind = "samples", file = "s.txt"'
        t = np.arange(0, 0.3, 0.005)
        np.savetxt(folder / "s.txt", np.column_stack([t, np.exp(-(((t - 0.15) / 0.03) ** 2))]), fmt="%.6g")
    if reader.name == "npy":
        model = GRID.format("vp.npy")
        np.save(folder / "vp.npy", speeds.reshape(6, 11))
    if reader.name.startswith("rsf"):
        model = GRID.format("vp.rsf")
        speeds.tofile(folder / "vp.bin")
        (folder / "vp.rsf").write_text('n1=6 n2=11 d1=100 d2=100 o1=-500 o2=0 label1=z label2=x in="vp.bin" data_format="native_float"\n')
    if reader.name == "segy model":
        model = GRID.format("vp.segy")
        write_segy(folder / "vp.segy", speeds.reshape(11, 6))
    text = WAVES.format(model=model, function=function)
    far = {"source": FORCE, "receivers": "positions = [[100, 200, 0]]", "mesh": "spacing = 250", "method": "fd"}
    if reader.name == "STATIONS":
        (folder / "STATIONS").write_text(STATIONS)
        text = EARTHQUAKE.format(**{**far, "receivers": 'file = "STATIONS"'})
    if reader.name == "CMTSOLUTION":
        (folder / "CMTSOLUTION").write_text(CMT)
        text = EARTHQUAKE.format(**{**far, "source": 'file = "CMTSOLUTION"'})
    if reader.name == "mesh":
        text = EARTHQUAKE.format(**{**far, "mesh": "spacing = 1000", "method": "dg"})
        (folder / "box.toml").write_text(text)
        subprocess.run([str(unda), "mesh", "box.toml", "-o", "m.msh"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        text = EARTHQUAKE.format(**{**far, "mesh": 'file = "m.msh"', "method": "dg"})
    (folder / "s.toml").write_text(text)


def write_segy(file, traces):
    """Revision 1 with IEEE floats, 1 ms: enough for a model."""
    binary = bytearray(400)
    binary[16:18], binary[20:22], binary[24:26] = (n.to_bytes(2, "big") for n in (1000, traces.shape[1], 5))
    head = bytearray(240)
    head[114:116], head[116:118] = traces.shape[1].to_bytes(2, "big"), (1000).to_bytes(2, "big")
    file.write_bytes(b" " * 3200 + bytes(binary) + b"".join(bytes(head) + t.astype(">f4").tobytes() for t in traces))


def write_seismograms(folder, reader, unda):
    """A result, and the file that it is compared with."""
    (folder / "s.toml").write_text(WAVES.format(model=UNIFORM, function=RICKER))
    subprocess.run([str(unda), "run", "s.toml", "--out", "made"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    shutil.copy(folder / "made/traces.h5", folder / "traces.h5")
    shutil.copy(folder / "made/traces.h5", folder / "other.h5")
    if reader.name in ("csv", "sac"):
        subprocess.run([str(unda), "export", "made/traces.h5", "--format", reader.name, "-o", "out"], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL)  # fmt: skip
        made = [p for p in ([folder / "out"] if (folder / "out").is_file() else sorted((folder / "out").iterdir()))]
        shutil.copy(made[0], folder / f"other.{reader.name}")


def prepare(folder, unda, reader):
    """A folder with the sound files of a reader."""
    if reader not in SOUND:
        made = pathlib.Path(tempfile.mkdtemp(prefix="unda-soak-sound-"))
        (write_sources if reader.command == RUN else write_seismograms)(made, reader, unda)
        SOUND[reader] = made
        sound = pathlib.Path(tempfile.mkdtemp(prefix="unda-soak-sound-")) / "copy"
        shutil.copytree(made, sound)
        subprocess.run([str(unda), *reader.command], cwd=sound, check=True, capture_output=True)  # or the tries would tell nothing
        shutil.rmtree(sound.parent)
    shutil.copytree(SOUND[reader], folder)


def remove_sound_files():
    for folder in SOUND.values():
        shutil.rmtree(folder, ignore_errors=True)


WORDS = [b"nan", b"inf", b"-1", b"0", b"1e308", b"-1e308", b"1e-320", b"99999999999999999999", b"2147483648", b"''", b"[", b"]", b"{", b"}",
         b"\"", b"\0", b"\xff\xfe", b"true", b"file", b"../..", b"/dev/zero", b"\n\n", b"=", b"1e5", b"0.5", b"#"]  # fmt: skip
NUMBERS = [b"\0" * 8, b"\xff" * 8, b"\x7f\xf0" + b"\0" * 6, b"\0\0\x80\x7f", b"\0\0\xc0\x7f", b"\xff\xff\xff\x7f", b"\1\0\0\0", b"\0\0\0\x80"]


def mutated(data, random, is_text):
    """One to four damages of a file's bytes."""
    data = bytearray(data)
    for _ in range(random.choice([1, 1, 1, 2, 4])):
        if not data:
            break
        at, length = random.randrange(len(data)), random.choice([1, 1, 4, 8, 30, 200])
        kind = random.randrange(7)
        if kind == 0:
            data[at] ^= 1 << random.randrange(8)
        elif kind == 1:
            data[at] = random.randrange(256)
        elif kind == 2:
            del data[at : at + length]
        elif kind == 3:
            data[at:at] = data[random.randrange(len(data)) :][:length]
        elif kind == 4 and random.random() < 0.3:
            del data[at:]
        elif is_text:
            replace_word(data, random)
        else:
            number = random.choice(NUMBERS)
            data[at : at + len(number)] = number
    return bytes(data)


def replace_word(data, random):
    """A word of a text, mostly a number, by another."""
    at = random.randrange(len(data))
    stops = b" \t\n,=[]{}\""
    while at > 0 and data[at - 1] not in stops:
        at -= 1
    end = at
    while end < len(data) and data[end] not in stops:
        end += 1
    data[at:end] = random.choice(WORDS)
