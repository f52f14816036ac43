"""Boards as plain text: signs, and numbers along a trail; large boards are left out."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.boards import file_name
from knightwatch.engine.core.frame import Board, Mark, Tone
from knightwatch.engine.core.run import Run
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.tui.output.files import as_text, writer
from knightwatch.tui.output.text import board_text
from tests.support.pilot import plan

HOLE = Mark("hole", " ", "#", Tone.HOLE)
NEXT = Mark("free, 3 ways on", "+3", "+3", Tone.HINT)
KNIGHT = Mark("knight", "♞", "N", Tone.PIECE)
MARKS = (HOLE, NEXT, KNIGHT)

HALFWAY = Board(
    3, 4, MARKS, np.array([0, 6, 11]), np.array([2, 0, 1], np.uint8), trail=np.array([9, 3, 5, 8, 2, 4, 10, 1, 7, 0])
)


def test_marks_cover_the_numbers_of_a_trail() -> None:
    assert board_text(HALFWAY, ascii_only=True).splitlines() == [
        "3   N  8  5  2",
        "2   6  3  #  9",
        "1   4  1  7 +3",
        "    a  b  c  d",
    ]
    assert board_text(HALFWAY, ascii_only=False).splitlines() == [
        "3   ♞  8  5  2",
        "2   6  3     9",
        "1   4  1  7 +3",
        "    a  b  c  d",
    ]


def test_queens_that_attack_have_a_mark() -> None:
    board = QueensProblem(n=4).placement([1, 3, 0, 0])
    assert board_text(board, ascii_only=True).splitlines() == [
        "4 . . Q!Q!",
        "3 Q . . .",
        "2 . . . .",
        "1 . Q . .",
        "  a b c d",
    ]


@given(st.integers(1, 32), st.integers(1, 32), st.data())
def test_numbers_align_with_their_letters(rows: int, cols: int, data: st.DataObject) -> None:
    way = np.array(data.draw(st.permutations(range(rows * cols))), np.int64)
    lines = board_text(Board(rows, cols, trail=way), ascii_only=True).splitlines()
    assert len(lines) == rows + 1
    assert {len(line) for line in lines} == {len(lines[0])}
    assert lines[-1].split() == [file_name(col) for col in range(cols)]
    grid = [line.split() for line in lines[:-1]]
    assert [line[0] for line in grid] == [str(rows - row) for row in range(rows)]
    times = [int(number) for line in grid for number in line[1:]]
    assert np.argsort(times).tolist() == way.tolist()
    width = len(str(rows * cols)) + 1
    assert all(lines[-1][: len(lines[-1]) - i * width][-1:].strip() for i in range(cols))


@pytest.mark.parametrize(("n", "whole"), [(33, False), (1000, False), (1001, True)])
def test_a_large_board_is_replaced_by_a_sentence(n: int, whole: bool) -> None:
    board = Board(n, n, trail=np.arange(n))
    assert board_text(board, True, whole).startswith(f"(The board of {n:,} x {n:,} is not drawn")


def test_a_file_has_the_whole_trail() -> None:
    way = np.random.default_rng(1).permutation(300 * 300)
    lines = board_text(Board(300, 300, trail=way), True, whole=True).splitlines()
    times = np.array([line.split()[1:] for line in lines[:-1]]).astype(np.int64).ravel()
    assert np.array_equal(np.argsort(times), way)
    assert lines[-1].split()[-1] == file_name(299)


def test_a_large_board_without_a_trail_is_never_drawn() -> None:
    assert board_text(Board(33, 33), True, whole=True).startswith("(The board")


def test_only_files_have_large_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    some = plan(n="8")
    run = Run(some.search())
    trail = Board(40, 40, trail=np.arange(1600))
    monkeypatch.setattr(QueensProblem, "picture", lambda _problem, _answer: trail)
    assert "is not drawn" in as_text(some, run, True)
    assert "is not drawn" not in as_text(some, run, True, whole=True)
    assert " 1600\n" in writer(Path("answer.txt"), some, run, True)()
