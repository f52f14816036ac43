"""The library: problems are solved or watched by a call, without a command line and without a screen.

`solve` drives a run to its end, `watch` hands out its moments; both make a plan first, so that whatever is wrong is a
BadInput before anything begins. A result is the JSON object that the command line prints, with types.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar, overload

from pydantic import Field

from knightwatch.engine.core.declaration import Declared
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Frame, Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.search import Problem
from knightwatch.engine.core.words import quoted
from knightwatch.engine.plans.catalog import PUZZLES
from knightwatch.engine.plans.plan import Plan, Seed
from knightwatch.engine.plans.puzzle import Puzzle
from knightwatch.engine.plans.result import result
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.engine.tour.problem import TourProblem

Square = tuple[int, int]
"""Row and column, from the top left, from 0."""
Path = tuple[Square, ...]


@dataclass(frozen=True)
class TourAnswer:
    """A tour or, where none was found, the longest path."""

    path: Path
    closed: bool
    """Whether the path visits every square and its last is a knight's move from its first."""
    tours: tuple[Path, ...] = ()
    """All tours that were kept, where several were asked for."""


@dataclass(frozen=True)
class SwapAnswer:
    """The fewest moves from the start to the goal; none where no way was found."""

    moves: tuple[tuple[Square, Square] | tuple[str, str], ...]
    """From where to where: squares or, where knights cross files, the letters of those."""
    positions: tuple[str, ...]
    """All positions on the way, as text, the start first."""


@dataclass(frozen=True)
class QueensAnswer:
    """A placement of queens, the best that was found."""

    queens: tuple[int, ...]
    """A row for each column; nothing where the search never began."""
    attacks: int | None
    """Pairs of queens that attack each other."""


Answer = TypeVar("Answer", TourAnswer, SwapAnswer, QueensAnswer, covariant=True)


@dataclass(frozen=True)
class Result(Generic[Answer]):
    """What a run came to."""

    puzzle: str
    solver: str
    status: Status
    reason: str
    """A sentence, where it is not solved."""
    answer: Answer
    seed: int
    """With the same problem, solver and settings it repeats the run."""
    settings: dict[str, Any]
    """All values of the problem and of the solver."""
    work: dict[str, int]
    """What was done, in the solver's own counters."""
    seconds: float
    """Spent advancing the search."""
    prepare_seconds: float
    json: dict[str, Any] = field(repr=False)
    """The object that the command line prints for this run with --json."""

    @property
    def solved(self) -> bool:
        """Whether there is a solution, and the answer is one."""
        return self.status is Status.SOLVED


class Watching(Declared):
    """How a run is watched."""

    every: int = Field(100, ge=1, le=10**12, description="steps from one moment to the next")


@overload
def solve(
    problem: TourProblem, *, solver: str | None = None, seed: int | None = None, **settings: Any
) -> Result[TourAnswer]: ...
@overload
def solve(
    problem: SwapProblem, *, solver: str | None = None, seed: int | None = None, **settings: Any
) -> Result[SwapAnswer]: ...
@overload
def solve(
    problem: QueensProblem, *, solver: str | None = None, seed: int | None = None, **settings: Any
) -> Result[QueensAnswer]: ...
def solve(problem: Problem, *, solver: str | None = None, seed: int | None = None, **settings: Any) -> Result[Any]:
    """Run a solver, the puzzle's first unless one is named, to its end; return what it came to.

    Settings are the solver's options on the command line, with _ for -. Without a seed there is a new one each time.
    Raises BadInput, with a sentence, if a value is wrong, or a name is not known.
    """
    plan = _plan(problem, solver, seed, settings)
    run = _advanced(Run(plan.search()))
    found = result(plan, run, everything=run.search.wants_many)
    shared = {name: found[name] for name in Result.__dataclass_fields__.keys() & found.keys()}
    typed = {"status": Status(found["status"]), "answer": _answer(problem, found), "json": found}
    return Result(**(shared | typed))


def watch(
    problem: TourProblem | SwapProblem | QueensProblem,
    *,
    solver: str | None = None,
    seed: int | None = None,
    every: int = 100,
    **settings: Any,
) -> Iterator[Frame]:
    """Run a solver as `solve` does; return its moments one by one, `every` so many steps.

    The first is the moment before the first step; the last, whenever it is, the one in which the run ended. Raises
    BadInput at once, as `solve` does. Whoever stops asking stops the run.
    """
    plan = _plan(problem, solver, seed, settings)
    return _moments(Run(plan.search()), Watching(every=every).every)


def _moments(run: Run, every: int) -> Iterator[Frame]:
    yield _frame(_advanced(run, 0))
    while run.status is Status.RUNNING:
        yield _frame(_advanced(run, run.search.done + every))


def _advanced(run: Run, until: int | None = None) -> Run:
    for _ in run.slices(until):
        pass
    return run


def _frame(run: Run) -> Frame:
    """Return this moment; that a limit of seconds has ended the run is known to the run alone."""
    return replace(run.search.frame(), status=run.status, reason=run.reason)


def _plan(problem: Problem, solver: str | None, seed: int | None, settings: Mapping[str, Any]) -> Plan:
    puzzle = _puzzle(problem)
    chosen = puzzle.solver(puzzle.usual_solver if solver is None else str(solver))
    known = chosen.settings_type.model_fields
    for name in settings:
        if name in type(problem).model_fields:
            raise BadInput(f"{name} is no setting: it belongs to the problem, {type(problem).__name__}({name}=...)")
        if name not in known:
            raise BadInput(f"{name} is no setting of {chosen.name}; its settings are {', '.join(known)}")
    return Plan(puzzle, chosen, problem, chosen.settings_type(**settings), Seed(seed=seed).chosen())


def _puzzle(problem: object) -> Puzzle:
    for puzzle in PUZZLES:
        if isinstance(problem, puzzle.problem):
            return puzzle
    names = ", ".join(puzzle.problem.__name__ for puzzle in PUZZLES)
    raise BadInput(f"problem is {quoted(repr(problem))}, but must be one of {names}")


def _answer(problem: Problem, found: dict[str, Any]) -> TourAnswer | SwapAnswer | QueensAnswer:
    match problem:
        case TourProblem():
            return TourAnswer(_path(found["path"]), found["closed"], tuple(map(_path, found.get("tours", ()))))
        case SwapProblem():
            return SwapAnswer(tuple(map(_move, found["moves"])), tuple(found["positions"]))
    return QueensAnswer(tuple(found["queens"] or ()), found["attacks"])


def _path(squares: list[list[int]]) -> Path:
    return tuple((row, col) for row, col in squares)


def _move(ends: list[Any]) -> Any:
    """Return where a move leads from and to; the name of a file is as it is, a square a row and a column."""
    return tuple(end if isinstance(end, str) else tuple(end) for end in ends)
