"""Limits of the system and odd environments: one line instead of a traceback."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.support.commands import BAD_INPUT, COMPLETE, KNIGHTWATCH

SWEEP = ("sweep", "evolve", "--n", "8", "--vary", "k=2,3", "--repeat", "2", "--json")
PATIENCE = 180.0
"""Seconds for a program that compiles its kernels, on a busy machine."""


def run_after(preparation: str, folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a shell, after a command that sets a limit."""
    own = {f"XDG_{kind}_HOME": str(folder / "own") for kind in ("DATA", "STATE", "CONFIG")}
    return subprocess.run(
        ["sh", "-c", f'{preparation} && exec "$@"', "sh", KNIGHTWATCH, *arguments],
        cwd=folder,
        env=os.environ | own | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.parametrize("preparation", ["ulimit -n 16", "mkdir gone && cd gone && rmdir ../gone"])
def test_a_sweep_that_cannot_start_processes_says_so_in_one_line(preparation: str, tmp_path: Path) -> None:
    ended = run_after(preparation, tmp_path, *SWEEP)
    assert (ended.returncode, ended.stdout) == (BAD_INPUT, "")
    assert ended.stderr.startswith("knightwatch: ")
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize(("variable", "value"), [("NUMBA_DISABLE_JIT", "1"), ("NUMBA_NUM_THREADS", "0")])
def test_a_sweep_and_a_race_run_where_numba_cannot(variable: str, value: str, tmp_path: Path) -> None:
    race = ("race", "queens", "--n", "8", "--json")
    for arguments in (SWEEP, race):
        ended = run_after(":", tmp_path, *arguments, **{variable: value})
        assert ended.returncode == COMPLETE
        assert "Traceback" not in ended.stderr
    assert variable in ended.stderr  # the race says so
