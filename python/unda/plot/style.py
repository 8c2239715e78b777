"""What all pictures share: fonts, colours, headings, numbers with units, and how a file is written.

Figures are made without pyplot, so that nothing here depends on a display or keeps figures alive.
"""

import io
import math
import os
import textwrap
import warnings

import matplotlib
import numpy as np
from matplotlib.figure import Figure

from ..traces import ResultsWarning

DPI = 120
COMPUTED = "#1f3f66"
CLOSED_FORM = "#e0701b"
DASHED = (0, (4, 2))
FAINT = "0.85"
NOT_FINITE = "0.6"
NOT_FINITE_IMAGE = "#f0c24b"  # a colour that neither waves nor greys have
DIVERGING = "RdBu_r"
GREY = "Greys"
MAGNITUDE = "viridis"
PLAIN_EARTH = "#9db8c4"  # a uniform model below black and white waves
SOURCE = "#e4002b"
RECEIVER = "#111111"

_LOOK = {
    "font.size": 10,
    "axes.titlesize": 11,
    "axes.labelsize": 10,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.labelsize": 9,
    "ytick.labelsize": 9,
    "legend.fontsize": 9,
    "legend.frameon": False,
    "lines.linewidth": 1.1,
    "agg.path.chunksize": 20000,
    "savefig.dpi": DPI,
}


def look():
    """The context in which figures are made and saved."""
    return matplotlib.rc_context(_LOOK)


class Picture(Figure):
    """A figure that notebooks show, whether pyplot was loaded or not."""

    def _repr_png_(self):
        buffer = io.BytesIO()
        with look():
            self.savefig(buffer, format="png", dpi=self.dpi)
        return buffer.getvalue()


def new_figure(width, height):
    """An empty figure of this size in inches, with layout by constraints."""
    figure = Picture(figsize=(width, height), dpi=DPI, layout="constrained")
    figure.get_layout_engine().set(w_pad=0.08, h_pad=0.08)
    return figure


def panels(count):
    """Rows and columns for this many components."""
    columns = {1: 1, 2: 2, 4: 2}.get(count, 3)
    return math.ceil(count / columns), columns


def plain(text):
    """Text from the user, with nothing in it taken for mathematics."""
    return " ".join(str(text).split()).replace("$", r"\$")


def short(text, length=24):
    text = " ".join(str(text).split())
    return plain(text if len(text) <= length else text[: length - 1] + "…")


def number(value):
    """Three significant digits, powers of ten written out."""
    if value == 0 or 1e-2 <= abs(value) < 1e4:
        return (f"{value:.3g}" if abs(value) < 1000 else f"{value:.0f}").replace("-", "−")
    mantissa, exponent = f"{value:.2e}".split("e")
    mantissa = mantissa.rstrip("0").rstrip(".")
    power = rf"10^{{{int(exponent)}}}"
    return f"${power}$" if mantissa == "1" else rf"${mantissa}\times{power}$"


def place(value, size):
    """A coordinate within a picture of this size: no digits that cannot be seen in it."""
    return number(float(np.round(value, 4 - math.floor(math.log10(size)))) + 0.0) if size > 0 else number(value)


def unit_text(units):
    """A unit with its exponents raised: m/s^2."""
    return plain(units).replace("^2", "²").replace("^3", "³")


def scaled_unit(peak, units):
    """A divisor that brings values of size `peak` near 1, and the unit that the quotient has."""
    if peak == 0 or 1e-2 <= peak < 1e4:
        return 1.0, unit_text(units)
    exponent = math.floor(math.log10(peak))
    return 10.0**exponent, rf"$10^{{{exponent}}}$ {unit_text(units)}"


def peak_of(values):
    """Largest finite magnitude; 0 where there is none."""
    finite = np.isfinite(values)
    return float(np.max(np.abs(values), where=finite, initial=0.0))


def length_unit(length):
    """Metres, or kilometres where a length is 5 km or more: a divisor and its name."""
    return (1000.0, "km") if length >= 5000 else (1.0, "m")


def percentile_of(values, percentile):
    """This percentile of |value|, or the largest where that percentile is 0; 0 where all is."""
    magnitude = np.abs(values[np.isfinite(values)])
    if magnitude.size == 0:
        return 0.0
    return float(np.percentile(magnitude, percentile)) or float(magnitude.max())


def normalised(values, *others):
    """[receiver, component, sample] over the largest of each receiver, the others by the same numbers."""
    peaks = np.array([peak_of(receiver) or 1.0 for receiver in values])[:, np.newaxis, np.newaxis]
    return [None if v is None else v / peaks for v in (values, *others)]


def ordinal(value):
    """99th, 99.5th, 1st, 22nd."""
    last = value % 10 if value == int(value) and int(value) % 100 not in (11, 12, 13) else 0
    return f"{value:g}" + {1: "st", 2: "nd", 3: "rd"}.get(last, "th")


def round_up(value):
    """The next value above that reads well: 1, 1.2, 1.5, 2, ... times a power of ten."""
    power = 10.0 ** math.floor(math.log10(value))
    steps = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)
    return next(step for step in steps if step >= value / power * (1 - 1e-9)) * power


def silence(values):
    """What to say of traces whose largest finite magnitude is 0."""
    return "no sample is finite" if np.isnan(values).all() else "all zero"


def panel_title(axes, component, more=""):
    title = f"{plain(component)} component" if component else ""
    axes.set_title(", ".join(part for part in (title, more) if part), loc="left")


def legend(axes, computed=COMPUTED):
    """Computed against closed form, above the panel at its right: never on a trace."""
    axes.plot([], [], color=computed, label="computed")
    axes.plot([], [], color=CLOSED_FORM, linestyle=DASHED, label="closed form")
    axes.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncol=2, borderaxespad=0.1, handlelength=2.6)


def warn_of_gaps(group, quantity, values):
    bad = np.isnan(values).any(axis=(1, 2))
    if bad.any():
        warnings.warn(
            f"{group.name}: {quantity.name} is not finite throughout at {bad.sum()} of {bad.size} receivers: "
            "marked in the picture",
            ResultsWarning,
        )


def traces_of(group, quantity):
    """What a picture of traces shows, in words."""
    return f"{quantity.name} at {group.name}"


def title_lines(results, what, width):
    """The run's title and what a picture shows, in lines for a figure of this width in inches."""
    what += f" ({results.method})" if results.method else ""
    lines = textwrap.wrap(results.title, int(width * 9))[:3] + textwrap.wrap(what, int(width * 9))
    return [plain(line) for line in lines]


def heading(figure, results, what, notes):
    """The title on top, the notes (how amplitudes are shown) at the bottom."""
    width = figure.get_figwidth()
    figure.suptitle("\n".join(title_lines(results, what, width)), fontsize=13)
    figure.supxlabel("\n".join(textwrap.wrap(notes, int(width * 13), break_long_words=False)), fontsize=9, color="0.35")


def save(figure, path, dpi=DPI):
    """Writes the PNG; a file that stood there stays whole until the new one is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".partial")
    try:
        figure.savefig(partial, format="png", dpi=dpi)
        os.replace(partial, path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
