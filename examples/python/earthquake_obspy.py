# %% [markdown]
# # A CMT and stations with ObsPy
#
# An event with a moment tensor and an inventory of stations, both as ObsPy has them; seismograms come back as a Stream,
# with codes and UTC times, to be filtered and cut as recorded ones are. The event and the network are made up.

# %%
import importlib.util
import tempfile
from pathlib import Path

import unda

have_obspy = importlib.util.find_spec("obspy") is not None
if not have_obspy:
    print("ObsPy is not installed (pip install obspy): the cells that need it are left out")

# %% [markdown]
# The event as a CMTSOLUTION. Any catalogue that ObsPy reads does as well: it is handed over as QuakeML.

# %%
CMTSOLUTION = """\
 PDE  2024  5  1 12  0  0.00  37.0000  140.0000   4.0 4.5 4.5 MADE UP
event name:       MADEUP
time shift:      0.0000
half duration:   1.0000
latitude:       37.0000
longitude:     140.0000
depth:           4.0000
Mrr:       1.000000e+22
Mtt:      -4.000000e+21
Mpp:      -6.000000e+21
Mrt:       3.000000e+21
Mrp:      -5.000000e+21
Mtp:       2.000000e+21
"""
folder = Path(tempfile.mkdtemp(prefix="unda-notebook-"))
(folder / "CMTSOLUTION").write_text(CMTSOLUTION)
(folder / "STATIONS").write_text(
    "NORTH XX 37.06 140.00 0.0 0.0\nEAST  XX 37.00 140.08 0.0 0.0\nWEST  XX 37.02 139.92 0.0 0.0\n"
)
event_file, stations_file = folder / "CMTSOLUTION", folder / "STATIONS"

# %%
if have_obspy:
    import obspy
    from obspy.core.inventory import Channel, Inventory, Network, Station

    catalogue = obspy.read_events(str(event_file), format="CMTSOLUTION")
    print(catalogue)
    event_file = folder / "event.xml"
    catalogue.write(str(event_file), format="QUAKEML")

    def station(code, latitude, longitude):
        channel = Channel("BXZ", "V0", latitude=latitude, longitude=longitude, elevation=0.0, depth=0.0)
        return Station(code, latitude, longitude, elevation=0.0, channels=[channel])

    places = {"NORTH": (37.06, 140.0), "EAST": (37.0, 140.08), "WEST": (37.02, 139.92)}
    network = Network("XX", stations=[station(code, *place) for code, place in places.items()])
    stations_file = folder / "stations.xml"
    Inventory(networks=[network], source="a notebook").write(str(stations_file), format="STATIONXML")

# %% [markdown]
# `domain.origin` ties x (east) and y (north) to latitude and longitude. The files give positions, moments, the time
# function and the clock; `plan` tells what was understood.

# %%
scenario = unda.Scenario(
    title="An event that was made up",
    domain=unda.Domain(x=[-9000, 9000], y=[-4000, 9000], z=[-8000, 0], origin={"lat": 37.0, "lon": 140.0}),
    model=unda.Model(
        kind="layers",
        layer=[
            {"top": 0.0, "vp": 4000.0, "vs": 2300.0, "rho": 2500.0},
            {"top": -2000.0, "vp": 5500.0, "vs": 3200.0, "rho": 2700.0},
        ],
    ),
    boundary=unda.Boundary(top="free"),
    source=[unda.Source(file=str(event_file))],
    receivers=[unda.Receivers(name="network", file=str(stations_file), quantities=["velocity"])],
    time=unda.Time(duration=14.0, sample_interval=0.05),
    mesh=unda.Mesh(max_frequency=1.0),
)
scenario.plan()

# %%
result = unda.run(scenario)
result["network"]

# %% [markdown]
# As a Stream. t = 0 of a run lies before the origin time, as the source begins smoothly: six widths of its Gaussian, 0.4343
# half durations each.

# %%
if have_obspy:
    origin = catalogue[0].preferred_origin() or catalogue[0].origins[0]
    start = obspy.UTCDateTime(2024, 5, 1, 12) - 6 * 0.4343 * 1.0
    stream = result["network"].to_obspy("velocity", starttime=start)
    print(stream)
    filtered = stream.copy().filter("bandpass", freqmin=0.1, freqmax=0.8, corners=4, zerophase=True)
    for trace in filtered.select(component="Z"):
        print(f"{trace.id}: largest vertical velocity {abs(trace.data).max():.2e} m/s")

# %%
result.plot.traces("network")
