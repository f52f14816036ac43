"""Notation of squares."""

from itertools import product
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.boards import file_name, square_name


def test_files_are_all_words_of_one_letter_then_of_two_then_of_three_in_order() -> None:
    words = ["".join(letters) for size in (1, 2, 3) for letters in product(ascii_lowercase, repeat=size)]
    assert [file_name(col) for col in range(len(words))] == words


@pytest.mark.parametrize(
    ("row", "col", "rows", "name"),
    [(7, 0, 8, "a1"), (0, 0, 8, "a8"), (7, 7, 8, "h1"), (4, 4, 8, "e4"), (0, 26, 30, "aa30"), (0, 0, 1, "a1")],
)
def test_squares_are_named_as_chess_players_do(row: int, col: int, rows: int, name: str) -> None:
    assert square_name(row, col, rows) == name


@given(rows=st.integers(1, 60), cols=st.integers(1, 60))
def test_no_two_squares_of_a_board_share_a_name(rows: int, cols: int) -> None:
    names = {square_name(row, col, rows) for row in range(rows) for col in range(cols)}
    assert len(names) == rows * cols
