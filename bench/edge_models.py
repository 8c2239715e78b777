"""Models and scenarios of bench/edge_survey: soft ground on rock in narrow domains, and waves that meet one edge by angle.

Lengths are in shortest wavelengths of the model. Layers are rows of (top, vp, vs, rho) from the surface down.
"""
import collections
import math
import random

import numpy as np

ANGLES = [0, 45, 60, 69, 75]
FREQUENCY = 20.0  # the highest, Hz
# Domains, what a run in a wider one adds on every side (0: no echo is told), the steps over those asked for, on the CPU.
Size = collections.namedtuple("Size", "width depth wider steps")
SIZES = {("fd", 2): Size(40, 15, 60, 1), ("sem", 2): Size(40, 15, 60, 1), ("dg", 3): Size(6, 4, 8, 0.3),
         ("fd", 3): Size(4, 4, 0, 0.5), ("sem", 3): Size(3, 3, 0, 0.02)}  # fmt: skip
# 5 points, 0.8 and 0.6 of the shortest wavelength; all divide the width of the domain of at_an_edge.
SPACING = {"fd": 12.5, "sem": 50, "dg": 35}
THICK = {"fd": "[solver.fd]\nabsorbing_points = 60\n", "sem": "[solver.sem]\nabsorbing_elements = 12\n",
         "dg": "[solver.dg]\nabsorbing_elements = 6\n"}  # fmt: skip


# Elements, in shortest wavelengths: domains are whole numbers of them, so that those of a wider one are the same.
EDGE = {"sem": 0.7999, "dg": 0.6299}


class Case:
    """A model, its fastest and slowest speed, its shortest wavelength, and where its lowest layer begins."""

    def __init__(self, title, model, slow, fast, rock_depth=0.0, rock_slow=None):
        self.title, self.model, self.slow, self.fast = title, model, slow, fast
        self.unit = slow / FREQUENCY
        self.rock_depth, self.rock_unit = rock_depth, (rock_slow or slow) / FREQUENCY
        self.hill = ""

    @property
    def contrast(self):
        return self.fast / self.slow

    @property
    def name(self):
        return self.title + (" hill" if self.hill else "") + (" water" if "vs = 0\n" in self.model else "")


def layered(title, rows, scale=1.0):
    model = "[model]\nkind = 'layers'\n" + "".join(
        f"[[model.layer]]\ntop = {scale * top:.6g}\nvp = {vp:.6g}\nvs = {vs:.6g}\nrho = {rho}\n" for top, vp, vs, rho in rows)
    slowest = [row[2] or row[1] for row in rows]
    return Case(title, model, min(slowest), max(row[1] for row in rows), -scale * rows[-1][0], slowest[-1])


def soft_on_rock(title, vs, vp, rock, rock_vp):
    return layered(title, [(0, vp, vs, 1800), (-vs / 4, rock_vp, rock, 2400)])


def gradient(folder, dim):
    """From vs 200 m/s at the surface to 2500 m/s at 150 m and below."""
    z = np.linspace(-800, 0, 401)
    vs = 200 + 2300 * np.minimum(1, -z / 150)
    for name, values in (("vs", vs), ("vp", np.maximum(800, 1.8 * vs)), ("rho", 1700 + 0.2 * vs)):
        np.save(folder / f"{name}{dim}.npy", np.moveaxis(np.tile(values.astype("f4"), (2,) * (dim - 1) + (1,)), -1, 0))
    files = "".join(f"{name} = '{folder}/{name}{dim}.npy'\n" for name in ("vp", "vs", "rho"))
    origin, spacing = [-4000] * (dim - 1) + [-800], [8000] * (dim - 1) + [2]
    return Case("gradient", f"[model]\nkind = 'grid'\n{files}origin = {origin}\nspacing = {spacing}\n", 200, 4500, 150, 2500)


def named_models(folder, dim):
    """Soft ground on rock, harder ones, and uniform ones at both ends of vp/vs."""
    rock = (3460, 2000, 2400)
    return [
        soft_on_rock("200/1000 on 1500", 200, 1000, 1500, 3000),
        soft_on_rock("300/800 on 2000", 300, 800, 2000, 3460),
        soft_on_rock("150/1500 on 3000", 150, 1500, 3000, 5190),
        soft_on_rock("400/720 on 3000", 400, 720, 3000, 5190),
        layered("two soft layers", [(0, 800, 200, 1700), (-25, 1500, 500, 1900), (-75, *rock)]),
        layered("channel in rock", [(0, *rock), (-50, 1000, 200, 1800), (-100, *rock)]),
        gradient(folder, dim),
        soft_on_rock("600/1500 on 2000", 600, 1500, 2000, 3460),
        soft_on_rock("hard", 1700, 3000, 2500, 4500),
        soft_on_rock("hard, 1500 on 2650", 1500, 2600, 2650, 4750),
        layered("uniform vp/vs 10", [(0, 2000, 200, 1800)]),
        layered("uniform vp/vs 1.6", [(0, 320, 200, 1800)]),
        layered("sea", [(0, 1500, 0, 1000), (-50, 1600, 200, 1800), (-100, *rock)]),
    ]


def random_models(count, seed, scale):
    """One to three soft layers, vp/vs up to 10, rock around or below them, water on some."""
    draw = random.Random(seed)
    for n in range(count):
        slow = draw.uniform(150, 500)
        rock = draw.uniform(1000, 3500)
        rock_vp = rock * draw.uniform(1.6, 2.2)
        rows, top = [], 0.0
        if draw.random() < 0.25:
            rows.append((top, 1500, 0, 1000))
            top -= slow / FREQUENCY * draw.uniform(1, 6)
        elif draw.random() < 0.25:
            rows.append((top, rock_vp, rock, 2400))
            top -= slow / FREQUENCY * draw.uniform(1, 5)
        for soft in range(draw.randint(1, 3)):
            vs = slow if soft == 0 else slow * draw.uniform(1, 3)
            vp = min(vs * draw.uniform(1.6, 10), max(rock_vp, 1.6 * vs))
            rows.append((round(top, 2), round(vp), round(vs), 1800))
            top -= slow / FREQUENCY * draw.uniform(1, 5)
        rows.append((round(top, 2), round(rock_vp), round(rock), 2400))
        yield layered(f"random {seed}.{n}", rows, scale)


def with_hill(folder, case, dim, method):
    """The same under a hill 1.5 shortest wavelengths high (a third of that in 3-D), whose flanks reach the edges.

    Behind these it goes on as high as it is there, which is what absorbing layers take for granted.
    """
    unit = case.unit
    x = np.linspace(-80, 120, 401)
    middle, width, height = (3, 4, 0.5) if dim == 3 else (25, 15, 1.5)
    at = np.clip(x, 0.5, SIZES[method, dim].width - 0.5)
    z = (height * unit * np.exp(-(((at - middle) / width) ** 2))).astype("f4")
    file = folder / f"hill {case.title} {method} {dim}.npy"
    np.save(file, np.tile(z, (3, 1)) if dim == 3 else z)
    along_y = (f", {-100 * unit}", f", {100 * unit}") if dim == 3 else ("", "")
    case.model = case.model.replace("top = 0\n", f"top = {2 * unit}\n", 1)
    case.hill = (f"topography = {{ file = '{file}', origin = [{-80 * unit}{along_y[0]}], "
                 f"spacing = [{0.5 * unit}{along_y[1]}] }}\n")  # fmt: skip
    return case


def extent(case, method, dim, wider, spacing):
    """Width, what is added on either side, and depth in metres: whole numbers of elements, or of grid points of a given spacing."""
    size, unit = SIZES[method, dim], case.unit
    if method == "fd":
        whole = (lambda length, up=round: up(length / spacing) * spacing) if spacing else (lambda length, up=None: length)
        depth = max(size.depth * unit, case.rock_depth + 4 * unit)  # all layers are in the narrow domain too
        return whole(size.width * unit), whole(wider * unit, math.ceil), whole(depth + wider * unit)
    edge, below = EDGE[method] * unit, EDGE[method] * case.rock_unit
    n_below = max(1, round((size.depth * unit - case.rock_depth) / below)) + math.ceil(wider * unit / below)
    return round(size.width * unit / edge) * edge, math.ceil(wider * unit / edge) * edge, case.rock_depth + n_below * below


def narrow(case, method, dim, wider, duration, samples, more="", spacing=None, device="cpu"):
    """A force in the narrow domain under a free surface; dg computes a slice that is periodic along y."""
    unit, w = case.unit, SIZES[method, dim].width
    d = extent(case, method, dim, 0, spacing)[2] / unit
    width, around, depth = extent(case, method, dim, wider, spacing)
    is_slice = method == "dg"
    y = 2 * EDGE["dg"] * unit if is_slice else width
    places = [(1, -0.5), (1, -2.5), (1, -0.47 * d), (w - 1, -0.5), (w - 1, -0.8 * d), (w / 2, 0.5 - d)]
    middle = f"{y / 2}, " if dim == 3 else ""
    positions = ", ".join(f"[{x / w * width}, {middle}{z * unit}]" for x, z in places)
    peak = FREQUENCY / 2.5
    along_y = f"y = [{0 if is_slice else -around}, {y if is_slice else y + around}]\n" if dim == 3 else ""
    sides = "south = 'periodic'\nnorth = 'periodic'\n" if is_slice else ""
    resolution = f"spacing = {spacing * (1 + 1e-7)}" if spacing else f"max_frequency = {FREQUENCY}"
    return f"""[domain]
x = [{-around}, {width + around}]
{along_y}z = [{-depth}, 0]
{case.hill}[boundary]
top = 'free'
{sides}{case.model}[[source]]
kind = 'force'
position = [{0.35 * width}, {middle}{-1.5 * unit}]
force = [1e6, {"0, " if dim == 3 else ""}2e6]
time_function = {{ kind = 'ricker', frequency = {peak}, delay = {1.2 / peak} }}
[[receivers]]
positions = [{positions}]
quantities = ['velocity']
[time]
duration = {duration}
sample_interval = {duration / samples}
[mesh]
{resolution}
[solver]
method = '{method}'
device = '{device}'
{more}"""


def at_an_edge(kind, method, east, distance, duration, device):
    """A point source in a uniform medium, receivers 15 m before the edge by angle of incidence."""
    vp, vs = (1500, 0) if kind == "fluid" else (2400, 1600)
    source = "kind = 'moment_tensor'\nmoment = { xz = 1e8 }" if kind == "S" else "kind = 'explosion'\nmoment = 1e8"
    y = " 31," if method == "dg" else ""
    near = distance - 15
    positions = ", ".join(f"[{near},{y} {near * math.tan(math.radians(a))}]" for a in ANGLES)
    is_slice = "y = [0, 60]\n" if method == "dg" else ""
    sides = "[boundary]\nsouth = 'periodic'\nnorth = 'periodic'\n" if method == "dg" else ""
    return f"""[domain]
x = [-200, {east}]
{is_slice}z = [-200, {near * math.tan(math.radians(ANGLES[-1])) + 150}]
{sides}[model]
kind = 'uniform'
vp = {vp}
vs = {vs}
rho = 1000
[[source]]
position = [0,{y} 0]
{source}
time_function = {{ kind = 'ricker', frequency = 9.6, delay = 0.156 }}
[[receivers]]
positions = [{positions}]
quantities = ['{"pressure" if kind == "fluid" else "velocity"}']
[time]
duration = {duration}
sample_interval = 0.002
[mesh]
spacing = {SPACING[method]}
[solver]
method = '{method}'
device = '{device}'
"""


def far_edge(distance, speed, duration, spacing):
    """So far that nothing comes back from it in time, and that elements are as wide as with the near one."""
    x, near = distance, distance - 15
    while min(math.hypot(2 * x - near, near * math.tan(math.radians(a))) for a in ANGLES) < speed * (duration - 0.09):
        x += spacing
    return x
