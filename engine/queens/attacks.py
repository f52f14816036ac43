"""Counting attacks, compiled, for solvers; the problem's own check does not use it."""

import numpy as np
from numpy.typing import NDArray

from engine.kernels import kernel


@kernel
def attacks(queens: NDArray[np.int32], diagonals: NDArray[np.int32]) -> int:
    """Return the number of pairs of queens that share a diagonal; `diagonals` is memory for 2 x 2n counters."""
    n = len(queens)
    rising, falling = diagonals[0], diagonals[1]
    for d in range(2 * n):
        rising[d] = falling[d] = 0
    pairs = 0
    for x in range(n):
        y = queens[x]
        pairs += rising[x + y] + falling[n + x - y]
        rising[x + y] += 1
        falling[n + x - y] += 1
    return pairs
