"""Squares: their notation, their neighbours, and the board with its border."""

import re
from itertools import product
from string import ascii_lowercase

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.boards import (
    BORDER,
    MOVES,
    adjacent,
    degrees,
    file_name,
    neighbours,
    padded,
    read_square,
    read_squares,
    square_name,
    square_names,
    unpadded,
)
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import one_line

sides = st.integers(1, 40)


def test_files_have_one_letter_then_two_then_three() -> None:
    words = ["".join(letters) for size in (1, 2, 3) for letters in product(ascii_lowercase, repeat=size)]
    assert [file_name(col) for col in range(len(words))] == words


@pytest.mark.parametrize(
    ("row", "col", "rows", "name"),
    [(7, 0, 8, "a1"), (0, 0, 8, "a8"), (7, 7, 8, "h1"), (4, 4, 8, "e4"), (0, 26, 30, "aa30"), (0, 0, 1, "a1")],
)
def test_squares_have_their_chess_names(row: int, col: int, rows: int, name: str) -> None:
    assert square_name(row, col, rows) == name


@given(rows=st.integers(1, 60), cols=st.integers(1, 60))
def test_no_two_squares_of_a_board_share_a_name(rows: int, cols: int) -> None:
    names = {square_name(row, col, rows) for row in range(rows) for col in range(cols)}
    assert len(names) == rows * cols


@given(rows=sides, cols=sides)
def test_squares_are_read_back_in_both_notations(rows: int, cols: int) -> None:
    for square in range(rows * cols):
        row, col = divmod(square, cols)
        assert read_square(square_name(row, col, rows), rows, cols, "start") == square
        assert read_square(f" {row} , {col} ", rows, cols, "start") == square


@given(rows=sides, cols=sides, data=st.data())
def test_lists_of_squares_are_read_back(rows: int, cols: int, data: st.DataObject) -> None:
    squares = data.draw(st.lists(st.integers(0, rows * cols - 1), min_size=1, max_size=10))
    assert read_squares(square_names(np.array(squares), rows, cols), rows, cols, "holes") == squares


@given(rows=sides, cols=sides, row=st.integers(-50, 100), col=st.integers(-50, 100))
def test_a_square_outside_the_board_raises_with_its_name(rows: int, cols: int, row: int, col: int) -> None:
    if 0 <= row < rows and 0 <= col < cols:
        assert read_square(f"{row},{col}", rows, cols, "goal") == row * cols + col
        return
    with pytest.raises(BadInput) as raised:
        read_square(f"{row},{col}", rows, cols, "goal")
    assert str(raised.value).replace('"', "").startswith(f"goal has {row},{col}, ")


@given(st.text("abehz0149,:;- é٣", max_size=8))
def test_a_text_that_is_not_a_square_is_quoted(text: str) -> None:
    usual = {square_name(*divmod(square, 8), 8): square for square in range(64)}
    if (stripped := text.strip()) in usual:
        assert read_square(text, 8, 8, "start") == usual[stripped]
    elif not re.fullmatch(r"\d+\s*,\s*\d+", stripped):
        with pytest.raises(BadInput) as raised:
            read_square(text, 8, 8, "start")
        assert str(raised.value).startswith("start has ")
        assert one_line(stripped) in str(raised.value)


@given(rows=sides, cols=sides, data=st.data())
def test_neighbours_are_a_knight_s_move_away_in_order(rows: int, cols: int, data: st.DataObject) -> None:
    square = data.draw(st.integers(0, rows * cols - 1))
    row, col = divmod(square, cols)
    found = neighbours(square, rows, cols)
    everything = range(rows * cols)
    apart = {other for other in everything if (other // cols - row) ** 2 + (other % cols - col) ** 2 == 5}
    assert set(found) == apart == {other for other in everything if adjacent(square, other, cols)}
    steps = [(other // cols - row, other % cols - col) for other in found]
    assert steps == [move for move in MOVES if move in steps]


@given(rows=st.integers(1, 12), cols=st.integers(1, 12), seed=st.integers(0, 1000))
def test_degrees_count_the_free_neighbours_of_each_square(rows: int, cols: int, seed: int) -> None:
    free = np.random.default_rng(seed).random((rows, cols)) < 0.7
    counted = [sum(bool(free.flat[s]) for s in neighbours(square, rows, cols)) for square in range(rows * cols)]
    assert degrees(free).ravel().tolist() == counted


@given(rows=sides, cols=sides)
def test_every_move_stays_within_the_border(rows: int, cols: int) -> None:
    squares = np.arange(rows * cols)
    inside = padded(squares, cols)
    assert np.array_equal(unpadded(inside.astype(np.uint32), cols), squares)
    numbers = np.pad(squares.reshape(rows, cols), BORDER, constant_values=-1).ravel()
    assert np.array_equal(numbers[inside], squares)
    width = cols + 2 * BORDER
    for square in squares.tolist():
        around = [int(numbers[inside[square] + down * width + right]) for down, right in MOVES]
        assert [there for there in around if there >= 0] == neighbours(square, rows, cols)
