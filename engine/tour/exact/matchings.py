"""Tables of rank maps: what each change of the points does to the rank of a matching.

`kernels.matchings` defines ranks and the three changes. This module tabulates the images of all ranks for each change,
k, i and j, up to `TABLED` points. Each table is built from tables with two points fewer. For more points, kernels
compute single images when they need them.

JOIN of two points that are partners closes a cycle. Its image is the place after the last rank, and every table maps
that place to the same place of the next block. So no change leads back from it.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.tour.kernels.matchings import MATCHINGS, MOST_POINTS, Change, RankMaps

Images = NDArray[np.int32]

TABLED = 14
"""The largest number of points with tables, which take 150 MB. More points are rare."""


Tables = dict[tuple[Change, int, int, int], Images]


def rank_maps(points: int) -> RankMaps:
    """Return the rank maps for matchings of up to this number of points, as far as they are tabulated."""
    return _rank_maps(min(points, TABLED))


def rank_maps_bytes(points: int) -> int:
    """Return the size of these maps in bytes."""
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
    """Yield the key of each table and its number of matchings, in an order in which each can be built."""
    for k in range(0, points + 1, 2):
        pairs = list(combinations(range(k), 2))
        yield from (((Change.PAIR, k - 2, i, j), int(MATCHINGS[k - 2])) for i, j in pairs)
        front = [(i, j) for one, other in pairs if one == 0 for i, j in ((0, other), (other, 0))]
        behind = [(i, j) for one, other in pairs if one for i, j in ((one, other), (other, one))]
        yield from (((Change.JOIN, k, i, j), int(MATCHINGS[k])) for i, j in pairs)
        yield from (((Change.MOVE, k, i, j), int(MATCHINGS[k])) for i, j in (*front, *behind))


def _made(tables: Tables, change: Change, k: int, i: int, j: int) -> Images:
    """Return the images under a change, built from earlier tables."""
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
    """Return the position of a point after others, and the first point, are removed."""
    return point - 1 - sum(other < point for other in gone)


def _identity(k: int) -> Images:
    return np.arange(MATCHINGS[k], dtype=np.int32)


def _pair(tables: Tables, k: int, i: int, j: int) -> Images:
    """Return the images of matchings of k points when a new pair enters at i and j."""
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
    """Return the images of matchings of k points when the points at i and j leave and their partners are matched."""
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
    """Return the images of matchings of k points whose first point moves to j: it re-enters as a new pair."""
    parts = []
    for p in range(1, k):
        there = p - 1 + (p - 1 >= j)
        parts.append(tables[Change.PAIR, k - 2, min(there, j), max(there, j)])
    return np.concatenate(parts)


def _move(tables: Tables, k: int, i: int, j: int) -> Images:
    """Return the images of matchings of k points when a point moves from i to j, both behind the first point."""
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
