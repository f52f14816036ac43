"""The first places in the counters of every solver of knights that change places."""

from enum import IntEnum


class SwapCounter(IntEnum):
    """The first places in the counters of every solver."""

    MET = 0
    """Whether the goal is met."""
    FULL = 1
    """Whether the memory does not suffice."""
    LAST = 2
    """With MOVES and FRESH: the position that was expanded last, its moves, and those to positions not seen before."""
    MOVES = 3
    FRESH = 4
