"""Plain versions of all solvers: files as a student writes them. Tests of their steps are in tests/engine/*/plain."""

import ast
import inspect
from pathlib import Path
from typing import Any

import pytest

from knightwatch import Status, solve
from knightwatch.engine.compiled.digest import reached
from knightwatch.engine.core.declaration import choices
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.own.template import MARKER, plain_source, template
from knightwatch.engine.plans.catalog import PUZZLES
from knightwatch.engine.plans.puzzle import Puzzle
from tests.support.plain import PlainRun, plain_module
from tests.support.strategies import AnySearch, every_solver

every_starter = pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
ALLOWED = {"collections", "functools", "heapq", "itertools", "knightwatch", "math", "typing"}
"""Modules that a plain version may import."""
DRAWS = {"random", "randrange", "shuffle", "choice"}
"""Methods of `random` that a plain version may call: those that draw the kernels' numbers in tests."""


@every_solver
def test_a_plain_version_looks_as_a_student_writes_it(puzzle: Puzzle, solver: type[AnySearch]) -> None:
    text = plain_source(puzzle.name, solver.name)
    tree = ast.parse(text)
    assert ast.get_docstring(tree)
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert all(isinstance(node, ast.ImportFrom) and node.module in ALLOWED for node in imported)
    drawn = [n for n in ast.walk(tree) if isinstance(n, ast.Attribute) and ast.unparse(n.value) == "random"]
    assert {node.attr for node in drawn} <= DRAWS
    module = plain_module(puzzle.name, solver.name)
    assert module.puzzle == puzzle.name
    assert inspect.isgeneratorfunction(module.solve)


@every_solver
def test_settings_have_the_names_types_and_defaults_of_the_solver(puzzle: Puzzle, solver: type[AnySearch]) -> None:
    parameters = list(inspect.signature(plain_module(puzzle.name, solver.name).solve).parameters.values())
    assert [parameter.name for parameter in parameters[:2]] == ["problem", "random"]
    for parameter in parameters[2:]:
        field = solver.settings_type.model_fields[parameter.name]
        assert parameter.default == field.get_default()
        options = set(getattr(parameter.annotation, "__args__", ()))
        assert options <= set(choices(field)) if options else parameter.annotation == field.annotation


@every_solver
def test_markers_name_lines_of_code(puzzle: Puzzle, solver: type[AnySearch]) -> None:
    text = plain_source(puzzle.name, solver.name)
    names = MARKER.findall(text)
    assert names
    assert len(names) == len(set(names)) == text.count("# ->")
    assert all(line.split("#")[0].strip() for line in text.splitlines() if MARKER.search(line))


@every_solver
def test_a_template_is_the_plain_version_without_markers(puzzle: Puzzle, solver: type[AnySearch]) -> None:
    text, source = template(puzzle.name, solver.name), plain_source(puzzle.name, solver.name)
    assert "# ->" not in text
    assert ast.dump(ast.parse(text)) == ast.dump(ast.parse(source))
    assert len(text.splitlines()) == len(source.splitlines())


@pytest.mark.parametrize(("puzzle", "solver"), [("chess", None), ("queens", "divide"), ("queens", "starter")])
def test_an_unknown_template_is_refused(puzzle: str, solver: str | None) -> None:
    with pytest.raises(BadInput, match="but must be one of"):
        template(puzzle, solver)


@every_solver
def test_no_plain_version_is_part_of_a_digest(puzzle: Puzzle, solver: type[AnySearch]) -> None:
    assert puzzle.name in solver.__module__
    assert not [module for module in reached(solver.__module__) if ".plain" in module]


@every_solver
def test_a_new_file_solves_what_the_solver_solves(puzzle: Puzzle, solver: type[AnySearch], tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(template(puzzle.name, solver.name), "utf-8")
    problem: Any = puzzle.problem(**EASY[puzzle.name])
    result = solve(problem, solver=file, seed=1, **SETTINGS.get(solver.name, {}))
    assert (result.status, result.reason) == (Status.SOLVED, "")


EASY: dict[str, dict[str, Any]] = {"queens": {}, "swap": {"from_": "BB./.../.WW"}, "tour": {"rows": 6, "cols": 6}}
SETTINGS = {"genetic": {"rule": 0.0}}
SMALL: dict[str, dict[str, Any]] = {
    "queens": {"n": 5},
    "swap": {"from_": "B.W", "moves": "files"},
    "tour": {"rows": 5, "cols": 5},
}


@every_starter
def test_a_starter_solves_small_problems(puzzle: Puzzle) -> None:
    assert len(template(puzzle.name).splitlines()) <= 25
    problem = puzzle.problem(**SMALL[puzzle.name])
    kinds = set()
    for seed in range(5):
        run = PlainRun(puzzle.name, "starter", problem, seed)
        while run.step():
            kinds.add(run.kind)
        assert run.answer is not None
    assert kinds == {"value", "sentence", "step"}
