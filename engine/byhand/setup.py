"""Setting up a board by hand: a draft that a person changes square by square, with a way back."""

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from engine.core.errors import BadInput
from engine.core.search import Problem

Draft = TypeVar("Draft")


class Setup(ABC, Generic[Draft]):
    """A draft and those before it."""

    how: str
    """What can be done, as a sentence."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self._past: list[Draft] = []

    @abstractmethod
    def told(self) -> str:
        """Say what is asked now, and whether a rule settles it."""

    def change(self, draft: Draft) -> str:
        """Go on with another draft; say what is asked now."""
        if draft != self.draft:
            self._past.append(self.draft)
            self.draft = draft
        return self.told()

    def undo(self) -> str:
        """Take the last change back."""
        if not self._past:
            return "There is nothing to take back."
        self.draft = self._past.pop()
        return self.told()

    def about(self, problem: Problem) -> str:
        """Say what a problem asks and, if no rule settles it, what can be done."""
        title = capitalised(problem.title())
        refuted = problem.refutation()
        return f"{title}: proved impossible, since {refuted}." if refuted else f"{title}. {self.how}"


def capitalised(text: str) -> str:
    """Return a text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def complaint(error: BadInput) -> str:
    """Return as a sentence what is wrong."""
    return f"{capitalised(str(error))}."
