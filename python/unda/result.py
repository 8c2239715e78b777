"""A result: seismograms, wavefields and the model of a run, in memory or in the files that a run has written."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .earth import EarthModel
from .errors import InputError
from .receivers import ReceiverGroup
from .snapshots import Field, SnapshotFiles, Snapshots, Wavefield
from .surface import SurfaceMovie
from .traces import TracesFile

if TYPE_CHECKING:
    from .plot.accessor import Pictures
    from .shots import Shots

Array = npt.NDArray[Any]


class Result:
    """What a run found.

        result = unda.open("results/quickstart")     # or what unda.run returns
        result["streamer"].pressure                  # numpy, [receivers, samples]
        for receivers in result:
            print(receivers.name, list(receivers.quantities))
        result.wavefield("pressure", time=0.5)
        result.plot.gather("streamer")

    Of a result in files numbers are read when they are used. Files are closed with the result: at the end of
    `with unda.open(...) as result:`, or when nothing refers to it any more.
    """

    #: of the scenario; else a name for the run
    title: str
    #: "fd", "sem", "dg"; "" where nothing tells
    method: str
    #: report.json: sizes, steps, times, warnings; {} where there is none
    report: dict[str, Any]
    #: the scenario as a TOML file; "" where there is none
    scenario_text: str
    #: where its files are; None in memory
    directory: Path | None
    #: receivers by name
    groups: Mapping[str, ReceiverGroup]

    def __init__(
        self,
        groups: Iterable[ReceiverGroup] = (),
        report: Mapping[str, Any] | None = None,
        scenario_text: str = "",
        title: str = "",
        wavefields: Snapshots | None = None,
        model: EarthModel | None = None,
        sources: npt.ArrayLike | None = None,
    ) -> None:
        """A result in memory. `sources`: their positions, [n, dimensions], m, where no model tells them."""
        self.groups = {group.name: group for group in groups}
        self.report = dict(report or {})
        self.scenario_text = scenario_text
        self.directory = None
        self.title = title or _title_in(scenario_text) or str(self.report.get("title") or "")
        self.method = str(self.report.get("method") or "")
        self._sources, self._model, self._wavefields = sources, model, wavefields
        for group in self.groups.values():
            for quantity in group.quantities.values():
                quantity.is_geographic = self.is_geographic
        if wavefields is not None:
            self._name_parts(wavefields.fields)

    @property
    def is_geographic(self) -> bool:
        """Whether x and y are east and north of places on a map, or of a chunk of the earth: pictures then call components E, N and Z."""
        domain = _scenario_in(self.scenario_text).get("domain")
        return isinstance(domain, dict) and ("origin" in domain or domain.get("kind") == "chunk")

    def _name_parts(self, fields: Iterable[Field]) -> None:
        for field in fields:
            field.is_geographic = self.is_geographic

    @property
    def path(self) -> Path:
        """For messages and the names of files: the directory or the traces.h5."""
        return self.directory or Path(self.name)

    @property
    def name(self) -> str:
        """A short name for the run: that of its directory or file; in memory its title."""
        return self.title or "result"

    @property
    def model(self) -> EarthModel | None:
        """Sections through the model, and the sources; None where a run has not told them."""
        return self._model

    @property
    def snapshots(self) -> Snapshots | None:
        """The series of wavefields; None where the scenario has no output.snapshots."""
        return self._wavefields

    @property
    def surface(self) -> SurfaceMovie | None:
        """Motion at the surface; None where the scenario has no output.surface."""
        return None

    @property
    def sources(self) -> Array:
        """Positions of the sources, [n, dimensions], m; [0, 0] where nothing tells them."""
        if self._sources is not None:
            return np.asarray(np.atleast_2d(np.asarray(self._sources, dtype=float)))
        return self.model.sources if self.model else np.zeros((0, 0))

    @property
    def time(self) -> Array:
        """Of the samples, s; those of all receivers are the same."""
        times = [group.time for group in self.groups.values()]
        if not times:
            raise InputError("this result has no seismograms, and no times of samples")
        if any(not np.array_equal(t, times[0]) for t in times):
            raise InputError("the receivers of this result have times of their own: result[name].time")
        return np.asarray(times[0])

    def __getitem__(self, name: str | int) -> ReceiverGroup:
        """Receivers by name, or by number."""
        if isinstance(name, int):
            return list(self.groups.values())[name]
        if name not in self.groups:
            raise KeyError(f"no receivers {name!r} here; there is: {', '.join(self.groups) or 'none'}")
        return self.groups[name]

    def __iter__(self) -> Iterator[ReceiverGroup]:
        return iter(self.groups.values())

    def __len__(self) -> int:
        return len(self.groups)

    def __bool__(self) -> bool:
        return True

    def __contains__(self, name: object) -> bool:
        return name in self.groups

    def wavefield(self, quantity: str = "velocity", time: float | None = None, index: int | None = None) -> Wavefield:
        """A quantity all over the domain: the snapshot nearest to `time` (s), that with the number `index`, or the last."""
        return self._series().wavefield(quantity, time, index)

    def wavefield_times(self) -> Array:
        """The times of the snapshots, s."""
        return np.asarray(self._series().times)

    def _series(self) -> Snapshots:
        if not self.snapshots:
            raise InputError("this result has no wavefields: a run makes them where the scenario has output.snapshots")
        return self.snapshots

    @property
    def plot(self) -> Pictures:
        """Pictures as matplotlib figures: result.plot.gather("streamer"), .traces(), .snapshots(), .model() ..."""
        from .plot.accessor import Pictures

        return Pictures(self)

    def close(self) -> None:
        """Closes the files. What was read stays."""

    def __getstate__(self) -> dict[str, Any]:
        """For another process: arrays, without what the library has of them."""
        return {name: value for name, value in self.__dict__.items() if name not in ("handle", "scenario_handle")}

    def __enter__(self) -> Result:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _figures(self) -> list[tuple[str, str]]:
        """What a reader of a report looks for first, as words."""
        found = [("method", " ".join(str(self.report.get(key) or "") for key in ("method", "physics")).strip() or self.method)]
        if "steps" in self.report:
            found.append(("steps", f"{self.report['steps']} of {self.report.get('dt', 0):.4g} s"))
        wall = self.report.get("wall_seconds")
        if isinstance(wall, dict) and "time_loop" in wall:
            found.append(("time loop", f"{wall['time_loop']:.3g} s"))
        exact = self.report.get("closed_form")
        if isinstance(exact, dict) and exact.get("misfit") is not None:
            found.append(("misfit to the closed form", f"{exact['misfit']:.3g}, worst {exact.get('worst_misfit') or 0:.3g}"))
        if self.snapshots:
            found.append(("snapshots", f"{len(self.snapshots)} of {', '.join(self.snapshots.quantities)}"))
        if self.report.get("status") not in (None, "done"):
            found.append(("status", f"{self.report['status']}: {self.report.get('reason', '')}"))
        return [(name, words) for name, words in found if words]

    def __repr__(self) -> str:
        lines = [f"{self.title or 'result'}" + (f"  ({self.directory})" if self.directory else "")]
        lines += [f"  {name}: {words}" for name, words in self._figures()]
        lines += ["  " + line for group in self for line in repr(group).splitlines()]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><th>{escape(name)}</th><td>{escape(words)}</td></tr>" for name, words in self._figures())
        where = f"<p>{escape(str(self.directory))}</p>" if self.directory else ""
        parts = "".join(group._repr_html_() for group in self)
        return f"<h4>{escape(self.title or 'result')}</h4>{where}<table>{rows}</table>{parts}"


FILTERED = "filtered.h5"  # what unda filter calls its file beside a traces.h5


class ResultInFiles(Result):
    """The result in a directory, or a traces.h5 alone. Owns the open files."""

    def __init__(self, path: str | Path, sources: npt.ArrayLike | None = None) -> None:
        """Messages do not name the path: that is for the caller to add."""
        self._path = path = Path(path)
        whole = path.is_dir()
        if whole and not any((path / name).exists() for name in ("traces.h5", "model.h5", "snapshots", "surface")):
            raise InputError("no traces.h5, model.h5, snapshots/ or surface/ in this directory: no result of a run")
        directory = path if whole else path.parent
        self._traces = None
        if not whole or (path / "traces.h5").exists():
            self._traces = TracesFile(path / "traces.h5" if whole else path, "traces.h5 is " if whole else "")
        self._has_model = (directory / "model.h5").exists() and (whole or path.name in ("traces.h5", FILTERED))
        self._has_snapshots = whole and (path / "snapshots").is_dir()
        self._has_surface = whole and (path / "surface").is_dir()
        super().__init__(
            self._traces.groups.values() if self._traces else (), _report_in(directory), _text_in(directory / "scenario.toml"),
            self._traces.title if self._traces else "", sources=sources,
        )  # fmt: skip
        self.directory = directory
        if self._traces and self._traces.method:
            self.method = self._traces.method
        if not self.title and not self._traces and self.model:
            self.title = self.model.title
        self.title = (self.title or self.name) + (", filtered" if path.name == FILTERED else "")

    @property
    def path(self) -> Path:
        return self._path

    @property
    def name(self) -> str:
        file = self._traces.path if self._traces else None
        if file is None:
            return self._path.resolve().name
        return file.resolve().parent.name if file.name == "traces.h5" else file.stem

    @cached_property
    def model(self) -> EarthModel | None:  # type: ignore[override]
        """Sections through the model, and the sources; None where there is no model.h5."""
        assert self.directory is not None
        return EarthModel.open(self.directory / "model.h5") if self._has_model else None

    @cached_property
    def snapshots(self) -> Snapshots | None:  # type: ignore[override]
        """The series of wavefields; None where the scenario has no output.snapshots."""
        if not self._has_snapshots:
            return None
        series = SnapshotFiles(self._path / "snapshots", self.model.dim if self.model else None)
        self._name_parts(series.fields)
        return series

    @cached_property
    def surface(self) -> SurfaceMovie | None:  # type: ignore[override]
        """Motion at the surface; None where the scenario has no output.surface."""
        if not self._has_surface:
            return None
        movie = SurfaceMovie(self._path / "surface")
        self._name_parts(movie.fields)
        return movie

    def close(self) -> None:
        if self._traces:
            self._traces.close()
        model = self.__dict__.get("model")
        if model:
            model.close()

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process opens the files again."""
        return type(self), (self._path, self._sources)


def _report_in(directory: Path) -> dict[str, Any]:
    try:
        report = json.loads((directory / "report.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return report if isinstance(report, dict) else {}


def _text_in(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""


def _scenario_in(text: str) -> dict[str, Any]:
    """The tables of a scenario; empty where they cannot be read."""
    if not text:
        return {}
    try:
        import tomllib  # of Python 3.11 and newer

        return tomllib.loads(text)
    except (ImportError, ValueError):
        return {}


def _title_in(scenario_text: str) -> str:
    return str(_scenario_in(scenario_text).get("title") or "")


def open(path: str | Path) -> Result | Shots:
    """Opens what the command line has written: the directory of a run or a traces.h5, as a Result; of shots, as Shots.

    `unda.open("results/quickstart")["streamer"].pressure`
    """
    from .shots import Shots, is_directory

    try:
        return Shots(path) if is_directory(path) else ResultInFiles(path)
    except InputError as error:
        raise InputError([f"{path}: {message}" for message in error.messages], error.key) from None
