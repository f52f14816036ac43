"""Kernel of `backtrack` and `warnsdorff`: depth-first search with an explicit stack instead of recursion.

The stack is `pending`: for each square of the walk, one number with the untried moves. A move k is stored as k + 1 in
four bits, the next move in the lowest bits; 0 means that no move is left.
"""

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.compiled.trace import record, record_steps, room
from knightwatch.engine.core.clock import DONE, MILESTONES
from knightwatch.engine.tour.kernels.squares import (
    VISITED,
    Counters,
    Offsets,
    Path,
    Ways,
    copy_walk,
    is_move,
    leave,
    visit,
)
from knightwatch.engine.tour.kernels.walk import Walk, WalkCounter


class BacktrackCounter(IntEnum):
    """Counters of `backtrack` and `warnsdorff`: the WalkCounters, then their own."""

    DEPTH = WalkCounter.DEPTH
    BEST = WalkCounter.BEST
    SHARED = WalkCounter.SHARED
    START = WalkCounter.START
    BACKTRACKS = 4
    """Steps back in the whole search, one square each."""
    BACKED = 5
    """Steps back in the last step."""
    DEAD = 6
    """1 if the walk ended at a dead end for good."""
    EXHAUSTED = 7
    """1 if every walk from every start was tried."""


Counter = BacktrackCounter


class BacktrackConstants(NamedTuple):
    """The board and the order of moves. They do not change during a search."""

    offsets: Offsets
    starts: Path
    wall: NDArray[np.uint32]
    """The distance of each square to the edge."""
    by_ways: bool
    by_wall: bool
    closed: bool
    back: bool
    """Whether the search backtracks at a dead end; `warnsdorff` stops there."""


Moves = NDArray[np.uint32]
Levels = NDArray[np.uint32]
"""For each number of squares, how often a walk reached it: the nodes of each level of the tree."""
Distances = NDArray[np.uint32]


@kernel
def in_order(
    square: Any, ways: Ways, offsets: Offsets, wall: Distances, by_ways: bool, by_wall: bool, keys: Moves
) -> Any:
    """Return the moves to free squares, packed for `pending`; the first to try is in the lowest bits.

    Sort by ways on (if `by_ways`), then by distance to the edge (if `by_wall`), then by the order of moves.
    """
    n = 0
    for k in range(8):
        there = np.uint32(square + offsets[k])
        if ways[there] < VISITED:
            key = np.uint32(k + 1)
            if by_wall:
                key |= np.uint32(wall[there]) << np.uint32(4)
            if by_ways:
                key |= np.uint32(ways[there]) << np.uint32(20)
            i = n
            while i > 0 and keys[np.uint32(i - 1)] < key:
                keys[np.uint32(i)] = keys[np.uint32(i - 1)]
                i -= 1
            keys[np.uint32(i)] = key
            n += 1
    packed = np.uint32(0)
    for i in range(n):
        packed = (packed << np.uint32(4)) | (keys[np.uint32(i)] & np.uint32(15))
    return packed


@kernel
def first_square(walk: Walk, pending: Moves, levels: Levels, constants: BacktrackConstants) -> None:
    """Put the knight on the first start and begin the curves."""
    start, wall, by_ways, by_wall = constants.starts[0], constants.wall, constants.by_ways, constants.by_wall
    counters = walk.counters
    walk.path[0] = walk.best[0] = start
    visit(start, walk.ways, constants.offsets)
    levels[1] = 1
    counters[Counter.DEPTH] = counters[Counter.BEST] = counters[Counter.SHARED] = 1
    pending[0] = in_order(start, walk.ways, constants.offsets, wall, by_ways, by_wall, np.empty(8, np.uint32))
    record(walk.points, walk.extent, np.array([1.0, 1.0]))


@kernel
def states(
    walk: Walk,
    pending: Moves,
    levels: Levels,
    constants: BacktrackConstants,
    clock: Counters,
    budget: int,
    halt: bool,
) -> None:
    """Enter up to `budget` squares; before each, step back while no move is left.

    Stop early at a tour, when every walk was tried or, with `halt`, at a dead end.
    """
    path, ways, best, counters, points, extent = walk
    offsets, starts, wall, by_ways, by_wall, closed, back = constants
    if counters[Counter.DEAD] or counters[Counter.EXHAUSTED]:
        return
    n = len(path)
    keys, values = np.empty(8, np.uint32), np.empty(2)
    depth, longest, shared = counters[Counter.DEPTH], counters[Counter.BEST], counters[Counter.SHARED]
    backed, backtracks, exhausted = counters[Counter.BACKED], counters[Counter.BACKTRACKS], False
    square, waiting = path[depth - 1], pending[depth - 1]
    bucket, steps, most, least = room(points, extent), 0, 0, n
    for _ in range(budget):
        backed = 0
        while waiting == 0:
            leave(square, ways, offsets)
            backtracks += depth > 1  # changing the start does not count as a step back
            backed += 1
            depth -= 1
            shared = min(shared, depth)
            if depth == 0:
                counters[Counter.START] += 1
                exhausted = counters[Counter.START] == len(starts)
                levels[1] += not exhausted
                path[0] = starts[min(counters[Counter.START], len(starts) - 1)]
                visit(path[0], ways, offsets)
                pending[0] = in_order(path[0], ways, offsets, wall, by_ways, by_wall, keys)
                depth = 1
            square, waiting = path[np.uint32(depth - 1)], pending[np.uint32(depth - 1)]
            if exhausted:
                break
        if exhausted:
            counters[Counter.EXHAUSTED] = 1
            pending[0] = 0
            break
        pending[np.uint32(depth - 1)] = waiting >> np.uint32(4)
        square = np.uint32(square + offsets[np.uint32((waiting & np.uint32(15)) - np.uint32(1))])
        path[np.uint32(depth)] = square
        depth += 1
        levels[np.uint32(depth)] += np.uint32(1)
        visit(square, ways, offsets)
        most, least, steps = max(most, depth), min(least, depth), steps + 1
        if steps == bucket:
            values[0], values[1] = most, least
            record_steps(points, extent, values, steps)
            bucket, steps, most, least = room(points, extent), 0, 0, n
        clock[DONE] += 1
        waiting = in_order(square, ways, offsets, wall, by_ways, by_wall, keys)
        pending[np.uint32(depth - 1)] = waiting
        if waiting == 0:
            if depth > longest:
                copy_walk(path, best, shared, depth)
                longest = shared = depth
            if depth == n and (not closed or is_move(square, path[0], offsets)):
                break
            clock[MILESTONES] += 1
            if not back:
                counters[Counter.DEAD] = 1
            if halt or not back:
                break
    if steps:
        values[0], values[1] = most, least
        record_steps(points, extent, values, steps)
    counters[Counter.DEPTH], counters[Counter.BEST], counters[Counter.SHARED] = depth, longest, shared
    counters[Counter.BACKED], counters[Counter.BACKTRACKS] = backed, backtracks
