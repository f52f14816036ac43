"""From the arguments of a call to a plan: a wrong value raises BadInput before any work begins."""

from collections.abc import Callable, Mapping
from os import PathLike, fspath
from typing import Any

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.search import Problem, Search
from knightwatch.engine.core.words import quoted
from knightwatch.engine.plans.catalog import PUZZLES
from knightwatch.engine.plans.plan import Plan, Seed
from knightwatch.engine.plans.puzzle import Puzzle

Solver = str | PathLike[str] | Callable[..., Any]
"""The name of a solver, the path of a Python file that ends in .py, or a generator function."""


def plan_of(problem: Problem, solver: Solver | None, seed: int | None, settings: Mapping[str, Any]) -> Plan:
    """Return the plan of a call; raise BadInput for a wrong value or an unknown name."""
    puzzle = puzzle_of(problem)
    chosen = _solver(puzzle, puzzle.usual_solver if solver is None else solver)
    known = chosen.settings_type.model_fields
    for name in settings:
        if name in type(problem).model_fields:
            raise BadInput(f"{name} is not a setting: it belongs to the problem, {type(problem).__name__}({name}=...)")
        if name not in known:
            raise BadInput(f"{name} is not a setting of {chosen.name}; its settings are {', '.join(known)}")
    return Plan(puzzle, chosen, problem, chosen.settings_type(**settings), Seed(seed=seed).chosen())


def _solver(puzzle: Puzzle, solver: Solver) -> type[Search[Any, Any]]:
    if callable(solver):
        from knightwatch.engine.own.sources import function_solver

        return function_solver(puzzle, solver)
    return puzzle.solver(fspath(solver) if isinstance(solver, PathLike) else str(solver))


def puzzle_of(problem: object) -> Puzzle:
    """Return the puzzle of a problem; raise BadInput if it is no problem."""
    for puzzle in PUZZLES:
        if isinstance(problem, puzzle.problem):
            return puzzle
    names = ", ".join(puzzle.problem.__name__ for puzzle in PUZZLES)
    raise BadInput(f"problem is {quoted(repr(problem))}, but must be one of {names}")


def advanced(run: Run, until: int | None = None) -> Run:
    """Advance a run to its end or to a step, and return it."""
    for _ in run.slices(until):
        pass
    return run
