"""Warnsdorff's rule on the chessboard: the published failures and numbers of states."""

import pytest

from knightwatch import solve
from knightwatch.engine.boards import MOVES
from knightwatch.engine.core.frame import Status
from tests.models.backtrack import FIVE_ZERO, USUAL, answered, backtrack, reference, rule, walk
from tests.models.tour import Square, asked, full, is_tour, named


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


def found_from(n: int, order: str, states: int, moves: str = USUAL) -> dict[Square, int]:
    """Return the starts from which backtracking finds a tour within a number of states, with the states it took."""
    found = {}
    for start in full(n, n):
        result = solve(asked(n, n, start=start), solver="backtrack", order=order, max_states=states, moves=moves)
        if result.solved:
            found[start] = result.work["states"]
    return found


def test_the_wall_alone_works_from_17_starts_of_8_x_8() -> None:
    # Printed: it finds no tour on 8 x 8.
    found = found_from(8, "wall", 1_000_000)
    assert len(found) == 17
    assert found[FIVE_ZERO] == 100_083


def test_the_wall_alone_fails_from_7_of_25_starts_of_7_x_7() -> None:
    # Printed: it works up to 7 x 7.
    assert len(found_from(7, "wall", 10_000_000)) == 25 - 7


def test_plain_search_finds_a_tour_of_7_x_7() -> None:
    # Printed: brute force takes hours there.
    result = solve(asked(7, 7, start=(0, 0)), solver="backtrack", order="fixed")
    assert (result.solved, result.work["states"]) == (True, 5_948_993)


def test_under_the_7_orders_of_the_printed_board_the_wall_alone_succeeds() -> None:
    """The report prints the board of the rule from (5,0). These orders of moves give it."""
    orders = ["12345678", "12345687", "12346578", "12346587", "12346758", "12354678", "12354687"]
    boards, states = set(), []
    for moves in orders:
        search = rule(asked(8, 8, start=FIVE_ZERO), moves=moves)
        search.advance(search.limit)
        boards.add(tuple(walk(search)))
        result = solve(asked(8, 8, start=FIVE_ZERO), solver="backtrack", order="wall", moves=moves)
        assert result.solved
        states.append(result.work["states"])
    assert len(boards) == 1
    assert sorted(states) == [100_083] * 6 + [102_129]


def test_over_the_sizes_of_the_report_the_rule_fails_from_two_corners() -> None:
    # Printed: it finds a tour from every corner.
    failed = []
    for n in range(5, 21):
        for corner in ((0, 0), (0, n - 1), (n - 1, 0), (n - 1, n - 1)):
            search = rule(asked(n, n, start=corner))
            search.advance(search.limit)
            if search.status is not Status.SOLVED:
                failed.append((n, corner))
    assert failed == [(7, (6, 6)), (16, (0, 0))]


def test_the_rule_with_ties_by_the_edge_never_steps_back() -> None:
    for start in full(8, 8):
        search = backtrack(asked(8, 8, start=start), "warnsdorff+wall")
        search.advance(63)
        assert search.status is Status.SOLVED
        assert search.work() == {"states": 63, "backtracks": 0}


def test_moves_have_the_order_of_the_published_tours() -> None:
    assert MOVES == ((2, 1), (-2, 1), (1, 2), (-1, 2), (2, -1), (-2, -1), (1, -2), (-1, -2))
