"""Scripts for shells name every subcommand and its options, and bash completes with them."""

import shutil
import subprocess

from support import main


def commands_of(unda):
    out = unda.call("nonsense", cwd=".").err
    return out.split("commands: ")[1].splitlines()[0].split(", ")


def in_bash(unda, folder):
    script = unda.call("completion", "bash", cwd=folder).expect(0).out
    (folder / "unda.bash").write_text(script)

    def completed(*words):
        ask = f"source {folder}/unda.bash; COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; _unda; echo ${{COMPREPLY[@]}}"
        return subprocess.run(["bash", "-c", ask], capture_output=True, text=True, check=True).stdout.split()

    assert completed("unda", "ver") == ["verify"]
    assert set(commands_of(unda)) <= set(completed("unda", '""')) and "run" in commands_of(unda)
    assert completed("unda", "run", "--over") == ["--overwrite"]
    assert completed("unda", "bench", "--st") == ["--steps"]


def in_other_shells(unda, folder):
    for shell in ("zsh", "fish"):
        script = unda.call("completion", shell, cwd=folder).expect(0).out
        assert all(name in script for name in commands_of(unda)) and "overwrite" in script, shell
        if shutil.which(shell):
            (folder / shell).write_text(script)
            subprocess.run([shell, folder / shell], check=True)
    outcome = unda.call("completion", "tcsh", cwd=folder).expect(2)
    assert "bash" in outcome.err, outcome


main(in_bash, in_other_shells)
