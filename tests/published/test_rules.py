"""Warnsdorff's rule on the chessboard: the published failures and numbers of states."""

import pytest

from knightwatch.engine.boards import MOVES
from knightwatch.engine.core.frame import Status
from tests.models.backtrack import FIVE_ZERO, answered, backtrack, reference, rule, walk
from tests.models.tour import asked, full, is_tour, named


def test_the_rule_fails_only_from_the_two_published_squares() -> None:
    failed = set()
    for start in full(8, 8):
        search = rule(asked(8, 8, start=start))
        search.advance(64)
        assert search.status in (Status.SOLVED, Status.GAVE_UP)
        if search.status is Status.GAVE_UP:
            failed.add(start)
        else:
            assert is_tour(answered(search), full(8, 8), start, False)
            assert search.done == 63
    assert failed == {FIVE_ZERO, (3, 1)}


def test_the_rule_stops_after_the_published_62_squares() -> None:
    search = rule(asked(8, 8, start=FIVE_ZERO))
    search.advance(search.limit)
    last = named(walk(search)[-1], 8)
    assert (search.status, search.answer()["squares"], search.done) == (Status.GAVE_UP, 62, 61)
    assert search.reason == f"the rule reached a dead end on {last} after 62 of 64 squares"
    assert search.work() == {"states": 61, "backtracks": 0}


@pytest.mark.parametrize(("order", "states"), [("warnsdorff", 90), ("warnsdorff+wall", 63), ("wall", 100_083)])
def test_backtracking_needs_the_published_number_of_states(order: str, states: int) -> None:
    # The report says that `wall` finds no tour. By its definitions it does; plain Python needs as many states.
    search = backtrack(asked(8, 8, start=FIVE_ZERO), order)
    plain = reference(search)
    while not plain.found:
        assert plain.step()
    search.advance(search.limit)
    assert search.status is Status.SOLVED
    assert search.done == plain.states == states
    assert answered(search) == plain.path
    assert search.work() == {"states": states, "backtracks": plain.backtracks}


def test_the_rule_with_ties_by_the_edge_never_steps_back() -> None:
    for start in full(8, 8):
        search = backtrack(asked(8, 8, start=start), "warnsdorff+wall")
        search.advance(63)
        assert search.status is Status.SOLVED
        assert search.work() == {"states": 63, "backtracks": 0}


def test_moves_have_the_order_of_the_published_tours() -> None:
    assert MOVES == ((2, 1), (-2, 1), (1, 2), (-1, 2), (2, -1), (-2, -1), (1, -2), (-1, -2))
