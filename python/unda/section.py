"""A table of a scenario: a dictionary whose keys are attributes, too."""

from __future__ import annotations

import inspect
from typing import Any, ClassVar


class Section(dict[str, Any]):
    """A table of a scenario. `Mesh(max_frequency=4)` is `{"max_frequency": 4}` with names that are known.

    Keys that are words of Python end in an underscore: `Line(from_=[0, 0, 0], ...)`.
    """

    #: its place in the scenario file
    path: ClassVar[str] = ""
    #: the keys that it may have
    known: ClassVar[tuple[str, ...]] = ()

    def __init__(self, **keys: Any) -> None:
        super().__init__({name.removesuffix("_"): value for name, value in keys.items() if value is not None})

    def __init_subclass__(cls) -> None:
        keyword = inspect.Parameter.KEYWORD_ONLY
        cls.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [inspect.Parameter(name, keyword, default=None) for name in cls.known]
        )

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return self[name.removesuffix("_")]
        except KeyError:
            raise AttributeError(f"{type(self).__name__} has no {name} here; it may have: {', '.join(self.known)}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name.removesuffix("_")] = value

    def __repr__(self) -> str:
        parts = ", ".join(f"{key}={_short(value)}" for key, value in self.items())
        return f"{type(self).__name__}({parts})"


def _short(value: Any) -> str:
    shape = getattr(value, "shape", None)
    return f"<array {list(shape)} of {value.dtype}>" if shape and hasattr(value, "dtype") else repr(value)
