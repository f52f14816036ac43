"""What is asked: positions as text, and what is said of those that are not well written."""

import re

import pytest
from hypothesis import given

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
    "nothing but holes": ({"from_": "##/##"}, "from is an empty board: all its squares are missing"),
    "no knights": ({"from_": "../.."}, "from has no knights"),
    "another board": ({"from_": "B./.W", "to": "W../..B"}, "to has 2 x 3 squares, but from has 2 x 2"),
    "another hole": ({"from_": "B.#/..W", "to": "W../..B"}, "from has a missing square in row 1, column 3"),
    "a hole in the goal": ({"from_": "B../..W", "to": "W.#/..B"}, "to has a missing square in row 1, column 3"),
    "other numbers": ({"from_": "BB/.W", "to": "W./.B"}, "from has 3 knights, but to has 2"),
    "a goal that cannot be guessed": ({"from_": "BB/.W"}, "to is empty, which lets the colours change places"),
    "files in rows": ({"from_": "B./.W", "moves": "files"}, "moves is files, so from must be one row"),
    "too large": ({"from_": "B" + "." * 32 + "W"}, "from has 1 x 34 squares, but 32 x 32 at most are allowed"),
    "unknown moves": ({"moves": "king"}, "moves is king, but must be one of knight, files"),
}


@pytest.mark.parametrize(("values", "words"), BAD.values(), ids=BAD)
def test_what_is_not_well_written_is_refused_with_its_place(values: dict[str, str], words: str) -> None:
    with pytest.raises(BadInput, match=re.escape(words)) as refused:
        SwapProblem(**values)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "text", ["bbb/.../.../www", "BBB\n...\n...\nWWW", "BBB\r\n...\r\n...\r\nWWW\n", " BBB/.../.../WWW "]
)
def test_a_position_may_be_written_in_small_letters_and_in_lines(text: str) -> None:
    assert SwapProblem(from_=text) == SwapProblem()


@given(board=boards())
def test_a_position_is_the_same_as_text_and_as_letters_of_its_squares(board: tuple[str, str]) -> None:
    start, goal = board
    problem = SwapProblem(from_=start, to=goal)
    for text in board:
        letters = problem.letters(text)
        assert len(letters) == len(problem.graph)
        assert problem.text(letters) == text
    drawn = problem.board()
    assert (drawn.rows, drawn.cols) == problem.free.shape
    signs = dict(zip(drawn.squares.tolist(), drawn.kinds.tolist(), strict=True))
    names = {"B": "black knight", "W": "white knight", "#": "missing square"}
    flat = start.replace("/", "")
    assert {square: drawn.marks[kind].name for square, kind in signs.items()} == {
        square: names[letter] for square, letter in enumerate(flat) if letter != "."
    }


def test_without_a_goal_the_colours_change_places() -> None:
    assert SwapProblem(from_="B.B/.../W.W").goal == "W.W/.../B.B"


def test_a_check_refuses_what_is_no_way_to_the_goal() -> None:
    problem = SwapProblem(from_="B../...", to="..B/...")
    way = [[[0, 0], [1, 2]], [[1, 2], [0, 0]]]
    assert not problem.solves({"moves": way})
    assert not problem.solves({"moves": [[[0, 0], [0, 2]]]})
    assert not problem.solves({"moves": [[[0, 0], [2, 1]]]})
    assert not problem.solves({"moves": [[[1, 2], [0, 0]]]})
    assert SwapProblem(from_="B../...", to=".../..B").solves({"moves": way[:1]})
    taken = SwapProblem(from_="B../..W", to="W../..B")
    assert not taken.solves({"moves": way[:1]})


def test_files_are_named_by_letters_and_crossed_one_or_two_at_a_time() -> None:
    problem = SwapProblem(from_="B..W", moves="files")
    assert problem.solves({"moves": [["a", "b"], ["d", "c"], ["b", "d"], ["c", "a"]]})
    assert not problem.solves({"moves": [["a", "d"]]})
    assert [problem.name(vertex) for vertex in range(4)] == ["a", "b", "c", "d"]


MOVED = {"moves": [[[0, 0], [2, 1]]], "positions": ["BBB/.../.../WWW", ".BB/.../.B./WWW"]}


def test_squares_can_be_called_by_their_numbers_and_moves_stay_what_they_are() -> None:
    plain, numbers = SwapProblem(), SwapProblem(names="numbers")
    assert [numbers.name(vertex) for vertex in range(12)] == [str(square) for square in range(12)]
    assert (plain.words(MOVED), numbers.words(MOVED)) == ("1.a4-b2", "1.0-7")
    board = numbers.position(".BB/.../.B./WWW")
    signs = {s: board.marks[k].sign for s, k in zip(board.squares.tolist(), board.kinds.tolist(), strict=True)}
    assert [signs[square] for square in (0, 3, 4, 5, 6, 8)] == ["0", "3", "4", "5", "6", "8"]
    assert (signs[1], signs[7]) == ("♞", "♞")


def test_more_squares_than_have_room_for_numbers_are_refused() -> None:
    with pytest.raises(BadInput, match="names is numbers, but the board has 121 squares: 100 at most"):
        SwapProblem(from_="/".join(["B" + "." * 9 + "W", *["." * 11] * 10]), names="numbers")


def test_an_answer_has_a_picture_for_every_position_with_its_move() -> None:
    (first, start), (second, moved) = SwapProblem().pictures(MOVED)
    assert (first, second) == ("start", "1. a4-b2")
    assert (len(start.links), moved.links[0].pairs.tolist()) == (0, [[0, 7]])
