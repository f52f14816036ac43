"""The kernel of `backtrack` and its plain version visit the same nodes."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch import Impossible
from knightwatch.engine.core.frame import Status
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.solvers.backtrack import QueensBacktrack, QueensBacktrackSettings
from tests.support.examples import few
from tests.support.plain import PlainRun


def placed(search: QueensBacktrack) -> list[int | None]:
    return [y if y >= 0 else None for y in search.state["queens"].tolist()]


@few(20)
@given(
    n=st.integers(1, 7).filter(lambda n: n not in (2, 3)),
    order=st.sampled_from(["fixed", "first-fail"]),
    check=st.sampled_from(["none", "forward"]),
    rows=st.sampled_from(["ascending", "random"]),
    solutions=st.integers(0, 50),
    seed=st.integers(0, 2**63 - 1),
)
def test_kernel_and_plain_version_visit_the_same_nodes(n: int, seed: int, **given: Any) -> None:
    search = QueensBacktrack(QueensProblem(n=n), QueensBacktrackSettings(**given), seed)
    plain = PlainRun("queens", "backtrack", search.problem, seed, **given)
    while plain.step():
        search.advance(1)
        assert (search.done, placed(search)) == (plain.done, plain.value)
    search.advance(1)  # an exhausted tree shows when the search asks for more
    assert search.status is Status.SOLVED
    assert search.done == plain.done
    assert search.answer()["queens"] == plain.answer


@pytest.mark.parametrize("n", [2, 3])
def test_an_exhausted_tree_proves_that_no_solution_exists(n: int) -> None:
    search = QueensBacktrack(QueensProblem(n=n), QueensBacktrackSettings(), 1)
    plain = PlainRun("queens", "backtrack", search.problem, 1)
    while plain.step():
        pass
    search.advance(1000)
    assert search.status is Status.IMPOSSIBLE
    assert isinstance(plain.answer, Impossible)
