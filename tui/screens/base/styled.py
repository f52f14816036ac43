"""Screens that are styled when they are made, and not a second time when they are first shown."""

from typing import Generic, TypeVar

from textual import on
from textual.events import ScreenResume
from textual.screen import Screen

Result = TypeVar("Result")


class StyledOnce(Screen[Result], Generic[Result]):
    """A screen that Textual would style twice before it is seen."""

    _was_shown = False

    @on(ScreenResume)
    def _leave_styles(self, event: ScreenResume) -> None:
        if not self._was_shown:
            event.refresh_styles = False
        self._was_shown = True
