"""Kernel of `formula`: a solution for every n of at least 4, without search.

E. Hoffman, J. Loessi, R. Moore, "Constructions for the solution of the m queens problem", Mathematics Magazine 42
(1969). Columns and rows count from 1 there, and here in `row_of`.
"""

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.core.clock import DONE, MILESTONES


class Rule(IntEnum):
    """The rule that gives the row of a column."""

    STEPS = 0
    """Construction A: each queen two rows above the one before; even rows first, then odd rows."""
    SHIFTED = 1
    """Construction B: the same steps, shifted by half the board and turned by half a turn."""
    CORNER = 2
    """Construction C: the last queen of an odd board, in the corner."""


@kernel
def rule_of(n: int, column: int) -> Any:
    """Return the rule for a column, from 1."""
    even = n - n % 2
    if column > even:
        return Rule.CORNER
    return Rule.SHIFTED if even % 6 == 2 else Rule.STEPS


@kernel
def row_of(n: int, column: int) -> Any:
    """Return the row, from 1, of the queen in a column, from 1."""
    even = n - n % 2
    half, rule = even // 2, rule_of(n, column)
    if rule == Rule.CORNER:
        return n
    if rule == Rule.STEPS:
        return 2 * column if column <= half else 2 * (column - half) - 1
    if column <= half:
        return 1 + (2 * (column - 1) + half - 1) % even
    return even - (2 * (even - column) + half - 1) % even


@kernel
def place(queens: NDArray[np.int32], clock: NDArray[np.int64], budget: int, halt: bool) -> None:
    """Place up to `budget` queens; each is a milestone."""
    n = len(queens)
    for _ in range(budget):
        if clock[DONE] == n:
            break
        queens[clock[DONE]] = n - row_of(n, clock[DONE] + 1)
        clock[DONE] += 1
        clock[MILESTONES] += 1
        if halt:
            break
