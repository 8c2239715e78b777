"""The options of `unda plot`. Needs no library beyond Python's own, so that --help always works."""

import argparse
import sys

KINDS = ("traces", "gather", "section", "map", "model", "snapshots", "surface", "movie", "overview", "overlay", "misfit", "shots", "measures")
COMPONENTS = ("x", "y", "z", "E", "N", "Z", "xx", "yy", "zz", "xy", "xz", "yz")
QUANTITIES = ("displacement", "velocity", "acceleration", "pressure", "stress")


class Arguments(argparse.ArgumentParser):
    """Says what is wrong in one line, through the function that is given."""

    def __init__(self, complain, **options):
        super().__init__(**options)
        self._complain = complain

    def error(self, message):
        self._complain(f"{message} (see unda plot --help)")
        sys.exit(2)


def parse(argv, complain):
    parser = Arguments(
        complain,
        prog="unda plot",
        usage="unda plot PATH... [options]",
        description="PNG pictures of results: every one that a result supports, or those chosen.",
    )
    _add_choices(parser)
    _add_looks(parser)
    options = parser.parse_args(argv)
    if options.component:
        options.component = [{"E": "x", "N": "y", "Z": "z"}.get(c, c) for c in options.component]
    options.overlay = options.overlay or "overlay" in (options.kind or ())
    if options.overlay and any(kind != "overlay" for kind in options.kind or ()):
        parser.error("an overlay is drawn alone: leave out the other --kind")
    if options.overlay and any(path.endswith(".json") for path in options.paths):
        parser.error("an overlay takes results, not a document of unda compare")
    if options.overlay and len(options.paths) > 2:
        parser.error(f"an overlay takes one or two results, not {len(options.paths)}")
    return options


def _add_choices(parser):
    """What to draw."""
    add = parser.add_argument
    add("paths", nargs="+", metavar="PATH", help="a result directory, a traces.h5 file, a "
        "directory of shots (pictures of each and of all together), or a document of unda compare --json (misfits by "
        "receiver)")  # fmt: skip
    add("--out", metavar="DIR", help="where pictures go (default: plots/ in the result); with several PATHs or shots, a "
        "folder in DIR for each")  # fmt: skip
    add("--kind", metavar="KIND", action="append", choices=KINDS,
        help=f"only this kind of picture (may be repeated): {', '.join(KINDS)}")  # fmt: skip
    add("--overlay", action="store_true", help="two PATHs: traces on each other, their difference and misfit; one "
        "PATH: on its closed form")  # fmt: skip
    add("--quantity", metavar="Q", action="append", choices=QUANTITIES,
        help=f"only this quantity (may be repeated): {', '.join(QUANTITIES)}")  # fmt: skip
    add("--component", metavar="C", action="append", choices=COMPONENTS,
        help=f"only this component of traces and snapshots (may be repeated): {', '.join(COMPONENTS)}")  # fmt: skip
    add("--section", metavar="AXIS=M", action="append", type=_plane, help="model and snapshots of a 3-D result in this "
        "plane, for instance x=1200 (may be repeated)")  # fmt: skip
    add("--receivers", metavar="NAME", action="append", help="only these receivers (may be repeated)")
    add("--times", metavar="T,T,...", type=_numbers, help="snapshots, and pictures of the surface, nearest to these times, s")
    add("--each", action="store_true", help="also one picture for each snapshot, in plots/snapshots/")
    add("--source", metavar="X,Y,Z", type=_numbers, help="place of the source, where no model.h5 tells it (write "
        "--source=X,Y,Z where X is negative)")  # fmt: skip


def _add_looks(parser):
    """How to draw it."""
    add = parser.add_argument
    add("--wiggle", action="store_true", help="gathers as wiggles instead of an image")
    add("--colour", action="store_true", help="gathers in colour instead of grey")
    add("--clip", metavar="P", type=_number(50, 100, "a percentile from 50 to 100"), help="percentile of |value| at "
        "which colours end (default: 99 for gathers, 99.5 for snapshots, 98 for the overview)")  # fmt: skip
    add("--reduce", metavar="V", type=_number(1e-6, 1e9, "a speed above 0, in m/s"),
        help="record sections against t - r/V, V in m/s")  # fmt: skip
    add("--amplitude", choices=("own", "common"), help="a scale for each receiver (default of record sections), so that "
        "its largest value is 1, or one for all (default of traces and gathers)")  # fmt: skip
    add("--peak", choices=("horizontal", "geometric", "vector"), help="maps: motion is the length of the horizontal "
        "vector (default on a horizontal grid in 3-D), the geometric mean of the largest |x| and |y|, or the length "
        "of the whole vector (default elsewhere)")  # fmt: skip
    add("--dpi", metavar="N", type=_number(30, 600, "30 to 600"), default=120,
        help="dots per inch of the PNG (default: 120)")  # fmt: skip
    add("--fps", metavar="N", type=_number(1, 60, "1 to 60"), help="movies: pictures a second (default: 12)")
    add("--quiet", action="store_true", help="do not print the names of the files written")


def _number(low, high, what):
    """A reader of numbers that refuses those not between the two."""

    def read(text):
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"found {text}; allowed: {what}")
        return value

    return read


def _plane(text):
    """ "x=1200" to ("x", 1200.0)."""
    axis, _, at = text.partition("=")
    try:
        place = float(at)
    except ValueError:
        place = float("nan")
    if axis.strip() not in ("x", "y", "z") or not abs(place) < 1e12:
        raise argparse.ArgumentTypeError(f"found {text}; allowed: x=M, y=M or z=M, with M in metres")
    return axis.strip(), place


def _numbers(text):
    try:
        return [float(word) for word in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"found {text}; allowed: numbers with commas between them") from None
