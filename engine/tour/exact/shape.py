"""The board that is counted on: without rows and columns that are all holes, turned so that it is narrow, in two
halves.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.boards import neighbours
from knightwatch.engine.tour.exact.half import End, Free, Half, half

WIDEST = 9
"""Columns up to which degrees fit into 32 bits."""
FEW_ROWS = 3
"""Up to so many rows, and no more columns, there are no two halves."""


class Shape(NamedTuple):
    """A board with at least as many rows as columns."""

    free: Free
    dark: Free
    turned: bool
    """Whether rows were columns."""
    corner: tuple[int, int]
    """How many rows and columns were left out before the first, as they are here."""

    @property
    def width(self) -> int:
        """Columns."""
        return int(self.free.shape[1])

    @property
    def few(self) -> bool:
        """Whether the board is so small that all ways can be tried."""
        return len(self.free) <= FEW_ROWS

    @property
    def top(self) -> int:
        """Rows of the upper half; two more are between the halves."""
        return (len(self.free) - 1) // 2

    @property
    def bottom(self) -> int:
        """Rows of the lower half."""
        return len(self.free) - 2 - self.top

    @property
    def flips(self) -> bool:
        """Whether the lower half is the upper one, flipped."""
        return self.top == self.bottom and np.array_equal(self.free, self.free[::-1])

    @property
    def mirrors(self) -> bool:
        """Whether the board is its own mirror image, left to right, with the colours exchanged."""
        return self.width % 2 == 0 and np.array_equal(self.free, self.free[:, ::-1])

    def upper(self, ends: NDArray[np.int8] | None) -> Half:
        """Return the upper half."""
        return half(self.free, self.dark, self.top, ends)

    def lower(self, ends: NDArray[np.int8] | None) -> Half:
        """Return the lower half, as it is seen from below."""
        seen = None if ends is None else ends[::-1]
        return half(self.free[::-1], self.dark[::-1], self.bottom, seen)

    def ends(self, start: int | None = None) -> NDArray[np.int8]:
        """Return where tours may end; with a start, where they have to."""
        ends = np.full(self.free.shape, End.MAY, np.int8)
        if start is not None:
            ends.flat[start] = End.MUST
        return ends

    def place(self, row: int, col: int) -> int:
        """Return which square a square of the board is here."""
        if self.turned:
            row, col = col, row
        return (row - self.corner[0]) * self.width + col - self.corner[1]

    def origin(self, square: int) -> tuple[int, int]:
        """Return the row and the column that a square of here has on the board."""
        row, col = divmod(square, self.width)
        row, col = row + self.corner[0], col + self.corner[1]
        return (col, row) if self.turned else (row, col)

    def is_upper(self, square: int) -> bool:
        """Tell whether a square belongs to the upper half, or to the row of the window that is next to it."""
        return square // self.width <= self.top

    def tried(self, closed: bool, start: int | None) -> int:
        """Return a number of tours by trying all ways: closed ones, open ones, or those from a start; few squares
        only.
        """
        squares = frozenset(np.flatnonzero(self.free).tolist())
        rows, cols = self.free.shape

        @cache
        def ways(tip: int, left: frozenset[int], home: int | None) -> int:
            near = neighbours(tip, rows, cols)
            if not left:
                return int(home is None or home in near)
            return sum(ways(there, left - {there}, home) for there in near if there in left)

        if start is not None:
            return ways(start, squares - {start}, None)
        if closed:
            first = min(squares)
            return ways(first, squares - {first}, first) // 2 if len(squares) > 2 else 0
        paths = sum(ways(square, squares - {square}, None) for square in squares)
        return paths // 2 if len(squares) > 1 else paths


def shape(free: Free) -> Shape:
    """Return the shape of a board."""
    row, col = (np.flatnonzero(free.any(axis=axis)) for axis in (1, 0))
    corner = int(row[0]), int(col[0])
    free = free[row[0] : row[-1] + 1, col[0] : col[-1] + 1]
    turned = free.shape[0] < free.shape[1]
    if turned:
        free, corner = free.T, corner[::-1]
    return Shape(np.ascontiguousarray(free), np.indices(free.shape).sum(axis=0) % 2 == 1, turned, corner)
