"""The editor of knights that change places: start and goal side by side."""

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
    """Edit start and goal with the cursor, the mouse or a pasted text."""

    how = (
        "b and w put a knight, space removes it, x removes the square; "
        "tab switches between start and goal, enter starts the search."
    )

    BINDINGS = [
        Binding("b", "put('B')", "Black", tooltip="put a black knight here (or click: black, white, empty in turn)"),
        Binding("w", "put('W')", "White", tooltip="put a white knight here"),
        Binding("space,full_stop", "put('.')", "Empty", key_display=".", tooltip="remove the knight (also space)"),
        Binding(
            "x,number_sign",
            "put('#')",
            "Hole",
            show=False,
            key_display="x",
            tooltip="remove the square (also # or a right click)",
        ),
        Binding("tab", "other", "Goal", tooltip="switch between start and goal"),
        Binding("r", "resize(1,0)", "Row", show=False, key_display="r R", tooltip="add a row, remove a row"),
        Binding("R", "resize(-1,0)", "Row fewer", show=False),
        Binding("f", "resize(0,1)", "File", show=False, key_display="f F", tooltip="add a column, remove a column"),
        Binding("F", "resize(0,-1)", "File fewer", show=False),
        *LEAVING,
    ]

    _setup: SwapSetup

    def __init__(self, problem: SwapProblem, side: Side = Side.START, square: int = 0) -> None:
        self._side = side
        super().__init__("Start and goal; you can paste a text such as BBB/.../WWW", SwapSetup(problem))
        self._cursor = divmod(square, problem.free.shape[1])

    def compose_board(self) -> ComposeResult:
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
        """Return the position with the cursor."""
        return self._setup.board(self._side)

    def figures(self) -> tuple[Figure, ...]:
        """Return the numbers of knights, rows and columns."""
        start, goal = (self._setup.draft.text(side) for side in Side)
        rows, cols = self.board().rows, self.board().cols
        return (
            Figure("black", f"{start.count('B')}, {goal.count('B')}", "black knights at the start, and at the goal"),
            Figure("white", f"{start.count('W')}, {goal.count('W')}", "white knights at the start, and at the goal"),
            Figure("r R rows", f"{rows}", "rows of the board; r adds one, R removes one"),
            Figure("f F columns", f"{cols}", "columns of the board; f adds one, F removes one"),
        )

    def show(self, sentence: str) -> None:
        """Show both positions and a sentence; keep the cursor on the board."""
        super().show(sentence)
        if self.is_mounted:
            self._keep_cursor()

    def show_board(self, board: Board) -> None:
        """Show both positions and mark the one with the cursor."""
        for side in Side:
            view, here = self.query_one(f"#{side}", BoardView), side is self._side
            view.show(board if here else self._setup.board(side))
            self.query_one(f"#{side}-caption", Static).update(f"> {side} <" if here else side)
            if not here:
                view.point_at(None)

    def _keep_cursor(self) -> None:
        """Keep the cursor's square, or move to the nearest one of a smaller board."""
        board = self.board()
        self.move_to(min(self._cursor[0], board.rows - 1), min(self._cursor[1], board.cols - 1))

    def action_put(self, letter: str) -> None:
        """Put a knight, nothing or a hole on the square under the cursor."""
        self.show(self._setup.put(self._side, self.square, letter))

    def action_other(self) -> None:
        """Switch to the other position."""
        self._side = Side.GOAL if self._side is Side.START else Side.START
        self.show(self._setup.describe())

    def action_resize(self, rows: int, cols: int) -> None:
        """Make the board larger or smaller."""
        self.show(self._setup.resize(rows, cols))

    def on_paste(self, event: events.Paste) -> None:
        """Replace the position by the pasted text."""
        self.show(self._setup.paste(self._side, event.text))

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        """Change the clicked square."""
        self._side = Side(event.view.id or "")
        self._cursor = event.row, event.col
        if event.button > 1:
            self.action_put("#")
        else:
            self.show(self._setup.cycle(self._side, self.square))

    def action_clear(self) -> None:
        """Empty the start, or reset the goal to its default."""
        self.show(self._setup.clear(self._side))

    def action_apply(self) -> None:
        """Start the search, or show what is wrong."""
        try:
            self.dismiss(self._setup.problem())
        except BadInput as error:
            self.show(complaint(error))
