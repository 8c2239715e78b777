"""One PATH of the command line: a result directory with traces, model and snapshots, or a traces file alone.

    with Result("results/marine_2d") as result:
        result.traces, result.model, result.snapshots   # each None where the result has none
"""

from pathlib import Path

import numpy as np

from .earth import EarthModel
from .results import InputError, Results, scenario_of
from .series import Snapshots
from .surface import SurfaceMovie


class Result:
    """Owns the open files. What is damaged is an InputError; what is absent is None."""

    def __init__(self, path, source=None):
        self.path = path = Path(path)
        self.traces = self.model = self.snapshots = self.surface = None
        self._source = source
        try:
            self._open(path)
        except BaseException:
            self.close()
            raise

    def _open(self, path):
        whole = path.is_dir()
        if whole and not any((path / name).exists() for name in ("traces.h5", "model.h5", "snapshots", "surface")):
            raise InputError("no traces.h5, model.h5, snapshots/ or surface/ in this directory: no result of a run")
        self.directory = path if whole else path.parent
        if not whole or (path / "traces.h5").exists():
            self.traces = Results(path)
        if (self.directory / "model.h5").exists() and (whole or path.name == "traces.h5"):
            self.model = EarthModel(self.directory / "model.h5")
        if whole and (path / "snapshots").is_dir():
            self.snapshots = Snapshots(path / "snapshots", self.model.dim if self.model else None)
        if whole and (path / "surface").is_dir():
            self.surface = SurfaceMovie(path / "surface")
        self._name_components()

    def _name_components(self):
        """E, N, Z where x and y are tied to a map."""
        domain = scenario_of(self.directory).get("domain")
        if not (isinstance(domain, dict) and domain.get("origin")):
            return
        for group in self.groups.values():
            for quantity in group.quantities.values():
                quantity.is_geographic = True
        for part in filter(None, (self.snapshots, self.surface)):
            for field in part.fields:
                field.is_geographic = True

    @property
    def name(self):
        return self.traces.name if self.traces else self.path.resolve().name

    @property
    def title(self):
        return (self.traces.title if self.traces else self.model.title if self.model else "") or self.name

    @property
    def method(self):
        return self.traces.method if self.traces else ""

    @property
    def groups(self):
        return self.traces.groups if self.traces else {}

    @property
    def sources(self):
        """Positions [n, dim], m: as given by --source, else from model.h5; none where neither tells."""
        if self._source is not None:
            return np.atleast_2d(np.asarray(self._source, dtype=float))
        return self.model.sources if self.model else np.zeros((0, 0))

    def close(self):
        for part in (self.traces, self.model):
            if part:
                part.close()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()
