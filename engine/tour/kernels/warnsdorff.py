"""Warnsdorff's rule, compiled: go where the fewest ways lead on.

`genetic` has a choice of its own, which leaves dead ends aside and draws one random number; `backtrack` needs not one
move but all of them in order, and so has no part in this.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.compiled.rng import Generator, below
from knightwatch.engine.tour.kernels.squares import Offsets, Ways

MOST_WAYS = np.uint8(8)
WAY = np.int32(1 << 22)
"""What a way on counts, so that it is more than any distance."""


@kernel
def best_move(square: Any, ways: Ways, offsets: Offsets, far: NDArray[np.int32] | None, rng: Generator) -> int:
    """Return the move to the free square with the fewest ways on; -1 where none is free.

    Of equal squares it is the one that is farthest, where `far` tells that, and of those any.
    """
    chosen, least, equal = -1, np.int32(MOST_WAYS + 1) * WAY, 0
    for k in range(8):
        there = np.uint32(square + offsets[k])
        rank = np.int32(ways[there]) * WAY  # with TAKEN it is more than that of any free square
        if far is not None:
            rank -= far[there]
        if rank < least:
            chosen, least, equal = k, rank, 1
        elif rank == least:
            equal += 1
            if below(rng, equal) == 0:
                chosen = k
    return chosen


@kernel
def best_square(square: Any, left: int, ways: Ways, offsets: Offsets, rng: Generator) -> Any:
    """Return the free neighbour with the fewest ways on, any of equal ones; 0 where there is none.

    A square without a way on counts as none, unless it is the last that is left.
    """
    fewest, equal = np.uint8(MOST_WAYS + 1), np.uint32(0)
    moves = np.uint32(0)  # those to equal squares, four bits each, the first lowest
    for k in range(8):
        on = ways[np.uint32(square + offsets[k])]
        if on < fewest and (on > 0 or left == 1):
            fewest, equal, moves = on, np.uint32(1), np.uint32(k)
        elif on == fewest:
            moves |= np.uint32(k) << np.uint32(4 * equal)
            equal += np.uint32(1)
    if equal == 0:
        return np.uint32(0)
    chosen = (moves >> np.uint32(4 * below(rng, int(equal)))) & np.uint32(7)
    return np.uint32(square + offsets[chosen])
