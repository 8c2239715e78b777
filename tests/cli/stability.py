"""No wrong result with exit code 0: unstable steps, overflow, and sources that do not do what was meant."""

import json
import re

import h5py
import numpy as np

from support import main
from support.scenarios import ROCK, SMALL_1D, SMALL_2D, edited, written

RICKER = 'time_function = { kind = "ricker", frequency = 10, delay = 0.15 }'
SAMPLES = 'time_function = { kind = "samples", file = "s.txt" }'


def largest_step(unda, folder):
    plan = unda.call("plan", "small.toml", cwd=folder).expect(0)
    return float(re.search(r"largest stable: ([0-9.e-]+) s", plan.out)[1])


def check_finite(result):
    """All numbers of the traces are finite; returns the largest."""
    largest = 0
    with h5py.File(result / "traces.h5") as traces:
        for group in traces["receivers"].values():
            for name in set(group) - {"label"}:
                values = group[name][()]
                assert np.isfinite(values).all(), f"{name}: {np.count_nonzero(~np.isfinite(values))} are not finite"
                largest = max(largest, np.abs(values).max(initial=0))
    return largest


def refused(unda, folder, *more, wanted=("unstable", "largest stable step")):
    outcome = unda.call("run", "small.toml", "--out", "result", "--overwrite", *more, cwd=folder).expect(1)
    for words in wanted:
        assert words in outcome.err, f"{outcome}\ndoes not tell: {words}"
    check_finite(folder / "result")
    assert json.loads((folder / "result/report.json").read_text())["status"] == "stopped"
    return outcome


def shorter_than_the_interval_of_looks(unda, folder):
    """A run that blows up and ends before the next regular look at the wavefield: the last step is always looked at."""
    written(folder, SMALL_2D)
    step = 1.7 * largest_step(unda, folder)
    for n in (49, 61):
        duration = n * step
        refused(unda, folder, "--set", f"time.step={step}", "--set", f"time.duration={duration}",
                "--set", f"time.sample_interval={duration / 300}")  # fmt: skip


BOX = """[domain]
x = [0, 600]
y = [0, 600]
z = [-600, 0]
[model]
vp = 1500.0
vs = 0.0
rho = 1000.0
[[source]]
kind = "explosion"
position = [250, 300, -200]
moment = 1e9
time_function = { kind = "ricker", frequency = 10, delay = 0.15 }
[[receivers]]
line = { from = [100, 300, -50], to = [500, 300, -50], count = 3 }
[time]
duration = 0.5
sample_interval = 0.01
[mesh]
spacing = 200
[solver]
method = "dg"
[solver.dg]
order = 2
absorbing_elements = 0
[output]
plots = false
"""
# A small scenario for each method, and the least multiple of its largest step at which waves surely grow: that of dg is a bound.
METHODS = {"fd": (SMALL_2D, [], 1.01), "sem": (SMALL_2D, ["--set", "solver.method=sem", "--set", "mesh.sem.spacing=50"], 1.01), "dg": (BOX, [], 1.5)}


def advice_helps(unda, folder):
    """A step just below the one that the message names is stable, and one above is not, in every method."""
    for text, choice, beyond in METHODS.values():
        written(folder, text)
        choice = [*choice, "--set", "time.duration=3"]
        outcome = refused(unda, folder, *choice, "--set", "time.step=0.03", "--set", "time.sample_interval=0.05")
        told = float(re.search(r"largest stable step, ([0-9.e-]+) s: leave time.step out, or take less", outcome.err)[1])
        refused(unda, folder, *choice, "--set", f"time.step={beyond * 1.01 * told}")
        for step in (["--set", f"time.step={0.995 * told}"], []):
            unda.call("run", "small.toml", "--out", "result", "--overwrite", *choice, *step, cwd=folder).expect(0)
            check_finite(folder / "result")


FLAT = """[domain]
x = [0, 400]
y = [0, 400]
z = [-400, 0]
[boundary]
default = "periodic"
top = "free"
bottom = "free"
[model]
kind = "layers"
""" + "".join(f"[[model.layer]]\ntop = {-7 * n}\nvp = {2000 - 100 * n}\nvs = {200 * n}\nrho = 1000\n" for n in range(6)) + """
[[source]]
kind = "explosion"
position = [230, 190, -210]
moment = 1e9
time_function = { kind = "ricker", frequency = 10, delay = 0.15 }
[[receivers]]
positions = [[150, 300, -50]]
[time]
duration = 1
sample_interval = 0.01
[mesh]
spacing = 100
[solver]
method = "dg"
[solver.dg]
order = 3
[output]
plots = false
"""


def advice_helps_within_the_limit(unda, folder):
    """The largest step of dg can be some percent too large: the message names one that is stable, and does not say that none is."""
    written(folder, FLAT)
    step = 0.999 * largest_step(unda, folder)
    outcome = refused(unda, folder, "--set", f"time.step={step}", wanted=("unstable", "can be some percent too large"))
    assert "will not help" not in outcome.err, outcome
    told = float(re.search(r"take time.step = ([0-9.e-]+[0-9])", outcome.err)[1])
    for given in (["--set", f"time.step={told}"], []):
        unda.call("run", "small.toml", "--out", "result", "--overwrite", *given, cwd=folder).expect(0)


def source_as_long_as_the_run(unda, folder):
    """Sources that never rest hide no growth, in any method, and raise no alarm where the step is stable."""
    t = np.arange(0, 1.501, 0.01)
    s = np.sin(2 * np.pi * 6 * t) * (1 - np.exp(-t / 0.2)) ** 2
    np.savetxt(folder / "s.txt", np.column_stack([t, s]))
    for method, (text, choice, beyond) in METHODS.items():
        # A rigid side: the closed form of sampled sources would take longer than the runs.
        written(folder, edited(text, (RICKER, SAMPLES))[0].replace('top = "free"\n', 'top = "free"\neast = "rigid"\n'))
        plan = unda.call("plan", "small.toml", *choice, cwd=folder).expect(0)
        step = beyond * float(re.search(r"largest stable: ([0-9.e-]+) s", plan.out)[1])
        # Whenever the run ends, growth to several times the wavefield is seen.
        for duration in (0.55, 0.8):
            this = [*choice, "--set", f"time.duration={duration}"]
            unda.call("run", "small.toml", "--out", "stable", "--overwrite", *this, cwd=folder).expect(0)
            outcome = unda.call("run", "small.toml", "--out", "result", "--overwrite", *this, "--set", f"time.step={step}", cwd=folder)
            assert outcome.code in (0, 1), outcome
            if outcome.code == 0:
                times = check_finite(folder / "result") / check_finite(folder / "stable")
                assert times < 4, f"{method}, {duration} s: {times:.3g} times the amplitude, and exit code 0"
        assert outcome.code == 1 and "largest stable step" in outcome.err, outcome


def growth_from_a_decayed_field(unda, folder):
    """The waves have left; what grows from rounding stays below what the source made, and is seen all the same."""
    text, _ = edited(SMALL_2D, ('top = "free"', 'top = "absorbing"'))
    written(folder, text)
    step = 1.0008 * largest_step(unda, folder)
    outcome = refused(unda, folder, "--set", f"time.step={step}", "--set", "time.duration=2.2",
                      "--set", "solver.precision=double", wanted=("energy grew", "no source active"))  # fmt: skip
    energies = re.search(r"grew from ([0-9.e+-]+) to ([0-9.e+-]+) J", outcome.err)
    assert float(energies[2]) < 1e3 * float(energies[1]), f"{outcome}\nnoticed late"
    assert check_finite(folder / "result") < 1e9, "the growth is in the traces"


LATE = """[[source]]
kind = "{kind}"
position = [700, -300]
{size}
time_function = {{ kind = "ricker", frequency = {frequency}, delay = {delay} }}
"""


def with_late_source(text, **about):
    return text.replace("[[receivers]]", LATE.format(**about) + "[[receivers]]")


def a_late_source_hides_no_growth(unda, folder):
    """However weak or strong it is: what grows while the first source rests, or works on, is seen before it begins."""
    text, _ = edited(SMALL_2D, ('top = "free"', 'top = "absorbing"'))
    written(folder, text)
    step = 1.0006 * largest_step(unda, folder)
    more = ["--set", f"time.step={step}", "--set", "solver.precision=double", "--set", "time.duration=20"]
    for moment in ("1.0", "1e9"):
        written(folder, with_late_source(text, kind="explosion", size=f"moment = {moment}", frequency=10, delay=20))
        outcome = refused(unda, folder, *more, wanted=("energy grew", "no source active"))
        assert float(re.search(r"t = ([0-9.]+) s", outcome.err)[1]) < 6, f"{outcome}\nnoticed late"
    # The first source is as long as the run.
    t = np.arange(0, 6.001, 0.01)
    np.savetxt(folder / "s.txt", np.column_stack([t, np.sin(2 * np.pi * 6 * t) * (1 - np.exp(-t / 0.2)) ** 2]))
    long, _ = edited(text, (RICKER, SAMPLES))
    written(folder, with_late_source(long, kind="explosion", size="moment = 1.0", frequency=10, delay=6))
    outcome = refused(unda, folder, "--set", f"time.step={1.0008 / 1.0006 * step}", "--set", "time.duration=6",
                      "--set", "time.sample_interval=0.01", wanted=("energy grew", "the sources account for"))  # fmt: skip
    assert float(re.search(r"t = ([0-9.]+) s", outcome.err)[1]) < 3, f"{outcome}\nnoticed late"


def late_sources_raise_no_alarm(unda, folder):
    """A million times as strong as the first, of its kind or another, of lower frequency, in attenuating layers."""
    layers, _ = edited(ROCK, ("duration = 0.8", "duration = 1.6"), ("spacing = 8.0", "spacing = 16.0"),
                       ('time_function = { kind = "ricker", frequency = 10, delay = 0.15 }',
                        'time_function = { kind = "ricker", frequency = 5, delay = 0.3 }'))  # fmt: skip
    layers = layers.replace("vs = 1000.0", "vs = 1000.0\nqp = 40\nqs = 20").replace("[-60]", "[-90]")
    water, _ = edited(SMALL_2D, ("duration = 0.5", "duration = 1.6"))
    for text, frequencies in ((water, (10, 2)), (layers, (5, 1))):
        for method in ("fd", "sem"):
            choice = ["--set", f"solver.method={method}", "--set", "mesh.sem.spacing=60"]
            for kind, size in (("explosion", "moment = 1e15"), ("force", "force = [1e12, 0]")):
                for frequency in frequencies:
                    late = dict(kind=kind, size=size, frequency=frequency, delay=1.2)
                    written(folder, with_late_source(text, **late))
                    outcome = unda.call("run", "small.toml", "--out", "result", "--overwrite", *choice, cwd=folder)
                    assert outcome.code == 0, f"{late}\n{outcome}"


def overflow_is_called_so(unda, folder):
    written(folder, SMALL_2D)
    for method in ("fd", "sem"):
        choice = ["--set", f"solver.method={method}", "--set", "mesh.sem.spacing=50", "--set", "source.moment=1e46"]
        outcome = refused(unda, folder, *choice, wanted=("overflow", 'solver.precision = "double"'))
        assert "unstable" not in outcome.err, outcome
        # The advice helps.
        unda.call("run", "small.toml", "--out", "result", "--overwrite", *choice, "--set", "solver.precision=double",
                  cwd=folder).expect(0)  # fmt: skip
        check_finite(folder / "result")


def samples_beyond_single_precision(unda, folder):
    """The wavefield fits, a trace of it does not: accelerations are velocities over a short time."""
    text, _ = edited(SMALL_1D, ('quantities = ["velocity", "displacement", "pressure"]', 'quantities = ["acceleration"]'),
                     ('precision = "double"', 'precision = "single"'))  # fmt: skip
    written(folder, text)
    unda.call("run", "small.toml", "--out", "result", cwd=folder).expect(0)
    usual = check_finite(folder / "result")
    moment = 1e9 * 5e38 / usual
    outcome = unda.call("run", "small.toml", "--out", "result", "--overwrite", "--set", f"source.moment={moment:.3e}",
                        cwd=folder).expect(1)  # fmt: skip
    assert "overflow" in outcome.err or "not finite in single precision" in outcome.err, outcome
    check_finite(folder / "result")


def sources_that_do_nothing_useful(unda, folder):
    late, _ = edited(SMALL_2D, (RICKER, RICKER.replace("0.15", "0.9")))
    sampled, _ = edited(SMALL_2D, (RICKER, SAMPLES))
    t = np.arange(0, 0.6, 0.002)
    cases = {
        "next to nothing": (late, None),
        "does nothing": (sampled, np.zeros_like(t)),
        "jumps to 1 of its peak": (sampled, np.cos(2 * np.pi * 6 * t)),
    }
    for words, (text, s) in cases.items():
        written(folder, text)
        if s is not None:
            np.savetxt(folder / "s.txt", np.column_stack([t, s]))
        outcome = unda.call("check", "small.toml", cwd=folder).expect(0)
        assert "warning" in outcome.out and words in outcome.out, f"{outcome}\nno warning: {words}"


def third_column_of_samples(unda, folder):
    text, _ = edited(SMALL_2D, (RICKER, SAMPLES))
    written(folder, text)
    (folder / "s.txt").write_text("# t s\n0 0 # start\n0.1, 1\n0.2 0 7\n")
    outcome = unda.call("check", "small.toml", cwd=folder).expect(2)
    assert "s.txt' line 4" in outcome.err and "and no more" in outcome.err, outcome


if __name__ == "__main__":
    main(shorter_than_the_interval_of_looks, advice_helps, advice_helps_within_the_limit, source_as_long_as_the_run, growth_from_a_decayed_field,
         a_late_source_hides_no_growth, late_sources_raise_no_alarm, overflow_is_called_so, samples_beyond_single_precision, sources_that_do_nothing_useful,
         third_column_of_samples)  # fmt: skip
