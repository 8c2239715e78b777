"""A directory of shots: a result for each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from pathlib import Path

from .errors import InputError
from .result import Result, ResultInFiles


class Shot:
    """One shot: where its result is, or will be."""

    def __init__(self, number: int, name: str, path: Path) -> None:
        self.number, self.name, self.path = number, name, path

    @property
    def has_traces(self) -> bool:
        return (self.path / "traces.h5").exists()

    def __repr__(self) -> str:
        return f"<shot {self.number}, {self.name}{'' if self.has_traces else ', not done'}>"


def is_directory(path: str | Path) -> bool:
    """Whether a run of shots has written it: the result of one shot has traces of its own."""
    path = Path(path)
    return (path / "shots.json").is_file() and not (path / "traces.h5").exists()


def listed(path: str | Path) -> list[Shot]:
    """The shots in the order of the scenario, done or not."""
    try:
        entries = json.loads((Path(path) / "shots.json").read_text(encoding="utf-8"))["shots"]
        shots = [Shot(n + 1, str(e["name"]), Path(path) / str(e["directory"])) for n, e in enumerate(entries)]
    except OSError as error:
        raise InputError(f"shots.json cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise InputError("shots.json is damaged") from None
    if not any(shot.has_traces for shot in shots):
        raise InputError("no shot here has traces yet")
    return shots


class Shots:
    """The results of a scenario with shots, by name or by number from 0.

        shots = unda.open("results/line")
        for result in shots:               # one after the other; each is closed when it is no longer used
            result["streamer"].pressure
        shots["s12"], shots[0], shots.names

    Shots that have no traces yet are in `missing` and in nothing else.
    """

    #: where they are
    directory: Path
    #: of the shots that are done
    names: list[str]
    #: of those that are not
    missing: list[str]

    def __init__(self, path: str | Path) -> None:
        self.directory = Path(path)
        there = listed(path)
        self._shots = {shot.name: shot for shot in there if shot.has_traces}
        self.names = list(self._shots)
        self.missing = [shot.name for shot in there if not shot.has_traces]

    def __getitem__(self, name: str | int) -> Result:
        if isinstance(name, int):
            return ResultInFiles(self._shots[self.names[name]].path)
        if name not in self._shots:
            more = " (it has no traces yet)" if name in self.missing else ""
            raise KeyError(f"no shot {name!r} here{more}; there is: {', '.join(self.names)}")
        return ResultInFiles(self._shots[name].path)

    def __iter__(self) -> Iterator[Result]:
        return (self[name] for name in self.names)

    def __len__(self) -> int:
        return len(self.names)

    def __contains__(self, name: object) -> bool:
        return name in self._shots

    def __repr__(self) -> str:
        text = f"{len(self)} shots in {self.directory}: {', '.join(self.names[:8])}{', ...' if len(self) > 8 else ''}"
        return text + (f"\n  not done: {', '.join(self.missing)}" if self.missing else "")

    def _repr_html_(self) -> str:
        return f"<p>{escape(repr(self))}</p>"
