"""Receivers as a table of pandas: a row for each time, a column for each trace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .receivers import ReceiverGroup

if TYPE_CHECKING:
    import pandas


def library() -> Any:
    try:
        import pandas
    except ImportError:
        raise ImportError("to_pandas() needs pandas: pip install pandas, or apt-get install python3-pandas") from None
    return pandas


def frame_of(group: ReceiverGroup, quantity: str | None = None) -> pandas.DataFrame:
    """Columns are (receiver, component) of one quantity, (quantity, receiver, component) of all of them."""
    pandas = library()
    chosen = [group._quantity(quantity)] if quantity else list(group.quantities.values())
    columns, keys = [], []
    for one in chosen:
        values = one.values if one.values.ndim == 3 else one.values[:, np.newaxis]
        columns.append(values.reshape(-1, group.time.size))
        keys += [(one.name, label, part) for label in group.labels for part in one.components]
    table = np.concatenate(columns).T if columns else np.zeros((group.time.size, 0))
    names = ["quantity", "receiver", "component"]
    index = pandas.Index(group.time, name="time")
    if quantity:
        return pandas.DataFrame(table, index, pandas.MultiIndex.from_tuples([key[1:] for key in keys], names=names[1:]))
    return pandas.DataFrame(table, index, pandas.MultiIndex.from_tuples(keys, names=names) if keys else None)
