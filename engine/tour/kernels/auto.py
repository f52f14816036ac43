"""Kernel of `auto`: Warnsdorff's rule, with ties by the distance from the centre, and Pósa rotations at dead ends.

Rotation, after Pósa (1976): the last square of a walk is a knight's move from an earlier square, the pivot. Reverse the
walk after the pivot, and it has a new end. The walk then grows again. A complete walk that must be closed is rotated
too, until its end is a knight's move from its first square.
"""

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.compiled.rng import Generator, below
from knightwatch.engine.compiled.trace import record, record_steps, room
from knightwatch.engine.core.clock import DONE, MILESTONES
from knightwatch.engine.tour.kernels.squares import VISITED, Counters, Offsets, Path, Ways, copy_walk, is_move, visit
from knightwatch.engine.tour.kernels.walk import Walk, WalkCounter
from knightwatch.engine.tour.kernels.warnsdorff import best_move


class AutoCounter(IntEnum):
    """Counters of `auto`: the WalkCounters, then its own."""

    DEPTH = WalkCounter.DEPTH
    BEST = WalkCounter.BEST
    SHARED = WalkCounter.SHARED
    START = WalkCounter.START
    TRIES = 4
    """Abandoned walks."""
    ROTATIONS = 5
    """Rotations in all walks."""
    ROTATIONS_NOW = 6
    """Rotations of this walk."""
    PIVOT = 7
    """Index in the walk of the last pivot: the last rotation reversed everything after it."""
    STEP = 8
    """What the last step did: an AutoStep."""
    DECISION = 9
    """State of the exact decision: a Decision."""


Counter = AutoCounter


class AutoStep(IntEnum):
    """Kinds of steps of `auto`."""

    NOTHING = 0
    WENT = 1
    ROTATED = 2
    BEGAN = 3


class Decision(IntEnum):
    """State of the exact decision, which `auto` makes after its last walk."""

    NOT_YET = 0
    NOW = 1
    NO_TOUR = 2
    FOUND = 3
    TOO_LARGE = 4


class AutoConstants(NamedTuple):
    """The board and the parameters of `auto`. They do not change during a search."""

    fresh: Ways
    """The ways of an empty board."""
    offsets: Offsets
    starts: Path
    far: NDArray[np.int32]
    """The distance of each square from the centre."""
    width: int
    closed: bool
    patience: int
    """Rotations of a walk before `auto` abandons it."""


Places = NDArray[np.int32]
"""For each square its index in the walk; -1 for a free square."""

AIMED = 4
"""One in AIMED rotations of a complete walk is random; the others aim at the first square. 2 to 8 work equally well."""


@kernel
def choose_pivot(
    depth: int, path: Path, place: Places, ways: Ways, offsets: Offsets, width: int, rng: Generator
) -> int:
    """Return the index of the pivot: reverse the walk after it; -1 if there is no pivot.

    Prefer a new end from which the walk can grow, or which closes a complete walk. Otherwise choose the end nearest to
    the first square if this rotation is aimed, and any end if not.
    """
    complete = depth == len(path)
    aimed = complete and below(rng, AIMED) > 0
    row, col = np.int64(path[0]) // width, np.int64(path[0]) % width
    chosen, good, equal, nearest = -1, False, 0, 0
    for k in range(8):
        there = np.uint32(path[depth - 1] + offsets[k])
        i = place[there]
        if i < 0 or i >= depth - 2:
            continue
        end = path[i + 1]
        useful = is_move(end, path[0], offsets) if complete else ways[end] > VISITED
        if good and not useful:
            continue
        distance: Any = (np.int64(end) // width - row) ** 2 + (np.int64(end) % width - col) ** 2 if aimed else 0
        if chosen < 0 or useful > good or distance < nearest:
            chosen, good, equal, nearest = i, useful, 1, distance
        elif distance == nearest:
            equal += 1
            if below(rng, equal) == 0:
                chosen = i
    return chosen


@kernel
def reverse(path: Path, place: Places, first: int, last: int) -> None:
    """Reverse the walk from index `first` to index `last`."""
    while first < last:
        a, b = path[first], path[last]
        path[first], path[last] = b, a
        place[b], place[a] = first, last
        first += 1
        last -= 1


@kernel
def clear_board(ways: Ways, fresh: Ways, place: Places) -> None:
    """Empty the board."""
    for square in range(len(place)):
        ways[square] = fresh[square]
        place[square] = -1


@kernel
def begin_walk(walk: Walk, place: Places, constants: AutoConstants) -> None:
    """Put the knight on the next start of an empty board."""
    ways, counters = walk.ways, walk.counters
    start = constants.starts[counters[Counter.START]]
    walk.path[0] = start
    place[start] = 0
    visit(start, ways, constants.offsets)
    counters[Counter.DEPTH] = 1
    counters[Counter.SHARED] = 0
    counters[Counter.ROTATIONS_NOW] = 0


@kernel
def walks(
    walk: Walk,
    place: Places,
    constants: AutoConstants,
    rng: Generator,
    clock: Counters,
    tries: int,
    budget: int,
    halt: bool,
) -> None:
    """Do up to `budget` steps: moves, rotations and new walks.

    Stop early at a tour, after `tries` walks or, with `halt`, after a rotation or a new walk.
    """
    path, ways, best, counters, points, extent = walk
    fresh, offsets, starts, far, width, closed, patience = constants
    n = len(path)
    values = np.empty(2)
    if counters[Counter.DEPTH] == 0:
        begin_walk(walk, place, constants)
        values[0] = values[1] = 1
        record(points, extent, values)
    bucket, steps, most, least = room(points, extent), 0, np.int64(0), np.int64(n)
    for _ in range(budget):
        depth = counters[Counter.DEPTH]
        complete = depth == n and (not closed or is_move(path[n - 1], path[0], offsets))
        if complete or counters[Counter.TRIES] >= tries:
            break
        tip = path[depth - 1]
        if counters[Counter.TRIES] % 2 == 0:
            move = best_move(tip, ways, offsets, far, rng)
        else:
            move = best_move(tip, ways, offsets, None, rng)
        if move >= 0:
            there = np.uint32(tip + offsets[np.uint32(move)])
            path[depth] = there
            place[there] = depth
            visit(there, ways, offsets)
            counters[Counter.DEPTH] += 1
            counters[Counter.STEP] = AutoStep.WENT
        else:
            if depth > counters[Counter.BEST]:
                copy_walk(path, best, counters[Counter.SHARED], depth)
                counters[Counter.BEST] = counters[Counter.SHARED] = depth
            i = choose_pivot(depth, path, place, ways, offsets, width, rng)
            if i < 0 or counters[Counter.ROTATIONS_NOW] >= patience:
                counters[Counter.TRIES] += 1
                counters[Counter.START] = (counters[Counter.START] + 1) % len(starts)
                counters[Counter.STEP] = AutoStep.BEGAN
                clear_board(ways, fresh, place)
                begin_walk(walk, place, constants)
            else:
                reverse(path, place, i + 1, depth - 1)
                counters[Counter.SHARED] = min(counters[Counter.SHARED], i + 1)
                counters[Counter.ROTATIONS] += 1
                counters[Counter.ROTATIONS_NOW] += 1
                counters[Counter.PIVOT] = i
                counters[Counter.STEP] = AutoStep.ROTATED
            clock[MILESTONES] += 1
        most, least = max(most, counters[Counter.DEPTH]), min(least, counters[Counter.DEPTH])
        steps += 1
        if steps == bucket:
            values[0], values[1] = most, least
            record_steps(points, extent, values, steps)
            bucket, steps, most, least = room(points, extent), 0, np.int64(0), np.int64(n)
        clock[DONE] += 1
        if halt and counters[Counter.STEP] != AutoStep.WENT:
            break
    if steps:
        values[0], values[1] = most, least
        record_steps(points, extent, values, steps)
