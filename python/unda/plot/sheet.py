"""A figure laid out in inches: panels of exactly the size that equal scales need, bars beside or below them.

Automatic layouts shrink panels of fixed aspect and leave their colour bars behind; here every place is known.
"""

import textwrap

from matplotlib.colors import LogNorm

from . import style

LINE = 0.24  # height of a line of the title, inch
NOTE_LINE = 0.17
BAR = 0.14


class Sheet:
    """Panels [row][column] of these widths and heights, below a title and above notes."""

    def __init__(self, result, what, notes, widths, heights, right=0.25, below=0.55, gap=(0.35, 0.6), left=0.8):
        self.widths, self.heights, self._left, self._gap = widths, heights, left, gap
        width = max(left + sum(widths) + gap[0] * (len(widths) - 1) + right, 5.5)
        self._left += (width - (left + sum(widths) + gap[0] * (len(widths) - 1) + right)) / 2
        title = style.title_lines(result, what, width)
        notes = [line for line in textwrap.wrap(notes, int(width * 13), break_long_words=False) if line]
        self._bottom = 0.2 + NOTE_LINE * len(notes) + below
        height = self._bottom + sum(heights) + gap[1] * (len(heights) - 1) + 0.42 + LINE * len(title)
        self.size = width, height
        self.figure = style.Picture(figsize=self.size, dpi=style.DPI)
        self.figure.suptitle("\n".join(title), fontsize=13, y=1 - 0.1 / height, va="top")
        self.figure.supxlabel("\n".join(notes), fontsize=9, color="0.35", y=0.1 / height, va="bottom")
        self.axes = [[self._add(*self._place(r, c)) for c in range(len(widths))] for r in range(len(heights))]

    def _place(self, row, column):
        """left, bottom, width, height of a panel, inch."""
        x = self._left + sum(self.widths[:column]) + self._gap[0] * column
        y = self._bottom + sum(self.heights[row + 1 :]) + self._gap[1] * (len(self.heights) - 1 - row)
        return x, y, self.widths[column], self.heights[row]

    def _add(self, x, y, width, height):
        return self.figure.add_axes([x / self.size[0], y / self.size[1], width / self.size[0], height / self.size[1]])

    def bar_right(self, mappable, rows, label, **options):
        """A bar at the right of the last column, along these rows."""
        x, y, width, _ = self._place(rows[-1], len(self.widths) - 1)
        top = self._place(rows[0], 0)
        height = top[1] + top[3] - y
        if height > 4.5:
            y, height = y + 0.1 * height, 0.8 * height
        place = self._add(x + width + 0.15, y, BAR, height)
        return self._bar(mappable, place, label, "vertical", options)

    def bar_below(self, mappable, column, label, drop=0.62, row=-1, **options):
        """A bar below the last row of a column, or below another."""
        x, y, width, _ = self._place(row % len(self.heights), column)
        place = self._add(x + 0.05 * width, y - drop, 0.9 * width, BAR)
        return self._bar(mappable, place, label, "horizontal", options)

    def _bar(self, mappable, place, label, orientation, options):
        bar = self.figure.colorbar(mappable, cax=place, orientation=orientation, **options)
        bar.set_label(label)
        if not isinstance(mappable.norm, LogNorm):
            bar.ax.locator_params(axis="y" if orientation == "vertical" else "x", nbins=6)
        return bar
