"""unda init and unda check: the starter scenarios are right and run; what is wrong is told without a run."""

import json
import re

from support import listing, main
from support.scenarios import SMALL_2D, edited, written


def starters_run(unda, folder):
    for dim, physics in ((1, "acoustic"), (2, "elastic"), (3, "elastic")):
        file = f"start{dim}.toml"
        unda.call("init", file, "--dim", dim, "--method", "fd", cwd=folder).expect(0)
        before = listing(folder)
        checked = unda.call("check", file, cwd=folder).expect(0)
        assert checked.out.startswith(f"{file}: ok: {dim}-D {physics}, fd") and checked.out.count("\n") == 1, checked
        assert checked.err == "", checked  # no warnings either
        assert listing(folder) == before, listing(folder)
        unda.call("run", file, "--set", "output.plots=false", cwd=folder, timeout=300).expect(0)
        report = json.loads((folder / f"results/start{dim}/report.json").read_text())
        assert report["status"] == "done" and report["dims"] == dim, report
        steps = re.search(r"(\d+) steps of ", checked.out)[1]
        assert int(steps) == report["steps"], (checked, report["steps"])


def keys_in_comments(unda, folder):
    """What the starter offers in comments may be switched on as it stands."""
    offered = 0
    for dim in (1, 2, 3):
        unda.call("init", f"start{dim}.toml", "--dim", dim, cwd=folder).expect(0)
        lines = (folder / f"start{dim}.toml").read_text().splitlines()
        for k, line in enumerate(lines):
            if re.match(r"# \w+ = ", line):
                offered += 1
                written(folder, "\n".join([*lines[:k], line[2:], *lines[k + 1 :]]), "on.toml")
                unda.call("check", "on.toml", cwd=folder).expect(0)
    assert offered >= 6, offered


def init_refuses(unda, folder):
    (folder / "mine.toml").write_text("mine")
    unda.call("init", cwd=folder).expect(0)
    assert (folder / "scenario.toml").is_file()
    before = listing(folder)
    for arguments, message in {
        ("mine.toml",): "mine.toml: exists already",
        (): "scenario.toml: exists already",
        ("nowhere/a.toml",): "there is no directory nowhere",
        ("a.toml", "--dim", "4"): "--dim",
        ("a.toml", "--method", "fem"): "--method",
    }.items():  # fmt: skip
        outcome = unda.call("init", *arguments, cwd=folder).expect(2)
        assert message in outcome.err, f"{outcome}\nexpected: {message}"
    assert listing(folder) == before and (folder / "mine.toml").read_text() == "mine"


def check_tells_what_is_wrong(unda, folder):
    written(folder, SMALL_2D)
    written(folder, edited(SMALL_2D, ("vp = 1500.0", "vp = -1"), ("duration = 0.5", "durration = 0.5"))[0], "wrong.toml")
    before = listing(folder)
    good = unda.call("check", "small.toml", cwd=folder).expect(0)
    assert "81 x 41 points" in good.out and "1 source, 5 receivers" in good.out, good
    wrong = unda.call("check", "wrong.toml", cwd=folder).expect(2)
    assert "wrong.toml:7: model.vp" in wrong.err and "time.durration" in wrong.err and wrong.out == "", wrong
    # What only the preparation of a run finds: memory, the method, files.
    large = unda.call("check", "small.toml", "--set", "mesh.spacing=1e-3", cwd=folder).expect(2)
    assert "mesh.spacing" in large.err and "GB" in large.err, large
    unda.call("check", "small.toml", "--set", 'model.kind="grid"', "--set", 'model.vp="none.npy"', cwd=folder).expect(2)
    unda.call("check", "nowhere.toml", cwd=folder).expect(2)
    unda.call("check", cwd=folder).expect(2)
    warned = unda.call("check", "small.toml", "--set", "mesh.spacing=40", cwd=folder).expect(0)
    assert "points per shortest wavelength" in warned.out + warned.err, warned
    assert listing(folder) == before, listing(folder)


if __name__ == "__main__":
    main(starters_run, keys_in_comments, init_refuses, check_tells_what_is_wrong)
