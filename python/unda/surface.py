"""surface/ of a result: motion at the surface at some times, on an even grid seen from above, along x in 2-D.

index.json tells the grid of the points (x, y), the files and their times; mesh.vtkhdf has the points, and with them the height.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import numpy.typing as npt

from .errors import InputError
from .hdf5 import text_of
from .snapshots import AXES, DIMENSIONS, Field

Array = npt.NDArray[Any]


class SurfaceMovie:
    """Motion at the surface at some times.

        movie = result.surface
        movie.times                          # s
        movie.x, movie.y, movie.height       # m; height is [y, x]
        movie.read(3, movie.fields[0])       # numpy, [y, x]

    There is one where the scenario has output.surface.
    """

    #: s
    times: list[float]
    #: of the points, m; in 2-D y has one value
    x: Array
    y: Array
    #: z of the points, [y, x], m
    height: Array
    #: what there is: components of vectors, and scalars
    fields: list[Field]

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
            self.files = [folder / entry["file"] for entry in index["snapshots"]]
            self.times = [float(entry["time"]) for entry in index["snapshots"]]
            self.x, self.y = (np.asarray(index["grid"][axis], dtype=float) for axis in "xy")
        except FileNotFoundError:
            raise InputError("surface/ has no index.json") from None
        except (OSError, ValueError, KeyError, TypeError):
            raise InputError("surface/index.json is damaged") from None
        if not self.files:
            raise InputError("surface/ holds no pictures")
        self.dim = 3 if self.y.size > 1 else 2
        try:
            with h5py.File(folder / "mesh.vtkhdf") as file:
                self.height = self._arranged(np.asarray(file["VTKHDF/Points"][:, 2], dtype=float))
            self.fields = self._fields()
        except (OSError, KeyError, ValueError):
            raise InputError("surface/mesh.vtkhdf or a picture of the surface is missing or damaged") from None

    def __len__(self) -> int:
        return len(self.files)

    def _arranged(self, values: Array) -> Array:
        return np.asarray(values.reshape(self.y.size, self.x.size))

    def _fields(self) -> list[Field]:
        fields = []
        with h5py.File(self.files[0]) as file:
            for name, array in file["VTKHDF/PointData"].items():
                units = text_of(array.attrs.get("units", ""))
                if array.ndim == 2:
                    fields += [Field(name, AXES.index(a), f"{name}_{a}", name, units) for a in DIMENSIONS[self.dim]]
                else:
                    fields.append(Field(name, None, name, name, units))
        return fields

    def read(self, number: int, field: Field) -> Array:
        """Values [y, x] of one picture; not finite: NaN."""
        try:
            with h5py.File(self.files[number]) as file:
                array = file["VTKHDF/PointData"][field.array]
                values = array[:] if field.component is None else array[:, field.component]
        except (OSError, KeyError, ValueError):
            raise InputError(f"surface/{self.files[number].name} is missing or damaged") from None
        values = values.astype(float)
        values[~np.isfinite(values)] = np.nan
        return self._arranged(values)

    def evenly(self, most: int, times: Sequence[float] | None = None, first: int | None = None) -> list[int]:
        """Numbers of pictures: those nearest to `times`, or at most `most` at even steps, from `first` on."""
        if times:
            return sorted({int(np.argmin(np.abs(np.asarray(self.times) - t))) for t in times})
        first = first or (1 if len(self) > 1 else 0)
        step = max(1, -(-(len(self) - 1 - first) // max(1, most - 1)))
        return list(range(len(self) - 1, first - 1, -step))[::-1]

    def __repr__(self) -> str:
        quantities = ", ".join(dict.fromkeys(field.quantity for field in self.fields))
        return f"<{len(self)} pictures of {quantities} at the surface, {self.x.size} x {self.y.size} points>"
