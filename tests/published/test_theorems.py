"""Which boards have tours, and from which starts: what is proved or known, by Schwenk, Pósa and others."""

from collections.abc import Iterable

import pytest

from knightwatch.engine.core.frame import Status
from tests.models.auto import assert_tour, ended, middle
from tests.models.tour import Square, Squares, asked, full

# What is proved, and told without a search


def refuted(
    rows: int, cols: int, *, start: Square | None = None, holes: Iterable[Square] = (), closed: bool = False
) -> str:
    """Return the theorem by which there is no tour; empty where none applies."""
    return asked(rows, cols, start=start, holes=holes, closed=closed).refutation()


def test_whole_boards_are_refused_just_where_the_theorems_say() -> None:
    for m in range(1, 13):
        for n in range(m, 13):
            schwenk = (m % 2 == n % 2 == 1) or m in (1, 2, 4) or (m == 3 and n in (4, 6, 8))
            no_open = (m == 1 and n > 1) or m == 2 or (m == 3 and n in (3, 5, 6)) or (m == n == 4)
            for rows, cols in ((m, n), (n, m)):
                assert bool(refuted(rows, cols, closed=True)) == schwenk
                assert bool(refuted(rows, cols)) == no_open


def test_on_four_rows_no_tour_begins_on_an_inner_one() -> None:
    for n in range(5, 13):
        for rows, cols in ((4, n), (n, 4)):
            for row, col in full(rows, cols):
                inner = (row if rows == 4 else col) in (1, 2)
                assert bool(refuted(rows, cols, start=(row, col))) == inner
        assert "Pósa" in refuted(4, n, start=(1, 0))
        assert "4 columns" in refuted(n, 4, start=(0, 1))


@pytest.mark.parametrize("n", [5, 7, 9, 35])
def test_on_odd_boards_no_tour_begins_on_the_colour_that_is_not_the_corners(n: int) -> None:
    assert not refuted(n, n, start=(0, 0))
    assert not refuted(n, n, start=(n - 1, 0))
    assert not refuted(n, n, start=(1, 1))
    said = refuted(n, n, start=(0, 1))
    assert f"here {n * n // 2 + 1:,} are light and {n * n // 2:,} dark, and b{n} has the other colour" in said
    assert "closed tour has as many light squares as dark" in refuted(n, n, closed=True)


def test_opposite_corners_forbid_a_tour_only_where_they_share_a_colour_that_then_lacks_two() -> None:
    for n in (4, 6, 8, 20):
        assert "differ by one at most" in refuted(n, n, holes=[(0, 0), (n - 1, n - 1)])
    assert not refuted(5, 5, holes=[(0, 0), (4, 4)])
    for closed in (False, True):
        assert not refuted(5, 6, holes=[(0, 0), (4, 5)], closed=closed)


def test_two_squares_that_share_an_edge_of_a_chessboard_are_not_refused_at_all() -> None:
    for holes in ({(0, 0), (0, 1)}, {(3, 3), (3, 4)}, {(3, 3), (4, 3)}):
        for closed in (False, True):
            assert not refuted(8, 8, holes=holes, closed=closed)


def test_balanced_colours_promise_nothing_so_the_rules_leave_these_boards_to_a_search() -> None:
    for n, hole in ((6, 2), (8, 4)):
        assert not refuted(n, n, holes=middle(n, hole))


# What is known, and found by the solver that does not give up


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
