"""The printed search, compiled: level by level, and a position is recognised only within the level that is being made.

All positions stand in one list, in the order in which they were found: the queue is what lies behind the cursor. The
printed program looks through that list for every position that a move leads to, and compares one by one; here a table
tells where the position stands, and so how many comparisons that takes.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.core.clock import DONE, MILESTONES
from knightwatch.engine.swap.dense_numbers import Arrangements
from knightwatch.engine.swap.kernels.dense_numbers import Standing, around_one, empty_standing
from knightwatch.engine.swap.kernels.first_counters import SwapCounter

Counters = NDArray[np.int64]
Numbers = NDArray[np.uint64]


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


Counter = WithinLevelCounter


@kernel
def free_ways(arrangements: Arrangements, standing: Standing, vertex: int) -> int:
    """Return how many moves a knight on a vertex has."""
    free = 0
    for way in range(arrangements.degrees[vertex]):
        free += int(not standing.taken[arrangements.ways[vertex, way]])
    return free


@kernel
def in_printed_order(arrangements: Arrangements, standing: Standing, near: Numbers, ordered: Numbers) -> None:
    """Put what is one move away into the order of the printed program: by square, and there the last move first.

    Until then black comes before white.
    """
    black, white = standing.black, standing.white
    blacks = whites = found = knight = other = 0
    for vertex in black:
        whites += free_ways(arrangements, standing, vertex)
    while knight < len(black) or other < len(white):
        is_black = other == len(white) or (knight < len(black) and black[knight] < white[other])
        ways = free_ways(arrangements, standing, black[knight] if is_black else white[other])
        for way in range(ways):
            ordered[found + way] = near[(blacks if is_black else whites) + ways - 1 - way]
        found += ways
        if is_black:
            knight, blacks = knight + 1, blacks + ways
        else:
            other, whites = other + 1, whites + ways


@kernel
def expand(
    arrangements: Arrangements, most: int, queue: Queue, clock: Counters, goal: np.uint64, budget: int, halt: bool
) -> None:
    """Take up to `budget` positions, up to the goal, the end of a level if `halt`, or the end of all of them.

    Ends early where the list has no room for the moves of a position or the sizes none for a level.
    """
    positions, parents, places, sizes, counters = queue
    standing = empty_standing(arrangements)
    near, ordered = np.empty(most, np.uint64), np.empty(most, np.uint64)
    cursor, listed = counters[Counter.CURSOR], counters[Counter.LISTED]
    while budget > 0 and not counters[Counter.MET] and not counters[Counter.REPEATING] and cursor < listed:
        if listed + most > len(positions) or counters[Counter.DEPTH] + 1 == len(sizes):
            break
        position, before, moves = np.uint64(positions[cursor]), listed, 0
        if position == goal:
            counters[Counter.MET] = 1
        else:
            moves = around_one(arrangements, position, standing, near)
            in_printed_order(arrangements, standing, near, ordered)
        for i in range(moves):
            place = np.int64(places[ordered[i]])  # plus 1; where it stands in an earlier level, it is not recognised
            if place > counters[Counter.LEVEL_END]:
                counters[Counter.COMPARISONS] += place
                continue
            counters[Counter.COMPARISONS] += listed
            positions[listed], parents[listed] = ordered[i], cursor
            listed += 1
            places[ordered[i]] = listed
        cursor += 1
        budget -= 1
        clock[DONE] += 1
        counters[Counter.LAST], counters[Counter.MOVES], counters[Counter.FRESH] = position, moves, listed - before
        if cursor == counters[Counter.LEVEL_END] and not counters[Counter.MET]:
            depth = counters[Counter.DEPTH] + 1
            sizes[depth] = listed - cursor
            # A move there and back leads from every level to the one two later, which so has all of its positions.
            counters[Counter.DEPTH], counters[Counter.REPEATING] = depth, depth > 1 and sizes[depth] == sizes[depth - 2]
            counters[Counter.LEVEL_END] = listed
            clock[MILESTONES] += 1
            if halt:
                break
    counters[Counter.CURSOR], counters[Counter.LISTED] = cursor, listed
