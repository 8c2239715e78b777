"""What every method must show: a run that goes on from a checkpoint has the bits of one in one go, and ways of communicating send alike."""

import json
import re

from support.bits import same_bits


def goes_on(unda, folder, out, *given, **how):
    """Of case.toml, that has been run into `out` with these options: its last checkpoint lies before its end, and what follows comes again."""
    result = folder / out
    steps = json.loads((result / "report.json").read_text())["steps"]
    (result / "traces.h5").rename(folder / "in_one_go.h5")
    outcome = unda.call("run", "case.toml", "--out", out, "--restart", *given, cwd=folder, **how).expect(0)
    again = re.search(r"going on from step (\d+)", outcome.out)
    assert again and 0 < int(again[1]) < steps, outcome
    same_bits(folder / "in_one_go.h5", result / "traces.h5")


def ways_of_communicating(unda, folder):
    """Of case.toml on two ranks: the bytes that a step sends, the same where it sends at all, and where it waits."""
    sent = {}
    for mode in ("overlap", "blocking", "nosend", "off"):
        outcome = unda.call("bench", "case.toml", "--steps", "3", "--comm", mode, "--json", cwd=folder, ranks=2).expect(0)
        line = json.loads(outcome.out.splitlines()[-1])
        assert line["ranks"] == 2 and line["comm"] == mode, line
        sent[mode] = line["bytes_sent_per_step"]
    assert sent["overlap"] == sent["blocking"] > 0 and sent["nosend"] == sent["off"] == 0, sent
    return sent["overlap"]
