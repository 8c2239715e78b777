"""The seismograms of one receiver from every run, the closed form and the references, filtered as for the misfit of the worst pair."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..result import ResultInFiles


@dataclass
class Curve:
    name: str
    kind: str  # "run", "closed form" or "file"
    time: "np.ndarray[Any, Any]"  # s
    values: "np.ndarray[Any, Any]"  # [components, nt]


class Traces:
    """Owns the open files of all runs and references."""

    def __init__(self, found, directory):
        self.found = found
        compared = next((c for c in found["comparisons"] if "reason" not in c), {})
        name = "filtered.h5" if compared.get("highpass") or compared.get("lowpass") else "traces.h5"
        opened = lambda r: ResultInFiles(directory / r["directory"] / name)  # noqa: E731
        self._runs = {r["name"]: opened(r) for r in found["runs"] if r["status"] == "done"}
        self._files = {r["name"]: opened(r) for r in found["references"] if r["directory"]}

    def curves(self, group_name, label, quantity_name):
        """Of one receiver: the runs first, then the closed form, then the files."""
        curves, exact, place = [], None, None
        for name, results in self._runs.items():
            group = results.groups[group_name]
            quantity, i = group.quantities[quantity_name], group.labels.index(label)
            place = group.positions[i]
            curves.append(_curve(name, "run", group.time, quantity.read_block(i, i + 1)[0]))
            if exact is None and quantity.has_closed_form:
                exact = _curve("closed form", "closed form", group.time, quantity.read_closed_form()[i])
        if exact is not None and np.isfinite(exact.values).all():
            curves.append(exact)
        components = self._components(group_name, quantity_name)
        for name, results in self._files.items():
            found = _values_in(results, group_name, label, place, quantity_name, components)
            if found is not None:
                curves.append(_curve(name, "file", *found))
        return curves, components, quantity.units

    def _components(self, group_name, quantity_name):
        results = next(iter(self._runs.values()))
        return results.groups[group_name].quantities[quantity_name].components

    def close(self):
        for results in (*self._runs.values(), *self._files.values()):
            results.close()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()


def _curve(name, kind, time, values):
    return Curve(name, kind, time, np.asarray(values, dtype=float))


def _values_in(results, group_name, label, place, quantity_name, components):
    """Time and values [components, nt] of this receiver in a reference; None where it has none."""
    groups = results.groups
    group = groups.get(group_name) or (next(iter(groups.values())) if len(groups) == 1 else None)
    if group is None or quantity_name not in group.quantities:
        return None
    i = group.labels.index(label) if label in group.labels else _nearest(group, place)
    quantity = group.quantities[quantity_name]
    if i is None:
        return None
    values = quantity.read_block(i, i + 1)[0]
    rows = [values[quantity.components.index(c)] if c in quantity.components else np.full(values.shape[1], np.nan)
            for c in components]  # fmt: skip
    return group.time, np.array(rows)


def _nearest(group, place):
    if group.positions is None or group.positions.shape[1] != len(place):
        return None
    apart = np.linalg.norm(group.positions - place, axis=1)
    return int(np.nanargmin(apart)) if np.isfinite(apart).any() else None
