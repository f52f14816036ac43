"""Counts of unfinished tours by degrees and matching, compiled: one step through a half of the board.

Squares of the window with one link are ends of paths, and the two ends of a path are matched. All states with the same
degrees are a block, and a state's place in it is the rank of its matching. Most places are empty; a table keeps those
that are not, block by block in the order of their ranks, each with its count.

A step makes the blocks that follow one by one: each gathers what comes from the blocks before it, one for each choice
of links, in a block that has all its places.
"""

from enum import IntEnum
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.tour.kernels.degrees import Index, Numbers, Vectors, find, ones


class Change(IntEnum):
    """What a link does to the ends of paths: see `engine.tour.exact.matchings`."""

    NOTHING = 0
    MOVE = 1
    JOIN = 2
    PAIR = 3


MOST_POINTS = 20
"""The largest possible number of path ends."""
MATCHINGS = np.array([0 if k % 2 else prod(range(1, k, 2)) for k in range(MOST_POINTS + 1)], np.int64)
"""The number of perfect matchings of k points."""


class Maps(NamedTuple):
    """Images of the ranks of matchings under all changes of the points."""

    images: NDArray[np.int32]
    """Tables, one after the other."""
    place: NDArray[np.int64]
    """By change, k, i and j: where the table begins in `images`; -1 if there is no table."""


Ranks = NDArray[np.uint32]
Counts = NDArray[np.uint32]

MOST_SLOTS = MOST_POINTS + 1


class Table(NamedTuple):
    """Counts of unfinished tours."""

    where: Index
    """The degrees of each block, in their order."""
    first: Numbers
    """Where the entries of each block begin, and where those of the last one end."""
    ranks: Ranks
    counts: Counts


@kernel
def unrank(rank: Any, k: int, mates: Numbers) -> None:
    """Write the partner of each of k points."""
    for i in range(k):
        mates[i] = -1
    left = k
    for i in range(k):
        if mates[i] < 0:
            j = rank // MATCHINGS[left - 2]
            rank = rank % MATCHINGS[left - 2]
            other = i
            while j >= 0:
                other += 1
                if mates[other] < 0:
                    j -= 1
            mates[i], mates[other] = other, i
            left -= 2


@kernel
def rank_of(k: int, mates: Numbers) -> Any:
    """Return the rank of a matching of k points, given by their partners."""
    rank, left = np.int64(0), k
    for i in range(k):
        if mates[i] > i:
            j = 0
            for other in range(i + 1, mates[i]):
                j += mates[other] > i
            rank += j * MATCHINGS[left - 2]
            left -= 2
    return rank


@kernel
def image(change: int, k: int, i: int, j: int, rank: Any, mates: Numbers, moved: Numbers) -> Any:
    """Return the rank of a matching after a change of its points, as `engine.tour.exact.matchings` tells it."""
    unrank(rank, k, mates)
    if change == Change.JOIN:
        if mates[i] == j:
            return MATCHINGS[k - 2]
        mates[mates[i]], mates[mates[j]] = mates[j], mates[i]
        for point in range(k):
            if point not in (i, j):
                mate = mates[point]
                moved[point - (point > i) - (point > j)] = mate - (mate > i) - (mate > j)
        return rank_of(k - 2, moved)
    if change == Change.PAIR:
        for point in range(k):
            here, there = point + (point >= i), mates[point] + (mates[point] >= i)
            moved[here + (here >= j)] = there + (there >= j)
        moved[i], moved[j] = j, i
        return rank_of(k + 2, moved)
    for point in range(k):
        here, there = j, j
        if point != i:
            here = point - (point > i)
            here += here >= j
        if mates[point] != i:
            there = mates[point] - (mates[point] > i)
            there += there >= j
        moved[here] = there
    return rank_of(k, moved)


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
    table: Table, block: Any, change: Any, k: Any, i: Any, j: Any, maps: Maps, places: Numbers, mates: Numbers
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
    maps: Maps,
    places: Numbers,
    length: NDArray[np.int32],
    ranks: Ranks,
    counts: Counts,
    modulus: int,
) -> tuple[int, bool]:
    """Make some of the blocks that follow a table by a step; return how many entries, and whether one is too large.

    `places` has room for the largest block and one more, and is zero before and after.
    """
    digits, mates = np.zeros(MOST_SLOTS, np.int64), np.zeros(2 * MOST_SLOTS, np.int64)
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
            block = find(table.where, x)
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
