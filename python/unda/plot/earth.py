"""model.h5 of a result: sections through the model, and where the sources are.

Layout: /domain [dim, 2]; /source/position [n, dim]; /section/<xz, xy, x, surface or volume>/{x, y, z}: coordinates; vp, vs,
rho there, slowest axis first as the attribute `axes` says, NaN above the surface; of `surface` also height.

    with EarthModel("results/marine_2d/model.h5") as earth:
        vp = earth.sections["xz"].read("vp")   # [z, x], increasing upwards and to the right
"""

import numpy as np

from .results import InputError, open_hdf5, text_of

UNITS = {"vp": "m/s", "vs": "m/s", "rho": "kg/m^3"}
AXES = {1: "x", 2: "xz", 3: "xyz"}


class Section:
    """A plane, or in 1-D a profile, through the model. Nothing but coordinates is read before read()."""

    def __init__(self, name, group, dim):
        self.name, self._group = name, group
        self.axes = text_of(group.attrs["axes"])
        self.coordinates = [np.asarray(group[axis], dtype=float) for axis in self.axes]
        self.through = dict(zip(AXES[dim], np.asarray(group.attrs["through"], dtype=float)))
        shape = tuple(x.size for x in self.coordinates)
        for parameter in UNITS:
            if group[parameter].shape != shape:
                raise InputError(f"damaged: {group.name}/{parameter} has shape {group[parameter].shape}, not {shape}")

    def read(self, parameter):
        return np.asarray(self._group[parameter], dtype=float)


class Cut:
    """A plane through the volume, as a section: between the points of the volume the nearest one counts."""

    def __init__(self, volume, axis, at):
        self._volume, self._axis = volume, volume.axes.index(axis)
        x = volume.coordinates[self._axis]
        self._index = int(np.argmin(np.abs(x - at)))
        self.axes = volume.axes.replace(axis, "")
        self.name = self.axes[::-1]
        self.coordinates = [c for a, c in zip(volume.axes, volume.coordinates) if a != axis]
        self.through = {**volume.through, axis: at}

    def read(self, parameter):
        """Above the surface what lies below it: a coarse volume does not know where exactly the surface is."""
        values = self._volume.read(parameter)
        up = self._volume.axes.index("z")
        for k in range(1, values.shape[up]) if self.axes[0] == "z" else ():
            here = np.take(values, k, axis=up)
            missing = np.isnan(here)
            here[missing] = np.take(values, k - 1, axis=up)[missing]
            values[(slice(None),) * up + (k,)] = here
        return np.take(values, self._index, axis=self._axis)


class EarthModel:
    """Owns the open HDF5 file."""

    def __init__(self, path):
        self._h5 = open_hdf5(path, f"{path.name} is ")
        try:
            self.title = text_of(self._h5.attrs.get("title", ""))
            self.domain = np.asarray(self._h5["domain"], dtype=float)
            self.dim = self.domain.shape[0]
            self.sources = np.asarray(self._h5["source/position"], dtype=float).reshape(-1, self.dim)
            self.sections = {name: Section(name, group, self.dim) for name, group in self._h5["section"].items()}
            self.volume, self.surface = (self.sections.pop(name, None) for name in ("volume", "surface"))
            self.ranges = {parameter: self._range(parameter) for parameter in UNITS}
        except (KeyError, ValueError, IndexError, OSError, AttributeError, RuntimeError):
            self.close()
            raise InputError(f"{path.name} is not a model file of a result, or damaged") from None
        except BaseException:
            self.close()
            raise

    def _range(self, parameter):
        """(least, most) in all of the model; of older files in its sections."""
        name = f"{parameter}_range"
        if name in self._h5.attrs:
            return tuple(float(value) for value in self._h5.attrs[name])
        values = [section.read(parameter) for section in self.sections.values()]
        return min(float(np.nanmin(v)) for v in values), max(float(np.nanmax(v)) for v in values)

    def cut(self, axis, at):
        """The plane axis = at, m; None where the file has no volume."""
        return Cut(self.volume, axis, at) if self.volume else None

    @property
    def is_flat(self):
        """Whether the surface is, as far as the file tells."""
        return self.surface is None or float(np.ptp(self.surface.read("height"))) == 0.0

    def profile(self, axis, through):
        """Coordinates along x or y and z of the surface there, in the plane through this point."""
        height = self.surface.read("height")
        if self.dim == 2:
            return self.surface.coordinates[0], height
        y, x = self.surface.coordinates
        if axis == "x":
            return x, height[int(np.argmin(np.abs(y - through["y"])))]
        return y, height[:, int(np.argmin(np.abs(x - through["x"])))]

    def close(self):
        self._h5.close()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()
