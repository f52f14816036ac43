"""Solver `formula`: a solution for every n, and the rule that it names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.core.frame import Status
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.solvers.formula import Formula, FormulaSettings


def formula(n: int) -> Formula:
    search = Formula(QueensProblem(n=n), FormulaSettings(), 0)
    search.advance(n)
    return search


@given(n=st.integers(4, 3000))
def test_every_board_is_solved(n: int) -> None:
    search = formula(n)
    assert search.status is Status.SOLVED
    assert search.problem.solves(search.answer())


@pytest.mark.parametrize(
    ("n", "construction"), [(1, "C"), (6, "A"), (8, "B"), (9, "B and C"), (12, "A"), (13, "A and C"), (14, "B")]
)
def test_the_remainder_decides_the_construction(n: int, construction: str) -> None:
    assert formula(n).construction() == construction


def test_construction_a_takes_even_rows_first() -> None:
    queens = formula(10).answer()["queens"]
    assert [10 - y for y in queens] == [2, 4, 6, 8, 10, 1, 3, 5, 7, 9]
