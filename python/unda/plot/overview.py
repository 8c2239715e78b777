"""A run in one picture: the model, the wavefield at one time in it, and the gather of a line of receivers below.

Where the line runs along x, wavefield and gather share their x axis; a dashed line in the gather marks the time of the
wavefield.
"""

import numpy as np
from matplotlib.colors import ListedColormap

from ..errors import InputError
from . import gather, plane, style
from .line import ReceiverAxis, is_line, receiver_axis
from .sheet import Sheet

WIDTH = 8.6
PERCENTILE = 98


def supported(result):
    """Whether there are a model, snapshots of more than one dimension and a line of many receivers."""
    return bool(result.model and result.snapshots and result.snapshots.dim > 1 and _line_of(result))


def draw(result, times=None, percentile=PERCENTILE):
    """The figure; the wavefield is the snapshot nearest to the first of `times`, else one in the middle."""
    if not supported(result):
        raise InputError("an overview needs model.h5, snapshots of a 2-D or 3-D run, and more than "
                         f"{gather.FEWEST} receivers in a line")  # fmt: skip
    series, (group, quantity, component) = result.snapshots, _line_of(result)
    number = series.chosen(1, times)[0] if times else len(series) // 2
    field = _field_of(series, quantity, component)
    section = result.model.sections["xz"]
    frame = plane.frame_of(section)
    width = min(WIDTH, 4.5 * frame.width / frame.height)
    values, recorded = series.read(number, field, "xz", section.through), gather.some(group, quantity, component)
    level, clip = (style.percentile_of(v, percentile) or 1.0 for v in (values, recorded))
    vp = section.read("vp")
    uniform = np.nanmax(vp) == np.nanmin(vp)
    notes = (f"Waves in the model: black is {style.number(level)} {style.unit_text(field.units)} or more, white its "
             f"opposite; the gather's greys end at ±{style.number(clip)} {style.unit_text(quantity.units)} (the "
             f"{style.ordinal(percentile)} percentiles). {plane.marks_note(result, series.dim == 3, from_above=False)}")  # fmt: skip
    if uniform:
        low, high = result.model.ranges["vp"]
        everywhere = "throughout" if high - low <= 1e-6 * high else "in this section"
        notes += f" $v_p$ = {style.number(float(np.nanmax(vp)))} m/s {everywhere}."
    what = f"{field.words} at t = {series.times[number]:.3g} s, and at {group.name}"
    sheet = Sheet(result, what, notes, [width], [width * frame.height / frame.width, 3.7], right=1.2,
                  gap=(0, 0.3 if _along_x(group, 1, frame) else 0.8))  # fmt: skip
    (above,), (below,) = sheet.axes
    image = _draw_wavefield(above, result, values / level, section, frame)
    if not uniform:
        sheet.bar_right(image, [0], "$v_p$ (m/s)")
    divisor, unit = style.scaled_unit(clip, quantity.units)
    shared = _draw_gather(below, group, quantity, recorded / divisor, clip / divisor, frame, series.times[number])
    frame.prepare(above, bottom=not shared)
    part = quantity.shown(component)
    label = f"{part} component of {quantity.name}" if part else quantity.name
    sheet.bar_right(below.images[0], [1], f"{label} ({unit})", extend="both")
    return sheet.figure


def _line_of(result):
    """(group, quantity, component) of the longest line of many receivers; None where there is none."""
    lines = [g for g in result.groups.values() if g.n_receivers > gather.FEWEST and g.quantities and is_line(g)]
    if not lines:
        return None
    group = max(lines, key=lambda g: g.n_receivers)
    quantity = group.quantities.get("pressure") or next(iter(group.quantities.values()))
    return group, quantity, quantity.n_components - 1


def _field_of(series, quantity, component):
    """The field that the gather shows, else pressure, else the last one."""
    name = quantity.name + (f"_{quantity.components[component]}" if quantity.components[component] else "")
    by_name = {field.name: field for field in series.fields}
    return by_name.get(name) or by_name.get("pressure") or series.fields[-1]


def _draw_wavefield(axes, result, shown, section, frame):
    vp = section.read("vp")
    colours = style.MAGNITUDE if np.nanmax(vp) > np.nanmin(vp) else ListedColormap([style.PLAIN_EARTH])
    image = axes.imshow(np.ma.masked_invalid(vp), origin="lower", extent=frame.extent, cmap=colours, interpolation="nearest")
    colour = plane.veil(np.nan_to_num(np.clip(shown, -1, 1)), style.GREY)
    axes.imshow(colour, origin="lower", extent=_extent(result.snapshots, frame), zorder=2, interpolation="bilinear")
    plane.air(axes, result, "xz", section.through, frame)
    plane.mark(axes, "xz", result, frame.unit, through=section.through)
    return image


def _extent(series, frame):
    """Of the wavefield, in the place where its points lie."""
    ends = [series.coordinates(axis)[[0, -1]] / frame.unit for axis in "xz"]
    return (*ends[0], *ends[1])


def _draw_gather(axes, group, quantity, values, limit, frame, time):
    """Whether the horizontal axis is that of the wavefield above."""
    every = gather.decimation(group, quantity, gather.MOST_COLUMNS)
    along_x = _along_x(group, every, frame)
    axis = along_x or receiver_axis(group, every)
    gather.draw_image(axes, group.time, values, axis, limit, style.GREY)
    axes.axhline(time, color=style.SOURCE, linewidth=1.0, linestyle=style.DASHED)
    axes.set_ylabel("time (s)")
    axes.set_xlabel(axis.label)
    if along_x:
        axes.set_xlim(frame.extent[:2])
    return along_x is not None


def _along_x(group, every, frame):
    """The receivers' own x, where they stand along it; else None."""
    position = group.positions[::every]
    if group.follows_surface:
        position = position[:, :-1]
    if np.ptp(position[:, 0]) < 0.99 * np.linalg.norm(np.ptp(position, axis=0)):
        return None
    order = np.argsort(position[:, 0], kind="stable")
    return ReceiverAxis(position[order, 0] / frame.unit, order, f"x ({frame.unit_name})")
