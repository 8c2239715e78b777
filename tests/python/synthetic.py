"""Results made by hand for the tests of unda.plot: model.h5 and snapshots/ as the program writes them.

The layouts are those of src/output/model_file.hpp and src/output/vtkhdf.hpp.
"""

import json

import h5py
import numpy as np

AXES = {1: "x", 2: "xz", 3: "xyz"}
DOMAIN = {"x": (0.0, 6000.0), "y": (-1000.0, 2000.0), "z": (-3000.0, 0.0)}
SOURCE = {"x": 2000.0, "y": 500.0, "z": -1500.0}
SEA_FLOOR = -1000.0
PLANES = {1: ("x",), 2: ("zx",), 3: ("zx", "yx")}
NAMES = {"x": "x", "zx": "xz", "yx": "xy"}


def medium(z):
    """Water over a solid that grows faster with depth."""
    solid = z < SEA_FLOOR
    vp = np.where(solid, 2500 - 0.5 * (z - SEA_FLOOR), 1500.0)
    return {"vp": vp, "vs": np.where(solid, vp / 2, 0.0), "rho": np.where(solid, 2200.0, 1000.0)}


def write_model(folder, dim, uniform=False, points=61):
    with h5py.File(folder / "model.h5", "w") as file:
        file.attrs["title"] = "Made by hand"
        file["domain"] = [DOMAIN[axis] for axis in AXES[dim]]
        file["source/position"] = [[SOURCE[axis] for axis in AXES[dim]]]
        for axes in PLANES[dim]:
            group = file.create_group(f"section/{NAMES[axes]}")
            group.attrs["axes"], group.attrs["through"] = axes, [SOURCE[axis] for axis in AXES[dim]]
            for axis in axes:
                group[axis] = np.linspace(*DOMAIN[axis], points)
            z = np.full([points] * len(axes), SOURCE["z"])
            if "z" in axes:
                z = np.broadcast_to(group["z"][:][:, np.newaxis], (points, points))
            values = medium(np.full(z.shape, -500.0) if uniform else z)
            if dim == 1 and not uniform:
                values["vp"] = np.where(group["x"][:] < 3000, 1500.0, 2500.0)
            for name, array in values.items():
                group[name] = array.astype(np.float32)


def ring(dim, time, x, y, z):
    """A wave that runs out from the source: a function of distance and time."""
    source = {axis: SOURCE[axis] if axis in AXES[dim] else 0.0 for axis in "xyz"}
    r = np.sqrt((x - source["x"]) ** 2 + (y - source["y"]) ** 2 + (z - source["z"]) ** 2)
    return np.exp(-(((r - 1500 * time) / 200) ** 2)) * np.cos((r - 1500 * time) / 90)


def write_snapshots(folder, dim, count=8, interval=0.2, n=(61, 31, 41)):
    """Pressure is ring(); velocity has x: the same, z: minus it, in any dimension."""
    (folder / "snapshots").mkdir()
    n = [n[0], n[1] if dim == 3 else 2, n[2] if dim > 1 else 2]
    low = [DOMAIN[axis][0] if axis in AXES[dim] else 0.0 for axis in "xyz"]
    step = [float(np.ptp(DOMAIN[axis])) / (m - 1) if axis in AXES[dim] else 100.0 for axis, m in zip("xyz", n)]
    x, y, z = (low[a] + step[a] * np.arange(n[a]) for a in range(3))
    z = z if dim > 1 else 0 * z
    y = y if dim == 3 else 0 * y
    index = []
    for number in range(count):
        time = number * interval
        field = ring(dim, time, x, y[:, None], z[:, None, None]) if number else np.zeros((n[2], n[1], n[0]))
        name = f"snapshot_{number:06}.vtkhdf"
        with h5py.File(folder / "snapshots" / name, "w") as file:
            group = file.create_group("VTKHDF")
            group.attrs["Origin"], group.attrs["Spacing"] = low, step
            group.attrs["WholeExtent"] = [0, n[0] - 1, 0, n[1] - 1, 0, n[2] - 1]
            group["PointData/pressure"] = (1e3 * field).astype(np.float32)
            group["PointData/velocity"] = np.stack([field, 0 * field, -field], axis=-1).astype(np.float32)
            group["PointData/pressure"].attrs["units"], group["PointData/velocity"].attrs["units"] = "Pa", "m/s"
        index.append({"file": name, "step": number, "time": time, "asked_time": time})
    (folder / "snapshots/index.json").write_text(json.dumps({"snapshots": index}))


def write_surface(folder, dim=3, count=6, interval=0.5):
    """Velocity z of ring() on a hill; index.json and mesh.vtkhdf as the program writes them."""
    (folder / "surface").mkdir(parents=True)
    x, y = np.linspace(*DOMAIN["x"], 31), np.linspace(*DOMAIN["y"], 16) if dim == 3 else np.zeros(1)
    height = 500 * np.exp(-(((x - 3000) / 800) ** 2)) + 0 * y[:, None]
    with h5py.File(folder / "surface/mesh.vtkhdf", "w") as file:
        file["VTKHDF/Points"] = np.stack([a.ravel() for a in (*np.meshgrid(x, y), height)], axis=-1).astype(np.float32)
    index = []
    for number in range(count):
        name, time = f"surface_{number:06}.vtkhdf", number * interval
        field = ring(dim, time, x, y[:, None], height).ravel() if number else np.zeros(height.size)
        with h5py.File(folder / "surface" / name, "w") as file:
            file["VTKHDF/PointData/velocity"] = np.stack([0 * field, 0 * field, field], axis=-1).astype(np.float32)
            file["VTKHDF/PointData/velocity"].attrs["units"] = "m/s"
        index.append({"file": name, "step": number, "time": time, "asked_time": time})
    grid = {"x": list(x), "y": list(y), "depth": 0}
    (folder / "surface/index.json").write_text(json.dumps({"grid": grid, "snapshots": index}))


def write_traces(folder, groups, title="Made by hand"):
    """groups: {name: (time, position, {quantity: values})}."""
    units = {"velocity": "m/s", "displacement": "m", "acceleration": "m/s^2", "pressure": "Pa", "stress": "Pa"}
    with h5py.File(folder / "traces.h5", "w") as file:
        file.attrs["title"], file.attrs["method"] = title, "fd"
        file.create_group("receivers")
        for name, (time, position, quantities) in groups.items():
            group = file.create_group(f"receivers/{name}")
            group["time"], group["position"] = time, np.asarray(position, dtype=float)
            group["label"] = [f"{name}{i + 1}" for i in range(len(position))]
            for quantity, values in quantities.items():
                group[quantity] = values
                group[quantity].attrs["units"] = units[quantity]


def pulses(position, time, speed=2000.0):
    """[n, nt]: a wavelet at each receiver that comes at distance/speed from the source, weaker with distance."""
    source = [SOURCE[axis] for axis in AXES[np.shape(position)[1]]]
    r = np.linalg.norm(np.asarray(position) - source, axis=1)[:, np.newaxis]
    a = (np.pi * 6 * (time - r / speed - 0.2)) ** 2
    return (1 - 2 * a) * np.exp(-a) * 1000 / (r + 100)


def whole_result(folder, dim=2):
    """A result with a line, a few receivers, and, in 2-D and 3-D, a grid and scattered receivers."""
    folder.mkdir()
    time = np.arange(0, 3.0 + 1e-9, 0.01)
    above = {1: [], 2: [-10.0], 3: [0.0, -10.0]}[dim]
    line = [[x, *above] for x in np.linspace(500, 5500, 50)]
    groups = {"line": (time, line, {"pressure": pulses(line, time)}),
              "few": (time, line[::20], {"velocity": np.stack([pulses(line[::20], time)] * dim, axis=1)})}  # fmt: skip
    if dim == 2:
        grid = [[x, z] for x in np.linspace(0, 6000, 13) for z in np.linspace(-3000, 0, 7)]
    if dim == 3:
        grid = [[x, y, 0.0] for x in np.linspace(0, 6000, 13) for y in np.linspace(-1000, 2000, 7)]
    if dim > 1:
        groups["grid"] = (time, grid, {"velocity": np.stack([pulses(grid, time)] * dim, axis=1)})
        spots = np.random.default_rng(3).random((25, dim)) * ([1000.0] * (dim - 1) + [-1000.0])
        groups["scattered"] = (time, spots, {"pressure": pulses(spots, time)})
    write_traces(folder, groups)
    write_model(folder, dim)
    write_snapshots(folder, dim)
    return folder


def write_hill(folder, dim=2, points=61):
    """model.h5 of a hill of 500 m around x = 3000, as a run under a topography writes it; vp varies along y alone (3-D)."""
    x, y = (np.linspace(*DOMAIN[axis], points) for axis in "xy")
    z = np.linspace(DOMAIN["z"][0], 500.0, points)

    def top(x, y):
        return 500 * np.exp(-(((x - 3000) / 800) ** 2)) + 0 * y

    with h5py.File(folder / "model.h5", "w") as file:
        file.attrs["title"], file.attrs["vp_range"] = "A hill", [2000.0, 3000.0 if dim == 3 else 2000.0]
        file.attrs["vs_range"], file.attrs["rho_range"] = [1000.0, 1000.0], [2000.0, 2000.0]
        file["domain"] = [DOMAIN[axis] for axis in AXES[dim]]
        file["source/position"] = [[SOURCE[axis] for axis in AXES[dim]]]
        sections = {"xz": "zx", "surface": "x"} if dim == 2 else {"xz": "zx", "xy": "yx", "surface": "yx", "volume": "zyx"}
        for name, axes in sections.items():
            group = file.create_group(f"section/{name}")
            group.attrs["axes"], group.attrs["through"] = axes, [SOURCE[axis] for axis in AXES[dim]]
            at = {axis: np.full([1] * len(axes), SOURCE[axis]) for axis in "xyz"}
            for n, axis in enumerate(axes):
                group[axis] = {"x": x, "y": y, "z": z}[axis]
                at[axis] = group[axis][:].reshape([-1 if m == n else 1 for m in range(len(axes))])
            shape = [points] * len(axes)
            height = np.broadcast_to(top(at["x"], at["y"]), shape)
            air = np.broadcast_to(at["z"], shape) > height if name != "surface" else np.zeros(shape, bool)
            vp = 2000 + (1000 * (at["y"] > 1500) if dim == 3 else 0.0) + 0 * at["x"]
            for parameter, values in (("vp", vp), ("vs", 1000.0), ("rho", 2000.0)):
                group[parameter] = np.where(air, np.nan, np.broadcast_to(values, shape)).astype(np.float32)
            if name == "surface":
                group["height"] = height.astype(np.float32)
