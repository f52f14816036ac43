"""Why no solution contains some placed queens: reasons that need no search, the simplest first."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from knightwatch.engine.boards import file_name, square_name
from knightwatch.engine.queens.free_rows import free_squares


@dataclass(frozen=True)
class QueensReason:
    """Why no solution is possible."""

    words: str
    """A clause without a full stop."""
    squares: tuple[int, ...] = ()


def why_lost(rows: Sequence[int]) -> QueensReason | None:
    """Return why no solution has these queens, a row for each column, -1 for none; None if no rule tells."""
    n = len(rows)
    placed = [x for x in range(n) if rows[x] >= 0]
    for a, b in combinations(placed, 2):
        if abs(rows[a] - rows[b]) in (0, b - a):
            names = " and ".join(square_name(int(rows[x]), x, n) for x in (a, b))
            return QueensReason(f"the queens on {names} attack each other")
    free = free_squares(rows)
    is_open = [x for x in range(n) if rows[x] < 0]
    for x in is_open:
        if not free[:, x].any():
            return QueensReason(f"column {file_name(x)} has no free row left", tuple(y * n + x for y in range(n)))
    for y in range(n):
        if y not in rows and not free[y].any():
            return QueensReason(f"row {n - y} has no free square left", tuple(y * n + x for x in is_open))
    return _pigeonholes(free, is_open)


def _pigeonholes(free: np.ndarray[tuple[int, ...], np.dtype[np.bool_]], is_open: Sequence[int]) -> QueensReason | None:
    """Two columns, or two rows, that have only one and the same place left."""
    n = len(free)
    single = {x: int(free[:, x].argmax()) for x in is_open if free[:, x].sum() == 1}
    for a, b in combinations(single, 2):
        if single[a] == single[b]:
            names, row = f"{file_name(a)} and {file_name(b)}", single[a]
            return QueensReason(f"columns {names} have only row {n - row} left", (row * n + a, row * n + b))
    lines = {y: int(free[y].argmax()) for y in range(n) if free[y].sum() == 1}
    for a, b in combinations(lines, 2):
        if lines[a] == lines[b]:
            names, column = f"{n - b} and {n - a}", lines[a]
            squares = a * n + column, b * n + column
            return QueensReason(f"rows {names} have only column {file_name(column)} left", squares)
    return None
