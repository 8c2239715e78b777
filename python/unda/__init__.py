"""Unda: seismic waves in one, two and three dimensions, from Python.

    import unda

    scenario = unda.read("examples/quickstart.toml").with_(mesh={"max_frequency": 20})
    result = unda.run(scenario)
    result["streamer"].pressure           # a numpy array, [receivers, samples]
    result.plot.gather("streamer")        # a matplotlib figure
    unda.open("results/quickstart")       # what the command line has written

What is not used is not loaded: results are read with numpy and h5py alone, and the library of the program is
opened by what runs scenarios.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .comparison import Comparison, compare
    from .earth import EarthModel
    from .errors import InputError, RunError, UndaError
    from .receivers import Quantity, ReceiverGroup
    from .result import Result, open
    from .shots import Shots
    from .snapshots import Wavefield

# Where each name is, loaded when it is first used.
_HOMES = {
    "comparison": ("Comparison", "compare"),
    "earth": ("EarthModel",),
    "errors": ("InputError", "RunError", "UndaError"),
    "receivers": ("Quantity", "ReceiverGroup"),
    "result": ("Result", "open"),
    "shots": ("Shots",),
    "snapshots": ("Wavefield",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
_PARTS = ("plot", "report")

__all__ = [
    "Comparison", "EarthModel", "InputError", "Quantity", "ReceiverGroup", "Result", "RunError", "Shots", "UndaError",
    "Wavefield", "compare", "open",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in _PARTS:
        return import_module("." + name, __name__)
    if name not in _HOME_OF:
        raise AttributeError(f"module 'unda' has no attribute '{name}'")
    value = getattr(import_module("." + _HOME_OF[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_PARTS})
