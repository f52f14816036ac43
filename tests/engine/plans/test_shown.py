"""Answers from elsewhere: read in all notations, checked and described."""

import json
import shlex
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch import solve
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.shown import ShownAnswer, ShownAnswers
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.tui.output.text import summary
from tests.support.commands import KNIGHTWATCH


def show(of: str, text: str, /, **values: str) -> ShownAnswer:
    question = next(each for each in puzzle(of).questions if each.name == "show")
    inquiry = Plan.read(puzzle(of), {"seed": "1"} | values).ask(question, text)
    assert isinstance(inquiry, ShownAnswer)
    assert list(inquiry.slices()) == []
    assert (inquiry.status() is Status.SOLVED) == (not inquiry.faults)
    return inquiry


# Tours


def tour(rows: int = 5, cols: int = 6, **values: Any) -> list[list[int]]:
    found = solve(TourProblem(rows=rows, cols=cols, **values), seed=1)
    return [list(square) for square in found.answer.path]


def grid(path: list[list[int]], rows: int, cols: int, first: int = 1) -> str:
    numbers = {tuple(square): str(k) for k, square in enumerate(path, first)}
    return "\n".join(" ".join(numbers.get((r, c), ".") for c in range(cols)) for r in range(rows))


def notations(path: list[list[int]]) -> list[str]:
    names = " ".join(f"{'abcdef'[col]}{5 - row}" for row, col in path)
    ours = json.dumps({"path": path, "settings": {"rows": 5, "cols": 6, "holes": None, "closed": False}})
    squares = names.split()
    numbered = np.array([line.split() for line in grid(path, 5, 6).splitlines()], int)
    return [
        grid(path, 5, 6),
        grid(path, 5, 6, first=0),
        names,
        ", ".join(squares),
        ",".join(squares),
        "-".join(squares),
        ":".join(squares),
        " ".join(f"{k}. {square}" for k, square in enumerate(squares, 1)),
        " ".join(f"{here}-{there}" for here, there in pairwise(squares)),
        ", ".join(f"{k}.{here}-{there}" for k, (here, there) in enumerate(pairwise(squares), 1)),
        json.dumps(squares),
        json.dumps(path),
        ours,
        str([tuple(square) for square in path]),
        str([tuple(square) for square in path])[1:-1],
        " ".join(f"{row},{col}" for row, col in path),
        " ".join(f"[{col},{row}]" for row, col in path) + "\n",
        str([6 * row + col for row, col in path]),
        str(numbered),
        repr(numbered),
        f"{np.array(path)}",
        "step,row,column\n" + "".join(f"{k},{row},{col}\n" for k, (row, col) in enumerate(path, 1)),
        f"tour,closed,squares\n1,yes,{':'.join(squares)}\n",
    ]


def test_all_notations_give_the_same_tour() -> None:
    path = tour(closed=True)
    for text in notations(path):
        shown = show("tour", text, rows="5", cols="6")
        assert shown.faults == []
        assert shown.found == {"path": path, "squares": 30, "closed": True}
        assert shown.facts[0].startswith("The tour is closed")
        assert len(shown.board().trail) == 30


def test_a_tour_that_fills_another_board_needs_no_size() -> None:
    path = tour(closed=True)
    numbers = str([6 * row + col for row, col in path])
    for text in notations(path):
        if text != numbers:
            assert show("tour", text).faults == []


def test_pairs_are_columns_and_rows_if_squares_are_named_so() -> None:
    path = tour(closed=True)
    text = str([(col, row) for row, col in path])
    assert show("tour", text, rows="5", cols="6", names="x-y").found["path"] == path


def test_every_wrong_move_is_named_and_drawn() -> None:
    path = tour()
    path[3], path[20] = path[20], path[3]
    shown = show("tour", json.dumps(path), rows="5", cols="6")
    pairs = {(k, tuple(a), tuple(b)) for k, (a, b) in enumerate(pairwise(path), 1)}
    wrong = {k for k, (r, c), (y, x) in pairs if {abs(r - y), abs(c - x)} != {1, 2}}
    assert len(wrong) > 1
    assert {int(words.split()[1]) for words in shown.faults} == wrong
    (links,) = shown.board().links
    assert len(links.pairs) == len(wrong)
    marked = {int(s) for s, k in zip(shown.board().squares, shown.board().kinds, strict=True)}
    assert marked == {6 * path[k][0] + path[k][1] for k in wrong}
    assert shown.page(min(wrong)).board.links


def test_a_grid_without_a_number_has_a_hole(tmp_path: Path) -> None:
    path = tour(5, 5, holes="a1")
    file = tmp_path / "tour.txt"
    file.write_text(grid(path, 5, 5))
    shown = show("tour", str(file))
    assert shown.faults == []
    assert isinstance(shown.problem, TourProblem)
    assert shown.problem.holes == "a1"


@given(data=st.data())
def test_faults_agree_with_the_problem(data: st.DataObject) -> None:
    path = tour()
    a, b = data.draw(st.integers(0, 29)), data.draw(st.integers(0, 29))
    path[a], path[b] = path[b], path[a]
    shown = show("tour", json.dumps(path), rows="5", cols="6")
    assert bool(shown.faults) != TourProblem(rows=5, cols=6).solves({"path": path})


@pytest.mark.parametrize(
    ("path", "closed", "fault"),
    [
        ([[0, 0], [1, 1]], "no", "From 1 to 2, a3 to b2, is not a knight's move."),
        ([[0, 0], [1, 2], [0, 0]], "no", "1 square visited more than once: a3."),
        ([[0, 0], [1, 2]], "no", "10 squares not visited: b3 c3 d3 a2 b2 d2 a1 b1 c1 d1."),
        (tour(3, 4), "yes", "No knight's move leads from the last square"),
    ],
)
def test_faults_of_a_tour(path: list[list[int]], closed: str, fault: str) -> None:
    shown = show("tour", json.dumps(path), rows="3", cols="4", closed=closed)
    assert any(words.startswith(fault) for words in shown.faults)


def test_a_long_list_of_squares_ends_in_three_dots() -> None:
    (fault,) = show("tour", "[[0, 0], [1, 2]]").faults
    assert fault.startswith("62 squares not visited")
    assert fault.endswith(" ...")


@pytest.mark.parametrize("name", ["tour", "queens", "swap"])
@pytest.mark.parametrize("content", ["", " \n\n"])
def test_an_empty_file_is_bad_input(name: str, content: str, tmp_path: Path) -> None:
    file = tmp_path / "answer.txt"
    file.write_text(content)
    with pytest.raises(BadInput, match="must have"):
        show(name, str(file))


def test_beverley_s_square_has_the_published_sums() -> None:
    shown = show("tour", "beverley")
    assert shown.facts == [
        "The tour is open, semi-magic.",
        "All rows have the sum 260, all columns 260, the diagonals 282 and 210, the quarters of the board 520, the "
        "halves of rows 130 and of columns 130. No tour of 8 x 8 has diagonals of this sum too.",
    ]


def printed(of: str, **values: str) -> str:
    plan = Plan.read(puzzle(of), {"seed": "1"} | values)
    run = Run(plan.search())
    list(run.slices())
    return summary(plan, run, whole=True)


def test_our_text_of_a_tour_comes_back() -> None:
    shown = show("tour", printed("tour", rows="6", cols="5", holes="a1:b1", closed="yes"))
    assert isinstance(shown.problem, TourProblem)
    assert (shown.faults, shown.problem.closed, shown.problem.holes) == ([], True, "a1:b1")
    assert len(shown.found["path"]) == 28


def test_a_printed_board_is_read_with_and_without_its_files() -> None:
    path = tour()
    ranked = "\n".join(f"{5 - row}  {line}" for row, line in enumerate(grid(path, 5, 6).splitlines()))
    for text in (ranked, f"{ranked}\n   a b c d e f\n"):
        assert show("tour", text).found["path"] == path


def test_a_printed_walk_lacks_the_squares_that_it_does_not_visit() -> None:
    shown = show("tour", "A walk\n\n3 1 · ·\n2 · · 2\n1 · · #\n  a b c\n")
    assert isinstance(shown.problem, TourProblem)
    assert (shown.found["path"], shown.problem.holes) == ([[0, 0], [1, 2]], "c1")
    assert shown.faults[0].startswith("6 squares not visited")


def test_two_printed_boards_are_refused() -> None:
    with pytest.raises(BadInput, match='show has "'):
        show("tour", "1 1 2\n  a b\n\n1 2 1\n  a b\n")


# Queens


@pytest.mark.parametrize(
    ("text", "queens", "first"),
    [
        ("[2,4,6,1,3,5]", [4, 2, 0, 5, 3, 1], 1),
        ("1 3 5\n0 2 4", [1, 3, 5, 0, 2, 4], 0),
        ('{"queens": [0]}', [0], 0),
        ("b4 a2, C6 d1 f5 e3", [4, 2, 0, 5, 3, 1], 1),
    ],
)
def test_rows_of_queens_count_from_1_or_from_0(text: str, queens: list[int], first: int) -> None:
    shown = show("queens", text)
    assert (shown.found["queens"], shown.faults) == (queens, [])
    assert f"from {first}" in shown.facts[0]


@given(queens=st.permutations(range(7)))
def test_a_printed_placement_comes_back(queens: list[int]) -> None:
    problem = QueensProblem(n=7)
    for text in (problem.vector(queens), str(queens), json.dumps({"queens": queens})):
        assert show("queens", text).found["queens"] == queens


def test_a_result_in_json_counts_from_the_top_even_without_a_0() -> None:
    assert show("queens", '{"queens": [1, 3, 2, 2]}').found["queens"] == [1, 3, 2, 2]


def test_faults_of_queens() -> None:
    assert show("queens", "[6,5,2,1,3,4]").faults == ["3 pairs of queens attack each other on diagonals."]
    assert "1 appears twice" in show("queens", "[1,1,3]").faults[0]
    assert "9 is outside" in show("queens", "[9,1,3]").faults[0]


def test_queens_on_one_row_do_not_hide_those_on_diagonals() -> None:
    twice, diagonals = show("queens", "[1,1,2,3]").faults
    assert "1 appears twice:" in twice
    assert diagonals.startswith("3 pairs ")
    assert "1 appears 3 times, and 1 other row too often" in show("queens", "[1,1,1,2,2]").faults[0]


def test_our_csv_of_queens_comes_back() -> None:
    problem, queens = QueensProblem(n=6), [1, 3, 5, 0, 2, 4]
    rows = problem.table({"queens": queens, "attacks": 0})
    shown = show("queens", "\n".join(",".join(map(str, row)) for row in rows))
    assert (shown.found["queens"], shown.faults) == (queens, [])


@pytest.mark.parametrize("n", ["8", "60"])
def test_our_text_of_queens_comes_back(n: str) -> None:
    text = printed("queens", n=n, solver="min-conflicts")
    shown = show("queens", text)
    assert (len(shown.found["queens"]), shown.faults) == (int(n), [])
    with pytest.raises(BadInput, match='show has "'):
        show("queens", text.replace("[", "[-,"))


# Swaps


def test_all_notations_give_the_same_moves() -> None:
    answer = solve(SwapProblem(), solver="best-first").answer
    moves = [[list(here), list(there)] for here, there in answer.moves]
    problem, numbers = SwapProblem(), SwapProblem(names="numbers")
    listed = {"moves": moves, "positions": list(answer.positions)}
    texts = (json.dumps({"moves": moves}), problem.words(listed) + "\n")
    for text in texts:
        assert show("swap", text).found == listed
    assert show("swap", numbers.words(listed) + "\n", names="numbers").faults == []
    assert show("swap", json.dumps({"moves": moves[:-1]})).faults[0].startswith("After the last move")


def test_moves_are_read_from_lists_tables_and_one_line() -> None:
    answer = solve(SwapProblem(), solver="best-first").answer
    moves = [[list(here), list(there)] for here, there in answer.moves]
    listed = {"moves": moves, "positions": list(answer.positions)}
    words = SwapProblem().words(listed)
    cells: list[Any] = moves
    numbers = [(3 * a + b, 3 * c + d) for (a, b), (c, d) in cells]
    texts = [words, words.replace(" ", ", "), json.dumps(moves), str([(tuple(a), tuple(b)) for a, b in moves])]
    texts.append("\n".join(",".join(map(str, row)) for row in SwapProblem().table(listed)))
    for text in texts:
        assert show("swap", text).found == listed
    assert show("swap", str(numbers), names="numbers").found == listed
    from_one = " ".join(f"{a + 1}-{b + 1}" for a, b in numbers)
    assert show("swap", from_one, names="numbers-from-1").found == listed
    assert from_one.split()[0] == SwapProblem(names="numbers-from-1").words(listed).split()[0].partition(".")[2]


def test_our_text_of_a_swap_comes_back() -> None:
    values = {"from_": "B..W/..../...B", "to": "...B/B.../...W", "names": "numbers", "solver": "best-first"}
    text = printed("swap", **values)
    shown = show("swap", text)
    assert isinstance(shown.problem, SwapProblem)
    assert (shown.problem.from_, shown.problem.to, shown.faults) == (values["from_"], values["to"], [])
    with pytest.raises(BadInput, match='show has "'):
        show("swap", text.replace(" 2.", " 3."))


def test_every_wrong_move_of_knights_is_named_and_drawn() -> None:
    shown = show("swap", "c4-a3 a3-a2 b4-a4 a2-c3")
    assert [words.split(",")[0] for words in shown.faults] == ["Move 2", "Move 3"]
    assert [len(links.pairs) for links in shown.board().links] == [2]
    assert shown.found["positions"][-1] == "BB./..B/.../WWW"
    assert shown.facts == ["2 legal moves."]


@pytest.mark.parametrize(
    ("moves", "fault"),
    [
        ("a3-b1", "its first square has no knight"),
        ("a4-c3 a1-b3 b4-c2 c3-a2 c4-b2 b2-c4 b3-a3", "it is not a knight's move"),
        ("a4-b4", "its last square is not empty"),
    ],
)
def test_faults_of_moves(moves: str, fault: str) -> None:
    (sentence,) = show("swap", f"{moves}\n").faults
    assert sentence.endswith(f"{fault}.")


# Texts that are not an answer

BAD = {
    "no file": ("tour", "nowhere.txt", "show is nowhere.txt, which cannot be read"),
    "rows of different lengths": ("tour", "1 2\n3\n", "show has rows of different lengths"),
    "a number twice": ("tour", "1 2\n2 3\n", "but 3 is missing or repeated"),
    "numbers from 5": ("tour", "5 6\n7 8\n", "each number from 1 or 0 once, but 1 is missing or repeated"),
    "no square": ("tour", "a1 z99x\n", 'show has "z99x", which is not a square'),
    "no path": ("tour", "{}", "show has no path"),
    "outside": ("tour", "[[0,0],[9,9]]", "outside the board of 8 x 8"),
    "words": ("queens", "six queens\n", 'show has "six queens", but must have a list of rows'),
    "two squares of a column": ("queens", "a1 a2", "show has 2 squares in 1 column"),
    "a column without a queen": ("queens", "a1 c2", "one in each column"),
    "no moves": ("swap", "a4\n", 'show has "a4", but must have moves'),
    "moves of nothing": ("swap", '{"moves": [1]}', "show has a wrong move"),
}


@pytest.mark.parametrize(("of", "text", "words"), BAD.values(), ids=BAD)
def test_a_text_that_is_not_an_answer_raises(of: str, text: str, words: str) -> None:
    with pytest.raises(BadInput) as error:
        show(of, text)
    assert words in str(error.value)


@pytest.mark.parametrize("of", ["tour", "swap", "queens"])
def test_a_file_without_end_raises(of: str) -> None:
    with pytest.raises(BadInput, match="more than 50,000,000 bytes"):
        show(of, "/dev/zero")


def test_a_hundred_thousand_rows_take_little_processor_time(tmp_path: Path) -> None:
    file = tmp_path / "rows.json"
    file.write_text(json.dumps([*range(99_999), 0]))
    # A quadratic check needs more than a minute; the system kills the command after 20 seconds of processor time.
    line = f"ulimit -t 20; exec {shlex.quote(KNIGHTWATCH)} queens --show {file} --json"
    ended = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)
    assert len(json.loads(ended.stdout)["faults"]) == 2  # a row and a diagonal


# Several answers


def show_all(of: str, text: str) -> ShownAnswers:
    question = next(each for each in puzzle(of).questions if each.name == "show")
    inquiry = Plan.read(puzzle(of), {"seed": "1"}).ask(question, text)
    assert isinstance(inquiry, ShownAnswers)
    return inquiry


def test_every_tour_of_a_table_is_checked() -> None:
    squares = [f"{'abcdef'[col]}{5 - row}" for row, col in tour()]
    broken = [squares[1], squares[0], *squares[2:]]
    shown = show_all("tour", "tour,squares\n" + "".join(f"1,{':'.join(one)}\n" for one in (squares, broken, squares)))
    assert (shown.pages, shown.wrong, shown.first_page, shown.status()) == (3, [2], 1, Status.GAVE_UP)
    assert "Tour 2 of 3" in shown.page(1).sentence
    assert "1 of 3 tours are wrong: 2." in shown.text()
    answer = shown.answer()
    assert [each["right"] for each in answer["answers"]] == [True, False, True]
    assert answer["answers"][0]["path"] == answer["path"] == tour()


def test_all_tours_of_our_json_are_checked() -> None:
    found = {"path": tour(), "tours": [tour(), tour()[::-1]], "settings": {"rows": 5, "cols": 6}}
    shown = show_all("tour", json.dumps(found))
    assert [each.found["path"][0] for each in shown.answers] == [tour()[0], tour()[-1]]
    ten = {"settings": {"rows": 5, "cols": 6}, "tours": [{"path": tour()}, {"path": None}, {"path": tour()[::-1]}]}
    assert show_all("tour", json.dumps(ten)).pages == 2


def test_all_solutions_of_queens_are_checked() -> None:
    table = show_all("queens", 'solution,rows\n1,"[2,4,6,1,3,5]"\n2,"[1,2,3,4,5,6]"\n')
    assert (table.pages, table.wrong) == (2, [2])
    ours = show_all("queens", json.dumps({"queens": [1, 3, 0, 2], "solutions": [[1, 3, 0, 2], [2, 0, 3, 1]]}))
    assert [each.found["queens"] for each in ours.answers] == [[1, 3, 0, 2], [2, 0, 3, 1]]
    assert ours.status() is Status.SOLVED


def test_all_listed_solutions_of_a_swap_are_checked() -> None:
    plan = Plan.read(puzzle("swap"), {"seed": "1"})
    question = next(each for each in plan.puzzle.questions if each.name == "solutions")
    inquiry = plan.ask(question, "3")
    list(inquiry.slices())
    shown = show_all("swap", json.dumps(inquiry.answer()))
    assert (shown.pages, shown.wrong) == (3, [])
