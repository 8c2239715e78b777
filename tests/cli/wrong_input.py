"""Wrong input ends with exit code 2 and a line that names file, line and key; nothing is written.

Whatever stands in a file, the program never dies of a signal.
"""

import io
import itertools
import random
import re

import numpy as np

from support import listing, main
from support.scenarios import QUICKSTART, SMALL_2D, edited, written
from support.wrong_scenarios import all_wrong


def complaints(outcome):
    """The lines of stderr, all of which must be complaints of the program."""
    lines = outcome.err.splitlines()
    assert lines and all(line.startswith("unda: ") for line in lines), f"{outcome}\na line is not the program's"
    return lines


def check_blame(wrong, outcome):
    outcome.expect(2)
    lines = complaints(outcome)
    if wrong.key:
        start = f"unda: small.toml:{wrong.line}: {wrong.key}: "
        assert any(line.startswith(start) for line in lines), f"{outcome}\nno line starts with {start}"
    else:  # the parser may notice a line or two later
        found = re.match(r"unda: small\.toml:(\d+): ", lines[0])
        assert found and wrong.line <= int(found[1]) <= wrong.line + 2, f"{outcome}\nexpected line {wrong.line}"


def wrong_scenarios(unda, folder):
    cases = all_wrong()
    assert len(cases) >= 40
    calls = itertools.cycle([["plan"], ["plan"], ["run"], ["plan"], ["run", "--out", "result"], ["plan"]])
    failures = []
    for wrong in cases:
        written(folder, wrong.text)
        before = listing(folder)
        command, *options = next(calls)
        try:
            check_blame(wrong, unda.call(command, "small.toml", *options, cwd=folder))
            assert listing(folder) == before, f"was written: {set(listing(folder)) - set(before)}"
        except AssertionError as failure:
            failures.append(f"--- {wrong.edit}\n{failure}")
    assert not failures, f"{len(failures)} of {len(cases)}:\n" + "\n".join(failures)


def good_scenario(unda, folder):
    """What the wrong ones are edits of is right."""
    written(folder, SMALL_2D)
    assert unda.call("plan", "small.toml", cwd=folder).expect(0).err == ""


def several_mistakes_at_once(unda, folder):
    text = edited(SMALL_2D, ("vp = 1500.0", "vp = -1"), ("duration = 0.5", "durration = 0.5"))[0]
    written(folder, text)
    err = unda.call("plan", "small.toml", cwd=folder).expect(2).err
    for wanted in (":7: model.vp:", ":23: time.durration:", "did you mean duration?"):
        assert wanted in err, f"{wanted} is not in:\n{err}"


def wrong_overrides(unda, folder):
    written(folder, SMALL_2D)
    before = listing(folder)
    for change, key in [
        ("model.vp=-1", "model.vp"), ("solver.fd.order=5", "solver.fd.order"), ("model.vq=3", "model.vq"),
        ("source.position=[0, 9]", "source.position"), ("source[3].moment=1", "source"), ("nonsense", ""),
        ("=3", ""), ("", ""), ("solver.fd.order=", "solver.fd.order"), ("model..vp=3", ""), ("title.x=3", "title"),
        ("receivers[0].line.count=0", "receivers.line.count"), ("mesh.spacing=[", "mesh.spacing"),
        ("source[x].moment=1", ""), ("a.b.c.d.e=1", "a"),
    ]:  # fmt: skip
        for command in (["plan"], ["run", "--out", "result"]):
            outcome = unda.call(command[0], "small.toml", *command[1:], "--set", change, cwd=folder).expect(2)
            lines = complaints(outcome)
            assert any("--set" in line and key in line for line in lines), f"{outcome}\ndoes not name --set and {key}"
            assert listing(folder) == before, listing(folder)


def wrong_usage(unda, folder):
    written(folder, SMALL_2D)
    (folder / "directory").mkdir()
    before, failures = listing(folder), []
    for arguments, wanted in [
        ([], ""), (["fly"], "fly"), (["fly", "small.toml"], "fly"), (["run"], "FILE"), (["plan"], "FILE"),
        (["bench"], "FILE"), (["run", "small.toml", "--fast"], "--fast"),
        (["run", "small.toml", "other.toml"], "other"),
        (["run", "small.toml", "--out"], "--out"), (["run", "small.toml", "--set"], "--set"),
        (["plan", "small.toml", "--out", "result"], "--out"), (["--fast", "run", "small.toml"], "--fast"),
        (["run", "nowhere.toml"], "nowhere.toml"), (["plan", "nowhere.toml"], "nowhere.toml"),
        (["run", "directory"], "directory"), (["plan", "directory"], "directory"), (["plan", ""], ""),
        (["run", "small.toml/below.toml"], "small.toml"), (["bench", "nowhere.toml"], "nowhere.toml"),
    ]:  # fmt: skip
        try:
            outcome = unda.call(*arguments, cwd=folder).expect(2)
            assert any(wanted in line for line in complaints(outcome)), f"{outcome}\ndoes not name {wanted}"
            assert listing(folder) == before, listing(folder)
        except AssertionError as failure:
            failures.append(str(failure))
    assert not failures, "\n".join(failures)


def damaged_files(unda, folder):
    """Truncated, randomly changed and random files are planned or refused."""
    good = QUICKSTART.read_bytes()
    source = random.Random(1)
    texts = [good[: k * len(good) // 24] for k in range(24)]
    for _ in range(20):
        changed = bytearray(good)
        for _ in range(source.choice([1, 3, 10, 50])):
            changed[source.randrange(len(changed))] = source.randrange(256)
        texts.append(bytes(changed))
    texts += [source.randbytes(source.choice([1, 10, 1000, 100000])) for _ in range(12)]
    texts += [b"[" * 100000, b"a." * 100000 + b"a = 1", b"a = " + b"[" * 100000]
    texts += [b"\0" * 1000, b"\xef\xbb\xbf", b"\n" * 10]
    for number, text in enumerate(texts):
        (folder / "damaged.toml").write_bytes(text)
        outcome = unda.call("plan", "damaged.toml", cwd=folder)
        assert outcome.code in (0, 2), f"text {number}: {text[:200]}\n{outcome}"
        assert outcome.code == 0 or complaints(outcome)
        assert set(listing(folder)) == {"damaged.toml"}, listing(folder)


def model_files(unda, folder):
    """Bad samples blame the key that names the file, on its line."""
    model = 'kind = "grid"\norigin = [0, 0]\nspacing = [25, -25]\naxes = "zx"'
    text = edited(SMALL_2D, ('kind = "uniform"', model), ("vp = 1500.0", 'vp = "vp.npy"'))[0]
    line = text.splitlines().index('vp = "vp.npy"') + 1
    written(folder, text)
    samples = np.full((21, 41), 1500.0, np.float32)  # z from 0 down to -500, x from 0 to 1000

    def bytes_of(array):
        buffer = io.BytesIO()
        np.save(buffer, array)
        return buffer.getvalue()

    def with_sample(value):
        changed = samples.copy()
        changed[3, 5] = value
        return bytes_of(changed)

    good = bytes_of(samples)
    (folder / "vp.npy").write_bytes(good)
    unda.call("plan", "small.toml", cwd=folder).expect(0)
    bad = [good[:n] for n in (0, 1, 5, 6, 8, 9, 10, 50, 127, 128, 129, 1000, len(good) - 1)]
    bad += [good + b"\0", b"garbage" * 100, random.Random(2).randbytes(5000)]
    bad += [good.replace(b"(21, 41)", shape) for shape in (b"(41, 99)", b"(-1, 41)")]
    bad += [good.replace(b"<f4", b"<c8"), good.replace(b"descr", b"DESCR")]
    arrays = [samples.astype(complex), samples[0], np.zeros((0, 41), np.float32), np.stack([samples] * 2)]
    bad += [bytes_of(array) for array in [*arrays, np.array([{}], object)]]
    bad += [with_sample(value) for value in (np.nan, np.inf, 0, -1500)]
    for number, content in enumerate(bad):
        (folder / "vp.npy").write_bytes(content)
        before = listing(folder)
        command = ["run", "--out", "result"] if number % 4 == 0 else ["plan"]
        outcome = unda.call(command[0], "small.toml", *command[1:], cwd=folder).expect(2)
        start = f"unda: small.toml:{line}: model.vp: "
        blamed = any(text.startswith(start) for text in complaints(outcome))
        assert blamed, f"file {number}: {outcome}\nexpected {start}"
        assert listing(folder) == before, listing(folder)

    (folder / "vp.npy").unlink()
    unda.call("plan", "small.toml", cwd=folder).expect(2)
    (folder / "vp.npy").mkdir()
    unda.call("plan", "small.toml", cwd=folder).expect(2)


if __name__ == "__main__":
    main(good_scenario, wrong_scenarios, several_mistakes_at_once, wrong_overrides, wrong_usage, damaged_files,
         model_files)  # fmt: skip
