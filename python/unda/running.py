"""Running scenarios, and comparing what the methods make of one."""

from __future__ import annotations

import contextlib
import filecmp
import sys
import tempfile
import time as clock
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import InputError, RunError
from .library import Simulation
from .memory import MemoryResult, result_of
from .result import Result
from .scenario import Plan, Scenario, UndaWarning, read, warn

if TYPE_CHECKING:
    from .comparison import Comparison

__all__ = ["Plan", "Scenario", "Simulation", "UndaWarning", "Verification", "plan", "read", "run", "verify"]


def run(
    scenario: Scenario | str | Path,
    *,
    method: str | None = None,
    device: str | None = None,
    threads: int | None = None,
    shot: str | None = None,
    progress: bool | None = None,
    on_step: Callable[[Simulation], Any] | None = None,
    every: int = 1,
    out: str | Path | None = None,
    overwrite: bool = False,
    restart: bool = False,
) -> Result:
    """Computes a scenario (or a scenario file) in this process. Nothing is written unless `out` names a result directory.

    method, device: in place of solver.method ("fd", "sem", "dg") and solver.device ("auto", "cpu", "gpu").
    threads: how many; as many as there are cores.
    shot: which one, where the scenario has shots.
    progress: a bar; None: in notebooks and terminals.
    on_step: called after every `every` steps with a Simulation, on this thread. True ends the run; so does an exception, which is
        raised here. A run that was ended has the seismograms until then, and report["status"] == "stopped".
    out: a directory as `unda run` makes it. Arrays of the scenario are then written beside it first.

    The lock of the interpreter is free while it computes. Ctrl-C ends a run cleanly. Raises InputError, RunError.
    """
    asked = scenario if isinstance(scenario, Scenario) else read(scenario)
    if every < 1:
        raise InputError(f"every: found {every}; must be an integer not less than 1", "every")
    changes = [f'solver.device="{device}"'] if device else []
    options: dict[str, Any] = {}
    if out is not None:
        options = {"out": str(out), "overwrite": overwrite, "restart": restart}
    elif overwrite or restart:
        raise InputError("overwrite and restart are about a result directory: give out", "out")
    with contextlib.nullcontext(asked) if out is None else _on_disk(asked, Path(out)) as placed:
        handle = placed._read(method=method or "", shot=shot or "", threads=threads or 0, changes=changes)
        bar = _Bar(handle.facts["title"] or handle.facts["method"], _wanted(progress))
        try:
            found = handle.run(options, bar.show, on_step, every)
        finally:
            bar.close()
    if out is not None:
        from .result import open as open_result

        return open_result(out)  # type: ignore[return-value]
    warn(found.facts["warnings"])
    result = result_of(found, handle)
    if found.facts["stopped"] and not found.facts["by_caller"]:
        error = RunError(found.facts["stopped"])
        error.result = result  # type: ignore[attr-defined]
        raise error
    return result


def plan(scenario: Scenario | str | Path, shot: str = "") -> Plan:
    """What a run would be, without running it."""
    return (scenario if isinstance(scenario, Scenario) else read(scenario)).plan(shot)


@contextlib.contextmanager
def _on_disk(scenario: Scenario, out: Path) -> Iterator[Scenario]:
    """The same scenario, all of it in files beside `out`. Where the run is refused they are as they were before."""
    if not scenario._arrays:
        yield scenario
        return
    folder = out.parent / f"{out.name}.inputs"
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f"{folder.name}.", dir=folder.parent) as aside:
        new, old = Path(aside) / "new", Path(aside) / "old"
        old.mkdir()
        scenario.write(new / "scenario.toml")
        folder.mkdir(exist_ok=True)
        changed = [file.name for file in new.iterdir() if not _same_bytes(file, folder / file.name)]
        for name in changed:
            if (folder / name).exists():
                (folder / name).replace(old / name)
            (new / name).replace(folder / name)
        try:
            yield read(folder / "scenario.toml")
        except InputError:
            for name in changed:
                (folder / name).unlink()
                if (old / name).exists():
                    (old / name).replace(folder / name)
            if not any(folder.iterdir()):
                folder.rmdir()
            raise


def _same_bytes(a: Path, b: Path) -> bool:
    return b.is_file() and filecmp.cmp(a, b, shallow=False)


def _wanted(progress: bool | None) -> bool:
    return sys.stderr.isatty() or "ipykernel" in sys.modules if progress is None else progress


class _Bar:
    """tqdm's bar where that is installed, else a line."""

    def __init__(self, title: str, wanted: bool) -> None:
        self._title, self._wanted, self._begin = title, wanted, clock.monotonic()
        self._bar: Any = None
        self._line = False

    def show(self, step: int, n_steps: int, _time: float) -> bool:
        if not self._wanted or n_steps == 0:
            return False
        if self._bar is None and not self._line:
            try:
                from tqdm.auto import tqdm

                self._bar = tqdm(total=n_steps, desc=self._title, unit="step")
            except ImportError:
                self._line = True
        if self._bar is not None:
            self._bar.update(step - self._bar.n)
        elif step > 0:
            left = (clock.monotonic() - self._begin) / step * (n_steps - step)
            sys.stderr.write(f"\r{self._title}: {100 * step // n_steps:3d} %, step {step} of {n_steps}, {left:.0f} s left\033[K")
            sys.stderr.flush()
        return False

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
        elif self._line:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()


class Verification:
    """One scenario by several methods: results, and how far each pair is apart."""

    #: by method
    results: dict[str, Result]
    #: why a method was not run or failed
    refused: dict[str, str]
    #: of every pair of methods
    comparisons: dict[tuple[str, str], Comparison]
    #: the largest misfit allowed
    tolerance: float

    def __init__(
        self,
        results: dict[str, Result],
        refused: dict[str, str],
        comparisons: dict[tuple[str, str], Comparison],
        tolerance: float,
    ) -> None:
        self.results, self.refused, self.comparisons, self.tolerance = results, refused, comparisons, tolerance

    @property
    def agree(self) -> bool:
        """Whether there was something to compare, and no receiver of any pair exceeds the tolerance."""
        return bool(self.comparisons) and all(c.worst_misfit <= self.tolerance for c in self.comparisons.values())

    def __bool__(self) -> bool:
        return self.agree

    def __repr__(self) -> str:
        lines = [f"the methods {'agree' if self.agree else 'do not agree'} within {self.tolerance:g}"]
        for name, result in self.results.items():
            wall = result.report.get("wall_seconds", {}).get("time_loop")
            exact = result.report.get("closed_form") or {}
            words = [f"{wall:.3g} s" if wall is not None else "", f"closed form {exact['misfit']:.3g}" if exact else ""]
            lines.append(f"  {name}: {', '.join(w for w in words if w)}")
        lines += [f"  {name}: not run: {reason}" for name, reason in self.refused.items()]
        lines += [f"  {a} against {b}: worst {c.worst_misfit:.3g}" for (a, b), c in self.comparisons.items()]
        return "\n".join(lines)


def verify(
    scenario: Scenario | str | Path,
    methods: Sequence[str] = ("fd", "sem", "dg"),
    tolerance: float = 0.05,
    *,
    threads: int | None = None,
    progress: bool | None = None,
    lowpass: float = 0,
    highpass: float = 0,
) -> Verification:
    """Runs the scenario by each method and compares all pairs. A method that cannot compute it is left out and says why."""
    from .comparison import compare

    asked = scenario if isinstance(scenario, Scenario) else read(scenario)
    results: dict[str, Result] = {}
    refused: dict[str, str] = {}
    for name in methods:
        try:
            results[name] = run(asked, method=name, threads=threads, progress=progress)
        except (InputError, RunError) as error:
            refused[name] = str(error)
    if not results and refused:
        raise InputError([f"{name}: {reason}" for name, reason in refused.items()])
    comparisons = {
        (a, b): compare(results[a], results[b], lowpass=lowpass, highpass=highpass) for a, b in combinations(results, 2)
    }
    return Verification(results, refused, comparisons, tolerance)
