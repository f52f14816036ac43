"""Breadth-first search over positions, from the start or from both ends, compiled.

A table has two bits for every place: 0 for a position that was not seen, else its depth modulo 3, plus 1.
Depths of neighbours differ by one at most, so that this is enough to find the way back, and a byte holds four
positions. Each end has a table, and a level: the positions of one depth, of which those before the cursor are
expanded. The ends meet in a position that stands in both tables; a search from the start alone ends at the goal.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import inlined, kernel
from knightwatch.engine.core.clock import DONE, MILESTONES
from knightwatch.engine.swap.dense_numbers import Arrangements
from knightwatch.engine.swap.kernels.dense_numbers import around_one, empty_standing
from knightwatch.engine.swap.kernels.first_counters import SwapCounter
from knightwatch.engine.swap.pair_numbers import Gapless, SetPairs

Table = NDArray[np.uint8]
Counters = NDArray[np.int64]
Numbers = NDArray[np.uint32] | NDArray[np.uint64]
"""Numbers of positions, in as few bytes as they need."""

ONE, TWO, THREE = np.uint64(1), np.uint64(2), np.uint64(3)


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


Counter = BreadthCounter


@kernel
def seen(table: Table, place: np.uint64) -> np.uint64:
    """Return what a table says of the position that has a place there."""
    return (np.uint64(table[place >> TWO]) >> ((place & THREE) << ONE)) & THREE


@kernel
def note(table: Table, place: np.uint64, depth: int) -> None:
    """Write the depth of the position that has a place there into a table."""
    table[place >> TWO] |= np.uint64(depth % 3 + 1) << ((place & THREE) << ONE)


@inlined
def place_of(gapless: Gapless, position: np.uint64) -> np.uint64:
    """Return the place of a pair of sets in a table without gaps."""
    whites = np.uint64(len(gapless.whites))
    black = position // whites
    white = position - black * whites
    place = np.uint64(0)
    for k in range(gapless.whites.shape[1]):
        vertex = gapless.whites[white, k]
        place += np.uint64(gapless.choose[vertex - gapless.blacks_before[black, vertex], k + 1])
    return black * np.uint64(gapless.each) + place


@inlined
def around(pairs: SetPairs, position: np.uint64, near: NDArray[np.uint64]) -> int:
    """Find the positions that are one move away; return how many there are."""
    black, white = pairs
    whites = np.uint64(len(white.holds))
    b = position // whites
    w = position - b * whites
    found = 0
    for move in range(black.first[b], black.first[b + ONE]):
        if not white.holds[w, black.vertex[move]]:
            near[found] = black.to[move] * whites + w
            found += 1
    for move in range(white.first[w], white.first[w + ONE]):
        if not black.holds[b, white.vertex[move]]:
            near[found] = b * whites + white.to[move]
            found += 1
    return found


@kernel
def begin_level(levels: Levels, both: bool) -> None:
    """Go on with the positions found: of the two ends, if there are both, with the one that has fewer."""
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
    gapless: Gapless | None,
    arrangements: Arrangements | None,
    most: int,
    levels: Levels,
    clock: Counters,
    goal: np.uint64,
    both: bool,
    budget: int,
    halt: bool,
) -> None:
    """Expand up to `budget` positions, up to a meeting, the end of a level if `halt`, or the end of all of them.

    Positions are numbered as pairs of sets, for which tables may have no gaps, or one by one. Ends early where the
    lists have no room for the moves of a position or the sizes none for a level.
    """
    sizes, counters = levels.sizes, levels.counters
    if arrangements is not None:
        standing = empty_standing(arrangements)
    near, places, told = np.empty(most, np.uint64), np.empty(most, np.uint64), np.empty(most, np.uint64)
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
        while cursor < last and found + most <= len(later) and not counters[Counter.MET]:
            position = np.uint64(here[cursor])
            before, moves = found, 0
            if pairs is not None:
                moves = around(pairs, position, near)
            if arrangements is not None:
                moves = around_one(arrangements, position, standing, near)
            for i in range(moves):  # all at once, so that waiting for a large table is done once
                places[i] = near[i]
                if gapless is not None:
                    places[i] = place_of(gapless, near[i])
                told[i] = seen(table, places[i])
            for i in range(moves):
                if told[i]:
                    continue
                note(table, places[i], depth + 1)
                later[found] = near[i]
                found += 1
                if near[i] == goal or (both and seen(other, places[i])):
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
