"""The laws of the design, for every solver in the catalogue; a new solver needs nothing here to be held to them."""

import ast
import itertools
import os
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.boards import read_square, read_squares
from engine.core.frame import Status
from engine.core.run import Run
from engine.core.search import Problem
from engine.plans.catalog import Puzzle
from engine.queens.problem import QueensProblem
from engine.swap.problem import SwapProblem
from engine.tour.problem import TourProblem
from tests.models.queens import pairs
from tests.support.strategies import NAMES, SOLVERS, AnySearch, digest, makers, plain

every_solver = pytest.mark.parametrize(("puzzle", "solver"), SOLVERS, ids=NAMES)
splits = st.lists(st.tuples(st.integers(0, 30), st.booleans()), max_size=8)
"""Budgets, each with whether to halt at milestones."""


def peaceful(problem: Problem, answer: dict[str, Any]) -> bool:
    """Tell whether n queens stand on the board and no two of them attack each other."""
    assert isinstance(problem, QueensProblem)
    queens = answer["queens"]
    return len(queens) == problem.n and all(y in range(problem.n) for y in queens) and pairs(queens) == 0


def toured(problem: Problem, answer: dict[str, Any]) -> bool:
    """Tell whether a path visits every square of the board once, by knight's moves, from and to where it should."""
    assert isinstance(problem, TourProblem)
    holes = read_squares(problem.holes, problem.rows, problem.cols, "holes") if problem.holes else []
    left = {(r, c) for r in range(problem.rows) for c in range(problem.cols) if r * problem.cols + c not in holes}
    path = [tuple(square) for square in answer["path"]]
    if problem.start and read_square(problem.start, problem.rows, problem.cols, "start") != (
        path[0][0] * problem.cols + path[0][1]
    ):
        return False
    for row, col in path:
        left.remove((row, col))
    moves = list(itertools.pairwise(path)) + ([(path[-1], path[0])] if problem.closed else [])
    return not left and all((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 == 5 for a, b in moves)


def swapped(problem: Problem, answer: dict[str, Any]) -> bool:
    """Tell whether each position is one move from the one before, from the start to the goal, as the moves say."""
    assert isinstance(problem, SwapProblem)
    positions = answer["positions"]
    for (here, there), (before, after) in zip(answer["moves"], itertools.pairwise(positions), strict=True):
        old, new = (dict(cells(position)) for position in (before, after))
        if isinstance(here, str):
            here, there = [0, "abcdefgh".index(here)], [0, "abcdefgh".index(there)]
        (row, col), (to_row, to_col) = here, there
        squared = (row - to_row) ** 2 + (col - to_col) ** 2
        if squared not in ((1, 4) if problem.moves == "files" else (5,)):
            return False
        if old | {(row, col): ".", (to_row, to_col): old[row, col]} != new or old[to_row, to_col] != ".":
            return False
    return bool(positions[0] == problem.from_ and positions[-1] == problem.goal)


def cells(position: str) -> Iterator[tuple[tuple[int, int], str]]:
    for row, letters in enumerate(position.split("/")):
        for col, letter in enumerate(letters):
            yield (row, col), letter


BRUTE_FORCE: dict[str, Callable[[Problem, dict[str, Any]], bool]] = {
    "queens": peaceful,
    "tour": toured,
    "swap": swapped,
}
"""For each puzzle, a check of answers that shares nothing with the engine."""


def assert_same(a: AnySearch, b: AnySearch) -> None:
    """Hold two searches against each other: all that they are and all that they show."""
    assert plain(a.state) == plain(b.state)
    assert plain(a.frame()) == plain(b.frame())
    assert (a.status, a.reason, a.answer(), a.work()) == (b.status, b.reason, b.answer(), b.work())


# Chunking


@every_solver
@given(data=st.data())
def test_any_split_of_a_budget_leads_where_the_whole_budget_leads(
    puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject
) -> None:
    make = data.draw(makers(puzzle, solver))
    budgets = data.draw(st.lists(st.integers(0, 30), max_size=8))
    split, whole = make(), make()
    split.prepare()
    for budget in budgets:
        split.advance(budget)
    whole.advance(sum(budgets))
    assert_same(split, whole)


@every_solver
@given(data=st.data())
def test_halts_and_looks_on_the_way_change_nothing(
    puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject
) -> None:
    make = data.draw(makers(puzzle, solver))
    split, whole = make(), make()
    split.prepare()
    for budget, halt in data.draw(splits):
        split.advance(budget, halt)
        split.frame()
        split.answer()
    whole.advance(split.done)
    assert_same(split, whole)


@every_solver
@given(data=st.data())
def test_a_budget_is_spent_in_full_unless_the_search_ends_or_halts_right_after_a_milestone(
    puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject
) -> None:
    make = data.draw(makers(puzzle, solver))
    search = make()
    search.prepare()
    for budget, halt in data.draw(splits):
        done, milestones = search.done, search.milestones
        search.advance(budget, halt)
        assert done <= search.done <= done + budget
        if search.done < done + budget and search.status is Status.RUNNING:
            assert halt
            assert search.milestones == milestones + 1
            before = make()
            before.advance(search.done - 1)
            assert before.milestones == milestones
        assert not halt or search.milestones <= milestones + 1


# Seed


@every_solver
@given(data=st.data())
def test_the_same_seed_gives_the_same_run(puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject) -> None:
    make = data.draw(makers(puzzle, solver))
    one, other = make(), make()
    for budget, halt in data.draw(splits):
        one.advance(budget, halt)
        other.advance(budget, halt)
        assert_same(one, other)


def default_run(puzzle: Puzzle, solver: type[AnySearch], seed: int) -> AnySearch:
    search = solver(puzzle.problem(), solver.settings_type(), seed)
    search.advance(5)
    return search


@every_solver
def test_another_seed_gives_another_run_where_chance_has_a_say(puzzle: Puzzle, solver: type[AnySearch]) -> None:
    # A solver without chance of its own takes no more from the seed than where to begin, if that.
    runs = [default_run(puzzle, solver, seed) for seed in range(20)]
    different = len(set(map(digest, runs)))
    assert different > 10 if runs[0].seeded(runs[0].problem) else different == 1


def default_digests() -> dict[str, str]:
    """Return a fingerprint of a default run by each solver."""
    return {name: digest(default_run(*each, 7)) for name, each in zip(NAMES, SOLVERS, strict=True)}


def test_a_fresh_process_repeats_the_runs_of_all_solvers_bit_for_bit() -> None:
    script = "from tests.laws.test_laws import default_digests\nprint(repr(default_digests()))"
    environment = os.environ | {"PYTHONHASHSEED": "4711", "PYTHONPATH": str(Path(__file__).parents[2])}
    fresh = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert ast.literal_eval(fresh.stdout) == default_digests()


# Restore


@every_solver
@given(data=st.data())
def test_a_restored_search_goes_on_as_the_one_that_was_never_interrupted(
    puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject
) -> None:
    make = data.draw(makers(puzzle, solver))
    before, elsewhere, after = (data.draw(st.integers(0, 40), label=x) for x in ("before", "elsewhere", "after"))
    original, restored = make(), make()
    original.advance(before)
    saved = original.save()
    written_down = plain(saved)
    original.advance(after)
    if elsewhere:
        restored.advance(elsewhere)
    restored.load(saved)
    assert restored.done == min(before, original.done)
    restored.advance(after)
    assert_same(restored, original)
    assert plain(saved) == written_down


# Honesty


def assert_honest(puzzle: Puzzle, search: AnySearch) -> None:
    match search.status:
        case Status.SOLVED:
            assert search.problem.check(search.answer())
            assert BRUTE_FORCE[puzzle.name](search.problem, search.answer())
            assert search.reason == ""
        case Status.IMPOSSIBLE:
            if search.problem.refutation():
                assert search.reason == search.problem.refutation()
                assert search.done == 0
            else:
                assert search.end() == (Status.IMPOSSIBLE, search.reason)
        case Status.GAVE_UP:
            if not search.end():
                assert search.done == search.limit
                assert f"{search.limit:,} {search.unit}" in search.reason
            assert search.reason
        case Status.RUNNING:
            assert search.done < search.limit
            assert search.reason == ""


@every_solver
@given(data=st.data())
def test_solved_is_checked_and_anything_else_has_its_reason(
    puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject
) -> None:
    search = data.draw(makers(puzzle, solver))()
    for budget, halt in [(0, False), *data.draw(splits), (search.limit, False)]:
        search.advance(budget, halt)
        assert_honest(puzzle, search)
    assert search.status is not Status.RUNNING


@every_solver
def test_the_default_problem_is_solved_by_every_solver_as_it_is(puzzle: Puzzle, solver: type[AnySearch]) -> None:
    solved = default_run(puzzle, solver, 0)
    solved.advance(solved.limit)
    assert solved.status is Status.SOLVED
    assert_honest(puzzle, solved)


@pytest.mark.parametrize("n", range(1, 7))
def test_queens_are_refuted_just_where_brute_force_over_all_placements_finds_none(n: int) -> None:
    problem = QueensProblem(n=n)
    possible = any(peaceful(problem, {"queens": queens}) for queens in itertools.product(range(n), repeat=n))
    assert possible == (n not in (2, 3))
    assert bool(problem.refutation()) == (not possible)


# Limits


@every_solver
@given(data=st.data())
def test_no_search_does_more_work_than_its_limit(puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject) -> None:
    search = data.draw(makers(puzzle, solver))()
    for beyond in data.draw(st.lists(st.integers(0, 10**15), max_size=4)):
        search.advance(search.limit + beyond)
        assert search.done <= search.limit
        ended = plain(search.state)
        search.advance(1 + beyond)
        assert plain(search.state) == ended


@every_solver
@given(data=st.data())
def test_no_seconds_allowed_means_no_work_and_a_reason(
    puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject
) -> None:
    drawn = data.draw(makers(puzzle, solver))()
    settings = solver.settings_type(**(drawn.settings.model_dump() | {"max_seconds": 0}))
    run = Run(solver(drawn.problem, settings, drawn.seed))
    assert list(run.slices()) == []
    assert run.search.done == 0
    drawn.prepare()
    if drawn.status is Status.RUNNING:
        reached = run.search.reached()
        assert (run.status, run.reason) == (Status.GAVE_UP, f"{reached} within the limit of 0 seconds")
    else:
        assert (run.status, run.reason) == (drawn.status, drawn.reason)


@every_solver
@given(data=st.data())
def test_a_run_stops_where_it_is_asked_to_and_stays_there(
    puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject
) -> None:
    make = data.draw(makers(puzzle, solver))
    run, direct = Run(make()), make()
    for until in sorted(data.draw(st.lists(st.integers(0, 120), max_size=5))):
        for _ in run.slices(until):
            assert run.search.done <= until
        direct.advance(until - direct.done)
        assert_same(run.search, direct)
    going = run.slices()
    for _ in range(data.draw(st.integers(0, 4), label="slices")):
        next(going, None)
    stopped = plain(run.search.state)
    assert isinstance(going, Generator)
    going.close()
    assert next(going, None) is None
    assert plain(run.search.state) == stopped
