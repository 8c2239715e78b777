"""Text for the page: escaped, numbers with as many digits as they deserve, units."""

import re
from html import escape

NONE = "–"
SPACE = "\u00a0"  # at which a line is not broken


def text(value):
    return escape(str(value))


def number(value, digits=3):
    """12.3, or 1.2 × 10⁻⁵ with the exponent raised."""
    if value is None:
        return NONE
    if value == 0 or 1e-3 <= abs(value) < 1e5:
        return f"{value:,.{max(digits, len(str(int(abs(value)))))}g}".replace(",", SPACE).replace("-", "−")
    sign = "−" if value < 0 else ""
    return sign + typeset(f"{abs(value):.{digits - 1}e}")


def typeset(sentence):
    """A sentence whose numbers like 1e-05 have their exponents raised."""
    return re.sub(r"(?<![\w.])(\d+(?:\.\d+)?)e([+-])0*(\d+)(?!\w)", _power, sentence)


def _power(match):
    return f"{match[1]}{SPACE}×{SPACE}10<sup>{'−' if match[2] == '-' else ''}{match[3]}</sup>"


def count(n):
    """12 345, never broken."""
    return f"{n:,}".replace(",", SPACE)


def misfit(value):
    return "∞" if value is None else number(value, 2)


def seconds(value):
    if value is None:
        return NONE
    if value >= 60:
        return f"{int(value // 60)} min {value % 60:02.0f} s"
    return f"{number(value, 3)} s" if value >= 0.1 or value == 0 else f"{number(1000 * value, 4)} ms"


def memory(n_bytes):
    if n_bytes is None:
        return NONE
    for limit, unit in ((1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if n_bytes >= limit:
            return f"{number(n_bytes / limit, 3)} {unit}"
    return f"{n_bytes:.0f} bytes"


def rate(updates_per_second):
    return f"{number(updates_per_second / 1e6, 3)} million updates/s" if updates_per_second else NONE


def unknowns_rate(per_second):
    return f"{number(per_second / 1e6, 3)} million unknowns/s"


def pair(comparison):
    """fd against the closed form."""
    reference = comparison["reference"]
    return f"{text(comparison['trace'])} against {'the ' if reference == 'closed form' else ''}{text(reference)}"


def filter_of(comparison):
    """What both sides went through before they were compared; "" where nothing."""
    low, high = comparison.get("highpass"), comparison.get("lowpass")
    if low and high:
        return f"band-passed from {number(low)} to {number(high)} Hz"
    return f"low-passed at {number(high)} Hz" if high else f"high-passed at {number(low)} Hz" if low else ""


def date(iso):
    return text(iso).replace("T", " ").replace("Z", " UTC")
