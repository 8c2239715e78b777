"""The figures of the page: seismograms on each other, misfits by receiver, the model. SVG within the page."""

import base64
import io
from dataclasses import dataclass

import numpy as np

from ..plot import model, style
from ..result import ResultInFiles

from . import words
from .curves import Traces

RUNS = ("#1f3f66", "#2a9d8f", "#8e5ea2", "#c7a000", "#4d8fd1", "#7f7f7f")
FILES = ("#b3261e", "#5c4033", "#006d5b")
MOST_SHOWN = 4  # receivers whose seismograms are drawn
SILENT = 0.01  # of the peak: what is smaller throughout need not be in the window
MOST_NAMED = 30  # receivers and quantities that have their names below
MOST_POINTS = 2000  # receivers whose misfits are drawn


@dataclass
class Figure:
    place: str  # "traces", "misfits" or "model"
    uri: str
    alt: str
    caption: str  # HTML
    upright: bool = False  # higher than wide


def figures(found, directory):
    compared = [c for c in found["comparisons"] if "reason" not in c]
    drawn = []
    with style.look():
        if compared:
            with Traces(found, directory) as traces:
                pair = worst_pair(found, compared)
                for title, receiver in shown_receivers(pair):
                    drawn.append(_overlay(traces, title, receiver, words.pair(pair)))
            if max(len(c["receivers"]) for c in compared) > 1:
                drawn.append(_misfits(compared, found["tolerance"]))
        drawn += _model(found, directory)
    return drawn


def worst_pair(found, compared):
    return next(c for c in compared if all(c[k] == found["worst"][k] for k in ("trace", "reference")))


def shown_receivers(pair):
    """(what it is, entry of verify.json) of a pair: the worst, a typical one, the worst of other kinds."""
    ranked = sorted(pair["receivers"], key=_misfit_of, reverse=True)
    shown = [("Worst receiver", ranked[0])]
    if len(ranked) > 2:
        shown.append(("Typical receiver, of median misfit", ranked[len(ranked) // 2]))
    kinds = [(r["group"], r["quantity"]) for _, r in shown]
    for r in ranked:
        if (r["group"], r["quantity"]) not in kinds and len(shown) < MOST_SHOWN:
            shown.append((f"Worst of {r['quantity']} at {r['group']}", r))
            kinds.append((r["group"], r["quantity"]))
    return shown


def _misfit_of(receiver):
    return np.inf if receiver["misfit"] is None else receiver["misfit"]


def _key(receiver):
    return receiver["group"], receiver["receiver"], receiver["quantity"]


def _uri(figure):
    """The figure as a data URI; texts as outlines, so that it looks the same everywhere."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="svg", bbox_inches="tight", pad_inches=0.04, metadata={"Date": None})
    return "data:image/svg+xml;base64," + base64.b64encode(buffer.getvalue()).decode("ascii")


def colours(curves):
    """A colour and a dash for each curve."""
    looks, n_runs, n_files = [], 0, 0
    for curve in curves:
        if curve.kind == "closed form":
            looks.append((style.CLOSED_FORM, style.DASHED))
        elif curve.kind == "file":
            looks.append((FILES[n_files % len(FILES)], (0, (1.5, 1.2))))
            n_files += 1
        else:
            looks.append((RUNS[n_runs % len(RUNS)], "-"))
            n_runs += 1
    return looks


def magnification(difference, peak):
    """The largest of 1, 2, 5, 10, ... by which a difference still fits beside a trace."""
    if not difference > 0 or not peak > 0:
        return 1
    factor = 1
    for exponent in range(9):
        for step in (1, 2, 5):
            if step * 10**exponent * difference <= peak:
                factor = step * 10**exponent
    return factor


def base_of(curves):
    """What the others are subtracted from: the closed form, else a file, else the last run; of the same times."""
    for kind in ("closed form", "file"):
        for curve in curves:
            if curve.kind == kind and same_times(curve, curves[0]) and np.isfinite(curve.values).all():
                return curve
    return curves[-1] if curves[-1].kind == "run" else [c for c in curves if c.kind == "run"][-1]


class Overlay:
    """The curves of one receiver, and the differences that are drawn below them."""

    def __init__(self, curves):
        self.curves, self.looks, self.base = curves, colours(curves), base_of(curves)
        measured = [(c, look) for c, look in zip(curves, self.looks) if c is not self.base]
        self.others = [(c, look) for c, look in measured if same_times(c, self.base)]
        self.peak = max(style.peak_of(c.values) for c in curves)
        apart = max((style.peak_of(c.values - self.base.values) for c, _ in self.others), default=0.0)
        self.factor = magnification(apart, self.peak)

    def window(self):
        """From when to when there is something to be seen, s; with some room, and at least a quarter of all."""
        time = self.base.time
        seen = (np.abs(self.base.values) > SILENT * self.peak).any(axis=0)
        for curve, _ in self.others:
            seen |= (np.abs(curve.values) > SILENT * self.peak).any(axis=0)
            seen |= (self.factor * np.abs(curve.values - self.base.values) > SILENT * self.peak).any(axis=0)
        if not seen.any():
            return time[0], time[-1]
        first, last = time[seen][0], time[seen][-1]
        room = max(0.12 * (last - first), (0.25 * (time[-1] - time[0]) - (last - first)) / 2)
        return max(time[0], first - room), min(time[-1], last + room)

    def words(self):
        if not self.others:
            return "No difference is drawn: the times of the samples are not the same."
        times = f", {words.count(self.factor)} times magnified" if self.factor > 1 else ""
        the = "the " if self.base.kind == "closed form" else ""
        names = ", ".join(words.text(c.name) for c, _ in self.others)
        return f"Below each trace: {names} less {the}{words.text(self.base.name)}{times}."


def same_times(a, b):
    return a.values.shape == b.values.shape and np.allclose(a.time, b.time)


def _overlay(traces, title, receiver, pair):
    """`pair`: whose misfit the caption gives, in words."""
    curves, components, units = traces.curves(receiver["group"], receiver["receiver"], receiver["quantity"])
    overlay, n = Overlay(curves), len(components)
    divisor, unit = style.scaled_unit(overlay.peak, units)
    end = 1.1 * (style.round_up(overlay.peak / divisor) if overlay.peak > 0 else 1.0)
    figure = style.new_figure(5.4, 0.7 + 2.1 * n)
    axes = figure.subplots(2 * n, 1, sharex=True, squeeze=False, gridspec_kw={"height_ratios": [1.5, 1] * n})[:, 0]
    for c, component in enumerate(components):
        _draw_component(axes[2 * c : 2 * c + 2], overlay, c, divisor)
        axes[2 * c].set_ylabel(f"{component or receiver['quantity']} ({unit})")
    for panel in axes:
        panel.set_ylim(-end, end)
        panel.axhline(0, color=style.FAINT, linewidth=0.7, zorder=0)
        panel.grid(axis="x", color=style.FAINT, linewidth=0.5)
    axes[-1].set_xlabel("time (s)")
    axes[-1].set_xlim(*overlay.window())
    columns = 4 if max(len(c.name) for c in curves) < 14 else 2
    axes[0].legend(loc="lower left", bbox_to_anchor=(0, 1.0), ncol=columns, borderaxespad=0.1)
    figure.align_ylabels()
    name = f"{receiver['receiver']}, {receiver['quantity']}"
    misfit = f"misfit {words.misfit(receiver['misfit'])} of {pair}"
    caption = f"<strong>{words.text(title)}: {words.text(name)}</strong>, {misfit}. "
    return Figure("traces", _uri(figure), f"Seismograms of {name}", caption + overlay.words())


def _draw_component(panels, overlay, c, divisor):
    above, below = panels
    for curve, (colour, dash) in zip(overlay.curves, overlay.looks):
        above.plot(curve.time, curve.values[c] / divisor, color=colour, linestyle=dash,
                   linewidth=1.8 if curve is overlay.curves[0] else 1.1, label=style.short(curve.name, 34))  # fmt: skip
    for curve, (colour, _) in overlay.others:
        difference = overlay.factor * (curve.values[c] - overlay.base.values[c])
        below.plot(curve.time, difference / divisor, color=colour, linewidth=0.9)
    label = "difference" + (f" × {words.count(overlay.factor)}" if overlay.factor > 1 else "")
    below.text(0.01, 0.97, label, transform=below.transAxes, va="top", fontsize=9, color="0.35")


def _misfits(compared, tolerance):
    """Misfit of every receiver and quantity, a mark a pair, with the tolerance."""
    figure = style.new_figure(6.6, 3.1)
    axes = figure.subplots()
    smallest, largest = np.inf, tolerance
    places = {key: k + 1 for k, key in enumerate(dict.fromkeys(_key(r) for c in compared for r in c["receivers"]))}
    every = -(-len(places) // MOST_POINTS)
    for n, c in enumerate(compared):
        number = np.array([places[_key(r)] for r in c["receivers"]])
        values = np.array([_misfit_of(r) for r in c["receivers"]])
        shown = np.isfinite(values) & (values > 0) & (number % every == 0)
        number, values = number[shown], values[shown]
        axes.plot(number, values, "osD^vP"[n % 6], color=RUNS[n % len(RUNS)], markersize=6 if n == 0 else 3,
                  markerfacecolor="none" if n == 0 else None, markeredgewidth=0.7,
                  label=style.short(f"{c['trace']} against {c['reference']}", 44))  # fmt: skip
        if values.size:
            smallest, largest = min(smallest, values.min()), max(largest, values.max())
    axes.set_yscale("log")
    if tolerance > 0:
        axes.axhline(tolerance, color=style.CLOSED_FORM, linewidth=1.0, linestyle=style.DASHED, label="tolerance")
    if np.isfinite(smallest):  # whole powers of ten, so that there are two to read it by
        low, high = np.log10(min(smallest, tolerance or smallest)), np.log10(largest)
        axes.set_ylim(10.0 ** np.floor(low - 0.05), 10.0 ** np.ceil(high + 0.05))
    if len(places) <= MOST_NAMED:
        several = len({quantity for _, _, quantity in places}) > 1
        names = [f"{label}, {quantity}" if several else label for _, label, quantity in places]
        axes.set_xticks(range(1, len(names) + 1), [style.short(name, 28) for name in names], rotation=60, ha="right",
                        fontsize=7.5)  # fmt: skip
    else:
        axes.set_xlabel("receiver and quantity, in the order of the tables")
        axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_ylabel("misfit")
    axes.grid(axis="y", color=style.FAINT, linewidth=0.5)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1.0), ncol=2, borderaxespad=0.1)
    caption = "Relative misfit of every receiver and quantity. Misfits of zero are not drawn."
    return Figure("misfits", _uri(figure), "Misfits by receiver", caption)


def _model(found, directory):
    """The picture of the model from the first run that has one; its title and notes become the caption."""
    for run in found["runs"]:
        if run["status"] == "not run" or not (directory / run["directory"] / "model.h5").exists():
            continue
        with ResultInFiles(directory / run["directory"]) as result:
            drawn = model.draw(result)
            notes = drawn.texts[-1].get_text().replace("\n", " ") if drawn.texts else ""
            for written in drawn.texts:
                written.set_text("")
            width, height = drawn.get_size_inches()
            caption = html_of(notes)
            return [Figure("model", _uri(drawn), "The model with sources and receivers", caption, height > width)]
    return []


def html_of(notes):
    """The few pieces of mathematics that notes of pictures have, as HTML."""
    pieces = {"$v_p$": "<i>v</i><sub>p</sub>", "$v_s$": "<i>v</i><sub>s</sub>", r"$\rho$": "<i>ρ</i>"}
    notes = words.text(notes)
    for written, shown in pieces.items():
        notes = notes.replace(written, shown)
    return notes
