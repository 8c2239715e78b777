"""The model of a run: vp, vs and rho in a section through the source and at the surface, or along x in 1-D.

What is the same everywhere is told in words; a uniform model still shows where sources and receivers stand. Under a
topography sections end at the surface.
"""

import numpy as np

from ..earth import UNITS
from ..errors import InputError
from . import plane, style
from .sheet import Sheet

NAMES = {"vp": "$v_p$", "vs": "$v_s$", "rho": r"$\rho$"}
FLUID = "#cfe3f1"


def draw(result, chosen=None):
    """The figure of a result that has a model; `chosen`: planes [(axis, m)] in place of the usual ones."""
    sections = _chosen(result.model, chosen) if chosen else _usual(result.model)
    values = {parameter: [section.read(parameter) for section in sections] for parameter in UNITS}
    varied = [p for p in UNITS if _low(values[p]) < _high(values[p])]
    shown = varied or ["vp"]
    notes = [_constant(p, values[p], result.model.ranges[p]) for p in UNITS if p not in varied]
    if "vs" in shown and _low(values["vs"]) == 0:
        notes.append("Pale blue: fluid.")
    notes.append(plane.marks_note(result, result.model.dim == 3))
    notes = " ".join(note for note in notes if note)
    what = "model" if len(sections) == 1 else "model, in a section through the source and at the surface"
    if chosen:
        what = "model"
    if sections[0].name == "x":
        return _draw_profile(result, what, notes, sections[0], {p: values[p][0] for p in shown})
    return _draw_planes(result, what, notes, sections, {p: values[p] for p in shown})


def _usual(model):
    sections = [model.sections[name] for name in ("x", "xz") if name in model.sections]
    if model.dim == 3:
        sections.append(_AtSurface(model.surface) if model.surface else model.sections["xy"])
    return sections


class _AtSurface:
    """The surface as a section: x-y, wherever its points lie."""

    def __init__(self, section):
        self.name, self.axes, self.coordinates, self.read = "xy", section.axes, section.coordinates, section.read
        self.through = {**section.through, "z": "surface"}


def _chosen(model, chosen):
    if model.dim != 3:
        raise InputError(f"--section chooses planes of a 3-D result; this one is {model.dim}-D")
    if model.volume is None:
        raise InputError("model.h5 has no volume to cut: run again with this version for --section of the model")
    for axis, at in chosen:
        low, high = model.domain["xyz".index(axis)]
        if axis == "z" and not model.is_flat:
            high = max(high, float(model.surface.read("height").max()))
        if not low <= at <= high:
            raise InputError(f"--section {axis}={at:g} lies outside the domain, {axis} from {low:g} to {high:g}")
    return [model.cut(axis, at) for axis, at in chosen]


def _low(arrays):
    return min(float(np.nanmin(a)) for a in arrays)


def _high(arrays):
    return max(float(np.nanmax(a)) for a in arrays)


def _constant(parameter, arrays, whole):
    """What is constant in all sections: in words whether it is so in all of the model."""
    value, unit = _low(arrays), style.unit_text(UNITS[parameter])
    name = NAMES[parameter]
    if whole[1] - whole[0] > 1e-6 * abs(whole[1]):
        return f"{name} = {style.number(value)} {unit} here, {style.number(whole[0])} to {style.number(whole[1])} in the model."
    if parameter == "vs" and value == 0:
        return "A fluid throughout."
    return f"{name} = {style.number(value)} {unit} throughout."


def _draw_profile(result, what, notes, section, values):
    figure = style.new_figure(9.5, 1.6 + 1.9 * len(values))
    axes = figure.subplots(len(values), 1, sharex=True, squeeze=False)[:, 0]
    x = section.coordinates[0]
    unit, name = style.length_unit(x[-1] - x[0])
    for panel, (parameter, profile) in zip(axes, values.items()):
        panel.plot(x / unit, profile, color=style.COMPUTED)
        panel.set_ylabel(f"{NAMES[parameter]} ({style.unit_text(UNITS[parameter])})")
        panel.set_ylim(*_room(profile))
        panel.grid(color=style.FAINT, linewidth=0.5)
        _mark_profile(panel, result, unit)
    axes[-1].set_xlabel(f"x ({name})")
    axes[-1].set_xlim(x[0] / unit, x[-1] / unit)
    style.heading(figure, result, what, notes)
    return figure


def _room(profile):
    """Limits with some room around the values."""
    low, high = float(profile.min()), float(profile.max())
    room = 0.08 * (high - low) or 0.1 * max(abs(high), 1.0)
    return low - room, high + room


def _mark_profile(axes, result, unit):
    foot = {"transform": axes.get_xaxis_transform(), "clip_on": False, "zorder": 5}
    for group in result.groups.values():
        if group.positions is not None:
            axes.scatter(group.positions[:, 0] / unit, np.zeros(group.n_receivers), s=22, marker="v",
                         color=style.RECEIVER, edgecolors="white", linewidths=0.5, **foot)  # fmt: skip
    if result.sources.size:
        axes.scatter(result.sources[:, 0] / unit, np.zeros(len(result.sources)), s=130, marker="*",
                     color=style.SOURCE, edgecolors="white", linewidths=0.7, **foot)  # fmt: skip


def _draw_planes(result, what, notes, sections, values):
    """One section: parameters one below the other where it is wide, else side by side. Two: a row each."""
    length = max(np.ptp(x) for section in sections for x in section.coordinates)
    frames = [plane.frame_of(section, length) for section in sections]
    stacked = len(sections) == 1 and frames[0].width >= 1.6 * frames[0].height
    columns = 1 if stacked else len(values)
    width = min({1: 7.6, 2: 4.6}.get(columns, 3.8), 5.5 * frames[0].width / frames[0].height)
    heights = [width * frame.height / frame.width for frame in frames] * (len(values) if stacked else 1)
    bars = any(_low(arrays) < _high(arrays) for arrays in values.values())
    sheet = Sheet(result, what, notes, [width] * columns, heights, right=1.1 if stacked and bars else 0.3,
                  below=0.55 if stacked or not bars else 1.25, gap=(0.35, 0.45 if stacked else 0.75))  # fmt: skip
    for n, (parameter, arrays) in enumerate(values.items()):
        panels = [sheet.axes[n][0]] if stacked else [row[n] for row in sheet.axes]
        limits = _limits(parameter, arrays)
        for r, (panel, section, frame, array) in enumerate(zip(panels, sections, frames, arrays)):
            image = _image(panel, array, frame, parameter, limits)
            frame.prepare(panel, left=stacked or n == 0, bottom=not stacked or n == len(values) - 1)
            plane.air(panel, result, frame.plane, section.through, frame)
            plane.mark(panel, frame.plane, result, frame.unit, through=section.through)
            title = (NAMES[parameter] if r == 0 and limits[0] < limits[1] else "", plane.where(frame.plane, section.through, frame))
            panel.set_title(", ".join(part for part in title if part), loc="left")
        label = f"{NAMES[parameter]} ({style.unit_text(UNITS[parameter])})"
        if limits[0] == limits[1]:  # a uniform model: the notes have its numbers
            continue
        if stacked:
            sheet.bar_right(image, [n], label)
        else:
            sheet.bar_below(image, n, label)
    return sheet.figure


def _limits(parameter, arrays):
    """Of the colours; a fluid's vs = 0 does not count."""
    if parameter == "vs":
        arrays = [np.nan_to_num(a) for a in arrays]
        solid = [a[a > 0] for a in arrays if (a > 0).any()]
        return min(float(a.min()) for a in solid), max(float(a.max()) for a in solid)
    return _low(arrays), _high(arrays)


def _image(axes, array, frame, parameter, limits):
    shown = np.ma.masked_equal(array, 0.0) if parameter == "vs" else np.ma.masked_invalid(array)
    axes.set_facecolor(FLUID)
    if limits[0] == limits[1]:
        shown = np.full(array.shape + (3,), 0.93)  # light grey
    image = axes.imshow(shown, origin="lower", extent=frame.extent, cmap=style.MAGNITUDE, vmin=limits[0],
                        vmax=limits[1], interpolation="nearest")  # fmt: skip
    if np.isnan(array).any():  # above the surface
        white = np.zeros(array.shape + (4,))
        white[np.isnan(array)] = 1.0
        axes.imshow(white, origin="lower", extent=frame.extent, interpolation="nearest")
    return image
