"""Editors: screens on which a person sets a board up, and begins a search on it or leaves all as it was."""

from abc import abstractmethod
from typing import Any, ClassVar, Generic, TypeVar

from textual.binding import Binding

from knightwatch.engine.byhand.setup import Setup
from knightwatch.engine.core.search import Problem
from knightwatch.tui.screens.base.cursor import CHANGES, CursorScreen
from knightwatch.tui.screens.base.dialog import ClosesOnce

P = TypeVar("P", bound=Problem)

LEAVING = (
    *CHANGES,
    Binding("enter,f5", "apply", "Begin", key_display="enter", tooltip="begin the search on this board"),
    Binding("q,escape", "dismiss(None)", "Cancel", key_display="q", tooltip="leave everything as it was"),
)
"""Keys of every editor, to be listed after those that change the board."""


class EditorScreen(CursorScreen[P | None], ClosesOnce[P | None], Generic[P]):
    """A board that a person changes; it returns the problem that was made, or None."""

    how: ClassVar[str]
    """What can be done with which key, as a sentence."""

    def __init__(self, title: str, setup: Setup[Any]) -> None:
        super().__init__(title, self.how)
        self._setup = setup

    def first_words(self) -> str:
        """Say what is asked now."""
        return self._setup.describe()

    def show(self, sentence: str) -> None:
        """Show the board and what to say about it; beside what is left to a search, say what can be done."""
        asked = self._setup.searchable() and sentence == self._setup.describe()
        super().show(f"{sentence} {self.how}" if asked else sentence)

    def action_undo(self) -> None:
        """Take the last change back."""
        self.show(self._setup.undo())

    @abstractmethod
    def action_apply(self) -> None:
        """Begin the search on this board."""
