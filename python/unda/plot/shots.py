"""Pictures of the shots of a directory together: the gathers of some of them side by side on one scale, and the model
with every source and receiver.
"""

import math
from pathlib import Path

import numpy as np

from ..earth import EarthModel
from ..errors import InputError
from ..shots import is_directory, listed  # noqa: F401 (for the command line)
from . import gather, style
from .line import ReceiverAxis, is_line, receiver_axis
from .sheet import Sheet

MOST_PANELS = 10
PANELS_A_ROW = 5
PERCENTILE = 98


def _sources_of(shot):
    path = shot.path / "model.h5"
    if not path.exists():
        return np.zeros((0, 0))
    with EarthModel.open(path) as model:
        return model.sources


class Survey:
    """Several shots as one result without traces: all sources, and groups of receivers and model of those opened.

    `opened` has (shot, result): some that are spread evenly, since a process may not have thousands of files open."""

    def __init__(self, directory, shots, opened):
        self.path = self.directory = Path(directory)
        self.n_shots, self.opened = len(shots), opened
        self.traces = self.snapshots = self.surface = None
        self.model = next((result.model for _, result in opened if result.model), None)
        self.groups = {}
        for _, result in opened:
            for name, group in result.groups.items():
                self.groups.setdefault(name, group)
        self.marked = _different([group for _, result in opened for group in result.groups.values()])
        sources = [positions for positions in map(_sources_of, shots) if positions.size]
        self.sources = np.concatenate(sources) if sources else np.zeros((0, 0))

    @property
    def name(self):
        return self.path.resolve().name

    @property
    def title(self):
        """What the titles of the shots have in common."""
        shot, result = self.opened[0]
        title, name = result.title, shot.name
        return title[: -len(name)].rstrip(", ") or self.name if title.endswith(name) else title

    @property
    def method(self):
        return self.opened[0][1].method


def _different(groups):
    """Groups of one name and place count once: streamers that move along with the shots are all there."""
    found = {}
    for group in groups:
        place = group.positions.tobytes() if group.positions is not None else b""
        found.setdefault((group.name, place), group)
    return list(found.values())


def pictures(survey, options):
    """(name, function that returns a figure) of the shots together."""
    from . import model

    kinds = options.kind or ["model", "shots"]
    if "model" in kinds and survey.model and not (options.receivers or options.quantity):
        yield "model", lambda: model.draw(survey)
    if "shots" not in kinds:
        return
    clip = {"percentile": options.clip} if options.clip else {}
    for name, quantity in _recorded(survey, options):
        yield f"shots_{name}_{quantity}", lambda n=name, q=quantity: draw(survey, n, q, **clip)


def _recorded(survey, options):
    """(group, quantity) of lines of receivers."""
    found = []
    for name, group in survey.groups.items():
        if name in (options.receivers or survey.groups) and is_line(group) and group.time.size > 1:
            found += [(name, q) for q in group.quantities if q in (options.quantity or group.quantities)]
    if options.kind and not found:
        raise InputError("pictures of shots together need receivers on a line, and there are none")
    return found


def draw(survey, name, quantity_name, percentile=PERCENTILE):
    """The gathers of one quantity at one group of receivers, last component, a panel for each shot."""
    chosen = [(shot, result) for shot, result in survey.opened
              if name in result.groups and quantity_name in result.groups[name].quantities]  # fmt: skip
    groups = [result.groups[name] for _, result in chosen]
    quantities = [group.quantities[quantity_name] for group in groups]
    component = quantities[0].n_components - 1
    values = [gather.some(g, q, component) for g, q in zip(groups, quantities)]
    clip = style.percentile_of(np.concatenate([np.ravel(v) for v in values]), percentile)
    divisor, unit = style.scaled_unit(clip, quantities[0].units)
    part = quantities[0].shown(component)
    label = f"{part} component of {quantity_name}" if part else quantity_name
    notes = f"All shots on one scale: greys end at ±{style.number(clip)} {style.unit_text(quantities[0].units)}, the " \
            f"{style.ordinal(percentile)} percentile."  # fmt: skip
    if any(_is_beside(result, group) for (_, result), group in zip(chosen, groups)):
        notes += " Star: where the source is along the line."
    if len(chosen) < survey.n_shots:
        notes += f" Shown: {len(chosen)} of {survey.n_shots} shots."
    columns = min(len(chosen), PANELS_A_ROW)
    rows = math.ceil(len(chosen) / columns)
    width = {1: 6.0, 2: 4.2, 3: 3.2}.get(columns, 2.5)
    sheet = Sheet(survey, f"{label} at {name}, {survey.n_shots} shots", notes, [width] * columns, [3.4] * rows,
                  right=1.2, gap=(0.25, 0.95), below=0.75)  # fmt: skip
    for i in range(rows * columns):
        panel = sheet.axes[i // columns][i % columns]
        if i >= len(chosen):
            panel.remove()
            continue
        shot, result = chosen[i]
        last = _panel(panel, result, groups[i], quantities[i], values[i] / divisor, clip / divisor or 1.0)
        panel.set_title(f"{shot.number}: {style.short(shot.name, 16)}", loc="left", pad=14)
        panel.tick_params(labelleft=i % columns == 0)
        panel.set_ylabel("time (s)" if i % columns == 0 else "")
        panel.set_xlabel(panel.get_xlabel() if i + columns >= len(chosen) else "")
    sheet.bar_right(last, range(rows), f"{label} ({unit})", extend="both")
    return sheet.figure


def _is_beside(result, group):
    """Whether the source stands within the line of receivers."""
    axis, mark = _axis(result, group, 1)
    return mark is not None and axis.coordinate[0] <= mark <= axis.coordinate[-1]


def evenly(shots):
    """As many as a picture shows, from the first to the last."""
    return [shots[i] for i in sorted({int(round(i)) for i in np.linspace(0, len(shots) - 1, min(len(shots), MOST_PANELS))})]


def _panel(axes, result, group, quantity, values, limit):
    every = gather.decimation(group, quantity, gather.MOST_COLUMNS)
    axis, mark = _axis(result, group, every)
    image = gather.draw_image(axes, group.time, values, axis, limit, style.GREY)
    axes.set_xlabel(axis.label)
    keep_labels_inside(axes)
    low, high = axes.get_xlim()
    if mark is not None and low <= mark <= high:
        axes.scatter([mark], [1.0], s=90, marker="*", color=style.SOURCE, edgecolors="white", linewidths=0.6, zorder=6,
                     clip_on=False, transform=axes.get_xaxis_transform())  # fmt: skip
    return image


def keep_labels_inside(axes):
    """Few ticks along x, whose labels do not reach into the panels beside."""
    axes.locator_params(axis="x", nbins=4)
    low, high = axes.get_xlim()
    ticks = [tick for tick in axes.get_xticks() if low <= tick <= high]
    axes.set_xticks(ticks)
    for label, tick in zip(axes.get_xticklabels(), ticks):
        part = (tick - low) / (high - low)
        label.set_horizontalalignment("left" if part < 0.1 else "right" if part > 0.9 else "center")


def _axis(result, group, every):
    """Along x or y where the line runs so, with the source's place on it; else along the line, without."""
    position = group.positions[::every]
    spread = np.ptp(position, axis=0)
    along = int(np.argmax(spread))
    if spread[along] < 0.99 * np.linalg.norm(spread):
        return receiver_axis(group, every), None
    unit, unit_name = style.length_unit(spread[along])
    order = np.argsort(position[:, along], kind="stable")
    letter = {1: "x", 2: "xz", 3: "xyz"}[position.shape[1]][along]
    mark = result.sources[0, along] / unit if result.sources.size and result.sources.shape[1] > along else None
    return ReceiverAxis(position[order, along] / unit, order, f"{letter} ({unit_name})"), mark
