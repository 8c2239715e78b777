"""surface/ of a result: motion at the surface at some times, seen from above, or along x in 2-D.

index.json tells the grid of the points (x, y), the files and their times; mesh.vtkhdf has the points, and with them the height.
"""

import json

import h5py
import numpy as np

from . import plane, style
from .results import InputError, text_of
from .series import AXES, DIMENSIONS, Field
from .sheet import Sheet

MOST_TIMES = 8
A_ROW = 4
PERCENTILE = 99.5
HEARD = 0.02  # of the largest value, where a picture shows something


class SurfaceMovie:
    """The series of one run."""

    def __init__(self, folder):
        self.folder = folder
        try:
            index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
            self.files = [folder / entry["file"] for entry in index["snapshots"]]
            self.times = [float(entry["time"]) for entry in index["snapshots"]]
            self.x, self.y = (np.asarray(index["grid"][axis], dtype=float) for axis in "xy")
        except FileNotFoundError:
            raise InputError("surface/ has no index.json") from None
        except (OSError, ValueError, KeyError, TypeError):
            raise InputError("surface/index.json is damaged") from None
        if not self.files:
            raise InputError("surface/ holds no pictures")
        self.dim = 3 if self.y.size > 1 else 2
        try:
            with h5py.File(folder / "mesh.vtkhdf") as file:
                self.height = self._arranged(np.asarray(file["VTKHDF/Points"][:, 2], dtype=float))
            self.fields = self._fields()
        except (OSError, KeyError, ValueError):
            raise InputError("surface/mesh.vtkhdf or a picture of the surface is missing or damaged") from None

    def __len__(self):
        return len(self.files)

    def _arranged(self, values):
        return values.reshape(self.y.size, self.x.size)

    def _fields(self):
        fields = []
        with h5py.File(self.files[0]) as file:
            for name, array in file["VTKHDF/PointData"].items():
                units = text_of(array.attrs.get("units", ""))
                if array.ndim == 2:
                    fields += [Field(name, AXES.index(a), f"{name}_{a}", name, units) for a in DIMENSIONS[self.dim]]
                else:
                    fields.append(Field(name, None, name, name, units))
        return fields

    def read(self, number, field):
        """Values [y, x] of one picture; not finite: NaN."""
        try:
            with h5py.File(self.files[number]) as file:
                array = file["VTKHDF/PointData"][field.array]
                values = array[:] if field.component is None else array[:, field.component]
        except (OSError, KeyError, ValueError):
            raise InputError(f"surface/{self.files[number].name} is missing or damaged") from None
        values = values.astype(float)
        values[~np.isfinite(values)] = np.nan
        return self._arranged(values)

    def evenly(self, most, times=None, first=None):
        """Numbers of pictures: those nearest to `times`, or at most `most` at even steps, from `first` on."""
        if times:
            return sorted({int(np.argmin(np.abs(np.asarray(self.times) - t))) for t in times})
        first = first or (1 if len(self) > 1 else 0)
        step = max(1, -(-(len(self) - 1 - first) // max(1, most - 1)))
        return list(range(len(self) - 1, first - 1, -step))[::-1]


def first_heard(movie, field):
    """The number of the first picture that shows something; only so many are looked at."""
    numbers = movie.evenly(40)
    peaks = np.array([style.peak_of(movie.read(n, field)) for n in numbers])
    return numbers[int(np.argmax(peaks >= HEARD * peaks.max()))] if peaks.max() > 0 else numbers[0]


def level_of(movie, field, percentile=PERCENTILE):
    """Where colours end: the median of this percentile over the pictures that are not silent."""
    levels = [style.percentile_of(movie.read(n, field), percentile) for n in movie.evenly(24)]
    levels = [level for level in levels if level > 0]
    return float(np.median(levels)) if levels else 0.0


def draw(result, field, numbers=None, percentile=PERCENTILE):
    """The figure of one field at several times; in 2-D all times, down the picture."""
    movie = result.surface
    level = level_of(movie, field, percentile)
    if movie.dim == 2:
        return _draw_times(result, field, level, percentile)
    numbers = numbers or movie.evenly(MOST_TIMES, first=first_heard(movie, field))
    return panels(result, field, numbers, level, notes(result, field, level, percentile))


def notes(result, field, level, percentile):
    """What a picture's colours and marks are."""
    text = "All zero. " if level == 0 else (f"Colours end at ±{style.number(level)} {style.unit_text(field.units)}, the "
                                            f"{style.ordinal(percentile)} percentile. ")  # fmt: skip
    if np.ptp(result.surface.height) > 0:
        text += "Grey and thin lines: the surface. "
    return text + marks(result)


def marks(result):
    return "" if not len(result.sources) else f"{plane.sources_note(result).capitalize()}, seen from above."


def frame_of(movie):
    length = max(float(np.ptp(movie.x)), float(np.ptp(movie.y)))
    return plane.Frame("xy", (movie.x[0], movie.x[-1]), (movie.y[0], movie.y[-1]), length)


def panels(result, field, numbers, level, text):
    """Seen from above, a panel a time."""
    movie, frame = result.surface, frame_of(result.surface)
    columns = min(len(numbers), A_ROW)
    rows = -(-len(numbers) // columns)
    width = min({1: 6.0, 2: 4.4, 3: 3.6}.get(columns, 3.0), 5.5 * frame.width / frame.height)
    what = f"{field.words} at the surface"
    what += f", t = {movie.times[numbers[0]]:.3f} s" if len(numbers) == 1 else ""
    sheet = Sheet(result, what, text, [width] * columns, [width * frame.height / frame.width] * rows, right=1.1,
                  gap=(0.3, 0.45))  # fmt: skip
    for i in range(rows * columns):
        panel = sheet.axes[i // columns][i % columns]
        if i >= len(numbers):
            panel.remove()
            continue
        plane.relief(panel, movie.x / frame.unit, movie.y / frame.unit, movie.height, frame.unit)
        half = [np.diff(x)[0] / 2 / frame.unit for x in (movie.x, movie.y)]
        low_x, high_x, low_y, high_y = frame.extent
        extent = (low_x - half[0], high_x + half[0], low_y - half[1], high_y + half[1])
        plane.waves(panel, movie.read(numbers[i], field), extent, level or 1.0)
        plane.mark(panel, "xy", result, frame.unit, receivers=False)
        frame.prepare(panel, left=i % columns == 0, bottom=i + columns >= len(numbers))
        if len(numbers) > 1:
            panel.set_title(f"t = {movie.times[numbers[i]]:.3g} s", loc="left")
    divisor, unit = style.scaled_unit(level, field.units)
    sheet.bar_right(plane.wave_scale((level or 1.0) / divisor), range(rows), f"{field.words} ({unit})", extend="both")
    return sheet.figure


def _draw_times(result, field, level, percentile):
    """2-D: x across and time down, the surface above."""
    movie = result.surface
    unit, unit_name = style.length_unit(float(np.ptp(movie.x)))
    values = np.array([movie.read(n, field)[0] for n in range(len(movie))])
    hilly = np.ptp(movie.height) > 0
    text = notes(result, field, level, percentile).replace("Grey and thin lines: the surface. ", "")
    sheet = Sheet(result, f"{field.words} at the surface", text, [7.6], [0.9, 4.6] if hilly else [4.6], right=1.2,
                  gap=(0, 0.25))  # fmt: skip
    extent = (movie.x[0] / unit, movie.x[-1] / unit, movie.times[-1], movie.times[0])
    axes = sheet.axes[-1][0]
    limit = level or 1.0
    divisor, units = style.scaled_unit(limit, field.units)
    image = axes.imshow(np.ma.masked_invalid(values) / divisor, extent=extent, aspect="auto", cmap=style.DIVERGING,
                        vmin=-limit / divisor, vmax=limit / divisor, origin="upper", interpolation="bilinear")  # fmt: skip
    axes.set_xlabel(f"x ({unit_name})")
    axes.set_ylabel("time (s)")
    if hilly:
        above = sheet.axes[0][0]
        above.fill_between(movie.x / unit, movie.height[0] / unit, movie.height.min() / unit, color="0.8", linewidth=0)
        above.plot(movie.x / unit, movie.height[0] / unit, color=plane.SURFACE, linewidth=0.9)
        above.set_xlim(extent[:2])
        above.set_ylabel(f"z ({unit_name})")
        above.tick_params(labelbottom=False)
        above.locator_params(axis="y", nbins=3)
    sheet.bar_right(image, [len(sheet.axes) - 1], f"{field.words} ({units})", extend="both")
    return sheet.figure
