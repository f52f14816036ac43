"""The command `swap`: presets, JSON, exit codes, the table and errors."""

import csv
import json
import re
from functools import partial
from pathlib import Path

import pytest

from tests.support.commands import BAD_INPUT, GAVE_UP, IMPOSSIBLE, SOLVED, Command


@pytest.fixture
def swap(command: Command) -> Command:
    """Run the command `swap`."""
    return partial(command, "swap")


def test_six_knights_change_places_in_sixteen_moves(swap: Command) -> None:
    code, out, _ = swap("--from", "BBB/.../.../WWW", "--to", "WWW/.../.../BBB", "--json")
    answer = json.loads(out)
    assert (code, answer["status"]) == (SOLVED, "solved")
    assert len(answer["moves"]) == 16
    assert all(sorted((abs(a[0] - b[0]), abs(a[1] - b[1]))) == [1, 2] for a, b in answer["moves"])
    assert answer["positions"][0] == answer["settings"]["from"] == "BBB/.../.../WWW"
    assert answer["positions"][-1] == "WWW/.../.../BBB"
    assert len(answer["positions"]) == 17
    assert answer["work"]["positions"] <= 18_480


def test_json_has_the_digits_of_the_thesis(swap: Command) -> None:
    _, out, _ = swap("--from", "111222222000", "--writing", "digits", "--json")
    answer = json.loads(out)
    assert answer["settings"]["from"] == answer["positions"][0] == "111222222000"
    assert answer["positions"][-1] == "000222222111"
    code, out, _ = swap("--show", json.dumps(answer), "--writing", "digits", "--json")
    assert (code, json.loads(out)["positions"]) == (SOLVED, answer["positions"])


def test_the_danube_is_crossed_by_files(swap: Command) -> None:
    code, out, _ = swap("--preset", "danube", "--json")
    answer = json.loads(out)
    assert code == SOLVED
    assert len(answer["moves"]) == 19
    assert all(abs(ord(a) - ord(b)) in (1, 2) for a, b in answer["moves"])


def test_moves_are_written_as_a_table(swap: Command, tmp_path: Path) -> None:
    file = tmp_path / "moves.csv"
    assert swap("--preset", "guarini", "--output", str(file))[0] == SOLVED
    rows = list(csv.DictReader(file.read_text().splitlines()))
    assert [row["move"] for row in rows] == [str(k) for k in range(1, 17)]
    assert rows[-1]["position"] == "B.B/.../W.W"
    assert all(len(row["from"]) == len(row["to"]) == 2 for row in rows)


def test_ascii_text_shows_knights_and_moves(swap: Command) -> None:
    _, out, _ = swap("--preset", "guarini", "--headless", "--ascii")
    assert out.isascii()
    assert "3 B . B" in out
    moves = re.findall(r"(\d+)\.([a-c][1-3])-([a-c][1-3])", out)
    assert [int(number) for number, _, _ in moves] == list(range(1, 17))


BAD = {
    "lengths": (("--from", "BB/W"), "from has rows of different lengths: row 1 has 2 squares, row 2 has 1"),
    "letter": (("--from", "B?/.W"), "from has B?/.W, where row 1, column 2 is ?"),
    "empty": (("--from", "/"), "from is empty, but must be rows"),
    "boards": (("--from", "B./.W", "--to", "W../..B"), "to has 2 x 3 squares, but from has 2 x 2"),
    "numbers": (("--from", "BB./..W", "--to", "B../..W"), "from has 3 knights, but to has 2"),
    "preset": (("--preset", "nine"), "preset is nine, but must be one of guarini, six, danube"),
    "memory": (("--memory", "0"), "memory is 0, but must be a whole number from 1 to"),
}


@pytest.mark.parametrize(("arguments", "words"), BAD.values(), ids=BAD)
def test_errors_are_one_line_and_name_the_place(swap: Command, arguments: tuple[str, ...], words: str) -> None:
    code, out, err = swap(*arguments, "--json")
    assert (code, out) == (BAD_INPUT, "")
    assert err.startswith(f"knightwatch: {words}")
    assert err.count("\n") == 1


def test_an_impossible_swap_has_a_reason(swap: Command) -> None:
    code, out, _ = swap("--from", "B.B/.../W.W", "--to", "B.W/.../W.B", "--json")
    answer = json.loads(out)
    assert (code, answer["status"]) == (IMPOSSIBLE, "impossible")
    assert "form a ring" in answer["reason"]


def test_knights_cannot_change_colour(swap: Command) -> None:
    code, out, _ = swap("--from", "BB./..W", "--to", "BW./..W", "--json")
    assert code == IMPOSSIBLE
    assert "knights keep their colour" in json.loads(out)["reason"]


@pytest.mark.parametrize("solver", ["breadth", "both-ends", "best-first"])
def test_a_search_that_needs_too_much_memory_gives_up(swap: Command, solver: str) -> None:
    start = "BBBBBBBB/......../......../......../......../......../......../WWWWWWWW"
    code, out, _ = swap("--from", start, "--solver", solver, "--json")
    answer = json.loads(out)
    assert (code, answer["status"]) == (GAVE_UP, "gave-up")
    assert "2,048 MiB" in answer["reason"]
    assert answer["positions"] == [start]


def test_the_table_has_published_seconds_and_growth(swap: Command) -> None:
    code, out, _ = swap("--table")
    assert code == SOLVED
    assert "3+3        18,480" in out
    assert "2,325.753" in out
    assert "log10 of the seconds" in out


def test_a_table_with_a_gap_is_not_complete(swap: Command) -> None:
    code, out, _ = swap("--table", "--max-positions", "10", "--json")
    rows = json.loads(out)["rows"]
    assert (code, json.loads(out)["complete"]) == (GAVE_UP, False)
    assert [row["moves"] for row in rows][-1] is None
    assert "gave up" in swap("--table", "--max-positions", "10")[1]


def test_running_out_of_memory_gives_a_lower_bound(swap: Command) -> None:
    code, out, _ = swap("--from", "BBBBB/...../...../WWWWW", "--memory", "64", "--json")
    assert code == GAVE_UP
    assert re.search(r"none with fewer than \d+ moves$", json.loads(out)["reason"])
