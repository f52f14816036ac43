"""Diagonal counters: how many queens stand on each diagonal, and so how many a queen attacks.

The kernels take the two arrays of counters, not a tuple of them: unpacking a tuple in the inner loop costs numba two
atomic reference counts per trial, a third of its time.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel

Diagonals = NDArray[np.int8]
"""Queens on each diagonal. One byte per diagonal keeps the counters of a million queens in the processor's cache."""


@kernel
def diagonals_of(x: int, y: int, rising: Diagonals) -> tuple[Any, Any]:
    """Return the indexes of a square's two diagonals, unsigned: numba then skips the test for negative indexes."""
    return np.uint32(x + y), np.uint32((len(rising) >> 1) + x - y)


@kernel
def add(x: int, y: int, rising: Diagonals, falling: Diagonals) -> Any:
    """Add a queen in column x and row y; return how many queens it attacks."""
    up, down = diagonals_of(x, y, rising)
    others = np.int64(rising[up]), np.int64(falling[down])
    rising[up] = others[0] + 1
    falling[down] = others[1] + 1
    return others[0] + others[1]


@kernel
def remove(x: int, y: int, rising: Diagonals, falling: Diagonals) -> Any:
    """Remove the queen in column x and row y; return how many queens it attacked."""
    up, down = diagonals_of(x, y, rising)
    others = np.int64(rising[up]) - 1, np.int64(falling[down]) - 1
    rising[up] = others[0]
    falling[down] = others[1]
    return others[0] + others[1]


@kernel
def is_free(x: int, y: int, rising: Diagonals, falling: Diagonals) -> bool:
    """Return whether both diagonals of a square are empty."""
    up, down = diagonals_of(x, y, rising)
    return bool(rising[up] == 0 and falling[down] == 0)


@kernel
def swap_rows(i: int, row: int, j: int, other_row: int, rising: Diagonals, falling: Diagonals) -> Any:
    """Swap the rows of the queens in columns i and j; return the change in the number of attacks."""
    fewer = remove(i, row, rising, falling) + remove(j, other_row, rising, falling)
    return add(i, other_row, rising, falling) + add(j, row, rising, falling) - fewer


@kernel
def attacks_on(x: int, y: int, rising: Diagonals, falling: Diagonals) -> Any:
    """Return how many queens stand on the two diagonals of a square; a queen on the square itself counts twice."""
    up, down = diagonals_of(x, y, rising)
    return np.int64(rising[up]) + np.int64(falling[down])


@kernel
def change_by_swap(i: int, row: int, on_i: Any, j: int, other_row: int, rising: Diagonals, falling: Diagonals) -> Any:
    """Return what `swap_rows` would return, without a swap; `on_i` is `attacks_on` of the queen in column i.

    Each old square counts its own queen twice: 4. Two queens on one diagonal share one after the swap too. Their pair
    is counted twice before it, and not at all after it: 2.
    """
    shared = (i + row == j + other_row) or (i - row == j - other_row)
    before = on_i + attacks_on(j, other_row, rising, falling)
    after = attacks_on(i, other_row, rising, falling) + attacks_on(j, row, rising, falling)
    return after - before + 4 + 2 * shared


@kernel
def next_attacked(x: int, queens: NDArray[np.int32], rising: Diagonals, falling: Diagonals) -> Any:
    """Return the first column from x on whose queen is attacked; after the last column comes the first."""
    n = len(queens)
    while True:
        if x >= n:
            x = 0
        up, down = diagonals_of(x, queens[np.uint32(x)], rising)
        if rising[up] != 1 or falling[down] != 1:
            return x
        x += 1
