"""Which pictures a result has: for every kind, the names of files and the functions that draw them.

Without a choice: a group of receivers becomes stacked traces (up to 16), a map (a grid), a gather (a line) or a record
section (scattered), beside the model, the snapshots and the overview where the result has what they need.
"""

from ..errors import InputError
from . import gather, measures, model, movie, overlay, overview, peaks, section, snapshots, surface, traces
from .line import is_line
from .receiver_grid import grid_of

OF_RECEIVERS = ("traces", "gather", "section", "map")
MOST_STACKED = 60  # receivers that stacked traces can still be told apart of


def pictures(result, chosen, options):
    """(name without .png, function that returns a figure) for everything that was asked for."""
    kinds = options.kind or [None]
    for kind in kinds:
        _need(kind != "misfit", "misfits are drawn from a document: unda compare A B --json > FILE.json makes it")
        _need(kind != "shots", "is the result of one shot: --kind shots takes the directory above it")
        if kind is None or kind in OF_RECEIVERS:
            yield from _of_receivers(result, chosen, kind, options)
        if kind == "measures":
            yield from _of_measures(result, chosen, options)
        if kind == "model" or (kind is None and result.model and not _narrowed(options)):
            _need(result.model, "no model.h5 here, which a run writes")
            yield "model", lambda: model.draw(result, options.section)
        if kind == "snapshots" or (kind is None and result.snapshots and not options.receivers):
            yield from _of_snapshots(result, options)
        if kind == "surface" or (kind is None and result.surface and not options.receivers and not options.section):
            yield from _of_surface(result, options)
        if kind == "movie":
            yield from _movies(result, options)
        if kind == "overview" or (kind is None and not options.section and not _narrowed(options) and overview.supported(result)):
            clip = {"percentile": options.clip} if options.clip else {}
            yield "overview", lambda: overview.draw(result, options.times, **clip)


def overlays(results, chosen, options):
    """Pictures of the traces of two results on each other, or of one on its closed form."""
    first = results[0]
    if len(results) == 1:
        pairs, names = overlay.pairs_of_closed_form(first, chosen), ("computed", "closed form")
    else:
        pairs, names = overlay.pairs_of_two(first, results[1], chosen), _names(results)
    for pair in pairs:
        name = f"{pair.group.name}_{pair.quantity.name}_overlay"
        yield name, lambda pair=pair: overlay.draw(first, pair, names)


def _names(results):
    names = [result.name for result in results]
    return names if names[0] != names[1] else [str(result.path) for result in results]


def _need(there, message):
    if not there:
        raise InputError(message)


def _narrowed(options):
    """Whether some receivers or quantities were chosen, so that pictures of other things are not meant."""
    return bool(options.receivers or options.quantity or options.component)


def automatic_kind(group):
    if grid_of(group):
        return "map"
    if group.n_receivers <= gather.FEWEST:
        return "traces"
    return "gather" if is_line(group) else "section"


def _of_receivers(result, chosen, kind, options):
    if kind is not None:
        _need(chosen, "there are no traces here to draw")
        if kind == "map":
            _need(any(grid_of(group) for group, _ in chosen),
                  "a map needs receivers on a regular grid of 3 x 3 or more, and there are none")  # fmt: skip
    mapped = []
    for group, quantity in chosen:
        own = automatic_kind(group)
        if kind == "map" and own != "map":
            continue
        if options.component and own != "map":
            parts = [c for c in quantity.components if c in options.component]
            if not parts:
                continue
            if len(parts) > 1 or quantity.n_components > 1:
                yield from _parts(result, group, quantity, parts, kind, options)
                continue
        as_kind = kind or own
        if kind == "traces" and _too_many(group) and not all(_too_many(g) for g, _ in chosen):
            continue  # others can be stacked
        if as_kind == "section" and kind is None and not len(result.sources):
            as_kind = own = "gather"  # against the receivers' numbers
        if as_kind == "map":
            if group.name not in mapped and (kind or quantity.name != "stress"):
                yield f"{group.name}_map", lambda g=group: peaks.draw(result, g, options.quantity, options.peak)
                mapped.append(group.name)
            continue
        suffix = "" if as_kind in ("traces", "gather") and as_kind == own else f"_{as_kind}"
        yield f"{group.name}_{quantity.name}{suffix}", _drawing(result, group, quantity, as_kind, options)


def _parts(result, group, quantity, parts, kind, options):
    """A picture for each component."""
    own = automatic_kind(group)
    as_kind = "gather" if kind is None and own == "section" and not len(result.sources) else kind or own
    suffix = "" if as_kind in ("traces", "gather") and as_kind == own else f"_{as_kind}"
    for part in parts:
        yield f"{group.name}_{quantity.name}_{part}{suffix}", _drawing(result, group, quantity.only(part), as_kind, options)


def _too_many(group):
    return group.n_receivers > MOST_STACKED


def _drawing(result, group, quantity, kind, options):
    if kind == "traces":
        if _too_many(group):
            raise InputError(f"{group.name} has {group.n_receivers} receivers, too many to stack: take --kind gather "
                             "or section")  # fmt: skip
        return lambda: traces.draw(result, group, quantity, options.amplitude == "own")
    if kind == "section":
        section.distances(result, group)  # refuses what cannot be drawn before anything is
        return lambda: section.draw(result, group, quantity, options.reduce, options.amplitude == "common")
    clip = {"percentile": options.clip} if options.clip else {}
    clip["own"] = options.amplitude == "own"
    wiggle = options.wiggle or (group.n_receivers <= gather.FEW and not options.colour)
    return lambda: gather.draw(result, group, quantity, wiggle, options.colour, **clip)


def _of_measures(result, chosen, options):
    """Maps of the table that unda measure wrote."""
    found = list(measures.groups_with_maps(result, chosen))
    _need(found, "a map needs receivers on a regular grid of 3 x 3 or more, and measures.csv has none")
    component = options.component[0] if options.component else None
    for group, table in found:
        yield f"{group.name}_measures", lambda g=group, t=table: measures.draw(result, g, t, component)


def _of_snapshots(result, options):
    series = result.snapshots
    _need(series, "no snapshots here: a run makes them where the scenario has output.snapshots")
    fields = _fields(series, options, "snapshots")
    clip = {"percentile": options.clip} if options.clip else {}
    clip["chosen"] = options.section
    for field in fields:
        numbers = series.chosen(0, options.times) if options.times else None
        yield f"snapshots_{field.name}", lambda f=field, n=numbers: snapshots.draw(result, f, n, **clip)
        if options.each:
            yield from _each(result, field, clip)


def _fields(series, options, kind):
    """Those that were asked for."""
    fields = [field for field in series.fields if not options.quantity or field.quantity in options.quantity]
    if options.component:
        fields = [field for field in fields if field.name[len(field.quantity) + 1 :] in options.component]
    if options.kind and kind in options.kind:
        there = ", ".join(sorted({field.quantity for field in series.fields}))
        asked = [*(options.quantity or []), *(f"component {c}" for c in options.component or [])]
        _need(fields, f"no {kind} of {', '.join(asked)} here; there is: {there}")
    return fields


def _of_surface(result, options):
    _need(result.surface, "no motion at the surface here: a run writes it where the scenario has output.surface")
    clip = {"percentile": options.clip} if options.clip else {}
    numbers = result.surface.evenly(0, options.times) if options.times else None
    for field in _fields(result.surface, options, "surface"):
        yield f"surface_{field.name}", lambda f=field: surface.draw(result, f, numbers, **clip)


def _movies(result, options):
    """Of the surface and of the snapshots; with --section of these alone."""
    _need(result.surface or result.snapshots,
          "a movie needs output.surface or output.snapshots in the scenario of the run")  # fmt: skip
    if result.surface and not options.section:
        for field in _fields(result.surface, options, "movie"):
            yield f"movie_surface_{field.name}", lambda f=field: movie.of_surface(result, f, options)
    if result.snapshots:
        for field in _fields(result.snapshots, options, "movie"):
            yield f"movie_{field.name}", lambda f=field: movie.of_snapshots(result, f, options)


def _each(result, field, clip):
    """One picture a snapshot, all with the same colours."""
    level = snapshots.common_level(result, field, **clip)
    for n, name in enumerate(result.snapshots.names):
        yield f"snapshots/{name}_{field.name}", lambda n=n: snapshots.draw(result, field, [n], level=level, **clip)
