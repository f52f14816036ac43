"""Playing by hand: a cursor on the board, and the same marks as in a search."""

from typing import TYPE_CHECKING, Any

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, Static

from engine.play import Play
from tui.screens.help import HelpScreen, declared
from tui.widgets.board import BoardView
from tui.widgets.figures import Figures
from tui.widgets.words import Words

if TYPE_CHECKING:
    from tui.app import Knightwatch


class PlayScreen(Screen[None]):
    """A board that a person plays on."""

    app: "Knightwatch"

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-normal")]

    BINDINGS = [
        Binding(
            "up,k", "move(-1,0)", "Up", show=False, key_display="↑ ↓ ← →", tooltip="move the cursor (also k j h l)"
        ),
        Binding("down,j", "move(1,0)", "Down", show=False),
        Binding("left,h", "move(0,-1)", "Left", show=False),
        Binding("right,l", "move(0,1)", "Right", show=False),
        Binding("space,enter", "choose", "Choose", key_display="space", tooltip="choose the square under the cursor"),
        Binding("u,backspace", "undo", "Undo", key_display="u", tooltip="take the last change back"),
        Binding("c", "clear", "Clear", tooltip="empty the board"),
        Binding("z", "zoom(-1)", "Zoom in", show=False, tooltip="draw the squares larger"),
        Binding("Z", "zoom(1)", "Zoom out", show=False, tooltip="draw the squares smaller"),
        Binding("question_mark,f1", "help", "Help", key_display="?", tooltip="what is shown, and all keys"),
        Binding("p,q,escape", "app.pop_screen", "Back to the search", key_display="p", tooltip="back to the search"),
    ]

    def __init__(self, play: Play[Any]) -> None:
        super().__init__()
        self._play = play
        self._cursor = (0, 0)

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield Static(f"{self._play.problem.title()}, by hand", classes="title")
        with Horizontal(id="main"):
            yield BoardView(self._play.board(), self.app.look, signs=True)
            with Vertical(id="side"):
                yield Figures()
        yield Words(id="sentence")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Show the position and the cursor."""
        self._show(self._play.how)
        self.call_after_refresh(self._move_to, 0, 0)

    def _show(self, sentence: str) -> None:
        self.query_one(BoardView).show(self._play.board())
        self.query_one(Figures).show(self._play.figures())
        self.query_one("#sentence", Words).show(sentence)

    def _move_to(self, row: int, col: int) -> None:
        board = self._play.problem.board()
        self._cursor = row % board.rows, col % board.cols
        self.query_one(BoardView).point(*self._cursor)

    def action_move(self, rows: int, cols: int) -> None:
        """Move the cursor, around the board's edges too."""
        self._move_to(self._cursor[0] + rows, self._cursor[1] + cols)

    def action_choose(self) -> None:
        """Choose the square under the cursor."""
        self._show(self._play.choose(*self._cursor))

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        """Choose the square that was clicked."""
        self._move_to(event.row, event.col)
        self.action_choose()

    def action_undo(self) -> None:
        """Take the last change back."""
        self._show(self._play.undo())

    def action_clear(self) -> None:
        """Empty the board."""
        self._show(self._play.clear())

    def action_zoom(self, by: int) -> None:
        """Draw the board larger or smaller."""
        self.query_one(BoardView).zoom(by)

    def action_help(self) -> None:
        """Explain the screen."""
        self.app.push_screen(HelpScreen("By hand", (self._play.how,), declared(self)))
