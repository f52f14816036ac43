"""Counts of partial tours by degree vector and matching, compiled: one step of the transfer matrix through a half.

A square of the window with one link is the end of a path: a point. The two ends of a path are matched. All states with
the same degree vector form a block, and the rank of the matching is the place of a state in its block. Most places are
zero. A table stores the others, block by block, in order of their ranks.

The recurrence: let x be a degree vector and m a matching before the step, y and m' after it. Then

    count(y, m') = sum of count(x, m) over all choices of links that lead from (x, m) to (y, m').

A step makes the new blocks one by one. For each choice it finds the one block x that leads to y, and adds its entries
to a dense block at the images of their ranks.

Source: the transfer matrix of J. L. Jacobsen (J. Phys. A 40, 2007); see `exact`.
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
    """The counts of all states, sparse."""

    where: Index
    """The degree vectors of the blocks, in ascending order."""
    first: Numbers
    """The index at which the entries of each block begin; at last, the end of the last block."""
    ranks: Ranks
    counts: Counts


@kernel
def below(points: Any, slot: Any) -> Any:
    """Return the number of points in slots before this one."""
    return ones(points & ((np.int64(1) << slot) - 1))


@kernel
def change_of(degree: Any, slot: int, a: Any, b: Any, digits: Numbers, old: Any, new: Any) -> tuple[Any, Any, Any]:
    """Return the change of the points that a choice of links makes.

    `old` and `new` are the points before and after it, as bits.
    """
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
    """Write the degrees of all slots; return the slots with degree 1, the points, as bits."""
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
    """Add the entries of a block to a dense block, at the images of their ranks."""
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
    """Make the blocks of some vectors after a step; return the number of entries, and whether a count reached the
    modulus.

    Writes the entries into the buffers, and the number of entries of each block into `length`. A count that reaches the
    modulus is reduced.
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
