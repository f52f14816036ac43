"""The solver `auto` solves all boards: every start, large boards, closed tours, narrow boards and holes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.frame import Status
from knightwatch.engine.tour.problem import TourProblem
from tests.models.auto import assert_tour, ended
from tests.models.tour import around, asked, full, starts_with_a_tour

# Every start


@pytest.mark.parametrize("m", range(5, 11))
def test_boards_up_to_10_x_10_are_solved_from_every_start(m: int) -> None:
    for n in range(m, 11):
        for row, col in full(m, n):
            search = ended(asked(m, n, start=(row, col)), seed=row)
            if m % 2 == n % 2 == 1 and (row + col) % 2 == 1:
                assert search.status is Status.IMPOSSIBLE
                assert search.done == 0
            else:
                assert_tour(search)


def test_boards_up_to_60_x_60_are_solved_from_random_starts() -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        rows, cols = (int(side) for side in rng.integers(5, 61, 2))
        row, col = int(rng.integers(rows)), int(rng.integers(cols))
        if rows % 2 == cols % 2 == 1 and (row + col) % 2 == 1:
            col += 1 if col == 0 else -1
        assert_tour(ended(asked(rows, cols, start=(row, col)), seed=row))


@pytest.mark.parametrize("place", range(3))
def test_255_x_255_is_solved_from_random_starts(place: int) -> None:
    row, col = (int(side) for side in np.random.default_rng(place).integers(0, 255, 2))
    col += (row + col) % 2 * (1 if col == 0 else -1)
    assert_tour(ended(asked(255, 255, start=(row, col))))


@pytest.mark.parametrize("closed", [False, True])
def test_a_million_squares_are_solved(closed: bool) -> None:
    assert_tour(ended(TourProblem(rows=1000, cols=1000, closed=closed)))


def test_even_boards_up_to_40_x_40_have_a_closed_tour() -> None:
    for m in range(5, 41):
        for n in range(m, 41):
            if m * n % 2 == 0:
                assert_tour(ended(asked(m, n, closed=True), seed=n))


def test_5_x_6_has_a_closed_tour_from_every_start() -> None:
    for start in full(5, 6):
        assert_tour(ended(asked(5, 6, start=start, closed=True)))
    assert_tour(ended(asked(5, 6, start=(2, 1))))


# Narrow boards


@pytest.mark.parametrize(("rows", "cols"), [(3, n) for n in range(1, 8)] + [(4, n) for n in range(1, 6)])
def test_narrow_boards_agree_with_brute_force(rows: int, cols: int) -> None:
    for closed in (False, True):
        starts = starts_with_a_tour(full(rows, cols), closed)
        for start in full(rows, cols):
            search = ended(asked(rows, cols, start=start, closed=closed))
            if start in starts:
                assert_tour(search)
            else:
                assert search.status is Status.IMPOSSIBLE
                assert search.reason


@pytest.mark.parametrize(("rows", "cols"), [(3, 100), (100, 3), (4, 100), (100, 4), (3, 101), (3, 1000)])
def test_long_narrow_boards_are_solved(rows: int, cols: int) -> None:
    assert_tour(ended(asked(rows, cols)))
    assert_tour(ended(asked(rows, cols, start=(0, 0))))
    if 3 in (rows, cols) and rows * cols % 2 == 0:
        assert_tour(ended(asked(rows, cols, closed=True)))


# Holes


@given(st.data())
def test_a_board_that_is_exactly_one_walk_is_solved(data: st.DataObject) -> None:
    every = full(4, 5)
    path = [data.draw(st.sampled_from(sorted(every)))]
    length = data.draw(st.integers(1, 20))
    while len(path) < length and (ways := around(every - set(path), path[-1])):
        path.append(data.draw(st.sampled_from(ways)))
    search = ended(asked(4, 5, start=path[0], holes=every - set(path)))
    assert_tour(search)
