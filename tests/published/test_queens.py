"""N-queens: the known numbers of solutions (OEIS A000170)."""

from itertools import permutations

import pytest

from knightwatch.engine.queens.problem import QueensProblem


@pytest.mark.parametrize(("n", "solutions"), enumerate([1, 0, 0, 2, 10, 4, 40, 92], start=1))
def test_the_check_accepts_the_known_number_of_solutions(n: int, solutions: int) -> None:
    problem = QueensProblem(n=n)
    assert sum(problem.solves({"queens": queens}) for queens in permutations(range(n))) == solutions
