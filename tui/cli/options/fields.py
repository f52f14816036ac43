"""Options made from the fields of problems and settings: one option for each field."""

import inspect
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cyclopts import Group

from knightwatch.engine.plans.puzzle import Puzzle
from knightwatch.tui.cli.options.common import RUN
from knightwatch.tui.cli.options.signature import parameter

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from knightwatch.engine.core.search import Search

Solvers = Sequence["type[Search[Any, Any]]"]

PROBLEM = Group("Problem", sort_key=0)


def field_parameters(puzzle: Puzzle, solvers: Solvers) -> list[inspect.Parameter]:
    """Return an option for each field of the puzzle and of the solvers, and `--preset` if the puzzle has presets."""
    parameters = []
    if puzzle.presets:
        help_text = f"a named set of values: {', '.join(puzzle.presets)}; other options override its values"
        parameters.append(parameter("preset", str | None, None, help_text, PROBLEM))
    for name, (field, group) in _grouped_fields(puzzle, solvers).items():
        parameters.append(field_parameter(name, field, group, _help_for_all(puzzle, solvers, name)))
    return parameters


def field_parameter(name: str, field: "FieldInfo", group: Group, help_text: str = "") -> inspect.Parameter:
    """Return the option for a field. Its value stays text: the engine parses it and complains in its own words."""
    from knightwatch.engine.core.declaration import choices, kind

    value_type = bool if kind(field) is bool else str
    metavar = "NAME" if choices(field) else "TEXT" if kind(field) is str else "NUMBER"
    return parameter(name, value_type | None, None, help_text or _help(field), group, metavar)


def _help(field: "FieldInfo") -> str:
    from knightwatch.engine.core.declaration import allowed, default

    default_text = f"; default {default(field)}" if default(field) else ""
    return f"{field.description} ({allowed(field)}{default_text})"


def _help_for_all(puzzle: Puzzle, solvers: Solvers, name: str) -> str:
    """Return the help of an option; if solvers declare it differently, the help for each of them."""
    from knightwatch.engine.plans.plan import declaration

    solvers_by_help: dict[str, list[str]] = {}
    for solver in solvers:
        if field := declaration(puzzle, solver).get(name):
            solvers_by_help.setdefault(_help(field), []).append(solver.name)
    first, *others = solvers_by_help
    return "; ".join([first, *(f"for {', '.join(solvers_by_help[text])}: {text}" for text in others)])


def _grouped_fields(puzzle: Puzzle, solvers: Solvers) -> "dict[str, tuple[FieldInfo, Group]]":
    """Return the fields of a puzzle and of its solvers, each with its group in the help."""
    from knightwatch.engine.core.declaration import Settings
    from knightwatch.engine.plans.plan import declaration

    fields: dict[str, tuple[FieldInfo, Group]] = {}
    for place, solver in enumerate(solvers):
        for name, field in declaration(puzzle, solver).items():
            if name in puzzle.problem.model_fields:
                group = PROBLEM
            elif name in solver.settings_type.model_fields and name not in Settings.model_fields:
                group = Group(f"Solver {solver.name}", help=solver.summary, sort_key=1 + place)
            else:
                group = RUN
            fields.setdefault(name, (field, group))
    return fields
