"""The program unda that a wheel carries, started with the Python that it was installed for."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def main() -> None:
    """Becomes the program: pictures are drawn by this Python, and by this package."""
    program = Path(__file__).resolve().parent / "bin" / "unda"
    os.environ.setdefault("UNDA_PYTHON", sys.executable)
    try:
        os.execv(program, ["unda", *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"unda: {program} cannot be started: {error.strerror}")
