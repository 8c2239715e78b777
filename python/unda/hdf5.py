"""Opening HDF5 files, with messages for those that cannot be opened, and reading texts from them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import h5py
import numpy as np

from .errors import InputError


def text_of(value: Any) -> str:
    """A string from what h5py gives for one: str, bytes or a numpy scalar of either."""
    if isinstance(value, np.ndarray):
        value = value.ravel()[0] if value.size else ""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def texts_of(values: Any) -> tuple[str, ...]:
    return tuple(text_of(value) for value in np.atleast_1d(values))


def open_hdf5(path: Path, subject: str = "") -> h5py.File:
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
