"""Maps of what `unda measure` found, from measures.csv beside the traces: one panel a measure, on a grid of receivers."""

import csv

import numpy as np

from ..errors import InputError
from . import plane
from .peaks import draw_map, grid_note, ground_below, ground_note
from .receiver_grid import grid_of
from .sheet import Sheet

UNITS = {"pga": "m/s^2", "pgv": "m/s", "pgd": "m", "arias": "m/s", "cav": "m/s", "d5_75": "s", "d5_95": "s"}
TITLES = {"pga": "PGA", "pgv": "PGV", "pgd": "PGD", "arias": "Arias", "cav": "CAV", "d5_75": "D5-75", "d5_95": "D5-95"}
DRAWN = ("pga", "pgv", "arias", "d5_95")  # and the spectra
A_ROW = 4  # panels
PREFERRED = ("rotd50", "z", "x")  # components, where none was chosen


class Measures:
    """The table: values by group, component and measure, in the order of the receivers."""

    def __init__(self, path):
        try:
            with open(path, newline="", encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
        except FileNotFoundError:
            raise InputError("no measures.csv here: unda measure RESULT makes it") from None
        if not rows or "component" not in rows[0]:
            raise InputError(f"{path.name} is not a table of unda measure")
        self.names = [name for name in rows[0] if name in UNITS or name.startswith("psa_")]
        self.values = {}
        for row in rows:
            table = self.values.setdefault(row["receivers"], {}).setdefault(row["component"], [])
            try:
                table.append([float(row[name]) for name in self.names])
            except (TypeError, ValueError):
                raise InputError(f"{path.name}: the row of {row['label']} holds what is no number") from None

    def of(self, group, component, name):
        return np.array(self.values[group][component])[:, self.names.index(name)]


def groups_with_maps(result, chosen):
    """Groups that measures.csv has and that are grids."""
    table = Measures(result.directory / "measures.csv")
    names = []
    for group, _ in chosen:
        if group.name in table.values and grid_of(group) and group.name not in names:
            names.append(group.name)
            yield group, table


def draw(result, group, table, component=None):
    grid = grid_of(group)
    there = table.values[group.name]
    component = component or next(c for c in (*PREFERRED, *there) if c in there)
    if component not in there:
        raise InputError(f"measures.csv has no component {component} of {group.name}; there is: {', '.join(there)}")
    work = [name for name in table.names if name in DRAWN or name.startswith("psa_")]
    if len(there[component]) != group.n_receivers:
        raise InputError(f"measures.csv has {len(there[component])} receivers of {group.name}, and the traces {group.n_receivers}: "
                         "run unda measure --overwrite")  # fmt: skip
    ends = [(x[0] - (x[1] - x[0]) / 2, x[-1] + (x[-1] - x[-2]) / 2) for x in grid.coordinates]
    frame = plane.Frame(grid.plane, *ends, max(float(np.ptp(x)) for x in grid.coordinates))
    columns = min(len(work), A_ROW)
    rows = -(-len(work) // columns)
    width = min(3.8, 5.5 * frame.width / frame.height)
    height = ground_below(grid, result, group)
    note = " ".join([f"Component: {component}.", grid_note(grid, result, frame), ground_note(height)]).strip()
    sheet = Sheet(result, f"ground motion at {group.name}", note, [width] * columns,
                  [width * frame.height / frame.width] * rows, below=1.25, gap=(0.35, 1.6))  # fmt: skip
    for n in range(rows * columns):
        row, column = divmod(n, columns)
        if n >= len(work):
            sheet.axes[row][column].set_axis_off()
            continue
        name = work[n]
        title = TITLES.get(name) or f"PSA {name[4:]} s"
        draw_map(sheet, row, column, grid, frame, grid.arrange(table.of(group.name, component, name)), title,
                 UNITS.get(name, "m/s^2"), height)  # fmt: skip
        frame.prepare(sheet.axes[row][column], left=column == 0)
        plane.mark(sheet.axes[row][column], frame.plane, result, frame.unit, receivers=False)
    return sheet.figure
