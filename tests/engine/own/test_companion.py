"""The plain version beside a built-in solver: its step k is the solver's step k, also after going back."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from knightwatch.engine.own.companion import Companion
from knightwatch.engine.plans.catalog import PUZZLES, puzzle
from knightwatch.engine.plans.plan import Plan

SMALL: dict[str, dict[str, str]] = {
    "queens": {"n": "8"},
    "swap": {"from_": "BB./.../.WW"},
    "tour": {"rows": "6", "cols": "6"},
}
EVERY = [(each.name, name) for each in PUZZLES for name in each.solvers_at]


@contextmanager
def companion(plan: Plan) -> Iterator[Companion]:
    beside = Companion(plan)
    try:
        yield beside
    finally:
        beside.close()


def small(name: str, solver: str, **values: str) -> Plan:
    return Plan.read(puzzle(name), {"solver": solver, "seed": "3"} | SMALL[name] | values)


@pytest.mark.parametrize(("name", "solver"), EVERY)
def test_every_built_in_solver_shows_its_line_and_variables(name: str, solver: str) -> None:
    plan = small(name, solver)
    search = plan.search()
    search.advance(3)
    with companion(plan) as beside:
        code = beside.code(search.done, False)
        assert code.note == ""
        assert code.text.split("\n")[code.line - 1].strip().startswith("yield") or search.done == 0
        assert code.variables or search.done == 0


def test_the_variables_are_those_of_the_kernel() -> None:
    plan = small("tour", "backtrack", start="a3", rows="8", cols="8", order="warnsdorff")
    search = plan.search()
    with companion(plan) as beside:
        for moment in (5, 60, 31, 7, 61):
            search.rewind()
            search.advance(moment)
            path = [tuple(square) for square in _path(search)]
            variables = dict(beside.code(search.done, False).variables)
            assert variables["path"].startswith(str(path)[:50])


def _path(search: Any) -> Any:
    board = search.frame().board
    return [divmod(square, board.cols) for square in board.trail.tolist()]


def test_a_setting_that_the_plain_version_lacks_is_named() -> None:
    with companion(small("queens", "evolve", selection="roulette")) as beside:
        code = beside.code(3, False)
        assert "selection" in code.note
        assert (code.line, code.variables) == (0, ())
        assert "def solve" in code.text


def test_a_far_step_is_approached_a_little_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knightwatch.engine.own.companion.PATIENCE", 0.0)
    plan = small("tour", "backtrack", start="a3", rows="8", cols="8", order="warnsdorff")
    with companion(plan) as beside:
        assert "of 60" in beside.code(60, False).note
        monkeypatch.setattr("knightwatch.engine.own.companion.PATIENCE", 60.0)
        assert beside.code(60, False).note == ""
