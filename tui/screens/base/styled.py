"""Screens that are styled when they are made, and not a second time when they are first shown."""

from typing import Generic, TypeVar

from textual import on
from textual.events import ScreenResume
from textual.screen import Screen

Result = TypeVar("Result")


class StyledOnce(Screen[Result], Generic[Result]):
    """A screen that is styled anew only when it comes back, since the theme may have changed meanwhile."""

    _was_shown = False

    @on(ScreenResume)
    def _leave_styles(self, event: ScreenResume) -> None:
        event.refresh_styles = self._was_shown
        self._was_shown = True
