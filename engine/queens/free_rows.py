"""Partial placements: the squares that queens attack, and the rows that remain in open columns."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from knightwatch.engine.core.frame import Board, Mark, Tone
from knightwatch.engine.queens.problem import ATTACKED, QUEEN, QueensProblem

LARGEST = 64
"""The largest board on which attacked squares are marked."""
TAKEN = Mark("attacked square", "·", ".", Tone.HINT)
OPEN = Mark("free row of the next column", "?", "?", Tone.GOOD)
AHEAD = Mark("free row of a column ahead", "○", "o", Tone.PIECE)
EMPTY = Mark("line without room for its queen", "×", "x", Tone.ALARM)


def free_squares(queens: ArrayLike) -> NDArray[np.bool_]:
    """Return for each row and column whether no queen attacks the square; a negative row is an open column."""
    rows = np.asarray(queens, np.int64)
    n = len(rows)
    x = np.flatnonzero(rows >= 0)
    y, all_x, all_y = rows[x], np.arange(n), np.arange(n)[:, None]
    free = ~np.isin(all_y + 0 * all_x, y)
    free &= ~np.isin(all_x + all_y, x + y) & ~np.isin(all_x - all_y, x - y)
    free[:, x] = False
    return free


def partial_placement(problem: QueensProblem, queens: ArrayLike, column: int | None) -> Board:
    """Return the board with attacked squares and the free rows of open columns; `column` is filled next."""
    board, n = problem.placement(queens), problem.n
    if n > LARGEST:
        return board
    rows = np.asarray(queens, np.int64)
    free = free_squares(rows)
    is_open = np.flatnonzero(rows < 0)
    kinds = np.zeros((n, n), np.uint8)
    kinds[free] = 2
    for x in is_open:
        if not free[:, x].any():
            kinds[:, x] = 3
        elif x == column:
            kinds[free[:, x], x] = 1
    squares = (np.arange(n)[:, None] * n + is_open).ravel()
    marks = (TAKEN, OPEN, AHEAD, EMPTY, QUEEN, ATTACKED)
    return replace(
        board,
        marks=marks,
        squares=np.concatenate([squares, board.squares]),
        kinds=np.concatenate([kinds.ravel()[squares], board.kinds + 4]).astype(np.uint8),
    )
