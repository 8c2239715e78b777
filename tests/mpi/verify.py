"""unda verify on several ranks: the same misfits as on one, one report, and the same exit codes."""

import json

from support import main
from support.scenarios import SMALL_2D, written


def same_on_two_ranks(unda, folder):
    written(folder, SMALL_2D)
    found = []
    for ranks in (1, 2):
        out = f"on{ranks}"
        unda.call("verify", "small.toml", "--methods", "fd", "--refine", "--out", out, cwd=folder, ranks=ranks).expect(0)
        assert (folder / out / "report.html").exists()
        found.append(json.loads((folder / out / "verify.json").read_text()))
    assert [f["ranks"] for f in found] == [1, 2] and found[0]["comparisons"] == found[1]["comparisons"]


def failures_on_two_ranks(unda, folder):
    written(folder, SMALL_2D)
    refused = unda.call("verify", "small.toml", "--methods", "sem", "--set", "solver.physics=acoustic_second_order", cwd=folder,
                        ranks=2).expect(2)  # fmt: skip
    assert refused.err.count("spectral elements take") == 1, refused
    beyond = unda.call("verify", "small.toml", "--methods", "fd", "--tolerance", "1e-6", cwd=folder, ranks=2).expect(1)
    assert beyond.err.count("do not agree within 1e-06") == 1, beyond


if __name__ == "__main__":
    main(same_on_two_ranks, failures_on_two_ranks)
