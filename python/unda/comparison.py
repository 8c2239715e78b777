"""How far seismograms are from others: what `unda compare` finds, as Python values."""

from __future__ import annotations

import json
import math
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import h5py

from .errors import InputError, RunError
from .result import Result
from .shots import is_directory
from .traces import write_traces

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure

MOST_ROWS = 30  # receivers and quantities in a table: the worst of them


@dataclass(frozen=True)
class ComponentMisfit:
    """Of one component; None where it is too weak to have figures of its own."""

    #: its name, "x"
    component: str
    #: |a_c - b_c| / |b|, with all components in |b|
    misfit: float
    #: |a_c - b_c| / |b_c|
    own_misfit: float | None
    #: s, positive: the trace is late
    shift: float | None
    #: single-valued envelope misfit of Kristekova et al. (2009)
    envelope: float | None
    #: single-valued phase misfit of Kristekova et al. (2009)
    phase: float | None


@dataclass(frozen=True)
class ReceiverMisfit:
    """Of one quantity at one receiver: |a - b| / |b| over all components and common times."""

    #: the name of the receivers
    group: str
    #: its label
    receiver: str
    #: "velocity"
    quantity: str
    #: infinite where b is zero throughout
    misfit: float
    #: weaker than 1e-4 of the strongest receiver, and measured against that
    weak: bool
    #: one each
    components: tuple[ComponentMisfit, ...]


class Comparison:
    """Misfits of one result, a, against another, b, as `unda compare` gives them.

        found = unda.compare(result, "results/reference")
        found.worst.misfit, found.worst.receiver
        found["streamer", "pressure"]                  # of all receivers together
        for one in found.receivers: ...                # one.misfit, one.components

    Its table is that of `unda compare`: the worst 30 receivers and quantities.
    """

    #: the name of a
    trace: str
    #: the name of b
    reference: str
    #: every receiver and quantity
    receivers: list[ReceiverMisfit]
    #: the one with the largest misfit
    worst: ReceiverMisfit
    #: over all receivers, by (group, quantity)
    groups: dict[tuple[str, str], float]
    #: the first of the times that both have, s
    start: float
    #: between these times, s
    interval: float
    #: how many they are
    samples: int
    #: the lower corner of the filter, Hz; None without
    highpass: float | None
    #: the upper corner of the filter, Hz; None without
    lowpass: float | None
    #: what the user should know
    notes: list[str]
    #: everything as the document of `unda compare --json` has it
    document: dict[str, Any]

    def __init__(self, document: Mapping[str, Any]) -> None:
        """`document`: an entry of `comparisons` of `unda compare --json`."""
        self.document = dict(document)
        self.trace, self.reference = str(document["trace"]), str(document["reference"])
        self.start, self.interval = float(document["start"]), float(document["interval"])
        self.samples = int(document["samples"])
        self.highpass, self.lowpass = document["highpass"], document["lowpass"]
        self.notes = list(document["notes"])
        self.receivers = [_receiver(entry) for entry in document["receivers"]]
        self.groups = {(g["group"], g["quantity"]): _number(g["misfit"]) for g in document["groups"]}
        self.worst = max(self.receivers, key=lambda r: r.misfit)

    @property
    def worst_misfit(self) -> float:
        """Of the worst receiver and quantity."""
        return self.worst.misfit

    def __getitem__(self, key: tuple[str, str]) -> float:
        """The misfit of all receivers of (group, quantity) together."""
        if key not in self.groups:
            there = ", ".join(f"{quantity} at {group}" for group, quantity in self.groups)
            raise KeyError(f"{key} was not compared; there is: {there}")
        return self.groups[key]

    def to_pandas(self) -> pandas.DataFrame:
        """A table of pandas: a row for each receiver, quantity and component."""
        from .as_pandas import library

        columns = ["group", "receiver", "quantity", "component", "misfit", "own_misfit", "shift", "envelope", "phase",
                   "receiver_misfit", "weak"]  # fmt: skip
        rows = [(r.group, r.receiver, r.quantity, c.component, c.misfit, c.own_misfit, c.shift, c.envelope, c.phase, r.misfit, r.weak)
                for r in self.receivers for c in r.components]  # fmt: skip
        return library().DataFrame(rows, columns=columns)

    def plot(self, receivers: str | None = None, quantity: str | None = None, tolerance: float | None = None) -> Figure:
        """Misfits by receiver, of one group and quantity: L2, envelope and phase."""
        from .plot import misfits, style

        fitting = [key for key in self.groups if receivers in (None, key[0]) and quantity in (None, key[1])]
        if not fitting:
            raise InputError("nothing of that was compared; there is: " + ", ".join(f"{q} at {g}" for g, q in self.groups))
        with style.look():
            return misfits.draw(self.document, *fitting[0], tolerance)  # type: ignore[no-any-return]

    def _rows(self) -> list[list[str]]:
        rows = []
        for r in sorted(self.receivers, key=lambda r: -r.misfit)[:MOST_ROWS]:
            mark = "*" if r.weak else ""
            if len(r.components) > 1:
                rows.append([r.group, r.receiver, r.quantity, "all", _text(r.misfit) + mark, "", "", "", ""])
            for c in r.components:
                figures = [_text(x) for x in (c.own_misfit, c.shift, c.envelope, c.phase)]
                own = _text(c.misfit) + (mark if len(r.components) == 1 else "")
                rows.append([r.group, r.receiver, r.quantity, c.component, own, *figures])
        return rows

    def _summary(self) -> str:
        end = self.start + (self.samples - 1) * self.interval
        text = f"{self.trace} against {self.reference}: {self.samples} samples every {self.interval:.6g} s from {self.start:.6g} to {end:.6g} s"
        if self.lowpass or self.highpass:
            text += f", filtered, {self.highpass or 0:g} to {f'{self.lowpass:g}' if self.lowpass else 'all'} Hz"
        return text

    def __repr__(self) -> str:
        rows = [HEAD, *self._rows()]
        widths = [max(len(row[n]) for row in rows) for n in range(len(HEAD))]
        lines = [self._summary(), *(f"note: {note}" for note in self.notes)]
        for row in rows:
            left = [cell.ljust(width) for cell, width in zip(row[:4], widths[:4])]
            right = [cell.rjust(width) for cell, width in zip(row[4:], widths[4:])]
            lines.append("  ".join([*left, *right]).rstrip())
        if len(self.receivers) > MOST_ROWS:
            lines.append(f"the worst {MOST_ROWS} of {len(self.receivers)}")
        if any(r.weak for r in self.receivers):
            lines.append("* weaker than 0.0001 of the strongest receiver: measured against that")
        lines += [f"{group} {quantity}: misfit {_text(misfit)}" for (group, quantity), misfit in self.groups.items()]
        return "\n".join([*lines, self._worst_line()])

    def _worst_line(self) -> str:
        return f"worst: {self.worst.quantity} at {self.worst.group} {self.worst.receiver}, misfit {_text(self.worst.misfit)}"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(cell)}</th>" for cell in HEAD)
        rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in self._rows())
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes)
        return f"<p>{escape(self._summary())}</p>{notes}<table><tr>{head}</tr>{rows}</table><p>{escape(self._worst_line())}</p>"


HEAD = ["group", "receiver", "quantity", "component", "misfit", "own", "shift (s)", "envelope", "phase"]


def _number(value: float | None) -> float:
    """JSON has no infinity: it is null there."""
    return math.inf if value is None else float(value)


def _text(value: float | None) -> str:
    return "-" if value is None else f"{value:.3g}"


def _receiver(entry: Mapping[str, Any]) -> ReceiverMisfit:
    parts = tuple(
        ComponentMisfit(c["component"], _number(c["misfit"]), c["own_misfit"], c["shift"], c["envelope"], c["phase"])
        for c in entry["components"]
    )
    return ReceiverMisfit(
        entry["group"], entry["receiver"], entry["quantity"], _number(entry["misfit"]), bool(entry["weak"]), parts
    )


def compare(
    a: Result | str | Path,
    b: Result | str | Path,
    *,
    receivers: str | None = None,
    quantity: str | None = None,
    lowpass: float | None = None,
    highpass: float | None = None,
) -> Comparison:
    """Measures the seismograms of a against those of b: results, or whatever `unda compare` takes as a path.

    |a - b| / |b|, |x| the root of the sum of squares over the common times, by receiver and component, with shifts and
    envelope and phase misfits. `lowpass` and `highpass` are corners of a zero-phase Butterworth filter on both sides, Hz;
    `receivers` and `quantity` choose.
    """
    asked = {"group": receivers, "quantity": quantity, "lowpass": lowpass, "highpass": highpass}
    options = {name: value for name, value in asked.items() if value}
    for side in (a, b):
        if not isinstance(side, Result) and is_directory(side):
            raise InputError(f"{side} is a directory of shots: compare shot by shot, unda.compare(shots[0], others[0])")
    try:
        from . import library

        library.info()
    except ImportError as missing:
        return Comparison(_by_the_program(a, b, options, str(missing)))
    if not all(isinstance(side, Result) or _traces_of(side) for side in (a, b)):
        return Comparison(_by_the_program(a, b, options, "the library compares results and traces.h5 alone"))
    found: dict[str, Any] = library.compare(_handle_of(a), _handle_of(b), **options)
    return Comparison({**found, "trace": _name_of(a), "reference": _name_of(b)})


def _name_of(side: Result | str | Path) -> str:
    return side.name if isinstance(side, Result) and side.directory is None else str(_path_of(side))


def _traces_of(path: str | Path) -> Path | None:
    """The traces.h5 there; None where it is something else that the program reads."""
    file = Path(path) / "traces.h5" if Path(path).is_dir() else Path(path)
    return file if h5py.is_hdf5(file) else None


def _path_of(side: Result | str | Path) -> Path:
    return side.path if isinstance(side, Result) else Path(side)


def _handle_of(side: Result | str | Path) -> Any:
    """What the library takes: the arrays of a result that it has made, else those of a file."""
    from . import library

    if not isinstance(side, Result) or side.directory is not None:
        path = _path_of(side)
        return library.open_traces(_traces_of(path) or path)
    handle = getattr(side, "handle", None)
    if handle is not None:
        return handle
    with tempfile.TemporaryDirectory(prefix="unda-") as folder:
        return library.open_traces(write_traces(side, Path(folder) / "traces.h5"))


def _by_the_program(a: Result | str | Path, b: Result | str | Path, options: dict[str, Any], missing: str) -> dict[str, Any]:
    """Without the library: the program reads the files. Results in memory are written for it."""
    from .command import call

    corners = options.pop("highpass", None), options.pop("lowpass", None)
    if corners[0] and not corners[1]:
        raise RunError(f"the program has no highpass alone: {missing}")
    arguments = [w for name, value in options.items() for w in ("--receivers" if name == "group" else f"--{name}", str(value))]
    arguments += ["--bandpass", *map(str, corners)] if corners[0] else ["--lowpass", str(corners[1])] if corners[1] else []
    with tempfile.TemporaryDirectory(prefix="unda-") as folder:
        paths = []
        for n, side in enumerate((a, b)):
            in_memory = isinstance(side, Result) and side.directory is None
            paths.append(write_traces(side, Path(folder) / f"{n}.h5") if in_memory else _path_of(side))  # type: ignore[arg-type]
        found = json.loads(call(["compare", *map(str, paths), "--json", *arguments]))["comparisons"][0]
    return {**found, "trace": _name_of(a), "reference": _name_of(b)}
