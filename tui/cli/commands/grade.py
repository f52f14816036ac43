"""The command `grade`: run tests on a user's solver and print points, on standard output or in files."""

from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted
from knightwatch.engine.plans.catalog import PUZZLES
from knightwatch.engine.plans.catalog import puzzle as puzzle_named
from knightwatch.engine.plans.puzzle import Puzzle, is_file
from knightwatch.tui.cli.progress import progress
from knightwatch.tui.cli.signals import StopRequest
from knightwatch.tui.cli.streams import put, say

if TYPE_CHECKING:
    from knightwatch.engine.own.grading.grading import Grading
    from knightwatch.engine.own.solver_file import SolverFile

FAILED, INTERRUPTED = 1, 130
PUZZLE_NAMES = ", ".join(each.name for each in PUZZLES)


def command(_: Sequence[str]) -> App:
    """Return the command."""
    help_text = (
        "Grade a solver that you wrote: run it on tests, check each answer, and count points. Exit code 0: all tests "
        "passed; 1: a test failed; 2: bad input. Run files of other people in a container."
    )
    return App(name="grade", help=help_text, default_command=grade, help_format="plaintext")


def grade(
    file: Annotated[str, Parameter(help="the Python file with the solver")],
    *,
    tests: Annotated[
        str | None, Parameter(help="a TOML file with tests; default: the standard set of the puzzle", metavar="FILE")
    ] = None,
    puzzle: Annotated[
        str | None, Parameter(help=f"{PUZZLE_NAMES}; default: the puzzle that a file names", metavar="NAME")
    ] = None,
    json: Annotated[
        bool,
        Parameter(help="print the grades as one JSON object, hidden tests included", negative="", show_default=False),
    ] = False,
    junit: Annotated[str | None, Parameter(help="also write the grades as JUnit XML", metavar="FILE")] = None,
    gradescope: Annotated[
        str | None, Parameter(help="also write the grades as results.json of Gradescope", metavar="FILE")
    ] = None,
) -> int:
    """Grade a solver."""
    from knightwatch.engine.own.grading.record import grades
    from knightwatch.tui.cli.headless import check_writable, write
    from knightwatch.tui.output.grades import as_gradescope, as_junit, as_text
    from knightwatch.tui.output.json_format import json_line

    grading = read(file, tests, puzzle)
    makers: list[tuple[str | None, Callable[[Grading], str]]] = [(junit, as_junit), (gradescope, as_gradescope)]
    files = [(Path(name), make) for name, make in makers if name]
    for path, _ in files:
        check_writable(path)
    complete = _drive(grading)
    try:
        put(json_line(grades(grading)) if json else as_text(grading))
    finally:
        for path, make in files:
            if complete:
                write(path, make(grading))
            else:
                say(f"{path} is not written, because not all tests ran.")
    if not complete:
        return INTERRUPTED
    return 0 if grading.passed else FAILED


def read(file: str, tests: str | None, puzzle: str | None) -> "Grading":
    """Return the grading to do. Raise BadInput if a file cannot be read, or if the tests are wrong.

    A file that is readable, but no solver, is not bad input: it gets no points.
    """
    from knightwatch.engine.own.grading.assignment import Assignment
    from knightwatch.engine.own.grading.grading import Grading
    from knightwatch.engine.own.solver_file import user_path

    path = user_path(file)
    _check_readable(path, file)
    solver = _solver(path)
    if tests is None:
        return Grading(path, solver, Assignment.standard(_chosen(solver, puzzle)))
    assignment = Assignment.read(Path(tests))
    if puzzle not in (None, assignment.puzzle.name):
        raise BadInput(f"puzzle is {quoted(str(puzzle))}, but the tests are for {assignment.puzzle.name}")
    return Grading(path, solver, assignment)


def _check_readable(path: Path, name: str) -> None:
    try:
        with path.open("rb"):
            pass
    except OSError as error:
        raise BadInput(f"file is {quoted(name, 200)}, but it cannot be read ({error.strerror})") from None
    if not (is_file(name) and path.is_file()):
        raise BadInput(f"file is {quoted(name, 200)}, but must be a Python file with a solver, as mine.py")


def _solver(path: Path) -> "SolverFile | BadInput":
    """Return the solver of a file, or why it has none."""
    from knightwatch.engine.own.solver_file import read_solver_file

    try:
        return read_solver_file(path.absolute())
    except BadInput as error:
        return error


def _chosen(solver: "SolverFile | BadInput", named: str | None) -> Puzzle:
    """Return the puzzle of the standard set: the one that the file names, or the option."""
    own = None if isinstance(solver, BadInput) else solver.puzzle
    if own and named not in (None, own):
        raise BadInput(f"puzzle is {quoted(str(named))}, but the file is a solver for {quoted(own)}")
    if not (own or named):
        if isinstance(solver, BadInput):
            raise solver
        raise BadInput(f'the file names no puzzle: write puzzle = "queens" in it, or use --puzzle {PUZZLE_NAMES}')
    return puzzle_named(own or str(named))


def _drive(grading: "Grading") -> bool:
    """Grade until the end or a signal; return whether all tests ran. Show progress."""
    stop = StopRequest(lambda: True)
    tests, said = len(grading.assignment.exercises), ""
    with suppress(KeyboardInterrupt), progress("tests") as shown, closing(grading.slices()) as slices:
        for _ in slices:
            if stop.received:
                break
            if grading.doing != said:
                said = grading.doing
                shown.say(said)
            shown.show(len(grading.graded), tests, visible=True)
    return grading.complete
