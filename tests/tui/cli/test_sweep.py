"""The command `sweep`: its output, its errors, and how it continues after an interrupt or a crash."""

import csv
import json
import os
import re
import select
import shlex
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench.terminal import Terminal
from knightwatch.engine.core.declaration import allowed, option
from knightwatch.engine.plans.catalog import PUZZLES, puzzle, unambiguous_names
from knightwatch.engine.plans.plan import declaration
from knightwatch.tui.cli.options.common import COMMON
from tests.support.commands import BAD_INPUT, COMPLETE, INTERRUPTED, Command
from tests.support.own import COUNT, hosts, write

ROOT = Path(__file__).parents[3]
PROGRAM = (sys.executable, "-c", "from knightwatch.tui.cli.main import main; main()")
SMALL = ("sweep", "min-conflicts", "--vary", "n=8,12", "--vary", "trials=5:45:40", "--repeat", "6", "--workers", "1")
LONG = ("sweep", "min-conflicts", "--vary", "n=64,65", "--trials", "20", "--repeat")
ENDLESS = "50000"
"""Repetitions of runs of a few milliseconds: more than any test waits for."""
PATIENCE = 120.0


def test_json_text_and_csv_agree(command: Command, tmp_path: Path) -> None:
    code, out, _ = command(*SMALL, "--json")
    assert (code, out.count("\n")) == (COMPLETE, 1)
    result = json.loads(out)
    assert (result["puzzle"], result["question"], result["solver"]) == ("queens", "sweep", "min-conflicts")
    assert (result["complete"], result["repeat"], result["axes"]) == (True, 6, ["n", "trials"])
    assert [cell["at"] for cell in result["cells"]] == [{"n": n, "trials": t} for n in (8, 12) for t in (5, 45)]

    written = tmp_path / "runs.csv"
    code, text, _ = command(*SMALL, "--output", str(written))
    assert code == COMPLETE
    rows = list(csv.DictReader(written.read_text("utf-8").splitlines()))
    assert len(rows) == 24
    for cell in result["cells"]:
        mine = [row for row in rows if {name: int(row[name]) for name in ("n", "trials")} == cell["at"]]
        assert (len(mine), sum(row["status"] == "solved" for row in mine)) == (6, cell["solved"])
        assert all(row["steps"] == row["work_trials"] for row in mine)
        line = re.search(rf"^ *{cell['at']['n']} +{cell['at']['trials']} +6 +(\d+) %", text, re.MULTILINE)
        assert line
        assert int(line[1]) == round(100 * cell["solved"] / 6)
    assert "success in %, against n" in text
    assert "┤" in text
    assert "\x1b" not in text


def test_a_seed_of_the_csv_repeats_its_run(command: Command, tmp_path: Path) -> None:
    command("sweep", "min-conflicts", "--vary", "n=8,12", "--repeat", "2", "--output", str(tmp_path / "runs.csv"))
    for row in csv.DictReader((tmp_path / "runs.csv").read_text("utf-8").splitlines()):
        _, out, _ = command("queens", "--solver", "min-conflicts", "--n", row["n"], "--seed", row["seed"], "--json")
        result = json.loads(out)
        assert (result["status"], str(result["work"]["trials"])) == (row["status"], row["steps"])


def test_the_printed_command_shows_the_stored_results(command: Command) -> None:
    _, first, _ = command(*SMALL)
    again = shlex.split(next(line for line in first.splitlines() if line.startswith("Again: ")))[1:]
    assert again[0] == "knightwatch"
    code, second, _ = command(*again[1:])
    assert (code, second) == (COMPLETE, first)


def test_again_deletes_results_and_repeat_adds_some(command: Command, own_store: Path) -> None:
    def seconds() -> dict[tuple[str, int], float]:
        base = sqlite3.connect(own_store)
        try:
            return {(cell, at): s for cell, at, s in base.execute("SELECT cell, repetition, seconds FROM run")}
        finally:
            base.close()

    command(*SMALL)
    first = seconds()
    command(*SMALL[:-3], "8", "--workers", "1")
    assert first.items() < seconds().items()
    assert len(seconds()) == 32
    command(*SMALL, "--again")
    assert len(seconds()) == 32, "--again deletes only the repetitions of this sweep"
    assert not first.items() & seconds().items()


def test_ascii_text_has_the_notes(command: Command) -> None:
    code, out, _ = command(
        "sweep", "warnsdorff", "--vary", "start=a1,b1", "--max-seconds", "9", "--repeat=2", "--ascii"
    )
    assert code == COMPLETE
    assert out.isascii()
    assert "max-seconds limits" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), ("solver is empty", "evolve", "warnsdorff")),
        (("magic",), ("solver is magic", "evolve", "warnsdorff")),
        (("evolve", "more"), ("more is not understood; see knightwatch sweep evolve --help",)),
        (("evolve", "--vary"), ("--vary", "knightwatch sweep evolve --help")),
        (("evolve", "--vary", "k"), ("vary is k, but must be a setting and its values",)),
        (("evolve", "--vary", "k=0,2"), ("k is 0, but must be a whole number from 1 to 32 (in the cell k=0)",)),
        (("evolve", "--vary", "colour=2"), ("colour is ", "evolve", "n, pop")),
        (("evolve", "--trials", "2"), ("--trials", "knightwatch sweep evolve --help")),
        (("evolve", "--n", "0"), ("n is 0, but must be a whole number from 1",)),
        (("evolve", "--repeat", "0"), ("repeat is 0, but must be a whole number from 1 to 100,000",)),
        (("evolve", "--workers", "none"), ("workers is none, but must be a whole number from 1 to 256",)),
        (("evolve", "--workers", "2", "--scheduler", "x"), ("choose one",)),
        (("evolve", "--theme", "pink"), ("theme is pink", "dark", "light")),
        (("evolve", "--output", "runs.svg"), ("runs.svg", ".json or .txt or .csv")),
        (("evolve", "--store", "/dev/null/x"), ("store is /dev/null/x",)),
    ],
)
def test_errors_are_one_line(arguments: tuple[str, ...], words: tuple[str, ...], command: Command) -> None:
    code, out, err = command("sweep", *arguments)
    assert (code, out) == (BAD_INPUT, "")
    assert err.startswith("knightwatch: ")
    assert err.count("\n") == 1
    for word in words:
        assert word in err


def test_help_lists_solvers_settings_and_allowed_values(command: Command) -> None:
    def words(*arguments: str) -> str:
        code, out, _ = command(*arguments, "--help")
        assert code == 0
        return " ".join(re.sub(r"[│╭╮╰╯─]", " ", out).split())

    assert "sweep Laboratory: many runs of a solver" in words()
    listed = words("sweep")
    for each in PUZZLES:
        assert f"{each.name} any of its solvers" in listed
        for solver in each.solvers:
            line = f"{solver.name} {solver.summary}." if solver.name in unambiguous_names() else f"also {solver.name}"
            assert line in listed
    queens = puzzle("queens")
    help_text = words("sweep", "evolve")
    for name, field in declaration(queens, queens.solver("evolve")).items():
        assert f"--{option(name)} " in help_text
        assert f"{field.description} ({allowed(field)}" in help_text
    shared = COMMON.keys() - {"all", "at", "curves"}
    for name in ("vary", "repeat", "workers", "scheduler", "store", "again", *shared):
        assert f"--{name} " in help_text
    assert "--trials" not in help_text
    assert "--preset" in words("sweep", "genetic")


def test_a_puzzle_and_a_solver_name_what_to_sweep(command: Command) -> None:
    code, out, _ = command("sweep", "queens", "--solver", "backtrack", "--vary", "n=4,5", "--repeat", "1", "--json")
    assert code == COMPLETE
    assert (json.loads(out)["puzzle"], json.loads(out)["solver"]) == ("queens", "backtrack")
    code, _, err = command("sweep", "backtrack", "--vary", "n=4,5")
    assert code == BAD_INPUT
    assert "tour and queens" in err
    assert "sweep queens --solver backtrack" in err


def test_a_file_is_swept_over_its_settings(command: Command, tmp_path: Path) -> None:
    path = write(tmp_path / "count.py", COUNT)
    line = ("sweep", "queens", "--solver", "count.py", "--n", "4", "--vary", "most=2,5", "--repeat", "2")
    code, out, _ = command(*line, "--json")
    assert code == COMPLETE
    result = json.loads(out)
    assert (result["solver"], result["axes"], result["unit"]) == ("count.py", ["most"], "step")
    assert [cell["gave_up"] for cell in result["cells"]] == [2, 2]
    assert any("interpreted Python" in note for note in result["notes"])
    _, text, _ = command(*line)
    assert f"knightwatch sweep queens --solver {path}" in text
    assert not hosts()


def test_an_edited_file_is_run_again_and_a_moved_one_is_not(command: Command, tmp_path: Path) -> None:
    path = write(tmp_path / "count.py", COUNT)
    (tmp_path / "deep").mkdir()

    def seconds(solver: str) -> list[str]:
        command("sweep", "queens", "--solver", solver, "--n", "4", "--repeat", "2", "--output", "runs.csv")
        rows = list(csv.DictReader((tmp_path / "runs.csv").read_text("utf-8").splitlines()))
        (tmp_path / "runs.csv").unlink()
        return [row["seconds"] for row in rows]

    first = seconds("count.py")
    path.rename(tmp_path / "deep" / "count.py")
    assert seconds("deep/count.py") == first, "stored results are keyed by the contents"
    write(tmp_path / "deep" / "count.py", COUNT + "    # edited")
    assert seconds("deep/count.py") != first


def test_failed_runs_are_counted(command: Command, tmp_path: Path) -> None:
    write(tmp_path / "mine.py", "def solve(problem, random):\n    yield []\n    1 / 0\n")
    code, out, _ = command("sweep", "queens", "--solver", "mine.py", "--vary", "n=4,5", "--repeat", "2", "--json")
    result = json.loads(out)
    assert (code, [cell["failed"] for cell in result["cells"]]) == (COMPLETE, [2, 2])
    assert [cell["gave_up"] for cell in result["cells"]] == [0, 0]
    assert any("4 runs failed" in note for note in result["notes"])


@pytest.mark.parametrize(
    "words", [("count.py",), ("queens", "--solver", "missing.py"), ("queens", "--solver", "count.py", "--vary", "k=1")]
)
def test_wrong_files_are_one_line(command: Command, tmp_path: Path, words: tuple[str, ...]) -> None:
    write(tmp_path / "count.py", COUNT)
    code, _, err = command("sweep", *words)
    assert (code, err.count("\n")) == (BAD_INPUT, 1)


# The program itself.


def started(*arguments: str, **options: Any) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*PROGRAM, *arguments], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, **options
    )


def stored(store: Path) -> list[tuple[Any, ...]]:
    if not store.exists():
        return []
    base = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    try:
        return base.execute("SELECT * FROM run ORDER BY cell, repetition").fetchall()
    except sqlite3.OperationalError:  # the tables do not exist yet
        return []
    finally:
        base.close()


def wait_for_runs(process: "subprocess.Popen[str]", store: Path, number: int) -> None:
    while len(stored(store)) < number:
        try:
            process.wait(0.02)
        except subprocess.TimeoutExpired:
            continue
        pytest.fail("the sweep ended too early")


def descendants(of: int) -> set[int]:
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    family = {of}
    while more := {child for child, parent in parents.items() if parent in family} - family:
        family |= more
    return family - {of}


def assert_continues(command: Command, store: Path, before: list[tuple[Any, ...]]) -> None:
    """Continue a sweep for a few more runs, and check that the stored ones are unchanged."""
    repeat = len(before) // 2 + 6
    code, out, _ = command(*LONG, str(repeat), "--json", "--workers", "1")
    assert code == COMPLETE
    assert [cell["runs"] for cell in json.loads(out)["cells"]] == [repeat, repeat]
    assert set(before) < set(stored(store))
    assert len(stored(store)) == 2 * repeat


def test_an_interrupted_sweep_continues(own_store: Path, command: Command) -> None:
    with started(*LONG, ENDLESS, "--workers", "2") as process:
        wait_for_runs(process, own_store, 3)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == INTERRUPTED
    assert "of 100,000 " in out
    assert_continues(command, own_store, stored(own_store))


def test_a_killed_sweep_continues_and_leaves_no_process(own_store: Path, command: Command) -> None:
    with started(*LONG, ENDLESS, "--workers", "2") as process:
        wait_for_runs(process, own_store, 5)
        code, out, err = command(*LONG, "2")
        assert (code, out) == (BAD_INPUT, "")
        assert "another knightwatch" in err
        ends = [os.pidfd_open(each) for each in descendants(process.pid)]
        before = stored(own_store)
        process.kill()
    assert len(ends) >= 2
    for end in ends:
        assert select.select([end], [], [], PATIENCE)[0]
        os.close(end)
    assert set(before) <= set(stored(own_store))
    assert_continues(command, own_store, stored(own_store))


def test_a_sweep_on_the_screen_restores_the_terminal(own_store: Path, tmp_path: Path) -> None:
    env = {**os.environ, "TERM": "xterm-256color", "XDG_STATE_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    with Terminal([*PROGRAM, *SMALL], env) as terminal:
        before = terminal.modes()
        terminal.read_until(lambda: terminal.shows("All 24 runs are done."), PATIENCE)
        terminal.read_until(lambda: terminal.shows("success in %, against n"), PATIENCE)
        terminal.send("\r")
        terminal.read_until(lambda: terminal.shows("Runs of this cell"))
        terminal.send("\x1b[21~")
        assert terminal.wait() == COMPLETE
        assert terminal.modes() == before
    assert len(stored(own_store)) == 24
