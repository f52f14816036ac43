"""Boards with a cursor: what playing by hand and setting up a board have in common."""

from abc import abstractmethod
from collections.abc import Iterable
from typing import Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from knightwatch.engine.core.frame import Board, Figure
from knightwatch.tui.screens.base.program import Program
from knightwatch.tui.screens.base.zoom import ZOOM, ZoomScreen
from knightwatch.tui.screens.help import HelpScreen, commands_of
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.figures import Figures
from knightwatch.tui.widgets.footer import Keys
from knightwatch.tui.widgets.words import Words

Result = TypeVar("Result")

MOVES = (
    Binding(
        "up,k",
        "move(-1,0)",
        "Up",
        show=False,
        key_display="↑ ↓ ← →",
        tooltip="move the cursor (also k j h l, where they do nothing else)",
    ),
    Binding("down,j", "move(1,0)", "Down", show=False),
    Binding("left,h", "move(0,-1)", "Left", show=False),
    Binding("right,l", "move(0,1)", "Right", show=False),
)
"""Keys of every board with a cursor."""

CHANGES = (
    Binding("u,backspace", "undo", "Undo", key_display="u", tooltip="take the last change back"),
    Binding("c", "clear", "Clear", tooltip="empty the board"),
    Binding("question_mark,f1", "help", "Help", key_display="?", tooltip="what is shown, and all keys"),
)
"""Keys of every such screen, to be listed after those that choose a square."""


def with_key(sentence: str, words: str) -> str:
    """Return a sentence that goes on with what a key does."""
    return f"{sentence.removesuffix('.')}; {words}."


class CursorScreen(ZoomScreen[Result], Generic[Result]):
    """A board on which a person chooses squares."""

    app: Program

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-normal")]

    BINDINGS = [*MOVES, *ZOOM]

    def __init__(self, title: str, how: str) -> None:
        super().__init__()
        self._title = title
        self._how = how
        self._cursor = (0, 0)

    @abstractmethod
    def board(self) -> Board:
        """Return what stands on the board."""

    def figures(self) -> tuple[Figure, ...]:
        """Return what can be counted on the board."""
        return ()

    def first_words(self) -> str:
        """Return what to say before anything is done."""
        return self._how

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield Static(self._title, classes="title", markup=False)
        with Horizontal(id="main"):
            yield from self.picture()
            with Vertical(id="side"):
                yield Figures()
        yield Words(id="sentence")
        yield Keys()

    def picture(self) -> ComposeResult:
        """Lay out what shows the board."""
        yield BoardView(self.board(), self.app.look, signs=True)

    @property
    def view(self) -> BoardView:
        """The board with the cursor."""
        return self.query_one(BoardView)

    def zoomed(self) -> Iterable[BoardView]:
        """Return the board with the cursor."""
        return [self.view]

    def on_mount(self) -> None:
        """Show the position and the cursor."""
        self.show(self.first_words())
        self.call_after_refresh(self.move_to, *self._cursor)

    def show(self, sentence: str) -> None:
        """Show the board and what to say about it."""
        self.show_board(self.board())
        self.query_one(Figures).show(self.figures())
        self.query_one("#sentence", Words).show(sentence)

    def show_board(self, board: Board) -> None:
        """Show the board."""
        self.view.show(board)

    def move_to(self, row: int, col: int) -> None:
        """Put the cursor on a square, around the board's edges too."""
        board = self.board()
        self._cursor = row % board.rows, col % board.cols
        self.view.point(*self._cursor)

    @property
    def square(self) -> int:
        """The square under the cursor."""
        return self._cursor[0] * self.board().cols + self._cursor[1]

    def action_move(self, rows: int, cols: int) -> None:
        """Move the cursor."""
        self.move_to(self._cursor[0] + rows, self._cursor[1] + cols)

    @abstractmethod
    def action_undo(self) -> None:
        """Take the last change back."""

    @abstractmethod
    def action_clear(self) -> None:
        """Empty the board."""

    def action_help(self) -> None:
        """Explain the screen."""
        self.app.push_screen(HelpScreen(self._title, (self._how,), commands_of(self)))
