"""From the name of a user's solver to its Search class: a file, an installed package, or a function."""

import inspect
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import one_line, quoted
from knightwatch.engine.own.driver import InProcess
from knightwatch.engine.own.parameters import Parameter, function_parameters, settings_type
from knightwatch.engine.own.permission import files_allowed
from knightwatch.engine.own.process import SolverProcess
from knightwatch.engine.own.search import OwnSearch
from knightwatch.engine.own.solver_file import SolverFile, read_solver_file, user_path

if TYPE_CHECKING:
    from knightwatch.engine.plans.puzzle import Puzzle


def file_solver(puzzle: "Puzzle", address: str) -> type[OwnSearch]:
    """Return the solver in a file, as it is now. Raise BadInput if the file has no solver of the puzzle."""
    if not files_allowed():
        raise BadInput(f"solver is {quoted(address)}, but this knightwatch runs no Python files of users")
    path = user_path(address)
    return search_class(puzzle, read_solver_file(path if path.is_absolute() else Path.cwd() / path))


QUIZ_AT = {"tour": "knightwatch.engine.own.quiz:TOUR", "queens": "knightwatch.engine.own.quiz:QUEENS"}
"""The import path of the questions about a user's solver, by puzzle."""


@lru_cache(64)
def search_class(puzzle: "Puzzle", file: SolverFile) -> type[OwnSearch]:
    """Return the solver of a file that was read; for the same contents, the same class."""
    if file.puzzle not in (None, puzzle.name):
        raise BadInput(f"{file.name} is a solver for {file.puzzle}, not for {puzzle.name}")
    return made(
        puzzle,
        list(file.parameters),
        name=file.name,
        address=str(file.path),
        summary=file.summary,
        file=str(file.path),
        text=file.text,
        file_digest=file.digest,
        solver_file=file,
        make_driver=staticmethod(SolverProcess),
    )


def function_solver(puzzle: "Puzzle", function: Callable[..., Any]) -> type[OwnSearch]:
    """Return the solver of a function, which runs in this process. Raise BadInput if it cannot be a solver."""
    plain = _plain(function)
    named = function if hasattr(function, "__name__") else plain if isinstance(function, partial) else type(function)
    name = one_line(named.__name__)
    try:
        parameters = function_parameters(function)
    except BadInput as error:
        raise BadInput(f"{name}: {error}") from None
    return made(
        puzzle,
        parameters,
        name=name,
        summary=one_line((inspect.getdoc(plain) or "a function").partition("\n")[0]).rstrip("."),
        file=plain.__code__.co_filename if inspect.isfunction(plain) else "",
        text=source_of(plain),
        make_driver=staticmethod(partial(InProcess, function)),
    )


def made(puzzle: "Puzzle", parameters: list[Parameter], **members: Any) -> type[OwnSearch]:
    """Return a Search class with the settings of some parameters; raise BadInput if they cannot be settings."""
    try:
        declared = settings_type(parameters, puzzle.problem.model_fields)
    except BadInput as error:
        raise BadInput(f"{members['name']}: {error}") from None
    drawing = puzzle.resolve("own:DRAWING")
    derived = {"settings_type": declared, "drawing_type": staticmethod(drawing)}
    derived["quiz_at"] = QUIZ_AT.get(puzzle.name, "")
    return type("OwnSolver", (OwnSearch,), {**members, **derived})


def _plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function that a decorator, a partial, a method or a callable object runs."""
    while isinstance(function, partial):
        function = function.func
    function = inspect.unwrap(function)
    if not inspect.isroutine(function) and not isinstance(function, type):
        function = type(function).__call__
    return function.__func__ if inspect.ismethod(function) else function


def source_of(function: Callable[..., Any]) -> str:
    """Return the text of the function's file, so that line numbers fit; empty if there is none."""
    try:
        return "".join(inspect.findsource(function)[0])
    except (OSError, TypeError):
        return ""
