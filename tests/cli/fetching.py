"""./unda without root: UNDA_FETCH=1 unpacks packages into a folder beside the build directory. The real scripts and a real package, with
an apt-get that has only that one."""

import os
import shutil
import subprocess

from launcher import call, calls, tree
from support import main

THING = "unda-test-thing"  # no package of Debian
APT_GET = """#!/bin/bash
echo "$*" >> "${0%/*}/../apt-get calls"
[ ! -e "${0%/*}/../no network" ] || { echo 'E: no network'; exit 100; }
for word in "$@"; do case $word in Dir::Cache::Archives=*) archives=${word#*=} ;; install) wanted=yes ;; esac; done
[ -z "${wanted:-}" ] || cp "${0%/*}/../thing.deb" "$archives/"
"""
NOT_ROOT = "#!/bin/bash\necho 1000\n"
NO_SUDO = "#!/bin/bash\nexit 1\n"


def without_root(folder, name="a tree"):
    """A tree that needs the package, in which `id` says that we are not root."""
    place = tree(folder, name)
    (place / "scripts/packages.txt").write_text(f"bash\n{THING}\n")
    content = folder / "content"
    if not content.exists():
        for path, text in (("DEBIAN/control", f"Package: {THING}\nVersion: 1\nArchitecture: all\nMaintainer: none <none@none>\nDescription: -\n"),
                           ("usr/share/thing/data", "data"), ("usr/share/doc/thing/copyright", "none"),
                           ("usr/lib/python3/dist-packages/thing.py", "print('thing')\n")):  # fmt: skip
            (content / path).parent.mkdir(parents=True, exist_ok=True)
            (content / path).write_text(text)
        (content / "usr/lib/link").symlink_to("/usr/share/thing/data")
        subprocess.run(["dpkg-deb", "--build", content, folder / "thing.deb"], check=True, capture_output=True)
        call(tree(folder, "warm"), folder, "info")  # makes the tools
        for tool, text in (("apt-get", APT_GET), ("id", NOT_ROOT), ("sudo", NO_SUDO)):
            (folder / "tools" / tool).write_text(text)
            (folder / "tools" / tool).chmod(0o755)
    return place


def fetched_and_used(_, folder):
    place = without_root(folder)
    done = call(place, folder, "info", UNDA_FETCH="1")
    assert done.returncode == 0 and done.stdout == "ran: info\n" and THING in done.stderr, done
    packages = place / "build-packages"
    assert (packages / "root/usr/lib/link").read_text() == "data"  # a link into the system means the folder
    assert not os.readlink(packages / "root/usr/lib/link").startswith("/")
    assert not (packages / "root/usr/share/doc").exists() and not (packages / "archives").exists()
    assert str(packages / "root/usr") in (place / "prefixes").read_text(), (place / "prefixes").read_text()
    n_calls = len((folder / "apt-get calls").read_text().splitlines())
    for _ in range(2):  # and never again
        shutil.rmtree(place / "build")
        again = call(place, folder, "info")
        assert again.returncode == 0 and "fetching" not in again.stderr, again
    assert len((folder / "apt-get calls").read_text().splitlines()) == n_calls
    assert str(packages / "root/usr") in (place / "prefixes").read_text()
    # Elsewhere, too.
    moved = shutil.move(place, folder / "moved")
    python = subprocess.run([moved / "build-packages/bin/python3", "-c", "import thing"], capture_output=True, text=True)
    assert python.stdout == "thing\n", python


def only_when_asked(_, folder):
    place = without_root(folder)
    done = call(place, folder, "info")
    assert done.returncode == 1 and f"apt-get install -y --no-install-recommends {THING}" in done.stderr, done
    assert "UNDA_FETCH=1" in done.stderr and not (place / "build-packages").exists() and not (place / "calls").exists()


def failures_are_told(_, folder):
    place = without_root(folder)
    (folder / "no network").write_text("")
    done = call(place, folder, "info", UNDA_FETCH="1")
    assert done.returncode == 1 and "E: no network" in done.stderr and "could not fetch" in done.stderr, done
    (folder / "no network").unlink()
    assert call(place, folder, "info", UNDA_FETCH="1").returncode == 0 and calls(place) == ["configured", "built"]


if shutil.which("dpkg-deb"):
    main(fetched_and_used, only_when_asked, failures_are_told)
