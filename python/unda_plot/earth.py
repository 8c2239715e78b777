"""model.h5 of a result: sections through the model, and where the sources are.

Layout: /domain [dim, 2]; /source/position [n, dim]; /section/<xz, xy or x>/{x, y, z}: coordinates; vp, vs, rho there,
slowest axis first as the attribute `axes` says.

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
        except (KeyError, ValueError, IndexError, OSError, AttributeError, RuntimeError):
            self.close()
            raise InputError(f"{path.name} is not a model file of a result, or damaged") from None
        except BaseException:
            self.close()
            raise

    def close(self):
        self._h5.close()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()
