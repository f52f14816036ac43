"""The key `/`: find a line in the list of a screen."""

from typing import Generic, TypeVar

from textual import on
from textual.binding import Binding
from textual.events import ScreenSuspend
from textual.widget import Widget

from knightwatch.tui.look import to_ascii
from knightwatch.tui.screens.base.program import Program
from knightwatch.tui.screens.base.styled import StyledOnce
from knightwatch.tui.widgets.find import Findable, FindBar

Result = TypeVar("Result")

FIND = Binding("slash", "find", "Find", key_display="/", tooltip="find a line as you type")
"""The key of every screen with a list."""


class FindScreen(StyledOnce[Result], Generic[Result]):
    """A screen with a list, a table or a gallery."""

    app: Program

    _focused_before: Widget | None = None
    """The widget that had the focus before the search."""

    async def action_find(self) -> None:
        """Show the field: in a dialog below the list, elsewhere in place of the footer."""
        if self.query(FindBar):
            return
        target = next(each for each in self.query("*") if isinstance(each, Findable))
        self._focused_before = self.focused
        bar = FindBar(target, to_ascii("↑ ↓", self.app.look.ascii))
        if self.is_modal:
            await self.query_one(".page").mount(bar, after=target)
        else:
            self.add_class("-finding")
            await self.mount(bar)

    @on(FindBar.Ended)
    @on(ScreenSuspend)
    def _end_search(self) -> None:
        """Remove the field and return the focus."""
        if self.query(FindBar):
            self.query(FindBar).remove()
            self.remove_class("-finding")
            self.set_focus(self._focused_before)
