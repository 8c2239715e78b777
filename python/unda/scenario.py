"""Scenarios: what a scenario file says, as Python values."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from copy import copy
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from . import toml_text
from .errors import InputError
from .library import ScenarioHandle
from .section import Section

try:
    import tomllib
except ModuleNotFoundError:  # pragma: no cover
    raise ImportError("the package unda needs Python 3.11 or newer") from None

Array = npt.NDArray[Any]

_TABLES = (
    "domain", "model", "boundary", "source", "receivers", "shot", "time", "solver", "mesh", "output", "parallel", "initial",
)  # fmt: skip


class UndaWarning(UserWarning):
    """What the program warns of: allowed, and probably not meant."""


class Scenario:
    """What to compute. Its arguments are the tables of a scenario file (docs/scenario.md), as sections or dictionaries.

        scenario = unda.Scenario(
            domain=unda.Domain(x=[0, 2000], z=[-1000, 0]),
            model=unda.Model(kind="grid", vp=vp, vs=0.0, rho=1000.0, origin=[0, -1000], spacing=[10, 10]),
            source=[unda.Source(kind="explosion", position=[1000, -500], moment=1e12,
                                time_function={"kind": "ricker", "frequency": 10})],
            receivers=[unda.Receivers(positions=points)],
            time=unda.Time(duration=1.0),
            mesh=unda.Mesh(max_frequency=25),
        )

    Arrays may stand wherever a file of numbers may: parameters of a grid ([z, y, x], or as `axes` says), elevations of a topography or a
    layer's top, [t, s(t)] rows of a time function. float32 is used where it lies; another type is copied. Elsewhere an array is a list.

    A scenario does not change: with_() makes another one. Mistakes are found by check(), plan() and run().
    """

    def __init__(
        self,
        *,
        title: str | None = None,
        domain: Mapping[str, Any] | None = None,
        model: Mapping[str, Any] | None = None,
        boundary: Mapping[str, Any] | None = None,
        source: Any = None,
        receivers: Any = None,
        shot: Any = None,
        time: Mapping[str, Any] | None = None,
        solver: Mapping[str, Any] | None = None,
        mesh: Mapping[str, Any] | None = None,
        output: Mapping[str, Any] | None = None,
        parallel: Mapping[str, Any] | None = None,
        initial: Mapping[str, Any] | None = None,
        directory: str | Path | None = None,
        **others: Any,
    ) -> None:
        """`directory`: where relative file names start; the current one. Tables that do not exist are told by check()."""
        given = {
            "title": title, "domain": domain, "model": model, "boundary": boundary, "source": source,
            "receivers": receivers, "shot": shot, "time": time, "solver": solver, "mesh": mesh, "output": output,
            "parallel": parallel, "initial": initial,
        }  # fmt: skip
        values = {name: value for name, value in given.items() if value is not None} | others
        for name in ("source", "receivers", "shot"):
            if isinstance(values.get(name), Mapping):
                values[name] = [values[name]]
        self._arrays: dict[str, Array] = {}
        self._values: dict[str, Any] = toml_text.plain(values, (), self._arrays, "")
        self._directory = Path(directory) if directory is not None else Path.cwd()
        self._file: Path | None = None
        self._text: str | None = None  # of the file, as long as nothing has changed

    @classmethod
    def _of_text(cls, text: str, file: Path | None, directory: Path) -> Scenario:
        try:
            values = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise InputError(f"{file or 'the text'}: is not valid TOML: {error}") from None
        made = cls(directory=directory, **values)
        made._file, made._text = file, text
        return made

    @property
    def title(self) -> str:
        """What this is."""
        return str(self._values.get("title", ""))

    @property
    def method(self) -> str:
        """The method that it is computed with."""
        return str(self._values.get("solver", {}).get("method", "fd"))

    @property
    def shots(self) -> list[str]:
        """Names of the shots; empty where there are none."""
        first = self._read(shot=self._first_shot()) if "shot" in self._values else None
        return list(first.facts["shots"]) if first else []

    def _first_shot(self) -> str:
        shots = self._values.get("shot")
        if isinstance(shots, list) and shots and isinstance(shots[0], dict):
            return str(shots[0].get("name", "shot1"))
        return ""

    def __getitem__(self, table: str) -> Any:
        """A table as plain values, arrays in their places: scenario["model"]["vp"]."""
        if table not in self._values:
            raise KeyError(f"{table}; the scenario has {', '.join(self._values)}")
        return self._with_arrays(self._values[table])

    def __contains__(self, table: object) -> bool:
        return table in self._values

    def __iter__(self) -> Iterator[str]:
        """Names of the tables."""
        return iter(self._values)

    def _with_arrays(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {key: self._with_arrays(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self._with_arrays(item) for item in value]
        return self._arrays.get(value, value) if isinstance(value, str) else value

    def with_(self, **changes: Any) -> Scenario:
        """Another scenario with these tables changed: `with_(mesh={"max_frequency": 4})`. A table's other keys stay, None takes a key
        away, a list takes the place of another."""
        made = copy(self)
        for cached in ("_checked", "_text_of_values"):
            made.__dict__.pop(cached, None)
        merged = _merged(self._with_arrays(self._values), changes)
        for name in ("source", "receivers", "shot"):
            if isinstance(merged.get(name), Mapping):
                merged[name] = [merged[name]]
        made._arrays = {}
        made._values = toml_text.plain(merged, (), made._arrays, "")
        made._text = None
        return made

    def toml(self) -> str:
        """As a scenario file. Arrays have names there; write() makes files of them."""
        return self._text if self._text is not None else toml_text.document(self._values)

    def write(self, file: str | Path) -> Path:
        """Writes a scenario file for the command line, and beside it each array as a .npy file (samples of a time function as text).
        Relative file names stay what they mean."""
        file = Path(file)
        file.parent.mkdir(parents=True, exist_ok=True)
        moved = file.parent.absolute() != self._directory.absolute()
        text = toml_text.document(toml_text.placed(self._values, self._directory)) if moved else self.toml()
        for name, array in self._arrays.items():
            to = f"{file.stem}.{name.removeprefix('array:').replace('[', '').replace(']', '')}.npy"
            rows = name.endswith("time_function.file")
            if rows:
                to = to.removesuffix(".npy") + ".txt"
                np.savetxt(file.parent / to, array, fmt="%.17g")
            else:
                np.save(file.parent / to, array)
            text = text.replace(toml_text._text(name), toml_text._text(to))
        file.write_text(text, encoding="utf-8")
        return file

    def _read(
        self, *, method: str = "", shot: str = "", threads: int = 0, changes: list[str] | None = None
    ) -> ScenarioHandle:
        unchanged = self._text is not None and self._file is not None
        request = {
            "text": self.toml(),
            "file": str(self._file) if unchanged else "",
            "directory": str(self._directory),
            "set": changes or [],
            "method": method,
            "shot": shot,
            "threads": threads,
        }
        return ScenarioHandle(request, self._arrays)

    @cached_property
    def _checked(self) -> ScenarioHandle:
        return self._read(shot=self._first_shot())

    def check(self) -> list[str]:
        """Looks at every value, as `unda run` does before it begins. Raises InputError with all mistakes; returns warnings. What the
        model and the mesh are found to be is told by plan()."""
        return list(self._checked.facts["warnings"])

    def plan(self, shot: str = "") -> Plan:
        """What a run would be: mesh, steps, memory, time, expected misfit. Reads the model and the mesh."""
        handle = self._read(shot=shot) if shot else self._checked
        return Plan(handle.plan())

    def __repr__(self) -> str:
        parts = [f"Scenario({self.title!r}" if self.title else "Scenario("]
        parts += [f"  {name}={_short(value)}" for name, value in self._values.items() if name != "title"]
        return "\n".join(parts) + ")"

    def __getstate__(self) -> dict[str, Any]:
        """For the processes of a pool: what the library has of it is read anew there."""
        return {name: value for name, value in self.__dict__.items() if name != "_checked"}


class Plan:
    """What a run would be: the lines of `unda plan`, and the numbers in them."""

    #: as printed
    lines: list[str]
    #: what is allowed but probably not meant
    warnings: list[str]

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self._facts = dict(facts)
        self.lines, self.warnings = list(facts["lines"]), list(facts["warnings"])

    def __getattr__(self, name: str) -> Any:
        """method, physics, order, precision, device, mesh, cells, unknowns, memory_bytes, steps, dt, largest_stable_dt, step_limit,
        samples, seconds, points_per_wavelength, expected_misfit."""
        facts = self.__dict__.get("_facts", {})
        if name not in facts:
            raise AttributeError(f"a plan has no {name}; it has: {', '.join(facts)}")
        return facts[name]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._facts]

    def __repr__(self) -> str:
        return "\n".join([*self.lines, *(f"warning: {text}" for text in self.warnings)])

    def _repr_html_(self) -> str:
        rows = []
        for line in self.lines[1:]:
            word, text = line[:13].strip(), line[13:].strip()
            rows.append(f"<tr><th style='text-align:left'>{escape(word)}</th><td style='text-align:left'>{escape(text)}</td></tr>")
        notes = "".join(f"<p><b>warning</b>: {escape(text)}</p>" for text in self.warnings)
        return f"<table>{''.join(rows)}</table>{notes}"


def read(file: str | Path, set: Mapping[str, Any] | None = None) -> Scenario:
    """A scenario file. `set`: changes as on the command line, {"mesh.spacing": 10}."""
    path = Path(file)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "is no text"
        raise InputError(f"{path}: cannot be read: {reason}") from None
    scenario = Scenario._of_text(text, path, path.parent.absolute())
    for key, value in (set or {}).items():
        change: Any = value
        for part in reversed(key.split(".")):
            change = {part: change}
        scenario = scenario.with_(**change)
    return scenario


def warn(messages: list[str]) -> None:
    """As warnings of Python."""
    for message in messages:
        warnings.warn(message, UndaWarning, stacklevel=3)


def _merged(old: Any, new: Any) -> Any:
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        return new
    merged = dict(old)
    for key, value in new.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = _merged(old.get(key), value)
    return merged


def _short(value: Any) -> str:
    if isinstance(value, Section | dict):
        return "{" + ", ".join(f"{key}: {_short(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list) and len(value) > 6:
        return f"[{_short(value[0])}, ... {len(value)} in all]"
    return repr(value)
