"""Receivers on a regular grid: recognised by their positions alone."""

import numpy as np

from ..earth import AXES


class ReceiverGrid:
    """Receivers on all crossings of lines along two axes; values go into [second axis, first axis]."""

    def __init__(self, plane_name, coordinates, order, constant):
        self.plane, self.coordinates, self.order, self.constant = plane_name, coordinates, order, constant

    def arrange(self, values):
        return values[self.order].reshape(self.coordinates[1].size, self.coordinates[0].size)


def grid_of(group, fewest=3):
    """The grid of a group's receivers, or None where they form none of at least `fewest` a side."""
    position = group.positions
    if position is None or position.shape[1] < 2 or position.shape[0] < fewest**2 or not np.isfinite(position).all():
        return None
    names = AXES[position.shape[1]]
    tolerance = 1e-6 * np.ptp(position, axis=0).max() or 1.0
    lines = [np.unique(np.round(x / tolerance)).size for x in position.T]
    sides = [a for a, n in enumerate(lines) if n > 1]
    if len(sides) == 3 and lines[0] * lines[1] == position.shape[0]:
        sides = [0, 1]  # seen from above a grid, which follows the surface
    if len(sides) != 2 or min(lines[a] for a in sides) < fewest:
        return None
    first, second = sides
    if lines[first] * lines[second] != position.shape[0]:
        return None
    across, up = (np.round(position[:, a] / tolerance) for a in sides)
    order = np.lexsort((across, up))
    if np.unique(np.stack([across, up]), axis=1).shape[1] != position.shape[0]:
        return None
    coordinates = [np.sort(position[:, a])[:: position.shape[0] // lines[a]] for a in sides]
    constant = {names[a]: float(position[0, a]) for a in range(len(names)) if a not in sides and lines[a] == 1}
    return ReceiverGrid(names[first] + names[second], coordinates, order, constant)
