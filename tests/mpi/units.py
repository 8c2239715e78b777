"""The units of src/parallel on several ranks."""

import re
import subprocess

from support import environment, main


def ranks(unda, folder):
    program = unda.program.parent / "tests" / "unit_parallel"
    for n in (1, 2, 3):
        done = subprocess.run(["mpirun", "-n", str(n), "-x", "OMP_NUM_THREADS=1", str(program), "--gtest_filter=Ranks.*",
                               "--gtest_color=no"],
                              cwd=folder, env=environment(False, 2), capture_output=True, text=True, timeout=120)  # fmt: skip
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
        passed = re.findall(r"\[  PASSED  \] [1-9]\d* tests", done.stdout)
        assert len(passed) == n, done.stdout[-3000:]


main(ranks)
