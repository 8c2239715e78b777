"""A directory of shots: what unda shots tells of it, and export, compare and plot of the whole of it."""

import json
import shutil
import struct

import h5py
import numpy as np

from support import listing, main
from support.scenarios import SMALL_2D

SHOT = """\
[[shot]]
name = "{name}"
[[shot.source]]
kind = "explosion"
position = [{x}, -200]
moment = 1e9
time_function = {{ kind = "ricker", frequency = 10, delay = 0.15 }}
"""
PLACES = {"west": 200, "middle": 500, "east": 800}


def run(unda, folder, out="line", *more):
    head, rest = SMALL_2D.split("[[source]]\n")
    common = head + rest[rest.index("[[receivers]]") :]
    (folder / "line.toml").write_text(common + "".join(SHOT.format(name=n, x=x) for n, x in PLACES.items()))
    unda.call("run", "line.toml", "--out", out, *more, cwd=folder).expect(0)


def segy_headers(path, n_samples):
    """Of all traces: record, number in it, source point, source x, receiver x, shot point; and the samples."""
    raw = path.read_bytes()[3600:]
    size = 240 + 4 * n_samples
    assert len(raw) % size == 0, len(raw)
    for at in range(0, len(raw), size):
        trace = raw[at : at + size]
        four = lambda byte: struct.unpack(">i", trace[byte - 1 : byte + 3])[0]  # noqa: E731
        yield [four(b) for b in (9, 13, 17, 73, 81, 197)], np.frombuffer(trace[240:], ">f4")


def told(unda, folder):
    """Each state a shot may be in."""
    run(unda, folder)
    planned = unda.call("plan", "line.toml", cwd=folder).expect(0).out
    assert "shots        3, of which this is the first, west; one after another they take" in planned, planned
    outcome = unda.call("shots", "line", cwd=folder).expect(0)
    assert "line: 3 of 3 shots done" in outcome.out and "go on" not in outcome.out, outcome
    (folder / "line/west/report.json").unlink()  # as if its process had been killed
    shutil.rmtree(folder / "line/middle")
    outcome = unda.call("shots", "line", cwd=folder).expect(0)
    words = [line.split() for line in outcome.out.splitlines()]
    assert ["1", "west", "interrupted"] in words and ["2", "middle", "waiting"] in words, outcome
    assert "1 of 3 shots done" in outcome.out and "unda run line.toml --out line --restart" in outcome.out, outcome
    document = json.loads(unda.call("shots", "line", "--json", cwd=folder).expect(0).out)
    assert [s["status"] for s in document["shots"]] == ["interrupted", "waiting", "done"], document
    # An older result is not that of a run that has begun since.
    index = json.loads((folder / "line/shots.json").read_text())
    (folder / "line/shots.json").write_text(json.dumps({**index, "started": "2999-01-01T00:00:00Z"}))
    assert "0 of 3 shots done" in unda.call("shots", "line", cwd=folder).expect(0).out
    (folder / "line/shots.json").write_text(json.dumps(index))
    unda.call("run", "line.toml", "--out", "line", "--restart", cwd=folder).expect(0)
    assert "3 of 3 shots done" in unda.call("shots", "line", cwd=folder).expect(0).out
    run(unda, folder, "changed", "--set", "mesh.spacing=20")
    (folder / "changed/east/report.json").unlink()
    assert "--out changed --set 'mesh.spacing=20' --restart" in unda.call("shots", "changed", cwd=folder).expect(0).out


def exported(unda, folder):
    run(unda, folder)
    recorded = {}
    for name in PLACES:
        with h5py.File(folder / f"line/{name}/traces.h5") as file:
            group = file["receivers/line"]
            recorded[name] = [*group["velocity"][:, 0], *group["velocity"][:, 1], *group["pressure"][:]]
    outcome = unda.call("export", "line", "--format", "segy", "-o", "a.sgy", cwd=folder).expect(0)
    assert "45 traces of 3 shots" in outcome.out and "1: west, 2: middle, 3: east" in outcome.out, outcome
    traces = list(segy_headers(folder / "a.sgy", 101))
    assert len(traces) == 45
    for shot, (name, x) in enumerate(PLACES.items()):
        for k in range(15):
            header, samples = traces[15 * shot + k]
            assert header == [shot + 1, k + 1, shot + 1, x, 100 + 200 * (k % 5), shot + 1], (name, k, header)
            assert np.array_equal(samples, recorded[name][k]), (name, k)
    unda.call("export", "line", "--format", "su", "-o", "a.su", "--quantity", "pressure", cwd=folder).expect(0)
    raw = np.frombuffer((folder / "a.su").read_bytes(), np.uint8).reshape(15, 240 + 404)
    fldr, ep = raw[:, 8:12].copy().view("<i4").ravel(), raw[:, 16:20].copy().view("<i4").ravel()
    assert (fldr == np.repeat([1, 2, 3], 5)).all() and (ep == fldr).all(), (fldr, ep)
    assert np.array_equal(raw[5, 240:].copy().view("<f4"), recorded["middle"][10])
    for format, file in (("sac", "east/XX.line5.P0.HXP.sac"), ("mseed", "west.mseed"), ("csv", "middle/line_velocity.csv")):
        unda.call("export", "line", "--format", format, "-o", format, cwd=folder).expect(0)
        assert (folder / format / file).is_file(), listing(folder / format)


def some_left_out(unda, folder):
    """What is not done is left out, with its number."""
    run(unda, folder)
    (folder / "line/middle/report.json").unlink()
    outcome = unda.call("export", "line", "--format", "segy", "-o", "a.sgy", cwd=folder).expect(0)
    assert "left out, as they are not done: middle (interrupted)" in outcome.out + outcome.err, outcome
    assert sorted({header[0] for header, _ in segy_headers(folder / "a.sgy", 101)}) == [1, 3]
    for name in ("west", "east"):
        (folder / f"line/{name}/report.json").unlink()
    before = listing(folder)
    outcome = unda.call("export", "line", "--format", "segy", "-o", "b.sgy", cwd=folder).expect(2)
    assert "line: no shot is done: west (interrupted)" in outcome.err and listing(folder) == before, outcome


def compared(unda, folder):
    run(unda, folder)
    run(unda, folder, "fine", "--set", "mesh.spacing=10")
    outcome = unda.call("compare", "line", "fine", "--tolerance", "0.2", cwd=folder).expect(0)
    lines = outcome.out.splitlines()
    for name in PLACES:
        assert any(line.startswith(f"line/{name} against fine/{name}: worst: line") for line in lines), outcome
    assert len(lines) == 4 and lines[-1].startswith("worst: "), outcome
    document = json.loads(unda.call("compare", "line", "fine", "--json", cwd=folder).expect(0).out)
    assert len(document["comparisons"]) == 3, document.keys()
    unda.call("compare", "fine", "--against", "line", "--tolerance", "1e-9", cwd=folder).expect(1)
    shutil.rmtree(folder / "fine/west")
    outcome = unda.call("compare", "line", "fine", cwd=folder).expect(0)
    assert "not compared: west (waiting)" in outcome.out + outcome.err, outcome


def drawn(unda, folder):
    run(unda, folder)
    plots = {*unda.call("plot", "line", cwd=folder).expect(0).out.splitlines()}
    for name in ("plots/model.png", "plots/shots_line_pressure.png", "plots/shots_line_velocity.png",
                 "west/plots/line_pressure.png", "east/plots/model.png"):  # fmt: skip
        assert f"line/{name}" in plots and (folder / "line" / name).is_file(), plots
    outcome = unda.call("plot", "line", "--kind", "shots", "--quantity", "pressure", "--out", "p", cwd=folder).expect(0)
    assert outcome.out.split() == ["p/shots_line_pressure.png"], outcome
    # The pictures are the program's own: a run may replace them.
    unda.call("run", "line.toml", "--out", "line", "--overwrite", cwd=folder).expect(0)


def wrong(unda, folder):
    run(unda, folder)
    (folder / "empty").mkdir()
    (folder / "damaged").mkdir()
    (folder / "damaged/shots.json").write_text('{"shots": 3}')
    before = listing(folder)
    for arguments, words in [
        (["shots", "line/west"], "line/west: is no directory of shots: it has no shots.json"),
        (["shots", "nowhere"], "nowhere: is no directory of shots"),
        (["shots", "damaged"], "damaged/shots.json: is damaged, or lists no shots"),
        (["compare", "line", "line/west"], "line is a directory of shots and line/west is not"),
        (["export", "line", "--format", "csv", "-o", "a.csv"], "-o a.csv: name a directory"),
        (["export", "line", "--format", "segy", "-o", "a.sgy", "--receivers", "own"], "shot west: --receivers: found 'own'"),
        (["export", "damaged", "--format", "segy", "-o", "a.sgy"], "is damaged"),
        (["plot", "damaged"], "damaged: shots.json is damaged"),
        (["plot", "line/west", "--kind", "shots"], "takes the directory above it"),
        (["plot", "line", "line/west", "--overlay"], "two directories of shots"),
    ]:  # fmt: skip
        outcome = unda.call(*arguments, cwd=folder).expect(2)
        assert words in outcome.err, f"{outcome}\nexpected: {words}"
        assert listing(folder) == before, f"{outcome}\nwas written: {set(listing(folder)) - set(before)}"


if __name__ == "__main__":
    main(told, exported, some_left_out, compared, drawn, wrong)
