"""Dialogs: screens over another one, which keys that arrive together can close only once."""

from typing import Generic, TypeVar

from textual.await_complete import AwaitComplete
from textual.command import CommandPalette
from textual.screen import ModalScreen, Screen

Result = TypeVar("Result")


class ClosesOnce(Screen[Result]):
    """A screen that ignores what would close it a second time, and with it the screen below."""

    _dismissed = False

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Close the screen."""
        if self._dismissed:
            return AwaitComplete()
        self._dismissed = True
        return super().dismiss(result)


# Textual takes styles from the first base, so that one must be its own.
class Dialog(ModalScreen[Result], ClosesOnce[Result], Generic[Result]):
    """A dialog that returns a result."""


class CommandsScreen(CommandPalette, ClosesOnce[None]):
    """All commands, to search by name."""
