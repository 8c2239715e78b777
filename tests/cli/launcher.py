"""./unda in trees of all kinds: paths with spaces, copied and moved trees, builds that were stopped. The real scripts, with a cmake and
a ninja that only note what they were asked for."""

import os
import shutil
import subprocess
import threading

from support import ROOT, main

CMAKE = """#!/bin/bash
while [ $# -gt 0 ]; do case $1 in -S) home=$2; shift ;; -B) build=$2; shift ;; esac; shift; done
echo configured >> "$home/calls"
echo "$CMAKE_PREFIX_PATH" > "$home/prefixes"
printf 'CMAKE_HOME_DIRECTORY:INTERNAL=%s\\nCMAKE_CACHEFILE_DIR:INTERNAL=%s\\n' "$home" "$build" > "$build/CMakeCache.txt"
echo 'build unda' > "$build/build.ninja"
"""
NINJA = """#!/bin/bash
cd "$2"
if [ "$3" = -t ]; then grep -q "build $5" build.ninja; exit; fi
[ -e unda ] && exit 0
echo built >> ../calls
[ "$(grep -c . ../broken 2>/dev/null)" = 1 ] && { echo 'error: broken'; exit 1; }
for n in 1 2 3; do echo "[$n/3] Building $n"; sleep "${PACE:-0}"; done
printf '#!/bin/bash\\necho "ran: $*"\\n' > unda
chmod +x unda
"""


def tree(folder, name):
    place = folder / name
    (place / "scripts").mkdir(parents=True)
    shutil.copy(ROOT / "unda", place)
    for script in ("prepare.sh", "fetch_packages.sh", "packages.txt"):
        shutil.copy(ROOT / "scripts" / script, place / "scripts")
    (place / "scripts/packages.txt").write_text("bash\n")
    return place


def call(place, folder, *arguments, **variables):
    tools = folder / "tools"
    if not tools.exists():
        tools.mkdir()
        for name, text in (("cmake", CMAKE), ("ninja", NINJA)):
            (tools / name).write_text(text)
            (tools / name).chmod(0o755)
    kept = {k: v for k, v in os.environ.items() if k != "UNDA_BUILD_DIR"}
    return subprocess.run([str(place / "unda"), *arguments], cwd=folder, capture_output=True, text=True, timeout=60,
                          env={**kept, "PATH": f"{tools}:{os.environ['PATH']}", **variables})  # fmt: skip


def calls(place):
    return (place / "calls").read_text().split()


def spaces(_, folder):
    place = tree(folder, "a tree with spaces")
    done = call(place, folder, "run", "a file.toml")
    assert done.returncode == 0 and done.stdout == "ran: run a file.toml\n", done
    assert "configuring" in done.stderr and "building unda" in done.stderr, done.stderr
    quiet = call(place, folder, "info")
    assert quiet.stderr == "" and calls(place) == ["configured", "built"], quiet


def copied_and_moved(_, folder):
    place = tree(folder, "one")
    call(place, folder, "info")
    for how in (shutil.copytree, shutil.move):
        other = folder / f"other {how.__name__}"
        how(place, other)
        done = call(other, folder, "info")
        assert done.returncode == 0 and "building anew here" in done.stderr and str(place) in done.stderr, done
        assert calls(other)[-2:] == ["configured", "built"], calls(other)
        assert call(other, folder, "info").stderr == ""
    # The same tree by another name is no other tree.
    (folder / "link").symlink_to(other)
    assert call(folder / "link", folder, "info").stderr == ""
    # A build directory outside belongs to who made it.
    third = tree(folder, "third")
    done = call(third, folder, "info", UNDA_BUILD_DIR=str(other / "build"))
    assert done.returncode == 1 and "UNDA_BUILD_DIR" in done.stderr and (other / "build/unda").exists(), done


def stopped_builds_go_on(_, folder):
    place = tree(folder, "one")
    (place / "broken").write_text("yes")
    done = call(place, folder, "info")
    assert done.returncode == 1 and "error: broken" in done.stderr and "the build failed" in done.stderr, done
    (place / "broken").unlink()
    assert call(place, folder, "info").returncode == 0
    for damage in ("", "half a li"):
        (place / "build/build.ninja").write_text(damage)
        (place / "build/unda").unlink()
        assert call(place, folder, "info").returncode == 0, damage


def progress(_, folder):
    place = tree(folder, "one")
    done = call(place, folder, "info", PACE="0.5", UNDA_PROGRESS_SECONDS="0.4")
    assert "building: 2 of 3 steps" in done.stderr, done.stderr
    assert "\x1b" not in done.stderr and "\r" not in done.stderr


def two_at_once(_, folder):
    place = tree(folder, "one")
    outcomes = []
    callers = [threading.Thread(target=lambda: outcomes.append(call(place, folder, "info", PACE="0.3"))) for _ in range(2)]
    call(tree(folder, "warm"), folder, "info")  # makes the tools
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert [o.returncode for o in outcomes] == [0, 0] and calls(place).count("built") == 1, (outcomes, calls(place))


if __name__ == "__main__":
    main(spaces, copied_and_moved, stopped_builds_go_on, progress, two_at_once)
