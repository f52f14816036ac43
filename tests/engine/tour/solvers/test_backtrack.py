"""Depth-first search: agreement with plain Python state by state, exhaustion, and limits."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.backtrack import Backtrack, BacktrackSettings, Order
from tests.models.backtrack import (
    FIVE_ZERO,
    TOURLESS,
    DepthFirst,
    answered,
    backtrack,
    orders,
    reference,
    rule,
    some_moves,
    starts,
    walk,
)
from tests.models.tour import asked, full, is_tour, squares_of

# Agreement with plain Python


def agree(search: Backtrack, plain: DepthFirst) -> None:
    """Compare a search with the same search in plain Python."""
    assert walk(search) == plain.path
    assert search.work() == {"states": plain.states, "backtracks": plain.backtracks}
    assert len(answered(search)) == len(plain.longest)
    assert answered(search) in (plain.longest, plain.path)
    assert (search.status is Status.SOLVED) == plain.found


@given(
    size=st.sampled_from([(5, 5), (3, 7), (4, 6), (6, 6), (5, 8), (3, 4)]),
    order=orders,
    moves=some_moves,
    closed=st.booleans(),
    data=st.data(),
)
def test_every_state_agrees_with_plain_python(
    size: tuple[int, int], order: str, moves: str, closed: bool, data: st.DataObject
) -> None:
    holes = data.draw(st.sets(st.sampled_from(sorted(full(*size))), max_size=3))
    start = data.draw(st.none() | st.sampled_from(sorted(full(*size) - holes)))
    search = backtrack(asked(*size, start=start, holes=holes, closed=closed), order, moves=moves)
    if search.refutation:
        assert search.status is Status.IMPOSSIBLE
        return
    plain = reference(search, moves)
    agree(search, plain)
    for _ in range(120):
        if search.status is not Status.RUNNING:
            break
        search.advance(1)
        if not plain.step():
            assert search.end()
            return
        agree(search, plain)


@pytest.mark.parametrize("order", list(Order))
@pytest.mark.parametrize("closed", [False, True])
def test_many_states_at_once_agree_with_plain_python(order: Order, closed: bool) -> None:
    for rows, cols, start in ((6, 6, (2, 3)), (5, 8, (4, 0)), (7, 8, (0, 1))):
        search = backtrack(asked(rows, cols, start=start, closed=closed), order)
        plain = reference(search)
        while plain.states < 5000 and not plain.found:
            assert plain.step()
        search.advance(5000)
        agree(search, plain)


@pytest.mark.parametrize(
    "problem",
    [
        asked(3, 7, start=(1, 3)),
        TOURLESS,
        asked(4, 5, holes=[(0, 4), (1, 4), (2, 4), (3, 0), (3, 1), (3, 4)], closed=True),
        asked(4, 5, start=(0, 0), holes=[(0, 4), (1, 4), (2, 4), (3, 0), (3, 1), (3, 4)], closed=True),
    ],
)
def test_an_exhausted_search_gives_start_and_states_as_reason(problem: TourProblem) -> None:
    search = backtrack(problem, "fixed")
    assert not search.refutation
    plain = reference(search)
    while plain.step():
        assert not plain.found
    search.advance(search.limit)
    where = "" if problem.first is None else f"from {problem.name(problem.first)} "
    assert search.status is Status.IMPOSSIBLE
    assert search.reason == f"every walk {where}was tried, {plain.states:,} states in all, and none is a tour"
    assert search.work() == {"states": plain.states, "backtracks": plain.backtracks}
    assert answered(search) == plain.longest


def test_without_a_start_all_starts_are_tried() -> None:
    search = backtrack(TOURLESS)
    seen = [walk(search)[0]]
    while search.status is Status.RUNNING:
        search.advance(1)
        if seen[-1] != walk(search)[0]:
            seen.append(walk(search)[0])
    assert search.status is Status.IMPOSSIBLE
    assert seen == starts(search)
    lights = sum((row + col) % 2 == 0 for row, col in squares_of(TOURLESS))
    assert len(seen) == max(lights, TOURLESS.squares - lights)


@given(seed=st.integers(0, 2**63 - 1), closed=st.booleans())
def test_the_seed_orders_the_starts_that_colours_allow(seed: int, closed: bool) -> None:
    odd = backtrack(asked(5, 5), seed=seed)
    assert sorted(starts(odd)) == [(row, col) for row, col in sorted(full(5, 5)) if (row + col) % 2 == 0]
    dark = backtrack(asked(5, 5, holes=[(0, 0), (4, 4)]), seed=seed)
    assert sorted(starts(dark)) == [(row, col) for row, col in sorted(full(5, 5)) if (row + col) % 2 == 1]
    even = backtrack(asked(6, 6, closed=closed), seed=seed)
    assert len(starts(even)) == (1 if closed else 36)
    assert walk(even) == starts(even)[:1]
    assert starts(backtrack(asked(6, 6, start=(2, 3), closed=closed), seed=seed)) == [(2, 3)]


# Limits


@pytest.mark.parametrize("limit", [0, 1, 62, 100])
def test_a_search_gives_up_at_its_limit_of_states(limit: int) -> None:
    search = backtrack(asked(8, 8, start=FIVE_ZERO), "wall", max_states=limit)
    search.advance(10**9)
    assert (search.status, search.done) == (Status.GAVE_UP, limit)
    assert f"limit of {limit} state" in search.reason
    plain = reference(search)
    for _ in range(limit):
        plain.step()
    assert answered(search) in (plain.longest, plain.path)


def test_one_square_is_solved_without_a_step() -> None:
    for search in (backtrack(asked(1, 1), max_states=0), rule(asked(1, 1))):
        assert (search.status, search.done, answered(search)) == (Status.SOLVED, 0, [(0, 0)])
        assert search.frame().sentence == "The knight stands on the only square."


def test_warnsdorff_can_visit_all_squares_without_closing_the_tour() -> None:
    reasons = set()
    for start in full(8, 8):
        search = rule(asked(8, 8, start=start, closed=True))
        search.advance(search.limit)
        if search.status is Status.SOLVED:
            assert is_tour(answered(search), full(8, 8), start, True)
            assert search.answer()["closed"]
        else:
            reasons.add(search.reason)
            assert not is_tour(answered(search), full(8, 8), start, True)
            not_closed = "no move leads from the last back to the first" in search.frame().sentence
            assert not_closed == (search.answer()["squares"] == 64)
    assert "the rule visited all 64 squares, but no move leads back to the first" in reasons


def test_a_board_of_65_025_squares_is_searched_without_recursion() -> None:
    problem = asked(255, 255, start=(0, 0))
    search = backtrack(problem, "warnsdorff+wall", max_states=200_000)
    search.advance(search.limit)
    assert search.status in (Status.SOLVED, Status.GAVE_UP)
    assert search.answer()["squares"] > 60_000
    path = answered(search)
    assert len(set(path)) == len(path)
    assert all((a - c) ** 2 + (b - d) ** 2 == 5 for (a, b), (c, d) in pairwise(path))
    single = rule(problem)
    single.advance(single.limit)
    assert single.status in (Status.SOLVED, Status.GAVE_UP)


@pytest.mark.parametrize("moves", ["", "1234567", "123456789", "11345678", "abcdefgh", "12345670"])
def test_an_order_of_moves_needs_each_move_once(moves: str) -> None:
    with pytest.raises(BadInput) as raised:
        BacktrackSettings(moves=moves)
    words = f"moves is {moves or 'empty'}, but must be the digits 1 to 8, each once, as 12345678"
    assert str(raised.value) == words


def test_the_error_for_an_unknown_order_lists_the_known_ones() -> None:
    with pytest.raises(BadInput) as raised:
        BacktrackSettings(order="random")
    assert str(raised.value) == "order is random, but must be one of warnsdorff, wall, warnsdorff+wall, fixed"
