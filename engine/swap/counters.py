"""What solvers of knights that change places and their kernels both know: places in counters, and records of arrays."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.uint32] | NDArray[np.uint64]
"""Positions by their numbers, in as few bytes as those need."""


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


class Levels(NamedTuple):
    """The state of `breadth` and `both-ends`; of what there is one of for each end, the start's is the first."""

    tables: tuple[NDArray[np.uint8], NDArray[np.uint8]]
    lists: tuple[Numbers, Numbers, Numbers]
    sizes: NDArray[np.int64]
    """How many positions each level has."""
    counters: NDArray[np.int64]


class WithinLevelCounter(IntEnum):
    """Places in the counters of `within-level`."""

    MET = SwapCounter.MET
    FULL = SwapCounter.FULL
    LAST = SwapCounter.LAST
    MOVES = SwapCounter.MOVES
    FRESH = SwapCounter.FRESH
    CURSOR = 5
    """Positions of the list that were taken."""
    LISTED = 6
    LEVEL_END = 7
    """How many of the list are of the level that is expanded, or of one before."""
    DEPTH = 8
    COMPARISONS = 9
    REPEATING = 10
    """Whether the level has the same positions as that two before, so that nothing new will ever come."""


class Queue(NamedTuple):
    """The state of `within-level`."""

    positions: NDArray[np.uint64]
    """All that were found, in their order."""
    parents: NDArray[np.uint32]
    """Where in the list the position stands that each was found from."""
    places: NDArray[np.uint32]
    """For each number, where the position was last listed, plus 1; 0 where it never was."""
    sizes: NDArray[np.int64]
    """How many positions each level has."""
    counters: NDArray[np.int64]


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


class Bounds(NamedTuple):
    """The bounds of the sets of one colour, worked out when they are first asked for."""

    known: NDArray[np.uint16]
    """For each set its bound plus 1; 0 where it is not known yet."""
    distances: NDArray[np.int64]
    goal: NDArray[np.int64]
    """The vertices where the knights are to stand."""
    choose: NDArray[np.int64]
    """For each n and k, in how many ways k of n can be chosen."""


class Nodes(NamedTuple):
    """Positions that `best-first` has seen."""

    position: NDArray[np.uint64]
    parent: NDArray[np.uint32]
    cost: NDArray[np.uint16]
    """The fewest moves that are known to lead there: g."""
    slots: NDArray[np.uint32]
    """The number of a node plus 1, where its position's hash leads; 0 where none does."""


class Buckets(NamedTuple):
    """Positions that wait to be expanded: entries in buckets, one bucket for each f."""

    waiting: NDArray[np.uint32]
    """The node of each entry."""
    waiting_cost: NDArray[np.uint16]
    """The node's cost when the entry was made."""
    below: NDArray[np.uint32]
    """The entry below in its bucket, plus 1."""
    tops: NDArray[np.uint32]
    """For each f, the entry on top of its bucket, plus 1."""
