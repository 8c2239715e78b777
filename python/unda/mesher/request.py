"""What is to be meshed: a directory with request.json and arrays of float64.

    x, y            the sides of the domain, m
    boundaries      from the bottom up; a level z, or the name of a file with heights [ny, nx] over `x` and `y`, between which it is bilinear
    lattice         origin, spacing and n of a lattice over the domain: largest edges in sizes.f64, [nx, ny, nz]
    surface_factor  edges on boundaries, and within layers, over those
    volume_factor
"""
import dataclasses
import json
import pathlib

import numpy as np

SIDES = ("south", "east", "north", "west")  # of the rectangle, against the clock


class Boundary:
    """A level, or heights over a grid."""

    def __init__(self, told, directory):
        self.level = told.get("level")
        if self.level is None:
            self.x, self.y = (np.array(told[side]) for side in "xy")
            self.heights = np.fromfile(directory / told["file"]).reshape(len(self.y), len(self.x))

    def height(self, x, y):
        if self.level is not None:
            return np.full(np.shape(x), self.level)
        i, u = _cell(self.x, x)
        j, v = _cell(self.y, y)
        low = (1 - u) * self.heights[j, i] + u * self.heights[j, i + 1]
        high = (1 - u) * self.heights[j + 1, i] + u * self.heights[j + 1, i + 1]
        return (1 - v) * low + v * high


def _cell(places, x):
    """The intervals that hold coordinates, and how far in they lie, 0 to 1."""
    x = np.clip(x, places[0], places[-1])
    index = np.clip(np.searchsorted(places, x, side="right") - 1, 0, len(places) - 2)
    return index, (x - places[index]) / (places[index + 1] - places[index])


@dataclasses.dataclass
class Lattice:
    """Largest edges over the domain; trilinear between its points."""
    origin: np.ndarray
    spacing: np.ndarray
    size: np.ndarray

    def axis(self, a):
        return self.origin[a] + self.spacing[a] * np.arange(self.size.shape[a])

    def on_surface(self, z):
        """Over its points in x and y, at the heights z[nx, ny]."""
        at = np.clip((z - self.origin[2]) / self.spacing[2], 0, self.size.shape[2] - 1)
        k = np.minimum(at.astype(int), self.size.shape[2] - 2)
        i, j = np.indices(z.shape)
        return self.size[i, j, k] + (at - k) * (self.size[i, j, k + 1] - self.size[i, j, k])


class Request:
    def __init__(self, directory):
        self.directory = pathlib.Path(directory)
        told = json.loads((self.directory / "request.json").read_text(encoding="utf-8"))
        self.x, self.y = told["x"], told["y"]
        self.boundaries = [Boundary(b, self.directory) for b in told["boundaries"]]
        lattice = told["lattice"]
        self.lattice = Lattice(np.array(lattice["origin"]), np.array(lattice["spacing"]),
                               np.fromfile(self.directory / "sizes.f64").reshape(lattice["n"]))
        self.surface_factor, self.volume_factor = told["surface_factor"], told["volume_factor"]

    @property
    def corners(self):
        (west, east), (south, north) = self.x, self.y
        return [(west, south), (east, south), (east, north), (west, north)]
