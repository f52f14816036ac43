"""The solver that does not give up: every start that has a tour, large boards, closed tours, narrow ones, and holes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.frame import Status
from engine.tour.problem import TourProblem
from tests.models.auto import assert_tour, ended, middle
from tests.models.tour import Square, Squares, around, asked, full, starts_with_a_tour

# Every start that has a tour


@pytest.mark.parametrize("m", range(5, 13))
def test_from_every_start_of_every_board_from_5_x_5_to_12_x_12_there_is_a_tour_or_a_proof_by_colours(m: int) -> None:
    for n in range(m, 13):
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


@pytest.mark.parametrize("place", range(10))
def test_255_x_255_is_solved_from_all_over_the_board(place: int) -> None:
    row, col = (int(side) for side in np.random.default_rng(place).integers(0, 255, 2))
    col += (row + col) % 2 * (1 if col == 0 else -1)
    assert_tour(ended(asked(255, 255, start=(row, col))))


@pytest.mark.parametrize("closed", [False, True])
def test_a_million_squares_are_solved(closed: bool) -> None:
    assert_tour(ended(TourProblem(rows=1000, cols=1000, closed=closed)))


def test_every_board_of_evenly_many_squares_up_to_40_x_40_has_its_closed_tour() -> None:
    for m in range(5, 41):
        for n in range(m, 41):
            if m * n % 2 == 0:
                assert_tour(ended(asked(m, n, closed=True), seed=n))


def test_the_few_closed_tours_of_5_x_6_are_found_from_every_start() -> None:
    for start in full(5, 6):
        assert_tour(ended(asked(5, 6, start=start, closed=True)))
    assert_tour(ended(asked(5, 6, start=(2, 1))))


# Narrow boards


@pytest.mark.parametrize(("rows", "cols"), [(3, n) for n in range(1, 9)] + [(4, n) for n in range(1, 6)])
def test_narrow_boards_are_decided_as_brute_force_decides_them(rows: int, cols: int) -> None:
    for closed in (False, True):
        starts = starts_with_a_tour(full(rows, cols), closed)
        for start in full(rows, cols):
            search = ended(asked(rows, cols, start=start, closed=closed))
            if start in starts:
                assert_tour(search)
            else:
                assert search.status is Status.IMPOSSIBLE
                assert search.reason


def solvable(rows: int, cols: int) -> set[Square]:
    """Return the starts from which a tour was found; the others are proved to have none."""
    found = set()
    for start in full(rows, cols):
        search = ended(asked(rows, cols, start=start))
        if search.status is Status.SOLVED:
            assert_tour(search)
            found.add(start)
        else:
            assert search.status is Status.IMPOSSIBLE
    return found


@pytest.mark.parametrize("n", range(6, 13))
def test_on_four_rows_just_the_outer_ones_have_tours(n: int) -> None:
    assert solvable(4, n) == {(row, col) for row, col in full(4, n) if row in (0, 3)}
    assert solvable(n, 4) == {(row, col) for row, col in full(n, 4) if col in (0, 3)}


@pytest.mark.parametrize("n", range(9, 13))
def test_on_three_longer_rows_all_starts_that_colours_allow_have_tours(n: int) -> None:
    assert solvable(3, n) == {(row, col) for row, col in full(3, n) if n % 2 == 0 or (row + col) % 2 == 0}


def test_on_three_rows_the_known_starts_have_tours() -> None:
    assert solvable(3, 4) == {(row, col) for row, col in full(3, 4) if col in (0, 3)}
    assert len(solvable(3, 7)) == 10
    assert solvable(3, 8) == full(3, 8) - {(1, 2), (1, 5)}


@pytest.mark.parametrize(("rows", "cols"), [(3, 100), (100, 3), (4, 100), (100, 4), (3, 101), (3, 1000)])
def test_long_narrow_boards_are_solved(rows: int, cols: int) -> None:
    assert_tour(ended(asked(rows, cols)))
    assert_tour(ended(asked(rows, cols, start=(0, 0))))
    if 3 in (rows, cols) and rows * cols % 2 == 0:
        assert_tour(ended(asked(rows, cols, closed=True)))


# Holes


@pytest.mark.parametrize(
    ("n", "holes"), [(4, middle(4, 2)), (6, middle(6, 2)), (8, middle(8, 4)), (3, frozenset({(0, 0)}))]
)
def test_boards_known_to_have_no_tour_are_proved_to_have_none(n: int, holes: Squares) -> None:
    for closed in (False, True):
        search = ended(asked(n, n, holes=holes, closed=closed))
        assert search.status is Status.IMPOSSIBLE
        assert search.reason


@pytest.mark.parametrize(
    ("rows", "cols", "holes", "closed"),
    [
        (3, 3, [(1, 1)], True),
        (5, 5, [(0, 0)], True),
        (5, 5, [(0, 0), (4, 4)], False),
        (5, 6, [(0, 0), (4, 5)], True),
        (8, 8, [(3, 3), (3, 4)], True),
    ],
)
def test_boards_with_holes_known_to_have_tours_are_solved(
    rows: int, cols: int, holes: list[Square], closed: bool
) -> None:
    for seed in range(5):
        assert_tour(ended(asked(rows, cols, holes=holes, closed=closed), seed))


@given(st.data())
def test_boards_made_of_a_walk_are_solved(data: st.DataObject) -> None:
    every = full(4, 5)
    path = [data.draw(st.sampled_from(sorted(every)))]
    length = data.draw(st.integers(1, 20))
    while len(path) < length and (ways := around(every - set(path), path[-1])):
        path.append(data.draw(st.sampled_from(ways)))
    search = ended(asked(4, 5, start=path[0], holes=every - set(path)))
    assert_tour(search)
