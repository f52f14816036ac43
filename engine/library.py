"""The library: solve or watch a problem from Python, without a command line or a screen.

`solve` runs a solver to its end; `watch` returns its frames. Both first make a plan, so that a wrong value raises
BadInput before the search begins. A result is the JSON object that the command line prints, with types.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from os import PathLike, fspath
from typing import Any, Generic, TypeVar, overload

from pydantic import Field

from knightwatch.engine.core.declaration import Declared
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Frame, Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.search import Problem, Search
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
    """A tour or, if none was found, the longest path."""

    path: Path
    closed: bool
    """Whether the path visits every square and its last square is a knight's move from its first."""
    tours: tuple[Path, ...] = ()
    """All stored tours, if the setting `tours` asked for several."""


@dataclass(frozen=True)
class SwapAnswer:
    """The fewest moves from the start to the goal; empty if no solution was found."""

    moves: tuple[tuple[Square, Square] | tuple[str, str], ...]
    """From and to of each move: squares, or letters of files if knights cross files."""
    positions: tuple[str, ...]
    """All positions as text, the start first."""


@dataclass(frozen=True)
class QueensAnswer:
    """The best placement of queens that was found."""

    queens: tuple[int, ...]
    """A row for each column; empty if the search never began."""
    attacks: int | None
    """Pairs of queens that attack each other."""


Solver = str | PathLike[str] | Callable[..., Any]
"""The name of a solver, the path of a Python file that ends in .py, or a generator function."""

Answer = TypeVar("Answer", TourAnswer, SwapAnswer, QueensAnswer, covariant=True)


@dataclass(frozen=True)
class Result(Generic[Answer]):
    """The result of a run."""

    puzzle: str
    solver: str
    status: Status
    reason: str
    """Why it is not solved; empty if it is."""
    answer: Answer
    seed: int
    """Repeats the run, together with the same problem, solver and settings."""
    settings: dict[str, Any]
    """All values of the problem and of the solver's settings."""
    work: dict[str, int]
    """The counters of the solver."""
    seconds: float
    """Seconds spent on the search."""
    prepare_seconds: float
    json: dict[str, Any] = field(repr=False)
    """The object that the command line prints with --json."""

    @property
    def solved(self) -> bool:
        """Whether the answer is a solution."""
        return self.status is Status.SOLVED


class Watching(Declared):
    """How to watch a run."""

    every: int = Field(100, ge=1, le=10**12, description="steps from one frame to the next")


@overload
def solve(
    problem: TourProblem, *, solver: Solver | None = None, seed: int | None = None, **settings: Any
) -> Result[TourAnswer]: ...
@overload
def solve(
    problem: SwapProblem, *, solver: Solver | None = None, seed: int | None = None, **settings: Any
) -> Result[SwapAnswer]: ...
@overload
def solve(
    problem: QueensProblem, *, solver: Solver | None = None, seed: int | None = None, **settings: Any
) -> Result[QueensAnswer]: ...
def solve(problem: Problem, *, solver: Solver | None = None, seed: int | None = None, **settings: Any) -> Result[Any]:
    """Run a solver to its end and return the result. Without a solver, the puzzle's default one runs.

    The settings are the solver's options on the command line, with _ for -. Without a seed, each call has a new one.
    Raise BadInput with a sentence if a value is wrong or a name is unknown. A function runs in this process, and
    `solve` raises the exceptions that it raises. A file runs in a process of its own; if it fails, the status says so.
    """
    plan = _plan(problem, solver, seed, settings)
    run = Run(plan.search())
    try:
        found = result(plan, _advanced(run), everything=run.search.gallery().many)
    finally:
        run.search.close()
    shared = {name: found[name] for name in Result.__dataclass_fields__.keys() & found.keys()}
    typed = {"status": Status(found["status"]), "answer": _answer(problem, found), "json": found}
    return Result(**(shared | typed))


def watch(
    problem: TourProblem | SwapProblem | QueensProblem,
    *,
    solver: Solver | None = None,
    seed: int | None = None,
    every: int = 100,
    **settings: Any,
) -> Iterator[Frame]:
    """Run a solver as `solve` does; return a frame after each `every` steps.

    The first frame is the one before the first step, the last frame the one at the end of the run. Raise BadInput at
    once, as `solve` does. The run advances only while the caller asks for frames.
    """
    plan = _plan(problem, solver, seed, settings)
    return _frames(Run(plan.search()), Watching(every=every).every)


def _frames(run: Run, every: int) -> Iterator[Frame]:
    try:
        yield _advanced(run, 0).frame()
        while run.status is Status.RUNNING:
            yield _advanced(run, run.search.done + every).frame()
    finally:
        run.search.close()


def _advanced(run: Run, until: int | None = None) -> Run:
    for _ in run.slices(until):
        pass
    return run


def _plan(problem: Problem, solver: Solver | None, seed: int | None, settings: Mapping[str, Any]) -> Plan:
    puzzle = _puzzle(problem)
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
    """Return from and to of a move: names of files, or squares as row and column."""
    return tuple(end if isinstance(end, str) else tuple(end) for end in ends)
