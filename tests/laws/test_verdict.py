"""Verdicts: status and reason are computed once a step, however often they are read."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knightwatch.engine.core.run import Run
from knightwatch.engine.plans.puzzle import Puzzle
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.auto import Auto, AutoSettings
from tests.support.strategies import AnySearch, every_solver, makers


def counted(search: AnySearch, name: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that grows by one with each call of a method."""
    calls: list[str] = []
    method: Callable[..., Any] = getattr(search, name)

    def call(*arguments: Any) -> Any:
        calls.append(name)
        return method(*arguments)

    monkeypatch.setattr(search, name, call)
    return calls


def test_a_step_that_ends_in_a_tour_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    search = Auto(TourProblem(rows=5, cols=6), AutoSettings(), 1)
    search.prepare()
    steps, judged = (counted(search, name, monkeypatch) for name in ("step", "judge"))
    search.advance(search.limit)
    assert search.found()
    assert len(judged) == len(steps)


@every_solver
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_step_is_judged_once(
    puzzle: Puzzle, solver: type[AnySearch], data: st.DataObject, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = data.draw(makers(puzzle, solver))()
    run = Run(search)
    steps, judged = (counted(search, name, monkeypatch) for name in ("step", "judge"))
    for budget in data.draw(st.lists(st.integers(0, 12), max_size=4)):
        search.advance(budget)
        run.frame()
        assert (run.status, run.reason) == (search.status, search.reason)
    assert len(judged) == len(steps)
