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


if __name__ == "__main__":
    main(house)
