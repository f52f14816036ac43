"""Editors: screens on which the user sets up a board, then starts a search on it or cancels."""

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
    Binding("enter,f5", "apply", "Search", key_display="enter", tooltip="start the search on this board"),
    Binding("q,escape", "dismiss(None)", "Cancel", key_display="q", tooltip="go back without a change"),
)
"""Keys of every editor. A screen lists them after its own keys."""


class EditorScreen(CursorScreen[P | None], ClosesOnce[P | None], Generic[P]):
    """A board that the user edits; it returns the new problem, or None."""

    how: ClassVar[str]
    """A sentence that explains the keys."""

    def __init__(self, title: str, setup: Setup[Any]) -> None:
        super().__init__(title, self.how)
        self._setup = setup

    def first_sentence(self) -> str:
        """Describe the problem as it is now."""
        return self._setup.describe()

    def show(self, sentence: str) -> None:
        """Show the board and a sentence; add the keys if a search can start on this board."""
        add_keys = self._setup.is_searchable() and sentence == self._setup.describe()
        super().show(f"{sentence} {self.how}" if add_keys else sentence)

    def action_undo(self) -> None:
        """Undo the last change."""
        self.show(self._setup.undo())

    @abstractmethod
    def action_apply(self) -> None:
        """Start the search on this board."""
