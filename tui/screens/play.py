"""Playing by hand: a cursor on the board, and the same marks as in a search."""

from typing import Any

from textual.binding import Binding

from engine.frame import Board, Figure
from engine.play import Play
from tui.screens.cursor import CHANGES, CursorScreen
from tui.widgets.board import BoardView


class PlayScreen(CursorScreen[None]):
    """A board that a person plays on."""

    BINDINGS = [
        Binding("space,enter", "choose", "Choose", key_display="space", tooltip="choose the square under the cursor"),
        *CHANGES,
        Binding("p,q,escape", "app.pop_screen", "Back to the search", key_display="p", tooltip="back to the search"),
    ]

    def __init__(self, play: Play[Any]) -> None:
        super().__init__(f"{play.problem.title()}, by hand", play.how)
        self._play = play
        self._cursor = play.at()

    def board(self) -> Board:
        """Return the position."""
        return self._play.board()

    def figures(self) -> tuple[Figure, ...]:
        """Return what can be counted."""
        return self._play.figures()

    def action_choose(self) -> None:
        """Choose the square under the cursor."""
        self.show(self._play.choose(*self._cursor))

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        """Choose the square that was clicked."""
        self.move_to(event.row, event.col)
        self.action_choose()

    def action_undo(self) -> None:
        """Take the last change back."""
        self.show(self._play.undo())

    def action_clear(self) -> None:
        """Empty the board."""
        self.show(self._play.clear())
