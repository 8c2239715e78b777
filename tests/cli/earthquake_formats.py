"""QuakeML and StationXML in; SAC headers, StationXML and ASDF out: what stands in them, and that ObsPy and pyasdf read them.

Neither is a package of the distribution: where they are in a virtual environment, UNDA_OBSPY_PYTHON names that environment's python.
"""

import json
import os
import struct
import subprocess
import xml.etree.ElementTree as ElementTree

import h5py
import numpy as np

from support import main
from support.earthquake import QUAKEML, STATION_XML

SCENARIO = """\
title = "Two stations and an earthquake"
[domain]
x = [-10000, 10000]
y = [-10000, 10000]
z = [-10000, 100]
origin = { lat = 37.0, lon = 140.0 }
[model]
vp = 6000.0
vs = 3464.0
rho = 2700.0
[boundary]
top = "free"
[[source]]
file = "event.xml"
[[receivers]]
name = "net"
file = "stations.xml"
quantities = ["velocity", "pressure"]
[time]
duration = 1.0
sample_interval = 0.05
[mesh]
spacing = 1000.0
[output]
plots = false
"""


def python_with(package):
    for python in (os.environ.get("UNDA_OBSPY_PYTHON"), "/usr/bin/python3"):
        if python and subprocess.run([python, "-c", f"import {package}"], capture_output=True).returncode == 0:
            return python
    return None


def exported(unda, folder):
    (folder / "quake.toml").write_text(SCENARIO)
    (folder / "event.xml").write_text(QUAKEML)
    (folder / "stations.xml").write_text(STATION_XML)
    outcome = unda.call("run", "quake.toml", "--out", "r", cwd=folder).expect(0)
    for format, out in (("sac", "sac"), ("stationxml", "out.xml"), ("mseed", "out.mseed"), ("asdf", "out.h5")):
        unda.call("export", "r", "--format", format, "-o", out, cwd=folder).expect(0)
    return outcome


def close(found, expected, tolerance):
    assert abs(found - expected) <= tolerance, f"{found} in place of {expected}"


def headers_of_sac(unda, folder):
    exported(unda, folder)
    bytes = (folder / "sac/JP.DEEP.V0.BXZ.sac").read_bytes()
    floats, words = struct.unpack("<70f", bytes[:280]), bytes[440:632]
    b, o, stla, stlo, stel, stdp, evla, evlo, evel, evdp = (floats[n] for n in (5, 7, 31, 32, 33, 34, 35, 36, 37, 38))
    dist, az, baz, gcarc, cmpaz, cmpinc = (floats[n] for n in (50, 51, 52, 53, 57, 58))
    close(stla, 36.97, 1e-5)
    close(stlo, 140.04, 1e-5)
    assert (stel, stdp, evel) == (100, 500, 100), (stel, stdp, evel)
    close(evla, 37.01, 1e-5)
    close(evlo, 139.98, 1e-5)
    close(evdp, 4, 1e-6)
    close(b, 0, 1e-3)
    # t = 0 lies six sigma before the centroid, whose time is the origin's.
    close(o, 6 * 0.5 / (1.628 * 2**0.5), 2e-3)
    # 0.06 degrees east and 0.04 south: 5.34 and 4.44 km.
    close(dist, 6.95, 0.03)
    close(az, 129.7, 0.5)
    close(baz, 309.7, 0.5)
    close(gcarc, dist / 111.19, 1e-4)
    assert (cmpaz, cmpinc) == (0, 0)
    assert words[8:24].decode().strip() == "testquake", words[8:24]
    assert words[0:8].decode().strip() == "DEEP" and words[168:176].decode().strip() == "JP"
    east = struct.unpack("<70f", (folder / "sac/JP.DEEP.V0.BXE.sac").read_bytes()[:280])
    assert (east[57], east[58]) == (90, 90)


def stations_that_were_written(unda, folder):
    exported(unda, folder)
    space = {"s": "http://www.fdsn.org/xml/station/1"}
    root = ElementTree.parse(folder / "out.xml").getroot()
    station = root.find("s:Network[@code='JP']/s:Station[@code='DEEP']", space)
    close(float(station.find("s:Latitude", space).text), 36.97, 1e-7)
    close(float(station.find("s:Elevation", space).text), 100, 1e-9)
    channels = {c.get("code"): c for c in station.findall("s:Channel", space)}
    assert set(channels) == {"BXE", "BXN", "BXZ", "BXP"}, channels
    assert float(channels["BXZ"].find("s:Depth", space).text) == 500
    assert [channels[c].find("s:Azimuth", space).text for c in ("BXE", "BXN")] == ["90", "0"]
    assert channels["BXZ"].find("s:Dip", space).text == "-90" and float(channels["BXZ"].find("s:SampleRate", space).text) == 20
    # They come back as the receivers that they were.
    (folder / "again.toml").write_text(SCENARIO.replace("stations.xml", "out.xml"))
    plan = [unda.call("plan", name, cwd=folder).expect(0).out for name in ("quake.toml", "again.toml")]
    assert plan[1].count("2 stations") == 1 and plan[0].split("memory")[0].split("\n")[1:] == plan[1].split("memory")[0].split("\n")[1:]
    # Without a tie to the globe there is nothing to write.
    (folder / "flat.toml").write_text(SCENARIO.replace("origin = { lat = 37.0, lon = 140.0 }\n", "")
                                      .replace('file = "event.xml"', 'kind = "explosion"\nposition = [0, 0, -4000]\nmoment = 1e15\n'
                                               'time_function = { kind = "ricker", frequency = 1 }')
                                      .replace('file = "stations.xml"', "positions = [[0, 0, 0]]"))  # fmt: skip
    unda.call("run", "flat.toml", "--out", "flat", cwd=folder).expect(0)
    outcome = unda.call("export", "flat", "--format", "stationxml", "-o", "flat.xml", cwd=folder).expect(2)
    assert "domain.origin" in outcome.err, outcome


BY_OBSPY = """
import json, sys, warnings
warnings.simplefilter("ignore")
import obspy
inventory = obspy.read_inventory(sys.argv[1])
stream = obspy.read(sys.argv[2])
sac = obspy.read(sys.argv[3])[0].stats.sac
event = obspy.read_events(sys.argv[4])[0]
places = {t.id: inventory.get_coordinates(t.id, t.stats.starttime) for t in stream}
units = {t.id: inventory.get_response(t.id, t.stats.starttime).instrument_sensitivity.input_units for t in stream}
print(json.dumps([places, units, {k: sac[k] for k in ("o", "stdp", "stel", "evdp", "az", "baz", "kevnm", "gcarc")},
                  event.origins[0].depth], default=float))
"""


def by_obspy(unda, folder):
    python = python_with("obspy")
    if python is None:
        return print("skipped: no ObsPy. python3 -m venv DIR && DIR/bin/pip install obspy; then set UNDA_OBSPY_PYTHON=DIR/bin/python")
    exported(unda, folder)
    done = subprocess.run([python, "-c", BY_OBSPY, "out.xml", "out.mseed", "sac/JP.DEEP.V0.BXZ.sac", "event.xml"], cwd=folder,
                          capture_output=True, text=True)  # fmt: skip
    assert done.returncode == 0, done.stderr
    places, units, sac, depth = json.loads(done.stdout)
    assert len(places) == 8, places
    here = places["JP.DEEP.V0.BXZ"]
    close(here["latitude"], 36.97, 1e-7)
    close(here["local_depth"], 500, 1e-9)
    assert units["JP.NEAR.V0.BXE"] == "M/S" and units["JP.NEAR.P0.BXP"] == "PA", units
    assert sac["kevnm"].strip() == "testquake" and sac["stdp"] == 500 and depth == 4000, sac


def asdf_by_its_bytes(unda, folder):
    exported(unda, folder)
    with h5py.File(folder / "r/traces.h5") as file:
        group = file["receivers/net"]
        labels = list(group["label"].asstr()[:])
        velocity, pressure = group["velocity"][:], group["pressure"][:]
    with h5py.File(folder / "out.h5") as file:
        # pyasdf decodes these two: they are bytes of fixed length.
        assert file.attrs["file_format"] == b"ASDF" and file.attrs["file_format_version"] == b"1.0.3", dict(file.attrs)
        assert set(file) == {"QuakeML", "Waveforms", "AuxiliaryData", "Provenance"}, set(file)
        assert set(file["Waveforms"]) == {"JP.DEEP", "JP.NEAR"}, set(file["Waveforms"])
        # The time of the centroid is 05:46:24.25, six sigma after t = 0.
        sigma = 0.5 / (1.628 * 2**0.5)
        start = 1299822384.25 - 6 * sigma
        for r, label in enumerate(labels):
            station = file["Waveforms"][label]
            found = {name.split("__")[0] + "/" + name.split("__")[3]: station[name] for name in station if name != "StationXML"}
            assert set(found) == {f"{label}.V0.BX{c}/velocity" for c in "ENZ"} | {f"{label}.P0.BXP/pressure"}, found
            for c, letter in enumerate("ENZ"):
                trace = found[f"{label}.V0.BX{letter}/velocity"]
                assert trace.dtype == np.dtype("<f4") and np.array_equal(trace[:], velocity[r, c]), label
                close(trace.attrs["starttime"] * 1e-9, start, 1e-5)
                assert isinstance(trace.attrs["starttime"], np.int64) and trace.attrs["sampling_rate"] == 20
                assert trace.attrs["event_id"].decode() == "smi:local/unda/testquake"
                begin, end = trace.name.split("__")[1:3]
                assert (begin, end) == ("2011-03-11T05:46:22", "2011-03-11T05:46:23"), trace.name
            assert np.array_equal(found[f"{label}.P0.BXP/pressure"][:], pressure[r])
            document = station["StationXML"]
            assert document.dtype == np.int8, document.dtype
            root = ElementTree.fromstring(document[:].tobytes())
            assert [s.get("code") for s in root.iter("{http://www.fdsn.org/xml/station/1}Station")] == [label.split(".")[1]]
        (folder / "again.xml").write_bytes(file["QuakeML"][:].tobytes())
    # The event comes back as the source that it was.
    (folder / "again.toml").write_text(SCENARIO.replace("event.xml", "again.xml"))
    plan = [unda.call("plan", name, cwd=folder).expect(0).out for name in ("quake.toml", "again.toml")]
    told = [[line for line in text.split("\n") if "N m" in line or "centroid" in line] for text in plan]
    assert len(told[0]) == 2 and told[0] == told[1], told


def asdf_without_places_and_times(unda, folder):
    exported(unda, folder)
    (folder / "flat.toml").write_text(SCENARIO.replace("origin = { lat = 37.0, lon = 140.0 }\n", "")
                                      .replace('file = "event.xml"', 'kind = "explosion"\nposition = [0, 0, -4000]\nmoment = 1e15\n'
                                               'time_function = { kind = "ricker", frequency = 1 }')
                                      .replace('file = "stations.xml"', "positions = [[0, 0, 0]]")
                                      .replace("duration = 1.0", "duration = 0.25"))  # fmt: skip
    unda.call("run", "flat.toml", "--out", "flat", "--set", "solver.precision=double", cwd=folder).expect(0)
    outcome = unda.call("export", "flat", "--format", "asdf", "-o", "flat.h5", cwd=folder).expect(0)
    assert "without StationXML and QuakeML" in outcome.out and "no start time" in outcome.out, outcome
    with h5py.File(folder / "flat.h5") as file:
        assert "QuakeML" not in file and "StationXML" not in file["Waveforms/XX.NET1"]
        trace = file["Waveforms/XX.NET1/XX.NET1.V0.BXZ__1970-01-01T00:00:00.000000000__1970-01-01T00:00:00.250000000__velocity"]
        assert trace.dtype == np.dtype("<f8") and trace.shape == (6,) and trace.attrs["starttime"] == 0
    unda.call("export", "flat", "--format", "asdf", "-o", "flat.h5", cwd=folder).expect(2)


BY_PYASDF = """
import json, sys, warnings
warnings.simplefilter("ignore")
import pyasdf
with pyasdf.ASDFDataSet(sys.argv[1], mode="r") as data:
    data.validate()
    station = data.waveforms.JP_DEEP
    trace = station.velocity.select(component="Z")[0]
    event = data.events[0]
    referred = trace.stats.asdf.event_ids[0].get_referred_object()
    print(json.dumps([data.waveforms.list(), sorted(station.get_waveform_tags()), station.coordinates, trace.id, str(trace.stats.starttime),
                      trace.stats.npts, float(abs(trace.data).max()), event.origins[0].depth, event.focal_mechanisms[0].moment_tensor.tensor.m_rr,
                      event.focal_mechanisms[0].moment_tensor.tensor.m_tp, referred is not None,
                      station.StationXML.get_response(trace.id, trace.stats.starttime).instrument_sensitivity.input_units]))
"""


def by_pyasdf(unda, folder):
    python = python_with("pyasdf")
    if python is None:
        return print("skipped: no pyasdf. python3 -m venv DIR && DIR/bin/pip install pyasdf; then set UNDA_OBSPY_PYTHON=DIR/bin/python")
    exported(unda, folder)
    done = subprocess.run([python, "-c", BY_PYASDF, "out.h5"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "2 good station(s)" in done.stdout, done.stdout
    names, tags, place, id, start, n, peak, depth, rr, tp, referred, unit = json.loads(done.stdout.strip().split("\n")[-1])
    assert names == ["JP.DEEP", "JP.NEAR"] and tags == ["pressure", "velocity"], (names, tags)
    close(place["latitude"], 36.97, 1e-7)
    assert place["elevation_in_m"] == 100, place
    assert id == "JP.DEEP.V0.BXZ" and start.startswith("2011-03-11T05:46:22.9") and n == 21 and peak > 0, (id, start, n, peak)
    assert (depth, rr, tp) == (4000, 1e17, 7.5e16) and referred and unit == "M/S", (depth, rr, tp, referred, unit)


main(headers_of_sac, stations_that_were_written, by_obspy, asdf_by_its_bytes, asdf_without_places_and_times, by_pyasdf)
