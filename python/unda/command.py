"""The program unda, for what is its alone: found beside this package, in the tree, after an installation or in PATH."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from .errors import InputError, RunError

HERE = Path(__file__).resolve().parent
EXIT_INPUT = 2


def program() -> Path:
    """UNDA_PROGRAM of the environment, else of a wheel, of the build tree, of the installation, of PATH."""
    named = os.environ.get("UNDA_PROGRAM")
    build = os.environ.get("UNDA_BUILD_DIR", str(HERE.parent.parent / "build"))
    for candidate in [Path(named)] if named else [HERE / "bin/unda", Path(build) / "unda", HERE.parents[3] / "bin/unda"]:
        if candidate.is_file() and os.access(candidate, os.X_OK):
            return candidate
    found = None if named else shutil.which("unda")
    if not found:
        raise RunError(f"the program unda was not found{f' at {named} (UNDA_PROGRAM)' if named else ''}: build it, or add it to PATH")
    return Path(found)


def call(arguments: Sequence[str]) -> str:
    """What it prints; InputError and RunError where it fails, with its own messages."""
    done = subprocess.run([str(program()), *arguments], capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return done.stdout
    said = [line[6:] if line.startswith("unda: ") else line for line in done.stderr.splitlines() if line.strip()]
    if done.returncode == EXIT_INPUT:
        raise InputError(said or ["the input is wrong"])
    raise RunError("\n".join(said) or f"unda {arguments[0]} ended with exit code {done.returncode}")
