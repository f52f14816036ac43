"""Warnsdorff's rule (1823): go to the free square with the fewest ways on.

`auto` and `repair` use `best_move`. `genetic` uses `best_square`, which avoids dead ends and draws one random number.
`backtrack` needs all moves in order, and sorts them itself.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.compiled.rng import Generator, below
from knightwatch.engine.tour.kernels.squares import Offsets, Ways

MOST_WAYS = np.uint8(8)
WAY = np.int32(1 << 22)
"""Weight of one way on: larger than any distance, so that distances only break ties."""


@kernel
def best_move(square: Any, ways: Ways, offsets: Offsets, far: NDArray[np.int32] | None, rng: Generator) -> int:
    """Return the move to the free square with the fewest ways on; -1 if no square is free.

    Ties go to the largest `far`, if given, and then to a random square.
    """
    chosen, least, equal = -1, np.int32(MOST_WAYS + 1) * WAY, 0
    for k in range(8):
        there = np.uint32(square + offsets[k])
        rank = np.int32(ways[there]) * WAY  # VISITED makes this larger than the rank of any free square
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
    """Return the free neighbour with the fewest ways on, ties at random; 0 if there is none.

    A square without a way on is a dead end. It only counts if it is the last free square, that is, if `left` is 1.
    """
    fewest, equal = np.uint8(MOST_WAYS + 1), np.uint32(0)
    moves = np.uint32(0)  # the tied moves, four bits each, the first one lowest
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
