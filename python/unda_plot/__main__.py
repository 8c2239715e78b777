"""The command line of `unda plot`: PNG pictures of the traces of one or more results.

Exit codes: 0 done, 1 failed while running, 2 the input is wrong.
"""

import argparse
import atexit
import os
import shutil
import sys
import tempfile
import warnings
from pathlib import Path

PACKAGES = {"numpy": "python3-numpy", "h5py": "python3-h5py", "matplotlib": "python3-matplotlib"}


class Arguments(argparse.ArgumentParser):
    def error(self, message):
        complain(f"{message} (see unda plot --help)")
        sys.exit(2)


def complain(message):
    """One line on stderr, whatever line breaks the message brought."""
    print("unda plot: " + " ".join(str(message).split()), file=sys.stderr)


def parse(argv):
    parser = Arguments(prog="unda plot", description="PNG pictures of traces: stacked traces and shot gathers.")
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a result directory or a traces.h5 file")
    parser.add_argument("--out", metavar="DIR", help="where pictures go (default: plots/ beside traces.h5); "
                        "with several PATHs, a folder in DIR for each")  # fmt: skip
    parser.add_argument("--wiggle", action="store_true", help="draw gathers as wiggles instead of an image")
    parser.add_argument("--quantity", metavar="Q", action="append",
                        choices=["displacement", "velocity", "acceleration", "pressure", "stress"],
                        help="only this quantity (may be repeated)")  # fmt: skip
    parser.add_argument("--receivers", metavar="NAME", action="append", help="only these receivers (may be repeated)")
    parser.add_argument("--quiet", action="store_true", help="do not print the names of the files written")
    return parser.parse_args(argv)


def load_libraries():
    """False, after a message, where a library is missing."""
    missing = []
    prepare_matplotlib()
    for module in PACKAGES:
        try:
            __import__(module)
        except ImportError:
            missing.append(module)
    if missing:
        packages = " ".join(PACKAGES[module] for module in missing)
        complain(f"{sys.executable} has no {', '.join(missing)}: apt-get install {packages}")
        return False
    import matplotlib

    matplotlib.use("Agg")
    return True


def prepare_matplotlib():
    """Gives matplotlib a folder for its caches where it could not write to its own."""

    def writable(folder):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            return False
        return os.access(folder, os.W_OK | os.X_OK)

    own = [os.environ.get("XDG_CONFIG_HOME") or "~/.config", os.environ.get("XDG_CACHE_HOME") or "~/.cache"]
    own = [os.environ["MPLCONFIGDIR"]] if os.environ.get("MPLCONFIGDIR") else [f"{folder}/matplotlib" for folder in own]
    if not all(writable(Path(os.path.expanduser(folder))) for folder in own):
        os.environ["MPLCONFIGDIR"] = tempfile.mkdtemp(prefix="unda-plot-")
        atexit.register(shutil.rmtree, os.environ["MPLCONFIGDIR"], ignore_errors=True)


def selected(results, options):
    """The (group, quantity) pairs asked for; a name that the file does not have is an error."""
    from .results import InputError

    def check(kind, asked, present):
        for name in asked or ():
            if name not in present:
                raise InputError(f"no {kind} `{name}` here; there is: {', '.join(sorted(present)) or 'none'}")

    check("receivers", options.receivers, set(results.groups))
    groups = [group for name, group in results.groups.items() if name in (options.receivers or results.groups)]
    check("quantity", options.quantity, {name for group in groups for name in group.quantities})
    for group in groups:
        if not group.quantities or group.n_receivers == 0 or group.time.size == 0:
            complain(f"{results.path}: {group.name} has no traces: left out")
    return [
        (group, quantity)
        for group in groups
        for name, quantity in group.quantities.items()
        if name in (options.quantity or group.quantities) and group.n_receivers and group.time.size
    ]


def folders(opened, out):
    """Where the pictures of each result go."""
    if not out:
        return [results.directory / "plots" for results in opened]
    if len(opened) == 1:
        return [Path(out)]
    names = []
    for results in opened:
        name, copy = results.name, 1
        while name in names:
            copy += 1
            name = f"{results.name}-{copy}"
        names.append(name)
    return [Path(out) / name for name in names]


def plot(results, chosen, folder, options):
    from . import gather, style, traces

    for group, quantity in chosen:
        with style.look():
            if group.n_receivers <= traces.MOST_RECEIVERS:
                figure = traces.draw(results, group, quantity)
            else:
                figure = gather.draw(results, group, quantity, wiggle=options.wiggle)
            path = folder / f"{group.name}_{quantity.name}.png"
            style.save(figure, path)
        if not options.quiet:
            print(path, flush=True)


def run(options):
    from .results import InputError, Results, ResultsWarning

    current = ""  # the path that messages are about
    warnings.simplefilter("ignore")
    warnings.simplefilter("always", ResultsWarning)
    warnings.showwarning = lambda message, *_: complain(f"{current}: {message}")
    opened, chosen = [], []
    try:
        for current in options.paths:
            opened.append(Results(current))
            chosen.append(selected(opened[-1], options))
        for current, *work in zip(options.paths, opened, chosen, folders(opened, options.out)):
            plot(*work, options)
        return 0
    except InputError as error:
        complain(f"{current}: {error}")
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        complain(f"{error.filename or current}: {error.strerror or error}")
        return 1
    except MemoryError:
        complain(f"{current}: not enough memory")
        return 1
    except Exception as error:
        complain(f"{current}: {type(error).__name__}: {error}")
        return 1
    finally:
        for results in opened:
            results.close()


def main(argv=None):
    options = parse(argv)
    return run(options) if load_libraries() else 1


if __name__ == "__main__":
    sys.exit(main())
