"""Shot gathers of many receivers: time downwards, receivers across, as an image or as wiggles.

An image is clipped at a percentile of |value|; where the run has a closed form, the difference from it is shown
below, on the same colours, magnified where it is small. Wiggles take the closed form as a dashed line.
"""

import math

import numpy as np
from matplotlib.ticker import MaxNLocator

from . import style
from .line import receiver_axis

FEWEST = 16  # up to so many receivers become stacked traces instead
FEW = 40  # up to so many become wiggles: an image of so few columns is a row of beads
MOST_COLUMNS = 1500  # more than a picture has pixels for
MOST_WIGGLES = {1: 120, 2: 60, 3: 60}  # by the number of panels side by side
MOST_VALUES = 40_000_000
PERCENTILE = 99
SWING = 1.2  # a wiggle at the clip, in trace spacings
REACH = 1.8  # where wiggles are cut, in trace spacings


def draw(results, group, quantity, wiggle=False, colour=False, percentile=PERCENTILE, own=False):
    """The figure of one quantity of one receiver group: wiggles, or an image in grey or in colour."""
    columns = style.panels(quantity.n_components)[1]
    every = decimation(group, quantity, MOST_WIGGLES[columns] if wiggle else MOST_COLUMNS)
    values, exact = quantity.read(every), quantity.read_closed_form(every)
    axis = receiver_axis(group, every)
    style.warn_of_gaps(group, quantity, values)
    if own:
        values, exact = style.normalised(values, exact)
        quantity = _Normalised(quantity)
    clip = style.percentile_of(values, percentile)
    if wiggle:
        figure, note = _draw_wiggles(group, quantity, values, exact, axis, clip)
    else:
        look = style.DIVERGING if colour else style.GREY, f"clipped at the {style.ordinal(percentile)} percentile"
        figure, note = _draw_images(group, quantity, values, exact, axis, clip, *look)
    if own:
        note += " Each receiver is divided by its largest value."
    if np.isnan(values).any():
        note += f" {'Grey' if wiggle else 'Yellow'}: not finite."
    if every > 1:
        note += f" Shown: {values.shape[0]} of {group.n_receivers} receivers, one in {every}."
    style.heading(figure, results, style.traces_of(group, quantity), note)
    return figure


class _Normalised:
    """A quantity whose traces have been divided by their largest value."""

    def __init__(self, quantity):
        self.name, self.units, self.shown, self.n_components = quantity.name, "of the largest", quantity.shown, quantity.n_components


def decimation(group, quantity, most):
    """One in how many receivers to show, so that at most `most` are and memory suffices."""
    per_receiver = quantity.n_components * group.time.size
    most = max(2, min(most, MOST_VALUES // per_receiver))
    return math.ceil(group.n_receivers / most)


def some(group, quantity, component):
    """Traces of one component, of as many receivers as an image shows."""
    return quantity.read(decimation(group, quantity, MOST_COLUMNS))[:, component]


def _new_panels(quantity, repeat=1):
    rows, columns = style.panels(quantity.n_components)
    width = 8.5 if columns == 1 else 1.8 + 4.0 * columns
    height = 1.6 + rows * repeat * (5.2 if rows * repeat == 1 else 4.2)
    figure = style.new_figure(width, height)
    return figure, figure.subplots(rows * repeat, columns, sharex=True, sharey=True, squeeze=False)


def _draw_images(group, quantity, values, exact, axis, clip, colours, clipping):
    figure, axes = _new_panels(quantity, repeat=1 if exact is None else 2)
    divisor, unit = style.scaled_unit(clip, quantity.units)
    limit = clip / divisor if clip > 0 else 1.0
    half = axes.shape[0] if exact is None else axes.shape[0] // 2
    shown = [(axes[:half], values, "" if exact is None else "computed")]
    if exact is not None:
        factor = _magnification(values - exact, clip)
        words = "" if factor == 1 else f", {factor} times magnified"
        shown.append((axes[half:], factor * (values - exact), "computed − closed form" + words))
    for block, fields, title in shown:
        for c, panel in enumerate(block.flat):
            if c >= quantity.n_components:
                panel.set_visible(False)
                continue
            image = draw_image(panel, group.time, fields[:, c] / divisor, axis, limit, colours)
            style.panel_title(panel, quantity.shown(c), title)
    _label(axes, axis, group.time)
    clipped = style.peak_of(values) > clip > 0
    bar = figure.colorbar(image, ax=axes, extend="both" if clipped else "neither", shrink=0.85, aspect=30)
    how = "not clipped" if clip > 0 else style.silence(values)
    how = clipping if clipped else how
    bar.set_label(f"{quantity.name} ({unit}), {how}")
    if clip == 0:
        return figure, style.silence(values).capitalize() + "."
    peak = f"{style.number(style.peak_of(values))} {style.unit_text(quantity.units)}"
    level = f"{style.number(clip)} {style.unit_text(quantity.units)}"
    return figure, f"Colours end at ±{level}; largest {quantity.name} {peak}."


def _magnification(differences, clip):
    """The power of ten that brings small differences into the range of the colours."""
    size = style.percentile_of(differences, PERCENTILE)
    if not (size > 0 and clip > 0):
        return 1
    return 10 ** max(0, min(6, math.floor(math.log10(clip / size))))


def draw_image(axes, time, values, axis, limit, colours):
    """Values [receiver, sample] with time downwards, colours ending at ±limit."""
    across, receiver = axis.columns()
    step = across[1] - across[0] if across.size > 1 and across[1] > across[0] else 1.0
    dt = (time[-1] - time[0]) / (time.size - 1) if time.size > 1 else 1.0
    columns = np.clip(values[axis.order][receiver], -1.001 * limit, 1.001 * limit)
    image = axes.imshow(
        np.ma.masked_invalid(columns.T),
        extent=(across[0] - step / 2, across[-1] + step / 2, time[-1] + dt / 2, time[0] - dt / 2),
        cmap=colours, vmin=-limit, vmax=limit, aspect="auto", origin="upper",
    )  # fmt: skip
    image.cmap.set_bad(style.NOT_FINITE_IMAGE)
    axes.spines[:].set_visible(True)
    return image


def _draw_wiggles(group, quantity, values, exact, axis, clip):
    figure, axes = _new_panels(quantity)
    swing = SWING * axis.spacing
    divisor = clip or 1.0
    for c, panel in enumerate(axes.flat):
        if c >= quantity.n_components:
            panel.set_visible(False)
            continue
        for i, x in zip(axis.order, axis.coordinate):
            _wiggle(panel, group.time, x, values[i, c] / divisor * swing, axis.spacing)
            if exact is not None:
                offset = np.clip(exact[i, c] / divisor * swing, -REACH * axis.spacing, REACH * axis.spacing)
                panel.plot(x + offset, group.time, color=style.CLOSED_FORM, lw=0.8, linestyle=style.DASHED, zorder=4)
        style.panel_title(panel, quantity.shown(c))
    _label(axes, axis, group.time)
    axes[0, 0].set_xlim(axis.coordinate[0] - 2 * axis.spacing, axis.coordinate[-1] + 2 * axis.spacing)
    if exact is not None:
        style.legend(axes[0, -1], "black")
    if clip == 0:
        return figure, style.silence(values).capitalize() + "."
    level = f"{style.number(clip / SWING)} {style.unit_text(quantity.units)}"
    note = f"{quantity.name.capitalize()}: one trace spacing is {level}; positive to the right, filled"
    cut = style.peak_of(values) / divisor * SWING > REACH
    return figure, note + (f"; cut at {REACH} spacings." if cut else ".")


def _wiggle(axes, time, x, offset, spacing):
    if np.isnan(offset).any():
        axes.axvspan(x - spacing / 2, x + spacing / 2, color="0.85", zorder=0, linewidth=0)
    offset = np.clip(offset, -REACH * spacing, REACH * spacing)
    marker = "." if time.size == 1 else None
    axes.plot(x + offset, time, color="black", linewidth=0.6, marker=marker, zorder=3)
    filled = np.nan_to_num(offset)
    axes.fill_betweenx(time, x, x + filled, where=filled > 0, interpolate=True, color="black", linewidth=0, zorder=2)


def _label(axes, axis, time):
    dt = (time[-1] - time[0]) / max(1, time.size - 1) or 1.0
    axes[0, 0].set_ylim(time[-1] + dt / 2, time[0] - dt / 2)
    for row in axes:
        row[0].set_ylabel("time (s)")
    for panel in axes[-1]:
        panel.set_xlabel(axis.label)
        if axis.numbered:
            panel.xaxis.set_major_locator(MaxNLocator(integer=True))
