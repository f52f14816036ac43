"""Queens: the numbers of solutions that are known."""

from itertools import permutations

import pytest

from knightwatch.engine.queens.problem import QueensProblem


@pytest.mark.parametrize(("n", "solutions"), enumerate([1, 0, 0, 2, 10, 4, 40, 92], start=1))
def test_as_many_permutations_are_right_as_there_are_known_solutions(n: int, solutions: int) -> None:
    problem = QueensProblem(n=n)
    assert sum(problem.solves({"queens": queens}) for queens in permutations(range(n))) == solutions
