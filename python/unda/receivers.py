"""Receivers of a result and what they recorded: plain numpy arrays, from memory or from a file that is read when they are used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from .errors import InputError, RunError

if TYPE_CHECKING:
    import obspy
    import pandas
    import xarray

Array = npt.NDArray[Any]

UNITS = {"displacement": "m", "velocity": "m/s", "acceleration": "m/s^2", "pressure": "Pa", "stress": "Pa"}
QUANTITIES = tuple(UNITS)
AXES = {1: ("x",), 2: ("x", "z"), 3: ("x", "y", "z")}
STRESSES = {1: ("xx",), 3: ("xx", "zz", "xz"), 6: ("xx", "yy", "zz", "xy", "xz", "yz")}
TOO_LARGE = 1e300  # beyond it scaling would overflow: as good as infinite


def _in_memory(stored: Any) -> Array:
    """All of an array, or of a dataset of a file."""
    if isinstance(stored, np.ndarray):
        return stored
    if not stored:
        raise RunError("the result is closed: its file cannot be read any more")
    return np.asarray(stored[()])


def shown_component(name: str, is_geographic: bool) -> str:
    """Of a component in pictures: E, N, Z where the axes are those of a map."""
    return {"x": "E", "y": "N", "z": "Z"}.get(name, name) if is_geographic else name


class Quantity:
    """One quantity that a group of receivers recorded. Of a file nothing is read before it is asked for."""

    #: "velocity"
    name: str
    #: as text: "m/s"
    units: str
    #: names of the components, ("x", "z"); a scalar has the one name ""
    components: tuple[str, ...]

    def __init__(self, name: str, stored: Any, components: Iterable[str] = (), units: str = "", closed_form: Any = None) -> None:
        self.name = name
        self.units = units or UNITS.get(name, "")
        self.n_components = 1 if stored.ndim == 2 else int(stored.shape[1])
        self.components = self._names(tuple(components))
        self._stored, self._closed_form = stored, closed_form
        self._part: int | None = None  # the number of a component that is read alone
        self.is_geographic = False  # whether x, y, z are east, north and up of a map

    def _names(self, given: tuple[str, ...]) -> tuple[str, ...]:
        if self.name == "pressure":
            return ("",) * self.n_components
        if len(given) == self.n_components:
            return given
        usual = (STRESSES if self.name == "stress" else AXES).get(self.n_components)
        return usual or tuple(str(i + 1) for i in range(self.n_components))

    @property
    def shape(self) -> tuple[int, ...]:
        """Of the samples as they are stored."""
        return tuple(int(n) for n in self._stored.shape)

    @property
    def values(self) -> Array:
        """All samples as they are stored, [receivers, components, samples] or, of a scalar, [receivers, samples]."""
        if not isinstance(self._stored, np.ndarray):
            self._stored = _in_memory(self._stored)
        stored: Array = self._stored
        return stored if self._part is None else stored[:, self._part]

    @property
    def closed_form(self) -> Array | None:
        """The closed form that the run was compared with, in the shape of `values`; None where it had none."""
        if self._closed_form is None:
            return None
        if not isinstance(self._closed_form, np.ndarray):
            self._closed_form = _in_memory(self._closed_form)
        stored: Array = self._closed_form
        return stored if self._part is None else stored[:, self._part]

    @property
    def has_closed_form(self) -> bool:
        return self._closed_form is not None

    def shown(self, number: int) -> str:
        """The name of a component in pictures."""
        return shown_component(self.components[number], self.is_geographic)

    def only(self, component: str) -> Quantity:
        """This quantity with one of its components alone."""
        if component not in self.components:
            raise InputError(f"{self.name} has no component {component}; there is: {', '.join(self.components)}")
        alone = Quantity(self.name, self._stored, self.components, self.units, self._closed_form)
        alone.n_components, alone.components, alone.is_geographic = 1, (component,), self.is_geographic
        if self._stored.ndim == 3:
            alone._part = self.components.index(component) if self._part is None else self._part
        return alone

    def read(self, every: int = 1) -> Array:
        """A copy of the samples of every `every`-th receiver, [receivers, components, samples]; what is not finite is NaN."""
        return self._finite(self._stored, slice(None, None, every))

    def read_block(self, start: int, stop: int) -> Array:
        """As read(), of the receivers from `start` up to, not including, `stop`."""
        return self._finite(self._stored, slice(start, stop))

    def read_closed_form(self, every: int = 1) -> Array | None:
        return self._finite(self._closed_form, slice(None, None, every)) if self.has_closed_form else None

    def _finite(self, stored: Any, which: slice) -> Array:
        values = np.array(stored[which] if self._part is None else stored[which, self._part])
        values = values.astype(np.result_type(values.dtype, np.float32), copy=False)
        values[~(np.abs(values) <= min(TOO_LARGE, float(np.finfo(values.dtype).max)))] = np.nan
        return values[:, np.newaxis, :] if values.ndim == 2 else values

    def __getstate__(self) -> dict[str, Any]:
        """As arrays: a file does not go from one process to another."""
        state = dict(self.__dict__)
        state["_stored"] = _in_memory(self._stored)
        state["_closed_form"] = None if self._closed_form is None else _in_memory(self._closed_form)
        return state

    def __repr__(self) -> str:
        parts = " ".join(self.components)
        return f"<{self.name}{f' {parts}' if parts else ''} {list(self.shape)} in {self.units or '?'}>"


class _ClosedForms(Mapping[str, Array]):
    """Closed forms by quantity, read when they are used."""

    def __init__(self, quantities: Mapping[str, Quantity]) -> None:
        self._quantities = {name: quantity for name, quantity in quantities.items() if quantity.has_closed_form}

    def __getitem__(self, name: str) -> Array:
        values = self._quantities[name].closed_form
        assert values is not None
        return values

    def __iter__(self) -> Iterator[str]:
        return iter(self._quantities)

    def __len__(self) -> int:
        return len(self._quantities)

    def __repr__(self) -> str:
        return f"<closed forms of {', '.join(self) or 'nothing'}>"


class ReceiverGroup:
    """Receivers that share a name and the times of their samples.

        streamer = result["streamer"]
        streamer.pressure                  # numpy, [receivers, samples]
        streamer.velocity                  # numpy, [receivers, components, samples]
        streamer.components("velocity")    # ("x", "z")
        streamer.time, streamer.positions, streamer.labels

    Quantities are attributes by their names in the scenario file; `quantities` has all that were recorded. Arrays are
    those of the run, not copies of them.
    """

    #: its name in the scenario file
    name: str
    #: of the samples, s
    time: Array
    #: [receivers, dimensions], m: x; x, z; or x, y, z. None where a file does not tell
    positions: Array | None
    #: of the receivers, one each
    labels: tuple[str, ...]
    #: below the surface, m, where they were given so and the surface is not flat; else None
    depths: Array | None
    #: everything that was recorded, by name
    quantities: Mapping[str, Quantity]

    def __init__(
        self,
        name: str,
        time: npt.ArrayLike,
        positions: npt.ArrayLike | None,
        labels: Sequence[str] | None = None,
        quantities: Mapping[str, Any] | None = None,
        components: Mapping[str, Iterable[str]] | None = None,
        units: Mapping[str, str] | None = None,
        closed_form: Mapping[str, Any] | None = None,
        depths: npt.ArrayLike | None = None,
    ) -> None:
        self.name = name
        self.time = np.atleast_1d(np.asarray(time, dtype=float))
        exact, parts, of_units = closed_form or {}, components or {}, units or {}
        self.quantities = {
            quantity: Quantity(quantity, self._checked(quantity, stored), parts.get(quantity, ()),
                               of_units.get(quantity, ""), self._checked_exact(quantity, stored, exact.get(quantity)))
            for quantity, stored in (quantities or {}).items()
        }  # fmt: skip
        self.n_receivers = self._count(positions)
        self.positions = self._placed(positions)
        given = tuple(labels) if labels is not None else ()
        self.labels = given if len(given) == self.n_receivers else tuple(f"{name}{i + 1}" for i in range(self.n_receivers))
        depth = np.zeros(0) if depths is None else np.asarray(depths, dtype=float)
        self.depths = depth if depth.size == self.n_receivers and depth.size > 0 else None

    def _checked(self, quantity: str, stored: Any) -> Any:
        stored = stored if hasattr(stored, "ndim") else np.asarray(stored)
        if stored.ndim not in (2, 3) or stored.shape[-1] != self.time.size or stored.dtype.kind not in "fiu":
            raise InputError(
                f"/receivers/{self.name}/{quantity} holds {stored.dtype} of shape {stored.shape}; it should hold "
                f"numbers, [receivers, components, {self.time.size}] or [receivers, {self.time.size}]"
            )
        return stored

    def _checked_exact(self, quantity: str, stored: Any, exact: Any) -> Any:
        if exact is None:
            return None
        exact = exact if hasattr(exact, "ndim") else np.asarray(exact)
        if exact.shape != np.shape(stored):
            raise InputError(f"the closed form of {quantity} at {self.name} has shape {exact.shape}, the traces {np.shape(stored)}")
        return exact

    def _count(self, positions: npt.ArrayLike | None) -> int:
        counts = {quantity.shape[0] for quantity in self.quantities.values()}
        if len(counts) > 1:
            raise InputError(f"/receivers/{self.name}: numbers of receivers differ by quantity: {sorted(counts)}")
        if counts:
            return counts.pop()
        return 0 if positions is None else len(np.asarray(positions))

    def _placed(self, positions: npt.ArrayLike | None) -> Array | None:
        if positions is None:
            return None
        places = np.asarray(positions, dtype=float)
        places = places[:, np.newaxis] if places.ndim == 1 else places
        return places if places.ndim == 2 and places.shape[0] == self.n_receivers else None

    @property
    def follows_surface(self) -> bool:
        """Whether the receivers stand below a surface that is not flat."""
        return self.depths is not None and self.positions is not None and self.positions.shape[1] > 1

    def _values(self, quantity: str) -> Array:
        if quantity not in self.quantities:
            there = ", ".join(self.quantities) or "nothing"
            raise AttributeError(f"{self.name} did not record {quantity}; there is: {there}")
        return self.quantities[quantity].values

    @property
    def displacement(self) -> Array:
        """[receivers, components, samples], m."""
        return self._values("displacement")

    @property
    def velocity(self) -> Array:
        """[receivers, components, samples], m/s."""
        return self._values("velocity")

    @property
    def acceleration(self) -> Array:
        """[receivers, components, samples], m/s^2."""
        return self._values("acceleration")

    @property
    def pressure(self) -> Array:
        """[receivers, samples], Pa."""
        return self._values("pressure")

    @property
    def stress(self) -> Array:
        """[receivers, components, samples], Pa: xx yy zz xy xz yz, in 2-D xx zz xz."""
        return self._values("stress")

    def __len__(self) -> int:
        """How many receivers there are."""
        return self.n_receivers

    def components(self, quantity: str) -> tuple[str, ...]:
        """Names of the components of a quantity, ("x", "z"); of a scalar none."""
        return tuple(part for part in self._quantity(quantity).components if part)

    def units(self, quantity: str) -> str:
        """The unit of a quantity, "m/s"."""
        return self._quantity(quantity).units

    def _quantity(self, name: str) -> Quantity:
        if name not in self.quantities:
            raise InputError(f"{self.name} did not record {name}; there is: {', '.join(self.quantities) or 'nothing'}")
        return self.quantities[name]

    @property
    def closed_form(self) -> Mapping[str, Array]:
        """Closed forms by quantity, in the shapes of the traces, where the run was compared with them."""
        return _ClosedForms(self.quantities)

    def to_xarray(self) -> xarray.Dataset:
        """An xarray.Dataset: a variable for each quantity, with times, labels, positions and components as coordinates.
        Closed forms are variables named as `velocity_closed_form`. Samples are not copied."""
        from .as_xarray import dataset_of

        return dataset_of(self)

    def to_pandas(self, quantity: str | None = None) -> pandas.DataFrame:
        """A pandas.DataFrame: a row for each time, a column for each receiver and component of a quantity, or of all."""
        from .as_pandas import frame_of

        return frame_of(self, quantity)

    def to_obspy(self, quantity: str | None = None, starttime: Any = None) -> obspy.Stream:
        """An obspy.Stream with a trace for each receiver and component of a quantity, or of all. Networks, stations,
        locations and channels are those of `unda export --format mseed`; `stats.unda` has quantity, units, label and
        position, and `stats.sac` what `unda export --format sac` writes of these. `starttime` is t = 0, an obspy.UTCDateTime; 1970-01-01 where it is left out."""
        from .as_obspy import stream_of

        return stream_of(self, quantity, starttime)

    def __repr__(self) -> str:
        lines = [f"{self.name}: {self.n_receivers} receiver{'' if self.n_receivers == 1 else 's'}, {_of_times(self.time)}"]
        lines += [f"  {_described(quantity)}" for quantity in self.quantities.values()]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in _cells(q))}</tr>" for q in self.quantities.values())
        head = "".join(f"<th>{word}</th>" for word in ("quantity", "components", "shape", "unit", "closed form"))
        count = f"{self.n_receivers} receiver{'' if self.n_receivers == 1 else 's'}, {_of_times(self.time)}"
        return f"<p><b>{escape(self.name)}</b>: {escape(count)}</p><table><tr>{head}</tr>{rows}</table>"


def _of_times(time: Array) -> str:
    if time.size < 2:
        return f"{time.size} sample{'' if time.size == 1 else 's'}"
    return f"{time.size} samples from {time[0]:g} to {time[-1]:g} s"


def _cells(quantity: Quantity) -> tuple[str, str, str, str, str]:
    shape = " x ".join(str(n) for n in quantity.shape)
    exact = "yes" if quantity.has_closed_form else ""
    return quantity.name, " ".join(quantity.components), shape, quantity.units, exact


def _described(quantity: Quantity) -> str:
    name, components, shape, units, exact = _cells(quantity)
    words = [f"{name:<13}", f"[{shape}]", f"{units}" if units else "", components, "with its closed form" if exact else ""]
    return "  ".join(word for word in words if word).rstrip()

