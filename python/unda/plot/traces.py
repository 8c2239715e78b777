"""Stacked traces of a few receivers: a panel per component, one amplitude scale for all of them.

A single receiver gets an amplitude axis instead, with its components one below the other.
"""

import numpy as np

from . import style

MOST_RECEIVERS = 16


def draw(results, group, quantity, own=False):
    """The figure of one quantity of one receiver group; `own`: every receiver over its largest value."""
    values, exact = quantity.read(), quantity.read_closed_form()
    style.warn_of_gaps(group, quantity, values)
    own = own and group.n_receivers > 1
    largest = _note(group, quantity, values, style.peak_of(values))
    if own:
        values, exact = style.normalised(values, exact)
    peak = max(style.peak_of(values), style.peak_of(exact) if exact is not None else 0.0)
    if group.n_receivers == 1:
        return _draw_single(results, group, quantity, values, exact, peak)
    return _draw_stack(results, group, quantity, values, exact, peak, own, largest)


def _draw_stack(results, group, quantity, values, exact, peak, own, largest):
    n = group.n_receivers
    rows, columns = style.panels(quantity.n_components)
    height = max(2.4, (0.62 if n <= 8 else 0.46) * n + 0.9)
    figure = style.new_figure(9.5 if columns == 1 else 1.4 + 4.2 * columns, 1.2 + rows * height)
    axes = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
    spacing = style.round_up(peak / 0.9) if peak > 0 else 1.0
    for c, panel in enumerate(axes.flat):
        if c >= quantity.n_components:
            panel.set_visible(False)
            continue
        _draw_panel(panel, group, values[:, c] / spacing, None if exact is None else exact[:, c] / spacing)
        style.panel_title(panel, quantity.shown(c))
    _label_stack(axes, group, quantity, peak, spacing, style.silence(values), own)
    if exact is not None:
        style.legend(axes[0, -1])
    note = largest.replace("All traces are on one scale.", "Each receiver is divided by its largest value.") if own else largest
    style.heading(figure, results, style.traces_of(group, quantity), note)
    return figure


def _draw_panel(axes, group, values, exact):
    """Traces in units of the distance between baselines, the first receiver on top."""
    n = group.n_receivers
    for i in range(n):
        base = n - 1 - i
        gaps = np.isnan(values[i])
        axes.axhline(base, color=style.FAINT, linewidth=0.7, zorder=1)
        if gaps.any():
            _grey_out(axes, base, group.time[np.argmax(gaps)])
        _line(axes, group.time, base + values[i], style.NOT_FINITE if gaps.any() else style.COMPUTED)
        if exact is not None:
            _line(axes, group.time, base + exact[i], style.CLOSED_FORM, dashed=True)


def _line(axes, time, samples, color, dashed=False):
    pattern, width, size, layer = (style.DASHED, 1.0, 3, 4) if dashed else ("-", 1.2, 6, 3)
    marker = "o" if time.size == 1 else None
    axes.plot(time, samples, color=color, ls=pattern, lw=width, marker=marker, markersize=size, zorder=layer)


def _grey_out(axes, base, start):
    axes.axhspan(base - 0.48, base + 0.48, color="0.92", zorder=0)
    axes.text(
        0.99, base + 0.08, f"not finite from {start:.4g} s", fontsize=8, color="0.3", ha="right", va="bottom",
        transform=axes.get_yaxis_transform(), zorder=5,
    )  # fmt: skip


def _label_stack(axes, group, quantity, peak, spacing, silence, own=False):
    n = group.n_receivers
    unit = style.unit_text(quantity.units)
    first = axes[0, 0]
    ends = np.array([panel.dataLim.intervaly for panel in axes.flat if panel.get_visible()])
    first.set_ylim(min(-0.6, ends.min() - 0.1), max(n - 0.4, ends.max() + 0.1))
    first.set_yticks(range(n - 1, -1, -1), [style.short(label) for label in group.labels])
    scale = f"baselines {style.number(spacing)} {unit} apart" if peak > 0 else silence
    for row in axes:
        row[0].set_ylabel(f"{quantity.name}, normalised" if own else f"{quantity.name} ({unit})\n{scale}")
        for panel in row:
            panel.tick_params(axis="y", length=0)
            panel.spines["left"].set_visible(False)
    _time_axis(first, group.time)
    for panel in axes[-1]:
        panel.set_xlabel("time (s)")


def _draw_single(results, group, quantity, values, exact, peak):
    rows = quantity.n_components
    figure = style.new_figure(9.5, 1.6 + rows * (2.0 if rows > 1 else 3.0))
    axes = figure.subplots(rows, 1, sharex=True, sharey=True, squeeze=False)[:, 0]
    divisor, unit = style.scaled_unit(peak, quantity.units)
    for c, panel in enumerate(axes):
        gaps = np.isnan(values[0, c])
        panel.axhline(0, color=style.FAINT, linewidth=0.7, zorder=1)
        _line(panel, group.time, values[0, c] / divisor, style.NOT_FINITE if gaps.any() else style.COMPUTED)
        if exact is not None:
            _line(panel, group.time, exact[0, c] / divisor, style.CLOSED_FORM, dashed=True)
        if gaps.any():
            panel.set_facecolor("0.92")
        start = f"not finite from {group.time[np.argmax(gaps)]:.4g} s" if gaps.any() else ""
        style.panel_title(panel, quantity.shown(c), start)
        panel.set_ylabel(f"{quantity.name}\n({unit})")
    if peak == 0:
        axes[0].set_ylim(-1, 1)
    _time_axis(axes[-1], group.time)
    axes[-1].set_xlabel("time (s)")
    if exact is not None:
        style.legend(axes[0])
    style.heading(figure, results, style.traces_of(group, quantity), _note(group, quantity, values, peak))
    return figure


def _time_axis(axes, time):
    if time[-1] > time[0]:
        axes.set_xlim(time[0], time[-1])
    for panel in axes.figure.axes:
        panel.grid(axis="x", color=style.FAINT, linewidth=0.5)


def _note(group, quantity, values, peak):
    """How large the largest value is, and whose."""
    if peak == 0:
        return style.silence(values).capitalize() + "."
    magnitude = np.nan_to_num(np.abs(values), nan=-1.0)
    receiver = int(np.unravel_index(np.argmax(magnitude), values.shape)[0])
    largest = f"{style.number(magnitude.max())} {style.unit_text(quantity.units)}"
    whose = "" if group.n_receivers == 1 else f", at {style.short(group.labels[receiver])}"
    shared = "" if values[:, :, 0].size == 1 else "All traces are on one scale. "
    return f"{shared}Largest {quantity.name} {largest}{whose}."
