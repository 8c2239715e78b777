"""Receivers as a Stream of ObsPy, with the codes that `unda export --format mseed` gives (src/output/export/codes.cpp).

A label NETWORK.STATION, or STATION alone in the network XX, is the code where it fits: letters and digits, two and five at
most. Where one of a group does not, all of the group are XX.R0001, XX.R0002 and so on, in their order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import InputError
from .receivers import AXES, ReceiverGroup

if TYPE_CHECKING:
    import obspy

ORIENTATIONS = {"x": "E", "y": "N", "z": "Z", "": "P", "xx": "1", "yy": "2", "zz": "3", "xy": "4", "xz": "5", "yz": "6"}
LOCATIONS = {"displacement": "D0", "velocity": "V0", "acceleration": "A0", "pressure": "P0", "stress": "S0"}
BANDS = ((5000, "J"), (1000, "F"), (250, "C"), (80, "H"), (10, "B"))


def band_code(rate: float) -> str:
    """The letter of SEED for this sampling rate, Hz."""
    r = rate * (1 + 1e-9)  # 1/0.004 is 250
    for least, letter in BANDS:
        if r >= least:
            return letter
    if rate > 1 + 1e-9:
        return "M"
    return "L" if r > 0.3 else "V" if r > 0.03 else "U"


def _fits(code: str, longest: int) -> bool:
    return 0 < len(code) <= longest and code.isascii() and code.isalnum()


def station_codes(labels: tuple[str, ...]) -> list[tuple[str, str]]:
    """(network, station) of each label."""
    codes = []
    for label in labels:
        network, dot, station = label.partition(".")
        network, station = (network, station) if dot else ("XX", label)
        if not (_fits(network, 2) and _fits(station, 5)):
            return [("XX", f"R{n:04}" if n < 10000 else str(n)) for n in range(1, len(labels) + 1)]
        codes.append((network.upper(), station.upper()))
    if len(set(codes)) < len(codes):
        raise InputError("two receivers would have the same station code: their labels differ in upper and lower case alone")
    return codes


def stream_of(group: ReceiverGroup, quantity: str | None = None, starttime: Any = None) -> obspy.Stream:
    try:
        import obspy
    except ImportError:
        raise ImportError("to_obspy() needs ObsPy: pip install obspy") from None
    if group.time.size < 2:
        raise InputError(f"{group.name} has {group.time.size} sample a trace: a Stream needs two or more")
    interval = float(group.time[-1] - group.time[0]) / (group.time.size - 1)
    zero = obspy.UTCDateTime(0) if starttime is None else obspy.UTCDateTime(starttime)
    chosen = [group._quantity(quantity)] if quantity else list(group.quantities.values())
    band, codes = band_code(1 / interval), station_codes(group.labels)
    traces = []
    for one in chosen:
        values = one.values if one.values.ndim == 3 else one.values[:, np.newaxis]
        for r, (network, station) in enumerate(codes):
            for c, part in enumerate(one.components):
                header = {
                    "network": network, "station": station, "location": LOCATIONS.get(one.name, ""),
                    "channel": f"{band}X{ORIENTATIONS.get(part, str(c + 1))}", "delta": interval,
                    "starttime": zero + float(group.time[0]), "unda": _extras(group, one.name, part, one.units, r),
                    "sac": _sac(group, one.name, part, one.units, r),
                }  # fmt: skip
                traces.append(obspy.Trace(np.ascontiguousarray(values[r, c]), header))
    return obspy.Stream(traces)


def _extras(group: ReceiverGroup, quantity: str, part: str, units: str, r: int) -> dict[str, Any]:
    """What SEED has no place for: stats.unda."""
    extras: dict[str, Any] = {"quantity": quantity, "component": part, "units": units, "label": group.labels[r],
                              "receivers": group.name}  # fmt: skip
    if group.positions is not None:
        extras.update(zip(AXES[group.positions.shape[1]], (float(x) for x in group.positions[r])))
    if group.depths is not None:
        extras["depth"] = float(group.depths[r])
    return extras


def _sac(group: ReceiverGroup, quantity: str, part: str, units: str, r: int) -> dict[str, Any]:
    """Headers of SAC as `unda export --format sac` writes them: x, y, z of the receiver, its depth, the component."""
    headers: dict[str, Any] = {"kuser0": units, "kuser1": quantity[:8], "kuser2": part or "p"}
    if group.positions is not None:
        place = dict(zip(AXES[group.positions.shape[1]], (float(x) for x in group.positions[r])))
        headers.update({f"user{n}": place.get(axis, 0.0) for n, axis in enumerate("xyz")})
    if group.depths is not None:
        headers["stdp"] = float(group.depths[r])
    if part in ("x", "y", "z"):
        headers["cmpaz"] = 90.0 if part == "x" else 0.0
        headers["cmpinc"] = 0.0 if part == "z" else 90.0  # from the vertical
    return headers
