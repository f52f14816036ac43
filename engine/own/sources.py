"""From the name of a user's solver to its Search class: a file, an installed package, or a function."""

import inspect
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.own.driver import InProcess
from knightwatch.engine.own.parameters import Parameter, function_parameters, settings_type
from knightwatch.engine.own.process import SolverProcess
from knightwatch.engine.own.search import OwnSearch
from knightwatch.engine.own.solver_file import SolverFile, read_solver_file

if TYPE_CHECKING:
    from knightwatch.engine.plans.puzzle import Puzzle


def file_solver(puzzle: "Puzzle", address: str) -> type[OwnSearch]:
    """Return the solver in a file, as it is now. Raise BadInput if the file has no solver of the puzzle."""
    path = Path(address).expanduser()
    return search_class(puzzle, read_solver_file(path if path.is_absolute() else Path.cwd() / path))


def search_class(puzzle: "Puzzle", file: SolverFile) -> type[OwnSearch]:
    """Return the solver of a file that was read."""
    if file.puzzle not in (None, puzzle.name):
        raise BadInput(f"{file.name} is a solver for {file.puzzle}, not for {puzzle.name}")
    return _made(
        puzzle,
        list(file.parameters),
        name=file.name,
        address=str(file.path),
        summary=file.summary,
        file=str(file.path),
        text=file.text,
        digest_=file.digest,
        make_driver=staticmethod(SolverProcess),
    )


def function_solver(puzzle: "Puzzle", function: Callable[..., Any]) -> type[OwnSearch]:
    """Return the solver of a function, which runs in this process."""
    code = inspect.unwrap(function).__code__
    return _made(
        puzzle,
        function_parameters(function),
        name=function.__name__,
        summary=(inspect.getdoc(function) or "a function").partition("\n")[0].rstrip("."),
        file=code.co_filename,
        text=_source(function),
        digest_="function",
        make_driver=staticmethod(partial(InProcess, function)),
    )


def _made(puzzle: "Puzzle", parameters: list[Parameter], **members: Any) -> type[OwnSearch]:
    try:
        declared = settings_type(parameters, puzzle.problem.model_fields)
    except BadInput as error:
        raise BadInput(f"{members['name']}: {error}") from None
    drawing = puzzle.resolve("own:DRAWING")
    return type(
        "OwnSolver", (OwnSearch,), {**members, "settings_type": declared, "drawing_type": staticmethod(drawing)}
    )


def _source(function: Callable[..., Any]) -> str:
    """Return the text of the function's file, so that line numbers fit; empty if there is none."""
    try:
        return "".join(inspect.findsource(function)[0])
    except (OSError, TypeError):
        return ""
