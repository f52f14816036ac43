"""The file that `knightwatch new` writes: the plain version of a built-in solver, or a short file to start from."""

import re
from importlib.resources import files

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted
from knightwatch.engine.plans import catalog

MARKER = re.compile(r"  # -> (\w+)$", re.MULTILINE)
"""The comment that names a line of a plain version. The screen of the built-in solver finds its line by this name."""


def template(puzzle: str, solver: str | None = None) -> str:
    """Return the text of a new file. Raise BadInput if the catalogue does not have the puzzle or the solver.

    Without a solver it is a short file that runs and shows each kind of yield.
    """
    return MARKER.sub("", plain_source(puzzle, solver))


def plain_source(puzzle: str, solver: str | None) -> str:
    """Return the source of a plain version, with its markers. Raise BadInput as `template` does."""
    known = catalog.puzzle(puzzle).solvers_at
    if solver is not None and solver not in known:
        raise BadInput(f"like is {quoted(solver)}, but must be one of {', '.join(known)}")
    module = "starter" if solver is None else solver.replace("-", "_")
    return (files(f"knightwatch.engine.{puzzle}.plain") / f"{module}.py").read_text("utf-8")
