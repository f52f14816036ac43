"""Perfect matchings of points in a row, compiled: rank, unrank, and what one change of the points does to a rank.

The recurrence: number the partner of the first point among the other points, from j = 0. The remaining k - 2 points
have a matching of their own, so

    rank(k points) = j * (k - 3)!! + rank(remaining k - 2 points).

The (k - 1)!! matchings of k points have the ranks 0, 1, 2, ... without gaps. A rank can index an array directly.
`exact.matchings` tabulates the images of all ranks for up to 14 points.
"""

from enum import IntEnum
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.tour.kernels.degrees import Numbers


class Change(IntEnum):
    """What a new link does to the points (path ends) in the window."""

    NOTHING = 0
    MOVE = 1
    """The point at i leaves the row and re-enters it at j: a path grows."""
    JOIN = 2
    """The points at i and j leave the row, and their partners are matched: two paths become one."""
    PAIR = 3
    """A new matched pair enters at i and j: a new path."""


MOST_POINTS = 20
"""The largest possible number of points."""
MATCHINGS = np.array([0 if k % 2 else prod(range(1, k, 2)) for k in range(MOST_POINTS + 1)], np.int64)
"""By the number of points k: the number of perfect matchings, (k - 1)!! for even k."""
MOST_SLOTS = MOST_POINTS + 1


class RankMaps(NamedTuple):
    """The image of each rank under each change of the points."""

    images: NDArray[np.int32]
    """All tables, one after the other."""
    place: NDArray[np.int64]
    """By change, k, i and j: the index in `images` at which the table begins; -1 if it is not tabulated."""


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
    """Return the rank of a matching after a change of its points."""
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
