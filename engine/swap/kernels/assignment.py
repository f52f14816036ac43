"""How many moves it takes at least, compiled: each knight to a square of its own, as if the others were not there.

For a set of one colour this is the cheapest assignment of its knights to the goal's squares, by the moves that
each would need on an empty board. A move changes the way of one knight by one, so the bound never falls by more than
the move that was made: it is admissible and consistent.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.swap.kernels.dense_numbers import members

Ints = NDArray[np.int64]
MOST = (1 << 15) - 2
"""What is said of sets that no moves lead to the goal."""


class Bounds(NamedTuple):
    """The bounds of the sets of one colour, worked out when they are first asked for."""

    known: NDArray[np.uint16]
    """For each set its bound plus 1; 0 where it is not known yet."""
    distances: NDArray[np.int64]
    goal: NDArray[np.int64]
    """The vertices where the knights are to stand."""
    choose: NDArray[np.int64]
    """For each n and k, in how many ways k of n can be chosen."""


@kernel
def assigned(costs: Ints) -> Ints:
    """Return for each column the row of the cheapest assignment, by shortest augmenting paths."""
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
    """Return how many moves it takes a set of knights at least to stand on the goal's vertices."""
    if not bounds.known[this]:
        knights = len(bounds.goal)
        vertices = np.empty(knights, np.int64)
        members(this, bounds.choose, vertices)
        costs = np.zeros((knights, knights), np.int64)
        for knight in range(knights):
            for i in range(knights):
                costs[knight, i] = bounds.distances[vertices[knight], bounds.goal[i]]
        bounds.known[this] = min(cheapest(costs), MOST) + 1
    return int(bounds.known[this]) - 1
