"""Dialogs: screens over another one, which keys that arrive together can close only once."""

from typing import Generic, TypeVar

from textual.await_complete import AwaitComplete
from textual.command import CommandPalette, Hit, Hits
from textual.screen import ModalScreen
from textual.system_commands import SystemCommandsProvider

from knightwatch.tui.screens.base.styled import StyledOnce

Result = TypeVar("Result")

MENTIONED = 1e-3
"""How well a command fits whose name does not, but which is said to do what is looked for."""


class ClosesOnce(StyledOnce[Result]):
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


class KeyCommands(SystemCommandsProvider):
    """All commands, to search by name and by what they do, since names are short."""

    async def search(self, query: str) -> Hits:
        """Return the commands that words fit, those with a fitting name first."""
        matcher = self.matcher(query)
        for name, words, command, _ in self.app.get_system_commands(self.screen):
            if score := matcher.match(name) or MENTIONED * (query.casefold() in words.casefold()):
                yield Hit(score, matcher.highlight(name), command, help=words)


class CommandsScreen(CommandPalette, ClosesOnce[None]):
    """All commands, to search."""

    def __init__(self) -> None:
        super().__init__(providers=[KeyCommands])
