"""Avoid styling a new screen twice: Textual styles it when it is mounted and again when it is first shown."""

from typing import Generic, TypeVar

from textual import on
from textual.events import ScreenResume
from textual.screen import Screen

Result = TypeVar("Result")


class StyledOnce(Screen[Result], Generic[Result]):
    """A screen that skips the second styling."""

    _was_shown = False

    @on(ScreenResume)
    def _leave_styles(self, event: ScreenResume) -> None:
        if not self._was_shown:
            event.refresh_styles = False
        self._was_shown = True
