"""The kernel of `formula` and its plain version place the same queens."""

import pytest

from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.solvers.formula import Formula, FormulaSettings
from tests.support.plain import PlainRun, assert_same_steps


@pytest.mark.parametrize("n", [1, *range(4, 40)])
def test_kernel_and_plain_version_place_the_same_queens(n: int) -> None:
    search = Formula(QueensProblem(n=n), FormulaSettings(), 0)
    plain = PlainRun("queens", "formula", search.problem, 0)
    assert_same_steps(search, plain, lambda each: each.state["queens"][: each.done].tolist(), n + 1, rng=False)
    assert plain.ended
    assert search.answer()["queens"] == plain.answer
