"""What pictures of planes share: axes in m or km with equal scales, the model, sources and receivers in them."""

import matplotlib
import matplotlib.ticker
import numpy as np

from ..earth import is_level
from ..earth import AXES
from . import style
from .receiver_grid import grid_of

MOST_TRIANGLES = 40  # more receivers than that become dots
MOST_STARS = 30  # sources; more become dots
SURFACE = "0.25"
CONTOUR = "0.6"


class Frame:
    """The rectangle that a picture of a plane shows: "xz" is x to the right and z upwards."""

    def __init__(self, plane, horizontal, vertical, unit_length=None):
        self.plane, self.horizontal, self.vertical = plane, horizontal, vertical  # (low, high), m
        self.unit, self.unit_name = style.length_unit(unit_length or max(self.width, self.height))

    @property
    def width(self):
        return self.horizontal[1] - self.horizontal[0]

    @property
    def height(self):
        return self.vertical[1] - self.vertical[0]

    @property
    def extent(self):
        """left, right, bottom, top in the unit of the axes."""
        return tuple(float(value) / self.unit for value in (*self.horizontal, *self.vertical))

    def prepare(self, axes, left=True, bottom=True):
        """Limits, equal scales, and labels where the panel stands at the left or at the bottom."""
        axes.set_xlim(self.extent[:2])
        axes.set_ylim(self.extent[2:])
        axes.set_aspect("equal")
        axes.spines[:].set_visible(True)
        axes.locator_params(axis="y", nbins=6, min_n_ticks=3)
        axes.locator_params(axis="x", nbins=7, min_n_ticks=3, prune=None if left else "lower")  # the neighbour has a label there
        if left:
            axes.set_ylabel(f"{self.plane[1]} ({self.unit_name})")
        if bottom:
            axes.set_xlabel(f"{self.plane[0]} ({self.unit_name})")
        axes.tick_params(labelleft=left, labelbottom=bottom)


def frame_of(section, unit_length=None):
    """The frame of a section of the model."""
    up, along = section.coordinates
    plane = section.axes[::-1]
    return Frame(plane, (along[0], along[-1]), (up[0], up[-1]), unit_length)


def size_of(frame, width, least=0.9, most=7.0):
    """Height in inches of a panel of this width."""
    return float(np.clip(width * frame.height / frame.width, least, most))


def where(plane, through, frame):
    """ "y = 0.5 km": where a plane through this point ({axis: m}) lies; "" in 2-D."""
    if through.get("z") == "surface" and "z" not in plane:
        return "at the surface"
    beside = [axis for axis in through if axis not in plane]
    return ", ".join(f"{axis} = {style.place(through[axis] / frame.unit, frame.width / frame.unit)} {frame.unit_name}" for axis in beside)


def extent_of(section, unit):
    """left, right, bottom, top of a section of the model in its own place."""
    up, along = section.coordinates
    return tuple(float(value) / unit for value in (along[0], along[-1], up[0], up[-1]))


def shade(axes, section, frame, strength=0.35):
    """vp as a faint grey behind waves: the faster, the darker."""
    vp = section.read("vp")
    low, high = float(np.nanmin(vp)), float(np.nanmax(vp))
    grey = np.full(vp.shape, 1.0) if high <= low else 0.97 - strength * (vp - low) / (high - low)
    axes.imshow(np.nan_to_num(grey, nan=1.0), cmap="gray", vmin=0, vmax=1, origin="lower",
                extent=extent_of(section, frame.unit), zorder=0, interpolation="nearest")  # fmt: skip


def air(axes, result, plane, through, frame):
    """White above the surface and a line on it, where it is not flat, over waves and model; seen from above, contours."""
    model = result.model
    if model is None or model.is_flat:
        return
    if plane[1] != "z":
        if through.get("z") == "surface":
            y, x = (values / frame.unit for values in model.surface.coordinates)
            _lines(axes, x, y, model.surface.read("height"), 6, colors=CONTOUR, linewidths=0.6)
        return
    along, z = model.profile(plane[0], through)
    top = max(frame.vertical[1], float(z.max())) / frame.unit
    axes.fill_between(along / frame.unit, z / frame.unit, top + frame.height / frame.unit, color="white", linewidth=0,
                      zorder=3)  # fmt: skip
    axes.plot(along / frame.unit, z / frame.unit, color=SURFACE, linewidth=0.9, zorder=3.5)


def relief(axes, x, y, height, unit, n_lines=6):
    """A surface seen from above, lit from the north-west, with contours of its height; nothing where it is flat."""
    if is_level(height, x, y):
        return
    up, along = np.gradient(height / unit, y, x)
    steep = 1.5 / max(float(np.percentile(np.hypot(up, along), 95)), 1e-12)
    light = (steep * (along - up) / np.sqrt(2) + 1) / np.sqrt(1 + steep**2 * (along**2 + up**2))
    grey = 0.84 + 0.13 * np.clip(light - 1, -1, 1)
    axes.imshow(grey, cmap="gray", vmin=0, vmax=1, origin="lower", extent=(x[0], x[-1], y[0], y[-1]), zorder=0,
                interpolation="bilinear")  # fmt: skip
    _lines(axes, x, y, height, n_lines, colors="0.45", linewidths=0.5)


def levels_of(height, n_lines):
    """Round heights for about so many contours; none along flat ground, where a line would wander."""
    low, high = float(np.nanmin(height)), float(np.nanmax(height))
    near = 0.01 * (high - low)
    found = matplotlib.ticker.MaxNLocator(n_lines).tick_values(low, high)
    return [z for z in found if low + near < z < high - near and np.mean(np.abs(height - z) < near) < 0.1]


def _lines(axes, x, y, height, n_lines, **look):
    levels = levels_of(height, n_lines)
    if levels:
        axes.contour(x, y, height, levels, zorder=3, **look)


def contours(axes, x, y, height, n_lines=7):
    """Lines of height over colours: light with a dark rim, to be seen on either."""
    for colour, width in (("black", 1.1), ("white", 0.6)):
        _lines(axes, x, y, height, n_lines, colors=colour, linewidths=width, alpha=0.75)


def veil(shown, colours):
    """Colours for values from -1 to 1 that grow clear towards 0, so that what lies behind is seen."""
    full = np.sign(shown) * np.maximum(np.abs(shown), 0.6)
    colour = matplotlib.colormaps[colours]((full + 1) / 2)
    colour[..., 3] = np.minimum(1.0, 1.15 * np.abs(shown)) ** 0.9
    return colour


def waves(axes, values, extent, limit, colours=style.DIVERGING):
    """A field in colours that end at ±limit; where it is small one sees the model, where it is not finite yellow."""
    colour = veil(np.nan_to_num(np.clip(values / limit, -1, 1)), colours)
    colour[np.isnan(values)] = matplotlib.colors.to_rgba(style.NOT_FINITE_IMAGE)
    axes.imshow(colour, origin="lower", extent=extent, zorder=2, interpolation="bilinear")


def wave_scale(limit, colours=style.DIVERGING):
    """The colours of waves() on white, for a colour bar."""
    colour = veil(np.linspace(-1, 1, 255), colours)
    on_white = colour[:, :3] * colour[:, 3:] + 1 - colour[:, 3:]
    scale = matplotlib.colors.ListedColormap(on_white)
    return matplotlib.cm.ScalarMappable(matplotlib.colors.Normalize(-limit, limit), scale)


def mark(axes, plane, result, unit, receivers=True, through=None):
    """Sources as stars, receivers as triangles or dots, grids of them as outlines; what is off the plane, projected:
    receivers that follow the surface along it."""
    if receivers:
        for group in _marked(result):
            _mark_receivers(axes, plane, group, unit, _on_surface(plane, result, group, through))
    dim = result.sources.shape[1] if result.sources.size else 0
    if dim >= 2:
        x, y = (result.sources[:, AXES[dim].index(axis)] / unit for axis in plane)
        if len(result.sources) > MOST_STARS:
            axes.scatter(x, y, s=5, color=style.SOURCE, linewidths=0, zorder=6, clip_on=False)
        else:
            axes.scatter(x, y, s=130, marker="*", color=style.SOURCE, edgecolors="white", linewidths=0.7, zorder=6,
                         clip_on=False)  # fmt: skip


def sources_note(result):
    """What marks the sources: stars, or dots where they are many, as those of a fault."""
    n = len(result.sources)
    return "" if n == 0 else "star: source" if n == 1 else "stars: sources" if n <= MOST_STARS else "red dots: sources"


def _marked(result):
    return [g for g in _all_groups(result) if g.n_receivers and g.positions.shape[1] > 1]


def _all_groups(result):
    """Those of a result; of shots together, those of each."""
    groups = getattr(result, "marked", None) or result.groups.values()
    return [g for g in groups if g.positions is not None]


def _on_surface(plane, result, group, through):
    """z of receivers that follow the surface, where the plane through this point cuts it; else None."""
    if through is None or plane[1] != "z" or not group.follows_surface or result.model is None or result.model.is_flat:
        return None
    along, height = result.model.profile(plane[0], through)
    return np.interp(group.positions[:, "xyz".index(plane[0])], along, height) - group.depths


def _mark_receivers(axes, plane, group, unit, z=None):
    x, y = (group.positions[:, AXES[group.positions.shape[1]].index(axis)] / unit for axis in plane)
    y = y if z is None else z / unit
    grid = grid_of(group)
    if grid and plane[1] == "z" and group.follows_surface:
        return  # the surface is drawn; projected onto the plane they would seem to lie in the ground
    if grid and grid.plane == plane:
        corners = [(x.min(), y.min()), (x.max(), y.min()), (x.max(), y.max()), (x.min(), y.max()), (x.min(), y.min())]
        for colour, width in (("white", 2.4), (style.RECEIVER, 1.0)):
            axes.plot(*zip(*corners), color=colour, linewidth=width, linestyle=style.DASHED, zorder=4)
    elif group.n_receivers <= MOST_TRIANGLES:
        axes.scatter(x, y, s=22, marker="v", color=style.RECEIVER, edgecolors="white", linewidths=0.5, zorder=5,
                     clip_on=False)  # fmt: skip
    else:
        for colour, size in (("white", 12), (style.RECEIVER, 2.5)):  # a light rim, to be seen on dark ground too
            axes.scatter(x, y, s=size, color=colour, linewidths=0, zorder=4, clip_on=False)


def marks_note(result, three_d, from_above=True):
    """What the marks are, in words; `from_above`: in a panel seen from above too, not in upright sections alone."""
    parts = [sources_note(result)] if len(result.sources) else []
    groups = [g for g in _all_groups(result) if g.n_receivers]
    outlined = [g for g in groups if (grid := grid_of(g)) and (from_above or g.follows_surface or grid.plane == "xz")]
    counts = [g.n_receivers for g in groups if g not in outlined]
    grids = [g for g in outlined if from_above or not g.follows_surface]  # those that follow it are left out of upright sections
    shapes = ["triangles"] * any(n <= MOST_TRIANGLES for n in counts)
    shapes += ["dots"] * any(n > MOST_TRIANGLES for n in counts)
    if shapes:
        parts.append(f"{' and '.join(shapes)}: receivers")
    if grids:
        parts.append("dashed: a grid of receivers")
    if three_d and from_above and result.model and not result.model.is_flat:
        parts.append("thin lines seen from above: contours of the surface")
    if not parts:
        return ""
    text = "; ".join(parts) + ("; projected onto the plane" if three_d else "")
    return text[0].upper() + text[1:] + "."
