"""Prints what ObsPy reads from a file, or from all files of a directory, as JSON: read_by_obspy.py PATH FORMAT."""

import json
import sys
import warnings
from pathlib import Path

warnings.simplefilter("ignore")
import obspy  # noqa: E402

path = Path(sys.argv[1])
traces = []
for file in sorted(path.iterdir()) if path.is_dir() else [path]:
    for trace in obspy.read(str(file), format=sys.argv[2].upper()):
        stats = trace.stats
        traces.append({"id": trace.id, "start": str(stats.starttime), "end": stats.endtime.timestamp, "delta": stats.delta,
                       "npts": stats.npts, "data": trace.data.tolist()})  # fmt: skip
print(json.dumps(traces))
