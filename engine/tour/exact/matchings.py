"""Perfect matchings of points in a row, numbered, and what changes of the points do to the numbers.

The partner of the first point is number j of the other points; what is left is a matching of two points fewer. So the
rank of a matching of k points is j times the number of matchings of k - 2 points, and the rank of what is left; there
are (k - 1)!! ranks. A rank needs no key: it is a place in a block.

Three things happen to the points when a square is linked to others. MOVE takes the point at i out of the row and puts
it back at j. JOIN takes out the points at i and j and matches their partners; where i and j are matched with each other
that closes a cycle, and the rank goes to the place past the end of the block, from where no change leads back. PAIR
puts a new pair in, so that it stands at i and j. For each of them, k, i and j the images of all ranks are tabled up to
`TABLED` points, made from those of two points fewer; beyond that kernels find single images as they need them.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.tour.kernels.matchings import MATCHINGS, MOST_POINTS, Change, RankMaps

Images = NDArray[np.int32]

TABLED = 14
"""Points up to which images are tabled: 150 MB. More are rare."""


Tables = dict[tuple[Change, int, int, int], Images]


def rank_maps(points: int) -> RankMaps:
    """Return the maps for matchings of up to so many points, as far as they are tabled."""
    return _rank_maps(min(points, TABLED))


def rank_maps_bytes(points: int) -> int:
    """Return how many bytes these maps take."""
    return 4 * sum(length + 1 for _, length in _lengths(min(points, TABLED)))


@cache
def _rank_maps(points: int) -> RankMaps:
    images = np.empty(rank_maps_bytes(points) // 4, np.int32)
    place = np.full((len(Change), MOST_POINTS + 1, MOST_POINTS + 1, MOST_POINTS + 1), -1, np.int64)
    tables, end, more = Tables(), 0, {Change.MOVE: 0, Change.JOIN: -2, Change.PAIR: 2}
    for what, length in _lengths(points):
        place[what], first, end = end, end, end + length
        images[first:end] = _made(tables, *what)
        images[end] = MATCHINGS[what[1] + more[what[0]]]
        tables[what] = images[first:end]
        end += 1
    return RankMaps(images, place)


def _lengths(points: int) -> Iterator[tuple[tuple[Change, int, int, int], int]]:
    """Return what is tabled, each after what it is made from, and how many matchings it is of."""
    for k in range(0, points + 1, 2):
        pairs = list(combinations(range(k), 2))
        yield from (((Change.PAIR, k - 2, i, j), int(MATCHINGS[k - 2])) for i, j in pairs)
        front = [(i, j) for one, other in pairs if one == 0 for i, j in ((0, other), (other, 0))]
        behind = [(i, j) for one, other in pairs if one for i, j in ((one, other), (other, one))]
        yield from (((Change.JOIN, k, i, j), int(MATCHINGS[k])) for i, j in pairs)
        yield from (((Change.MOVE, k, i, j), int(MATCHINGS[k])) for i, j in (*front, *behind))


def _made(tables: Tables, change: Change, k: int, i: int, j: int) -> Images:
    """Return the images under a change, from those that are tabled before it."""
    if change is Change.PAIR:
        return _pair(tables, k, i, j)
    if change is Change.JOIN:
        return _join(tables, k, i, j)
    if i == 0:
        return _from_front(tables, k, j)
    if j == 0:
        back = np.empty(MATCHINGS[k], np.int32)
        back[tables[Change.MOVE, k, 0, i]] = _identity(k)
        return back
    return _move(tables, k, i, j)


def _among(point: int, *gone: int) -> int:
    """Return which one a point is once others, and the first, are gone."""
    return point - 1 - sum(other < point for other in gone)


def _identity(k: int) -> Images:
    return np.arange(MATCHINGS[k], dtype=np.int32)


def _pair(tables: Tables, k: int, i: int, j: int) -> Images:
    """Return the images of matchings of k points with a new pair at i and j."""
    if i == 0:
        return _identity(k) + np.int32((j - 1) * MATCHINGS[k])
    parts = []
    for p in range(1, k):
        there = p + (p >= i)
        there += there >= j
        rest = tables[Change.PAIR, k - 2, _among(i, there), _among(j, there)]
        parts.append(rest + np.int32((there - 1) * MATCHINGS[k]))
    return np.concatenate([np.zeros(0, np.int32), *parts])


def _join(tables: Tables, k: int, i: int, j: int) -> Images:
    """Return the images of matchings of k points once those at i and j are gone and their partners matched."""
    parts = []
    for p in range(1, k):
        if {i, j} == {0, p}:
            parts.append(np.full(MATCHINGS[k - 2], MATCHINGS[k - 2], np.int32))
        elif i == 0:
            parts.append(_moved(tables, k - 2, _among(j, p), _among(p, j)))
        elif p in (i, j):
            parts.append(_moved(tables, k - 2, _among(i + j - p, p), 0))
        else:
            there = p - (p > i) - (p > j)
            rest = tables[Change.JOIN, k - 2, _among(i, p), _among(j, p)]
            image = rest + np.int32((there - 1) * MATCHINGS[k - 4])
            parts.append(np.where(rest == MATCHINGS[k - 4], np.int32(MATCHINGS[k - 2]), image))
    return np.concatenate(parts)


def _from_front(tables: Tables, k: int, j: int) -> Images:
    """Return the images of matchings of k points whose first is moved to j: it and its partner are put in anew."""
    parts = []
    for p in range(1, k):
        there = p - 1 + (p - 1 >= j)
        parts.append(tables[Change.PAIR, k - 2, min(there, j), max(there, j)])
    return np.concatenate(parts)


def _move(tables: Tables, k: int, i: int, j: int) -> Images:
    """Return the images of matchings of k points, one of which is moved from i to j, behind the first."""
    parts = []
    for p in range(1, k):
        if p == i:
            there, rest = j, _identity(k - 2)
        else:
            there = p - (p > i)
            there += there >= j
            rest = _moved(tables, k - 2, _among(i, p), _among(j, there))
        parts.append(rest + np.int32((there - 1) * MATCHINGS[k - 2]))
    return np.concatenate(parts)


def _moved(tables: Tables, k: int, i: int, j: int) -> Images:
    return _identity(k) if i == j else tables[Change.MOVE, k, i, j]
