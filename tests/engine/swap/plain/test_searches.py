"""Solvers of knights that change places: kernels and plain versions expand the same positions."""

from typing import Any

import pytest
from hypothesis import given

from knightwatch import Impossible
from knightwatch.engine.core.frame import Status
from knightwatch.engine.plans.catalog import SWAP_TABLE, puzzle
from knightwatch.engine.swap.kernels.first_counters import SwapCounter
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.engine.swap.solvers.base import SwapSearch
from tests.models.swap import fewest, problems
from tests.support.examples import few
from tests.support.plain import PlainRun, assert_same_steps

SWAP = puzzle("swap")
SOLVERS = [solver.name for solver in SWAP.solvers]


def shown(search: SwapSearch) -> str:
    """Return the position on the board: the one expanded last, or the goal once it is found."""
    if search.found():
        return search.problem.goal
    return search.problem.text(search.positions.letters(search.counter(SwapCounter.LAST)))


def assert_same(problem: SwapProblem, solver: str, most: int) -> PlainRun:
    kind = SWAP.solver(solver)
    search: Any = kind(problem, kind.settings_type(), 0)
    plain = PlainRun("swap", solver, problem)
    assert_same_steps(search, plain, shown, most, rng=False)
    assert search.milestones == plain.milestones
    if plain.ended and search.status is Status.SOLVED:
        assert [[list(end) if isinstance(end, tuple) else end for end in move] for move in plain.answer] == (
            search.answer()["moves"]
        )
        assert len(plain.answer) == fewest(problem)
    elif plain.ended:
        assert search.status is Status.IMPOSSIBLE
        assert isinstance(plain.answer, Impossible)
    return plain


@pytest.mark.parametrize("solver", SOLVERS)
@few(25)
@given(problem=problems())
def test_kernels_and_plain_versions_expand_the_same_positions(solver: str, problem: SwapProblem) -> None:
    if not problem.refutation():
        assert_same(problem, solver, most=150)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("knights", ["1+1", "1+2"])
def test_rows_of_the_published_table_are_solved_by_the_same_steps(solver: str, knights: str) -> None:
    assert assert_same(SwapProblem(**SWAP_TABLE[knights]), solver, most=10_000).ended


@pytest.mark.parametrize("solver", SOLVERS)
def test_knights_that_cross_files_take_the_same_steps(solver: str) -> None:
    assert_same(SwapProblem(from_="BB.WW", moves="files"), solver, most=500)
    assert_same(SwapProblem(from_="BB" + "." * 29 + "W", to="." * 29 + "WBB", moves="files"), solver, most=40)


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_vain_search_ends_after_the_same_step(solver: str) -> None:
    problem = SwapProblem(from_="#W##/###./B#W#", to="#B##/###./W#W#")
    assert not problem.refutation()
    plain = assert_same(problem, solver, most=100)
    assert isinstance(plain.answer, Impossible)
