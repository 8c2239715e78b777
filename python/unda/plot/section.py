"""Record sections: traces against their distance from the source, with time or reduced time across.

Every receiver has its own scale unless a common one is asked for; reduced time is t - r / V.
"""

import numpy as np
from matplotlib.collections import LineCollection

from ..errors import InputError
from . import style

MOST_TRACES = 150
REACH = 1.1  # the largest swing of a trace, in distances between neighbours


def draw(result, group, quantity, reduce=None, common=False):
    """The figure of one quantity of one receiver group; `reduce`: a speed V, m/s."""
    every = -(-group.n_receivers // MOST_TRACES)
    distance = distances(result, group)[::every]
    order = np.argsort(distance, kind="stable")
    values = quantity.read(every)
    style.warn_of_gaps(group, quantity, values)
    unit, name = style.length_unit(float(distance.max()))
    spacing = _spacing(distance[order] / unit)
    rows, columns = style.panels(quantity.n_components)
    figure = style.new_figure(9.5 if columns == 1 else 1.6 + 4.4 * columns, 1.6 + rows * _height(order.size))
    axes = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
    peak = style.peak_of(values)
    for c, panel in enumerate(axes.flat):
        if c >= quantity.n_components:
            panel.set_visible(False)
            continue
        for i in order:
            scale = peak if common else style.peak_of(values[i])
            _trace(panel, group.time, values[i, c], distance[i], unit, spacing, scale, reduce)
        style.panel_title(panel, quantity.shown(c))
    _label(axes, group.time, distance, unit, name, spacing, reduce)
    _names(axes, group.labels[::every], order, distance / unit)
    style.heading(figure, result, f"record section: {style.traces_of(group, quantity)}",
                  _note(group, quantity, values, order, peak, common))  # fmt: skip
    return figure


def distances(result, group):
    """Straight from the first source to each receiver, m."""
    if group.positions is None:
        raise InputError(f"a record section needs positions, and /receivers/{group.name} has none")
    if not len(result.sources):
        raise InputError("a record section needs the place of the source, and there is no model.h5 beside the traces "
                         "that tells it: give --source X,Y,Z")  # fmt: skip
    if result.sources.shape[1] != group.positions.shape[1]:
        raise InputError(f"--source has {result.sources.shape[1]} coordinates, the receivers {group.positions.shape[1]}")
    return np.linalg.norm(group.positions - result.sources[0], axis=1)


def _spacing(distance):
    """A typical distance between neighbours, never 0: the mean, as stations may stand in clusters."""
    span = float(distance[-1] - distance[0])
    return span / max(1, distance.size - 1) if span > 0 else max(1.0, 0.1 * float(distance[0]))


def _height(count):
    return float(np.clip(0.45 * count + 1.4, 3.2, 7.5))


def _trace(axes, time, samples, distance, unit, spacing, peak, reduce):
    shift = distance / reduce if reduce else 0.0
    gaps = np.isnan(samples)
    if gaps.any():
        start = time[np.argmax(gaps)] - shift
        ends = [start, time[-1] - shift], [distance / unit] * 2
        axes.plot(*ends, color=style.NOT_FINITE, linestyle=":", linewidth=1.2)
    swing = REACH * spacing * samples / peak if peak > 0 else samples
    axes.plot(time - shift, distance / unit + swing, color=style.COMPUTED, linewidth=0.8,
              marker="." if time.size == 1 else None)  # fmt: skip


def _label(axes, time, distance, unit, name, spacing, reduce):
    near, far = float(distance.min()), float(distance.max())
    low, high = time[0], time[-1]
    if reduce:
        low, high = time[0] - far / reduce, time[-1] - near / reduce
        low = max(low, -0.15 * (time[-1] - time[0]))
    if high > low:
        axes[0, 0].set_xlim(low, high)
    low, high = near / unit - 2 * spacing, far / unit + 2 * spacing
    axes[0, 0].set_ylim(low, high)
    ticks = axes[0, 0].get_yticks()
    inside = (ticks >= max(low, 0)) & (ticks <= high)  # there is no distance below 0; ticks beyond would move the limits
    axes[0, 0].set_yticks(ticks[inside])
    speed = f" − r / ({style.number(reduce)} m/s)" if reduce else ""
    for panel in axes.flat:
        panel.grid(axis="x", color=style.FAINT, linewidth=0.5)
    for panel in axes[-1]:
        panel.set_xlabel(f"t{speed} (s)" if reduce else "time (s)")
    for row in axes:
        row[0].set_ylabel(f"distance from the source, r ({name})")


def _names(axes, labels, order, distance):
    """Receivers' names at the right end, moved apart where they stand close; some of them where there is no room for all."""
    panel = axes[0, -1]
    low, high = panel.get_ylim()
    inches = panel.figure.get_figheight() / axes.shape[0] - 1.2
    least = (high - low) * 0.15 / max(inches, 1.0)
    if (len(order) - 1) * least > high - low:
        order = _apart(order, distance, least)
    height = _spread(distance[order], least, low, high)
    leaders = [[(1.003, distance[i]), (1.02, y)] for i, y in zip(order, height)]
    panel.add_collection(LineCollection(leaders, colors=style.FAINT, linewidths=0.7, clip_on=False,
                                        transform=panel.get_yaxis_transform()), autolim=False)  # fmt: skip
    for i, y in zip(order, height):
        panel.text(1.025, y, style.short(labels[i], 16), fontsize=7.5, va="center", color="0.3",
                   transform=panel.get_yaxis_transform())  # fmt: skip


def _apart(order, distance, least):
    """Those that stand at least so far from the one before."""
    chosen = []
    for i in order:
        if not chosen or distance[i] - distance[chosen[-1]] >= least:
            chosen.append(i)
    return np.array(chosen)


def _spread(wanted, least, low, high):
    """Heights nearest to the wanted ones, which rise, that are so far apart and within the limits: those that would meet
    share a block around their mean."""
    steps = least * np.arange(len(wanted))
    blocks = []  # mean and number of what is wanted, less the steps
    for value in wanted - steps:
        blocks.append((value, 1))
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            (a, n), (b, m) = blocks[-2:]
            blocks[-2:] = [((n * a + m * b) / (n + m), n + m)]
    level = np.concatenate([np.full(n, value) for value, n in blocks])
    return np.clip(level, low, max(low, high - steps[-1])) + steps


def _note(group, quantity, values, order, peak, common):
    if peak == 0:
        return style.silence(values).capitalize() + "."
    scale = "All traces are on one scale." if common else "Each receiver has a scale of its own."
    note = f"{scale} Largest {quantity.name} {style.number(peak)} {style.unit_text(quantity.units)}."
    if np.isnan(values).any():
        note += " Dotted: not finite."
    if order.size < group.n_receivers:
        note += f" Shown: {order.size} of {group.n_receivers} receivers."
    return note
