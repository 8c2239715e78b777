"""A scenario's values as TOML text. Arrays that files may hold keep their place by a name and are handed over beside the text."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import InputError

Array = npt.NDArray[Any]

# Where the scenario file has the name of a file of numbers: these keys of [model], and `file` in these tables.
_OF_GRIDS = {"vp", "vs", "rho", "qp", "qs", "epsilon", "delta", "gamma", "tilt", "azimuth"}
_WITH_FILES = {"topography", "top", "time_function"}


def holds_array(path: tuple[str, ...]) -> bool:
    """Whether an array may stand at a key in place of a file. Indices are not part of the path."""
    return (len(path) == 2 and path[0] == "model" and path[1] in _OF_GRIDS) or (
        len(path) > 1 and path[-1] == "file" and path[-2] in _WITH_FILES
    )


def numbers(value: Array, key: str) -> Array:
    """As the library takes them: float32 or float64 of this machine, the last axis contiguous. A copy only where it must be."""
    if value.dtype.kind not in "fiu":
        raise InputError([f"{key}: found an array of {value.dtype}; must be numbers"], key)
    if value.dtype.kind in "iu" or value.dtype.itemsize not in (4, 8):
        value = value.astype(np.float64)
    return np.ascontiguousarray(value, value.dtype.newbyteorder("="))


def plain(value: Any, path: tuple[str, ...], arrays: dict[str, Array], place: str) -> Any:
    """Dictionaries, lists, numbers, texts and truth values alone; `place` names the value in messages."""
    if isinstance(value, Mapping):
        return {
            str(key): plain(item, (*path, str(key)), arrays, f"{place}.{key}" if place else str(key))
            for key, item in value.items()
            if item is not None
        }
    if isinstance(value, np.ndarray) and value.ndim > 0:
        if holds_array(path):
            name = f"array:{place}"
            arrays[name] = numbers(value, place)
            return name
        return plain(value.tolist(), path, arrays, place)
    if isinstance(value, (np.generic, np.ndarray)):
        return plain(value.item(), path, arrays, place)
    if isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray)):
        several = len(value) > 1 and all(isinstance(item, Mapping) for item in value)
        return [plain(item, path, arrays, f"{place}[{n}]" if several else place) for n, item in enumerate(value)]
    if hasattr(value, "__array__"):
        return plain(np.asarray(value), path, arrays, place)
    raise InputError([f"{place}: found {value!r} ({type(value).__name__}), which no scenario can hold"], place)


def placed(value: Any, directory: Path, path: tuple[str, ...] = ()) -> Any:
    """Plain values with the names of files as they are known from anywhere."""
    if isinstance(value, Mapping):
        return {key: placed(item, directory, (*path, key)) for key, item in value.items()}
    if isinstance(value, list):
        return [placed(item, directory, path) for item in value]
    names_file = path and (path[-1] == "file" or holds_array(path))
    if isinstance(value, str) and names_file and not value.startswith("array:"):
        return str((directory / value).absolute())
    return value


def document(values: Mapping[str, Any]) -> str:
    """Plain values as a TOML document."""
    return "\n".join(_table(values, "")) + "\n"


def _table(values: Mapping[str, Any], path: str) -> list[str]:
    """First what has a line of its own, then tables under their headers."""
    lines, below = [], []
    for key, value in values.items():
        name = f"{path}.{_key(key)}" if path else _key(key)
        if isinstance(value, Mapping) and not path:
            below += ["", f"[{name}]", *_table(value, name)]
        elif _is_tables(value) and path in ("", "model", "shot"):
            for item in value:
                below += ["", f"[[{name}]]", *_table(item, name)]
        else:
            lines.append(f"{_key(key)} = {_value(value)}")
    return lines + below


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and len(value) > 0 and all(isinstance(item, Mapping) for item in value)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _text(key)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, float):
        return repr(value) if np.isfinite(value) else str(value)  # nan and inf are words of TOML
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items()) + " }" if value else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    return str(value)
