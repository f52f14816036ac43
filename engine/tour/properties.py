"""Properties of a tour: closed or open, magic, symmetric."""

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.boards import Squares, adjacent


def numbered(tour: Squares, rows: int, cols: int) -> NDArray[np.int64]:
    """Return the board with the number of each square in the tour, from 1; 0 for other squares."""
    grid = np.zeros(rows * cols, np.int64)
    grid[tour] = np.arange(1, len(tour) + 1)
    return grid.reshape(rows, cols)


def closed(tour: Squares, cols: int) -> bool:
    """Return whether the last square of a tour is a knight's move from its first."""
    return len(tour) > 2 and adjacent(int(tour[-1]), int(tour[0]), cols)


def sums(tour: Squares, rows: int, cols: int) -> tuple[list[int], list[int], list[int]]:
    """Return the sums of the numbers in each row, in each column and, on a square board, in the two diagonals."""
    grid = numbered(tour, rows, cols)
    diagonals = [int(np.trace(grid)), int(np.trace(np.fliplr(grid)))] if rows == cols else []
    return grid.sum(axis=1).tolist(), grid.sum(axis=0).tolist(), diagonals


def magic(tour: Squares, rows: int, cols: int) -> str:
    """Return "magic" if all rows, columns and diagonals of a square board have one sum, "semi-magic" without diagonals.

    Return an empty string otherwise.
    """
    across, down, diagonals = sums(tour, rows, cols)
    if not diagonals or rows == 1 or len({*across, *down}) > 1:
        return ""
    return "magic" if len({*across, *diagonals}) == 1 else "semi-magic"


def symmetries(tour: Squares, rows: int, cols: int) -> list[str]:
    """Return the names of the rotations and reflections that do not change the drawing of a tour."""
    grid = np.arange(rows * cols).reshape(rows, cols)
    moved = {"half turn": np.rot90(grid, 2), "left to right": np.fliplr(grid), "top to bottom": np.flipud(grid)}
    if rows == cols:
        moved["quarter turn"] = np.rot90(grid)
        moved["diagonal"] = grid.T
        moved["other diagonal"] = np.rot90(grid, 2).T
    lines = _lines(tour, cols)
    return [name for name, image in moved.items() if np.array_equal(_lines(image.ravel()[tour], cols), lines)]


def properties(tour: Squares, free: NDArray[np.bool_]) -> list[str]:
    """Return the properties of a tour in words; the first is closed or open."""
    rows, cols = free.shape
    words = ["closed" if closed(tour, cols) else "open"]
    if free.all() and (square := magic(tour, rows, cols)):
        words.append(square)
    return words + [f"{name} symmetry" for name in symmetries(tour, rows, cols) if len(tour) > 1]


def _lines(tour: Squares, cols: int) -> NDArray[np.int64]:
    """Return the moves of a tour, with a closing move, independent of their direction and order."""
    ends = np.stack([tour, np.roll(tour, -1)])[:, : len(tour) if closed(tour, cols) else len(tour) - 1]
    ends.sort(axis=0)
    return ends[:, np.lexsort(ends)]
