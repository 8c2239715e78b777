"""Receivers and wavefields as xarray has them: dimensions by name, coordinates, units."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import InputError
from .receivers import AXES, Quantity, ReceiverGroup
from .snapshots import Wavefield

if TYPE_CHECKING:
    import xarray


def _library() -> Any:
    try:
        import xarray
    except ImportError:
        raise ImportError("to_xarray() needs xarray: pip install xarray, or apt-get install python3-xarray") from None
    return xarray


def dataset_of(group: ReceiverGroup) -> xarray.Dataset:
    """Variables [receiver, component, time]; the components of stress are a dimension of their own."""
    library = _library()
    coordinates: dict[str, Any] = {"time": ("time", group.time, {"units": "s"}), "receiver": ("receiver", list(group.labels))}
    if group.positions is not None:
        for n, axis in enumerate(AXES[group.positions.shape[1]]):
            coordinates[axis] = ("receiver", group.positions[:, n], {"units": "m"})
    if group.depths is not None:
        coordinates["depth"] = ("receiver", group.depths, {"units": "m"})
    variables = {}
    for name, quantity in group.quantities.items():
        dimensions = _dimensions(group, quantity, coordinates)
        variables[name] = (dimensions, quantity.values, {"units": quantity.units})
        if quantity.closed_form is not None:
            variables[f"{name}_closed_form"] = (dimensions, quantity.closed_form, {"units": quantity.units})
    return library.Dataset(variables, coordinates, {"receivers": group.name})


def _dimensions(group: ReceiverGroup, quantity: Quantity, coordinates: dict[str, Any]) -> tuple[str, ...]:
    parts = group.components(quantity.name)
    if not parts:
        return "receiver", "time"
    component = "component" if quantity.name != "stress" else "stress_component"
    coordinates[component] = (component, list(parts))
    return "receiver", component, "time"


def array_of_wavefield(field: Wavefield) -> xarray.DataArray:
    """[z, y, x, component] with coordinates in m."""
    if not field.is_grid:
        raise InputError("this wavefield is on a mesh, not on a grid: use its points, cells and values")
    library = _library()
    coordinates: dict[str, Any] = {axis: (axis, x, {"units": "m"}) for axis, x in field.coordinates.items()}
    dimensions = list(field.axes)
    if field.components:
        dimensions.append("component")
        coordinates["component"] = list(field.components)
    coordinates["time"] = ((), field.time, {"units": "s"})
    return library.DataArray(field.values, coordinates, dimensions, field.quantity, {"units": field.units})
