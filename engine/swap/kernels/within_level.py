"""The search that I. Herceg's thesis prints: level by level; a position is recognised only within the next level.

All positions are in one list, in the order in which they were found; those behind the cursor are the queue. The printed
program compares each new position with that list, one by one. Here a table gives the index of the position, and so the
number of comparisons.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.core.clock import DONE, MILESTONES
from knightwatch.engine.swap.dense_numbers import DenseNumbering
from knightwatch.engine.swap.kernels.dense_numbers import DensePosition, dense_neighbours, empty_position
from knightwatch.engine.swap.kernels.first_counters import SwapCounter

Counters = NDArray[np.int64]
Numbers = NDArray[np.uint64]


class WithinLevelCounter(IntEnum):
    """Indexes in the counters of `within-level`."""

    MET = SwapCounter.MET
    FULL = SwapCounter.FULL
    LAST = SwapCounter.LAST
    MOVES = SwapCounter.MOVES
    FRESH = SwapCounter.FRESH
    CURSOR = 5
    """Expanded positions of the list."""
    LISTED = 6
    """Positions in the list."""
    LEVEL_END = 7
    """The end of the current level in the list."""
    DEPTH = 8
    COMPARISONS = 9
    REPEATING = 10
    """Whether the level repeats the one two before it: then nothing new can come."""


class Queue(NamedTuple):
    """The state of `within-level`."""

    positions: NDArray[np.uint64]
    """All positions, in the order in which they were found."""
    parents: NDArray[np.uint32]
    """The index in the list of the position that each was found from."""
    places: NDArray[np.uint32]
    """For each position: its last index in the list, plus 1; 0 if it is not listed."""
    sizes: NDArray[np.int64]
    """The number of positions of each level."""
    counters: NDArray[np.int64]


Counter = WithinLevelCounter


@kernel
def free_ways(dense: DenseNumbering, knights: DensePosition, vertex: int) -> int:
    """Return the number of moves of the knight on a vertex."""
    free = 0
    for way in range(dense.degrees[vertex]):
        free += int(not knights.taken[dense.ways[vertex, way]])
    return free


@kernel
def in_printed_order(dense: DenseNumbering, knights: DensePosition, near: Numbers, ordered: Numbers) -> None:
    """Sort the neighbours in the order of the printed program: by square, whatever the colour of its knight.

    `near` has the black moves first, then the white ones. The moves of each square keep their order: `dense.ways` has
    that of the printed dictionary.
    """
    black, white = knights.black, knights.white
    blacks = whites = sorted_moves = knight = other = 0
    for vertex in black:
        whites += free_ways(dense, knights, vertex)
    while knight < len(black) or other < len(white):
        is_black = other == len(white) or (knight < len(black) and black[knight] < white[other])
        ways = free_ways(dense, knights, black[knight] if is_black else white[other])
        for way in range(ways):
            ordered[sorted_moves + way] = near[(blacks if is_black else whites) + way]
        sorted_moves += ways
        if is_black:
            knight, blacks = knight + 1, blacks + ways
        else:
            other, whites = other + 1, whites + ways


@kernel
def expand(
    dense: DenseNumbering, max_moves: int, queue: Queue, clock: Counters, goal: np.uint64, budget: int, halt: bool
) -> None:
    """Expand up to `budget` positions; stop at the goal, if none is left or, with `halt`, at the end of a level.

    Stop early if the list has no room for the moves of a position, or the sizes no room for a level.
    """
    positions, parents, places, sizes, counters = queue
    knights = empty_position(dense)
    near, ordered = np.empty(max_moves, np.uint64), np.empty(max_moves, np.uint64)
    cursor, listed = counters[Counter.CURSOR], counters[Counter.LISTED]
    while budget > 0 and not counters[Counter.MET] and not counters[Counter.REPEATING] and cursor < listed:
        if listed + max_moves > len(positions) or counters[Counter.DEPTH] + 1 == len(sizes):
            break
        position, before, moves = np.uint64(positions[cursor]), listed, 0
        if position == goal:
            counters[Counter.MET] = 1
        else:
            moves = dense_neighbours(dense, position, knights, near)
            in_printed_order(dense, knights, near, ordered)
        for i in range(moves):
            place = np.int64(places[ordered[i]])  # index plus 1; in an earlier level it is not recognised
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
            # A move and its reverse lead two levels further: level d + 2 has all positions of level d.
            counters[Counter.DEPTH], counters[Counter.REPEATING] = depth, depth > 1 and sizes[depth] == sizes[depth - 2]
            counters[Counter.LEVEL_END] = listed
            clock[MILESTONES] += 1
            if halt:
                break
    counters[Counter.CURSOR], counters[Counter.LISTED] = cursor, listed
