"""Solvers with one walk, `warnsdorff`, `backtrack` and `auto`: kernels and plain versions take the same steps.

Further comparisons with the plain version of `backtrack` are in tests/engine/tour/solvers/test_backtrack.py.
"""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knightwatch import Impossible
from knightwatch.engine.core.frame import Status
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.auto import TRIES, Auto, AutoSettings
from knightwatch.engine.tour.solvers.backtrack import Backtrack, BacktrackSettings, RuleSettings, Warnsdorff
from tests.models.backtrack import orders
from tests.models.tour import Square, asked, full, problems
from tests.support.examples import few
from tests.support.plain import PlainRun, assert_same_steps

seeds = st.integers(0, 2**63 - 1)


@st.composite
def boards(draw: st.DrawFn) -> TourProblem:
    """Return a problem that no theorem refutes."""
    rows, cols = draw(st.sampled_from([(5, 5), (3, 7), (4, 6), (6, 6), (5, 8), (3, 4), (8, 8), (3, 10), (10, 3)]))
    holes = draw(st.sets(st.sampled_from(sorted(full(rows, cols))), max_size=3))
    start = draw(st.none() | st.sampled_from(sorted(full(rows, cols) - holes)))
    closed = draw(st.booleans())
    candidates = [
        asked(rows, cols, start=start, holes=holes, closed=closed),
        asked(rows, cols, holes=holes, closed=closed),
        asked(rows, cols, closed=closed),
        asked(rows, cols),
    ]
    return next((each for each in candidates if not each.refutation()), asked(5, 5))


unrefuted = boards() | problems().filter(lambda problem: not problem.refutation())


def walk(search: Any) -> list[Square]:
    return [divmod(int(square), search.problem.cols) for square in search.trail]


@few(25)
@given(problem=unrefuted, seed=seeds)
def test_warnsdorff_goes_the_same_way(problem: TourProblem, seed: int) -> None:
    search = Warnsdorff(problem, RuleSettings(), seed)
    plain = PlainRun("tour", "warnsdorff", problem, seed)
    assert_same_steps(search, plain, walk, most=200, rng=False)
    assert plain.ended
    assert plain.answer == walk(search)


@few(25)
@given(problem=unrefuted, order=orders, seed=seeds)
def test_backtrack_enters_the_same_squares(problem: TourProblem, order: str, seed: int) -> None:
    search = Backtrack(problem, BacktrackSettings(order=order), seed)
    plain = PlainRun("tour", "backtrack", problem, seed, order=order)
    assert_same_steps(search, plain, walk, most=300, rng=False)
    if not plain.ended:
        assert search.milestones == plain.milestones
    elif search.status is Status.SOLVED:
        assert plain.answer == walk(search)
    else:
        assert isinstance(plain.answer, Impossible)


@few(25)
@given(problem=unrefuted, seed=seeds)
def test_auto_moves_rotates_and_begins_again_alike(problem: TourProblem, seed: int) -> None:
    assert_same_auto(problem, seed)


@pytest.mark.parametrize("seed", range(10))
def test_auto_rotates_alike_where_closed_tours_are_rare(seed: int) -> None:
    search = assert_same_auto(asked(6, 6, closed=True), seed, most=20_000)
    assert search.status is Status.SOLVED


def assert_same_auto(problem: TourProblem, seed: int, most: int = 600) -> Auto:
    """Compare both until the exact decision, which the plain version does not have."""
    search = Auto(problem, AutoSettings(max_states=most), seed)
    plain = PlainRun("tour", "auto", problem, seed)
    search.prepare()
    while search.status is Status.RUNNING and plain.step() and plain.locals["walks"] <= TRIES:
        search.advance(1)
        assert walk(search) == plain.value
        assert search.state["rng"].tolist() == plain.random.words
        assert search.milestones == plain.milestones
    if search.status is Status.SOLVED:
        assert not plain.step()
        assert plain.answer == walk(search)
    return search
