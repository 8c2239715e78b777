"""Two sets of traces on each other with their difference below, by receiver and component, and how far they are apart.

The misfit is sqrt(sum (a - b)^2 / sum b^2) over all samples; the second result, or the closed form, is b.
"""

import numpy as np
from matplotlib.ticker import MaxNLocator

from ..errors import InputError
from . import style

MOST_RECEIVERS = 6
MOST_VALUES = 20_000_000  # of either result that are compared
DIFFERENCE = "0.25"
SAME_PLACE = 1e-6  # of the spread of the receivers


class Pair:
    """Traces a and b of one quantity of one group: [n, components, nt] on common times, of one in `every` receivers."""

    def __init__(self, group, quantity, time, a, b, every):
        self.group, self.quantity, self.time, self.a, self.b = group, quantity, time, a, b
        self.labels, self.numbers = group.labels[::every], np.arange(1, group.n_receivers + 1, every)
        with np.errstate(invalid="ignore", divide="ignore"):
            self.misfit = _misfit(a, b, axis=2)  # [n, components]
            self.by_receiver = _misfit(a, b, axis=(1, 2))
            self.all = float(_misfit(a, b, axis=(0, 1, 2)))

    def chosen(self):
        """Receivers to show: all, or some evenly spread and the worst."""
        n = self.a.shape[0]
        if n <= MOST_RECEIVERS:
            return list(range(n))
        chosen = {int(round(i)) for i in np.linspace(0, n - 1, MOST_RECEIVERS)}
        worst = self.worst()
        if worst not in chosen:
            chosen.remove(min(chosen - {0, n - 1}, key=lambda i: abs(i - worst)))
            chosen.add(worst)
        return sorted(chosen)

    def worst(self):
        return int(np.argmax(np.nan_to_num(self.by_receiver, nan=np.inf, posinf=np.inf)))


def _misfit(a, b, axis):
    return np.sqrt(((a - b) ** 2).sum(axis=axis) / (b**2).sum(axis=axis))


def words(misfit):
    """ "misfit 0.012"."""
    if np.isnan(misfit):
        return "no misfit"
    return "misfit ∞" if np.isinf(misfit) else f"misfit {misfit:.2g}"


def pairs_of_two(first, second, chosen):
    """Pairs of the chosen (group, quantity) of the first result that the second one has too."""
    pairs = []
    for group, quantity in chosen:
        other = second.groups.get(group.name)
        if other is None or quantity.name not in other.quantities:
            continue
        n = _common_times(group, other)
        _check_same_receivers(group, other)
        every = _decimation(group, quantity)
        a, b = (q.read(every).astype(float)[..., :n] for q in (quantity, other.quantities[quantity.name]))
        if a.shape != b.shape:
            raise InputError(f"{quantity.name} at {group.name} has {a.shape[1]} and {b.shape[1]} components")
        pairs.append(Pair(group, quantity, group.time[:n], a, b, every))
    if not pairs:
        has = f"the first has {_contents(first)}, the second {_contents(second)}"
        raise InputError(f"the two results share no traces: {has}")
    return pairs


def pairs_of_closed_form(result, chosen):
    pairs = []
    for group, quantity in chosen:
        if quantity.has_closed_form:
            every = _decimation(group, quantity)
            a, b = (values.astype(float) for values in (quantity.read(every), quantity.read_closed_form(every)))
            pairs.append(Pair(group, quantity, group.time, a, b, every))
    if not pairs:
        raise InputError("an overlay needs a second result: this one has no closed form to lay its traces on")
    return pairs


def _decimation(group, quantity):
    """One in how many receivers to compare, so that memory suffices."""
    return -(-group.n_receivers * quantity.n_components * group.time.size // MOST_VALUES) or 1


def _contents(result):
    found = [f"{quantity} at {group.name}" for group in result.groups.values() for quantity in group.quantities]
    return ", ".join(found) or "none"


def _common_times(group, other):
    n = min(group.time.size, other.time.size)
    step = group.time[1] - group.time[0] if group.time.size > 1 else 1.0
    if not np.allclose(group.time[:n], other.time[:n], rtol=0, atol=1e-6 * step):
        steps = " and ".join(f"{t[1] - t[0]:.4g} s" if t.size > 1 else "one sample" for t in (group.time, other.time))
        raise InputError(f"{group.name} is sampled at other times in the two results ({steps}): run both with the same "
                         "time.sample_interval")  # fmt: skip
    return n


def _check_same_receivers(group, other):
    a, b = group.positions, other.positions
    if a is not None and b is not None and a.shape == b.shape:
        apart = np.linalg.norm(a - b, axis=1)
        if apart.max(initial=0.0) <= SAME_PLACE * max(1.0, float(np.ptp(a, axis=0).max(initial=0.0))):
            return
        worst = int(np.argmax(apart))
        raise InputError(f"{group.labels[worst]} stands {apart[worst]:.4g} m elsewhere in the second result")
    if group.n_receivers != other.n_receivers:
        raise InputError(f"{group.name} has {group.n_receivers} receivers in the first result, {other.n_receivers} in "
                         "the second")  # fmt: skip


def draw(result, pair, names):
    """The figure of one pair; `names` of a and b for the legend."""
    receivers = pair.chosen()
    summary = pair.a.shape[0] > len(receivers)
    columns = pair.a.shape[1]
    # All panels in one grid, so that the layout gives those of a column the same edges.
    heights = [0.14] + [0.69, 0.31] * len(receivers) + [0.9] * summary
    figure = style.new_figure(9.0 if columns == 1 else 1.6 + 3.9 * columns, 1.5 + 1.75 * len(receivers) + 1.9 * summary)
    figure.get_layout_engine().set(h_pad=0.03)
    grid = figure.add_gridspec(len(heights), columns, height_ratios=heights)
    for r, i in enumerate(receivers):
        for c in range(columns):
            above = figure.add_subplot(grid[2 * r + 1, c])
            below = figure.add_subplot(grid[2 * r + 2, c], sharex=above)
            _cell(above, below, pair, i, c, last=r == len(receivers) - 1)
    if summary:
        _summary(figure.add_subplot(grid[-1, :]), pair, receivers)
    _legend(figure.add_subplot(grid[0, :]), names)
    note = f"Misfit: the square root of the sum of (a − b)² over that of b²; a: {names[0]}, b: {names[1]}."
    if summary:
        note += f" Shown: {len(receivers)} of {pair.a.shape[0]} receivers, evenly spread, and the worst."
    if pair.a.shape[0] < pair.group.n_receivers:
        note += f" Compared: {pair.a.shape[0]} of {pair.group.n_receivers}, evenly spread."
    if np.isnan(pair.a).any() or np.isnan(pair.b).any():
        note += " Where a sample is not finite there is no misfit."
    style.heading(figure, result, f"{style.traces_of(pair.group, pair.quantity)}: {words(pair.all)}", note)
    return figure


def _cell(above, below, pair, i, c, last):
    """One component of one receiver: both traces, and below them a - b on a scale of its own."""
    a, b = pair.a[i, c], pair.b[i, c]
    peak = max(style.peak_of(pair.a[i]), style.peak_of(pair.b[i]))  # one scale for the components of a receiver
    apart = style.peak_of(pair.a[i] - pair.b[i])
    divisor, unit = style.scaled_unit(peak, pair.quantity.units)
    above.plot(pair.time, a / divisor, color=style.COMPUTED, linewidth=1.2)
    above.plot(pair.time, b / divisor, color=style.CLOSED_FORM, linestyle=style.DASHED, linewidth=1.0)
    below.plot(pair.time, (a - b) / divisor, color=DIFFERENCE, linewidth=0.9)
    for axes, largest in ((above, peak), (below, apart)):
        end = style.round_up(largest / divisor) if largest > 0 else 1.0
        axes.set_ylim(-1.1 * end, 1.1 * end)
        axes.set_yticks([-end, end], [f"−{end:g}", f"{end:g}"], fontsize=7.5)
        axes.axhline(0, color=style.FAINT, linewidth=0.7, zorder=0)
        axes.grid(axis="x", color=style.FAINT, linewidth=0.5)
    if pair.time[-1] > pair.time[0]:
        below.set_xlim(pair.time[0], pair.time[-1])
    component = pair.quantity.shown(c)
    place = style.short(pair.labels[i], 18) + (f", {component}" if component else "")
    above.set_title(f"{place}: {words(pair.misfit[i, c])}", loc="left", fontsize=9)
    above.tick_params(labelbottom=False, bottom=False)
    above.spines["bottom"].set_visible(False)
    if c == 0:
        above.set_ylabel(f"({unit})", fontsize=9)
    if last:
        below.set_xlabel("time (s)")
    else:
        below.tick_params(labelbottom=False)


def _summary(axes, pair, receivers):
    number = pair.numbers
    axes.plot(number, pair.by_receiver, color=style.COMPUTED, linewidth=1.0, marker=".", markersize=4)
    axes.plot(number[receivers], pair.by_receiver[receivers], "o", color=style.CLOSED_FORM, markersize=5)
    axes.set_xlabel("receiver number (marked: shown above)")
    axes.set_ylabel("misfit")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlim(0.5, number[-1] + 0.5)
    finite = pair.by_receiver[np.isfinite(pair.by_receiver)]
    axes.set_ylim(0, 1.15 * float(finite.max()) if finite.size and finite.max() > 0 else 1.0)
    worst = pair.worst()
    title = f"worst: {style.short(pair.labels[worst])}, {words(pair.by_receiver[worst])}"
    axes.set_title(title, loc="left", fontsize=9)


def _legend(axes, names):
    """In a row of its own, above all traces."""
    axes.set_axis_off()
    axes.plot([], [], color=style.COMPUTED, label=style.short(names[0], 40))
    axes.plot([], [], color=style.CLOSED_FORM, linestyle=style.DASHED, label=style.short(names[1], 40))
    axes.plot([], [], color=DIFFERENCE, linewidth=0.9, label="difference, on its own scale")
    axes.legend(loc="center right", ncol=3, borderaxespad=0, handlelength=2.6)
