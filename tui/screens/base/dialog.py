"""Dialogs: modal screens that close only once, even if two keys arrive together."""

from typing import Generic, TypeVar

from textual import on
from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette, Hit, Hits
from textual.events import Mount
from textual.screen import ModalScreen
from textual.system_commands import SystemCommandsProvider

from knightwatch.tui.screens.base.styled import StyledOnce

Result = TypeVar("Result")

MENTIONED = 1e-3
"""Score of a command whose description matches the query, but whose name does not."""


class ClosesOnce(StyledOnce[Result]):
    """A screen that ignores a second request to close, which would close the screen below it."""

    _dismissed = False

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Close the screen, unless it is closing already."""
        if self._dismissed:
            return AwaitComplete()
        self._dismissed = True
        return super().dismiss(result)


# Textual takes the styles of the first base class, so ModalScreen must come first.
class Dialog(ModalScreen[Result], ClosesOnce[Result], Generic[Result]):
    """A dialog that returns a result."""

    @on(Mount)
    def clear_notices(self) -> None:
        """Clear earlier notices: they would take the place of the keys in the lower border."""
        self.app.clear_notifications()


class KeyCommands(SystemCommandsProvider):
    """The commands of the palette, searched by name and by description."""

    async def search(self, query: str) -> Hits:
        """Yield the commands that match the query; a match in the name scores higher."""
        matcher = self.matcher(query)
        for name, description, command, _ in self.app.get_system_commands(self.screen):
            if score := matcher.match(name) or MENTIONED * (query.casefold() in description.casefold()):
                yield Hit(score, matcher.highlight(name), command, help=description)


class CommandsScreen(CommandPalette, ClosesOnce[None]):
    """The command palette with all commands."""

    def __init__(self) -> None:
        super().__init__(providers=[KeyCommands])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Ignore page keys before the first layout of the list, where Textual would crash."""
        return action != "command_list" or bool(self.query_one(CommandList).scrollable_content_region)
