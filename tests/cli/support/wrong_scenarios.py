"""Wrong scenarios: edits of the small 2-D one, each with the key that must be blamed.

The line that must be blamed is that of the last edit, or of another line where one is named.
"""

from dataclasses import dataclass

from support.scenarios import SMALL_2D, edited

TIME_FUNCTION = 'time_function = { kind = "ricker", frequency = 10, delay = 0.15 }'
LINE = "line = { from = [100, -50], to = [900, -50], count = 5 }"


@dataclass
class Wrong:
    key: str  # as printed after the line; empty: the text is no TOML at all
    text: str
    line: int
    edit: str


def case(key, *edits, blamed=None, below=0):
    """`blamed`: the line that is blamed, where it is not that of the last edit; `below`: how far below it."""
    text, line = edited(SMALL_2D, *edits)
    if blamed is not None:
        line = text.splitlines().index(blamed) + 1
    return Wrong(key, text, line + below, edits[-1][1])


def values(key, old, *wrong):
    """One case for each wrong value of the key on the line `old`."""
    name = old.split(" = ")[0]
    return [case(key, (old, f"{name} = {value}")) for value in wrong]


def no_toml(*edit):
    text, line = edited(SMALL_2D, edit)
    return Wrong("", text, line, edit[1])


def tables():
    return [
        *values("domain.x", "x = [0, 1000]", "[1000, 0]", "[0, 0]", "[0, inf]", "[nan, 1]", "[0, 1, 2]", "[0]",
                '"wide"', "1000", "[0, true]"),
        case("domain.x", ("x = [0, 1000]", ""), blamed="[domain]"),
        case("domain.y", ("z = [-500, 0]", "y = [-500, 0]")),
        case("domain.w", ("z = [-500, 0]", "z = [-500, 0]\nw = [0, 1]"), below=1),
        case("domain", ("[domain]", "[[domain]]")),
        case("sourse", ("[[source]]", "[[sourse]]")),
        *values("model.kind", 'kind = "uniform"', '"unifrom"', "3", '""'),
        case("model.layer", ('kind = "uniform"', 'kind = "layers"'), blamed="[model]"),
        *values("model.vp", "vp = 1500.0", "0", "-1500", "nan", "inf", '"fast"', "[1500]", "1979-05-27"),
        *values("model.vs", "vs = 0.0", "-1", "1400", "nan"),
        case("model.vs", ("vs = 0.0", ""), blamed="[model]"),
        *values("model.rho", "rho = 1000.0", "0", "-1", "true"),
        case("model.vpp", ("vp = 1500.0", "vp = 1500.0\nvpp = 1"), below=1),
        case("model.qp", ("rho = 1000.0", "rho = 1000.0\nqp = -5"), below=1),
        case("model.qp", ("rho = 1000.0", "rho = 1000.0\nqp = 4"), below=1),
        case("model.qs", ("rho = 1000.0", "rho = 1000.0\nqs = 40"), below=1),
        case("model.qs", ("rho = 1000.0", "rho = 1000.0\nqp = 40\nqs = 40"), below=2),
        *values("boundary.top", 'top = "free"', '"fre"', "1", '"periodic"'),
        *values("boundary.default", 'default = "absorbing"', '"none"'),
        case("boundary.south", ('top = "free"', 'south = "free"')),
    ]  # fmt: skip


def sources():
    force = ('kind = "explosion"', 'kind = "force"')
    tensor = ('kind = "explosion"', 'kind = "moment_tensor"')
    function = "source.time_function"
    return [
        *values("source.kind", 'kind = "explosion"', '"bomb"', "1"),
        *values("source.position", "position = [300, -200]", "[300, 1]", "[300, -501]", "[-0.001, -200]",
                "[1001, -200]", "[300, 0, -200]", "[300]", '["a", "b"]', "[nan, -200]", "[300, inf]", "300", "[]"),
        case("source.position", ("position = [300, -200]", ""), blamed="[[source]]"),
        case("source.depth", ("position = [300, -200]", "x = 300\ndepth = 501"), below=1),
        case("source.depth", ("position = [300, -200]", "x = 300\ndepth = -1"), below=1),
        case("source.depth", ("position = [300, -200]", "position = [300, -200]\ndepth = 10"), below=1),
        *values("source.moment", "moment = 1e9", '"big"', "{ xx = 1e9 }", "inf"),
        case("source.moment", ("moment = 1e9", ""), blamed="[[source]]"),
        case("source.force", ("moment = 1e9", "moment = 1e9\nforce = [1, 0]"), below=1),
        case("source.moment", force, ("moment = 1e9", "force = [1, 0]\nmoment = 1e9"), below=1),
        case("source.force", force, ("moment = 1e9", "force = [1, 0, 0]")),
        case("source.moment", tensor, ("moment = 1e9", "moment = { xz = 1e9 }")),
        case("source.moment.xy", tensor, ("moment = 1e9", "moment = { xx = 1e9, zz = 1e9, xy = 1 }")),
        *values(function, TIME_FUNCTION, "3", '"ricker"'),
        *values(f"{function}.kind", TIME_FUNCTION, '{ kind = "rikcer", frequency = 10 }', "{ frequency = 10 }"),
        *values(f"{function}.frequency", TIME_FUNCTION, '{ kind = "ricker", frequency = 0 }', '{ kind = "ricker" }'),
        *values(f"{function}.sigma", TIME_FUNCTION, '{ kind = "gaussian", sigma = -1 }',
                '{ kind = "ricker", frequency = 10, sigma = 1 }'),
        *values(f"{function}.rise", TIME_FUNCTION, '{ kind = "brune", rise = "slow" }'),
        *values(f"{function}.file", TIME_FUNCTION, '{ kind = "samples", file = "nowhere.txt" }',
                '{ kind = "samples" }'),
        case("source.time_function", (TIME_FUNCTION, ""), blamed="[[source]]"),
        case("source.file", ("moment = 1e9", 'moment = 1e9\nfile = "nowhere"'), below=1),
    ]  # fmt: skip


def receivers():
    quantities = 'quantities = ["pressure", "velocity"]'
    second = '[[receivers]]\nname = "line"\npositions = [[1, -1]]\n[time]'
    return [
        *values("receivers.line", LINE, "{ from = [100, -50], to = [1100, -50], count = 5 }",
                "{ from = [100, -50], to = [900, 0.5], count = 5 }", "5"),
        *values("receivers.line.count", LINE, *(f"{{ from = [100, -50], to = [900, -50], count = {n} }}"
                                                for n in ("0", "-1", "2.5", '"many"', "1000000000000"))),
        *values("receivers.line.to", LINE, "{ from = [100, -50], count = 5 }",
                "{ from = [100, -50], to = [900, -50, 0], count = 5 }"),
        *values("receivers.line.upto", LINE, "{ from = [100, -50], to = [900, -50], count = 5, upto = 3 }"),
        case("receivers.positions", (LINE, "positions = [[100, -50], [1000.1, -50]]")),
        case("receivers.positions", (LINE, "positions = []")),
        case("receivers.positions", (LINE, "positions = [[1]]")),
        case("receivers.positions", (LINE, f"{LINE}\npositions = [[1, -1]]"), below=1),
        case("receivers.positions", (LINE, ""), blamed="[[receivers]]"),
        case("receivers.grid.counts", (LINE, "grid = { from = [0, -100], to = [100, 0], counts = [3] }")),
        case("receivers.file", (LINE, 'file = "STATIONS"')),
        case("receivers.labels", (LINE, f'{LINE}\nlabels = ["a", "b"]'), below=1),
        case("receivers.labels", (LINE, 'positions = [[1, -1], [2, -1]]\nlabels = ["a", "a"]'), below=1),
        *values("receivers.name", 'name = "line"', '"a/b"', '""', "7"),
        case("receivers.name", ("[time]", second), below=1),
        *values("receivers.quantities", quantities, '["presure"]', '"pressure"', "[]", "[1]", '["stress"]'),
    ]  # fmt: skip


def the_rest():
    end = "plots = false"
    return [
        *values("time.duration", "duration = 0.5", "0", "-1", '"long"', "inf", "nan"),
        case("time.duration", ("duration = 0.5", ""), blamed="[time]"),
        *values("time.sample_interval", "sample_interval = 0.005", "0", "-0.1", "0.6", "1e-15"),
        case("time.step", ("duration = 0.5", "duration = 0.5\nstep = 0"), below=1),
        case("time.step", ("duration = 0.5", "duration = 0.5\nstep = 0.6"), below=1),
        case("time.step", ("duration = 0.5", "duration = 0.5\nstep = 1e-300"), below=1),
        *values("mesh.spacing", "spacing = 12.5", "0", "-1", "inf", '"fine"', "1e-3", "1e-12"),
        case("mesh.spacing", ('top = "free"', 'top = "rigid"'), ('default = "absorbing"', 'default = "rigid"'),
             ("spacing = 12.5", "spacing = 400")),
        case("mesh.max_frequency", ("spacing = 12.5", ""), blamed="[mesh]"),
        case("mesh.max_frequency", ("spacing = 12.5", "max_frequency = 0")),
        case("mesh.file", ("spacing = 12.5", 'file = "nowhere.msh"')),
        *values("solver.method", 'method = "fd"', '"fem"', "1"),
        *values("solver.precision", 'precision = "single"', '"half"', "32"),
        case("solver.physics", ('precision = "single"', 'physics = "quantum"')),
        case("solver.device", ('precision = "single"', 'device = "abacus"')),
        case("solver.degree", ('precision = "single"', "degree = 4")),
        case("solver.order", ('precision = "single"', "order = 4")),
        *values("solver.fd.order", "order = 8", "3", "0", "18", "8.5", '"high"'),
        case("solver.fd.ordre", ("order = 8", "ordre = 8")),
        case("solver.fd.absorbing_points", ("order = 8", "absorbing_points = -1")),
        case("solver.dg.order", ("order = 8", "[solver.dg]\norder = 9"), below=1),
        *values("output.plots", end, '"yes"', "1"),
        case("output.snapshots.interval", (end, "snapshots = { interval = 0 }")),
        case("output.checkpoint.every_steps", (end, "checkpoint = { every_steps = 0 }")),
        case("output.movie", (end, "movie = true")),
        case("initial.wavenumber", (end, f"{end}\n[initial]\nwavenumber = [0, 0]"), below=2),
    ]  # fmt: skip


def broken_toml():
    return [
        no_toml("vp = 1500.0", "vp = 15OO"),
        no_toml("vp = 1500.0", "vp = "),
        no_toml('name = "line"', 'name = "line'),
        no_toml("vs = 0.0", "rho = 1"),  # then the next line gives it twice
        no_toml("[model]", "[model"),
        no_toml("z = [-500, 0]", "z = [-500, 0"),
        no_toml("vp = 1500.0", "vp 1500"),
    ]


def all_wrong():
    return [*tables(), *sources(), *receivers(), *the_rest(), *broken_toml()]
