"""docs/gallery.md is what scripts/make_gallery writes, with all its pictures, which stay small."""

import subprocess
import sys

from support import ROOT, main


def page_and_pictures(unda, folder):
    done = subprocess.run([sys.executable, ROOT / "scripts/make_gallery", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


main(page_and_pictures)
