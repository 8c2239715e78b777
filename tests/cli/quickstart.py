"""The first example runs from anywhere, tells how far it is from the closed form, and leaves pictures.

Called as a user would call it, with all threads and nothing set for MPI.
"""

import json
import re
import time

from support import main
from support.scenarios import QUICKSTART

PNG = b"\x89PNG\r\n\x1a\n"
LARGEST_MISFIT = 0.02
LONGEST = 30  # s


def quickstart(unda, folder):
    begin = time.monotonic()
    outcome = unda.call("run", QUICKSTART, "--out", "first result", cwd=folder, plain=True).expect(0)
    seconds = time.monotonic() - begin
    assert seconds < LONGEST, f"took {seconds:.1f} s"
    assert outcome.err == "", outcome

    said = re.search(r"^closed form \(.*\): misfit ([0-9.e+-]+)", outcome.out, re.MULTILINE)
    assert said, f"{outcome}\nno misfit was told"
    assert 0 < float(said[1]) < LARGEST_MISFIT, outcome
    result = folder / "first result"
    assert [p.name for p in folder.iterdir()] == ["first result"], list(folder.iterdir())

    report = json.loads((result / "report.json").read_text())
    assert report["status"] == "done", report
    assert 0 < report["closed_form"]["misfit"] < LARGEST_MISFIT, report
    pictures = sorted(p.name for p in (result / "plots").iterdir())
    assert {"streamer_pressure.png", "well_pressure.png", "well_velocity.png"} <= set(pictures), pictures
    for picture in (result / "plots").iterdir():
        assert picture.read_bytes().startswith(PNG), picture
        assert picture.name in outcome.out, f"{outcome}\n{picture.name} was not told"


if __name__ == "__main__":
    main(quickstart)
