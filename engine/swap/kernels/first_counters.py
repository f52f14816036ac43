"""The counters that all solvers of knights that change places begin with."""

from enum import IntEnum


class SwapCounter(IntEnum):
    """The first indexes in the counters of every solver."""

    MET = 0
    """Whether the goal is reached."""
    FULL = 1
    """Whether the memory is full."""
    LAST = 2
    """The position that was expanded last."""
    MOVES = 3
    """Its moves."""
    FRESH = 4
    """Its moves to new positions."""
