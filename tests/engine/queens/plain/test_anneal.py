"""The kernel of `anneal` and its plain version make the same trials."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.solvers.anneal import Anneal, AnnealSettings
from tests.models.queens import pairs
from tests.support.examples import few
from tests.support.plain import PlainRun, assert_same_steps


def rows(search: Anneal) -> list[int]:
    queens: list[int] = search.state["queens"].tolist()
    return queens


@few(20)
@given(
    n=st.integers(4, 12),
    temperature=st.floats(0, 4),
    cooling=st.floats(0, 1),
    stage=st.integers(1, 30),
    seed=st.integers(0, 2**63 - 1),
)
def test_kernel_and_plain_version_make_the_same_trials(n: int, seed: int, **given: Any) -> None:
    search = Anneal(QueensProblem(n=n), AnnealSettings(**given), seed)
    plain = PlainRun("queens", "anneal", search.problem, seed, **given)
    assert_same_steps(search, plain, rows, most=200)
    assert not plain.ended or search.answer()["attacks"] == pairs(plain.answer)
