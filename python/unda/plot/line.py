"""Where receivers lie along their line: the horizontal axis of a gather.

Receivers within a tenth of their spread from a straight line count as a line; others are numbered.
"""

import numpy as np

from . import style


class ReceiverAxis:
    """Coordinates of the receivers, increasing; `order` sorts receivers accordingly."""

    def __init__(self, coordinate, order, label, numbered=False):
        self.coordinate, self.order, self.label, self.numbered = coordinate, order, label, numbered

    @property
    def spacing(self):
        """A typical distance between neighbours, never 0."""
        steps = np.diff(self.coordinate)
        steps = steps[steps > 0]
        return float(np.median(steps)) if steps.size else 1.0

    def columns(self, most=2000):
        """Evenly spaced coordinates, and for each the nearest receiver in order: columns of an image."""
        x = self.coordinate
        steps = np.diff(x)
        if np.allclose(steps, steps[:1], rtol=1e-3, atol=0):
            return x, np.arange(x.size)
        count = int(np.clip(np.ceil((x[-1] - x[0]) / steps[steps > 0].min()) + 1, x.size, most))
        even = np.linspace(x[0], x[-1], count)
        return even, np.searchsorted((x[1:] + x[:-1]) / 2, even)


def receiver_axis(group, every=1):
    """Distance along the line from the first receiver; the receivers' numbers where they form no line."""
    numbers = np.arange(group.n_receivers)[::every]
    distance = None if group.positions is None else _distance(_places(group)[::every])
    if distance is None:
        return ReceiverAxis(numbers + 1.0, np.arange(numbers.size), "receiver number", numbered=True)
    unit, name = style.length_unit(distance.max())
    order = np.argsort(distance, kind="stable")
    ends = " to ".join(_point(_places(group)[::every][order[i]] / unit) for i in (0, -1))
    return ReceiverAxis(distance[order] / unit, order, f"distance along the line ({name})\n{ends}")


def is_line(group):
    """Whether a gather has a distance to be drawn against."""
    return group.positions is not None and _distance(_places(group)) is not None


def _places(group):
    """Positions that tell whether receivers form a line: of those that follow the surface as seen from above."""
    return group.positions[:, :-1] if group.follows_surface else group.positions


def _distance(position):
    """Projection on the line that fits best, from its first end; None where the receivers form no line."""
    if not np.isfinite(position).all() or position.shape[0] < 2:
        return None
    centred = position - position.mean(axis=0)
    _, spread, directions = np.linalg.svd(centred, full_matrices=False)
    if spread[0] == 0 or (spread.size > 1 and spread[1] > 0.1 * spread[0]):
        return None
    along = centred @ directions[0]
    along = along if along[-1] >= along[0] else -along
    return along - along.min()


def _point(coordinates):
    return "(" + ", ".join(style.number(float(np.round(value, 3)) + 0.0) for value in coordinates) + ")"
