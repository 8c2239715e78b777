"""The model of a result: sections through it, and where the sources are; from model.h5 or from arrays.

Layout of the file: /domain [dim, 2]; /source/position [n, dim]; /section/<xz, xy, x, surface or volume>/{x, y, z}: coordinates;
vp, vs, rho there, slowest axis first as the attribute `axes` says, NaN above the surface; of `surface` also height.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import numpy.typing as npt

from .errors import InputError
from .hdf5 import open_hdf5, text_of

Array = npt.NDArray[Any]

UNITS = {"vp": "m/s", "vs": "m/s", "rho": "kg/m^3"}
AXES = {1: "x", 2: "xz", 3: "xyz"}


def is_level(height: Array, *along: Array) -> bool:
    """Whether a surface over these coordinates is flat but for rounding: its heights differ by a millionth of its length at most."""
    return float(np.ptp(height)) <= 1e-6 * max(float(np.ptp(x)) for x in along)


class Section:
    """A plane through the model, in 1-D a profile, in 3-D also its surface and a coarse volume."""

    #: "xz", "xy", "x", "surface" or "volume"
    name: str
    #: of its arrays, the slowest first: "zx"
    axes: str
    #: along each of `axes`, m
    coordinates: list[Array]
    #: a point of the plane, {axis: m}
    through: dict[str, Any]

    def __init__(
        self, name: str, axes: str, coordinates: Sequence[npt.ArrayLike], through: Mapping[str, Any], values: Mapping[str, Any]
    ) -> None:
        """`values`: vp, vs and rho, of `surface` also height, of the shape that the coordinates tell."""
        self.name, self.axes, self.through = name, axes, dict(through)
        self.coordinates = [np.asarray(x, dtype=float) for x in coordinates]
        self._values = values
        shape = tuple(x.size for x in self.coordinates)
        for parameter in UNITS:
            if np.shape(values[parameter]) != shape:
                raise InputError(f"damaged: section/{name}/{parameter} has shape {np.shape(values[parameter])}, not {shape}")

    def read(self, parameter: str) -> Array:
        """vp, vs (m/s), rho (kg/m^3), or of `surface` height (m); NaN above the surface."""
        return np.asarray(self._values[parameter], dtype=float)

    @property
    def vp(self) -> Array:
        """Speed of P waves, m/s."""
        return self.read("vp")

    @property
    def vs(self) -> Array:
        """Speed of S waves, m/s; 0 in a fluid."""
        return self.read("vs")

    @property
    def rho(self) -> Array:
        """Density, kg/m^3."""
        return self.read("rho")

    def __repr__(self) -> str:
        sizes = " x ".join(f"{x.size}" for x in self.coordinates)
        return f"<section {self.name}: vp, vs, rho [{sizes}] along {', '.join(self.axes)}>"


class Cut:
    """A plane through the volume, as a section: between the points of the volume the nearest one counts."""

    def __init__(self, volume: Section, axis: str, at: float) -> None:
        self._volume, self._axis = volume, volume.axes.index(axis)
        x = volume.coordinates[self._axis]
        self._index = int(np.argmin(np.abs(x - at)))
        self.axes = volume.axes.replace(axis, "")
        self.name = self.axes[::-1]
        self.coordinates = [c for a, c in zip(volume.axes, volume.coordinates) if a != axis]
        self.through = {**volume.through, axis: at}

    def read(self, parameter: str) -> Array:
        """Above the surface what lies below it: a coarse volume does not know where exactly the surface is."""
        values = self._volume.read(parameter)
        up = self._volume.axes.index("z")
        for k in range(1, values.shape[up]) if self.axes[0] == "z" else ():
            here = np.take(values, k, axis=up)
            missing = np.isnan(here)
            here[missing] = np.take(values, k - 1, axis=up)[missing]
            values[(slice(None),) * up + (k,)] = here
        return np.asarray(np.take(values, self._index, axis=self._axis))


class EarthModel:
    """Sections through the model of a run.

        result.model.sections["xz"].vp     # numpy, [z, x], increasing upwards and to the right
        result.model.sources               # positions of the sources, [n, dimensions]

    They are what pictures of the model need, at most 401 points an axis, and not the model as it was computed with.
    """

    #: of the scenario
    title: str
    #: [dimensions, 2], m: the ends along x, along z or along y and z
    domain: Array
    #: positions, [n, dimensions], m
    sources: Array
    #: "xz", in 3-D also "xy", in 1-D "x"
    sections: dict[str, Section]
    #: (least, most) of vp, vs and rho in all of the model
    ranges: dict[str, tuple[float, float]]

    def __init__(
        self,
        domain: npt.ArrayLike,
        sections: Sequence[Section],
        sources: npt.ArrayLike = (),
        ranges: Mapping[str, tuple[float, float]] | None = None,
        title: str = "",
    ) -> None:
        self.title, self.domain = title, np.asarray(domain, dtype=float)
        self.dim = int(self.domain.shape[0])
        self.sources = np.asarray(sources, dtype=float).reshape(-1, self.dim)
        self.sections = {section.name: section for section in sections}
        self.volume, self.surface = (self.sections.pop(name, None) for name in ("volume", "surface"))
        self.ranges = {parameter: (ranges or {}).get(parameter) or self._range(parameter) for parameter in UNITS}
        self._file: h5py.File | None = None

    @classmethod
    def open(cls, path: str | Path) -> EarthModel:
        """model.h5 of a result; its arrays are read when they are used."""
        path = Path(path)
        file = open_hdf5(path, f"{path.name} is ")
        try:
            dim = file["domain"].shape[0]
            ranges = {p: tuple(float(v) for v in file.attrs[f"{p}_range"]) for p in UNITS if f"{p}_range" in file.attrs}
            sections = [_section_of_file(name, group, dim) for name, group in file["section"].items()]
            model = cls(file["domain"], sections, file["source/position"], ranges, text_of(file.attrs.get("title", "")))  # type: ignore[arg-type]
        except InputError:
            file.close()
            raise
        except (KeyError, ValueError, IndexError, OSError, AttributeError, RuntimeError):
            file.close()
            raise InputError(f"{path.name} is not a model file of a result, or damaged") from None
        except BaseException:
            file.close()
            raise
        model._file = file
        return model

    def _range(self, parameter: str) -> tuple[float, float]:
        """Of its sections, where nothing tells the range of all of the model."""
        values = [section.read(parameter) for section in self.sections.values()]
        return min(float(np.nanmin(v)) for v in values), max(float(np.nanmax(v)) for v in values)

    def cut(self, axis: str, at: float) -> Cut | None:
        """The plane axis = at, m, of a 3-D model; None where it has no volume."""
        return Cut(self.volume, axis, at) if self.volume else None

    @property
    def is_flat(self) -> bool:
        """Whether the surface is, as far as the model tells."""
        return self.surface is None or is_level(self.surface.read("height"), *self.surface.coordinates)

    def profile(self, axis: str, through: Mapping[str, Any]) -> tuple[Array, Array]:
        """Coordinates along x or y and z of the surface there, in the plane through this point."""
        assert self.surface is not None
        height = self.surface.read("height")
        if self.dim == 2:
            return self.surface.coordinates[0], height
        y, x = self.surface.coordinates
        if axis == "x":
            return x, height[int(np.argmin(np.abs(y - through["y"])))]
        return y, height[:, int(np.argmin(np.abs(x - through["x"])))]

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> EarthModel:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        ranges = ", ".join(f"{p} {low:g} to {high:g} {UNITS[p]}" for p, (low, high) in self.ranges.items())
        return f"<model in {self.dim}-D: {ranges}; sections {', '.join(self.sections)}>"


def _section_of_file(name: str, group: h5py.Group, dim: int) -> Section:
    axes = text_of(group.attrs["axes"])
    through = dict(zip(AXES[dim], (float(x) for x in group.attrs["through"])))
    return Section(name, axes, [group[axis][:] for axis in axes], through, group)
