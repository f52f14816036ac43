"""Scales: how large the squares of a board are drawn, from big cells down to pixels that cover many squares.

A scale turns the sparse board of a frame into a grid of cells; 0 is an empty cell, k + 1 holds the board's mark k.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.frame import Board

CELLS = ((12, 6), (10, 5), (8, 4), (6, 3), (4, 2), (2, 1))
"""Sizes of a square that has room for a sign, in columns and lines."""

MOST_CELLS = 4_000_000
"""Cells that a grid may have: what bounds the memory of a board that a person has zoomed into."""


@dataclass(frozen=True)
class Scale:
    """A way to draw a board."""

    rows: int
    cols: int
    """Cells of the grid."""
    covers: int
    """Squares along one side of a cell."""
    width: int
    """Columns of a cell."""
    height: float
    """Lines of a cell; one half where a character shows two cells, one above the other."""

    @property
    def signs(self) -> bool:
        """Tell whether a cell has room for a sign beside its colour."""
        return self.width > 1

    @property
    def margin(self) -> tuple[int, int]:
        """Columns for the numbers of the rows, lines for the letters of the columns or, without signs, for words."""
        return (len(str(self.rows)) + 1 if self.signs else 0), 1

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines that the board takes, margins included."""
        left, below = self.margin
        return left + self.cols * self.width, below + int(np.ceil(self.rows * self.height))

    def grid(self, board: Board) -> NDArray[np.uint8]:
        """Return the cells of a board; where one covers several marks, the last kind wins."""
        cells = np.zeros(self.rows * self.cols, np.uint8)
        row, col = np.divmod(board.squares, board.cols)
        np.maximum.at(cells, (row // self.covers) * self.cols + col // self.covers, board.kinds + 1)
        return cells.reshape(self.rows, self.cols)


def scales(board: Board, plain: bool) -> list[Scale]:
    """Return all scales for a board, the largest first; where `plain`, pixels are characters, not half blocks."""
    found = []
    if board.rows * board.cols <= MOST_CELLS:
        found = [Scale(board.rows, board.cols, 1, width, height) for width, height in CELLS]
    side = max(board.rows, board.cols)
    covers = 1
    while True:
        rows, cols = -(-board.rows // covers), -(-board.cols // covers)
        if rows * cols <= MOST_CELLS:
            found.append(Scale(rows, cols, covers, 1, 1 if plain else 0.5))
        if covers >= side:
            return found
        covers += max(1, covers // 4)


def fitting(choices: list[Scale], width: int, height: int) -> int:
    """Return the place of the largest scale at which the whole board fits, else the smallest."""
    for place, scale in enumerate(choices):
        if scale.size[0] <= width and scale.size[1] <= height:
            return place
    return len(choices) - 1
