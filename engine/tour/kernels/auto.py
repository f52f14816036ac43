"""Walks that turn at dead ends, compiled.

A walk grows by Warnsdorff's rule, ties by the distance from the centre. Where it cannot go on, it turns, after Pósa
(1976): the last square is a knight's move from some earlier one, so everything after that one can be run through
backwards, and the walk has another end. A walk over all squares that is to be closed turns likewise, towards its first.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.compiled.kernel import kernel
from engine.compiled.rng import Generator, below
from engine.compiled.trace import record
from engine.core.clock import DONE, MILESTONES
from engine.core.trace import Extent, Points
from engine.tour.counters import TAKEN, AutoCounter, AutoStep
from engine.tour.kernels.squares import Counters, Walk, Ways, joined, keep, take

Places = NDArray[np.int32]

AIMED = 4
"""One turn in so many is at random; the others aim at the first square. Measured: anything from 2 to 8 does."""


@kernel
def next_square(square: Any, ways: Ways, offsets: Walk, far: Places, by_far: bool, rng: Generator) -> Any:
    """Return the free neighbour with the fewest ways on, the farthest of those, a random one of these; 0 is none."""
    chosen, fewest, farthest, equal = np.uint32(0), TAKEN, np.int32(-1), 0
    for k in range(8):
        there = np.uint32(square + offsets[k])
        way = ways[there]
        if way > fewest or way >= TAKEN:
            continue
        distance = far[there] if by_far else np.int32(0)
        if way < fewest or distance > farthest:
            chosen, fewest, farthest, equal = there, way, distance, 1
        elif distance == farthest:
            equal += 1
            if below(rng, equal) == 0:
                chosen = there
    return chosen


@kernel
def pivot(
    square: Any, path: Walk, place: Places, ways: Ways, depth: int, offsets: Walk, width: int, rng: Generator
) -> int:
    """Return where in the walk to turn; -1 is nowhere.

    Best is where it can then go on, or is closed; else as near to the first square as can be, or anywhere.
    """
    complete = depth == len(path)
    aimed = complete and below(rng, AIMED) > 0
    row, col = np.int64(path[0]) // width, np.int64(path[0]) % width
    chosen, good, equal, nearest = -1, False, 0, 0
    for k in range(8):
        there = np.uint32(square + offsets[k])
        i = place[there]
        if i < 0 or i >= depth - 2:
            continue
        end = path[i + 1]
        useful = joined(end, path[0], offsets) if complete else ways[end] > TAKEN
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
def turn(path: Walk, place: Places, first: int, last: int) -> None:
    """Run through a part of the walk backwards."""
    while first < last:
        a, b = path[first], path[last]
        path[first], path[last] = b, a
        place[b], place[a] = first, last
        first += 1
        last -= 1


@kernel
def begin_walk(
    start: Any, path: Walk, place: Places, ways: Ways, fresh: Ways, offsets: Walk, counters: Counters
) -> None:
    """Put the knight on a start, on a board that nobody has visited."""
    for square in range(len(ways)):
        ways[square] = fresh[square]
        place[square] = -1
    path[0] = start
    place[start] = 0
    take(start, ways, offsets)
    counters[AutoCounter.DEPTH] = 1
    counters[AutoCounter.SHARED] = 0
    counters[AutoCounter.ROTATIONS_NOW] = 0


@kernel
def walks(
    path: Walk,
    ways: Ways,
    best: Walk,
    counters: Counters,
    points: Points,
    extent: Extent,
    place: Places,
    rng: Generator,
    clock: Counters,
    fresh: Ways,
    offsets: Walk,
    starts: Walk,
    far: Places,
    width: int,
    closed: bool,
    patience: int,
    tries: int,
    budget: int,
    halt: bool,
) -> None:
    """Do up to `budget` steps, turns and beginnings, fewer at a tour, after all tries or, with `halt`, at a turn."""
    n = len(path)
    values = np.empty(2)
    if counters[AutoCounter.DEPTH] == 0:
        begin_walk(starts[0], path, place, ways, fresh, offsets, counters)
        values[0] = values[1] = 1
        record(points, extent, values)
    for _ in range(budget):
        depth = counters[AutoCounter.DEPTH]
        complete = depth == n and (not closed or joined(path[n - 1], path[0], offsets))
        if complete or counters[AutoCounter.TRIES] >= tries:
            break
        tip = path[depth - 1]
        there = next_square(tip, ways, offsets, far, counters[AutoCounter.TRIES] % 2 == 0, rng)
        if there:
            path[depth] = there
            place[there] = depth
            take(there, ways, offsets)
            counters[AutoCounter.DEPTH] += 1
            counters[AutoCounter.STEP] = AutoStep.WENT
        else:
            if depth > counters[AutoCounter.BEST]:
                keep(path, best, counters[AutoCounter.SHARED], depth)
                counters[AutoCounter.BEST] = counters[AutoCounter.SHARED] = depth
            i = pivot(tip, path, place, ways, depth, offsets, width, rng)
            if i < 0 or counters[AutoCounter.ROTATIONS_NOW] >= patience:
                counters[AutoCounter.TRIES] += 1
                counters[AutoCounter.START] = (counters[AutoCounter.START] + 1) % len(starts)
                counters[AutoCounter.STEP] = AutoStep.BEGAN
                begin_walk(starts[counters[AutoCounter.START]], path, place, ways, fresh, offsets, counters)
            else:
                turn(path, place, i + 1, depth - 1)
                counters[AutoCounter.SHARED] = min(counters[AutoCounter.SHARED], i + 1)
                counters[AutoCounter.ROTATIONS] += 1
                counters[AutoCounter.ROTATIONS_NOW] += 1
                counters[AutoCounter.PIVOT] = i
                counters[AutoCounter.STEP] = AutoStep.ROTATED
            clock[MILESTONES] += 1
        values[0] = values[1] = counters[AutoCounter.DEPTH]
        record(points, extent, values)
        clock[DONE] += 1
        if halt and counters[AutoCounter.STEP] != AutoStep.WENT:
            break
