"""The lower bound h: the cheapest assignment of the knights of one colour to their goal squares.

The cost of a pair is the number of moves on an empty board. A move changes the distance of one knight by at most one,
so h never falls by more than one per move: it is admissible and consistent.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.swap.kernels.dense_numbers import unrank_set

Ints = NDArray[np.int64]
MOST = (1 << 15) - 2
"""The bound of a set from which no moves lead to the goal."""


class Bounds(NamedTuple):
    """The bounds of all sets of one colour, computed on first use."""

    known: NDArray[np.uint16]
    """For each set: its bound plus 1, or 0 if it is not known yet."""
    distances: NDArray[np.int64]
    """Moves between each two vertices on an empty board."""
    goal: NDArray[np.int64]
    """The goal vertices of the knights."""
    choose: NDArray[np.int64]
    """Binomial coefficients: choose[n, k] is the number of ways to choose k of n."""


@kernel
def assigned(costs: Ints) -> Ints:
    """Return the row assigned to each column, for the lowest total cost.

    The method is shortest augmenting paths with prices, as in R. Jonker, A. Volgenant, Computing 38 (1987).
    """
    n = len(costs)
    row_price, col_price = np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int64)
    row_of = np.zeros(n + 1, np.int64)
    before = np.zeros(n + 1, np.int64)
    for row in range(1, n + 1):
        row_of[0] = row
        col = 0
        least = np.full(n + 1, 1 << 40)
        used = np.zeros(n + 1, np.bool_)
        while row_of[col]:
            used[col] = True
            this, step, nearest = row_of[col], 1 << 40, 0
            for j in range(1, n + 1):
                if used[j]:
                    continue
                cost = costs[this - 1, j - 1] - row_price[this] - col_price[j]
                if cost < least[j]:
                    least[j], before[j] = cost, col
                if least[j] < step:
                    step, nearest = least[j], j
            for j in range(n + 1):
                if used[j]:
                    row_price[row_of[j]] += step
                    col_price[j] -= step
                else:
                    least[j] -= step
            col = nearest
        while col:
            row_of[col] = row_of[before[col]]
            col = before[col]
    return row_of[1:] - 1


@kernel
def cheapest(costs: Ints) -> int:
    """Return the cost of the cheapest assignment of rows to columns."""
    rows, total = assigned(costs), 0
    for col in range(len(costs)):
        total += costs[rows[col], col]
    return total


@kernel
def bound(bounds: Bounds, this: int) -> int:
    """Return the lower bound of the moves from a set of knights to the goal vertices."""
    if not bounds.known[this]:
        knights = len(bounds.goal)
        vertices = np.empty(knights, np.int64)
        unrank_set(this, bounds.choose, vertices)
        costs = np.zeros((knights, knights), np.int64)
        for knight in range(knights):
            for i in range(knights):
                costs[knight, i] = bounds.distances[vertices[knight], bounds.goal[i]]
        bounds.known[this] = min(cheapest(costs), MOST) + 1
    return int(bounds.known[this]) - 1
