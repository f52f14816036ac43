"""Squares, knight's moves and notation. A square is row * cols + column from the top left; a1 is bottom left.

Kernels use a board with a border of two squares that are never free, so that every move stays inside the array: see
`padded`.
"""

import re
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted
from knightwatch.engine.notation import MOVES as MOVES
from knightwatch.engine.notation import file_name as file_name
from knightwatch.engine.notation import file_number as file_number
from knightwatch.engine.notation import square_name as square_name

Squares = NDArray[np.int64]

BORDER = 2


class SquareNames(StrEnum):
    """How squares are named: e4, or numbers from 0 from the top left, as row,column or as [x,y]."""

    ALGEBRAIC = "algebraic"
    ROW_COLUMN = "row-column"
    X_Y = "x-y"

    def written(self, row: int, col: int, rows: int) -> str:
        """Return the name of a square, which `read_square` reads."""
        if self is SquareNames.ALGEBRAIC:
            return square_name(row, col, rows)
        return f"{row},{col}" if self is SquareNames.ROW_COLUMN else f"[{col},{row}]"


def square_names(squares: Squares, rows: int, cols: int) -> str:
    """Return squares as a text that `read_squares` reads."""
    return ":".join(square_name(*divmod(int(square), cols), rows) for square in squares)


def read_square(text: str, rows: int, cols: int, name: str) -> int:
    """Return the square that a text names: e4, 4,4 for row and column from the top left, or [4,4] for column and row.

    Raise BadInput, with the `name` of the field, if the text is not a square of this board.
    """
    text = text.strip()
    shown = quoted(text)
    if match := re.fullmatch(r"([0-9]{1,7})\s*,\s*([0-9]{1,7})", text):
        row, col = int(match[1]), int(match[2])
    elif match := re.fullmatch(r"\[\s*([0-9]{1,7})\s*,\s*([0-9]{1,7})\s*\]", text):
        row, col = int(match[2]), int(match[1])
    elif match := re.fullmatch(r"([a-z]{1,5})([1-9][0-9]{0,6})", text.lower()):
        row, col = rows - int(match[2]), file_number(match[1])
    else:
        marked = quoted(text, marks=True)
        words = f"{name} has an empty place" if text == "" else f"{name} has {marked}, which is not a square"
        raise BadInput(f"{words}; squares are written as e4, as 4,4 (row,column, from 0) or as [4,4] ([x,y])")
    if not (0 <= row < rows and 0 <= col < cols):
        last = f"{square_name(0, cols - 1, rows)}, or 0,0 to {rows - 1},{cols - 1}"
        raise BadInput(f"{name} has {shown}, outside the board of {rows} x {cols}; its squares are a1 to {last}")
    return row * cols + col


def read_squares(text: str, rows: int, cols: int, name: str) -> list[int]:
    """Return the squares that a text names, separated by colons. Raise BadInput as `read_square` does."""
    return [read_square(part, rows, cols, name) for part in text.split(":")]


def neighbours(square: int, rows: int, cols: int) -> list[int]:
    """Return the squares that are a knight's move away, in the order of MOVES."""
    row, col = divmod(square, cols)
    targets = [(row + down, col + right) for down, right in MOVES]
    return [r * cols + c for r, c in targets if 0 <= r < rows and 0 <= c < cols]


def adjacent(a: int, b: int, cols: int) -> bool:
    """Tell whether two squares are a knight's move apart."""
    (row, col), (other_row, other_col) = divmod(a, cols), divmod(b, cols)
    return sorted((abs(row - other_row), abs(col - other_col))) == [1, 2]


def degrees(free: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Return for each square the number of free squares that are a knight's move away."""
    rows, cols = free.shape
    wide = np.pad(free, BORDER).astype(np.uint8)
    counts = np.zeros((rows, cols), np.uint8)
    for down, right in MOVES:
        counts += wide[BORDER + down :, BORDER + right :][:rows, :cols]
    return counts


def move_offsets(cols: int) -> NDArray[np.uint32]:
    """Return the number that each knight's move adds to a square of the bordered board, modulo 2**32."""
    return np.array([down * (cols + 2 * BORDER) + right for down, right in MOVES]).astype(np.uint32)


def padded(squares: Squares, cols: int) -> Squares:
    """Return the numbers of squares on the bordered board."""
    row, col = np.divmod(squares, cols)
    return (row + BORDER) * (cols + 2 * BORDER) + col + BORDER


def unpadded(squares: NDArray[np.uint32], cols: int) -> Squares:
    """Return the numbers on the plain board of squares of the bordered board."""
    row, col = np.divmod(squares.astype(np.int64), cols + 2 * BORDER)
    return (row - BORDER) * cols + col - BORDER
