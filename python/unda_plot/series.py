"""snapshots/ of a result: the wavefield at some times, in VTKHDF files listed by index.json.

A file has /VTKHDF with Origin, Spacing and PointData/<name>: scalars [z][y][x], vectors [z][y][x][3]. A 2-D run stores
two equal planes along y, a 1-D run also two along z. Only the slices that are asked for are read. Methods on meshes store
Points and cells in place of the grid, and arrays [point] and [point][3].
"""

import json

import numpy as np

from .mesh_image import MeshImage
from .results import InputError, open_hdf5, shown_component, text_of

AXES = "xyz"
STORED = "zyx"  # slowest first
DIMENSIONS = {1: "x", 2: "xz", 3: "xyz"}


class Field:
    """One number at every point: a scalar, or a component of a vector."""

    def __init__(self, array, component, name, quantity, units):
        self.array, self.component = array, component  # in the file; None: a scalar
        self.name, self.quantity, self.units = name, quantity, units
        self.is_geographic = False

    @property
    def words(self):
        """"z component of velocity", "pressure"."""
        part = shown_component(self.name[len(self.quantity) + 1 :], self.is_geographic)
        return f"{part} component of {self.quantity}" if part else self.quantity


class Snapshots:
    """The series of one run."""

    def __init__(self, folder, dim=None):
        self.folder = folder
        self.files, self.times = self._index()
        if not self.files:
            raise InputError("snapshots/ holds no snapshots")
        with self._open(0) as file:
            group = self._group(file, 0)
            self.mesh = MeshImage(group) if "WholeExtent" not in group.attrs else None
            if self.mesh:
                self.origin, self.spacing, self.shape = self.mesh.origin, self.mesh.spacing, self.mesh.shape
                self.dim = self.mesh.dim
            else:
                self.origin, self.spacing = (np.asarray(group.attrs[name], dtype=float) for name in ("Origin", "Spacing"))
                whole = np.asarray(group.attrs["WholeExtent"], dtype=int)
                self.shape = whole[1::2] - whole[::2] + 1  # x, y, z as stored
                self.dim = dim or (3 if self.shape[1] > 2 else 2 if self.shape[2] > 2 else 1)
            self.fields = self._fields(group["PointData"])

    def __len__(self):
        return len(self.files)

    def _index(self):
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

    def _open(self, number):
        name = f"snapshots/{self.files[number].name}"
        if not self.files[number].exists():
            raise InputError(f"{name} is missing")
        return open_hdf5(self.files[number], f"{name} is ")

    def _group(self, file, number):
        group = file.get("VTKHDF")
        is_image = group is not None and {"Origin", "Spacing", "WholeExtent"} <= set(group.attrs)
        is_mesh = group is not None and text_of(group.attrs.get("Type", "")) == "UnstructuredGrid"
        if not (is_image or is_mesh) or "PointData" not in group:
            raise InputError(f"snapshots/{self.files[number].name} is no image of a wavefield")
        return group

    def _fields(self, data):
        fields = []
        for name, array in data.items():
            units = text_of(array.attrs.get("units", ""))
            if array.ndim == (2 if self.mesh else 4):
                for axis in DIMENSIONS[self.dim]:
                    fields.append(Field(name, AXES.index(axis), f"{name}_{axis}", name, units))
            else:
                fields.append(Field(name, None, name, name.split("_")[0], units))
        return fields

    def coordinates(self, axis):
        """Of the points along x, y or z, m."""
        a = AXES.index(axis)
        return self.origin[a] + self.spacing[a] * np.arange(self.shape[a])

    def read(self, number, field, plane, through):
        """Values on a plane ("xz": [z, x]; "x": [x]) near the point `through` ({axis: m}); not finite: NaN."""
        if self.mesh:
            index = [slice(None)] if field.component is None else [slice(None), field.component]
            return self.mesh.read(self._values(number, field, index), plane, through)
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

    def _values(self, number, field, index):
        name = f"snapshots/{self.files[number].name}"
        with self._open(number) as file:
            try:
                values = self._group(file, number)["PointData"][field.array][tuple(index)].astype(float)
            except (KeyError, ValueError, IndexError, OSError):
                raise InputError(f"{name} is damaged: {field.array} cannot be read") from None
        values[~np.isfinite(values)] = np.nan
        return values

    def chosen(self, most, times=None, heard=None):
        """Numbers of snapshots: those nearest to `times`, or at most `most` at even steps within `heard`, else of all."""
        if times:
            return sorted({int(np.argmin(np.abs(np.asarray(self.times) - t))) for t in times})
        among = heard or list(range(1 if len(self) > 1 else 0, len(self)))
        first, last = among[0], among[-1]
        if most < 2 or first == last:
            return [last]
        step = -(-(last - first) // (most - 1))  # the same between all, up to the last
        return list(range(last, first - 1, -step))[::-1]
