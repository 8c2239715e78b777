"""Pictures of motion at the surface: seen from above at several times over the shaded heights; in 2-D x across and time down."""

import numpy as np

from ..earth import is_level
from . import plane, style
from .sheet import Sheet

MOST_TIMES = 8
A_ROW = 4
PERCENTILE = 99.5
HEARD = 0.02  # of the largest value, where a picture shows something


def first_heard(movie, field):
    """The number of the first picture that shows something; only so many are looked at."""
    numbers = movie.evenly(40)
    peaks = np.array([style.peak_of(movie.read(n, field)) for n in numbers])
    return numbers[int(np.argmax(peaks >= HEARD * peaks.max()))] if peaks.max() > 0 else numbers[0]


def level_of(movie, field, percentile=PERCENTILE):
    """Where colours end: what three quarters of the pictures that are not silent have below this percentile of theirs."""
    levels = [style.percentile_of(movie.read(n, field), percentile) for n in movie.evenly(24)]
    levels = [level for level in levels if level > 0]
    return float(np.percentile(levels, 75)) if levels else 0.0


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
    text = colours_note(field, level, percentile)
    if not is_level(result.surface.height, result.surface.x, result.surface.y):
        text += "Grey and thin lines: the surface. "
    return text + marks(result)


def colours_note(field, level, percentile):
    if level == 0:
        return "All zero. "
    return f"Colours end at ±{style.number(level)} {style.unit_text(field.units)}, the {style.ordinal(percentile)} percentile. "


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
    hilly = not is_level(movie.height, movie.x)
    text = colours_note(field, level, percentile)
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
