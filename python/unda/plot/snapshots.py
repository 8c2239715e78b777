"""Snapshots of the wavefield: a strip of several times over the model, with sources and receivers.

In 3-D the plane x-z through the source and the surface (of pressure and stress, which a free surface has none of, the plane
x-y through the source), or planes that are chosen; in 1-D the field along x, a line for each time. All times of a picture
have the same colours.
"""

import math

import numpy as np

from ..errors import InputError
from . import plane, style
from .sheet import Sheet

MOST_TIMES = 6
MOST_TIMES_3D = 4
MOST_LOOKED_AT = 60  # snapshots, to find those that show something
HEARD = 0.05
PERCENTILE = 99.5


def draw(result, field, numbers=None, percentile=PERCENTILE, level=None, chosen=None):
    """The figure of one field at the snapshots with these numbers; `level`: where the colours end; `chosen`: planes
    [(axis, m)] in place of the usual ones."""
    series = result.snapshots
    sections = sections_of(result, field, chosen)
    if numbers is None:
        numbers = series.chosen(MOST_TIMES_3D if series.dim == 3 else MOST_TIMES, heard=_heard(result, field, sections))
    values = [[series.read(n, field, name, through) for n in numbers] for name, through, _ in sections]
    if level is None:
        level = _level(values, percentile)
    if series.dim == 1:
        return draw_lines(result, field, numbers, values[0])
    notes = [_clipping(field, values, level, percentile), plane.marks_note(result, series.dim == 3)]
    if any(s is not None and np.nanmax(s.read("vp")) > np.nanmin(s.read("vp")) for _, _, s in sections):
        notes.insert(1, "Grey: $v_p$, the faster the darker.")
    if any(np.isnan(v).any() for row in values for v in row):
        notes.append("Yellow: not finite.")
    return draw_planes(result, field, numbers, sections, values, level, " ".join(notes))


def common_level(result, field, percentile=PERCENTILE, chosen=None):
    """Where colours end if one picture per snapshot is to be comparable."""
    sections = sections_of(result, field, chosen)
    numbers = result.snapshots.chosen(12)
    return _level([[result.snapshots.read(n, field, s[0], s[1]) for n in numbers] for s in sections], percentile)


def sections_of(result, field, chosen=None):
    """(plane, point that it passes, section of the model or None) of each row of panels."""
    return _chosen(result, chosen) if chosen else _sections(result, field)


def _chosen(result, chosen):
    series = result.snapshots
    if series.dim != 3:
        raise InputError(f"--section chooses planes of a 3-D result; this one is {series.dim}-D")
    sections = []
    for axis, at in chosen:
        low, high = series.coordinates(axis)[[0, -1]]
        if not low <= at <= high:
            raise InputError(f"--section {axis}={at:g} lies outside the snapshots, {axis} from {low:g} to {high:g}")
        through = {**{a: float(np.mean(series.coordinates(a)[[0, -1]])) for a in "xyz"}, axis: at}
        name = "xyz".replace(axis, "")
        sections.append((name, through, result.model.cut(axis, at) if result.model else None))
    return sections


def _sections(result, field):
    series, model = result.snapshots, result.model
    if series.dim == 1:
        return [("x", {}, None)]
    through = model.sections["xz"].through if model else {
        axis: float(np.mean(series.coordinates(axis)[[0, -1]])) for axis in "xyz"}  # fmt: skip
    if len(result.sources):
        through = dict(zip("xz" if series.dim == 2 else "xyz", result.sources[0]))
    sections = [("xz", through, model.sections.get("xz") if model else None)]
    if series.dim == 3 and field.quantity in ("pressure", "stress"):
        sections.append(("xy", through, model.sections.get("xy") if model else None))
    elif series.dim == 3:
        sections.append(("xy", {**through, "z": "surface"}, model.surface or model.sections.get("xy") if model else None))
    return sections


def _heard(result, field, sections):
    """Numbers of the snapshots that show something: their peak is above a part of the median peak."""
    series = result.snapshots
    name, through, _ = sections[0]
    numbers = series.chosen(MOST_LOOKED_AT)
    peaks = np.array([style.peak_of(series.read(n, field, name, through)) for n in numbers])
    loud = peaks >= HEARD * np.median(peaks[peaks > 0]) if (peaks > 0).any() else np.ones(peaks.size, bool)
    return [n for n, shows in zip(numbers, loud) if shows]


def _level(values, percentile):
    """Of each row of panels the median of this percentile of |value| over those not silent; of the rows the largest."""
    levels = [[style.percentile_of(v, percentile) for v in row] for row in values]
    return max(float(np.median([level for level in row if level > 0] or [0.0])) for row in levels)


def _clipping(field, values, level, percentile):
    everything = np.concatenate([v.ravel() for row in values for v in row])
    if level == 0:
        return style.silence(everything).capitalize() + "."
    unit = style.unit_text(field.units)
    peak = style.peak_of(everything)
    if peak <= level:
        return f"Largest {field.quantity} {style.number(peak)} {unit}."
    clip = f"±{style.number(level)} {unit}, the {style.ordinal(percentile)} percentile (the median over the times)"
    return f"Colours end at {clip}; largest {field.quantity} {style.number(peak)} {unit}."


def _times(series, numbers):
    if len(numbers) == 1:
        return f"{series.times[numbers[0]]:.4g} s"
    return f"{series.times[numbers[0]]:.3g} to {series.times[numbers[-1]]:.3g} s"


def draw_planes(result, field, numbers, sections, values, level, notes):
    series = result.snapshots
    frames = _frames(result, [name for name, _, _ in sections])
    rows, columns, width = _layout(len(numbers), frames)
    heights = [width * frames[r % len(frames)].height / frames[r % len(frames)].width for r in range(rows)]
    sheet = Sheet(result, f"{field.words} at t = {_times(series, numbers)}", notes, [width] * columns, heights,
                  right=1.1, gap=(0.35, 0.75 if len(frames) > 1 else 0.4))  # fmt: skip
    spots = [(r, c) for r in range(rows) for c in range(columns)]
    for i, (r, c) in enumerate(spots):
        panel = sheet.axes[r][c]
        s, n = (r, c) if len(frames) > 1 else (0, i)
        if n >= len(numbers):
            panel.remove()
            continue
        _panel(panel, result, frames[s], sections[s], values[s][n], level or 1.0)
        frames[s].prepare(panel, left=c == 0, bottom=len(frames) > 1 or i + columns >= len(numbers))
        title = [f"t = {series.times[numbers[n]]:.3g} s"] if s == 0 else []
        title += [plane.where(*sections[s][:2], frames[s])] if c == 0 and series.dim == 3 else []
        panel.set_title(", ".join(title), loc="left")
    peak = max(style.peak_of(v) for row in values for v in row)
    divisor, unit = style.scaled_unit(level, field.units)
    sheet.bar_right(plane.wave_scale((level or 1.0) / divisor), range(rows), f"{field.words} ({unit})",
                    extend="both" if peak > level > 0 else "neither")  # fmt: skip
    return sheet.figure


def _frames(result, names):
    ends = {axis: result.snapshots.coordinates(axis)[[0, -1]] for axis in "xyz"}
    if result.model and not result.model.is_flat:  # flat facets may lie below the surface
        ends["z"] = np.array([ends["z"][0], max(ends["z"][1], float(result.model.surface.read("height").max()))])
    length = max(float(np.ptp(ends[axis])) for name in names for axis in name)
    return [plane.Frame(name, ends[name[0]], ends[name[1]], length) for name in names]


def _layout(count, frames):
    """Rows, columns and the width of a panel in inches: pictures a little wider than high."""
    if len(frames) > 1:
        return len(frames), count, {1: 5.5, 2: 4.4, 3: 3.7}.get(count, 3.3)
    ratio = frames[0].width / frames[0].height

    def waste(columns):
        rows = math.ceil(count / columns)
        shape = columns * ratio / rows
        return abs(math.log(shape / 1.7)) + 0.3 * (rows * columns - count)

    columns = min(range(1, min(count, 4) + 1), key=waste)
    width = min(8.0 if columns == 1 else 11.5 / columns, 6.0 * ratio)
    return math.ceil(count / columns), columns, width


def _panel(axes, result, frame, section, values, level):
    name, through, earth = section
    if earth is not None:
        plane.shade(axes, earth, frame)
    series = result.snapshots
    extent = []
    for axis in name:
        half = series.spacing["xyz".index(axis)] / 2
        extent += [(series.coordinates(axis)[0] - half) / frame.unit, (series.coordinates(axis)[-1] + half) / frame.unit]
    plane.waves(axes, values, extent, level)
    plane.air(axes, result, name, through, frame)
    plane.mark(axes, name, result, frame.unit, through=through)


def draw_lines(result, field, numbers, values, peak=None):
    """1-D: the field along x, one panel a time, on one scale."""
    series = result.snapshots
    x = series.coordinates("x")
    unit, unit_name = style.length_unit(x[-1] - x[0])
    figure = style.new_figure(9.5, 1.4 + 1.05 * len(numbers))
    axes = figure.subplots(len(numbers), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
    peak = peak or max(style.peak_of(v) for v in values)
    divisor, units = style.scaled_unit(peak, field.units)
    for panel, n, v in zip(axes, numbers, values):
        panel.axhline(0, color=style.FAINT, linewidth=0.7)
        panel.plot(x / unit, v / divisor, color=style.COMPUTED)
        panel.set_title(f"t = {series.times[n]:.3g} s", loc="left")
    limit = 1.08 * peak / divisor or 1.0
    axes[0].set_ylim(-limit, limit)
    axes[-1].set_xlim(x[0] / unit, x[-1] / unit)
    axes[-1].set_xlabel(f"x ({unit_name})")
    figure.supylabel(f"{field.words} ({units})", fontsize=10)
    note = f"All times are on one scale. Largest {field.quantity} {style.number(peak)} {style.unit_text(field.units)}."
    if peak == 0:
        note = style.silence(np.concatenate(values)).capitalize() + "."
    style.heading(figure, result, f"{field.words} at t = {_times(series, numbers)}", note)
    return figure
