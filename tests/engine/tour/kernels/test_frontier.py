"""The dynamic programme over a frontier against published numbers and against plain enumeration."""

from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.boards import adjacent, neighbours
from engine.compiled.tiers import Tier
from engine.tour.exact.order import WIDEST, Layout, layout
from engine.tour.kernels import layers
from engine.tour.kernels.layers import At, Outcome, State

Free = NDArray[np.bool_]
ALL = 1 << 60


def board(rows: int, cols: int, *holes: tuple[Any, Any]) -> Free:
    free = np.ones((rows, cols), np.bool_)
    for hole in holes:
        free[hole] = False
    return free


def number(free: Free, start: int | None = None, closed: bool = False) -> int:
    plan = layout(free, start)
    state = layers.begin_count(plan)
    layers.advance_count(state, plan, closed, ALL, Tier())
    assert state["count_at"][At.OUTCOME] in (Outcome.EXISTS, Outcome.NONE)
    return layers.counted(state)


def decided(free: Free, start: int | None = None, closed: bool = False) -> bool:
    plan = layout(free, start)
    state = layers.begin(plan)
    layers.advance(state, plan, closed, ALL, Tier())
    outcome = layers.outcome(state)
    if outcome is Outcome.EXISTS:
        check(free, layers.tour(state, plan, closed).tolist(), start, closed)
    assert outcome in (Outcome.EXISTS, Outcome.NONE)
    return outcome is Outcome.EXISTS


def check(free: Free, tour: list[int], start: int | None, closed: bool) -> None:
    cols = free.shape[1]
    assert sorted(tour) == np.flatnonzero(free).tolist()
    assert all(adjacent(a, b, cols) for a, b in pairwise(tour))
    assert start is None or tour[0] == start
    assert not closed or adjacent(tour[-1], tour[0], cols)


def enumerated(free: Free) -> tuple[dict[int, int], int]:
    """Return the number of tours from each square, and the number of closed tours, without direction, by trying all."""
    rows, cols = free.shape
    squares = np.flatnonzero(free).tolist()
    near = {square: [other for other in neighbours(square, rows, cols) if free.flat[other]] for square in squares}

    @cache
    def paths(at: int, left: frozenset[int], home: int) -> tuple[int, int]:
        if not left:
            return 1, int(home in near[at])
        parts = [paths(other, left - {other}, home) for other in near[at] if other in left]
        return sum(part[0] for part in parts), sum(part[1] for part in parts)

    found = {square: paths(square, frozenset(squares) - {square}, square) for square in squares}
    closed = found[squares[0]][1] // 2 if len(squares) > 2 else 0
    return {square: ways for square, (ways, _) in found.items()}, closed


@st.composite
def boards(draw: st.DrawFn) -> Free:
    rows = draw(st.integers(1, 5))
    cols = draw(st.integers(1, 20 // rows))
    free = np.ones((rows, cols), np.bool_)
    for hole in draw(st.sets(st.integers(0, rows * cols - 1), max_size=min(6, rows * cols - 1))):
        free.flat[hole] = False
    return free


PUBLISHED = {
    (3, 4): (0, 8),
    (3, 7): (0, 52),
    (3, 8): (0, 396),
    (3, 10): (16, 3_048),
    (3, 12): (176, 57_248),
    (4, 5): (0, 82),
    (4, 6): (0, 744),
    (4, 8): (0, 31_088),
    (5, 5): (0, 864),
    (5, 6): (8, 18_784),
    (5, 7): (0, 622_868),
}


@pytest.mark.parametrize("size", PUBLISHED, ids=str)
def test_counts_are_the_published_ones_in_either_orientation(size: tuple[int, int]) -> None:
    for free in (board(*size), board(*size).T):
        assert (number(free, closed=True), number(free)) == PUBLISHED[size]


def test_closed_tours_of_6_x_6_are_9862() -> None:
    assert number(board(6, 6), closed=True) == 9_862


@pytest.mark.parametrize("size", [(1, 2), (1, 7), (2, 2), (2, 9), (3, 3), (3, 5), (3, 6), (4, 4)], ids=str)
def test_small_boards_without_tours_have_none(size: tuple[int, int]) -> None:
    assert not decided(board(*size))
    assert number(board(*size)) == 0


def test_a_single_square_is_an_open_tour_and_no_closed_one() -> None:
    for start in (None, 4):
        free = np.zeros((3, 3), np.bool_)
        free[1, 1] = True
        assert number(free, start) == 1
        assert number(free, start, closed=True) == 0
        assert decided(free, start)
        assert not decided(free, start, closed=True)


def test_tours_from_each_square_of_5_x_5_are_the_published_ones() -> None:
    corner, centre, other = 304, 64, 56
    found = np.array([number(board(5, 5), start) for start in range(25)]).reshape(5, 5)
    assert found[[0, 0, 4, 4], [0, 4, 0, 4]].tolist() == [corner] * 4
    assert found[2, 2] == centre
    assert sorted(set(found.flat)) == [0, other, centre, corner]
    assert found.sum() == 2 * number(board(5, 5)) == 1_728


def test_tours_around_holes_are_the_published_ones() -> None:
    assert number(board(5, 5, (0, 0), (4, 4))) == 7_644
    assert number(board(5, 6, (0, 0), (4, 5)), closed=True) == 1_348
    assert number(board(3, 3, (1, 1)), closed=True) == 1
    assert number(board(5, 5, (0, 0)), closed=True) == 30


@pytest.mark.parametrize(
    "free",
    [
        board(4, 4, (slice(1, 3), slice(1, 3))),
        board(6, 6, (slice(2, 4), slice(2, 4))),
        board(8, 8, (slice(2, 6), slice(2, 6))),
        board(3, 3, (0, 0)),
        board(1, 1, (0, 0)),
    ],
    ids=["4x4", "6x6", "8x8", "3x3", "nothing"],
)
def test_balanced_boards_without_tours_are_seen(free: Free) -> None:
    assert not decided(free)
    assert not decided(free, closed=True)


@given(free=boards())
@settings(max_examples=30)
def test_counts_and_decisions_agree_with_enumeration(free: Free) -> None:
    starts, closed = enumerated(free)
    paths = sum(starts.values())
    assert number(free) == (paths // 2 if len(starts) > 1 else 1)
    assert number(free, closed=True) == closed
    assert decided(free) == (paths > 0)
    assert decided(free, closed=True) == (closed > 0)
    for start, ways in starts.items():
        assert number(free, start) == ways
        assert decided(free, start) == (ways > 0)
        assert decided(free, start, closed=True) == (closed > 0)


def advance_any(counting: bool, state: State, plan: Layout, closed: bool, budget: int) -> int:
    return (layers.advance_count if counting else layers.advance)(state, plan, closed, budget, Tier())


@given(budgets=st.lists(st.integers(0, 3_000), max_size=12), counting=st.booleans(), closed=st.booleans())
def test_any_split_of_the_work_leads_to_the_same_arrays(budgets: list[int], counting: bool, closed: bool) -> None:
    plan = layout(board(5, 6))
    start = layers.begin_count if counting else layers.begin
    whole, parts = start(plan), start(plan)
    done = advance_any(counting, whole, plan, closed, sum(budgets))
    assert sum(advance_any(counting, parts, plan, closed, budget) for budget in budgets) == done
    assert whole.keys() == parts.keys()
    assert all(np.array_equal(whole[name], parts[name]) for name in whole)


def test_work_is_done_to_the_letter_of_the_budget() -> None:
    plan = layout(board(5, 6))
    state = layers.begin(plan)
    assert layers.advance(state, plan, False, 12_345, Tier()) == 12_345
    assert state["frontier_at"][At.EXPANDED] == 12_345
    assert layers.outcome(state) is Outcome.RUNNING


def test_long_boards_are_decided() -> None:
    assert decided(board(3, 200), closed=True)
    assert not decided(board(4, 60), closed=True)


def test_too_many_states_are_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layers, "MOST_STORED", 4_096)
    monkeypatch.setattr(layers, "MOST_AT_ONCE", 4_096)
    plan = layout(board(5, 6))
    state, count = layers.begin(plan), layers.begin_count(plan)
    layers.advance(state, plan, False, ALL, Tier())
    layers.advance_count(count, plan, False, ALL, Tier())
    assert layers.outcome(state) is Outcome.TOO_MANY
    assert count["count_at"][At.OUTCOME] == Outcome.TOO_MANY


def test_numbers_beyond_64_bits_are_an_end() -> None:
    plan = layout(board(3, 100))
    state = layers.begin_count(plan)
    layers.advance_count(state, plan, True, ALL, Tier())
    assert state["count_at"][At.OUTCOME] == Outcome.OVERFLOW


def test_seven_rows_fit_and_eight_do_not() -> None:
    assert layout(board(7, 50)).width == WIDEST
    assert layout(board(8, 8)).width > WIDEST
    assert len(layout(board(200, 200)).squares) == 0


def test_a_board_that_falls_apart_is_seen_at_once() -> None:
    free = np.indices((200, 200)).sum(axis=0) % 2 == 0
    assert len(layout(free).squares) == 2
    assert not decided(free)
