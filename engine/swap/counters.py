"""Places in the state of the solvers of knights that change places, for solvers and kernels alike."""

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


class BreadthCounter(IntEnum):
    """Places in the counters of `breadth` and `both-ends`."""

    MET = SwapCounter.MET
    FULL = SwapCounter.FULL
    LAST = SwapCounter.LAST
    MOVES = SwapCounter.MOVES
    FRESH = SwapCounter.FRESH
    SIDE = 5
    """The end whose level is expanded: 0 the start, 1 the goal."""
    HERE = 6
    """Which of the lists is that level, which the next one, and which the level that waits at the other end."""
    LATER = 7
    THERE = 8
    CURSOR = 9
    """Positions of the level that are expanded."""
    FOUND = 10
    """Positions of the next level that are found."""
    DEPTH = 11
    """The depth of the level at the start, then that at the goal."""
    DEPTH_BACK = 12
    REACHED = 13
    MEETING = 14
    """Where the ends met."""


class BestFirstCounter(IntEnum):
    """Places in the counters of `best-first`."""

    MET = SwapCounter.MET
    FULL = SwapCounter.FULL
    LAST = SwapCounter.LAST
    MOVES = SwapCounter.MOVES
    FRESH = SwapCounter.FRESH
    NODES = 5
    """Positions seen."""
    ENTRIES = 6
    """Entries made in the buckets."""
    F = 7
    """The lowest f: no way is shorter."""
    NEXT = 8
    """The entry to be expanded next, plus 1; 0 where none is left."""
