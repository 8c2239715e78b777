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
    from .library import Simulation
    from .receivers import Quantity, ReceiverGroup
    from .result import Result, open
    from .running import Verification, plan, run, verify
    from .scenario import Plan, Scenario, UndaWarning, read
    from .sections import *
    from .shots import Shots
    from .snapshots import SnapshotsInMemory, Wavefield

# Where each name is, loaded when it is first used; tables of a scenario (Domain, Model, ...) are in unda.sections.
_HOMES = {
    "comparison": ("Comparison", "compare"),
    "earth": ("EarthModel",),
    "errors": ("InputError", "RunError", "UndaError"),
    "library": ("Simulation",),
    "receivers": ("Quantity", "ReceiverGroup"),
    "result": ("Result", "open"),
    "running": ("Verification", "plan", "run", "verify"),
    "scenario": ("Plan", "Scenario", "UndaWarning", "read"),
    "shots": ("Shots",),
    "snapshots": ("SnapshotsInMemory", "Wavefield"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
_PARTS = ("plot", "report", "sections")

__all__ = [
    "Comparison", "EarthModel", "InputError", "Plan", "Quantity", "ReceiverGroup", "Result", "RunError", "Scenario", "Shots",
    "Simulation", "SnapshotsInMemory", "UndaError", "UndaWarning", "Verification", "Wavefield", "compare", "open", "plan",
    "read", "run", "verify",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in _PARTS:
        return import_module("." + name, __name__)
    home = _HOME_OF.get(name)
    if home is None and name[:1].isupper() and name in _tables():
        home = "sections"
    if home is None:
        raise AttributeError(f"module 'unda' has no attribute '{name}'")
    value = getattr(import_module("." + home, __name__), name)
    globals()[name] = value
    return value


def _tables() -> list[str]:
    try:
        return list(import_module(".sections", __name__).__all__)
    except ImportError:  # an older Python reads results all the same
        return []


def __dir__() -> list[str]:
    return sorted({*(name for name in globals() if name.startswith("__")), *__all__, *_PARTS, *_tables()})
