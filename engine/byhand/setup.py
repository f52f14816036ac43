"""Setting up a board by hand: a draft that a person changes square by square, with a way back."""

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.search import Problem
from knightwatch.engine.core.words import capitalised

Draft = TypeVar("Draft")


class Setup(ABC, Generic[Draft]):
    """A draft and those before it."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self._past: list[Draft] = []

    @abstractmethod
    def problem(self) -> Problem:
        """Return the problem that is set up; raises BadInput if it is none yet."""

    def describe(self) -> str:
        """Say what is asked now, whether a rule settles it, or why it cannot be asked."""
        try:
            problem = self.problem()
        except BadInput as error:
            return complaint(error)
        title, refuted = capitalised(problem.title()), problem.refutation()
        return f"{title}: proved impossible, since {refuted}." if refuted else f"{title}."

    def searchable(self) -> bool:
        """Tell whether what is asked now is left to a search."""
        try:
            return not self.problem().refutation()
        except BadInput:
            return False

    def change(self, draft: Draft) -> str:
        """Go on with another draft; say what is asked now."""
        if draft != self.draft:
            self._past.append(self.draft)
            self.draft = draft
        return self.describe()

    def undo(self) -> str:
        """Take the last change back."""
        if not self._past:
            return "There is nothing to take back."
        self.draft = self._past.pop()
        return self.describe()


def complaint(error: BadInput) -> str:
    """Return as a sentence what is wrong."""
    return f"{capitalised(str(error))}."
