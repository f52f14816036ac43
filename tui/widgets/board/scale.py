"""Scales: how large a board is drawn, from big cells down to pixels that cover many squares.

A scale turns the sparse board of a frame into a grid of cells. The value of a cell is time * (marks + 1) + kind:
- kind: 0 without a mark, k + 1 for the board's mark k;
- time: 0 off the trail; on it, the square's number if numbers are written, else a shade, from 1. So a value changes
  only if the cell looks different;
- with heat, time is number * (SHADES + 1) + shade: the shade of the heat, and the number on the trail, which is 0 if
  numbers are not written.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.core.frame import Board
from knightwatch.tui.look import TrailAs

CELLS = ((24, 12), (20, 10), (16, 8), (12, 6), (10, 5), (8, 4), (6, 3), (4, 2), (2, 1))
"""Sizes of a cell with room for a sign, in columns and lines."""

MOST_CELLS = 4_000_000
"""Largest number of cells in a grid; it limits the memory of a zoomed board."""

SHADES = 30
"""Number of colours of a trail; a multiple of ten, so that each lies within one tenth of the time."""

Cells = NDArray[np.uint8] | NDArray[np.int32]


def shade(position: int, squares: int) -> int:
    """Return the shade, from 0, of a position on a trail, for a board with this number of squares.

    The length of the trail does not matter: squares keep their colour while the trail grows.
    """
    return min(position * SHADES // squares, SHADES - 1)


@dataclass(frozen=True)
class Scale:
    """One size at which a board can be drawn."""

    rows: int
    cols: int
    """Cells of the grid."""
    covers: int
    """Squares along the side of a cell."""
    width: int
    """Columns of a cell."""
    height: float
    """Lines of a cell; 0.5 if one character shows two cells."""
    labels: bool = True
    """Whether rows and columns have labels."""
    signs: bool = True
    """Whether a cell has room for a sign; else it is a pixel."""

    @property
    def digits(self) -> int:
        """The digits of a trail's numbers, or 0 if they do not fit.

        A blank separates numbers; in the smallest cells, which have no room for it, only colour does.
        """
        digits = len(str(self.rows * self.cols))
        return digits if self.signs and digits < max(self.width, 3) else 0

    @property
    def margin(self) -> tuple[int, int]:
        """Columns for the labels of rows, and lines for the labels of columns or, without signs, for a note."""
        return (len(str(self.rows)) + 1 if self.signs and self.labels else 0), int(self.labels)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines of the board, including margins."""
        left, below = self.margin
        return left + self.cols * self.width, below + int(np.ceil(self.rows * self.height))

    def shows(self, trail_as: TrailAs, ascii_only: bool) -> tuple[bool, bool]:
        """Return whether the trail is drawn as a line, and whether it has numbers.

        If a cell has no room for both, numbers win if they fit: a line through such small cells cannot be followed.
        """
        roomy = self.height > 1
        numbers = ascii_only or self.digits > 0
        line = self.signs and trail_as is not TrailAs.NUMBERS and (roomy or trail_as is TrailAs.LINE or not numbers)
        return line, self.signs and trail_as is not TrailAs.LINE and (roomy or not line)

    def grid(self, board: Board) -> Cells:
        """Return the cells of a board; if one covers several squares, the highest kind and the latest time win."""
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
        """Return the cells that contain squares."""
        if self.covers == 1:
            return squares
        # For a scalar divisor, // is much faster than divmod in NumPy.
        row = squares // cols
        col = squares - row * cols
        return (row // self.covers) * self.cols + col // self.covers


def scales(board: Board, plain: bool, labels: bool = True) -> list[Scale]:
    """Return all scales of a board, largest first; if `plain`, a pixel is two characters instead of a half block."""
    result = []
    if board.rows * board.cols <= MOST_CELLS:
        result = [Scale(board.rows, board.cols, 1, width, height, labels) for width, height in CELLS]
    side = max(board.rows, board.cols)
    covers = 1
    while True:
        rows, cols = -(-board.rows // covers), -(-board.cols // covers)
        if rows * cols <= MOST_CELLS:
            width, height = (2, 1.0) if plain else (1, 0.5)
            result.append(Scale(rows, cols, covers, width, height, labels, signs=False))
        if covers >= side:
            return result
        covers += max(1, covers // 4)


def fitting(choices: list[Scale], width: int, height: int) -> int:
    """Return the index of the largest scale at which the whole board fits, else of the smallest."""
    for place, scale in enumerate(choices):
        if scale.size[0] <= width and scale.size[1] <= height:
            return place
    return len(choices) - 1
