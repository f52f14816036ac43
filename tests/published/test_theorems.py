"""Boards and starts with and without tours: theorems by Schwenk, Pósa and others."""

from collections.abc import Iterable

import pytest

from knightwatch.engine.core.frame import Status
from tests.models.auto import assert_tour, ended, middle
from tests.models.tour import Square, Squares, asked, full

# Theorems: decided without a search


def refuted(
    rows: int, cols: int, *, start: Square | None = None, holes: Iterable[Square] = (), closed: bool = False
) -> str:
    """Return the theorem that excludes a tour, or nothing."""
    return asked(rows, cols, start=start, holes=holes, closed=closed).refutation()


def test_whole_boards_are_refuted_exactly_as_schwenk_proved() -> None:
    for m in range(1, 13):
        for n in range(m, 13):
            schwenk = (m % 2 == n % 2 == 1) or m in (1, 2, 4) or (m == 3 and n in (4, 6, 8))
            no_open = (m == 1 and n > 1) or m == 2 or (m == 3 and n in (3, 5, 6)) or (m == n == 4)
            for rows, cols in ((m, n), (n, m)):
                assert bool(refuted(rows, cols, closed=True)) == schwenk
                assert bool(refuted(rows, cols)) == no_open


def test_on_four_rows_no_tour_starts_on_an_inner_row() -> None:
    for n in range(5, 13):
        for rows, cols in ((4, n), (n, 4)):
            for row, col in full(rows, cols):
                inner = (row if rows == 4 else col) in (1, 2)
                assert bool(refuted(rows, cols, start=(row, col))) == inner
        assert "Pósa" in refuted(4, n, start=(1, 0))
        assert "4 columns" in refuted(n, 4, start=(0, 1))


@pytest.mark.parametrize("n", [5, 7, 9, 35])
def test_on_odd_boards_every_tour_starts_on_the_corners_colour(n: int) -> None:
    assert not refuted(n, n, start=(0, 0))
    assert not refuted(n, n, start=(n - 1, 0))
    assert not refuted(n, n, start=(1, 1))
    reason = refuted(n, n, start=(0, 1))
    assert f"here {n * n // 2 + 1:,} are light and {n * n // 2:,} dark, and b{n} has the other colour" in reason
    assert "closed tour has as many light squares as dark" in refuted(n, n, closed=True)


def test_missing_corners_of_one_colour_exclude_a_tour() -> None:
    for n in (4, 6, 8, 20):
        assert "differ by one at most" in refuted(n, n, holes=[(0, 0), (n - 1, n - 1)])
    assert not refuted(5, 5, holes=[(0, 0), (4, 4)])
    for closed in (False, True):
        assert not refuted(5, 6, holes=[(0, 0), (4, 5)], closed=closed)


def test_two_missing_neighbours_do_not_exclude_a_tour() -> None:
    for holes in ({(0, 0), (0, 1)}, {(3, 3), (3, 4)}, {(3, 3), (4, 3)}):
        for closed in (False, True):
            assert not refuted(8, 8, holes=holes, closed=closed)


def test_holes_in_the_middle_need_a_search() -> None:
    for n, hole in ((6, 2), (8, 4)):
        assert not refuted(n, n, holes=middle(n, hole))


# Known results, found by a search


def solvable(rows: int, cols: int) -> set[Square]:
    """Return the starts with a tour; `auto` proves that the others have none."""
    starts = set()
    for start in full(rows, cols):
        search = ended(asked(rows, cols, start=start))
        if search.status is Status.SOLVED:
            assert_tour(search)
            starts.add(start)
        else:
            assert search.status is Status.IMPOSSIBLE
    return starts


@pytest.mark.parametrize("n", range(6, 13))
def test_on_four_rows_only_the_outer_rows_have_tours(n: int) -> None:
    assert solvable(4, n) == {(row, col) for row, col in full(4, n) if row in (0, 3)}
    assert solvable(n, 4) == {(row, col) for row, col in full(n, 4) if col in (0, 3)}


@pytest.mark.parametrize("n", range(9, 13))
def test_on_three_long_rows_all_starts_of_the_right_colour_have_tours(n: int) -> None:
    assert solvable(3, n) == {(row, col) for row, col in full(3, n) if n % 2 == 0 or (row + col) % 2 == 0}


def test_on_three_rows_the_known_starts_have_tours() -> None:
    assert solvable(3, 4) == {(row, col) for row, col in full(3, 4) if col in (0, 3)}
    assert len(solvable(3, 7)) == 10
    assert solvable(3, 8) == full(3, 8) - {(1, 2), (1, 5)}


@pytest.mark.parametrize(
    ("n", "holes"), [(4, middle(4, 2)), (6, middle(6, 2)), (8, middle(8, 4)), (3, frozenset({(0, 0)}))]
)
def test_boards_without_a_tour_are_proved_impossible(n: int, holes: Squares) -> None:
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
def test_boards_with_holes_and_known_tours_are_solved(rows: int, cols: int, holes: list[Square], closed: bool) -> None:
    for seed in range(5):
        assert_tour(ended(asked(rows, cols, holes=holes, closed=closed), seed))
