"""Misfits by receiver, from the document of `unda compare --json`: a picture for each pair of traces and quantity.

Three panels, one below the other: the L2 misfit of each receiver, and the envelope and phase misfits of its components.
"""

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from matplotlib.ticker import MaxNLocator

from ..errors import InputError
from . import style

MOST_NAMED = 30  # receivers whose labels fit below the bars
COMPONENTS = ("#1f3f66", "#e0701b", "#3d8f5f", "#8a5fa8", "#b59b2b", "#707070")


def is_document(path):
    return Path(path).suffix == ".json"


def read(path):
    """The comparisons of a document; anything else is an InputError."""
    try:
        document = json.loads(Path(path).read_text(encoding="utf-8"))
    except ValueError as error:
        raise InputError(f"not a JSON document: {error}") from None
    if not isinstance(document, dict) or not document.get("comparisons"):
        raise InputError("no comparisons in here: unda compare A B --json > FILE.json makes such a document")
    return document


def pictures(path, options):
    """(name without .png, function that returns a figure) for each pair of traces, group and quantity."""
    document = read(path)
    tolerance = document.get("tolerance")
    several = len(document["comparisons"]) > 1
    for n, comparison in enumerate(document["comparisons"], 1):
        for group, quantity in _parts(comparison, options):
            name = "_".join([Path(path).stem, *([str(n)] if several else []), *filter(None, [group]), quantity, "misfit"])
            yield name, lambda c=comparison, g=group, q=quantity: draw(c, g, q, tolerance)


def _parts(comparison, options):
    found = [(part["group"], part["quantity"]) for part in comparison["groups"]]
    chosen = [(group, quantity) for group, quantity in found
              if (not options.receivers or group in options.receivers)
              and (not options.quantity or quantity in options.quantity)]  # fmt: skip
    if not chosen:
        raise InputError("nothing of that here; there is: " + ", ".join(f"{quantity} at {group}" for group, quantity in found))
    return chosen


def draw(comparison, group, quantity, tolerance=None):
    """The figure of one quantity of one group."""
    receivers = [r for r in comparison["receivers"] if (r["group"], r["quantity"]) == (group, quantity)]
    names = list(dict.fromkeys(c["component"] for r in receivers for c in r["components"]))
    figure = style.new_figure(max(7.0, min(13.0, 2.5 + 0.42 * len(receivers))), 7.6)
    axes = figure.subplots(3, 1, sharex=True)
    place = np.arange(1, len(receivers) + 1)
    _bars(axes[0], place, {"all components": [r["misfit"] for r in receivers]}, ["0.35"])
    _weak(axes[0], place, receivers)
    for panel, key in ((axes[1], "envelope"), (axes[2], "phase")):
        _bars(panel, place, {name: _of_component(receivers, name, key) for name in names}, COMPONENTS)
    _label(axes, receivers, names, tolerance)
    about = SimpleNamespace(title=f"{comparison['trace']} against {comparison['reference']}", method="")
    worst = max((r["misfit"] for r in receivers if r["misfit"] is not None), default=0.0)
    what = " at ".join(filter(None, [quantity, group])) + f": worst misfit {worst:.2g}"
    style.heading(figure, about, what, _note(comparison, receivers))
    return figure


def _of_component(receivers, name, key):
    return [next((c[key] for c in r["components"] if c["component"] == name), None) for r in receivers]


def _bars(axes, place, columns, colours):
    width = 0.8 / len(columns)
    for n, (name, values) in enumerate(columns.items()):
        heights = [np.nan if value is None else value for value in values]
        axes.bar(place + (n - (len(columns) - 1) / 2) * width, heights, width, color=colours[n % len(colours)], label=name)
    axes.grid(axis="y", color=style.FAINT, linewidth=0.5)
    axes.set_axisbelow(True)


def _weak(axes, place, receivers):
    """An asterisk over receivers that were measured against the floor; an infinity sign where the reference is zero."""
    for x, receiver in zip(place, receivers):
        mark = "∞" if receiver["misfit"] is None else "*" if receiver["weak"] else ""
        if mark:
            axes.text(x, receiver["misfit"] or 0.0, mark, ha="center", va="bottom")


def _label(axes, receivers, names, tolerance):
    for panel, label in zip(axes, ("L2 misfit", "envelope misfit", "phase misfit")):
        panel.set_ylabel(label)
    if tolerance is not None:
        axes[0].axhline(tolerance, color=style.SOURCE, linestyle=style.DASHED, linewidth=1.0)
        axes[0].set_title(f"dashed: the tolerance, {tolerance:g}", loc="right", fontsize=9, color=style.SOURCE)
    if len(names) > 1:
        axes[1].legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncol=len(names), borderaxespad=0.1)
    last = axes[-1]
    if len(receivers) <= MOST_NAMED:
        last.set_xticks(range(1, len(receivers) + 1), [style.short(r["receiver"]) for r in receivers], rotation=45,
                        ha="right")  # fmt: skip
    else:
        last.xaxis.set_major_locator(MaxNLocator(integer=True))
        last.set_xlabel("receiver number")
    last.set_xlim(0.4, len(receivers) + 0.6)


def _note(comparison, receivers):
    low, high = comparison.get("highpass"), comparison.get("lowpass")
    note = f"Both sides high-passed at {low:g} Hz. " if low else ""
    note += f"Both sides low-passed at {high:g} Hz. " if high else ""
    note += "L2: over all samples and components of a receiver. Envelope and phase: Kristekova et al. (2009)."
    if any(r["weak"] for r in receivers):
        note += " *: weak, measured against a floor."
    return note
