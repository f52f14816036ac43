"""The command `race`: its output, its exit codes and its errors."""

import csv
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from knightwatch.engine.core.run import Run
from knightwatch.engine.lab.races import race
from knightwatch.engine.plans.catalog import PUZZLES
from tests.support.commands import BAD_INPUT, GAVE_UP, IMPOSSIBLE, INTERRUPTED, SOLVED, Command
from tests.support.own import COUNT, write

TOURS = ("race", "tour", "--start", "a3", "--seed", "7", "--solver", "warnsdorff", "--solver", "backtrack")
NARROW = ("race", "tour", "--rows", "3", "--cols", "4", "--holes", "b2", "--seed", "7")
"""A board without a tour. Only the exact decision of `auto` proves it, no theorem."""


def test_json_text_and_csv_agree(command: Command, tmp_path: Path) -> None:
    code, out, _ = command(*TOURS, "--json")
    assert (code, out.count("\n")) == (SOLVED, 1)
    result = json.loads(out)
    assert (result["puzzle"], result["question"], result["by"], result["seed"]) == ("tour", "race", "work", 7)
    assert (result["complete"], result["first_by_work"], result["first_by_time"]) == (
        True,
        ["backtrack"],
        ["backtrack"],
    )
    facts = [(racer["racer"], racer["status"], racer["steps"], racer["unit"]) for racer in result["racers"]]
    assert facts == [("warnsdorff", "gave-up", 61, "state"), ("backtrack", "solved", 63, "state")]
    assert len(result["racers"][1]["path"]) == 64

    written = tmp_path / "race.csv"
    code, text, _ = command(*TOURS, "--output", str(written))
    assert code == SOLVED
    rows = list(csv.DictReader(written.read_text("utf-8").splitlines()))
    assert [(row["racer"], row["status"], int(row["steps"]), row["unit"]) for row in rows] == facts
    assert [row["place_by_work"] for row in rows] == ["", "1"]
    assert re.search(r"^ *warnsdorff +gave up +61 squares entered ", text, re.MULTILINE)
    assert re.search(r"^ *backtrack +solved +63 squares entered .* 1st +1st$", text, re.MULTILINE)
    assert re.search(r"First by work and by time: backtrack, 63 squares entered, [\d.]+ .?s: ", text)


def test_the_printed_command_repeats_the_race(command: Command) -> None:
    entries = ("--solver", "backtrack:order=fixed,max-states=900", "--solver", "backtrack", "--solver", "ants")
    _, text, _ = command("race", "tour", "--rows", "5", "--cols", "5", "--max-seconds", "9", *entries, "--by", "time")
    again = text.rsplit("Again: ", 1)[1].strip()
    _, repeated, _ = command(*shlex.split(again)[1:])
    assert repeated.rsplit("Again: ", 1)[1].strip() == again

    def table(text: str) -> list[str]:
        return re.findall(r"^ *\S+ +(?:solved|gave up) +[\d,]+ \w+", text, re.MULTILINE)

    assert table(repeated) == table(text)
    assert len(table(text)) == 3


@pytest.mark.parametrize("puzzle", [puzzle.name for puzzle in PUZZLES])
def test_the_first_solvers_race_by_default(puzzle: str, command: Command) -> None:
    code, out, _ = command("race", puzzle, "--seed", "3", "--json")
    assert code == SOLVED
    expected = [solver.name for each in PUZZLES if each.name == puzzle for solver in each.solvers[:4]]
    assert [racer["solver"] for racer in json.loads(out)["racers"]] == expected


def test_exit_code_prefers_solved_to_impossible(command: Command) -> None:
    assert command(*TOURS)[0] == SOLVED
    code, text, _ = command(*NARROW, "--solver", "auto", "--solver", "warnsdorff")
    assert code == IMPOSSIBLE
    assert "First by work and by time: auto" in text
    assert command("race", "tour", "--holes", "a8:h1", "--solver", "auto", "--solver", "warnsdorff")[0] == IMPOSSIBLE


def test_exit_code_if_no_racer_finds_an_answer(command: Command) -> None:
    code, text, _ = command(*NARROW, "--solver", "warnsdorff", "--solver", "genetic:generations=3")
    assert code == GAVE_UP
    assert text.count("gave up") >= 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "race needs a puzzle: one of tour, swap, queens"),
        (("chess",), "puzzle is chess, but must be one of tour, swap, queens"),
        (("tour", "--solver", "auto"), "2 to 4 racers, but there are 1"),
        (("tour", *["--solver", "auto"] * 5), "2 to 4 racers, but there are 5"),
        (("tour", "--solver", "auto", "--solver", "hare"), "solver is hare, but must be one of auto"),
        (("tour", "--solver", "auto", "--solver", "warnsdorff", "--pop", "9"), "pop is "),
        (("tour", "--by", "luck"), "by is luck, but must be one of work, time"),
        (("tour", "--rows", "0"), "rows is 0, but must be a whole number from 1"),
        (("tour", "--theme", "pink"), "theme is pink, but must be one of dark, light"),
        (("queens", "--output", "race.svg"), "output is race.svg, but its name must end in"),
        (("queens", "--hedgehog", "1"), "See knightwatch race queens --help"),
    ],
)
def test_errors_are_one_line(arguments: tuple[str, ...], words: str, command: Command) -> None:
    code, out, error = command("race", *arguments)
    assert (code, out, error.count("\n")) == (BAD_INPUT, "", 1)
    assert error.startswith("knightwatch: ")
    assert words in error


def test_ascii_is_ascii(command: Command) -> None:
    assert command(*TOURS, "--ascii")[1].isascii()


def test_an_interrupted_race_prints_its_results_so_far() -> None:
    endless = ("--solver", "backtrack:order=fixed", "--solver", "genetic:generations=1000000,rule=100")
    script = (
        "import sys\nfrom knightwatch.tui.cli.main import run\n"
        "from knightwatch.engine.lab.races.race import Race\nold = Race.slices\n"
        "def slices(self):\n"
        "    for _ in old(self):\n"
        "        if self.level > 50_000: print('going', file=sys.stderr, flush=True)\n"
        "        yield\n"
        "Race.slices = slices\nsys.exit(run(sys.argv[1:]))"
    )
    arguments = ("race", "tour", *endless, "--max-states", "1000000000", "--seed", "7", "--json")
    root = Path(__file__).parents[3]
    with subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        env=os.environ | {"PYTHONPATH": str(root)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr
        assert any("going" in line for line in process.stderr)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    assert process.returncode == INTERRUPTED
    result = json.loads(out)
    assert result["complete"] is False
    assert [racer["reason"] for racer in result["racers"]] == ["stopped before the end"] * 2
    assert all(racer["steps"] > 0 for racer in result["racers"])


# Solvers of users.


def test_files_race_with_settings_of_their_own_and_shared_ones(command: Command, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        write(tmp_path / name / "count.py", COUNT)
    code, out, _ = command(
        "race",
        "queens",
        "--solvers",
        "min-conflicts,a/count.py:most=3,b/count.py",
        "--most",
        "5",
        "--seed",
        "1",
        "--json",
    )
    assert code == SOLVED
    racers = {racer["racer"]: racer for racer in json.loads(out)["racers"]}
    assert {name: racer["steps"] for name, racer in racers.items() if racer["code"] == "Python"} == {
        "a/count.py": 3,
        "b/count.py": 5,
    }
    code, out, _ = command("race", "queens", "--solver", "min-conflicts", "--solver=a/count.py", "--most", "4")
    assert code == SOLVED
    assert "count.py is interpreted Python" in out
    again = shlex.split(out.strip().splitlines()[-1].removeprefix("Again: knightwatch "))
    assert f"{tmp_path / 'a' / 'count.py'}:most=4" in again
    assert command(*again)[0] == SOLVED


def test_wrong_files_in_a_race_are_one_line(command: Command, tmp_path: Path) -> None:
    write(tmp_path / "count.py", COUNT)
    for solvers in ("evolve,missing.py", "evolve,count.py:greed=1", "count.py", "evolve,"):
        code, _, err = command("race", "queens", "--solvers", solvers)
        assert (code, err.count("\n")) == (BAD_INPUT, 1), solvers


def test_compiling_is_printed_once_not_for_each_per_cent(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def compiling(run: Run) -> Iterator[str]:
        yield from run.preparing()
        words = "compiling before the clock starts, only once"
        yield from (f"{words}: {share}%, about {100 - share} s more" for share in range(0, 101, 10))

    monkeypatch.setattr(race, "made_ready", compiling)
    _, _, err = command("race", "tour", "--solvers", "warnsdorff,backtrack", "--start", "a3", "--seed", "1")
    assert err.count("compiling") == 1
