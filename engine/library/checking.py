"""Check an answer from anywhere against a problem, with code that no solver shares."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Board
from knightwatch.engine.core.search import Problem
from knightwatch.engine.library.planning import plan_of, puzzle_of
from knightwatch.engine.library.results import QueensAnswer, Result, SwapAnswer, TourAnswer
from knightwatch.engine.pictures.notebook import check_html
from knightwatch.engine.plans.shown import ShownAnswer
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.swap.problem import Moves, SwapProblem
from knightwatch.engine.tour.problem import TourProblem

FIELDS = {"tour": "path", "swap": "moves", "queens": "queens"}
"""The field of a JSON result that has the answer, by puzzle."""


@dataclass(frozen=True)
class AnswerCheck:
    """The check of an answer."""

    right: bool
    """Whether the answer solves the problem."""
    faults: tuple[str, ...]
    """Sentences about its faults; empty if it is right."""
    facts: tuple[str, ...]
    """Sentences about its properties."""
    problem: Problem = field(repr=False)
    board: Board = field(repr=False, compare=False)
    """The answer, with its faults marked."""

    def __bool__(self) -> bool:
        return self.right

    def _repr_html_(self) -> str:
        verdict = f"{self.problem.title()}: this answer is {'right' if self.right else 'wrong'}"
        return check_html(verdict, self.board, [*self.faults, *self.facts])


def check(problem: TourProblem | SwapProblem | QueensProblem, answer: Any) -> AnswerCheck:
    """Check an answer: that of a result, a list as in JSON, or text as `--show` takes it.

    A list has squares as row and column for a tour, moves as pairs of squares, or the row of each queen, from 0 at the
    top. Raise BadInput if the answer cannot be read.
    """
    if isinstance(problem, SwapProblem) and problem.moves is Moves.FILES:
        return _checked_files(problem, answer)
    try:
        shown = _shown(problem, answer if isinstance(answer, str) else _written(problem, answer))
    except BadInput as error:
        raise BadInput(f"answer {str(error).removeprefix('show ')}") from None
    differences = _differences(problem, shown)
    # The faults of a placement count the rows of its own board: for another board they mislead.
    faults = differences if isinstance(problem, QueensProblem) and differences else [*shown.faults, *differences]
    if not faults and not problem.solves(shown.found):
        faults.append("The answer does not solve the problem.")
    return AnswerCheck(not faults, tuple(faults), tuple(shown.facts), problem, shown.picture)


def _shown(problem: Problem, text: str) -> ShownAnswer:
    puzzle = puzzle_of(problem)
    question = next(question for question in puzzle.questions if question.name == "show")
    shown = plan_of(problem, None, 0, {}).ask(question, text)
    assert isinstance(shown, ShownAnswer)
    return shown


def _written(problem: Problem, answer: Any) -> str:
    """Return an answer as the JSON of a result."""
    name = FIELDS[puzzle_of(problem).name]
    return json.dumps({name: _listed(name, answer)}, default=_plain)


def _listed(name: str, answer: Any) -> Any:
    match answer:
        case Result():
            return answer.json.get(name)
        case TourAnswer() | SwapAnswer() | QueensAnswer():
            return getattr(answer, name, None)
        case Mapping():
            return answer.get(name)
    return answer


def _plain(value: Any) -> Any:
    """Return arrays and numbers of NumPy, and other iterables, as lists and numbers."""
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    try:
        return list(value)
    except TypeError:
        return str(value)


def _differences(problem: Problem, shown: ShownAnswer) -> list[str]:
    """Return how the problem of the answer differs from the one to check, in a sentence."""
    if isinstance(problem, QueensProblem) and isinstance(shown.problem, QueensProblem) and problem.n != shown.problem.n:
        return [f"The answer has {shown.problem.n:,} rows, but the board has {problem.n:,} columns."]
    if isinstance(problem, TourProblem) and isinstance(shown.problem, TourProblem):
        if problem.free.shape != shown.problem.free.shape or (problem.free != shown.problem.free).any():
            return [f"The answer is for another board, a {shown.problem.title()}."]
        path = shown.found["path"]
        if problem.first is not None and path and tuple(path[0]) != divmod(problem.first, problem.cols):
            first = problem.name(path[0][0] * problem.cols + path[0][1])
            return [f"The tour starts at {first}, but must start at {problem.name(problem.first)}."]
    return []


def _checked_files(problem: SwapProblem, answer: Any) -> AnswerCheck:
    """Check moves between files, which have no squares to name."""
    moves = json.loads(_written(problem, answer))["moves"]
    try:
        right = problem.solves({"moves": moves})
    except (TypeError, ValueError, KeyError, IndexError):
        raise BadInput("answer has no moves, but must have pairs of files, as [['a', 'b']]") from None
    faults = () if right else ("The moves are not legal, or do not lead to the goal.",)
    return AnswerCheck(right, faults, (), problem, problem.board())
