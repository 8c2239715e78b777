"""Maps of the largest motion on a regular grid of receivers: PGV, PGA, PGD, or the largest pressure.

Motion at a time is one number: by default the length of its horizontal vector on a horizontal grid in 3-D, and of the
whole vector otherwise. PGA without recorded acceleration comes from differences of velocity.
"""

import numpy as np
from matplotlib.colors import LogNorm, Normalize

from ..earth import is_level
from ..errors import InputError
from . import plane, style
from .receiver_grid import grid_of
from .sheet import Sheet

LOGARITHMIC_FROM = 50  # a ratio of the largest value to the smallest one that counts
LOW = 5  # percentile below which values do not count: nodes of the radiation
BLOCK = 4_000_000  # numbers read at a time
MEASURES = ("horizontal", "geometric", "vector")
TITLES = {"velocity": "PGV", "acceleration": "PGA", "displacement": "PGD", "pressure": "largest |pressure|"}


def draw(result, group, quantities=None, measure=None):
    """The figure of a group that is a grid: a panel for each recorded quantity, and PGA from velocity."""
    grid = grid_of(group)
    if grid is None:
        raise InputError(f"a map needs receivers on a regular grid of 3 x 3 or more, and {group.name} is none")
    measure = _measure(grid, group, measure)
    work = _work(group, quantities)
    if not work:
        raise InputError(f"a map needs displacement, velocity, acceleration or pressure at {group.name}")
    length = max(float(np.ptp(x)) for x in grid.coordinates)
    ends = [(x[0] - (x[1] - x[0]) / 2, x[-1] + (x[-1] - x[-2]) / 2) for x in grid.coordinates]
    frame = plane.Frame(grid.plane, *ends, length)
    values = [grid.arrange(peaks(group, quantity, measure, derived)) for _, quantity, derived in work]
    height = ground_below(grid, result, group)
    notes = [_measure_note(work, measure), grid_note(grid, result, frame), ground_note(height)]
    if any(derived for _, _, derived in work):
        notes.append("PGA: from differences of velocity.")
    if any(np.isnan(v).any() for v in values):
        notes.append("Yellow: not finite.")
    width = min({1: 6.0, 2: 4.8}.get(len(work), 3.8), 5.5 * frame.width / frame.height)
    sheet = Sheet(result, f"largest motion at {group.name}", " ".join(note for note in notes if note),
                  [width] * len(work), [width * frame.height / frame.width], below=1.25)  # fmt: skip
    for c, (title, quantity, derived) in enumerate(work):
        draw_map(sheet, 0, c, grid, frame, values[c], title, "m/s^2" if derived else quantity.units, height)
        frame.prepare(sheet.axes[0][c], left=c == 0)
        plane.mark(sheet.axes[0][c], frame.plane, result, frame.unit, receivers=False)
    return sheet.figure


def _measure(grid, group, measure):
    horizontal = grid.plane == "xy" and group.positions.shape[1] == 3
    if measure in ("horizontal", "geometric") and group.positions.shape[1] != 3:
        raise InputError(f"--peak {measure} needs two horizontal components, and this run is 2-D: take --peak vector")
    return measure or ("horizontal" if horizontal else "vector")


def _work(group, quantities):
    """(title, quantity, whether to differentiate it) of each panel."""
    names = [name for name in TITLES if name in group.quantities and (not quantities or name in quantities)]
    work = [(TITLES[name], group.quantities[name], False) for name in names]
    if "velocity" in names and "acceleration" not in group.quantities and group.time.size > 2:
        work.insert(1, ("PGA", group.quantities["velocity"], True))
    return work


def peaks(group, quantity, measure, differentiate=False):
    """One number a receiver, by block of receivers; NaN where a sample is not finite."""
    block = max(1, BLOCK // (quantity.n_components * group.time.size))
    result = np.empty(group.n_receivers)
    for start in range(0, group.n_receivers, block):
        values = quantity.read_block(start, start + block).astype(float)
        if differentiate:
            values = np.gradient(values, group.time, axis=2)
        if quantity.n_components == 3 and measure in ("horizontal", "geometric"):
            values = values[:, :2]
        if measure == "geometric" and quantity.n_components == 3:
            result[start : start + block] = np.sqrt(np.prod(np.abs(values).max(axis=2), axis=1))
        else:
            result[start : start + block] = np.sqrt((values**2).sum(axis=1)).max(axis=1)
    return result


def _measure_note(work, measure):
    if all(quantity.name == "pressure" for _, quantity, _ in work):
        return ""
    return {
        "horizontal": "Motion: the length of the horizontal vector.",
        "geometric": "Motion: the geometric mean of the largest |x| and |y|.",
        "vector": "Motion: the length of the vector of all components.",
    }[measure]


def ground_below(grid, result, group):
    """(x, y, z) of the surface below a map seen from above, where it is not flat: from the receivers or the model."""
    if grid.plane != "xy":
        return None
    if group.follows_surface and not is_level(group.positions[:, 2] + group.depths, *grid.coordinates):
        return (*grid.coordinates, grid.arrange(group.positions[:, 2] + group.depths))
    model = result.model
    if model is None or model.dim != 3 or model.is_flat:
        return None
    y, x = model.surface.coordinates
    return x, y, model.surface.read("height")


def ground_note(height):
    if height is None:
        return ""
    low, high = float(np.nanmin(height[2])), float(np.nanmax(height[2]))
    return f"Lines: height of the ground, from {style.place(low, high - low)} to {style.place(high, high - low)} m."


def grid_note(grid, result, frame):
    shape = " x ".join(str(x.size) for x in grid.coordinates)
    at = "".join(f" at {axis} = {style.number(v / frame.unit)} {frame.unit_name}" for axis, v in grid.constant.items())
    return f"{shape} receivers{at}, one a cell." + (f" {plane.sources_note(result).capitalize()}." if len(result.sources) else "")


def draw_map(sheet, row, column, grid, frame, values, title, units, height=None):
    """One number a receiver, as a panel with its bar below; `height`: (x, y, z) of a surface that is not flat."""
    positive = values[np.isfinite(values) & (values > 0)]
    high, low = (float(positive.max()), float(np.percentile(positive, LOW))) if positive.size else (1.0, 0.0)
    divisor, unit = style.scaled_unit(high, units)
    logarithmic = positive.size > 0 and high / low > LOGARITHMIC_FROM
    norm = LogNorm(low / divisor, high / divisor) if logarithmic else Normalize(0, high / divisor)
    axes = sheet.axes[row][column]
    axes.set_facecolor(style.NOT_FINITE_IMAGE)
    image = axes.pcolormesh(*(x / frame.unit for x in grid.coordinates), np.ma.masked_invalid(values) / divisor,
                            cmap=style.MAGNITUDE, norm=norm, shading="nearest")  # fmt: skip
    if height is not None:
        x, y, z = height
        plane.contours(axes, x / frame.unit, y / frame.unit, z)
    sheet.bar_below(image, column, f"{title} ({unit}){', logarithmic' if logarithmic else ''}",
                    row=row, extend="min" if logarithmic else "neither")  # fmt: skip
    most = f"{style.number(high if positive.size else 0.0)} {style.unit_text(units)}"
    axes.set_title(f"{title}, at most {most}", loc="left")
