"""The command `tour`: examples, JSON, exit codes, files, questions and errors."""

import csv
import json
import os
import re
import shlex
import subprocess
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import declaration
from tests.support.commands import BAD_INPUT, GAVE_UP, IMPOSSIBLE, KNIGHTWATCH, SOLVED, Command, Printed

TOUR = puzzle("tour")
FIVE = ("--rows", "5", "--cols", "5")

Square = list[int]


@pytest.fixture
def tour(command: Command) -> Command:
    """Run the command `tour`."""
    return partial(command, "tour")


def answer(printed: Printed) -> dict[str, Any]:
    """Return the one JSON object on standard output."""
    assert printed[1].count("\n") == 1
    result: dict[str, Any] = json.loads(printed[1])
    return result


def joined(a: Square, b: Square) -> bool:
    return sorted((abs(a[0] - b[0]), abs(a[1] - b[1]))) == [1, 2]


def is_tour(path: list[Square], rows: int, cols: int, closed: bool = False) -> bool:
    legs = [*pairwise(path), (path[-1], path[0])] if closed else pairwise(path)
    return sorted(path) == [[r, c] for r in range(rows) for c in range(cols)] and all(joined(*leg) for leg in legs)


# Runs.


def test_the_published_run_from_a3_takes_63_states(tour: Command) -> None:
    line = "--rows 8 --cols 8 --start 5,0 --solver backtrack --order warnsdorff+wall --max-states 1000000"
    printed = tour(*line.split(), "--max-seconds", "15", "--json")
    result = answer(printed)
    assert printed[0] == SOLVED
    assert set(result) == {
        *("version", "puzzle", "solver", "status", "reason", "seed", "settings", "work", "seconds", "prepare_seconds"),
        *("path", "squares", "closed"),
    }
    assert (result["puzzle"], result["solver"], result["status"], result["reason"]) == (
        "tour",
        "backtrack",
        "solved",
        "",
    )
    assert set(result["settings"]) == set(declaration(TOUR, TOUR.solver("backtrack"))) - {"seed"}
    assert (result["work"]["states"], result["squares"], result["path"][0]) == (63, 64, [5, 0])
    assert is_tour(result["path"], 8, 8)
    assert result["closed"] == joined(result["path"][0], result["path"][-1])


def test_a_closed_tour_returns_to_its_start(tour: Command) -> None:
    printed = tour("--rows", "6", "--cols", "6", "--closed", "--json")
    result = answer(printed)
    assert (printed[0], result["solver"], result["status"], result["closed"]) == (SOLVED, "auto", "solved", True)
    assert is_tour(result["path"], 6, 6, closed=True)


def test_a_board_without_opposite_corners_is_proved_impossible(tour: Command) -> None:
    printed = tour("--rows", "8", "--cols", "8", "--holes", "0,0:7,7", "--json")
    result = answer(printed)
    assert (printed[0], result["status"], result["path"], result["squares"]) == (IMPOSSIBLE, "impossible", [], 0)
    assert "30 are light and 32 dark" in result["reason"]
    code, out, _ = tour("--holes", "a8:h1")
    assert code == IMPOSSIBLE
    assert out.startswith("tour of 8 x 8 without 2 squares by auto: proved impossible: a knight changes colour")
    assert (out.count("#"), out.count("●")) == (2, 32)


def test_warnsdorff_gives_up_with_its_longest_walk(tour: Command) -> None:
    printed = tour("--start", "a3", "--solver", "warnsdorff", "--json")
    result = answer(printed)
    assert (printed[0], result["status"], result["squares"], len(result["path"])) == (GAVE_UP, "gave-up", 62, 62)
    assert result["reason"] == "the rule reached a dead end on c4 after 62 of 64 squares"
    assert all(joined(*leg) for leg in pairwise(result["path"]))
    code, out, _ = tour("--start", "a3", "--solver", "warnsdorff", "--ascii")
    assert code == GAVE_UP
    assert out.isascii()
    assert "3   1 56 47" in out


def test_an_exhausted_search_proves_impossibility(tour: Command) -> None:
    line = ("--rows", "4", "--cols", "4", "--holes", "a1:b3", "--start", "b2")
    printed = tour(*line, "--solver", "backtrack", "--json")
    result = answer(printed)
    assert (printed[0], result["status"]) == (IMPOSSIBLE, "impossible")
    assert result["reason"].startswith(f"every walk from b2 was tried, {result['work']['states']} states in all")
    assert 1 < result["squares"] == len(result["path"]) < 14
    printed = tour(*line, "--json")
    assert (printed[0], answer(printed)["solver"]) == (IMPOSSIBLE, "auto")


@pytest.mark.parametrize(
    ("solver", "limit"),
    [("backtrack", "max-states"), ("genetic", "generations"), ("ants", "evaluations"), ("auto", "max-seconds")],
)
def test_a_limit_of_0_gives_up_at_once(solver: str, limit: str, tour: Command) -> None:
    printed = tour(*FIVE, "--solver", solver, f"--{limit}", "0", "--json")
    result = answer(printed)
    assert (printed[0], result["status"]) == (GAVE_UP, "gave-up")
    assert "limit of 0 " in result["reason"]
    counters = {name: number for name, number in result["work"].items() if name not in ("walks", "evaluations")}
    assert set(counters.values()) == {0}


def test_both_notations_give_the_same_run(tour: Command) -> None:
    def run(start: str, holes: str) -> dict[str, Any]:
        line = ("--rows", "6", "--cols", "5", "--start", start, "--holes", holes)
        result = answer(tour(*line, "--solver", "backtrack", "--seed", "3", "--json"))
        return {name: result[name] for name in ("status", "path", "work")}

    assert run("a1", "c3:c4") == run("5,0", "3,2:2,2") == run(" A1", "2, 2 : c3")


def test_another_order_of_moves_gives_another_tour(tour: Command) -> None:
    line = (*FIVE, "--start", "c3", "--solver", "backtrack", "--order", "fixed", "--json")
    usual, other = (answer(tour(*line, "--moves", moves)) for moves in ("12345678", "87654321"))
    assert is_tour(usual["path"], 5, 5)
    assert is_tour(other["path"], 5, 5)
    assert usual["path"] != other["path"]


def test_text_has_a_numbered_board_and_the_command(tour: Command) -> None:
    code, out, _ = tour(*FIVE, "--start", "c3", "--seed", "4", "--solver", "backtrack")
    assert code == SOLVED
    board = [line.split() for line in out.splitlines()[2:7]]
    assert [row[0] for row in board] == ["5", "4", "3", "2", "1"]
    assert sorted(int(cell) for row in board for cell in row[1:]) == list(range(1, 26))
    assert board[2][3] == "1"
    again = shlex.split(out[out.index("Again: ") :].removeprefix("Again: "))
    assert " ".join(again) == "knightwatch tour --solver backtrack --rows 5 --cols 5 --start c3 --seed 4"
    _, repeated, _ = tour(*again[2:])
    assert [line.split() for line in repeated.splitlines()[2:7]] == board


# Errors.


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("--start i1", ("start has i1", "outside the board of 8 x 8", "a1 to h8", "0,0 to 7,7")),
        ("--start 8,0", ("start has 8,0", "outside")),
        ("--start a0", ('start has "a0"', "not a square")),
        ("--start -1,0", ('start has "-1,0"', "not a square")),
        ("--start e", ('start has "e"', "e4", "4,4")),
        ("--start a1:b2", ('start has "a1:b2"', "not a square")),
        ("--start a1 --holes a1", ("holes has the start, a1",)),
        ("--start 7,0 --holes h1:a1", ("holes has the start, 7,0",)),
        ("--rows 1 --cols 2 --holes a1:b1", ("all squares", "at least one square must be left")),
        ("--holes a1::b2", ("holes has an empty place",)),
        ("--holes a1,b2", ('holes has "a1,b2"', "not a square")),
        ("--holes z1", ("holes has z1", "outside")),
        ("--rows -3", ("rows is -3", "from 1 to 1,000")),
        ("--cols 0", ("cols is 0", "from 1 to 1,000")),
        ("--rows 1001", ("rows is 1001", "from 1 to 1,000")),
        ("--rows eight", ("rows is eight", "a whole number")),
        ("--max-states -1", ("max-states is -1", "from 0")),
        ("--max-seconds -0.1", ("max-seconds is -0.1", "from 0")),
        ("--solver backtrack --moves 1234567", ("moves is 1234567", "each once")),
        ("--solver backtrack --order best", ("order is best", "warnsdorff+wall")),
        ("--order wall", ("order is ", "auto")),
        ("--solver magic", ("solver is magic", "auto, warnsdorff, backtrack")),
        ("--map --ten", ("--map and --ten", "one at a time")),
        ("--count --estimate 10", ("--count and --estimate", "one at a time")),
        ("--map --output map.csv", ("map.csv", ".json", ".txt")),
        ("--output tour.pdf", ("tour.pdf", ".txt, .json, .csv, .svg")),
        ("--estimate 0", ("estimate is 0", "from 1")),
        ("--estimate many", ("estimate is many", "a whole number")),
        ("--estimate=", ("estimate is empty", "a whole number")),
        ("--estimate", ("--estimate",)),
        ("--count --rows 20 --cols 20", ("too wide", "ask for an estimate")),
        ("--count --memory much", ("memory is much", "a number")),
        ("--count --threads 0", ("threads is 0", "a whole number from 1")),
        ("--memory 2", ("memory belongs to a question", "--count")),
        ("--ten --threads 2", ("threads belongs to a question", "--count")),
        ("--closed=maybe", ("closed is maybe", "yes or no")),
    ],
)
def test_errors_are_one_line(line: str, words: tuple[str, ...], tour: Command) -> None:
    code, out, err = tour(*line.split())
    assert (code, out) == (BAD_INPUT, "")
    assert err.startswith("knightwatch: ")
    assert err.endswith("\n")
    assert len(err.splitlines()) == 1
    for word in words:
        assert word in err


# Files.


def test_the_file_ending_chooses_the_format(tmp_path: Path, tour: Command) -> None:
    run = (*FIVE, "--start", "a1", "--seed", "3")
    files = {ending: tmp_path / f"tour.{ending}" for ending in ("txt", "json", "csv", "svg")}
    code, text, _ = tour(*run, "--output", str(files["txt"]))
    assert code == SOLVED
    assert files["txt"].read_text("utf-8") == text
    printed = tour(*run, "--json", "--output", str(files["json"]))
    assert files["json"].read_text("utf-8") == printed[1]
    path = answer(printed)["path"]
    tour(*run, "--output", str(files["csv"]))
    rows = list(csv.DictReader(files["csv"].read_text("utf-8").splitlines()))
    assert [[int(row["row"]), int(row["column"])] for row in rows] == path
    assert [int(row["step"]) for row in rows] == list(range(1, 26))
    tour(*run, "--output", str(files["svg"]))
    titles = [each.text for each in ElementTree.parse(files["svg"]).iter("{http://www.w3.org/2000/svg}title")]
    assert titles[:2] == ["A board of 5 x 5", "start: a1"]


@pytest.mark.parametrize("line", ["--holes a8:h1", "--start a3 --solver warnsdorff", "--max-states 0"])
def test_output_is_written_without_a_tour_too(line: str, tmp_path: Path, tour: Command) -> None:
    for ending in ("txt", "json", "csv", "svg"):
        path = tmp_path / f"tour.{ending}"
        code, _, err = tour(*line.split(), "--seed", "1", "--output", str(path))
        assert (code, err) == (IMPOSSIBLE if "holes" in line else GAVE_UP, "")
        assert path.read_text("utf-8")


# Questions.


def test_the_map_of_warnsdorff_has_two_failures(tmp_path: Path, tour: Command) -> None:
    line = ("--map", "--solver", "warnsdorff", "--start", "h8")
    code, out, err = tour(*line, "--output", str(tmp_path / "map.json"))
    assert (code, err) == (SOLVED, "")
    assert "tour of 8 x 8 by warnsdorff: found from 62 of 64 starts" in out
    assert out.count("✓") == 63
    lines = [row.split() for row in out.splitlines()[:8]]
    assert (lines[5][:2], lines[3][:3]) == (["3", "×"], ["5", "✓", "×"])
    result = json.loads((tmp_path / "map.json").read_text())
    trials = result["methods"]["warnsdorff"]
    assert (result["question"], result["complete"], len(trials)) == ("map", True, 64)
    assert [trial["start"] for trial in trials if trial["status"] != "solved"] == [[3, 1], [5, 0]]
    assert result["counts"] == {"solved": 62, "impossible": 0, "gave-up": 2, "failed": 0}


def test_the_map_counts_proofs_and_gave_up(tour: Command) -> None:
    result = answer(tour("--map", *FIVE, "--solver", "backtrack", "--max-states", "0", "--json"))
    assert result["counts"] == {"solved": 0, "impossible": 12, "gave-up": 13, "failed": 0}
    _, out, _ = tour("--map", "--rows", "1", "--cols", "3", "--holes", "a1", "--ascii")
    assert out.isascii()
    assert out.splitlines()[0].split() == ["1", "#", "-", "-"]


def test_ten_starts_as_table_and_json_agree(tmp_path: Path, tour: Command) -> None:
    line = ("--ten", *FIVE, "--solver", "backtrack", "--max-states", "2000", "--seed", "1")
    code, out, _ = tour(*line, "--ascii", "--output", str(tmp_path / "ten.txt"))
    assert (code, out.isascii()) == (SOLVED, True)
    assert (tmp_path / "ten.txt").read_text() == out
    result = answer(tour(*line, "--json"))
    assert (result["question"], result["complete"], result["seed"]) == ("ten", True, 1)
    methods = ["warnsdorff", "backtrack warnsdorff", "backtrack wall", "backtrack warnsdorff+wall"]
    assert list(result["methods"]) == methods
    rows = [re.findall(r" (-|[ox] [\d,]+)", row) for row in out.splitlines()[3:13]]
    signs = {"solved": "o", "impossible": "-", "gave-up": "x"}
    for place, trials in enumerate(result["methods"].values()):
        assert len({tuple(trial["start"]) for trial in trials}) == 10
        cells = [signs[trial["status"]] + f" {trial['states']:,}" * (trial["states"] > 0) for trial in trials]
        assert cells == [row[place] for row in rows]
        assert out.splitlines()[13].split("of")[place].split()[-1] == str(sum(cell[0] == "o" for cell in cells))


def test_a_small_board_has_fewer_than_ten_starts(tour: Command) -> None:
    _, out, _ = tour("--ten", "--rows", "3", "--cols", "3")
    assert out.splitlines()[0] == "tour of 3 x 3, 9 random starts"


def test_5_x_5_has_1728_open_tours(tour: Command) -> None:
    printed = tour("--count", *FIVE, "--json")
    result = answer(printed)
    assert (printed[0], result["question"], result["complete"]) == (SOLVED, "count", True)
    assert result["open"] == {"directed": 1728, "undirected": 864} == result["published"]["open"]
    assert result["closed"]["directed"] == 0
    assert sum(map(sum, result["starts"])) == 1728
    _, out, _ = tour("--count", *FIVE)
    assert ["open,", "directed", "1,728", "1,728"] in [line.split() for line in out.splitlines()]


def test_an_estimate_has_an_interval_and_the_published_number(tour: Command) -> None:
    line = ("--estimate", "20000", *FIVE, "--seed", "1")
    printed = tour(*line, "--json")
    result = answer(printed)
    assert (printed[0], result["question"], result["probes"], result["done"]) == (SOLVED, "estimate", 20_000, 20_000)
    low, high = result["directed"]["interval"]
    assert low < 1728 < high
    assert result["published"]["directed"] == 1728
    _, out, _ = tour(*line)
    assert "published: 1,728" in out


def test_help_lists_every_question(tour: Command) -> None:
    code, out, _ = tour("--help")
    assert code == SOLVED
    words = " ".join(out.replace("│", " ").split())
    for question in TOUR.questions:
        assert f"--{question.name} " in words
        assert question.summary in words


# The signs that a terminal knows.


@pytest.mark.parametrize("line", ["--rows 4 --cols 5 --closed", "--rows 4 --cols 5 --start b2"])
def test_ascii_text_is_ascii_for_every_reason(line: str, tour: Command) -> None:
    code, out, _ = tour(*line.split(), "--ascii")
    assert code == IMPOSSIBLE
    assert out.isascii()


def test_an_ascii_encoding_does_not_crash() -> None:
    ended = subprocess.run(
        [KNIGHTWATCH, "tour", "--rows", "4", "--cols", "5", "--closed"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )
    assert (ended.returncode, ended.stderr) == (IMPOSSIBLE, "")
