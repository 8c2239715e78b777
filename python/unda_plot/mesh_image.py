"""A snapshot on a mesh as an image: values at the points of cells, read between them on a regular grid.

In 2-D the cells are cut into triangles; in 3-D a plane takes the points that lie nearest to it. Outside the mesh an image is 0.
"""

import numpy as np

from .results import InputError

MOST_ALONG = 400  # points of an image along an axis
LEAST_ON_PLANE = 200  # points that make a plane


class MeshImage:
    def __init__(self, group):
        try:
            places = np.asarray(group["Points"][:], dtype=float)
            connectivity = np.asarray(group["Connectivity"][:])
            sizes = [np.asarray(group[f"NumberOf{name}"][:]) for name in ("Points", "Cells", "ConnectivityIds")]
        except (KeyError, OSError):
            raise InputError("snapshots/mesh.vtkhdf is missing or damaged") from None
        # Points that several pieces or cells have count once.
        scale = max(np.ptp(places), 1e-30)
        _, self.first, place_of = np.unique(np.round(places / scale, 7), axis=0, return_index=True, return_inverse=True)
        self.places = places[self.first]
        self.dim = 3 if np.ptp(self.places[:, 1]) > 0 else 2
        self.cells = self._cells(connectivity, sizes, np.ravel(place_of)) if self.dim == 2 else None
        low, high = self.places.min(axis=0), self.places.max(axis=0)
        spacing = (np.prod((high - low)[high > low]) / len(self.places)) ** (1 / self.dim)
        n = np.clip(np.round((high - low) / spacing).astype(int) + 1, 2, MOST_ALONG)
        self.shape = np.where(high > low, n, 2)
        self.origin, self.spacing = low, np.where(high > low, (high - low) / (self.shape - 1), spacing)
        self.looking = {}

    def _cells(self, connectivity, sizes, place_of):
        """Corners of the cells of all pieces, [cell][corner]."""
        cells, at, first = [], 0, 0
        for n_points, n_cells, n_ids in zip(*sizes):
            cells.append(place_of[connectivity[at : at + n_ids].reshape(n_cells, -1) + first])
            at, first = at + n_ids, first + n_points
        return np.concatenate(cells)

    def read(self, values, plane, through):
        """values at the points of the file -> [slow][fast] on the plane ("xz", "xy")."""
        from matplotlib.tri import LinearTriInterpolator

        if self.dim == 2:
            plane = "xz"
        axes = ["xyz".index(axis) for axis in plane]
        points, triangles = self._triangles(plane, axes, through)
        fast, slow = (self.origin[a] + self.spacing[a] * np.arange(self.shape[a]) for a in axes)
        found = LinearTriInterpolator(triangles, values[self.first][points])(*np.meshgrid(fast, slow))
        return np.ma.filled(found, 0.0)

    def _triangles(self, plane, axes, through):
        from matplotlib.tri import Triangulation

        across = next(a for a in (1, 2, 0) if a not in axes)
        at = float(through.get("xyz"[across], self.places[0, across])) if self.dim == 3 else 0.0
        if (plane, at) not in self.looking:
            points = np.arange(len(self.places))
            corners = None
            if self.dim == 3:
                distance = np.abs(self.places[:, across] - at)
                limit = distance.min() + 1e-6 * np.ptp(self.places[:, across])
                if np.count_nonzero(distance <= limit) < LEAST_ON_PLANE:
                    limit = np.sort(distance)[min(LEAST_ON_PLANE, len(distance)) - 1]
                points = np.flatnonzero(distance <= limit)
                _, once = np.unique(np.round(self.places[points][:, axes], 3), axis=0, return_index=True)
                points = points[once]
            else:
                corners = np.concatenate([self.cells[:, [0, 1, 2]], self.cells[:, [0, 2, 3]]])
            x, z = self.places[points][:, axes].T
            self.looking[plane, at] = points, Triangulation(x, z, corners)
        return self.looking[plane, at]
