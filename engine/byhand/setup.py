"""Setting up a board by hand: a draft that the user changes square by square, with undo."""

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.search import Problem
from knightwatch.engine.core.words import capitalised

Draft = TypeVar("Draft")


class Setup(ABC, Generic[Draft]):
    """A draft and its earlier versions."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self._past: list[Draft] = []

    @abstractmethod
    def problem(self) -> Problem:
        """Return the problem of the draft. Raise BadInput if it is not a valid problem yet."""

    def describe(self) -> str:
        """Return a sentence: the problem, a proof that it is impossible, or what is wrong with the draft."""
        try:
            problem = self.problem()
        except BadInput as error:
            return complaint(error)
        title, refuted = capitalised(problem.title()), problem.refutation()
        return f"{title}: proved impossible, since {refuted}." if refuted else f"{title}."

    def is_searchable(self) -> bool:
        """Tell whether the draft is a valid problem that no theorem rules out."""
        try:
            return not self.problem().refutation()
        except BadInput:
            return False

    def change(self, draft: Draft) -> str:
        """Replace the draft; return a sentence about the new one."""
        if draft != self.draft:
            self._past.append(self.draft)
            self.draft = draft
        return self.describe()

    def undo(self) -> str:
        """Undo the last change; return a sentence."""
        if not self._past:
            return "There is nothing to undo."
        self.draft = self._past.pop()
        return self.describe()


def complaint(error: BadInput) -> str:
    """Return an error as a sentence."""
    return f"{capitalised(str(error))}."
