"""Which Python draws the pictures: the one that UNDA_PYTHON names, or the first that has what they need."""

import sys
from pathlib import Path

from support import ROOT, main

SCENARIO = ROOT / "examples/quickstart.toml"
SMALL = ("--set", "mesh.spacing=24", "--set", "time.duration=0.1")


def named_by_the_user(unda, folder):
    notes = folder / "notes"
    python = folder / "a python"
    python.write_text(f'#!/bin/sh\necho "$1 $2 $3 $PYTHONPATH" >>"{notes}"\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    variables = {"UNDA_PYTHON": str(python), "PYTHONPATH": "/somewhere/else"}
    unda.call("run", SCENARIO, *SMALL, "--out", "out", cwd=folder, variables=variables).expect(0)
    assert (folder / "out/plots/model.png").is_file()
    words = notes.read_text().split()
    assert words[:3] == ["-B", "-m", "unda.plot"], words
    assert Path(words[3].split(":")[0]).resolve() == ROOT / "python" and words[3].endswith(":/somewhere/else"), words


def that_of_the_system_by_itself(unda, folder):
    """It has the modules here, and is found without PATH."""
    variables = {"PATH": "/nowhere"}
    unda.call("run", SCENARIO, *SMALL, "--out", "out", cwd=folder, variables=variables).expect(0)
    assert (folder / "out/plots/model.png").is_file()


def what_cannot_be_started_is_told(unda, folder):
    done = unda.call("run", SCENARIO, *SMALL, "--out", "out", cwd=folder, variables={"UNDA_PYTHON": "/no/such/python"}).expect(0)
    assert "/no/such/python cannot be started" in done.err + done.out, done
    assert (folder / "out/traces.h5").is_file()


main(named_by_the_user, that_of_the_system_by_itself, what_cannot_be_started_is_told)
