"""A board with a cursor: the base of playing by hand and of editing a board."""

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
from knightwatch.tui.screens.help import HelpScreen, commands_of, seen_legend
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
        tooltip="move the cursor (also k j h l, unless the screen uses them)",
    ),
    Binding("down,j", "move(1,0)", "Down", show=False),
    Binding("left,h", "move(0,-1)", "Left", show=False),
    Binding("right,l", "move(0,1)", "Right", show=False),
)
"""Keys of every board with a cursor."""

CHANGES = (
    Binding("u,backspace", "undo", "Undo", key_display="u", tooltip="undo the last change"),
    Binding("c", "clear", "Clear", tooltip="empty the board"),
    Binding("question_mark,f1", "help", "Help", key_display="?", tooltip="explain this screen and all keys"),
)
"""Keys that change the board, and help. A screen lists them after the keys that choose a square."""


def with_key(sentence: str, hint: str) -> str:
    """Append a hint about a key to a sentence."""
    return f"{sentence.removesuffix('.')}; {hint}."


class CursorScreen(ZoomScreen[Result], Generic[Result]):
    """A board on which the user chooses squares."""

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
        """Return the board to draw."""

    def figures(self) -> tuple[Figure, ...]:
        """Return the figures beside the board."""
        return ()

    def first_sentence(self) -> str:
        """Return the sentence to show before the first key."""
        return self._how

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield Static(self._title, classes="title", markup=False)
        with Horizontal(id="main"):
            yield from self.compose_board()
            with Vertical(id="side"):
                yield Figures()
                yield Words(id="legend")
        yield Words(id="sentence")
        yield Keys()

    def compose_board(self) -> ComposeResult:
        """Lay out the board."""
        yield BoardView(self.board(), self.app.look, signs=True)

    @property
    def view(self) -> BoardView:
        """The board with the cursor."""
        return self.query_one(BoardView)

    def zoomed(self) -> Iterable[BoardView]:
        """Return the board with the cursor."""
        return [self.view]

    def on_mount(self) -> None:
        """Show the board, the first sentence and the cursor."""
        self.show(self.first_sentence())
        self.call_after_refresh(self.move_to, *self._cursor)

    def show(self, sentence: str) -> None:
        """Show the board, its figures and a sentence."""
        self.show_board(self.board())
        self.query_one(Figures).show(self.figures())
        self.query_one("#sentence", Words).show(sentence)

    def show_board(self, board: Board) -> None:
        """Show the board and the legend of its marks."""
        self.view.show(board)
        self.query_one("#legend", Words).show("\n".join(seen_legend(board, self.app.look.ascii)))

    def move_to(self, row: int, col: int) -> None:
        """Put the cursor on a square; beyond an edge it enters again on the opposite side."""
        board = self.board()
        self._cursor = row % board.rows, col % board.cols
        self.view.point(*self._cursor)

    @property
    def square(self) -> int:
        """The number of the square under the cursor."""
        return self._cursor[0] * self.board().cols + self._cursor[1]

    def action_move(self, rows: int, cols: int) -> None:
        """Move the cursor."""
        self.move_to(self._cursor[0] + rows, self._cursor[1] + cols)

    @abstractmethod
    def action_undo(self) -> None:
        """Undo the last change."""

    @abstractmethod
    def action_clear(self) -> None:
        """Empty the board."""

    def action_help(self) -> None:
        """Explain the screen."""
        signs = ", ".join(seen_legend(self.board(), self.app.look.ascii))
        paragraphs = (self._how, f"On the board: {signs}.") if signs else (self._how,)
        self.app.push_screen(HelpScreen(self._title, paragraphs, commands_of(self)))
