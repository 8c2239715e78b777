"""The command line: python3 -m unda.report DIR writes DIR/report.html.

Exit codes: 0 done, 1 failed while running, 2 the input is wrong.
"""

import json
import os
import sys
from pathlib import Path

from ..plot.__main__ import load_libraries

from .page import page


def complain(message):
    print("unda verify: " + " ".join(str(message).split()), file=sys.stderr)


def read(directory):
    with open(directory / "verify.json", encoding="utf-8") as file:
        return json.load(file)


def figures_of(found, directory):
    """The figures, and why there are none where that is so."""
    if not load_libraries(complain):
        return [], "This page has no figures: numpy, h5py or matplotlib was missing where it was made."
    from .figures import figures

    try:
        return figures(found, directory), ""
    except Exception as error:  # the tables are worth having without them
        complain(f"the figures could not be drawn: {type(error).__name__}: {error}")
        return [], "This page has no figures: they could not be drawn."


def write(directory):
    found = read(directory)
    drawn, why_none = figures_of(found, directory)
    partial = directory / "report.html.partial"
    partial.write_text(page(found, drawn, why_none, directory), encoding="utf-8", errors="replace")
    os.replace(partial, directory / "report.html")


def main(argv=None):
    arguments = sys.argv[1:] if argv is None else argv
    if len(arguments) != 1:
        complain("usage: python3 -m unda.report DIR")
        return 2
    try:
        write(Path(arguments[0]))
        return 0
    except (FileNotFoundError, ValueError, KeyError) as error:
        complain(f"{arguments[0]}: no verify.json that can be read here: {error}")
        return 2
    except OSError as error:
        complain(f"{error.filename or arguments[0]}: {error.strerror or error}")
        return 1


if __name__ == "__main__":
    sys.exit(main())
