"""Boards that are zoomed and scrolled by keys."""

from collections.abc import Iterable
from typing import Generic, TypeVar

from textual.binding import Binding
from textual.screen import Screen

from tui.widgets.board.view import BoardView

Result = TypeVar("Result")

ZOOM = (
    Binding("z", "zoom(-1)", "Zoom in", show=False, tooltip="draw the squares larger"),
    Binding("Z", "zoom(1)", "Zoom out", show=False, tooltip="draw the squares smaller"),
)
"""Keys of every screen with a board."""


def pan(left: str, right: str, up: str, down: str, shown: str, tooltip: str) -> tuple[Binding, ...]:
    """Return the bindings that scroll a board."""
    return (
        Binding(left, "pan(-1,0)", "Left", show=False, key_display=shown, tooltip=tooltip),
        Binding(right, "pan(1,0)", "Right", show=False),
        Binding(up, "pan(0,-1)", "Up", show=False),
        Binding(down, "pan(0,1)", "Down", show=False),
    )


class ZoomScreen(Screen[Result], Generic[Result]):
    """A screen with a board."""

    def zoomed(self) -> Iterable[BoardView]:
        """Return the boards that the keys are about."""
        return [self.query_one(BoardView)]

    def action_zoom(self, by: int) -> None:
        """Draw the squares larger or smaller."""
        for view in self.zoomed():
            view.zoom(by)

    def action_pan(self, x: int, y: int) -> None:
        """Scroll."""
        for view in self.zoomed():
            view.scroll_relative(x=8 * x, y=4 * y, animate=False)
