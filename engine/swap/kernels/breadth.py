"""Breadth-first search over positions, from the start or from both ends.

Each end has a table and a level, the positions of one depth; those before the cursor are expanded. A table has two bits
for each position: 0 if it was not reached, else its depth modulo 3, plus 1. Depths of neighbours differ by at most
one, so this is enough to walk back. The two searches meet in a position that is in both tables; a search from the start
alone ends at the goal.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.core.clock import DONE, MILESTONES
from knightwatch.engine.swap.dense_numbers import DenseNumbering
from knightwatch.engine.swap.kernels.dense_numbers import dense_neighbours, empty_position
from knightwatch.engine.swap.kernels.first_counters import SwapCounter
from knightwatch.engine.swap.kernels.pair_numbers import dense_place, pair_neighbours
from knightwatch.engine.swap.pair_numbers import DensePlaces, SetPairs

Table = NDArray[np.uint8]
Counters = NDArray[np.int64]
Numbers = NDArray[np.uint32] | NDArray[np.uint64]
"""Numbers of positions, in as few bytes as they need."""

ONE, TWO, THREE = np.uint64(1), np.uint64(2), np.uint64(3)


class BreadthCounter(IntEnum):
    """Indexes in the counters of `breadth` and `both-ends`."""

    MET = SwapCounter.MET
    FULL = SwapCounter.FULL
    LAST = SwapCounter.LAST
    MOVES = SwapCounter.MOVES
    FRESH = SwapCounter.FRESH
    SIDE = 5
    """The end whose level is expanded: 0 the start, 1 the goal."""
    HERE = 6
    """The list that holds this level."""
    LATER = 7
    """The list that holds the next level."""
    THERE = 8
    """The list that holds the level of the other end."""
    CURSOR = 9
    """Expanded positions of this level."""
    FOUND = 10
    """Positions of the next level, so far."""
    DEPTH = 11
    """The depth of the start's level."""
    DEPTH_BACK = 12
    """The depth of the goal's level."""
    REACHED = 13
    """Positions reached from both ends."""
    MEETING = 14
    """The position where the ends met."""


class Levels(NamedTuple):
    """The state of `breadth` and `both-ends`; tables and sizes have the start's first, then the goal's."""

    tables: tuple[NDArray[np.uint8], NDArray[np.uint8]]
    lists: tuple[Numbers, Numbers, Numbers]
    sizes: NDArray[np.int64]
    """For each end: the number of positions of each level."""
    counters: NDArray[np.int64]


Counter = BreadthCounter


@kernel
def read_level(table: Table, place: np.uint64) -> np.uint64:
    """Return the two bits at a place: 0 if not reached, else the depth modulo 3, plus 1."""
    return (np.uint64(table[place >> TWO]) >> ((place & THREE) << ONE)) & THREE


@kernel
def write_level(table: Table, place: np.uint64, depth: int) -> None:
    """Write a depth into the two bits at a place."""
    table[place >> TWO] |= np.uint64(depth % 3 + 1) << ((place & THREE) << ONE)


@kernel
def begin_level(levels: Levels, both: bool) -> None:
    """Begin the next level; with `both`, at the end whose level has fewer positions."""
    sizes, counters = levels.sizes, levels.counters
    side = counters[Counter.SIDE]
    counters[Counter.DEPTH + side] += 1
    sizes[side, counters[Counter.DEPTH + side]] = counters[Counter.FOUND]
    counters[Counter.HERE], counters[Counter.LATER] = counters[Counter.LATER], counters[Counter.HERE]
    counters[Counter.CURSOR] = counters[Counter.FOUND] = 0
    other = 1 - side
    if both and sizes[other, counters[Counter.DEPTH + other]] < sizes[side, counters[Counter.DEPTH + side]]:
        counters[Counter.SIDE] = other
        counters[Counter.HERE], counters[Counter.THERE] = counters[Counter.THERE], counters[Counter.HERE]


@kernel
def expand(
    pairs: SetPairs | None,
    dense_places: DensePlaces | None,
    dense: DenseNumbering | None,
    max_moves: int,
    levels: Levels,
    clock: Counters,
    goal: np.uint64,
    both: bool,
    budget: int,
    halt: bool,
) -> None:
    """Expand up to `budget` positions; stop at a meeting, if none is left or, with `halt`, at the end of a level.

    Numbers of positions are pairs of sets (`pairs`, with `dense_places` if tables have no gaps) or dense. Stop early
    if the lists have no room for the moves of a position, or the sizes no room for a level.
    """
    sizes, counters = levels.sizes, levels.counters
    if dense is not None:
        knights = empty_position(dense)
    near, places, codes = np.empty(max_moves, np.uint64), np.empty(max_moves, np.uint64), np.empty(max_moves, np.uint64)
    while budget > 0 and not counters[Counter.MET]:
        side = counters[Counter.SIDE]
        depth = counters[Counter.DEPTH + side]
        table, other = levels.tables[side], levels.tables[1 - side]
        here, later = levels.lists[counters[Counter.HERE]], levels.lists[counters[Counter.LATER]]
        if depth + 1 == sizes.shape[1]:
            return
        cursor, found = counters[Counter.CURSOR], counters[Counter.FOUND]
        size = sizes[side, depth]
        last = min(size, cursor + budget)
        while cursor < last and found + max_moves <= len(later) and not counters[Counter.MET]:
            position = np.uint64(here[cursor])
            before, moves = found, 0
            if pairs is not None:
                moves = pair_neighbours(pairs, position, near)
            if dense is not None:
                moves = dense_neighbours(dense, position, knights, near)
            for i in range(moves):  # read all first: the processor then overlaps the cache misses
                places[i] = near[i]
                if dense_places is not None:
                    places[i] = dense_place(dense_places, near[i])
                codes[i] = read_level(table, places[i])
            for i in range(moves):
                if codes[i]:
                    continue
                write_level(table, places[i], depth + 1)
                later[found] = near[i]
                found += 1
                if near[i] == goal or (both and read_level(other, places[i])):
                    counters[Counter.MET], counters[Counter.MEETING] = 1, near[i]
                    break
            cursor += 1
            counters[Counter.LAST], counters[Counter.MOVES], counters[Counter.FRESH] = position, moves, found - before
        done = cursor - counters[Counter.CURSOR]
        clock[DONE] += done
        budget -= done
        counters[Counter.REACHED] += found - counters[Counter.FOUND]
        counters[Counter.CURSOR], counters[Counter.FOUND] = cursor, found
        if counters[Counter.MET] or cursor < last or size == 0:
            return
        if cursor == size:
            begin_level(levels, both)
            clock[MILESTONES] += 1
            if halt:
                return
