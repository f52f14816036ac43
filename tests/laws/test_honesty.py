"""Law 4, honesty: a search ends with the result that brute force finds on small problems."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.frame import Status
from knightwatch.engine.plans.catalog import PUZZLES
from knightwatch.engine.plans.puzzle import Puzzle
from tests.models.truth import TRUTH, Truth
from tests.support.examples import few
from tests.support.strategies import AnySearch, default_search, every_solver, makers, splits


def assert_honest(truth: Truth[Any], search: AnySearch) -> None:
    """Compare the verdict of a search with brute force."""
    problem, answer = search.problem, search.answer()
    match search.status:
        case Status.RUNNING:
            assert search.done < search.limit
            assert search.reason == ""
        case Status.SOLVED:
            assert truth.solves(problem, answer)
            assert problem.solves(answer)
            assert search.reason == ""
        case Status.IMPOSSIBLE:
            assert not truth.possible(problem)
            assert search.reason
        case Status.GAVE_UP if search.done == search.limit and " limit of " in search.reason:
            assert f" limit of {search.limit:,} {search.unit}" in search.reason
        case Status.GAVE_UP:  # ended by itself, perhaps with the last allowed step
            assert truth.finals.get(search.name, truth.final)(problem, answer)
            assert not truth.solves(problem, answer)
            assert search.reason


@pytest.mark.parametrize("puzzle", PUZZLES, ids=[puzzle.name for puzzle in PUZZLES])
@given(data=st.data())
def test_brute_force_solves_no_refuted_problem(puzzle: Puzzle, data: st.DataObject) -> None:
    problem = data.draw(TRUTH[puzzle.name].problems)
    assert not (problem.refutation() and TRUTH[puzzle.name].possible(problem))


@every_solver
@few(15)
@given(data=st.data())
def test_every_verdict_agrees_with_brute_force(puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject) -> None:
    truth = TRUTH[puzzle.name]
    problems = truth.others.get(solver.name, truth.problems)
    open_problems = problems.filter(lambda problem: not problem.refutation())
    search = data.draw(makers(puzzle, solver, open_problems, limited=data.draw(st.integers(0, 3)) == 0))()
    for budget, halt in [(0, False), *data.draw(splits), (search.limit, False)]:
        search.advance(budget, halt)
        assert_honest(truth, search)
    assert search.status is not Status.RUNNING


@every_solver
def test_every_solver_solves_the_default_problem(puzzle: Puzzle, solver: type[AnySearch]) -> None:
    search = default_search(puzzle, solver, 0)
    search.advance(search.limit)
    assert search.status is Status.SOLVED
    assert_honest(TRUTH[puzzle.name], search)
