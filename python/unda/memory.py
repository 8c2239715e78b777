"""Results that were never written: arrays of the library as a Result, without copies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .earth import EarthModel, Section
from .library import ResultHandle, ScenarioHandle
from .receivers import ReceiverGroup
from .result import Result
from .snapshots import SnapshotsInMemory, Wavefield

Array = npt.NDArray[Any]

_DIMENSIONS = {1: "x", 2: "xz", 3: "xyz"}


def wavefield_of(
    quantity: str,
    time: float,
    values: Array,
    components: Sequence[str],
    units: str,
    grid: Mapping[str, Any] | None,
    points: Array | None = None,
    cells: Array | None = None,
) -> Wavefield:
    """`values`: [point][component], on a grid x fastest."""
    is_scalar = len(components) == 1 and values.shape[-1] == 1 and quantity == "pressure"
    parts = () if is_scalar else tuple(components)
    if grid is None:
        assert points is not None and cells is not None
        flat = points if np.ptp(points[:, 1]) > 0 else points[:, [0, 2]]
        values = values[:, 0] if is_scalar else values
        return Wavefield(quantity, time, values, parts, units, points=flat, cells=cells)
    axes = grid["axes"]
    along = {axis: o + h * np.arange(n) for axis, n, o, h in zip(axes, grid["n"], grid["origin"], grid["spacing"])}
    slowest_first = dict(reversed(along.items()))
    shape = tuple(x.size for x in slowest_first.values())
    shaped = values.reshape(shape if is_scalar else (*shape, values.shape[-1]))
    return Wavefield(quantity, time, shaped, parts, units, slowest_first)


def model_of(handle: ResultHandle) -> EarthModel:
    """The sections that the handle has."""
    told, arrays = handle.facts["model"], handle.arrays()
    sections = [
        Section(
            name=section["name"],
            axes=section["axes"],
            coordinates=[arrays["coordinate", section["name"], axis] for axis in section["axes"]],
            through=dict(zip(_DIMENSIONS[len(told["domain"])], section["through"])),
            values={what[2]: values for what, values in arrays.items() if what[:2] == ("model", section["name"])},
        )
        for section in told["sections"]
    ]
    ranges = {parameter: (low, high) for parameter, (low, high) in told["ranges"].items()}
    return EarthModel(told["domain"], sections, told["sources"], ranges, told["title"])


def result_of(handle: ResultHandle, scenario: ScenarioHandle) -> Result:
    """The traces, wavefields and report that the handle has, and the model of the scenario."""
    facts, arrays = handle.facts, handle.arrays()
    groups = []
    for group in facts["groups"]:
        name = group["name"]
        quantities = group["quantities"]
        exact = {q: arrays["closed_form", name, q] for q in quantities if ("closed_form", name, q) in arrays}
        groups.append(
            ReceiverGroup(
                name=name,
                time=arrays["time",],
                positions=arrays["position", name],
                labels=group["labels"],
                quantities={q: arrays["receivers", name, q] for q in quantities},
                components={q: told["components"] for q, told in quantities.items()},
                units={q: told["units"] for q, told in quantities.items()},
                closed_form=exact,
                depths=arrays.get(("depth", name)),
            )
        )
    result = MemoryResult(
        groups,
        report=facts.get("report") or {},
        scenario_text=scenario.facts["text"],
        title=facts["title"],
        wavefields=_snapshots_of(facts, arrays),
    )
    result.handle, result.scenario_handle = handle, scenario
    return result


class MemoryResult(Result):
    """A result with the library's arrays, which it can compare as they are."""

    handle: ResultHandle
    scenario_handle: ScenarioHandle

    @property
    def model(self) -> EarthModel | None:
        """Sections through the model, and the sources; made when it is first asked for."""
        if self._model is None and "scenario_handle" in self.__dict__:
            self._model = model_of(self.scenario_handle.model())
        return self._model


def _snapshots_of(facts: Mapping[str, Any], arrays: Mapping[tuple[str, ...], Array]) -> SnapshotsInMemory | None:
    snapshots = facts.get("snapshots")
    if not snapshots or not snapshots["taken"]:
        return None
    dt = facts["report"]["dt"]
    return SnapshotsInMemory(
        [
            wavefield_of(
                quantity,
                taken["step"] * dt,
                arrays["snapshot", str(number), quantity],
                told["components"],
                told["units"],
                snapshots["grid"],
                arrays.get(("points",)),
                arrays.get(("cells",)),
            )
            for number, taken in enumerate(snapshots["taken"])
            for quantity, told in snapshots["quantities"].items()
        ]
    )
