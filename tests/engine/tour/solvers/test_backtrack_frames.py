"""Depth-first search: its frames and sentences."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.frame import Status
from knightwatch.engine.tour.problem import CANDIDATES, DEAD_END, KNIGHT
from knightwatch.engine.tour.solvers.backtrack import Order
from tests.models.backtrack import (
    FIVE_ZERO,
    TOURLESS,
    DepthFirst,
    backtrack,
    marks,
    orders,
    reference,
    some_moves,
    walk,
)
from tests.models.tour import around, asked, full, named


def test_curves_show_the_depth_of_each_state() -> None:
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
def test_a_frame_shows_walk_candidates_and_figures(order: str, moves: str, states: int, data: st.DataObject) -> None:
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


SENTENCE = re.compile(
    r"(?:Stepped back (?P<backed>\d+) squares? to (?P<corner>\w+); )?"
    r"(?:(?P<failed>\d+) of )?(?P<candidates>\d+) candidates?(?: failed)?; go to (?P<tip>\w+): (?P<why>[^.]*)\. ?"
    r"(?P<end>Dead end: no free square is a knight's move away\.)?"
)


def number(pattern: str, words: str) -> int | None:
    found = re.search(pattern, words)
    return int(found[1]) if found else None


def assert_true(sentence: str, plain: DepthFirst) -> None:
    """Check every claim of a sentence about the last step."""
    claims = SENTENCE.fullmatch(sentence)
    assert claims, sentence
    before, chosen = plain.path[-2:]
    left = plain.left | {chosen}
    ways = {there: len(around(left, there)) for there in around(left, before)}
    failed = plain.failed
    assert (int(claims["backed"] or 0), claims["corner"]) in ((0, None), (plain.backed, named(before, plain.rows)))
    assert (int(claims["failed"] or 0), int(claims["candidates"])) == (len(failed), len(ways))
    assert (claims["tip"], bool(claims["end"])) == (named(chosen, plain.rows), plain.stuck)
    why, rest = claims["why"], [there for there in ways if there not in failed]
    assert ("the only candidate" in why) == (len(ways) == 1)
    assert number(r"(\d+) ways? on", why) in (None, ways[chosen])
    assert number(r"ways on[a-z ]* \((\d+)\)", why) in (None, ways[chosen])
    assert "fewest" not in why or ways[chosen] == min(ways[there] for there in rest)
    assert number(r" (\d+) equal", why) in (None, list(ways.values()).count(ways[chosen]))
    assert number(r"edge[a-z ]* \(distance (\d+)\)", why) in (None, plain.wall(chosen))
    assert not why.startswith("nearest to the edge") or plain.wall(chosen) == min(map(plain.wall, rest))


@pytest.mark.parametrize("order", list(Order))
def test_the_claims_of_a_sentence_are_true(order: Order) -> None:
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
        assert_true(search.frame().sentence, plain)
        assert ("Stepped back" in search.frame().sentence) == (plain.backed > 0)
        backs += plain.backed > 0
    assert backs > 5 or plain.found


@pytest.mark.parametrize(
    ("order", "states", "sentence"),
    [
        ("fixed", 1, "6 candidates; go to c1: next in the order of moves."),
        (
            "wall",
            1,
            "6 candidates; go to c1: nearest to the edge (distance 0), and of 4 such ones first in the order of moves.",
        ),
        (
            "warnsdorff",
            1,
            "6 candidates; go to a1: fewest ways on (1), and of 2 equal ones first in the order of moves.",
        ),
        (
            "warnsdorff+wall",
            1,
            "6 candidates; go to a1: fewest ways on (1), and of 2 equal ones nearest to the edge (distance 0), "
            "and of 2 such ones first in the order of moves.",
        ),
        (
            "warnsdorff",
            8,
            "Stepped back 1 square to c4; 1 of 5 candidates failed; go to a3: fewest ways on of the rest (2).",
        ),
    ],
)
def test_each_order_gives_its_reason(order: str, states: int, sentence: str) -> None:
    search = backtrack(asked(5, 6, start=(2, 1)), order)
    search.advance(states)
    assert search.frame().sentence.rstrip() == sentence


def test_a_new_start_is_not_called_a_step_back() -> None:
    search = backtrack(TOURLESS)
    first = walk(search)[0]
    while walk(search)[0] == first:
        search.advance(1)
    start = named(walk(search)[0], 4)
    assert not re.search(rf"Stepped back \d+ squares? to {start};", search.frame().sentence)


def test_a_search_halts_at_a_dead_end_and_says_so() -> None:
    search = backtrack(asked(8, 8, start=FIVE_ZERO), "warnsdorff")
    plain = reference(search)
    while not plain.stuck:
        plain.step()
    search.advance(1000, halt=True)
    assert search.done == plain.states == 61
    assert search.milestones == 1
    assert "Dead end:" in search.frame().sentence
    assert marks(search.frame()) == {plain.path[-1]: KNIGHT}


@pytest.mark.parametrize("order", list(Order))
def test_a_dead_end_says_what_the_next_step_does(order: Order) -> None:
    search = backtrack(asked(5, 6, start=(2, 1)), order)
    plain, backs = reference(search), 0
    for _ in range(300):
        said = search.frame().next_move
        search.advance(1)
        plain.step()
        corner, tip = (named(square, 5) for square in plain.path[-2:])
        if plain.backed:
            back = f"{plain.backed} square{'s' if plain.backed > 1 else ''}"
            assert said == f"Next: back {back} to {corner}, then {tip}."
            backs += 1
        else:
            assert said.startswith(f"Next move: {tip}, ")
        if plain.found:
            break
    assert backs > 5 or plain.found


def test_a_step_back_leads_to_the_last_untried_move() -> None:
    search, longest = backtrack(asked(8, 8, start=FIVE_ZERO), "wall"), 0
    assert "at a dead end, back to the last untried move" in search.summary
    for _ in range(200):
        depth, pending = len(walk(search)), search.state["pending"].copy()
        search.advance(1)
        backed = depth + 1 - len(walk(search))
        assert not pending[depth - backed : depth].any()
        assert pending[depth - backed - 1]
        longest = max(longest, backed)
    assert longest > 1


def test_the_last_dead_end_says_what_comes_after_it() -> None:
    search, said = backtrack(asked(3, 7, start=(1, 3)), "fixed"), ""
    while search.status is Status.RUNNING:
        said = search.frame().next_move
        search.advance(1)
    assert said == "Next: the end, as every walk was tried."
    assert search.frame().next_move == ""
    other = backtrack(TOURLESS)
    first = walk(other)[0]
    while walk(other)[0] == first:
        said = other.frame().next_move
        other.advance(1)
    assert said == "Next: another start."


def test_failed_candidates_are_marked_as_dead_ends() -> None:
    search = backtrack(asked(8, 8, start=FIVE_ZERO), "wall")
    plain, shown = reference(search), 0
    for _ in range(200):
        search.advance(1)
        plain.step()
        failed = plain.failed
        dead = {square for square, mark in marks(search.frame()).items() if mark == DEAD_END}
        assert dead == set(failed)
        shown += len(failed)
    assert shown > 20


def test_an_exhausted_search_shows_no_candidates() -> None:
    search = backtrack(asked(3, 7, start=(1, 3)), "fixed")
    search.advance(search.limit)
    assert search.status is Status.IMPOSSIBLE
    shown = marks(search.frame())
    assert {shown.get(there) for there in around(full(3, 7), (1, 3))} == {DEAD_END}


def test_a_refuted_search_shows_the_proof_and_does_nothing() -> None:
    search = backtrack(asked(5, 5, start=(0, 1)))
    search.advance(100)
    frame = search.frame()
    assert (search.status, search.done) == (Status.IMPOSSIBLE, 0)
    assert frame.sentence == frame.reason == search.problem.refutation()
    assert search.answer() == {"path": [], "squares": 0, "closed": False}
    assert search.work() == {"states": 0, "backtracks": 0}
    assert np.array_equal(np.sort(frame.board.squares), np.arange(0, 25, 2))


@given(order=orders, moves=some_moves, states=st.integers(0, 60), data=st.data())
def test_the_profile_shows_the_ways_on_from_each_square(
    order: str, moves: str, states: int, data: st.DataObject
) -> None:
    holes = data.draw(st.sets(st.sampled_from(sorted(full(6, 7))), max_size=2))
    search = backtrack(asked(6, 7, holes=holes), order, moves=moves, seed=states)
    if search.refutation:
        return
    search.advance(states)
    frame = search.frame()
    path = [divmod(int(square), 7) for square in frame.board.trail]
    free = full(6, 7) - holes
    expected = [len(around(free - set(path[: place + 1]), square)) for place, square in enumerate(path)]
    assert frame.profile
    assert frame.profile.values.tolist() == expected
    grown = len(path) == search.done + 1
    assert (frame.profile.moments is not None) == grown
    if frame.profile.moments is not None:
        assert frame.profile.moments.tolist() == list(range(len(path)))
