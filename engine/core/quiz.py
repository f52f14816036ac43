"""Predict, then see: a question about the next step of a search, with its right answers.

A step is deterministic. So the engine does the step, reads the answer from the state after it, and restores the state
before it. A solver's `QUIZ` makes the question from the two states.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

import numpy as np

from knightwatch.engine.core.frame import Board, Mark, Status, Tone
from knightwatch.engine.core.history import size
from knightwatch.engine.core.page import Page
from knightwatch.engine.core.parts import Before
from knightwatch.engine.core.search import Search

NONE = -1
"""The answer that no square is right, for example because the search is stuck."""
YES_NO = ("yes", "no")
YES, NO = 0, 1
"""Places in YES_NO."""
ASKED = Mark("square of the question", "?", "?", Tone.HINT)
MOST_BYTES = 64 << 20
"""The largest state that is copied for a question."""
MOST_STEPS = 5_000
"""The most steps that a question looks ahead."""
MOST_SQUARES = 2_500
"""The largest board on which users can point at a square."""


class AnswerKind(StrEnum):
    """How a question is answered."""

    SQUARE = "square"
    CHOICE = "choice"
    NUMBER = "number"


@dataclass(frozen=True)
class Prediction:
    """A question about the next step. An answer is a number: a square, the place of a choice, or the number itself."""

    kind: AnswerKind
    page: Page
    """What users see while the question is open. Its sentence is the question; nothing on it tells the answer."""
    right: tuple[int, ...]
    """The answer that the search gives, then the answers that its rule allows as well."""
    choices: tuple[str, ...] = ()
    name: Callable[[int], str] = str
    """Returns the name of a square."""
    none: str = ""
    """For squares: the words for the answer NONE; empty if the question does not offer it."""
    near: int = 0
    """For numbers: the largest difference that still counts as right."""
    why: str = ""
    """Why the right answer is right, if the sentence about the step does not say it."""
    also: str = "the rule allows it too"
    """Why the other right answers are right, as a clause."""
    notes: Mapping[int, str] = field(default_factory=dict)
    """Why a wrong answer is wrong, as a sentence."""
    otherwise: str = ""
    """Why any other answer is wrong: a sentence without its full stop."""
    until: int = 0
    """The step at which the answer is seen."""

    def named(self, answer: int) -> str:
        """Return an answer in words."""
        if answer == NONE and self.none:
            return self.none
        match self.kind:
            case AnswerKind.SQUARE:
                return self.name(answer)
            case AnswerKind.CHOICE:
                return self.choices[answer]
        return f"{answer:,}"

    def is_right(self, answer: int) -> bool:
        """Tell whether an answer counts as right."""
        return answer in self.right or abs(answer - self.right[0]) <= self.near

    def verdict(self, answer: int) -> str:
        """Say whether an answer is right, and why."""
        truth = self.named(self.right[0])
        if answer == self.right[0]:
            words = f"Right: {truth}."
        elif answer in self.right:
            words = f"Also right: {self.named(answer)}, {self.also}. This time: {truth}."
        elif self.is_right(answer):
            words = f"Right, near enough: {truth}."
        else:
            other = f"{self.named(answer)} {self.otherwise}." if self.otherwise and answer != NONE else ""
            example = "for example " if len(self.right) > 1 else ""
            words = f"Wrong: the answer is {example}{truth}. {self.notes.get(answer, other)}".rstrip()
        return f"{words} {self.why}".rstrip()


def whole_board(board: Board) -> Board:
    """Return a board as it is: nothing on it tells an answer."""
    return board


def one_step(search: Any) -> int:  # noqa: ARG001
    """Return 1: most questions are about one step."""
    return 1


@dataclass(frozen=True)
class Quiz:
    """How to ask about the steps of a solver."""

    ask: Callable[[Any, Before], Prediction | None]
    """Makes the question, given the search after the step and the state before; None if there is nothing to ask."""
    mask: Callable[[Board], Board] = whole_board
    """Removes from the board of a frame what would tell the next answer."""
    steps: Callable[[Any], int] = one_step
    """Returns the steps up to the answer."""
    telling: frozenset[str] = frozenset()
    """The names of figures that would tell the next answer."""

    def predict(self, search: Search[Any, Any]) -> Prediction | None:
        """Return the question about the next step; None if there is none. The search does not change."""
        if search.status is not Status.RUNNING or size([search.state]) > MOST_BYTES:
            return None
        if (steps := self.steps(search)) > MOST_STEPS:
            return None
        before = Before(search.frame(), search.save())
        try:
            search.advance(steps)
            if search.done == before.frame.moment:  # the search noticed its end
                return None
            prediction = self.ask(search, before)
            return replace(prediction, until=search.done) if prediction else None
        finally:
            search.load(before.state)


def with_mark(board: Board, square: int) -> Board:
    """Return a board with the mark of the question on a square."""
    return replace(
        board,
        marks=(*board.marks, ASKED),
        squares=np.append(board.squares, square),
        kinds=np.append(board.kinds, np.uint8(len(board.marks))),
    )
