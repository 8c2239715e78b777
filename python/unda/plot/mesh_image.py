"""A snapshot on a mesh as an image: values at the points of cells, read between them on a regular grid.

In 2-D the cells are cut into triangles; in 3-D a plane takes the points that lie nearest to it, and where points stand in columns a
level plane the values between them. Outside the mesh an image is 0.
"""

import numpy as np

MOST_ALONG = 400  # points of an image along an axis
LEAST_ON_PLANE = 200  # points that make a plane


class MeshImage:
    def __init__(self, places, cells):
        """Points [n, 3] and the corners of the cells, [cell][corner]."""
        # Points that several pieces or cells have count once.
        scale = max(np.ptp(places), 1e-30)
        _, self.first, place_of = np.unique(np.round(places / scale, 7), axis=0, return_index=True, return_inverse=True)
        self.places = places[self.first]
        self.dim = 3 if np.ptp(self.places[:, 1]) > 0 else 2
        self.cells = np.ravel(place_of)[cells] if self.dim == 2 else None
        low, high = self.places.min(axis=0), self.places.max(axis=0)
        spacing = (np.prod((high - low)[high > low]) / len(self.places)) ** (1 / self.dim)
        n = np.clip(np.round((high - low) / spacing).astype(int) + 1, 2, MOST_ALONG)
        self.shape = np.where(high > low, n, 2)
        self.origin, self.spacing = low, np.where(high > low, (high - low) / (self.shape - 1), spacing)
        self.looking = {}

    def read(self, values, plane, through):
        """values at the points of the file -> [slow][fast] on the plane ("xz", "xy")."""
        from matplotlib.tri import LinearTriInterpolator

        if self.dim == 2:
            plane = "xz"
        axes = ["xyz".index(axis) for axis in plane]
        values = values[self.first]
        level = through.get("z") if self.dim == 3 and plane == "xy" else None
        if isinstance(level, float) and self._has_columns():
            low, high, share, triangles = self._level(level)
            known = (1 - share) * values[low] + share * values[high]
        else:
            points, triangles = self._triangles(plane, axes, through)
            known = values[points]
        fast, slow = (self.origin[a] + self.spacing[a] * np.arange(self.shape[a]) for a in axes)
        found = LinearTriInterpolator(triangles, known)(*np.meshgrid(fast, slow))
        return np.ma.filled(found, 0.0)

    def _columns(self):
        """Points sorted by column and from the bottom up; where each column begins."""
        if "columns" not in self.looking:
            columns = np.round(self.places[:, :2] / max(np.ptp(self.places[:, :2]), 1e-30), 6)
            order = np.lexsort((self.places[:, 2], columns[:, 1], columns[:, 0]))
            _, first = np.unique(columns[order], axis=0, return_index=True)
            self.looking["columns"] = order, np.append(np.sort(first), len(order))
        return self.looking["columns"]

    def _has_columns(self):
        """Whether points stand above each other, several in a column, as in meshes of boxes."""
        order, first = self._columns()
        return len(order) >= 4 * (len(first) - 1)

    def _level(self, at):
        """For every column that z = at cuts the points below and above and the share of the upper one."""
        from matplotlib.tri import Triangulation

        if ("level", at) not in self.looking:
            order, first = self._columns()
            z = self.places[order, 2]
            below = np.add.reduceat((z <= at).astype(int), first[:-1])
            count = np.diff(first)
            slack = 1e-6 * float(np.ptp(self.places[:, 2]))
            cut = (z[first[:-1]] <= at + slack) & (z[first[1:] - 1] >= at - slack) & (count > 1)
            upper = first[:-1][cut] + np.clip(below[cut], 1, count[cut] - 1)
            low, high = order[upper - 1], order[upper]
            z_low, z_high = self.places[low, 2], self.places[high, 2]
            share = np.clip((at - z_low) / np.maximum(z_high - z_low, 1e-30), 0, 1)
            self.looking["level", at] = low, high, share, Triangulation(*self.places[low][:, :2].T)
        return self.looking["level", at]

    def _surface(self):
        """The highest point of every column of points; of a mesh without columns those near the top of all around."""
        from matplotlib.tri import Triangulation

        if "surface" not in self.looking:
            order, first = self._columns()
            points = order[first[1:] - 1]
            points = points[self._near_the_top(points)]
            self.looking["surface"] = points, Triangulation(*self.places[points][:, :2].T)
        return self.looking["surface"]

    def _near_the_top(self, points):
        """Which of these points are as high as the highest within three spacings, but for a slope of 45 degrees."""
        cells = np.floor((self.places[points][:, :2] - self.origin[:2]) / (3 * self.spacing[:2])).astype(int)
        _, cell = np.unique(cells, axis=0, return_inverse=True)
        cell = np.ravel(cell)
        highest = np.full(cell.max() + 1, -np.inf)
        np.maximum.at(highest, cell, self.places[points][:, 2])
        return self.places[points][:, 2] >= highest[cell] - 3 * float(self.spacing[:2].max())

    def _triangles(self, plane, axes, through):
        from matplotlib.tri import Triangulation

        across = next(a for a in (1, 2, 0) if a not in axes)
        if self.dim == 3 and across == 2 and through.get("z") == "surface":
            return self._surface()
        at = float(through.get("xyz"[across], self.places[0, across])) if self.dim == 3 else 0.0
        if (plane, at) not in self.looking:
            points = np.arange(len(self.places))
            corners = None
            if self.dim == 3:
                distance = np.abs(self.places[:, across] - at)
                limit = distance.min() + 1e-6 * np.ptp(self.places[:, across])
                least = max(LEAST_ON_PLANE, int(len(distance) ** (2 / 3)))  # as many as a plane of a cube has
                if np.count_nonzero(distance <= limit) < least // 4:
                    limit = np.sort(distance)[min(least, len(distance)) - 1]
                points = np.flatnonzero(distance <= limit)
                _, once = np.unique(np.round(self.places[points][:, axes], 3), axis=0, return_index=True)
                points = points[once]
            else:
                corners = np.concatenate([self.cells[:, [0, 1, 2]], self.cells[:, [0, 2, 3]]])
            x, z = self.places[points][:, axes].T
            self.looking[plane, at] = points, Triangulation(x, z, corners)
        return self.looking[plane, at]
