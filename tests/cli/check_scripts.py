"""What ./check judges by scripts: the rules of the house, and the seconds that tests take."""

import os
import shutil
import subprocess

from support import ROOT, main


def called(folder, script, *arguments, **variables):
    """Exit code and all that it printed, of the script as it stands in a tree of its own."""
    (folder / "scripts").mkdir(exist_ok=True)
    shutil.copy(ROOT / "scripts" / script, folder / "scripts")
    done = subprocess.run([folder / "scripts" / script, *arguments], capture_output=True, text=True, env={**os.environ, **variables})
    return done.returncode, done.stdout + done.stderr


def house(unda, folder):
    """A room that includes or declares what is above it is told with file and line; what is below may be declared."""
    file = folder / "src/model/earth.hpp"
    file.parent.mkdir(parents=True)
    file.write_text("// The earth.\nnamespace unda::physics {\nstruct Law;\n}\nnamespace unda::model {\n}\n")
    assert called(folder, "check_house") == (0, "the house is in order\n")
    cases = {"namespace unda::mesh {\nclass Regions;\n}": "src/model/earth.hpp:2: model must not declare mesh",
             "namespace unda::mesh { class Regions; }": "src/model/earth.hpp:2: model must not declare mesh",
             '#include "mesh/regions.hpp"': "src/model/earth.hpp:2: model must not include mesh"}  # fmt: skip
    for line, told in cases.items():
        file.write_text(f"// The earth.\n{line}\n")
        assert called(folder, "check_house") == (1, told + "\n"), line
    file.unlink()
    (folder / "src/sem").mkdir()
    (folder / "src/sem/step.hpp").write_text("// A step.\nnamespace unda::fd {\nclass Grid;\n}\n")
    assert called(folder, "check_house") == (1, "src/sem/step.hpp:2: one method declares another\n")


def times(unda, folder):
    """Seconds of processors are judged, those by the clock and of long tests are not."""

    def told(*cases, **variables):
        rows = [f'<testcase name="{name}" time="{clock}"><system-out>ok\n{said}</system-out></testcase>' for name, clock, said in cases]
        (folder / "tests.xml").write_text(f"<testsuite>{''.join(rows)}</testsuite>")
        return called(folder, "check_times", folder / "tests.xml", **variables)

    code, text = told(("verify_lamb.Lamb.Solid", 9000, "CPU seconds: 12.5\n"), ("cli.snapshots", 7, ""))
    assert code == 0 and "12.5 s  verify_lamb.Lamb.Solid" in text and "7.0 s  cli.snapshots (by the clock)" in text, text
    assert "7.0 of these are by the clock" in text and "19.5 of 1020  all" in text, text
    assert told(("cli.snapshots", 9000, ""), ("verify_edges_long.EdgesLong.All", 9000, "CPU seconds: 9000\n"))[0] == 0
    slow = ("verify_lamb.Lamb.Solid", 1, "CPU seconds: 3\nCPU seconds: 2551\n")
    code, text = told(slow)
    assert code == 1 and "the tests took 2551 seconds of processors, more than 2550, which is 2.5 times their budget" in text, text
    assert "over the budget" in text and told(slow, UNDA_SLOWER="1.1")[0] == 0


if __name__ == "__main__":
    main(house, times)
