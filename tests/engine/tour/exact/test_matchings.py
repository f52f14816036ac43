"""Ranks of matchings and their images, compared with matchings in plain Python."""

from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.tour.exact.matchings import rank_maps
from knightwatch.engine.tour.kernels.matchings import MATCHINGS, Change, image, rank_of, unrank

Mates = dict[int, int]


def matching(rank: int, k: int) -> Mates:
    """Return the partner of each of k points."""
    left, mates = list(range(k)), dict[int, int]()
    while left:
        j, rank = divmod(rank, int(MATCHINGS[len(left) - 2]))
        one, two = left.pop(0), left.pop(j)
        mates |= {one: two, two: one}
    return mates


def rank(mates: Mates) -> int:
    """Return the rank of a matching of any points, by their order."""
    left, found = sorted(mates), 0
    while left:
        j = left.index(mates[left.pop(0)])
        left.pop(j)
        found += j * int(MATCHINGS[len(left)])
    return found


def changed(mates: Mates, change: Change, i: int, j: int) -> int | None:
    """Return the rank of a matching after a change; None if that closes a cycle."""
    k = len(mates)
    if change is Change.JOIN:
        if mates[i] == j:
            return None
        joined = mates | {mates[i]: mates[j], mates[j]: mates[i]}
        return rank({one: two for one, two in joined.items() if one not in (i, j)})
    if change is Change.PAIR:
        there = [place for place in range(k + 2) if place not in (i, j)]
        return rank({there[one]: there[two] for one, two in mates.items()} | {i: j, j: i})
    order = [point for point in range(k) if point != i]
    order.insert(j, i)
    return rank({order.index(one): order.index(two) for one, two in mates.items()})


def cases(change: Change, k: int) -> list[tuple[int, int]]:
    """Return all possible changes."""
    pairs = permutations if change is Change.MOVE else combinations
    return list(pairs(range(k + 2 * (change is Change.PAIR)), 2))


@pytest.mark.parametrize("k", [2, 4, 6, 8])
def test_each_matching_has_a_rank(k: int) -> None:
    mates = np.zeros(k, np.int64)
    for each in range(MATCHINGS[k]):
        unrank(each, k, mates)
        assert dict(enumerate(mates.tolist())) == matching(each, k)
        assert rank_of(k, mates) == rank(matching(each, k)) == each


@pytest.mark.parametrize("change", [Change.MOVE, Change.JOIN, Change.PAIR])
@pytest.mark.parametrize("k", [2, 4, 6])
def test_tabulated_images_are_the_changed_matchings(change: Change, k: int) -> None:
    tables = rank_maps(8)
    past = MATCHINGS[k + {Change.MOVE: 0, Change.JOIN: -2, Change.PAIR: 2}[change]]
    for i, j in cases(change, k):
        begin = tables.place[change, k, i, j]
        for each in range(MATCHINGS[k]):
            expected = changed(matching(each, k), change, i, j)
            assert tables.images[begin + each] == (past if expected is None else expected)
        assert tables.images[begin + MATCHINGS[k]] == past  # a closed cycle stays closed


@given(data=st.data(), k=st.sampled_from([2, 4, 6, 10, 16]))
def test_computed_images_are_the_changed_matchings(data: st.DataObject, k: int) -> None:
    change = data.draw(st.sampled_from([Change.MOVE, Change.JOIN, Change.PAIR]))
    i, j = data.draw(st.sampled_from(cases(change, k)))
    each = data.draw(st.integers(0, int(MATCHINGS[k]) - 1))
    found = image(change, k, i, j, np.int64(each), np.zeros(40, np.int64), np.zeros(40, np.int64))
    expected = changed(matching(each, k), change, i, j)
    assert found == (MATCHINGS[k - 2] if expected is None else expected)
