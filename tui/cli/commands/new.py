"""The command `new`: write the file of a solver to start from."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted
from knightwatch.engine.plans.catalog import PUZZLES
from knightwatch.engine.plans.puzzle import is_file
from knightwatch.tui.cli.streams import put

SOLVERS = "; ".join(f"{puzzle.name}: {', '.join(puzzle.solvers_at)}" for puzzle in PUZZLES)
LIKE = (
    "start from this built-in solver in plain Python; default: a short file that shows each kind of yield. "
    f"Solvers of {SOLVERS}"
)


def command(_: Sequence[str]) -> App:
    """Return the command."""
    names = ", ".join(puzzle.name for puzzle in PUZZLES)
    help_text = f"Write a solver of your own to start from: one Python file that runs as it is. Puzzles: {names}."
    return App(name="new", help=help_text, default_command=new, help_format="plaintext")


def new(
    puzzle: Annotated[str, Parameter(help="the puzzle that it solves")],
    file: Annotated[str, Parameter(help="the file to write, as mine.py")],
    *,
    like: Annotated[str | None, Parameter(help=LIKE, metavar="SOLVER")] = None,
) -> int:
    """Write a file, and say how to open it."""
    from knightwatch.engine.own.template import template
    from knightwatch.tui.cli.headless import write

    if not is_file(file):
        raise BadInput(f"file is {quoted(file)}, but its name must end in .py")
    write(Path(file), template(puzzle, like), "file")
    put(f"{file} is written. knightwatch {puzzle} --solver {file} opens it; a saved change runs at once.\n")
    return 0
