"""Solver `climb`: every step against a recount of all neighbours."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.boards import square_name
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status, Tone
from knightwatch.engine.core.parts import Before
from knightwatch.engine.queens.kernels.climb import ClimbCounter as Counter
from knightwatch.engine.queens.kernels.climb import ClimbOutcome
from knightwatch.engine.queens.neighbourhood import BEST
from knightwatch.engine.queens.parts.climb import PARTS
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.solvers.climb import Climb, ClimbSettings
from tests.models.queens import pairs


def climb(n: int, seed: int, **values: object) -> Climb:
    search = Climb(QueensProblem(n=n), ClimbSettings(**values), seed)
    search.prepare()
    return search


def neighbours(queens: list[int]) -> dict[tuple[int, int], int]:
    """Return the attacks of each neighbour, by column and row."""
    n = len(queens)
    moves = ((x, y) for x in range(n) for y in range(n) if y != queens[x])
    return {(x, y): pairs([*queens[:x], y, *queens[x + 1 :]]) for x, y in moves}


@given(
    n=st.integers(4, 7),
    seed=st.integers(0, 2**32),
    choice=st.sampled_from(["steepest", "first-choice"]),
    sideways=st.integers(0, 3),
)
def test_every_step_is_right(n: int, seed: int, choice: str, sideways: int) -> None:
    search = climb(n, seed, choice=choice, sideways=sideways, restarts=3)
    in_a_row = 0
    for _ in range(40):
        before, judged = search.state["queens"].tolist(), search.work()["judged"]
        now = pairs(before)
        better = next(each.value for each in search.frame().figures if each.name == "better")
        if search.status is not Status.RUNNING:
            break
        stuck = search.counter(Counter.OUTCOME) == ClimbOutcome.STUCK
        search.advance(1)
        after, outcome = search.state["queens"].tolist(), search.counter(Counter.OUTCOME)
        assert search.counter(Counter.ATTACKS) == pairs(after)
        assert (outcome == ClimbOutcome.RESTARTED) == stuck
        if stuck:
            in_a_row = 0
            continue
        others = neighbours(before)
        assert better == f"{sum(each < now for each in others.values())} of {n * (n - 1)}"
        moved = [(x, y) for x, y in enumerate(after) if y != before[x]]
        if outcome == ClimbOutcome.STUCK:
            assert not moved
            assert min(others.values()) >= now
            assert sideways == in_a_row or min(others.values()) > now
            assert search.work()["judged"] - judged == n * (n - 1)
            continue
        (square,) = moved
        in_a_row = in_a_row + 1 if others[square] == now else 0
        assert others[square] <= now
        assert in_a_row <= sideways
        assert (outcome == ClimbOutcome.SIDEWAYS) == (others[square] == now)
        if choice == "steepest":
            assert others[square] == min(others.values())
            assert search.counter(Counter.EQUAL) == sum(each == others[square] for each in others.values())
        assert square_name(square[1], square[0], n) in search.frame().sentence


@given(n=st.integers(4, 8), seed=st.integers(0, 2**32), steps=st.integers(0, 6))
def test_the_board_shows_the_attacks_of_every_neighbour(n: int, seed: int, steps: int) -> None:
    search = climb(n, seed)
    search.advance(steps)
    if search.found():
        return
    queens, board = search.state["queens"].tolist(), search.frame().board
    others = neighbours(queens)
    marks = {square: board.marks[kind] for square, kind in zip(board.squares.tolist(), board.kinds, strict=True)}
    for (x, y), attacks in others.items():
        mark = marks[y * n + x]
        assert mark.sign == str(attacks)
        assert (mark.tone is Tone.GOOD) == (attacks == min(others.values()) < pairs(queens))
    assert len(board.heat) == n * n
    by_attacks = sorted(others, key=lambda square: others[square])
    heat = [board.heat[y * n + x] for x, y in by_attacks]
    assert heat == sorted(heat)


def test_no_restart_left_ends_the_search() -> None:
    search = climb(8, 2, restarts=0)
    search.advance(search.limit)
    assert search.status is Status.GAVE_UP
    assert "local minimum" in search.reason
    assert search.work()["restarts"] == 0


def test_restarts_solve_the_board_and_the_best_is_kept() -> None:
    search, best = climb(8, 3), []
    while search.status is Status.RUNNING:
        search.advance(1)
        best.append(search.counter(Counter.BEST))
        assert pairs(search.state["champion"].tolist()) == best[-1]
    assert best == sorted(best, reverse=True)
    assert search.status is Status.SOLVED
    assert search.milestones == search.work()["restarts"]


def test_equal_best_neighbours_are_equally_likely() -> None:
    chosen = np.zeros(64, int)
    search = climb(8, 1)
    others = neighbours(search.state["queens"].tolist())
    ties = [y * 8 + x for (x, y), attacks in others.items() if attacks == min(others.values())]
    first = search.save()
    for draw in range(400):
        search.load(first)
        search.state["rng"][:] = np.random.SeedSequence(draw).generate_state(4, np.uint64)
        search.advance(1)
        x = search.counter(Counter.COLUMN)
        chosen[int(search.state["queens"][x]) * 8 + x] += 1
    assert set(np.flatnonzero(chosen).tolist()) == set(ties)
    assert chosen[ties].min() > 400 / len(ties) / 2


def test_a_large_board_is_refused() -> None:
    with pytest.raises(BadInput, match=r"n is 1,001.*at most 1,000"):
        climb(1001, 0)


def test_the_figures_and_a_page_count_the_stuck_starts() -> None:
    search = climb(8, 3)
    while search.counter(Counter.OUTCOME) != ClimbOutcome.STUCK:
        before = Before(search.frame(), {name: array.copy() for name, array in search.state.items()})
        search.advance(1)
    figures = {each.name: each.value for each in search.frame().figures}
    assert figures["stuck"] == "1 of 1"
    (*_, stuck) = PARTS.pages(search, before)
    assert stuck.table[1] == ("stuck", "1 of 1", "86 %")
    search.advance(search.limit)
    figures = {each.name: each.value for each in search.frame().figures}
    assert figures["stuck"] == f"{search.work()['restarts']} of {search.work()['restarts'] + 1}"


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("sideways", [0, 2])
def test_a_stuck_climb_marks_no_best_square_and_names_every_way_out(seed: int, sideways: int) -> None:
    search = climb(8, seed, sideways=sideways)
    while search.counter(Counter.OUTCOME) != ClimbOutcome.STUCK and not search.found():
        before = Before(search.frame(), {name: array.copy() for name, array in search.state.items()})
        search.advance(1)
    if search.found():
        return
    board, queens = search.frame().board, search.state["queens"].tolist()
    assert not {board.marks[kind] for kind in board.kinds.tolist()} & set(BEST)
    equal = pairs(queens) in neighbours(queens).values()
    (*_, stuck) = PARTS.pages(search, before)
    assert ("only a restart helps" in stuck.sentence) == (not equal)
    assert ("or the setting sideways" in stuck.sentence) == (equal and not sideways)
    assert ("an equal or a worse" in search.frame().sentence) == equal


@pytest.mark.parametrize("restarts", [0, 2])
def test_the_last_sentence_does_not_repeat_the_reason(restarts: int) -> None:
    stuck = 0
    for seed in range(20):
        search = climb(8, seed, restarts=restarts)
        search.advance(search.limit)
        if search.status is Status.GAVE_UP:
            stuck += 1
            assert "local minimum" in search.reason
            assert "local minimum" not in search.frame().sentence
    assert stuck
