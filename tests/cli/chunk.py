"""A chunk of the earth from the command line: what plan tells, its mesh and its quality, threads, restart, headers of SAC files, what is
refused."""

import h5py
import numpy as np

from support import main
from support.bits import same_bits
from support.chunk import CASE, write


def plan_tells(unda, folder):
    write(folder)
    outcome = unda.call("plan", "case.toml", cwd=folder).expect(0)
    for words in ("curved hexahedra of the chunk", "elements at the surface", "the shortest period that it resolves is"):
        assert words in outcome.out, outcome


def mesh_is_written(unda, folder):
    write(folder)
    outcome = unda.call("mesh", "case.toml", "-o", "chunk.msh", cwd=folder).expect(0)
    assert "scaled Jacobian" in outcome.out and "edges" in outcome.out, outcome
    text = (folder / "chunk.msh").read_text(errors="replace")
    for name in ("depth 0 to 15 km", "depth 220 to 400 km", "west", "bottom"):
        assert f'"{name}"' in text, name


def threads_restart_and_results(unda, folder):
    write(folder)
    unda.call("run", "case.toml", "--out", "one", cwd=folder).expect(0)
    unda.call("run", "case.toml", "--out", "two", cwd=folder, threads=2).expect(0)
    same_bits(folder / "one" / "traces.h5", folder / "two" / "traces.h5")
    with h5py.File(folder / "one" / "traces.h5") as file:
        group = file["receivers/receivers"]
        assert np.allclose(group["latitude"][:], [36, 39]) and np.allclose(group["longitude"][:], [138, 142])
        assert np.allclose(group["depth"][:], [0, 60e3])
        radius = np.linalg.norm(group["position"][:] + [0, 0, 6371e3], axis=1)
        assert np.allclose(radius, [6371e3, 6311e3]), radius
    (folder / "one" / "traces.h5").rename(folder / "traces.h5")
    outcome = unda.call("run", "case.toml", "--out", "one", "--restart", cwd=folder).expect(0)
    assert "going on from step" in outcome.out, outcome
    same_bits(folder / "traces.h5", folder / "one" / "traces.h5")
    sac_headers(unda, folder)


def sac_headers(unda, folder):
    """Distances along the great circle of geocentric latitudes, in floats 50 to 53: dist, az, baz, gcarc."""
    unda.call("export", "one", "--format", "sac", "-o", "sac", "--quantity", "velocity", cwd=folder).expect(0)
    file = next((folder / "sac").glob("*NEAR*Z.sac"))
    head = np.frombuffer(file.read_bytes()[:280], "<f4")
    assert np.allclose(head[[31, 32, 35, 36]], [36, 138, 37.5, 141], atol=1e-4), head[31:39]
    f = 1 / 298.257223563
    lat = np.arctan((1 - f) ** 2 * np.tan(np.radians([37.5, 36])))
    lon = np.radians([141, 138])
    way = np.arccos(np.sin(lat[0]) * np.sin(lat[1]) + np.cos(lat[0]) * np.cos(lat[1]) * np.cos(lon[1] - lon[0]))
    azimuth = np.degrees(np.arctan2(np.sin(lon[1] - lon[0]) * np.cos(lat[1]),
                                    np.cos(lat[0]) * np.sin(lat[1]) - np.sin(lat[0]) * np.cos(lat[1]) * np.cos(lon[1] - lon[0])))  # fmt: skip
    assert abs(head[53] - np.degrees(way)) < 1e-4 and abs(head[50] - 6371 * way) < 0.1, head[50:54]
    assert abs(head[51] - azimuth % 360) < 1e-3, (head[51], azimuth)


def refusals(unda, folder):
    def refused(words, *given, text=CASE):
        write(folder, text)
        outcome = unda.call("plan", "case.toml", *given, cwd=folder).expect(2)
        for word in words:
            assert word in outcome.err, outcome

    for method in ("fd", "dg"):
        refused(["case.toml", "domain.kind", f'"chunk", which {method} does not take', "methods that do: sem"],
                "--set", f"solver.method={method}")  # fmt: skip
    refused(["model.kind", 'domain.kind = "chunk"'], text=CASE.replace(
        'kind = "chunk"\ncentre = { lat = 37, lon = 140 }\nwidth = [14, 10]\nrotation = 30\ndepth = 500e3',
        "x = [0, 1e5]\ny = [0, 1e5]\nz = [-1e5, 0]").replace("lat = 37.5\nlon = 141\ndepth = 120e3", "position = [5e4, 5e4, -5e4]").replace(
        "place = [{ lat = 36, lon = 138 }, { lat = 39, lon = 142, depth = 60e3 }]", "positions = [[0, 0, 0], [1e4, 0, 0]]"))  # fmt: skip
    refused(["mesh.spacing", "elements; take larger ones"], "--set", "mesh.spacing=100")
    refused(["source.moment", "fluid"], "--set", "domain.depth=3200e3", "--set", "source.depth=3000e3", "--set", "mesh.spacing=900e3")


main(plan_tells, mesh_is_written, threads_restart_and_results, refusals)
