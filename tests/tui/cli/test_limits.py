"""Limits of the system and odd environments: one line instead of a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.attacks import within
from tests.support.commands import BAD_INPUT, COMPLETE, GAVE_UP, KNIGHTWATCH
from tests.support.terminals import started

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


LITTLE = """
import resource, sys
from pathlib import Path
from knightwatch.tui.cli import headless, main
from knightwatch.engine.plans.catalog import PUZZLES
[puzzle.solvers for puzzle in PUZZLES]
used = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmData"))
limit = (int(used.split()[1]) << 10) + (MIB << 20)
resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
sys.exit(main.run(sys.argv[1:]))
"""
"""Runs a command with few MiB of memory more than its modules take."""


@pytest.mark.parametrize("mib", [4, 16, 40])
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems do not limit the data of a process")
def test_a_command_without_memory_ends_with_one_sentence_and_code_4(mib: int, tmp_path: Path) -> None:
    script = LITTLE.replace("MIB", str(mib))
    board = ("tour", "--rows", "1000", "--cols", "1000", "--solver", "divide", "--json")
    ended = subprocess.run(
        [sys.executable, "-c", script, *board], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == GAVE_UP
    assert "Traceback" not in ended.stderr
    assert "memory" in (json.loads(ended.stdout)["reason"] if ended.stdout else ended.stderr)


@pytest.mark.parametrize("limit", ["ulimit -v 102400", "ulimit -d 51200"])
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems do not limit the data of a process")
def test_too_little_memory_to_start_is_one_sentence_and_code_4(limit: str, tmp_path: Path) -> None:
    ended = run_after(limit, tmp_path, "race", "queens", "--n", "8", "--json")
    assert (ended.returncode, ended.stdout) == (GAVE_UP, "")
    assert ended.stderr.startswith("knightwatch: the memory limit is")
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize("limit", ["ulimit -v 153600", "ulimit -d 92160"])
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems do not limit the data of a process")
def test_a_sweep_ends_if_workers_do_not_fit_into_memory(limit: str, tmp_path: Path) -> None:
    ended = run_after(limit, tmp_path, *SWEEP)
    assert ended.returncode == GAVE_UP
    assert ended.stderr.startswith("knightwatch: the memory is full")
    assert ended.stderr.count("\n") == 1


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems do not limit the data of a process")
def test_workers_without_memory_for_compiled_code_interpret(tmp_path: Path) -> None:
    ended = run_after("ulimit -v 307200", tmp_path, *SWEEP)
    assert (ended.returncode, ended.stderr) == (COMPLETE, "")


GENETIC = ("tour", "--solver", "genetic", "--rule", "0", "--rows", "12", "--cols", "12")


@pytest.mark.parametrize("limit", ["ulimit -v 307200", "ulimit -d 112640"])
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems do not limit the data of a process")
def test_a_search_is_interpreted_if_compiled_code_does_not_fit_into_memory(limit: str, tmp_path: Path) -> None:
    ended = run_after(limit, tmp_path, *GENETIC, "--tours", "1000", "--generations", "300", "--seed", "1", "--json")
    assert ended.returncode in (COMPLETE, GAVE_UP)
    assert json.loads(ended.stdout)["puzzle"] == "tour"
    assert "too little for compiled code" in ended.stderr


@pytest.mark.parametrize("limit", ["ulimit -v", "ulimit -d"])
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems do not limit the data of a process")
def test_a_screen_works_under_a_memory_limit_or_says_what_it_needs(limit: str, tmp_path: Path) -> None:
    with started(tmp_path, *GENETIC, program=within(tmp_path, f"{limit} 204800")) as terminal:
        assert terminal.wait() == GAVE_UP
        assert b"a screen needs" in terminal.written
        assert b"Traceback" not in terminal.written
    with started(tmp_path, *GENETIC, program=within(tmp_path, f"{limit} 307200")) as terminal:
        terminal.read_until(lambda: terminal.shows("paused"), PATIENCE)
        terminal.send("n")
        terminal.read_until(lambda: terminal.shows("Generation 1"), PATIENCE)
        terminal.send("?")
        terminal.read_until(lambda: terminal.shows("esc closes"), PATIENCE)
        terminal.send("\x1b[21~")
        assert terminal.wait() == COMPLETE
