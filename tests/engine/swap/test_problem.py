"""Positions as text, and the errors in them."""

import re

import pytest
from hypothesis import example, given

from knightwatch import Status, solve
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.swap.problem import SwapProblem
from tests.models.swap import boards

SWAP = puzzle("swap")

BAD = {
    "rows of different lengths": (
        {"from_": "BB/W"},
        "from has rows of different lengths: row 1 has 2 squares, row 2 has 1",
    ),
    "an unknown letter": (
        {"from_": "B../.x./..W"},
        "from has B../.x./..W, where row 2, column 2 is X; it must be rows of B, W",
    ),
    "an empty board": ({"from_": "/"}, "from is empty, but must be rows of B, W"),
    "nothing but holes": ({"from_": "##/##"}, "from has no squares: all are missing"),
    "no knights": ({"from_": "../.."}, "from has no knights"),
    "another board": ({"from_": "B./.W", "to": "W../..B"}, "to has 2 x 3 squares, but from has 2 x 2"),
    "another hole": ({"from_": "B.#/..W", "to": "W../..B"}, "from has a missing square in row 1, column 3"),
    "a hole in the goal": ({"from_": "B../..W", "to": "W.#/..B"}, "to has a missing square in row 1, column 3"),
    "other numbers": ({"from_": "BB/.W", "to": "W./.B"}, "from has 3 knights, but to has 2"),
    "a goal that cannot be guessed": ({"from_": "BB/.W"}, "to is empty, which lets the colours change places"),
    "files in rows": ({"from_": "B./.W", "moves": "files"}, "moves is files, so from must be one row"),
    "too large": ({"from_": "B" + "." * 32 + "W"}, "from has 1 x 34 squares, but must have at most 32 x 32"),
    "unknown moves": ({"moves": "king"}, "moves is king, but must be one of knight, files"),
}


@pytest.mark.parametrize(("values", "words"), BAD.values(), ids=BAD)
def test_a_bad_position_is_refused_with_the_place_of_the_error(values: dict[str, str], words: str) -> None:
    with pytest.raises(BadInput, match=re.escape(words)) as refused:
        SwapProblem(**values)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "text", ["bbb/.../.../www", "BBB\n...\n...\nWWW", "BBB\r\n...\r\n...\r\nWWW\n", " BBB/.../.../WWW "]
)
def test_a_position_may_have_small_letters_and_lines(text: str) -> None:
    assert SwapProblem(from_=text) == SwapProblem()


@given(board=boards())
def test_text_and_letters_are_the_same_position(board: tuple[str, str]) -> None:
    start, goal = board
    problem = SwapProblem(from_=start, to=goal)
    for text in board:
        letters = problem.letters(text)
        assert len(letters) == len(problem.graph)
        assert problem.text(letters) == text
    shown = problem.board()
    assert (shown.rows, shown.cols) == problem.free.shape
    signs = dict(zip(shown.squares.tolist(), shown.kinds.tolist(), strict=True))
    names = {"B": "black knight", "W": "white knight", "#": "missing square"}
    flat = start.replace("/", "")
    assert {square: shown.marks[kind].name for square, kind in signs.items()} == {
        square: names[letter] for square, letter in enumerate(flat) if letter != "."
    }


def test_without_a_goal_the_colours_change_places() -> None:
    assert SwapProblem(from_="B.B/.../W.W").goal == "W.W/.../B.B"


def test_illegal_moves_and_wrong_goals_solve_nothing() -> None:
    problem = SwapProblem(from_="B../...", to="..B/...")
    there_and_back = [[[0, 0], [1, 2]], [[1, 2], [0, 0]]]
    assert not problem.solves({"moves": there_and_back})
    assert not problem.solves({"moves": [[[0, 0], [0, 2]]]})
    assert not problem.solves({"moves": [[[0, 0], [2, 1]]]})
    assert not problem.solves({"moves": [[[1, 2], [0, 0]]]})
    assert SwapProblem(from_="B../...", to=".../..B").solves({"moves": there_and_back[:1]})
    taken = SwapProblem(from_="B../..W", to="W../..B")
    assert not taken.solves({"moves": there_and_back[:1]})


def test_files_have_letters_and_moves_cross_one_or_two() -> None:
    problem = SwapProblem(from_="B..W", moves="files")
    assert problem.solves({"moves": [["a", "b"], ["d", "c"], ["b", "d"], ["c", "a"]]})
    assert not problem.solves({"moves": [["a", "d"]]})
    assert [problem.name(vertex) for vertex in range(4)] == ["a", "b", "c", "d"]


MOVED = {"moves": [[[0, 0], [2, 1]]], "positions": ["BBB/.../.../WWW", ".BB/.../.B./WWW"]}


def test_squares_can_be_named_by_numbers() -> None:
    plain, numbers = SwapProblem(), SwapProblem(names="numbers")
    assert [numbers.name(vertex) for vertex in range(12)] == [str(square) for square in range(12)]
    assert (plain.words(MOVED), numbers.words(MOVED)) == ("1.a4-b2", "1.0-7")
    board = numbers.position(".BB/.../.B./WWW")
    signs = {s: board.marks[k].sign for s, k in zip(board.squares.tolist(), board.kinds.tolist(), strict=True)}
    assert [signs[square] for square in (0, 3, 4, 5, 6, 8)] == ["0", "3", "4", "5", "6", "8"]
    assert (signs[1], signs[7]) == ("♞", "♞")


@given(board=boards())
@example(board=("BB.WW", "WW.BB"))
def test_positions_of_digits_can_be_read_again(board: tuple[str, str]) -> None:
    problem = SwapProblem(from_=board[0], to=board[1], writing="digits")
    listed = problem.listed()
    assert not set("BW.") & set(listed["from"] + listed["to"])
    assert SwapProblem(from_=listed["from"], to=listed["to"], writing="digits") == problem


def test_too_many_squares_for_numbers_are_refused() -> None:
    with pytest.raises(BadInput, match="names is numbers, but the board has 121 squares: at most 100"):
        SwapProblem(from_="/".join(["B" + "." * 9 + "W", *["." * 11] * 10]), names="numbers")


def test_an_answer_has_a_board_for_every_position() -> None:
    (first, start), (second, moved) = SwapProblem().pictures(MOVED)
    assert (first, second) == ("start", "1. a4-b2")
    assert (len(start.links), moved.links[0].pairs.tolist()) == (0, [[0, 7]])


def test_a_river_may_have_more_than_26_files() -> None:
    result = solve(SwapProblem(from_="B" + "." * 28 + "W", to="." * 28 + "BW", moves="files"))
    assert (result.status, len(result.answer.moves)) == (Status.SOLVED, 14)
    assert result.answer.moves[-1][1] == "ac"
