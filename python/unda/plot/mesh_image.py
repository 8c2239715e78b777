"""A snapshot on a mesh as an image: values at the points of cells, read between them on a regular grid.

In 2-D the cells are cut into triangles; in 3-D a plane cuts the edges of cells, between whose ends values are linear. Outside the
mesh an image is 0.
"""

import numpy as np

MOST_ALONG = 400  # points of an image along an axis
# Edges and faces of a cell by the number of its corners, as VTK counts them: tetrahedra, hexahedra.
EDGES = {4: [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)],
         8: [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7)]}  # fmt: skip
FACES = {4: [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)],
         8: [(0, 1, 2, 3), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]}  # fmt: skip


class MeshImage:
    def __init__(self, places, cells):
        """Points [n, 3] and the corners of the cells, [cell][corner]."""
        # Points that several pieces or cells have count once.
        scale = max(np.ptp(places), 1e-30)
        _, self.first, place_of = np.unique(np.round(places / scale, 7), axis=0, return_index=True, return_inverse=True)
        self.places = places[self.first]
        self.dim = 3 if np.ptp(self.places[:, 1]) > 0 else 2
        self.cells = np.ravel(place_of)[cells]
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
        across = next(a for a in (1, 2, 0) if a not in axes)
        if self.dim == 2:
            points, triangles = self._flat(axes)
            known = values[points]
        elif across == 2 and through.get("z") == "surface":
            points, triangles = self._surface()
            known = values[points]
        else:
            low, high, share, triangles = self._cut(axes, across, float(through.get("xyz"[across], self.places[0, across])))
            known = (1 - share) * values[low] + share * values[high]
        if triangles is None:
            return np.zeros([self.shape[a] for a in reversed(axes)])
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

    def _cut(self, axes, across, at):
        """Where a plane cuts edges of cells: the points at their ends, the share of the second, and triangles between, if it cuts any."""
        if (across, at) not in self.looking:
            away = self.places[:, across] - at
            away[np.abs(away) <= 1e-6 * float(np.ptp(away))] = 0
            of_corners = away[self.cells]
            cells = self.cells[(of_corners.min(axis=1) <= 0) & (of_corners.max(axis=1) >= 0)]
            on_plane = np.unique(cells[away[cells] == 0])
            edges = np.sort(cells[:, EDGES[cells.shape[1]]].reshape(-1, 2), axis=1)
            edges = np.unique(edges[away[edges].prod(axis=1) < 0], axis=0)
            low, high = (np.concatenate([edges[:, n], on_plane]) for n in (0, 1))
            share = np.divide(away[low], away[low] - away[high], out=np.zeros(len(low)), where=low != high)
            places = (1 - share)[:, None] * self.places[low] + share[:, None] * self.places[high]
            self.looking[across, at] = low, high, share, self._between(*places[:, axes].T)
        return self.looking[across, at]

    def _between(self, fast, slow):
        """Triangles between points of a plane; none where these lie on a line."""
        from matplotlib.tri import Triangulation

        least = 1e-6 * float(np.ptp(self.places))
        return Triangulation(fast, slow) if len(fast) > 2 and min(np.ptp(fast), np.ptp(slow)) > least else None

    def _surface(self):
        """The highest point of every column of points; of a mesh without columns those of the faces that look up."""
        if "surface" not in self.looking:
            order, first = self._columns()
            has_columns = len(order) >= 4 * (len(first) - 1)  # as meshes of boxes have
            points = order[first[1:] - 1] if has_columns else self._top()
            self.looking["surface"] = points, self._between(*self.places[points][:, :2].T)
        return self.looking["surface"]

    def _top(self):
        """Points of the faces that one cell alone has and that look up, but for walls."""
        n_corners = self.cells.shape[1]
        faces = self.cells[:, FACES[n_corners]]  # [cell][face][corner]
        own = np.sort(faces.reshape(-1, faces.shape[2]), axis=1)
        _, first, count = np.unique(own, axis=0, return_index=True, return_counts=True)
        alone = first[count == 1]
        cell, face = np.divmod(alone, faces.shape[1])
        at = self.places[faces[cell, face]]
        normal = np.cross(at[:, 1] - at[:, 0], at[:, 2] - at[:, 0])
        outward = at.mean(axis=1) - self.places[self.cells[cell]].mean(axis=1)
        normal *= np.sign((normal * outward).sum(axis=1))[:, None]
        looks_up = normal[:, 2] > 0.1 * np.linalg.norm(normal, axis=1)
        return np.unique(faces[cell, face][looks_up])

    def _flat(self, axes):
        from matplotlib.tri import Triangulation

        if "flat" not in self.looking:
            corners = np.concatenate([self.cells[:, [0, 1, 2]], self.cells[:, [0, 2, 3]]])
            self.looking["flat"] = np.arange(len(self.places)), Triangulation(*self.places[:, axes].T, corners)
        return self.looking["flat"]
