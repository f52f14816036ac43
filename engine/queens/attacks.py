"""Counting attacks, compiled, for solvers; the problem's own check does not use it."""

import numpy as np
from numpy.typing import NDArray

from engine.kernels import kernel


@kernel
def attacks(queens: NDArray[np.int32], diagonals: NDArray[np.int32]) -> int:
    """Return the number of pairs of queens that share a diagonal; `diagonals` is memory for 4n counters."""
    n = len(queens)
    for d in range(4 * n):
        diagonals[d] = 0
    pairs = 0
    for x in range(n):
        y = queens[x]
        # Rising diagonals are counted in the first 2n places, falling ones in the last.
        rising, falling = np.uint64(x + y), np.uint64(3 * n + x - y)
        pairs += diagonals[rising] + diagonals[falling]
        diagonals[rising] += 1
        diagonals[falling] += 1
    return pairs
