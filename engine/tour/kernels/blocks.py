"""Counts of unfinished tours by degrees and matching, compiled: one step through a half of the board.

Squares of the window with one link are ends of paths, and the two ends of a path are matched. All states with the same
degrees are a block, and a state's place in it is the rank of its matching. Most places are empty; a table keeps those
that are not, block by block in the order of their ranks, each with its count.

A step makes the blocks that follow one by one: each gathers what comes from the blocks before it, one for each choice
of links, in a block that has all its places.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.tour.kernels.degrees import Index, Numbers, Vectors, ones, rank_of
from knightwatch.engine.tour.kernels.matchings import MATCHINGS, MOST_SLOTS, Change, RankMaps, image

Ranks = NDArray[np.uint32]
Counts = NDArray[np.uint32]


class StepBuffers(NamedTuple):
    """Buffers of one thread that makes blocks."""

    places: Numbers
    """One dense block: a count for each rank, and one more place for closed cycles. Zero between calls."""
    ranks: Ranks
    counts: Counts


class Table(NamedTuple):
    """Counts of unfinished tours."""

    where: Index
    """The degrees of each block, in their order."""
    first: Numbers
    """Where the entries of each block begin, and where those of the last one end."""
    ranks: Ranks
    counts: Counts


@kernel
def below(points: Any, slot: Any) -> Any:
    """Return how many points stand in the slots before one."""
    return ones(points & ((np.int64(1) << slot) - 1))


@kernel
def change_of(degree: Any, slot: int, a: Any, b: Any, digits: Numbers, old: Any, new: Any) -> tuple[Any, Any, Any]:
    """Return what a choice of links does to the points, of which there are `old` before and `new` after it."""
    if a < 0 or (degree == 1 and a == slot):
        return Change.NOTHING, np.int64(0), np.int64(0)
    if degree == 1:  # the square is the end of a path, which gets longer or is joined with another
        if digits[a] == 1:
            return Change.MOVE, below(old, slot), below(new, a)
        b = np.int64(slot)
    elif digits[a] == 1 and digits[b] == 1:
        return Change.PAIR, below(new, min(a, b)), below(new, max(a, b))
    elif digits[a] == 1:
        return Change.MOVE, below(old, b), below(new, a)
    elif digits[b] == 1:
        return Change.MOVE, below(old, a), below(new, b)
    return Change.JOIN, below(old, min(a, b)), below(old, max(a, b))


@kernel
def digits_of(x: Any, powers: Numbers, digits: Numbers) -> Any:
    """Write the degrees of all slots; return those that are points, as bits."""
    points = np.int64(0)
    for p in range(len(powers)):
        digits[p] = x % 3
        points |= np.int64(digits[p] == 1) << p
        x = x // 3
    return points


@kernel
def gather(
    table: Table, block: Any, change: Any, k: Any, i: Any, j: Any, maps: RankMaps, places: Numbers, mates: Numbers
) -> None:
    """Add the entries of a block to the places where they are after a change of the points."""
    first, end = table.first[block], table.first[block + 1]
    if change == Change.NOTHING or (change == Change.MOVE and i == j):
        for e in range(first, end):
            places[table.ranks[e]] += table.counts[e]
        return
    begin = maps.place[change, k, i, j]
    if begin >= 0:
        for e in range(first, end):
            places[maps.images[begin + table.ranks[e]]] += table.counts[e]
        return
    for e in range(first, end):
        places[image(change, k, i, j, np.int64(table.ranks[e]), mates, mates[MOST_SLOTS:])] += table.counts[e]


@kernel
def step(
    table: Table,
    vectors: Vectors,
    slot: int,
    choices: Numbers,
    powers: Numbers,
    maps: RankMaps,
    buffers: StepBuffers,
    length: NDArray[np.int32],
    modulus: int,
) -> tuple[int, bool]:
    """Make some of the blocks that follow a table by a step; return how many entries, and whether one is too large.

    `places` has room for the largest block and one more, and is zero before and after.
    """
    digits, mates = np.zeros(MOST_SLOTS, np.int64), np.zeros(2 * MOST_SLOTS, np.int64)
    places, ranks, counts = buffers.places, buffers.ranks, buffers.counts
    written, large = 0, False
    for v in range(len(vectors)):
        y = np.int64(vectors[v])
        points = digits_of(y, powers, digits)
        for c in range(len(choices)):
            degree, a, b, between = choices[c, 0], choices[c, 1], choices[c, 2], choices[c, 3]
            x, old = y, points
            if between:
                if digits[len(powers) - 1] != between:
                    continue
                x -= between * powers[len(powers) - 1]
            if a >= 0:
                if digits[a] == 0:
                    continue
                x -= powers[a]
                old ^= np.int64(1) << a
            if b >= 0:
                if digits[b] == 0:
                    continue
                x -= powers[b]
                old ^= np.int64(1) << b
            if slot >= 0:
                if digits[slot] != (slot in (a, b)):
                    continue
                x += degree * powers[slot]
                old |= np.int64(degree == 1) << slot
            block = rank_of(table.where, x)
            if block < 0 or table.first[block] == table.first[block + 1]:
                continue
            change, i, j = change_of(degree, slot, a, b, digits, old, points)
            gather(table, block, change, ones(old), i, j, maps, places, mates)
        begin, size = written, MATCHINGS[ones(points)]
        places[size] = 0
        for place in range(size):
            if places[place]:
                count = places[place]
                if count >= modulus:
                    large = True
                    count = count % modulus
                if count:
                    ranks[written], counts[written] = place, count
                    written += 1
                places[place] = 0
        length[v] = written - begin
    return written, large
