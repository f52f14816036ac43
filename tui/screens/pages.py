"""Pages to turn: the parts of a step, or the answers that a search has collected, one at a time."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.widgets import Footer

from engine.frame import Page
from tui.look import plain
from tui.screens.dialog import ClosesOnce
from tui.screens.help import HelpScreen, declared, legend
from tui.widgets.board import BoardView
from tui.widgets.words import Words

if TYPE_CHECKING:
    from tui.app import Knightwatch


class PagesScreen(ClosesOnce[None]):
    """A board and a sentence, for one page after the other."""

    app: "Knightwatch"

    BINDINGS = [
        Binding("right,n,space", "turn(1)", "Next", key_display="→", tooltip="the next page (also n and space)"),
        Binding("left,b", "turn(-1)", "Back", key_display="←", tooltip="the page before (also b)"),
        Binding("home", "turn_to(0)", "First", show=False, tooltip="the first page"),
        Binding("end", "turn_to(-1)", "Last", show=False, tooltip="the last page"),
        Binding("z", "zoom(-1)", "Zoom in", show=False, tooltip="draw the squares larger"),
        Binding("Z", "zoom(1)", "Zoom out", show=False, tooltip="draw the squares smaller"),
        Binding("question_mark,f1", "help", "Help", key_display="?", tooltip="what is shown, and all keys"),
        Binding("d,g,q,escape", "dismiss", "Back to the search", key_display="q", tooltip="back to the search"),
    ]

    def __init__(self, pages: int, page: Callable[[int], Page], at: int = 0) -> None:
        """Show so many pages, made when they are turned to, one of them first."""
        super().__init__()
        self._pages = pages
        self._page = page
        self._at = at

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        with Horizontal(classes="title"):
            yield Words(id="problem")
        yield BoardView(self._page(self._at).board, self.app.look)
        yield Words(id="sentence")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Show the first page."""
        self.action_turn_to(self._at)

    def action_turn(self, by: int) -> None:
        """Turn pages on or back."""
        self.action_turn_to(min(max(self._at + by, 0), self._pages - 1))

    def action_turn_to(self, place: int) -> None:
        """Turn to a page; -1 is the last."""
        self._at = place % self._pages
        page = self._page(self._at)
        self.query_one("#problem", Words).show(f"{page.title}  (page {self._at + 1:,} of {self._pages:,})")
        self.query_one(BoardView).show(page.board)
        self.query_one("#sentence", Words).show(plain(page.sentence, self.app.look.ascii))

    def action_zoom(self, by: int) -> None:
        """Draw the board larger or smaller."""
        self.query_one(BoardView).zoom(by)

    def action_help(self) -> None:
        """Explain the screen."""
        board = self.query_one(BoardView).board
        words = (f"On the board: {', '.join(legend(board.marks, self.app.look.ascii, board.heat_name))}.",)
        self.app.push_screen(HelpScreen("Page by page", words, declared(self)))
