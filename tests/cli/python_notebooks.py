"""examples/python: every notebook runs as it stands, with the package of this tree and the library beside the program.

A notebook is a file of cells; what the value of a cell would show in a notebook is made here, too.
"""

import os
import re
import subprocess
import sys

from support import ROOT, main

NOTEBOOKS = ROOT / "examples/python"
# Runs the cells of a file one after the other, and shows the value of each as Jupyter would.
SHOWN = """
import ast, sys

path, scope = sys.argv[1], {"__name__": "__main__"}
tree = ast.parse(open(path, encoding="utf-8").read(), path)
for statement in tree.body:
    if isinstance(statement, ast.Expr):
        value = eval(compile(ast.Expression(statement.value), path, "eval"), scope)
        rich = [getattr(value, show)() for show in ("_repr_html_", "_repr_png_") if hasattr(value, show)]
        assert value is None or repr(value), f"line {statement.lineno} shows nothing"
        assert not rich or any(rich), f"line {statement.lineno} shows nothing"
    else:
        exec(compile(ast.Module([statement], []), path, "exec"), scope)
"""


def run(unda, folder, name, *command):
    environment = {**os.environ, "UNDA_LIBRARY": str(unda.program.parent / "libunda.so"), "PYTHONPATH": str(ROOT / "python"),
                   "OMP_NUM_THREADS": "1", "MPLBACKEND": "Agg", "TMPDIR": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}  # fmt: skip
    done = subprocess.run([sys.executable, *command], cwd=folder, env=environment, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, (name, done.stdout, done.stderr)
    # A cable that passes over its source has receivers too near to it, and is told so.
    told = [line for line in done.stderr.splitlines() if "Warning" in line and "that of a point source" not in line]
    assert not told, (name, done.stderr)
    return done.stdout


def shown(unda, folder, name):
    """Cell by cell, with what is shown of their values."""
    script = folder / "shown.py"
    script.write_text(SHOWN)
    return run(unda, folder, name, str(script), str(NOTEBOOKS / name))


def a_first_wave(unda, folder):
    out = shown(unda, folder, "first_wave.py")
    misfit = re.search(r"misfit to the closed form: ([\d.]+)%", out)
    assert float(misfit.group(1)) < 2, out


def a_model_of_my_own(unda, folder):
    out = shown(unda, folder, "own_model.py")
    behind, ends = map(int, re.search(r"come (\d+) ms later, at the ends (\d+) ms", out).groups())
    assert behind > 2 * ends >= 0 and re.search(r"energy was looked at [1-9]\d times", out), out


def an_earthquake(unda, folder):
    out = shown(unda, folder, "earthquake_obspy.py")
    if "ObsPy is not installed" in out:
        print("obspy is not installed: its cells were left out")
    else:
        assert "9 Trace(s)" in out and "XX.EAST.V0.BXZ" in out, out


def three_methods(unda, folder):
    out = shown(unda, folder, "three_methods.py")
    misfits = {name: float(figure) for name, figure in re.findall(r"(fd|sem|dg): misfit to the closed form ([\d.]+)%", out)}
    assert set(misfits) == {"fd", "sem", "dg"} and max(misfits.values()) < 2, out


def many_shots(unda, folder):
    """As a script: its processes read it again."""
    out = run(unda, folder, "many_shots.py", str(NOTEBOOKS / "many_shots.py"))
    assert out.count("(47, 201)") == 4, out
    assert float(re.search(r"there and back differ by (\S+)", out).group(1)) < 1e-5, out


def all_are_tested(unda, folder):
    names = {path.name for path in NOTEBOOKS.glob("*.py")}
    assert names == {"first_wave.py", "own_model.py", "earthquake_obspy.py", "three_methods.py", "many_shots.py"}, names


if __name__ == "__main__":
    main(all_are_tested, a_first_wave, a_model_of_my_own, an_earthquake, three_methods, many_shots)
