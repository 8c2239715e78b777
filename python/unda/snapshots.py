"""The wavefield of a result at some times: from snapshots/ or from memory.

A file has /VTKHDF with Origin, Spacing and PointData/<name>: scalars [z][y][x], vectors [z][y][x][3]. A 2-D run stores
two equal planes along y, a 1-D run also two along z. Only what is asked for is read. Methods on meshes store Points and
cells in place of the grid, and arrays [point] and [point][3]. index.json lists the files.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import h5py
import numpy as np
import numpy.typing as npt

from .errors import InputError
from .hdf5 import open_hdf5, text_of
from .receivers import shown_component

if TYPE_CHECKING:
    import xarray

    from .plot.mesh_image import MeshImage

Array = npt.NDArray[Any]

AXES = "xyz"
STORED = "zyx"  # slowest first
DIMENSIONS = {1: "x", 2: "xz", 3: "xyz"}


class Wavefield:
    """A quantity all over the domain at one time.

        field = result.wavefield("velocity", time=0.5)
        field.values                   # on a grid [z, y, x, component], in 2-D [z, x, component]
        field.x, field.z               # coordinates, m

    On a mesh `points` has the coordinates [point, dimensions], `cells` the corners of the cells, and `values` are
    [point, component]. Scalars have no axis of components.
    """

    #: "velocity"
    quantity: str
    #: s
    time: float
    #: an array of numpy, of the shape told above
    values: Array
    #: ("x", "z"); of a scalar none
    components: tuple[str, ...]
    #: "m/s"
    units: str
    #: on a grid the names of its axes, the slowest first: "zx"; on a mesh ""
    axes: str
    #: on a grid: along each axis, m
    coordinates: dict[str, Array]
    #: on a mesh: [point, dimensions], m
    points: Array | None
    #: on a mesh: numbers of the points at the corners, [cell, corner], in the order of VTK
    cells: Array | None

    def __init__(
        self,
        quantity: str,
        time: float,
        values: Array,
        components: Sequence[str] = (),
        units: str = "",
        coordinates: Mapping[str, npt.ArrayLike] | None = None,
        points: npt.ArrayLike | None = None,
        cells: npt.ArrayLike | None = None,
    ) -> None:
        """On a grid `coordinates` has x, y, z in the order of the axes of `values`; on a mesh there are points and cells."""
        self.quantity, self.time, self.values = quantity, float(time), values
        self.components, self.units = tuple(components), units
        self.coordinates = {axis: np.asarray(x, dtype=float) for axis, x in (coordinates or {}).items()}
        self.axes = "".join(self.coordinates)
        self.points = None if points is None else np.asarray(points)
        self.cells = None if cells is None else np.asarray(cells)
        self._check()

    def _check(self) -> None:
        if self.points is None and not self.coordinates:
            raise InputError("a wavefield needs the coordinates of a grid, or points")
        places = tuple(x.size for x in self.coordinates.values()) if self.points is None else (len(self.points),)
        shape = places + ((len(self.components),) if self.components else ())
        if np.shape(self.values) != shape:
            raise InputError(f"the values of {self.quantity} have shape {np.shape(self.values)}, not {shape}")

    @property
    def is_grid(self) -> bool:
        return self.points is None

    def _along(self, axis: str) -> Array:
        if axis not in self.coordinates:
            where = f"a grid along {', '.join(self.coordinates)}" if self.is_grid else "a mesh: points and cells"
            raise AttributeError(f"this wavefield has no axis {axis}: it is on {where}")
        return self.coordinates[axis]

    @property
    def x(self) -> Array:
        """Coordinates of the points of a grid along x, m."""
        return self._along("x")

    @property
    def y(self) -> Array:
        """Coordinates of the points of a grid along y, m."""
        return self._along("y")

    @property
    def z(self) -> Array:
        """Coordinates of the points of a grid along z, m, upwards."""
        return self._along("z")

    def component(self, name: str) -> Array:
        """One component: [z, y, x], or [point]."""
        if name not in self.components:
            raise InputError(f"{self.quantity} has no component {name}; there is: {', '.join(self.components) or 'none'}")
        return self.values[..., self.components.index(name)]

    def to_xarray(self) -> xarray.DataArray:
        """An xarray.DataArray with coordinates, of a wavefield on a grid."""
        from .as_xarray import array_of_wavefield

        return array_of_wavefield(self)

    def __repr__(self) -> str:
        size = " x ".join(str(n) for n in np.shape(self.values))
        where = f"a grid along {', '.join(self.axes)}" if self.is_grid else f"a mesh of {len(self.cells) if self.cells is not None else 0} cells"
        parts = f" {' '.join(self.components)}" if self.components else ""
        return f"<wavefield of {self.quantity}{parts} at t = {self.time:g} s, [{size}] on {where}, {self.units}>"


class Field:
    """One number at every point: a scalar, or a component of a vector."""

    def __init__(self, array: str, component: int | None, name: str, quantity: str, units: str) -> None:
        self.array, self.component = array, component  # as stored; None: a scalar
        self.name, self.quantity, self.units = name, quantity, units
        self.is_geographic = False  # whether x, y, z are east, north and up of a map

    @property
    def part(self) -> str:
        """"z", "xz"; of a scalar ""."""
        return self.name[len(self.quantity) + 1 :]

    @property
    def words(self) -> str:
        """"z component of velocity", "pressure"."""
        part = shown_component(self.part, self.is_geographic)
        return f"{part} component of {self.quantity}" if part else self.quantity


class Snapshots:
    """The wavefields of one run. What they are stored in is for others to say: of files SnapshotFiles, else
    SnapshotsInMemory."""

    times: list[float]
    fields: list[Field]
    dim: int
    is_mesh: bool
    _grid: tuple[Array, Array, Array]  # origin, spacing, shape along x, y, z as stored; not on a mesh

    def __len__(self) -> int:
        return len(self.times)

    def _values(self, number: int, field: Field, index: Sequence[Any]) -> Array:
        """A part of an array as it is stored, as float; what is not finite is NaN."""
        raise NotImplementedError

    def _stored(self, number: int, array: str) -> Array:
        """An array as it is stored, all of it."""
        raise NotImplementedError

    def _mesh_arrays(self) -> tuple[Array, Array]:
        """Points [n, 3] and cells [cell, corner]."""
        raise NotImplementedError

    @property
    def names(self) -> list[str]:
        """Without numbers: what pictures of single snapshots are called."""
        return [f"snapshot_{number:06}" for number in range(len(self))]

    @cached_property
    def mesh(self) -> MeshImage | None:
        """Of snapshots on a mesh: how its points make images."""
        if not self.is_mesh:
            return None
        from .plot.mesh_image import MeshImage

        return MeshImage(*self._mesh_arrays())

    @property
    def spacing(self) -> Array:
        """Between points along x, y, z, m; on a mesh between those of its images."""
        return np.asarray(self.mesh.spacing) if self.mesh else self._grid[1]

    @property
    def quantities(self) -> list[str]:
        """What there are wavefields of."""
        return list(dict.fromkeys(field.quantity for field in self.fields))

    def coordinates(self, axis: str) -> Array:
        """Of the points along x, y or z, m."""
        a = AXES.index(axis)
        origin, spacing, shape = (self.mesh.origin, self.mesh.spacing, self.mesh.shape) if self.mesh else self._grid
        return np.asarray(origin[a] + spacing[a] * np.arange(shape[a]))

    def wavefield(self, quantity: str = "velocity", time: float | None = None, index: int | None = None) -> Wavefield:
        """The snapshot nearest to `time`, that with the number `index`, or the last one."""
        number = self._number(time, index)
        parts = [field for field in self.fields if field.quantity == quantity]
        if not parts:
            raise InputError(f"no snapshots of {quantity} here; there is: {', '.join(self.quantities)}")
        if parts[0].array == quantity:  # a scalar, or a vector as one array
            values = self._stored(number, quantity)
            values = values if parts[0].component is None else np.take(values, [f.component or 0 for f in parts], axis=-1)
        else:
            values = np.stack([self._stored(number, field.array) for field in parts], axis=-1)
        components = tuple(field.part for field in parts) if parts[0].part else ()
        time, units = self.times[number], parts[0].units
        if self.is_mesh:
            points, cells = self._mesh_arrays()
            points = points[:, [AXES.index(axis) for axis in DIMENSIONS[self.dim]]]
            return Wavefield(quantity, time, values, components, units, points=points, cells=cells)
        axes = [axis for axis in STORED if axis in DIMENSIONS[self.dim]]
        first: Any = tuple(slice(None) if axis in axes else 0 for axis in STORED)
        along = {axis: self.coordinates(axis) for axis in axes}
        return Wavefield(quantity, time, values[first], components, units, along)

    def _number(self, time: float | None, index: int | None) -> int:
        if time is not None and index is not None:
            raise InputError("a wavefield is chosen by time or by index, not by both")
        if time is not None:
            return int(np.argmin(np.abs(np.asarray(self.times) - time)))
        number = len(self) - 1 if index is None else index
        if not -len(self) <= number < len(self):
            raise InputError(f"there is no snapshot {number}; there are {len(self)}, from 0")
        return number % len(self)

    def read(self, number: int, field: Field, plane: str, through: Mapping[str, Any]) -> Array:
        """Values on a plane ("xz": [z, x]; "x": [x]) near the point `through` ({axis: m}); not finite: NaN."""
        if self.mesh:
            index: list[Any] = [slice(None)] if field.component is None else [slice(None), field.component]
            return np.asarray(self.mesh.read(self._values(number, field, index), plane, through))
        if through.get("z") == "surface":
            through = {**through, "z": self.coordinates("z")[-1]}
        index = []
        for axis in STORED:
            if axis in plane:
                index.append(slice(None))
            else:
                at = through.get(axis, self.coordinates(axis)[0])
                index.append(int(np.argmin(np.abs(self.coordinates(axis) - at))))
        if field.component is not None:
            index.append(field.component)
        return self._values(number, field, index)

    def chosen(self, most: int, times: Sequence[float] | None = None, heard: Sequence[int] | None = None) -> list[int]:
        """Numbers of snapshots: those nearest to `times`, or at most `most` at even steps within `heard`, else of all."""
        if times:
            return sorted({int(np.argmin(np.abs(np.asarray(self.times) - t))) for t in times})
        among = heard or list(range(1 if len(self) > 1 else 0, len(self)))
        first, last = among[0], among[-1]
        if most < 2 or first == last:
            return [last]
        step = -(-(last - first) // (most - 1))  # the same between all, up to the last
        return list(range(last, first - 1, -step))[::-1]

    def _fields_of(self, arrays: Mapping[str, tuple[int, str]]) -> list[Field]:
        """`arrays`: number of axes and units by name."""
        fields = []
        for name, (n_axes, units) in arrays.items():
            if n_axes == (2 if self.is_mesh else 4):
                for axis in DIMENSIONS[self.dim]:
                    fields.append(Field(name, AXES.index(axis), f"{name}_{axis}", name, units))
            else:
                fields.append(Field(name, None, name, name.split("_")[0], units))
        return fields

    def __repr__(self) -> str:
        span = f"t = {self.times[0]:g} to {self.times[-1]:g} s" if self.times else ""
        return f"<{len(self)} snapshots of {', '.join(self.quantities)}, {span}>"


class SnapshotFiles(Snapshots):
    """The folder snapshots/ of a result. A file is open only while something is read from it."""

    def __init__(self, folder: Path, dim: int | None = None) -> None:
        self.folder = folder
        self.files, self.times = self._index()
        if not self.files:
            raise InputError(f"{folder.name}/ holds no snapshots")
        with self._open(0) as file:
            group = self._group(file, 0)
            self.is_mesh = "WholeExtent" not in group.attrs
            if self.is_mesh:
                self._points, self._cells = _mesh_of_file(group)
                self.dim = dim if dim in (2, 3) else 3 if np.ptp(self._points[:, 1]) > 0 else 2
            else:
                origin, spacing = (np.asarray(group.attrs[name], dtype=float) for name in ("Origin", "Spacing"))
                whole = np.asarray(group.attrs["WholeExtent"], dtype=int)
                shape = whole[1::2] - whole[::2] + 1
                self._grid = origin, spacing, shape
                self.dim = dim or (3 if shape[1] > 2 else 2 if shape[2] > 2 else 1)
            stored = group["PointData"].items()
            self.fields = self._fields_of({name: (a.ndim, text_of(a.attrs.get("units", ""))) for name, a in stored})

    def _index(self) -> tuple[list[Path], list[float]]:
        path = self.folder / "index.json"
        try:
            listed = json.loads(path.read_text(encoding="utf-8"))["snapshots"]
            return [self.folder / entry["file"] for entry in listed], [float(entry["time"]) for entry in listed]
        except FileNotFoundError:
            raise InputError("snapshots/ has no index.json") from None
        except OSError as error:
            raise InputError(f"snapshots/index.json cannot be read: {error.strerror}") from None
        except (ValueError, KeyError, TypeError):
            raise InputError("snapshots/index.json is damaged") from None

    @property
    def names(self) -> list[str]:
        return [file.stem for file in self.files]

    def _open(self, number: int) -> h5py.File:
        name = f"snapshots/{self.files[number].name}"
        if not self.files[number].exists():
            raise InputError(f"{name} is missing")
        return open_hdf5(self.files[number], f"{name} is ")

    def _group(self, file: h5py.File, number: int) -> h5py.Group:
        group = file.get("VTKHDF")
        is_image = group is not None and {"Origin", "Spacing", "WholeExtent"} <= set(group.attrs)
        is_mesh = group is not None and text_of(group.attrs.get("Type", "")) == "UnstructuredGrid"
        if not (is_image or is_mesh) or "PointData" not in group:
            raise InputError(f"snapshots/{self.files[number].name} is no image of a wavefield")
        return group

    def _mesh_arrays(self) -> tuple[Array, Array]:
        return self._points, self._cells

    def _read(self, number: int, array: str, index: tuple[Any, ...]) -> Array:
        with self._open(number) as file:
            try:
                return np.asarray(self._group(file, number)["PointData"][array][index])
            except (KeyError, ValueError, IndexError, OSError):
                raise InputError(f"snapshots/{self.files[number].name} is damaged: {array} cannot be read") from None

    def _stored(self, number: int, array: str) -> Array:
        return self._read(number, array, ())

    def _values(self, number: int, field: Field, index: Sequence[Any]) -> Array:
        values = self._read(number, field.array, tuple(index)).astype(float)
        values[~np.isfinite(values)] = np.nan
        return values


def _mesh_of_file(group: h5py.Group) -> tuple[Array, Array]:
    """Points [n, 3], and the corners of the cells of all pieces."""
    try:
        points = np.asarray(group["Points"][:], dtype=float)
        connectivity = np.asarray(group["Connectivity"][:])
        sizes = [np.asarray(group[f"NumberOf{name}"][:]) for name in ("Points", "Cells", "ConnectivityIds")]
    except (KeyError, OSError):
        raise InputError("snapshots/mesh.vtkhdf is missing or damaged") from None
    cells, at, first = [], 0, 0
    for n_points, n_cells, n_ids in zip(*sizes):
        cells.append(connectivity[at : at + n_ids].reshape(n_cells, -1) + first)
        at, first = at + n_ids, first + n_points
    return points, np.concatenate(cells)


class SnapshotsInMemory(Snapshots):
    """Wavefields that were never written, for a result in memory: `Result(wavefields=SnapshotsInMemory([field, ...]))`."""

    def __init__(self, wavefields: Sequence[Wavefield]) -> None:
        """All on the same grid or mesh; several quantities of one time are several wavefields."""
        if not wavefields:
            raise InputError("there are no wavefields")
        first = wavefields[0]
        self._by_name = {(field.quantity, field.time): field for field in wavefields}
        self.times = sorted({field.time for field in wavefields})
        self.is_mesh = not first.is_grid
        if first.points is not None:
            self.dim = int(first.points.shape[1])
        else:
            self.dim = len(first.axes)
            along = {axis: first.coordinates.get(axis, np.zeros(1)) for axis in AXES}
            origin = np.array([along[axis][0] for axis in AXES])
            spacing = np.array([(x[-1] - x[0]) / (x.size - 1) if x.size > 1 else 1.0 for x in along.values()])
            self._grid = origin, spacing, np.array([x.size for x in along.values()])
        self.fields = []
        for field in {f.quantity: f for f in wavefields}.values():
            names = [f"{field.quantity}_{part}" for part in field.components] or [field.quantity]
            for n, name in enumerate(names):
                component = n if field.components else None
                self.fields.append(Field(field.quantity, component, name, field.quantity, field.units))

    def _field(self, number: int, quantity: str) -> Wavefield:
        found = self._by_name.get((quantity, self.times[number]))
        if found is None:
            raise InputError(f"there is no wavefield of {quantity} at t = {self.times[number]:g} s")
        return found

    def _mesh_arrays(self) -> tuple[Array, Array]:
        first = next(iter(self._by_name.values()))
        assert first.points is not None and first.cells is not None
        points = np.zeros((len(first.points), 3))
        points[:, [AXES.index(axis) for axis in DIMENSIONS[self.dim]]] = first.points
        return points, first.cells

    def wavefield(self, quantity: str = "velocity", time: float | None = None, index: int | None = None) -> Wavefield:
        if quantity not in self.quantities:
            raise InputError(f"no snapshots of {quantity} here; there is: {', '.join(self.quantities)}")
        return self._field(self._number(time, index), quantity)

    def _stored(self, number: int, array: str) -> Array:
        return self._field(number, array).values

    def _values(self, number: int, field: Field, index: Sequence[Any]) -> Array:
        stored = self._stored(number, field.array)
        if not self.is_mesh:  # one point along the axes that it does not have
            there = [part for axis, part in zip(STORED, index) if axis in DIMENSIONS[self.dim]]
            index = [*there, *index[3:]]
        values = np.array(stored[tuple(index)], dtype=float)
        values[~np.isfinite(values)] = np.nan
        return values
