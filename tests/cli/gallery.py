"""docs/gallery.md is what scripts/make_gallery writes, with all its pictures, which stay small; the README names every example."""

import re
import subprocess
import sys

from support import ROOT, main


def page_and_pictures(unda, folder):
    done = subprocess.run([sys.executable, ROOT / "scripts/make_gallery", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def every_example_is_named(unda, folder):
    entry = re.search(r"^- \[examples/\]\(examples\).*?(?=^- )", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)[0]
    named = set(re.findall(r"`(\w+)`", entry))
    examples = {path.stem for path in (ROOT / "examples").glob("*.toml")}
    assert named == examples, named ^ examples


main(page_and_pictures, every_example_is_named)
