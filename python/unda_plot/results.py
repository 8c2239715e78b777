"""A result directory, or a traces.h5 file alone, as Python values.

Layout of traces.h5: /receivers/<name>/{time [nt], position [n, dim], label [n], <quantity> [n, components, nt]},
pressure [n, nt]; /closed_form/<name>/<quantity> of the same shapes where the run had a closed form.

    with Results("results/loh1") as results:
        surface = results.groups["surface"]
        v = surface.quantities["velocity"].read()   # [n, components, nt]; what is not finite is NaN
"""

import json
import warnings
from pathlib import Path

import h5py
import numpy as np

UNITS = {"displacement": "m", "velocity": "m/s", "acceleration": "m/s^2", "pressure": "Pa", "stress": "Pa"}
QUANTITIES = tuple(UNITS)
AXES = {1: ("x",), 2: ("x", "z"), 3: ("x", "y", "z")}
STRESSES = {1: ("xx",), 3: ("xx", "zz", "xz"), 6: ("xx", "yy", "zz", "xy", "xz", "yz")}
TOO_LARGE = 1e300  # beyond it scaling would overflow: as good as infinite


class InputError(Exception):
    """The input is wrong: the message says what was found; the path is the caller's to add."""


class ResultsWarning(UserWarning):
    """Something in the results cannot be shown as it is."""


def text_of(value):
    """A string from what h5py gives for one: str, bytes or a numpy scalar of either."""
    if isinstance(value, np.ndarray):
        value = value.ravel()[0] if value.size else ""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def texts_of(values):
    return tuple(text_of(value) for value in np.atleast_1d(values))


def open_hdf5(path, subject=""):
    """The file, open for reading; `subject` begins the message where it cannot be read."""
    try:
        if path.exists() and not path.is_file():
            raise InputError("is a pipe, a socket or a device; name a result directory or a traces.h5 file")
        with open(path, "rb"):
            pass
    except FileNotFoundError:
        raise InputError("no such file or directory") from None
    except OSError as error:
        raise InputError(f"{path.name} cannot be read: {error.strerror}") from None
    if not h5py.is_hdf5(path):
        raise InputError(f"{subject}not an HDF5 file" + (": it is empty" if path.stat().st_size == 0 else ""))
    try:
        return h5py.File(path, "r")
    except OSError as error:
        raise InputError(f"{subject}damaged, or still being written: {error}") from None


def shown_component(name, is_geographic):
    return {"x": "E", "y": "N", "z": "Z"}.get(name, name) if is_geographic else name


class Quantity:
    """One recorded quantity of a receiver group. Nothing is read from disk before read()."""

    def __init__(self, name, dataset, closed_form=None):
        self.name = name
        self.dataset = dataset
        self.n_components = 1 if dataset.ndim == 2 else dataset.shape[1]
        self.units = text_of(dataset.attrs["units"]) if "units" in dataset.attrs else UNITS[name]
        self.components = self._components()
        self.is_geographic = False  # whether x, y, z are east, north and up of a map
        self._closed_form = closed_form
        self._part = None  # the number of a component that is read alone

    def _components(self):
        """Names of the components; a scalar has the one name ""."""
        if self.name == "pressure":
            return ("",) * self.n_components
        given = texts_of(self.dataset.attrs["components"]) if "components" in self.dataset.attrs else ()
        if len(given) == self.n_components:
            return given
        usual = (STRESSES if self.name == "stress" else AXES).get(self.n_components)
        return usual or tuple(str(i + 1) for i in range(self.n_components))

    def shown(self, number):
        """The name of a component in pictures: E, N, Z where the axes are those of a map."""
        return shown_component(self.components[number], self.is_geographic)

    def only(self, component):
        """This quantity with one of its components alone."""
        alone = Quantity(self.name, self.dataset, self._closed_form)
        alone.n_components, alone.components = 1, (component,)
        alone.is_geographic = self.is_geographic
        alone._part = self.components.index(component)
        return alone

    @property
    def has_closed_form(self):
        return self._closed_form is not None

    def read(self, every=1):
        """Samples of every `every`-th receiver, [n, components, nt]."""
        return self._finite(self.dataset, slice(None, None, every))

    def read_block(self, start, stop):
        """Samples of the receivers from `start` up to, not including, `stop`."""
        return self._finite(self.dataset, slice(start, stop))

    def read_closed_form(self, every=1):
        return self._finite(self._closed_form, slice(None, None, every)) if self.has_closed_form else None

    def _finite(self, dataset, which):
        values = dataset[which] if self._part is None else dataset[which, self._part]
        values = values.astype(np.result_type(values.dtype, np.float32), copy=False)
        values[~(np.abs(values) < TOO_LARGE)] = np.nan
        return values[:, np.newaxis, :] if values.ndim == 2 else values


def scenario_of(directory):
    """The scenario of a result as tables; empty where it cannot be read."""
    try:
        import tomllib

        return tomllib.loads((Path(directory) / "scenario.toml").read_text(encoding="utf-8"))
    except (ImportError, OSError, ValueError):
        return {}


class ReceiverGroup:
    """Receivers that share a name and the times of their samples."""

    def __init__(self, name, group, closed_form=None):
        self.name = name
        if not isinstance(group.get("time"), h5py.Dataset):
            raise InputError(f"not a traces file: /receivers/{name} has no dataset `time`")
        self.time = np.atleast_1d(np.asarray(group["time"], dtype=float))
        self.quantities = {}
        for quantity in QUANTITIES:
            if isinstance(group.get(quantity), h5py.Dataset):
                exact = self._closed_form_of(quantity, group[quantity], closed_form)
                self.quantities[quantity] = Quantity(quantity, self._checked(group[quantity]), exact)
        self.n_receivers = self._count(group)
        self.position = self._positions(group)
        self.labels = self._labels(group)
        # Depths stand in the file where they were given below a surface that is not flat.
        depth = np.asarray(group["depth"], dtype=float) if isinstance(group.get("depth"), h5py.Dataset) else np.zeros(0)
        self.depth = depth if depth.size == self.n_receivers else None
        self.follows_surface = self.depth is not None and depth.size > 0 and self.position is not None and self.position.shape[1] > 1

    def _checked(self, dataset):
        if dataset.ndim not in (2, 3) or dataset.shape[-1] != self.time.size or dataset.dtype.kind not in "fiu":
            raise InputError(
                f"{dataset.name} holds {dataset.dtype} of shape {dataset.shape}; it should hold numbers, "
                f"[receivers, components, {self.time.size}] or [receivers, {self.time.size}]"
            )
        return dataset

    def _closed_form_of(self, quantity, dataset, closed_form):
        exact = closed_form.get(quantity) if isinstance(closed_form, h5py.Group) else None
        if not isinstance(exact, h5py.Dataset):
            return None
        if exact.shape != dataset.shape:
            warnings.warn(
                f"{exact.name} has shape {exact.shape}, the traces {dataset.shape}: closed form left out",
                ResultsWarning,
            )
            return None
        return exact

    def _count(self, group):
        counts = {quantity.dataset.shape[0] for quantity in self.quantities.values()}
        if len(counts) > 1:
            raise InputError(f"/receivers/{self.name}: numbers of receivers differ by quantity: {sorted(counts)}")
        if counts:
            return counts.pop()
        return group["position"].shape[0] if "position" in group else 0

    def _positions(self, group):
        """[n, dim] in metres, or None where the file does not tell."""
        if "position" not in group:
            return None
        position = np.asarray(group["position"], dtype=float)
        position = position[:, np.newaxis] if position.ndim == 1 else position
        return position if position.ndim == 2 and position.shape[0] == self.n_receivers else None

    def _labels(self, group):
        if "label" in group and group["label"].shape == (self.n_receivers,):
            return texts_of(group["label"][()])
        return tuple(f"{self.name}{i + 1}" for i in range(self.n_receivers))


class Results:
    """The traces of one run, with its title and method where the files tell them. Owns the open HDF5 file."""

    def __init__(self, path):
        self.path = path = Path(path)
        if path.is_dir():
            self.directory, self.file = path, path / "traces.h5"
            if not self.file.exists():
                raise InputError("no traces.h5 in this directory")
        else:
            self.directory, self.file = path.parent, path
        self._h5 = open_hdf5(self.file, "traces.h5 is " if path.is_dir() else "")
        try:
            self._read_structure()
        except BaseException:
            self.close()
            raise

    def _read_structure(self):
        receivers = self._h5.get("receivers")
        if not isinstance(receivers, h5py.Group):
            raise InputError("not a traces file: it has no group /receivers. Give a traces.h5 or a result directory")
        self.groups = {}
        for name, group in receivers.items():
            if isinstance(group, h5py.Group):
                self.groups[name] = ReceiverGroup(name, group, self._h5.get(f"closed_form/{name}"))
        report = self._report()
        self.title = self._attribute("title") or self._scenario_title() or str(report.get("title") or "") or self.name
        self.method = self._attribute("method") or str(report.get("method") or "")

    def _attribute(self, name):
        return text_of(self._h5.attrs[name]).strip() if name in self._h5.attrs else ""

    def _report(self):
        try:
            report = json.loads((self.directory / "report.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return report if isinstance(report, dict) else {}

    def _scenario_title(self):
        return str(scenario_of(self.directory).get("title") or "")

    @property
    def name(self):
        """A name for the run: its directory, or the file where that has a name of its own."""
        return self.file.resolve().parent.name if self.file.name == "traces.h5" else self.file.stem

    def close(self):
        self._h5.close()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()
