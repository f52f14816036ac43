"""Results: the JSON object that the command line prints, with types. They draw themselves in a notebook."""

from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from knightwatch.engine.core.frame import Frame, Status
from knightwatch.engine.core.search import Problem
from knightwatch.engine.pictures.notebook import answer_html
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
    """All positions as text, the start first; as letters, or as digits if the problem writes digits."""


@dataclass(frozen=True)
class QueensAnswer:
    """The best placement of queens that was found."""

    queens: tuple[int, ...]
    """A row for each column; empty if the search never began."""
    attacks: int | None
    """Pairs of queens that attack each other."""


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
    problem: Problem = field(repr=False, compare=False)
    frame: Frame = field(repr=False, compare=False)
    """The frame of the last step."""

    @property
    def solved(self) -> bool:
        """Whether the answer is a solution."""
        return self.status is Status.SOLVED

    def _repr_html_(self) -> str:
        return answer_html(f"{self.problem.title()} by {self.solver}", self.problem.pictures(self.json), self.frame)


def typed_answer(problem: Problem, found: dict[str, Any]) -> TourAnswer | SwapAnswer | QueensAnswer:
    """Return the answer of a JSON result with types."""
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
