"""The plain version beside a built-in solver: its step k is the solver's step k, also after going back."""

import ast
import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from knightwatch.engine.core.declaration import written
from knightwatch.engine.core.frame import Status
from knightwatch.engine.own.companion import Companion, random_words
from knightwatch.engine.own.host.kernel_random import KernelRandom
from knightwatch.engine.own.template import template
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
            last = f"{path[-1]} {search.problem.name(int(search.frame().board.trail[-1]))}"
            assert variables["square"] == last
            assert variables["path"].endswith((f"{last}] {len(path)} in all", f"{last}]"))


def _path(search: Any) -> Any:
    board = search.frame().board
    return [divmod(square, board.cols) for square in board.trail.tolist()]


class Noting(ast.NodeTransformer):
    """Puts `ran.add(line)` before every statement of a function."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for field in ("body", "orelse"):
            statements = getattr(node, field, None)
            if isinstance(statements, list) and not isinstance(node, ast.Module):
                setattr(node, field, [each for one in statements for each in (*_note(one), one)])
        return node


def _note(statement: ast.stmt) -> list[ast.stmt]:
    is_docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return [] if is_docstring else ast.parse(f"ran.add({statement.lineno})").body


def noted_steps(plan: Plan, steps: int) -> Iterator[set[int]]:
    """Run the plain version with notes in its source; yield the lines of the statements that each step entered."""
    ran: set[int] = set()
    tree = ast.fix_missing_locations(Noting().visit(ast.parse(template(plan.puzzle.name, plan.solver.name))))
    names: dict[str, Any] = {"ran": ran}
    exec(compile(tree, "noted.py", "exec"), names)
    random = KernelRandom(**random_words(plan.puzzle.name, plan.seed))
    given = list(inspect.signature(names["solve"]).parameters)[2:]
    solve = names["solve"](
        plan.problem.task,  # type: ignore[attr-defined]
        random,
        **{name: _value(plan, name) for name in given},
    )
    ran.clear()
    for _, _ in zip(range(steps), solve, strict=False):
        yield set(ran)
        ran.clear()


def _value(plan: Plan, name: str) -> Any:
    value = getattr(plan.settings, name)
    return written(value) if isinstance(value, str) else value


@pytest.mark.parametrize(("name", "solver"), EVERY)
def test_the_marked_lines_are_those_that_the_plain_version_runs(name: str, solver: str) -> None:
    plan = small(name, solver)
    search = plan.search()
    search.advance(6)
    statements = [node for node in ast.walk(ast.parse(template(name, solver))) if isinstance(node, ast.stmt)]
    simple = {node.lineno for node in statements if not hasattr(node, "body")}
    with companion(plan) as beside:
        expected = list(noted_steps(plan, search.done))
        for step in [*range(1, search.done + 1), *range(search.done - 1, 0, -1)]:  # forwards, then back
            ran = set(beside.code(step, False).ran)
            assert expected[step - 1] <= ran
            assert ran & simple <= expected[step - 1]


def test_at_the_end_of_a_run_the_line_of_the_end_is_marked() -> None:
    plan = small("tour", "auto", rows="6", cols="5")
    search = plan.search()
    search.advance(search.limit)
    assert search.status is Status.SOLVED
    with companion(plan) as beside:
        running, ended = beside.code(search.done, False), beside.code(search.done, True)
        lines = running.text.split("\n")
        assert "yield" in lines[running.line - 1]
        assert "return" in lines[ended.line - 1]
        assert set(running.ran) < set(ended.ran)


def test_a_variable_is_marked_as_changed_if_its_value_differs_from_the_step_before() -> None:
    plan = small("tour", "backtrack", start="a3", rows="8", cols="8")
    with companion(plan) as beside:
        before, after = beside.code(4, False), beside.code(5, False)
        differing = {name for name, value in after.variables if dict(before.variables)[name] != value}
        assert set(after.changed) == differing
        assert {"path", "square"} <= differing
        assert "start" not in differing


def test_a_setting_that_the_plain_version_lacks_is_named() -> None:
    with companion(small("queens", "evolve", selection="roulette")) as beside:
        code = beside.code(3, False)
        assert "setting selection" in code.note
        assert not beside.behind
        assert (code.line, code.variables) == (0, ())
        assert "def solve" in code.text


def test_a_far_step_is_approached_a_little_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knightwatch.engine.own.companion.PATIENCE", 0.0)
    plan = small("tour", "backtrack", start="a3", rows="8", cols="8", order="warnsdorff")
    with companion(plan) as beside:
        assert "of 60" in beside.code(60, False).note
        assert beside.behind
        monkeypatch.setattr("knightwatch.engine.own.companion.PATIENCE", 60.0)
        assert beside.code(60, False).note == ""
        assert not beside.behind


def test_a_note_says_how_long_the_plain_version_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knightwatch.engine.own.companion.PATIENCE", 0.05)
    with companion(small("tour", "genetic", rows="8", cols="8")) as beside:
        note = beside.code(100_000, False).note
        step = int(note.split("step ")[1].split()[0].replace(",", ""))
        assert ("in about " in note) == (step > 0)
        assert note.endswith("of 100,000.")
