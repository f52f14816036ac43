"""N-queens: known numbers of solutions, sizes of search trees, and the textbook's hill climbing."""

from collections.abc import Iterator
from itertools import permutations

import pytest

from knightwatch.engine.lab.intervals import wilson
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.solvers.backtrack import QueensBacktrack, QueensBacktrackSettings
from knightwatch.engine.queens.solvers.climb import Climb, ClimbSettings

SOLUTIONS = [1, 0, 0, 2, 10, 4, 40, 92]
"""OEIS A000170, from n = 1."""


@pytest.mark.parametrize(("n", "solutions"), enumerate(SOLUTIONS, start=1))
def test_the_check_accepts_the_known_number_of_solutions(n: int, solutions: int) -> None:
    problem = QueensProblem(n=n)
    assert sum(problem.solves({"queens": queens}) for queens in permutations(range(n))) == solutions


@pytest.mark.parametrize(
    ("n", "nodes", "first"),
    [(4, 17, 9), (5, 54, 6), (6, 153, 32), (7, 552, 10), (8, 2057, 114), (9, 8394, 42), (10, 35539, 103)],
)
def test_the_tree_of_plain_backtracking_has_the_known_size(n: int, nodes: int, first: int) -> None:
    """2,057 nodes for 8 queens: Knuth, "Estimating the efficiency of backtrack programs" (1975)."""
    problem = QueensProblem(n=n)
    one, every = (QueensBacktrack(problem, QueensBacktrackSettings(solutions=wanted), 0) for wanted in (1, 0))
    for search in (one, every):
        search.advance(search.limit)
    assert one.work()["nodes"] == first
    assert every.work()["nodes"] == nodes
    assert n > len(SOLUTIONS) or every.work()["solutions"] == SOLUTIONS[n - 1]


def climbs(runs: int, sideways: int) -> Iterator[tuple[bool, int]]:
    """Yield for each run whether it was solved, and its moves."""
    for seed in range(runs):
        search = Climb(QueensProblem(n=8), ClimbSettings(sideways=sideways, restarts=0), seed)
        search.advance(search.limit)
        yield search.found(), search.work()["moves"]


@pytest.mark.parametrize(
    ("sideways", "runs", "solved", "moves_solved", "moves_stuck"),
    [(0, 600, 0.14, 4, 3), (100, 200, 0.94, 21, 64)],
)
def test_hill_climbing_is_stuck_as_often_as_the_textbook_says(
    sideways: int, runs: int, solved: float, moves_solved: float, moves_stuck: float
) -> None:
    """Russell and Norvig, "Artificial Intelligence", section 4.1: 8 queens from random placements, steepest ascent."""
    outcomes = list(climbs(runs, sideways))
    low, high = wilson(sum(success for success, _ in outcomes), runs)
    assert low <= solved <= high
    for success, moves in ((True, moves_solved), (False, moves_stuck)):
        counted = [each for done, each in outcomes if done is success]
        assert sum(counted) / len(counted) == pytest.approx(moves, rel=0.5)
