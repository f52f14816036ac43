"""The kernel of `climb` and its plain version make the same moves."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.solvers.climb import Climb, ClimbSettings
from tests.models.queens import pairs
from tests.support.examples import few
from tests.support.plain import PlainRun, assert_same_steps


def rows(search: Climb) -> list[int]:
    queens: list[int] = search.state["queens"].tolist()
    return queens


@few(20)
@given(
    n=st.integers(4, 9),
    choice=st.sampled_from(["steepest", "first-choice"]),
    sideways=st.integers(0, 5),
    restarts=st.integers(0, 3),
    seed=st.integers(0, 2**63 - 1),
)
def test_kernel_and_plain_version_make_the_same_moves(n: int, seed: int, **given: Any) -> None:
    search = Climb(QueensProblem(n=n), ClimbSettings(**given), seed)
    plain = PlainRun("queens", "climb", search.problem, seed, **given)
    assert_same_steps(search, plain, rows, most=60)
    assert not plain.ended or search.answer()["attacks"] == pairs(plain.answer)
