"""Runs of a scenario by several methods beside its exact seismograms: what bench/layered_models and bench/contrasts share."""
import json
import os
import subprocess
import sys
import time


def call(program, folder, *arguments):
    start = time.monotonic()
    own = {**os.environ, "TMPDIR": str(folder)}  # for MPI, which other programs may use at the same time
    done = subprocess.run([program, *map(str, arguments)], cwd=folder, capture_output=True, text=True, env=own)
    return done, time.monotonic() - start


def make_exact(program, folder, scenario):
    """Leaves them in `exact`; the seconds it took."""
    done, seconds = call(program, folder, "reference", scenario, "--out", "exact", "--overwrite")
    if done.returncode != 0:
        sys.exit(f"unda reference: {done.stderr}\n{(folder / scenario).read_text()}")
    return seconds


def compare(program, folder, trace, reference):
    """Misfits by group, and of the worst receiver."""
    done, _ = call(program, folder, "compare", trace, reference, "--json")
    if done.returncode != 0:
        sys.exit(f"unda compare: {done.stderr}")
    found = json.loads(done.stdout)
    groups = {group["group"]: group["misfit"] for group in found["comparisons"][0]["groups"]}
    worst = found["worst"]
    return groups, worst["misfit"], f"{worst['receiver']} {worst['component']}"


def misfits(program, folder, scenario, method, *settings):
    """Of a run against `exact`, as a row of a table; `refused` where the method cannot take the scenario, `failed` where it ended."""
    words = [word for pair in (f"solver.method={method}", "output.plots=false", *settings) for word in ("--set", pair)]
    done, seconds = call(program, folder, "run", scenario, "--out", method, "--overwrite", *words)
    if done.returncode == 2:
        return {"method": method, "refused": done.stderr.split(": ", 3)[-1].strip()}
    if done.returncode != 0:
        return {"method": method, "failed": done.stderr.strip()}
    groups, worst, place = compare(program, folder, method, "exact")
    report = json.loads((folder / method / "report.json").read_text())
    expected = report["expected_misfit"]
    return {"method": method, "groups": groups, "true": max(groups.values()), "worst": worst, "place": place,
            "foretold": expected["misfit"], "wavelengths": expected["wavelengths"], "mesh": report["mesh"],
            "points": report["points_per_shortest_wavelength"], "order": report["order"], "seconds": seconds}  # fmt: skip
