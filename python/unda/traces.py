"""traces.h5, read and written: receivers and their seismograms.

Layout: /receivers/<name>/{time [nt], position [n, dim], label [n], depth [n], <quantity> [n, components, nt]}, pressure
[n, nt]; /closed_form/<name>/<quantity> of the same shapes where the run had a closed form. /depth stands there where
depths were given below a surface that is not flat.
"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import h5py
import numpy as np

from .errors import InputError
from .hdf5 import open_hdf5, text_of, texts_of
from .receivers import QUANTITIES, ReceiverGroup

if TYPE_CHECKING:
    from .result import Result


class ResultsWarning(UserWarning):
    """Something in the results cannot be shown as it is."""


class TracesFile:
    """Owns the open file; samples are read when they are asked for."""

    def __init__(self, path: Path, subject: str = "") -> None:
        self.path = path
        self._h5 = open_hdf5(path, subject)
        try:
            receivers = self._h5.get("receivers")
            if not isinstance(receivers, h5py.Group):
                raise InputError("not a traces file: it has no group /receivers. Give a traces.h5 or a result directory")
            self.groups: dict[str, ReceiverGroup] = {
                name: _read_group(name, group, self._h5.get(f"closed_form/{name}"))
                for name, group in receivers.items()
                if isinstance(group, h5py.Group)
            }
            self.title, self.method = self._attribute("title"), self._attribute("method")
        except BaseException:
            self.close()
            raise

    def _attribute(self, name: str) -> str:
        return text_of(self._h5.attrs[name]).strip() if name in self._h5.attrs else ""

    def close(self) -> None:
        self._h5.close()


def write_traces(result: Result, path: Path) -> Path:
    """The receivers of a result as a traces.h5."""
    with h5py.File(path, "w") as file:
        file.attrs["title"], file.attrs["method"], file.attrs["complete"] = result.title, result.method, 1.0
        file.create_group("receivers")
        for group in result:
            written = file.create_group(f"receivers/{group.name}")
            written["time"], written["label"] = group.time, list(group.labels)
            if group.positions is not None:
                written["position"] = group.positions
            if group.depths is not None:
                written["depth"] = group.depths
            for name, quantity in group.quantities.items():
                for where, values in (("receivers", quantity.values), ("closed_form", quantity.closed_form)):
                    if values is not None:
                        dataset = file.create_dataset(f"{where}/{group.name}/{name}", data=values)
                        dataset.attrs["units"] = quantity.units
                        dataset.attrs["components"] = [part or "p" for part in quantity.components]
    return path


def _read_group(name: str, group: h5py.Group, closed_form: Any) -> ReceiverGroup:
    if not isinstance(group.get("time"), h5py.Dataset):
        raise InputError(f"not a traces file: /receivers/{name} has no dataset `time`")
    found = {q: group[q] for q in QUANTITIES if isinstance(group.get(q), h5py.Dataset)}
    depth = group.get("depth")
    return ReceiverGroup(
        name,
        np.asarray(group["time"], dtype=float),
        np.asarray(group["position"], dtype=float) if "position" in group else None,
        texts_of(group["label"][()]) if "label" in group and group["label"].ndim == 1 else None,
        quantities=found,
        components={q: texts_of(d.attrs["components"]) for q, d in found.items() if "components" in d.attrs},
        units={q: text_of(d.attrs["units"]) for q, d in found.items() if "units" in d.attrs},
        closed_form={q: exact for q, d in found.items() if (exact := _closed_form_of(d, q, closed_form)) is not None},
        depths=np.asarray(depth, dtype=float) if isinstance(depth, h5py.Dataset) else None,
    )


def _closed_form_of(dataset: h5py.Dataset, quantity: str, closed_form: Any) -> Any:
    exact = closed_form.get(quantity) if isinstance(closed_form, h5py.Group) else None
    if not isinstance(exact, h5py.Dataset):
        return None
    if exact.shape != dataset.shape:
        warnings.warn(
            f"{exact.name} has shape {exact.shape}, the traces {dataset.shape}: closed form left out", ResultsWarning
        )
        return None
    return exact
