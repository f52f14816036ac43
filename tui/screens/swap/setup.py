"""Setting up knights that change places: start and goal side by side, with the cursor, the mouse or a text."""

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Static

from knightwatch.engine.byhand.setup import complaint
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Board, Figure
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.engine.swap.setup import Side, SwapSetup
from knightwatch.tui.screens.base.editor import LEAVING, EditorScreen
from knightwatch.tui.widgets.board.view import BoardView


class SwapSetupScreen(EditorScreen[SwapProblem]):
    """Start and goal."""

    how = (
        "b and w put a knight, space takes it away, x takes the square away; "
        "tab goes between start and goal, enter begins the search."
    )

    BINDINGS = [
        Binding(
            "b", "put('B')", "Black", tooltip="put a black knight here (a click goes from nothing to black to white)"
        ),
        Binding("w", "put('W')", "White", tooltip="put a white knight here"),
        Binding("space,full_stop", "put('.')", "Empty", key_display=".", tooltip="take the knight away (also space)"),
        Binding(
            "x,number_sign",
            "put('#')",
            "Hole",
            show=False,
            key_display="x",
            tooltip="take the square away (also # or a right click)",
        ),
        Binding("tab", "other", "Goal", tooltip="from the start to the goal, and back"),
        Binding("r", "resize(1,0)", "Row", show=False, key_display="r R", tooltip="a row more, a row fewer"),
        Binding("R", "resize(-1,0)", "Row fewer", show=False),
        Binding("f", "resize(0,1)", "File", show=False, key_display="f F", tooltip="a file more, a file fewer"),
        Binding("F", "resize(0,-1)", "File fewer", show=False),
        *LEAVING,
    ]

    _setup: SwapSetup

    def __init__(self, problem: SwapProblem, side: Side = Side.START, square: int = 0) -> None:
        self._side = side
        super().__init__("Start and goal; a text such as BBB/.../WWW can be pasted", SwapSetup(problem))
        self._cursor = divmod(square, problem.free.shape[1])

    def picture(self) -> ComposeResult:
        """Lay out start and goal."""
        for side in Side:
            with Vertical(classes="position"):
                yield Static(id=f"{side}-caption", classes="caption")
                yield BoardView(self._setup.board(side), self.app.look, signs=True, id=side)

    @property
    def view(self) -> BoardView:
        """The board with the cursor."""
        return self.query_one(f"#{self._side}", BoardView)

    def board(self) -> Board:
        """Return the position that is being set up."""
        return self._setup.board(self._side)

    def figures(self) -> tuple[Figure, ...]:
        """Return what stands where."""
        start, goal = (self._setup.draft.text(side) for side in Side)
        rows, cols = self.board().rows, self.board().cols
        return (
            Figure("black", f"{start.count('B')}, {goal.count('B')}", "black knights at the start, and at the goal"),
            Figure("white", f"{start.count('W')}, {goal.count('W')}", "white knights at the start, and at the goal"),
            Figure("r R rows", f"{rows}", "rows of the board; r adds one, R takes one away"),
            Figure("f F files", f"{cols}", "columns of the board; f adds one, F takes one away"),
        )

    def show(self, sentence: str) -> None:
        """Show both positions and what to say about them, and keep the cursor on the board."""
        super().show(sentence)
        if self.is_mounted:
            self._keep_cursor()

    def show_board(self, board: Board) -> None:
        """Show both positions, and which of them the cursor is on."""
        for side in Side:
            view, here = self.query_one(f"#{side}", BoardView), side is self._side
            view.show(board if here else self._setup.board(side))
            self.query_one(f"#{side}-caption", Static).update(f"> {side} <" if here else side)
            if not here:
                view.point_at(None)

    def _keep_cursor(self) -> None:
        """Point at the cursor's square, or at the nearest that a smaller board has."""
        board = self.board()
        self.move_to(min(self._cursor[0], board.rows - 1), min(self._cursor[1], board.cols - 1))

    def action_put(self, letter: str) -> None:
        """Put something on the square under the cursor."""
        self.show(self._setup.put(self._side, self.square, letter))

    def action_other(self) -> None:
        """Go to the other position."""
        self._side = Side.GOAL if self._side is Side.START else Side.START
        self.show(self._setup.describe())

    def action_resize(self, rows: int, cols: int) -> None:
        """Make the board larger or smaller."""
        self.show(self._setup.resize(rows, cols))

    def on_paste(self, event: events.Paste) -> None:
        """Take the position from the text."""
        self.show(self._setup.paste(self._side, event.text))

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        """Change the square that was clicked."""
        self._side = Side(event.view.id or "")
        self._cursor = event.row, event.col
        if event.button > 1:
            self.action_put("#")
        else:
            self.show(self._setup.cycle(self._side, self.square))

    def action_clear(self) -> None:
        """Take the knights off the start, or let the goal follow the start."""
        self.show(self._setup.clear(self._side))

    def action_apply(self) -> None:
        """Begin the search, if this can be asked; else say what is wrong."""
        try:
            self.dismiss(self._setup.problem())
        except BadInput as error:
            self.show(complaint(error))
