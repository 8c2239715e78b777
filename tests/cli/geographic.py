"""STATIONS, CMTSOLUTION and FORCESOLUTION: a run with them has the same bits as one with the numbers written out."""

import h5py
import numpy as np

from support import main
from support.earthquake import CMTSOLUTION, FORCESOLUTION, SCENARIO, STATIONS

WRITTEN_OUT = 'positions = [[1000, 2000, 0], [4000, -3000, -500]]\nlabels = ["AA.NEAR", "AA.DEEP"]'


def traces(unda, folder, name, source, receivers):
    text = SCENARIO.replace("SOURCE", source).replace("RECEIVERS", receivers)
    (folder / f"{name}.toml").write_text(text)
    outcome = unda.call("run", f"{name}.toml", "--out", name, cwd=folder).expect(0)
    with h5py.File(folder / name / "traces.h5") as file:
        group = file["receivers/net"]
        return group["velocity"][:], group["position"][:], list(group["label"].asstr()[:]), outcome


def same(first, second):
    assert first[2] == second[2] == ["AA.NEAR", "AA.DEEP"], (first[2], second[2])
    assert np.array_equal(first[1], second[1]), (first[1], second[1])
    assert np.abs(first[0]).max() > 0 and np.array_equal(first[0], second[0]), "the traces differ"


def cmt_and_stations(unda, folder):
    (folder / "STATIONS").write_text(STATIONS)
    (folder / "CMTSOLUTION").write_text(CMTSOLUTION)
    by_file = traces(unda, folder, "files", 'file = "CMTSOLUTION"', 'file = "STATIONS"')
    sigma = 1.0 / (1.628 * np.sqrt(2.0))
    moment = {"xx": 2.0e24, "yy": -3.0e24, "zz": 1.0e24, "xy": -0.75e24, "xz": -0.25e24, "yz": -0.5e24}
    table = ", ".join(f"{key} = {1e-7 * value!r}" for key, value in moment.items())
    source = (f'kind = "moment_tensor"\nx = -500\ny = 250\ndepth = 4000\nmoment = {{ {table} }}\n'
              f'time_function = {{ kind = "gaussian", sigma = {sigma!r}, delay = {6 * sigma!r} }}')  # fmt: skip
    same(by_file, traces(unda, folder, "numbers", source, WRITTEN_OUT))
    log = (folder / "files/run.log").read_text()
    for words in ("x and y in m as they stand in the file", "up-south-east in dyne cm", "sigma = 0.434341 s",
                  "1998-12-31T23:59:57.393955"):  # fmt: skip
        assert words in log, f"{words} is not in the log:\n{log}"
    # The result's own scenario finds the files again, and export takes the clock from there.
    unda.call("run", "files/scenario.toml", "--out", "again", cwd=folder).expect(0)
    outcome = unda.call("export", "again", "--format", "mseed", "-o", "a.mseed", cwd=folder).expect(0)
    assert "t = 0 is 1998-12-31T23:59:57.393955" in outcome.out, outcome
    assert (folder / "a.mseed").read_bytes()[8:20] == b"NEAR V0BXEAA", (folder / "a.mseed").read_bytes()[:24]


def forces(unda, folder):
    (folder / "STATIONS").write_text(STATIONS)
    (folder / "FORCESOLUTION").write_text(FORCESOLUTION)
    by_file = traces(unda, folder, "files", 'file = "FORCESOLUTION"', 'file = "STATIONS"')
    source = ('kind = "force"\nposition = [-500, 250, -4000]\nforce = [0, 0, -2e12]\n'
              'time_function = { kind = "ricker", frequency = 1.0, delay = 1.5 }')  # fmt: skip
    same(by_file, traces(unda, folder, "numbers", source, WRITTEN_OUT))


def geographic_places(unda, folder):
    """Two stations at the same distance north and south of the origin stand symmetrically."""
    (folder / "STATIONS").write_text(
        "N AA 37.05 140.0 0 0\nS AA 36.95 140.0 0 0\nE AA 37.0 140.1 0 0\nW AA 37.0 139.9 0 0\n"
    )
    (folder / "FORCESOLUTION").write_text(
        FORCESOLUTION.replace("UTM:       250.0", "UTM: 37.0").replace("UTM:      -500.0", "UTM: 140.0")
    )
    text = SCENARIO.replace("SOURCE", 'file = "FORCESOLUTION"').replace("RECEIVERS", 'file = "STATIONS"')
    text = text.replace("[model]", "origin = { lat = 37.0, lon = 140.0 }\n[model]")
    (folder / "s.toml").write_text(text)
    unda.call("run", "s.toml", "--out", "r", cwd=folder).expect(0)
    with h5py.File(folder / "r/traces.h5") as file:
        (north, south, east, west) = file["receivers/net/position"][:]
    # Radii of curvature of the WGS84 ellipsoid along the meridian and across it.
    a, e2, latitude = 6378137.0, 0.00669437999, np.radians(37)
    across = a / np.sqrt(1 - e2 * np.sin(latitude) ** 2)
    along = across**3 / a**2 * (1 - e2)
    assert np.allclose(north[:2], [0, along * np.radians(0.05)], atol=0.5), north
    assert np.allclose(north[:2], -south[:2], atol=0.5), south
    x = across * np.cos(latitude) * np.radians(0.1)
    y = x**2 * np.tan(latitude) / (2 * across)  # the parallel curves towards the pole
    assert np.allclose(east[:2], [x, y], atol=0.05), east
    assert np.allclose(east[:2] * [-1, 1], west[:2], atol=1e-3), west


def wrong_files(unda, folder):
    (folder / "STATIONS").write_text(STATIONS.replace("4000.0", "4e5"))
    (folder / "CMTSOLUTION").write_text(CMTSOLUTION.replace("Mrr:  ", "Mrq:  "))
    text = SCENARIO.replace("SOURCE", 'file = "CMTSOLUTION"').replace("RECEIVERS", 'file = "STATIONS"')
    (folder / "s.toml").write_text(text)
    outcome = unda.call("run", "s.toml", "--out", "r", cwd=folder).expect(2)
    for words in ("s.toml:13: source.file: ", "CMTSOLUTION:8: found 'Mrq:", "s.toml:16: receivers.file: ",
                  "STATIONS:3: station AA.DEEP at x = 400000", "x from -10000 to 10000"):  # fmt: skip
        assert words in outcome.err, f"{outcome}\nexpected: {words}"
    assert not (folder / "r").exists()


if __name__ == "__main__":
    main(cmt_and_stations, forces, geographic_places, wrong_files)
