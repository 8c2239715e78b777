"""Every example says its equation, its purpose and sample runs, and these work: made small, they are executed here.

A new file in examples/ needs an entry in SMALL.
"""

import re
import shlex

import h5py
import numpy as np

from support import ROOT, main

EXAMPLES = ROOT / "examples"

# What makes each run small: values of --set. "exit": what commands other than `run` may end with then.
SMALL = {
    "quickstart": ["mesh.spacing=12", "time.duration=0.6"],
    "marine_2d": ["mesh.spacing=30", "time.duration=2.0"],
    "string_1d": ["time.duration=0.02"],
    "free_surface": ["mesh.spacing=25", "time.duration=1.6"],
    "loh1": ["domain.x=[-500, 8500]", "domain.y=[-500, 6500]", "mesh.fd.spacing=285.8", "mesh.sem.spacing=1000", "mesh.dg.spacing=1500",
             "solver.dg.order=4", "time.duration=2.0"],
    "bolivia": ["domain.width=[12, 12]", "domain.depth=900e3", "mesh.max_frequency=0.01", "time.duration=150", "time.sample_interval=2"],
    "regional": ["mesh.max_frequency=0.06", "time.duration=30", "output.surface.interval=5", "output.surface.spacing=5000"],
    "hill": ["mesh.max_frequency=1", "time.duration=1.6", "solver.sem.absorbing_elements=0", "output.surface.interval=0.4",
             "output.surface.spacing=200"],
    "marine_line": ["mesh.spacing=60", "time.duration=1.2", "output.plots=false"],
    "basin": ["mesh.max_frequency=0.8", "time.duration=5", "solver.sem.absorbing_elements=0", "output.surface.interval=0.25"],
    "fault": ["mesh.spacing=3500", "time.duration=7", "output.surface.interval=1", "output.surface.spacing=3000"],
    "loh3": ["domain.x=[-500, 8500]", "domain.y=[-500, 6500]", "mesh.fd.spacing=285.8", "time.duration=2.0"],
}
# A grid this coarse is far from the reference.
MAY_END_WITH_1 = (("loh1", "compare"), ("loh1", "verify"), ("loh3", "compare"))


def header(scenario):
    lines = []
    for line in scenario.read_text().splitlines():
        if not line.startswith("#"):
            break
        lines.append(line[1:].strip())
    return lines


def commands_of(scenario):
    """The sample runs of a header, as lists of words without ./unda."""
    return [shlex.split(line)[1:] for line in header(scenario) if line.startswith("./unda ")]


def check_header(scenario):
    text = "\n".join(header(scenario))
    assert re.search(r"d\w+/dt.* = .*", text), f"{scenario.name}: the header has no equation"
    assert len(text.split("\n\n")[0]) > 100, f"{scenario.name}: the header does not say what it is for"
    first = commands_of(scenario)[:1]
    assert first == [["run", f"examples/{scenario.name}"]], f"{scenario.name}: the first sample run is {first}"


def execute(unda, folder, scenario):
    """Every sample run, from a folder where examples/ stands as it does in the repository."""
    small = [word for value in SMALL[scenario.stem] for word in ("--set", value)]
    commands = commands_of(scenario)
    drawn_later = any(command[:2] == ["plot", f"results/{scenario.stem}"] for command in commands)
    for command in commands:
        extra = small if command[0] in ("run", "verify") else []
        if command[0] == "run" and drawn_later:  # all kinds of pictures that runs draw by themselves: the examples without a plot of their own
            extra = [*extra, "--set", "output.plots=false"]
        outcome = unda.call(*command, *extra, cwd=folder)
        if not (outcome.code == 1 and (scenario.stem, command[0]) in MAY_END_WITH_1):
            outcome.expect(0)
        assert "blow" not in outcome.out + outcome.err, outcome
    result = folder / "results" / scenario.stem
    files = list(result.glob("traces.h5")) or list(result.glob("*/traces.h5"))  # of a run, or of each of its shots
    assert files, f"{scenario.name} left no traces"
    for traces in files:
        with h5py.File(traces) as file:
            for group in file["receivers"].values():
                for name in set(group) - {"time", "position", "label", "depth", "latitude", "longitude"}:
                    assert np.isfinite(group[name][()]).all() and np.abs(group[name][()]).max() > 0, (scenario.name, name)
    assert any((result / "plots").iterdir()), f"{scenario.name} left no picture"


def every_example(unda, folder):
    (folder / "examples").symlink_to(EXAMPLES)
    scenarios = sorted(EXAMPLES.glob("*.toml"))
    assert [s.stem for s in scenarios] == sorted(SMALL), "SMALL of tests/cli/examples.py must name every example"
    for scenario in scenarios:
        check_header(scenario)
        execute(unda, folder, scenario)
    string_comes_back(folder / "results/string_1d/traces.h5")


def string_comes_back(file):
    """After the blow everything on the string repeats itself every 2 L/c."""
    with h5py.File(file) as f:
        group = f["receivers/string"]
        time, velocity = group["time"][:], group["velocity"][:, 0]
    period, start = 2 * 0.65 / 143, 0.004
    for trace in velocity:
        now = time[(time >= start) & (time < time[-1] - period - 1e-4)]
        later = np.interp(now + period, time, trace)
        first = np.interp(now, time, trace)
        assert np.linalg.norm(later - first) < 0.02 * np.linalg.norm(first), "the string does not come back"


if __name__ == "__main__":
    main(every_example)
