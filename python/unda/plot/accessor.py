"""result.plot: the pictures of `unda plot` as matplotlib figures, of results in files and in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from ..receivers import Quantity, ReceiverGroup
from . import gather, model, overlay, overview, peaks, section, snapshots, style, surface, traces
from .line import is_line
from .options import parse
from .pictures import automatic_kind, pictures
from .receiver_grid import grid_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ..result import Result


class Pictures:
    """Pictures of a result as matplotlib figures, which notebooks show and `figure.savefig("picture.png")` writes.

        result.plot.gather("streamer", clip=98)
        result.plot()                      # every picture that the result supports: {name: figure}

    `receivers` is the name of a group, the first that fits where it is left out; so is `quantity`. `component` draws one
    component alone.
    """

    def __init__(self, result: Result) -> None:
        self._result = result

    def __call__(self) -> dict[str, Figure]:
        """Every picture that the result supports, by the name of the file that `unda plot` would write."""
        options = parse([str(self._result.path)], _refuse)
        chosen = [(g, q) for g in self._result for q in g.quantities.values() if g.n_receivers and g.time.size]
        return {name: _drawn(draw) for name, draw in pictures(self._result, chosen, options)}

    def traces(self, receivers: str | None = None, quantity: str | None = None, component: str | None = None) -> Figure:
        """Stacked traces on one scale, with the closed form where there is one."""
        group, one = self._chosen(receivers, quantity, component, lambda g: g.n_receivers <= traces.MOST_RECEIVERS)
        return _drawn(lambda: traces.draw(self._result, group, one))

    def gather(
        self,
        receivers: str | None = None,
        quantity: str | None = None,
        component: str | None = None,
        wiggle: bool | None = None,
        colour: bool = False,
        clip: float = gather.PERCENTILE,
    ) -> Figure:
        """Time downwards, receivers across: wiggles up to 40 receivers, else an image, clipped at a percentile."""
        group, one = self._chosen(receivers, quantity, component, is_line)
        as_wiggles = (group.n_receivers <= gather.FEW and not colour) if wiggle is None else wiggle
        return _drawn(lambda: gather.draw(self._result, group, one, as_wiggles, colour, clip))

    def section(
        self,
        receivers: str | None = None,
        quantity: str | None = None,
        component: str | None = None,
        reduce: float | None = None,
        common: bool = False,
    ) -> Figure:
        """A record section: traces at their distance from the source; `reduce`: a speed V for t - r/V, m/s; `common`:
        one scale for all receivers."""
        group, one = self._chosen(receivers, quantity, component, lambda g: g.n_receivers > 1)
        return _drawn(lambda: section.draw(self._result, group, one, reduce, common))

    def map(self, receivers: str | None = None, quantities: Sequence[str] | None = None, peak: str | None = None) -> Figure:
        """The largest motion on a regular grid of receivers; `peak`: "horizontal", "geometric" or "vector"."""
        group, _ = self._chosen(receivers, None, None, lambda g: grid_of(g) is not None)
        if grid_of(group) is None:
            raise InputError("a map needs receivers on a regular grid of 3 x 3 or more, and there are none")
        return _drawn(lambda: peaks.draw(self._result, group, quantities, peak))

    def model(self, planes: Sequence[tuple[str, float]] | None = None) -> Figure:
        """vp, vs and rho in sections, with sources and receivers; `planes` of a 3-D model: [("x", 1200.0)]."""
        if not self._result.model:
            raise InputError("this result does not know its model")
        return _drawn(lambda: model.draw(self._result, list(planes) if planes else None))

    def snapshots(
        self,
        quantity: str | None = None,
        component: str | None = None,
        times: Sequence[float] | None = None,
        planes: Sequence[tuple[str, float]] | None = None,
        clip: float = snapshots.PERCENTILE,
    ) -> Figure:
        """The wavefield at several times over the model; `planes` in 3-D: [("x", 1200.0)]."""
        series = self._result.snapshots
        if not series:
            raise InputError("this result has no wavefields: a run makes them where the scenario has output.snapshots")
        fields = [f for f in series.fields if quantity in (None, f.quantity) and component in (None, f.part)]
        if not fields:
            raise InputError(f"no snapshots of that here; there is: {', '.join(f.words for f in series.fields)}")
        numbers = series.chosen(0, times) if times else None
        field, cut = fields[-1], list(planes) if planes else None  # the last component is the vertical one
        return _drawn(lambda: snapshots.draw(self._result, field, numbers, clip, chosen=cut))

    def surface(
        self,
        quantity: str | None = None,
        component: str | None = None,
        times: Sequence[float] | None = None,
        clip: float = surface.PERCENTILE,
    ) -> Figure:
        """Motion at the surface at several times, seen from above; in 2-D x across and time down."""
        movie = self._result.surface
        if not movie:
            raise InputError("no motion at the surface here: a run writes it where the scenario has output.surface")
        fields = [f for f in movie.fields if quantity in (None, f.quantity) and component in (None, f.part)]
        if not fields:
            raise InputError(f"nothing of that at the surface; there is: {', '.join(f.words for f in movie.fields)}")
        numbers = movie.evenly(0, times) if times else None
        return _drawn(lambda: surface.draw(self._result, fields[-1], numbers, clip))

    def overview(self, time: float | None = None, clip: float = overview.PERCENTILE) -> Figure:
        """The wavefield in the coloured model, and the gather of a line of receivers below it."""
        return _drawn(lambda: overview.draw(self._result, None if time is None else [time], clip))

    def overlay(self, other: Result | None = None, receivers: str | None = None, quantity: str | None = None) -> Figure:
        """Traces of two results on each other, or of this one on its closed form, with differences and misfits."""
        group, one = self._chosen(receivers, quantity, None, lambda g: other is not None or bool(g.closed_form), exact=other is None)
        if other is None:
            pairs, names = overlay.pairs_of_closed_form(self._result, [(group, one)]), ["computed", "closed form"]
        else:
            pairs, names = overlay.pairs_of_two(self._result, other, [(group, one)]), [self._result.name, other.name]
        return _drawn(lambda: overlay.draw(self._result, pairs[0], names))

    def _chosen(
        self, receivers: str | None, quantity: str | None, component: str | None, fits: Callable[[ReceiverGroup], bool], exact: bool = False
    ) -> tuple[ReceiverGroup, Quantity]:
        """The receivers and quantity of these names, else the first that fit; else the first."""
        result = self._result
        if receivers is not None and receivers not in result:
            raise InputError(f"no receivers `{receivers}` here; there is: {', '.join(result.groups) or 'none'}")
        groups = [g for g in result if receivers in (None, g.name) and g.n_receivers and g.time.size]
        groups = [g for g in groups if (quantity in g.quantities if quantity else g.quantities)]
        if not groups:
            raise InputError(f"there are no traces{f' of {quantity}' if quantity else ''} here to draw")
        group = next((g for g in groups if fits(g)), groups[0])
        names = [quantity] if quantity else [name for name, q in group.quantities.items() if q.has_closed_form or not exact]
        one = group.quantities[(names or list(group.quantities))[0]]
        return group, one.only(component) if component else one

    def __repr__(self) -> str:
        kinds = [name for name in vars(type(self)) if not name.startswith("_")]
        of_receivers = ", ".join(f"{g.name}: {automatic_kind(g)}" for g in self._result)
        return f"<pictures: {', '.join(kinds)}; {of_receivers}>"


def _refuse(message: str) -> None:
    raise InputError(message)


def _drawn(draw: Callable[[], Any]) -> Figure:
    with style.look():
        return draw()  # type: ignore[no-any-return]
