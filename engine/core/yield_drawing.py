"""How a puzzle draws the values of an author's solver. Each puzzle implements `YieldDrawing` in its module `own`.

Values come from another process as plain data, made by the puzzle's reader. They are checked again here.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np

from knightwatch.engine.core.frame import Board, Figure, Kind, Mark, RankedPopulation, Tone
from knightwatch.engine.core.search import Problem

PIECES = "♛♞♘"
"""The signs of pieces."""
CONSIDERED = Mark("square that the solver considered", "○", "o", Tone.HINT)
P = TypeVar("P", bound=Problem)


class YieldDrawing(ABC, Generic[P]):
    """Draws the values of one problem. A value is None before the first step."""

    reader: ClassVar[str]
    """The name of the class that reads yields, as module:class."""
    curves: ClassVar[tuple[str, Kind]] = "", Kind.LINE
    """What the puzzle's own curves count, in the plural, and their kind."""
    pairs_are_squares: ClassVar[bool] = True
    """Whether a pair of numbers in the author's variables is a square: row and column, from 0 at the top left."""

    def __init__(self, problem: P) -> None:
        self.problem = problem

    @property
    @abstractmethod
    def task(self) -> Any:
        """The problem as the author sees it: a dataclass."""

    @property
    def legend(self) -> str:
        """How the author's variables number rows, if the board numbers them in another way."""
        return ""

    def order(self) -> dict[str, Any]:
        """Return what the solver's process needs to make the task and its reader."""
        kind = type(self.task)
        fields = asdict(self.task)
        return {"type": f"{kind.__module__}:{kind.__qualname__}", "fields": fields, "reader": self.reader}

    @abstractmethod
    def checked(self, value: Any) -> Any:
        """Return a value from the process, checked; raise ValueError, TypeError or KeyError if it is damaged."""

    @abstractmethod
    def answer(self, value: Any) -> dict[str, Any]:
        """Return the answer that a value gives, with the field names of the JSON result."""

    @abstractmethod
    def board(self, value: Any) -> Board:
        """Return the picture of a value."""

    @abstractmethod
    def figures(self, value: Any) -> tuple[Figure, ...]:
        """Return the puzzle's own figures of a value."""

    @abstractmethod
    def attained(self, value: Any) -> float:
        """Return how far a value is, in the unit of `Problem.attainment`."""

    def population(self, value: Any) -> RankedPopulation | None:  # noqa: ARG002
        """Return the population, if the value is one."""
        return None

    def illegal(self, value: Any) -> str:  # noqa: ARG002
        """Say in a clause which part of a value breaks the rules of the puzzle; empty if none does."""
        return ""

    def fault(self, value: Any) -> str:  # noqa: ARG002
        """Say in a clause why a value is no solution; empty if nothing special is wrong."""
        return ""


def with_marks(board: Board, candidates: Sequence[int], marks: Sequence[tuple[int, str]]) -> Board:
    """Return a board with the author's candidates and marks on top; a piece stays visible beside its mark."""
    size, kinds, added = board.rows * board.cols, list(board.marks), list[tuple[int, int]]()
    pieces = {int(square): board.marks[kind] for square, kind in zip(board.squares, board.kinds, strict=True)}
    for square, sign in (
        *((square, CONSIDERED) for square in candidates),
        *((square, Mark("mark of the solver", sign, sign, Tone.GOOD)) for square, sign in marks if sign.strip()),
    ):
        mark, below = sign, pieces.get(square)
        if below and below.sign[0] in PIECES:
            mark = replace(mark, sign=below.sign[0] + mark.sign[0], ascii=below.ascii[0] + mark.ascii[0])
        if mark not in kinds:
            kinds.append(mark)
        if 0 <= square < size and len(kinds) <= np.iinfo(np.uint8).max:
            added.append((square, kinds.index(mark)))
    if not added:
        return board
    squares, indexes = zip(*added, strict=True)
    return replace(
        board,
        marks=tuple(kinds),
        squares=np.concatenate([board.squares, np.array(squares, np.int64)]),
        kinds=np.concatenate([board.kinds, np.array(indexes, np.uint8)]),
    )
