"""Back-pressure: while a slow line still sends earlier drawings, hold back new ones.

Later drawings then contain all that changed, so a slow line drops frames but never lags behind.
"""

from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.geometry import Size
from textual.screen import Screen
from textual.timer import Timer

from knightwatch.tui.textual_internals import ChopsUpdate, LayoutUpdate, driver_of, postpone, redraw

if TYPE_CHECKING:
    from rich.console import RenderableType

RETRY_SECONDS = 0.03


class BackPressure:
    """Holds back the drawings of one application."""

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._retry: Timer | None = None

    def holds_back(self, screen: Screen[Any], update: "RenderableType | None") -> bool:
        """Tell whether an update must wait because the line is behind; if so, draw its regions later."""
        if not isinstance(update, LayoutUpdate | ChopsUpdate) or not self._is_behind():
            return False
        postpone(screen, update)
        self._retry = self._retry or self._app.set_timer(RETRY_SECONDS, self._draw)
        return True

    def resized(self, size: Size) -> None:
        """Tell the driver the new size of the terminal: reports from the old size would look like a slow line."""
        if tell := getattr(driver_of(self._app), "resized", None):
            tell(*size)

    def _is_behind(self) -> bool:
        return getattr(driver_of(self._app), "behind", False)

    def _draw(self) -> None:
        """Draw the regions that were held back, with their newest content, unless the line is still behind."""
        if self._is_behind():
            self._retry = self._app.set_timer(RETRY_SECONDS, self._draw)
        else:
            self._retry = None
            redraw(self._app.screen)
