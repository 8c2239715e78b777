"""`cmake --install` into an empty place: the program there runs the example there, with pictures, and version numbers agree."""

import os
import re
import subprocess

from support import QUICK, ROOT, main


def installed_program_runs(unda, folder):
    prefix = folder / "an installation"
    build = unda.program.parent
    subprocess.run(["cmake", "--install", build, "--prefix", prefix], check=True, capture_output=True)
    # A program in a build tree would find the pictures of the source tree.
    assert not list(folder.glob("**/CMakeCache.txt")) and not (folder / "python").exists()
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    command = [prefix / "bin/unda", "run", prefix / "share/unda/examples/quickstart.toml", "--set", "mesh.spacing=12"]
    environment = {**{key: value for key, value in os.environ.items() if key != "PYTHONPATH"}, **QUICK}
    done = subprocess.run(command, cwd=elsewhere, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done
    result = elsewhere / "results/quickstart"
    assert (result / "plots/well_pressure.png").is_file() and (result / "plots/model.png").is_file(), done
    assert [p.name for p in elsewhere.iterdir()] == ["results"], "something was left beside the result"
    for name in ("README.md", "LICENSE", "CHANGELOG.md", "CITATION.cff", "docs/guide.md"):
        assert (prefix / "share/doc/unda" / name).is_file(), f"{name} was not installed"
    assert not list(prefix.rglob("__pycache__")) and not list(prefix.rglob("*.cpp"))


def versions_agree(unda, folder):
    version = unda.call("--version", cwd=folder).expect(0).out.split()[1]
    citation = (ROOT / "CITATION.cff").read_text()
    assert re.search(r"^cff-version: 1\.2\.0$", citation, re.MULTILINE), citation
    assert re.search(rf"^version: {re.escape(version)}$", citation, re.MULTILINE), f"CITATION.cff is not of {version}"
    assert "## [Unreleased]" in (ROOT / "CHANGELOG.md").read_text()


if __name__ == "__main__":
    main(installed_program_runs, versions_agree)
