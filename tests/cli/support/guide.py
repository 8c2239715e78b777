"""The tasks of docs/guide.md as they are printed: sections, their blocks of TOML and Python, their commands."""

import re
import shlex
import subprocess

from . import ROOT


def section(title):
    text = (ROOT / "docs/guide.md").read_text()
    assert f"\n## {title}\n" in text, f"the guide has no task `{title}`"
    return text.split(f"\n## {title}\n")[1].split("\n## ")[0]


def block(text, language):
    return re.search(rf"```{language}\n(.*?)```", text, re.DOTALL)[1]


def indented(text):
    """The first indented block of a section."""
    return "".join(line[4:] + "\n" for line in re.search(r"\n((?:    .*\n|\n)+)", text)[1].splitlines())


def with_tables(scenario, tables):
    """The scenario with these tables in place of those of the same names."""
    names = set(re.findall(r"^\[+(\w+)\]", tables, re.MULTILINE))
    kept = [part for part in re.split(r"^(?=\[)", scenario, flags=re.MULTILINE)
            if not (match := re.match(r"\[+(\w+)", part)) or match[1] not in names]  # fmt: skip
    return "".join(kept) + "\n" + tables


def set_to(*changes):
    """Arguments that change keys for one run."""
    return [word for change in changes for word in ("--set", change)]


def done_as_printed(unda, folder, text, leave_out=(), shorter=()):
    """Every command of a section but some, in a folder that has the examples; runs without pictures, and shorter. What they said."""
    if not (folder / "examples").exists():
        (folder / "examples").symlink_to(ROOT / "examples")
    said = []
    for line in re.findall(r"^    \./unda ((?:.*\\\n)*.*)$", text, re.MULTILINE):
        line, _, target = line.partition(" > ")
        arguments = shlex.split(line.replace("\\\n", " "), comments=True)
        if any(word in arguments for word in leave_out):
            continue
        if arguments[0] == "run":
            arguments += ["--set", "output.plots=false", *shorter]
        said.append(unda.call(*arguments, cwd=folder).expect(0).out)
        if target:
            (folder / target.strip()).write_text(said[-1])
    assert said, "no command in this section"
    return said


def python_of(text, folder):
    """What the section's Python prints, and what the guide says that it prints."""
    done = subprocess.run(["/usr/bin/python3", "-c", block(text, "python")], cwd=folder, check=True, capture_output=True, text=True)
    printed = re.search(r"```python\n.*?```\n\n((?:    [^\n]*\n)*)", text, re.DOTALL)[1]
    return done.stdout, "".join(line[4:] + "\n" for line in printed.splitlines())
