"""Depth-first search: the published results, and agreement with plain Python state by state."""

import re
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.boards import unpadded
from engine.errors import BadInput
from engine.frame import Frame, Mark, Status, Tone
from engine.settings import read
from engine.tour.backtrack import Backtrack, BacktrackSettings, Order, RuleSettings, Warnsdorff
from engine.tour.problem import CANDIDATES, DEAD_END, KNIGHT, TourProblem
from tests.engine.tour.reference import (
    PUBLISHED,
    DepthFirst,
    Square,
    Squares,
    around,
    asked,
    full,
    is_tour,
    named,
    squares_of,
    starts_with_a_tour,
    with_holes,
)

USUAL = "12345678"
FIVE_ZERO = (5, 0)
orders = st.sampled_from([str(order) for order in Order])
some_moves = st.permutations(USUAL).map("".join)


def backtrack(problem: TourProblem, order: str = "warnsdorff", seed: int = 1, **values: Any) -> Backtrack:
    """Return a search at its beginning."""
    search = Backtrack(problem, read(BacktrackSettings, {"order": order, **values}), seed)
    search.prepare()
    return search


def rule(problem: TourProblem, seed: int = 1, **values: Any) -> Warnsdorff:
    """Return the rule at its beginning."""
    search = Warnsdorff(problem, read(RuleSettings, values), seed)
    search.prepare()
    return search


def walk(search: Backtrack | Warnsdorff) -> list[Square]:
    """Return the squares of the walk."""
    return [divmod(int(square), search.problem.cols) for square in search.trail]


def answered(search: Backtrack | Warnsdorff) -> list[Square]:
    """Return the squares of the answer."""
    return [(row, col) for row, col in search.answer()["path"]]


def starts(search: Backtrack | Warnsdorff) -> list[Square]:
    """Return where a search may begin, in its order."""
    return [divmod(int(square), search.problem.cols) for square in unpadded(search.starts(), search.problem.cols)]


def reference(search: Backtrack, moves: str = USUAL) -> DepthFirst:
    """Return the same search in plain Python."""
    return DepthFirst(search.problem, starts(search), search.order, [PUBLISHED[int(digit) - 1] for digit in moves])


def marks(frame: Frame) -> dict[Square, Mark]:
    """Return the marks on a frame's board, without holes."""
    board = frame.board
    named_marks = zip(board.squares.tolist(), board.kinds.tolist(), strict=True)
    return {divmod(s, board.cols): board.marks[k] for s, k in named_marks if board.marks[k].tone is not Tone.HOLE}


# Published results


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


def test_the_rule_stops_after_the_published_62_squares_and_says_so() -> None:
    search = rule(asked(8, 8, start=FIVE_ZERO))
    search.advance(search.limit)
    last = named(walk(search)[-1], 8)
    assert (search.status, search.answer()["squares"], search.done) == (Status.GAVE_UP, 62, 61)
    assert search.reason == f"the rule came to a dead end on {last} after 62 of 64 squares"
    assert search.work() == {"states": 61, "backtracks": 0}


@pytest.mark.parametrize(("order", "states"), [("warnsdorff", 90), ("warnsdorff+wall", 63), ("wall", 100_083)])
def test_steps_back_lead_to_a_tour_after_the_published_number_of_states(order: str, states: int) -> None:
    # The report says that `wall` finds nothing; by its definitions it does, and plain Python agrees to the state.
    search = backtrack(asked(8, 8, start=FIVE_ZERO), order)
    plain = reference(search)
    while not plain.found:
        assert plain.step()
    search.advance(search.limit)
    assert search.status is Status.SOLVED
    assert search.done == plain.states == states
    assert answered(search) == plain.path
    assert search.work() == {"states": states, "backtracks": plain.backtracks}


def test_ties_by_the_wall_need_no_step_back_from_any_start_of_the_chessboard() -> None:
    for start in full(8, 8):
        search = backtrack(asked(8, 8, start=start), "warnsdorff+wall")
        search.advance(63)
        assert search.status is Status.SOLVED
        assert search.work() == {"states": 63, "backtracks": 0}


# Agreement with plain Python


def agree(search: Backtrack, plain: DepthFirst) -> None:
    """Hold a search against the same one in plain Python."""
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
def test_every_state_is_the_one_of_plain_python(
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
def test_many_states_at_once_lead_where_they_lead_plain_python(order: Order, closed: bool) -> None:
    for rows, cols, start in ((6, 6, (2, 3)), (5, 8, (4, 0)), (7, 8, (0, 1))):
        search = backtrack(asked(rows, cols, start=start, closed=closed), order)
        plain = reference(search)
        while plain.states < 5000 and not plain.found:
            assert plain.step()
        search.advance(5000)
        agree(search, plain)


@given(board=with_holes(), order=orders, closed=st.booleans(), given_start=st.booleans(), data=st.data())
def test_everything_is_tried_just_where_brute_force_finds_no_tour(
    board: tuple[int, int, Squares], order: str, closed: bool, given_start: bool, data: st.DataObject
) -> None:
    rows, cols, squares = board
    start = data.draw(st.sampled_from(sorted(squares))) if given_start else None
    search = backtrack(asked(rows, cols, start=start, holes=full(rows, cols) - squares, closed=closed), order)
    search.advance(search.limit)
    possible = starts_with_a_tour(squares, closed)
    exists = bool(possible) if start is None else start in possible
    assert search.status is (Status.SOLVED if exists else Status.IMPOSSIBLE)
    assert not exists or is_tour(answered(search), squares, start, closed)
    assert search.reason or exists


TOURLESS = asked(4, 5, holes=[(1, 0), (1, 1), (1, 3), (3, 0), (3, 1), (3, 2), (3, 3)])
"""A board about which the rules say nothing, though it has no tour."""


@pytest.mark.parametrize(
    "problem",
    [
        asked(3, 7, start=(1, 3)),
        TOURLESS,
        asked(4, 5, holes=[(0, 4), (1, 4), (2, 4), (3, 0), (3, 1), (3, 4)], closed=True),
        asked(4, 5, start=(0, 0), holes=[(0, 4), (1, 4), (2, 4), (3, 0), (3, 1), (3, 4)], closed=True),
    ],
)
def test_exhaustion_is_told_with_its_start_and_all_its_states(problem: TourProblem) -> None:
    search = backtrack(problem, "fixed")
    assert not search.refutation
    plain = reference(search)
    while plain.step():
        assert not plain.found
    search.advance(search.limit)
    where = "" if problem.first is None else f"from {problem.name(problem.first)} "
    assert search.status is Status.IMPOSSIBLE
    assert search.reason == f"every way {where}was tried, {plain.states:,} states in all, and none is a tour"
    assert search.work() == {"states": plain.states, "backtracks": plain.backtracks}
    assert answered(search) == plain.longest


def test_without_a_start_all_starts_are_tried_before_anything_is_impossible() -> None:
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
def test_the_seed_chooses_the_order_of_starts_among_those_that_colours_allow(seed: int, closed: bool) -> None:
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
def test_a_limit_of_states_is_kept_and_told(limit: int) -> None:
    search = backtrack(asked(8, 8, start=FIVE_ZERO), "wall", max_states=limit)
    search.advance(10**9)
    assert (search.status, search.done) == (Status.GAVE_UP, limit)
    assert search.reason == f"no solution within the limit of {limit} state{'s' if limit != 1 else ''}"
    plain = reference(search)
    for _ in range(limit):
        plain.step()
    assert answered(search) in (plain.longest, plain.path)


def test_one_square_is_a_tour_without_any_state() -> None:
    for search in (backtrack(asked(1, 1), max_states=0), rule(asked(1, 1))):
        assert (search.status, search.done, answered(search)) == (Status.SOLVED, 0, [(0, 0)])
        assert search.frame().sentence == "The knight stands on the only square."


def test_the_rule_s_closed_tour_may_visit_everything_and_yet_not_lead_back() -> None:
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
            told = search.frame().sentence.endswith("visited, but the last does not lead back to the first.")
            assert told == (search.answer()["squares"] == 64)
    assert "the rule's tour of all 64 squares does not lead back to its first" in reasons


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
def test_an_order_of_moves_has_each_move_once(moves: str) -> None:
    with pytest.raises(BadInput) as raised:
        read(BacktrackSettings, {"moves": moves})
    words = f"moves is {moves or 'empty'}, but must be the digits 1 to 8, each once, as 12345678"
    assert str(raised.value) == words


def test_an_unknown_order_is_told_with_the_known_ones() -> None:
    with pytest.raises(BadInput) as raised:
        read(BacktrackSettings, {"order": "random"})
    assert str(raised.value) == "order is random, but must be one of warnsdorff, wall, warnsdorff+wall, fixed"


# Frames


def test_the_curves_are_the_depth_of_each_state_from_the_start_on() -> None:
    search = backtrack(asked(8, 8, start=FIVE_ZERO), "wall")
    plain, depths = reference(search), [1]
    for _ in range(1500):
        plain.step()
        depths.append(len(plain.path))
    search.advance(1500)
    most, least = search.frame().curves
    assert (most.name, least.name) == ("depth", "least depth")
    assert most.values.tolist() == least.values.tolist() == depths
    assert most.steps.tolist() == list(range(1501))
    for _ in range(1500):
        plain.step()
        depths.append(len(plain.path))
    search.advance(1500)
    most, least = search.frame().curves
    assert most.values.tolist() == [max(depths[i : i + 2]) for i in range(0, 3001, 2)]
    assert least.values.tolist() == [min(depths[i : i + 2]) for i in range(0, 3001, 2)]


@given(order=orders, moves=some_moves, states=st.integers(0, 150), data=st.data())
def test_a_frame_shows_the_walk_the_ways_on_and_the_figures(
    order: str, moves: str, states: int, data: st.DataObject
) -> None:
    holes = data.draw(st.sets(st.sampled_from(sorted(full(5, 6))), max_size=2))
    search = backtrack(asked(5, 6, holes=holes), order, moves=moves, seed=states)
    if search.refutation:
        return
    plain = reference(search, moves)
    search.advance(states)
    for _ in range(search.done):
        plain.step()
    if search.status is not Status.RUNNING:
        return
    frame = search.frame()
    assert [divmod(int(square), 6) for square in frame.board.trail] == plain.path
    expected = {there: CANDIDATES[len(around(plain.left, there))] for there in around(plain.left, plain.path[-1])}
    near = marks(frame)
    assert {there: near[there] for there in expected} == expected
    assert near[plain.path[-1]] == KNIGHT
    total = 30 - len(holes)
    assert [figure.value for figure in frame.figures] == [
        f"{plain.states}",
        f"{len(plain.path)} of {total}",
        f"{len(plain.longest)}",
        f"{plain.backtracks}",
    ]


def why(plain: DepthFirst, left_before: set[Square]) -> tuple[str, str]:
    """Return how the choice of the last square is to be told: before the square's name, and after it."""
    before, chosen = plain.path[-2], plain.path[-1]
    options = {there: len(around(left_before - {there}, there)) for there in around(left_before, before)}
    tried = len(plain.tried[-2]) - 1
    ways, wall = options[chosen], plain.wall(chosen)
    on = f"has {ways} way{'s' if ways != 1 else ''} on"
    head = f"{tried} of {len(options)} candidates failed" if tried else f"{len(options)} candidates"
    if len(options) == 1:
        return "1 candidate", f"is the only one, and {on}: go."
    same = sum(number == ways for number in options.values())
    rest = " of the rest" if tried else ""
    match plain.order:
        case "fixed":
            return head, "is next in the order of moves: go."
        case "wall":
            return head, f"is {wall} square{'s' if wall != 1 else ''} from the wall, nearest{rest}: go."
        case "warnsdorff" if same > 1 and not tried:
            return head, f"{on}, fewest, and of {same} such is first in the order of moves: go."
        case "warnsdorff+wall" if same > 1 and not tried:
            return head, f"{on}, fewest, and among {same} such is nearest to the wall ({wall}): go."
    return head, f"{on}, fewest{rest}: go."


@pytest.mark.parametrize("order", list(Order))
def test_the_sentence_tells_the_step_back_the_candidates_and_the_rule_that_chose(order: Order) -> None:
    search = backtrack(asked(5, 6, start=(2, 1)), order)
    plain = reference(search)
    assert search.frame().sentence.startswith("The knight stands on b3.")
    backs = 0
    for _ in range(300):
        search.advance(1)
        assert plain.step()
        if plain.found:
            assert search.frame().sentence.startswith("All 30 squares are visited")
            break
        head, tail = why(plain, plain.left | {plain.path[-1]})
        back = ""
        if plain.backed:
            backs += 1
            squares = f"{plain.backed} square{'s' if plain.backed > 1 else ''}"
            back = f"Stepped back {squares} to {named(plain.path[-2], 5)}; "
        sentence = f"{back}{head}; {named(plain.path[-1], 5)} {tail}"
        dead_end = " No free square is a knight's move away: a dead end." if plain.stuck else ""
        assert search.frame().sentence.rstrip() == sentence + dead_end
    assert backs > 5 or plain.found


def test_a_new_start_is_not_told_as_a_step_back_to_it() -> None:
    search = backtrack(TOURLESS)
    first = walk(search)[0]
    while walk(search)[0] == first:
        search.advance(1)
    start = named(walk(search)[0], 4)
    assert not re.search(rf"Stepped back \d+ squares? to {start};", search.frame().sentence)


def test_a_dead_end_is_where_a_search_halts_and_what_it_tells() -> None:
    search = backtrack(asked(8, 8, start=FIVE_ZERO), "warnsdorff")
    plain = reference(search)
    while not plain.stuck:
        plain.step()
    search.advance(1000, halt=True)
    assert search.done == plain.states == 61
    assert search.milestones == 1
    assert search.frame().sentence.endswith("No free square is a knight's move away: a dead end.")
    assert marks(search.frame()) == {plain.path[-1]: KNIGHT}


def test_squares_that_were_tried_in_vain_just_before_are_marked_as_dead_ends() -> None:
    search = backtrack(asked(8, 8, start=FIVE_ZERO), "wall")
    plain, shown = reference(search), 0
    for _ in range(200):
        search.advance(1)
        plain.step()
        failed = plain.tried[-2][:-1]
        dead = {square for square, mark in marks(search.frame()).items() if mark == DEAD_END}
        assert dead == set(failed)
        shown += len(failed)
    assert shown > 20


def test_after_everything_was_tried_no_square_is_shown_as_a_way_on() -> None:
    search = backtrack(asked(3, 7, start=(1, 3)), "fixed")
    search.advance(search.limit)
    assert search.status is Status.IMPOSSIBLE
    shown = marks(search.frame())
    assert {shown.get(there) for there in around(full(3, 7), (1, 3))} == {DEAD_END}


def test_a_search_that_a_rule_forbids_shows_the_proof_and_does_nothing() -> None:
    search = backtrack(asked(5, 5, start=(0, 1)))
    search.advance(100)
    frame = search.frame()
    assert (search.status, search.done) == (Status.IMPOSSIBLE, 0)
    assert frame.sentence == frame.reason == search.problem.refutation()
    assert search.answer() == {"path": [], "squares": 0, "closed": False}
    assert search.work() == {"states": 0, "backtracks": 0}
    assert np.array_equal(np.sort(frame.board.squares), np.arange(0, 25, 2))
