"""The dynamic program over a frontier, compared with plain enumeration."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from knightwatch.engine.boards import adjacent
from knightwatch.engine.compiled.tiers import Tier
from knightwatch.engine.tour.exact import frontier as frontier_order
from knightwatch.engine.tour.exact.frontier import WIDEST, layout
from knightwatch.engine.tour.kernels import layers
from knightwatch.engine.tour.kernels.layers import At, Outcome
from tests.models.tour import numbers

Free = NDArray[np.bool_]
ALL = 1 << 60


def board(rows: int, cols: int, *holes: tuple[Any, Any]) -> Free:
    free = np.ones((rows, cols), np.bool_)
    for hole in holes:
        free[hole] = False
    return free


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


@st.composite
def boards(draw: st.DrawFn) -> Free:
    rows = draw(st.integers(1, 5))
    cols = draw(st.integers(1, 20 // rows))
    free = np.ones((rows, cols), np.bool_)
    for hole in draw(st.sets(st.integers(0, rows * cols - 1), max_size=min(6, rows * cols - 1))):
        free.flat[hole] = False
    return free


@pytest.mark.parametrize("size", [(1, 2), (1, 7), (2, 2), (2, 9), (3, 3), (3, 5), (3, 6), (4, 4)], ids=str)
def test_small_boards_without_tours_have_none(size: tuple[int, int]) -> None:
    assert not decided(board(*size))


def test_a_single_square_is_an_open_tour_but_not_closed() -> None:
    for start in (None, 4):
        free = np.zeros((3, 3), np.bool_)
        free[1, 1] = True
        assert decided(free, start)
        assert not decided(free, start, closed=True)


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
def test_balanced_boards_without_tours_are_recognised(free: Free) -> None:
    assert not decided(free)
    assert not decided(free, closed=True)


@given(free=boards())
@settings(max_examples=30)
def test_decisions_agree_with_enumeration(free: Free) -> None:
    cols = free.shape[1]
    starts, closed = numbers(frozenset(divmod(square, cols) for square in np.flatnonzero(free).tolist()))
    assert decided(free) == any(starts.values())
    assert decided(free, closed=True) == (closed > 0)
    for (row, col), ways in starts.items():
        assert decided(free, row * cols + col) == (ways > 0)
        assert decided(free, row * cols + col, closed=True) == (closed > 0)


@given(budgets=st.lists(st.integers(0, 3_000), max_size=12), closed=st.booleans())
def test_splitting_the_work_gives_the_same_arrays(budgets: list[int], closed: bool) -> None:
    plan = layout(board(5, 6))
    whole, parts = layers.begin(plan), layers.begin(plan)
    done = layers.advance(whole, plan, closed, sum(budgets), Tier())
    assert sum(layers.advance(parts, plan, closed, budget, Tier()) for budget in budgets) == done
    assert whole.keys() == parts.keys()
    assert all(np.array_equal(whole[name], parts[name]) for name in whole)


def test_work_equals_the_budget() -> None:
    plan = layout(board(5, 6))
    state = layers.begin(plan)
    assert layers.advance(state, plan, False, 12_345, Tier()) == 12_345
    assert state["frontier_at"][At.EXPANDED] == 12_345
    assert layers.outcome(state) is Outcome.RUNNING


def test_long_boards_are_decided() -> None:
    assert decided(board(3, 200), closed=True)
    assert not decided(board(4, 60), closed=True)


def test_too_many_states_end_the_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layers, "MOST_STORED", 4_096)
    plan = layout(board(5, 6))
    state = layers.begin(plan)
    layers.advance(state, plan, False, ALL, Tier())
    assert layers.outcome(state) is Outcome.TOO_MANY


@pytest.mark.parametrize("budget", [700, ALL])
def test_two_layers_of_memory_prove_that_no_tour_exists(budget: int, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = layout(board(8, 8, (slice(2, 6), slice(2, 6))))
    expanded = []
    for most in (1 << 24, 1_024):
        monkeypatch.setattr(layers, "MOST_STORED", most)
        monkeypatch.setattr(layers, "FIRST_ROOM", 256)
        state = layers.begin(plan)
        while layers.outcome(state) is Outcome.RUNNING:
            layers.advance(state, plan, False, budget, Tier())
        assert layers.outcome(state) is Outcome.NONE
        assert bool(state["frontier_at"][At.FORGOTTEN]) == (most == 1_024)
        expanded.append(int(state["frontier_at"][At.EXPANDED]))
    assert expanded[0] == expanded[1] > 1_024


def test_a_tour_is_not_claimed_after_layers_were_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = layout(board(3, 200))
    monkeypatch.setattr(layers, "MOST_STORED", 1_024)
    state = layers.begin(plan)
    layers.advance(state, plan, True, ALL, Tier())
    assert (layers.outcome(state), state["frontier_at"][At.STEP]) == (Outcome.TOO_MANY, 600)


def test_seven_rows_fit_and_eight_do_not() -> None:
    assert layout(board(7, 50)).width == WIDEST
    assert layout(board(8, 8)).width > WIDEST
    assert len(layout(board(200, 200)).squares) == 0


def test_a_disconnected_board_is_decided_at_once() -> None:
    free = np.indices((200, 200)).sum(axis=0) % 2 == 0
    assert len(layout(free).squares) == 2
    assert not decided(free)


in_order = frontier_order._order


def folding(board: Free, squares: NDArray[np.int64], folded: bool) -> frontier_order.SquareOrder:  # noqa: ARG001
    """Return the folded order, which boards with a wide frontier need."""
    return in_order(board, squares, folded=True)


@given(free=boards(), closed=st.booleans())
@settings(max_examples=40)
def test_folded_order_agrees_with_enumeration(free: Free, closed: bool) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(frontier_order, "_order", folding)
        free_squares = frozenset((row, col) for row, col in np.argwhere(free).tolist())
        starts, rings = numbers(free_squares)
        assert decided(free, closed=closed) == bool(rings if closed else sum(starts.values()))


def test_eight_columns_fit_if_two_rows_lack_a_square() -> None:
    fewer = board(8, 8, (1, 0), (3, 2), (5, 4), (7, 6))
    assert min(in_order(each, np.arange(64).reshape(8, 8), folded=False).width for each in (fewer, fewer.T)) > WIDEST
    assert layout(fewer).width == WIDEST
    assert layout(board(8, 8)).width > WIDEST
