"""Solvers of other packages: import the object of an entry point, and make its Search class.

A generator function runs in a process of its own, like a user's file. A compiled solver is a subclass of Search, as the
built-in ones are, and runs in this process.
"""

import inspect
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.search import Search
from knightwatch.engine.own.host.faults import described
from knightwatch.engine.own.parameters import function_parameters
from knightwatch.engine.own.process import SolverProcess
from knightwatch.engine.own.solver_file import digest_of
from knightwatch.engine.own.sources import made, source_of
from knightwatch.engine.plans.installed import InstalledSolver

if TYPE_CHECKING:
    from knightwatch.engine.plans.puzzle import Puzzle


def installed_solver(puzzle: "Puzzle", entry: InstalledSolver) -> type[Search[Any, Any]]:
    """Import a solver of another package. Raise BadInput if it cannot be used, and note why in its entry."""
    try:
        return _solver(puzzle, entry, resolve_name(entry.value))
    except BadInput as error:
        entry.fault = str(error)
    except (Exception, SystemExit) as error:  # the code of another package may raise anything
        entry.fault = described(error)
    raise BadInput(f"solver is {entry.name} of the package {entry.package}, which cannot be used: {entry.fault}")


def _solver(puzzle: "Puzzle", entry: InstalledSolver, found: Any) -> type[Search[Any, Any]]:
    if inspect.isclass(found) and issubclass(found, Search):
        missing = sorted(found.__abstractmethods__)
        if missing:
            raise BadInput(f"{found.__name__} lacks {', '.join(missing)}")
        if found.name != entry.name:
            raise BadInput(f"{found.__name__} has the name {found.name}, but must have {entry.name}")
        return found
    if not inspect.isgeneratorfunction(found):
        raise BadInput(f"{entry.value} is neither a generator function nor a subclass of Search")
    text = source_of(found)
    return made(
        puzzle,
        function_parameters(found),
        name=entry.name,
        summary=(inspect.getdoc(found) or entry.summary).partition("\n")[0].rstrip("."),
        file=found.__code__.co_filename,
        text=text,
        file_digest=digest_of(f"{entry.package}\n{text}"),
        module=entry.value,
        make_driver=staticmethod(SolverProcess),
    )
