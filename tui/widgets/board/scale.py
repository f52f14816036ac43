"""Scales: how large the squares of a board are drawn, from big cells down to pixels that cover many squares.

A scale turns the sparse board of a frame into a grid of cells. A cell is time * (marks + 1) + kind. Kind 0 is no mark,
kind k + 1 the board's mark k. Time 0 is off the trail; on it, time is what the scale can show: the square's number
where numbers are written, else one of a few shades, from 1; so a cell hardly changes unless its look does. On a board
with heat, time is number * (SHADES + 1) + shade: every cell has the shade of its heat and, where numbers are written,
that of its square on the trail; else that is 0.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.core.frame import Board
from knightwatch.tui.look import TrailAs

CELLS = ((24, 12), (20, 10), (16, 8), (12, 6), (10, 5), (8, 4), (6, 3), (4, 2), (2, 1))
"""Sizes of a square that has room for a sign, in columns and lines."""

MOST_CELLS = 4_000_000
"""Cells that a grid may have: what bounds the memory of a board that a person has zoomed into."""

SHADES = 30
"""Steps in which a trail changes its colour; a multiple of ten, so that each lies within one tenth of the time."""

Cells = NDArray[np.uint8] | NDArray[np.int32]


def shade(position: int, squares: int) -> int:
    """Return the shade, from 0, of a place on a trail over a board of so many squares.

    It does not depend on the length of the trail: squares keep their colour while the trail grows.
    """
    return min(position * SHADES // squares, SHADES - 1)


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
    labels: bool = True
    """Whether rows and columns are named beside the board."""
    signs: bool = True
    """Whether a cell has room for a sign beside its colour; else it is a pixel."""

    @property
    def digits(self) -> int:
        """Return how many digits the numbers of a trail have, or 0 where there is no room to write them.

        They are kept apart by a blank; only in the smallest cells, where it would cost all numbers, by colour alone.
        """
        digits = len(str(self.rows * self.cols))
        return digits if self.signs and digits < max(self.width, 3) else 0

    @property
    def margin(self) -> tuple[int, int]:
        """Columns for the numbers of the rows, lines for the letters of the columns or, without signs, for words."""
        return (len(str(self.rows)) + 1 if self.signs and self.labels else 0), int(self.labels)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines that the board takes, margins included."""
        left, below = self.margin
        return left + self.cols * self.width, below + int(np.ceil(self.rows * self.height))

    def shows(self, trail_as: TrailAs, ascii_only: bool) -> tuple[bool, bool]:
        """Tell whether a trail is shown as a line, and whether by numbers.

        Where a cell has no room for both, a line is seen better than numbers, but not in ASCII.
        """
        roomy = self.height > 1
        line = self.signs and trail_as is not TrailAs.NUMBERS and (roomy or trail_as is TrailAs.LINE or not ascii_only)
        return line, self.signs and trail_as is not TrailAs.LINE and (roomy or not line)

    def grid(self, board: Board) -> Cells:
        """Return the cells of a board; where one covers several squares, the last kind and the latest time win."""
        marks = np.zeros(self.rows * self.cols, np.uint8)
        np.maximum.at(marks, self._places(board.squares, board.cols), board.kinds + 1)
        if not len(board.trail) and not len(board.heat):
            return marks.reshape(self.rows, self.cols)
        cells = self._heats(board) if len(board.heat) else self._times(board)
        if len(board.heat) and self.digits:
            cells += (SHADES + 1) * self._times(board)
        cells *= len(board.marks) + 1
        cells += marks
        return cells.reshape(self.rows, self.cols)

    def _times(self, board: Board) -> NDArray[np.int32]:
        times = np.zeros(self.rows * self.cols, np.int32)
        places = self._places(board.trail, board.cols)
        if self.digits:
            times[places] = np.arange(1, len(places) + 1)
            return times
        squares = board.rows * board.cols
        ends = [-(-step * squares // SHADES) for step in range(1, SHADES)]
        for time, (first, end) in enumerate(zip([0, *ends], [*ends, len(places)], strict=True), 1):
            times[places[first:end]] = time
        return times

    def _heats(self, board: Board) -> NDArray[np.int32]:
        heats = np.ones(self.rows * self.cols, np.int32)
        shades = 1 + np.minimum(board.heat * SHADES, SHADES - 1).astype(np.int32)
        np.maximum.at(heats, self._places(np.arange(len(shades)), board.cols), shades)
        return heats

    def _places(self, squares: NDArray[np.int64], cols: int) -> NDArray[np.int64]:
        """Return the cells that squares lie in."""
        if self.covers == 1:
            return squares
        # NumPy divides by one number much faster with // than with divmod.
        row = squares // cols
        col = squares - row * cols
        return (row // self.covers) * self.cols + col // self.covers


def scales(board: Board, plain: bool, labels: bool = True) -> list[Scale]:
    """Return all scales for a board, the largest first; where `plain`, pixels are two characters, not half blocks."""
    found = []
    if board.rows * board.cols <= MOST_CELLS:
        found = [Scale(board.rows, board.cols, 1, width, height, labels) for width, height in CELLS]
    side = max(board.rows, board.cols)
    covers = 1
    while True:
        rows, cols = -(-board.rows // covers), -(-board.cols // covers)
        if rows * cols <= MOST_CELLS:
            width, height = (2, 1.0) if plain else (1, 0.5)
            found.append(Scale(rows, cols, covers, width, height, labels, signs=False))
        if covers >= side:
            return found
        covers += max(1, covers // 4)


def fitting(choices: list[Scale], width: int, height: int) -> int:
    """Return the place of the largest scale at which the whole board fits, else the smallest."""
    for place, scale in enumerate(choices):
        if scale.size[0] <= width and scale.size[1] <= height:
            return place
    return len(choices) - 1
