"""Keys that zoom and scroll a board."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Generic, TypeVar

from textual.binding import Binding

from knightwatch.tui.look import TrailAs
from knightwatch.tui.screens.base.program import Program
from knightwatch.tui.screens.base.styled import StyledOnce
from knightwatch.tui.widgets.board.view import BoardView

Result = TypeVar("Result")

ZOOM = (
    Binding("z", "zoom(-1)", "Zoom in", show=False, tooltip="draw the squares larger"),
    Binding("Z", "zoom(1)", "Zoom out", show=False, tooltip="draw the squares smaller"),
    Binding("L", "trail", "Line", show=False, tooltip="draw the knight's path as a line, as numbers, or both"),
)
"""Keys of every screen with a board."""


def pan(left: str, right: str, up: str, down: str, key_display: str, tooltip: str) -> tuple[Binding, ...]:
    """Return the key bindings that scroll a board; help shows them as one key, named `key_display`."""
    return (
        Binding(left, "pan(-1,0)", "Left", show=False, key_display=key_display, tooltip=tooltip),
        Binding(right, "pan(1,0)", "Right", show=False),
        Binding(up, "pan(0,-1)", "Up", show=False),
        Binding(down, "pan(0,1)", "Down", show=False),
    )


class ZoomScreen(StyledOnce[Result], Generic[Result]):
    """A screen with a board."""

    app: Program

    def zoomed(self) -> Iterable[BoardView]:
        """Return the boards that the keys zoom and scroll."""
        return [self.query_one(BoardView)]

    def action_zoom(self, by: int) -> None:
        """Draw the squares larger or smaller."""
        for view in self.zoomed():
            view.zoom(by)

    def action_pan(self, x: int, y: int) -> None:
        """Scroll the boards."""
        for view in self.zoomed():
            view.scroll_relative(x=8 * x, y=4 * y, animate=False)

    def action_trail(self) -> None:
        """Draw paths in the next style, on this and all later screens."""
        styles = list(TrailAs)
        look = self.app.look
        self.app.look = replace(look, trail_as=styles[(styles.index(look.trail_as) + 1) % len(styles)])
        self.app.config.prefer(trail=self.app.look.trail_as)
        self.on_screen_resume()

    def on_screen_resume(self) -> None:
        """Draw paths in the style that was chosen last."""
        for view in self.query(BoardView):
            view.trail_as = self.app.look.trail_as
