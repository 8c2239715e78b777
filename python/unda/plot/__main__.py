"""The command line of `unda plot`: PNG pictures of one or more results.

Exit codes: 0 done, 1 failed while running, 2 the input is wrong.
"""

import atexit
import contextlib
import os
import shutil
import signal
import sys
import tempfile
import warnings
from pathlib import Path

from .options import parse

PACKAGES = {"numpy": "python3-numpy", "h5py": "python3-h5py", "matplotlib": "python3-matplotlib"}


def complain(message):
    """One line on stderr, whatever line breaks the message brought."""
    print("unda plot: " + " ".join(str(message).split()), file=sys.stderr)


def load_libraries(complain=complain):
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


@contextlib.contextmanager
def time_limit(path):
    """Ends the program where the HDF5 library does not come back from a damaged file: SIGPROF, which the caller knows.

    Counts the time this process computes, not the time it waits for a disk.
    """
    path = Path(path) / "traces.h5" if Path(path).is_dir() else Path(path)
    seconds = 5 + (path.stat().st_size / 2e7 if path.is_file() else 0)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def selected(results, options):
    """The (group, quantity) pairs asked for; a name that the file does not have is an error."""
    from ..errors import InputError

    def check(kind, asked, present):
        for name in asked or ():
            if name not in present:
                raise InputError(f"no {kind} `{name}` here; there is: {', '.join(sorted(present)) or 'none'}")

    check("receivers", options.receivers, set(results.groups))
    groups = [group for name, group in results.groups.items() if name in (options.receivers or results.groups)]
    recorded = {name for group in groups for name in group.quantities}
    in_snapshots = {f.quantity for part in (results.snapshots, results.surface) if part for f in part.fields}
    check("quantity", options.quantity, recorded | in_snapshots)
    for group in groups:
        if not group.quantities or group.n_receivers == 0 or group.time.size == 0:
            complain(f"{results.path}: {group.name} has no traces: left out")
    return [
        (group, quantity)
        for group in groups
        for name, quantity in group.quantities.items()
        if name in (options.quantity or group.quantities) and group.n_receivers and group.time.size
    ]


def folders(opened, out, together=False):
    """Where the pictures of each result go; those of all together go where the first one's would."""
    from ..result import FILTERED

    if not out:
        return [results.directory / "plots" / ("filtered" if results.path.name == FILTERED else "") for results in opened]
    if len(opened) == 1 or together:
        return [Path(out)]
    names = []
    for results in opened:
        name, copy = results.name, 1
        while name in names:
            copy += 1
            name = f"{results.name}-{copy}"
        names.append(name)
    return [Path(out) / name for name in names]


def opened_result(path, options):
    """The result there, with all of its files open, so that what is damaged is told before anything is drawn."""
    from ..result import ResultInFiles

    with time_limit(path):
        result = ResultInFiles(path, options.source)
        try:
            result.model, result.snapshots
        except BaseException:
            result.close()
            raise
    return result


def plot(drawings, folder, options):
    """Draws and saves each (name, function); says which files were written."""
    from . import style
    from .movie import NO_FFMPEG, Movie

    gifs = False
    for name, draw in drawings:
        with style.look():
            drawn = draw()
            path = folder / (name + getattr(drawn, "suffix", ".png"))
            if isinstance(drawn, Movie):
                drawn.save(path, options.dpi)
                gifs = gifs or path.suffix == ".gif"
            else:
                style.save(drawn, path, options.dpi)
        if not options.quiet:
            print(path, flush=True)
    if gifs:
        complain(NO_FFMPEG)


def run_shots(options):
    """Pictures of every shot, as if each had been named, and of the shots of a directory together.

    Results are opened one directory at a time, and closed before those of single shots are drawn."""
    from ..errors import InputError
    from . import shots

    if options.overlay:
        return overlay_shots(options)
    code = 0
    for path in options.paths:
        if not shots.is_directory(path):
            code = max(code, run(with_paths(options, [path])))
            continue
        try:
            there = shots.listed(path)
            done = [shot for shot in there if shot.has_traces]
            for shot in there:
                if shot not in done:
                    complain(f"{path}: shot {shot.name} has no traces yet: left out")
            with contextlib.ExitStack() as stack:
                opened = []
                for shot in shots.evenly(done):
                    opened.append((shot, stack.enter_context(opened_result(shot.path, options))))
                survey = shots.Survey(path, done, opened)
                plot(list(shots.pictures(survey, options)), Path(options.out or Path(path) / "plots"), options)
        except InputError as error:
            complain(f"{path}: {error}")
            return 2
        if options.kind and set(options.kind) <= {"shots"}:
            continue
        kinds = [kind for kind in options.kind or [] if kind != "shots"] or None
        for shot in done:
            out = Path(options.out) / shot.name if options.out else None
            code = max(code, run(with_paths(options, [str(shot.path)], kind=kinds, out=out)))
    return code


def overlay_shots(options):
    """The shots of two directories on each other, by name."""
    from . import shots

    if len(options.paths) != 2 or not all(shots.is_directory(path) for path in options.paths):
        complain("an overlay of shots takes two directories of shots")
        return 2
    first, second = ({s.name: s for s in shots.listed(path) if s.has_traces} for path in options.paths)
    common = [name for name in first if name in second]
    if not common:
        complain(f"{' and '.join(options.paths)} share no shot that has traces")
        return 2
    code = 0
    for name in common:
        out = Path(options.out) / name if options.out else None
        code = max(code, run(with_paths(options, [str(first[name].path), str(second[name].path)], out=out)))
    return code


def with_paths(options, paths, **changes):
    """The same options for other paths."""
    return type(options)(**{**vars(options), "paths": paths, **changes})


def run(options):
    from ..errors import InputError
    from ..traces import ResultsWarning
    from . import misfits, shots
    from .pictures import overlays, pictures

    current = ""  # the path that messages are about
    warnings.simplefilter("ignore")
    warnings.simplefilter("always", ResultsWarning)
    warnings.showwarning = lambda message, *_: complain(f"{current}: {message}")
    opened, chosen = [], []
    try:
        for current in filter(misfits.is_document, options.paths):
            plot(list(misfits.pictures(current, options)), Path(options.out or Path(current).parent), options)
        options.paths = [path for path in options.paths if not misfits.is_document(path)]
        if any(shots.is_directory(path) for path in options.paths):
            return run_shots(options)
        for current in options.paths:
            opened.append(opened_result(current, options))
            chosen.append(selected(opened[-1], options))
        where = folders(opened, options.out, options.overlay)
        if options.overlay:
            current = " and ".join(options.paths)
            plot(list(overlays(opened, chosen[0], options)), where[0], options)
            return 0
        work = []
        for current, result, of_result in zip(options.paths, opened, chosen):
            work.append(list(pictures(result, of_result, options)))
        for current, drawings, folder in zip(options.paths, work, where):
            plot(drawings, folder, options)
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
    options = parse(argv, complain)
    return run(options) if load_libraries() else 1


if __name__ == "__main__":
    sys.exit(main())
