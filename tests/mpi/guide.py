"""The tasks of docs/guide.md that ask for several ranks, done as they stand there."""

import re
import shlex

from support import main
from support.bits import same_bits
from support.guide import indented, section, set_to, with_tables
from support.scenarios import QUICKSTART

QUICK = set_to("output.plots=false", "time.duration=0.4", "mesh.max_frequency=20")


def commands(text):
    """Ranks and arguments of each printed call."""
    found = [(int(ranks), shlex.split(line)) for ranks, line in re.findall(r"^    mpirun -n (\d+) build/unda (.*)$", text, re.MULTILINE)]
    assert found, "no command in this section"
    return found


def several_ranks(unda, folder):
    (folder / "FILE.toml").write_text(QUICKSTART.read_text())
    unda.call("run", "FILE.toml", "--out", "alone", *QUICK, cwd=folder).expect(0)
    for ranks, arguments in commands(section("Several ranks")):
        told = unda.call(*arguments, *QUICK, cwd=folder, ranks=ranks).expect(0).out
        assert f"{ranks} ranks" in told, told
    same_bits(folder / "alone/traces.h5", folder / "results/FILE/traces.h5")


def restart(unda, folder):
    """The run that a batch system gives its time, and one that goes on from its last checkpoint."""
    text = section("Long runs: checkpoints, restart, time limits")
    (folder / "FILE.toml").write_text(with_tables(QUICKSTART.read_text(), indented(text)))
    quick = [*QUICK, *set_to("output.checkpoint.every_steps=70")]
    by_word = {"--restart" in arguments: (ranks, arguments) for ranks, arguments in commands(text)}
    for again in (False, True):
        ranks, arguments = by_word[again]
        told = unda.call(*arguments, *quick, cwd=folder, ranks=ranks).expect(0).out
        assert ("going on from step" in told) == again, told
        if not again:
            (folder / "results/FILE/traces.h5").rename(folder / "in_one_go.h5")
    same_bits(folder / "in_one_go.h5", folder / "results/FILE/traces.h5")


main(several_ranks, restart)
