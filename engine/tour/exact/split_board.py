"""The board as it is counted: trimmed of empty border rows and columns, turned to be narrow, and cut into two halves.

Two rows in the middle, the window, lie between the halves.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.boards import neighbours
from knightwatch.engine.tour.exact.half_board import EndRule, Free, HalfBoard, half_board

WIDEST = 9
"""The largest width: wider degree vectors do not fit into 32 bits."""
FEW_ROWS = 3
"""Up to this number of rows there is no room for two halves and a window; columns are no more than rows."""


class SplitBoard(NamedTuple):
    """A board with at least as many rows as columns. Its square numbers are its own: see `place` and `origin`."""

    free: Free
    dark: Free
    turned: bool
    """Whether rows and columns were exchanged."""
    corner: tuple[int, int]
    """The numbers of trimmed rows and columns before the first one, after turning."""

    @property
    def width(self) -> int:
        """The number of columns."""
        return int(self.free.shape[1])

    @property
    def few(self) -> bool:
        """Whether the board is too small for two halves, so that `enumerate_tours` counts it."""
        return len(self.free) <= FEW_ROWS

    @property
    def top(self) -> int:
        """The number of rows of the upper half."""
        return (len(self.free) - 1) // 2

    @property
    def bottom(self) -> int:
        """The number of rows of the lower half."""
        return len(self.free) - 2 - self.top

    @property
    def flips(self) -> bool:
        """Whether the lower half is the upper one, upside down."""
        return self.top == self.bottom and np.array_equal(self.free, self.free[::-1])

    @property
    def mirrors(self) -> bool:
        """Whether a left-right reflection maps the board to itself and exchanges the colours."""
        return self.width % 2 == 0 and np.array_equal(self.free, self.free[:, ::-1])

    def upper(self, ends: NDArray[np.int8] | None) -> HalfBoard:
        """Return the upper half."""
        return half_board(self.free, self.dark, self.top, ends)

    def lower(self, ends: NDArray[np.int8] | None) -> HalfBoard:
        """Return the lower half, upside down."""
        flipped = None if ends is None else ends[::-1]
        return half_board(self.free[::-1], self.dark[::-1], self.bottom, flipped)

    def ends(self, start: int | None = None) -> NDArray[np.int8]:
        """Return an `EndRule` for each square: MAY everywhere, but MUST at the start if there is one."""
        ends = np.full(self.free.shape, EndRule.MAY, np.int8)
        if start is not None:
            ends.flat[start] = EndRule.MUST
        return ends

    def place(self, row: int, col: int) -> int:
        """Return the number that a square of the original board has here."""
        if self.turned:
            row, col = col, row
        return (row - self.corner[0]) * self.width + col - self.corner[1]

    def origin(self, square: int) -> tuple[int, int]:
        """Return the row and column of a square on the original board."""
        row, col = divmod(square, self.width)
        row, col = row + self.corner[0], col + self.corner[1]
        return (col, row) if self.turned else (row, col)

    def is_upper(self, square: int) -> bool:
        """Return whether a square is in the upper half or in the row of the window next to it."""
        return square // self.width <= self.top

    def enumerate_tours(self, closed: bool, start: int | None) -> int:
        """Count by trying all paths: closed tours, open tours, or tours from a start. For small boards only."""
        squares = frozenset(np.flatnonzero(self.free).tolist())
        rows, cols = self.free.shape

        @cache
        def paths(tip: int, left: frozenset[int], home: int | None) -> int:
            near = neighbours(tip, rows, cols)
            if not left:
                return int(home is None or home in near)
            return sum(paths(there, left - {there}, home) for there in near if there in left)

        if start is not None:
            return paths(start, squares - {start}, None)
        if closed:
            first = min(squares)
            return paths(first, squares - {first}, first) // 2 if len(squares) > 2 else 0
        directed = sum(paths(square, squares - {square}, None) for square in squares)
        return directed // 2 if len(squares) > 1 else directed


def split_board(free: Free) -> SplitBoard:
    """Return the board with these free squares, trimmed and turned."""
    row, col = (np.flatnonzero(free.any(axis=axis)) for axis in (1, 0))
    corner = int(row[0]), int(col[0])
    free = free[row[0] : row[-1] + 1, col[0] : col[-1] + 1]
    turned = free.shape[0] < free.shape[1]
    if turned:
        free, corner = free.T, corner[::-1]
    return SplitBoard(np.ascontiguousarray(free), np.indices(free.shape).sum(axis=0) % 2 == 1, turned, corner)
