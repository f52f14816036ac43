"""The editor of a tour's board: start and holes."""

from textual.binding import Binding

from knightwatch.engine.core.frame import Board, Figure
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.setup import TourSetup
from knightwatch.tui.screens.base.cursor import with_key
from knightwatch.tui.screens.base.editor import LEAVING, EditorScreen
from knightwatch.tui.widgets.board.view import BoardView


class TourSetupScreen(EditorScreen[TourProblem]):
    """Edit start and holes with the cursor or the mouse."""

    how = "Space sets or clears the start, x makes or fills a hole; enter starts the search."

    BINDINGS = [
        Binding("space", "start", "Start", tooltip="start the tour here, or anywhere (also a click)"),
        Binding("x", "hole", "Hole", tooltip="make or fill a hole (also a right click, or dragging)"),
        *LEAVING,
    ]

    _setup: TourSetup

    def __init__(self, problem: TourProblem, square: int = 0) -> None:
        super().__init__("Start and holes", TourSetup(problem))
        self._cursor = divmod(square, problem.cols)
        self._digging = True
        """Whether dragging makes holes or fills them."""

    def board(self) -> Board:
        """Return the edited board."""
        return self._setup.board()

    def figures(self) -> tuple[Figure, ...]:
        """Return start, number of squares and kind of tour."""
        problem = self._setup.draft
        return (
            Figure("start", "any" if problem.first is None else problem.name(problem.first), "where the tour starts"),
            Figure("squares", f"{problem.squares:,}", "squares without the holes"),
            Figure("tour", "closed" if problem.closed else "open", "closed: the last move leads back to the start"),
        )

    def action_start(self) -> None:
        """Set the start to the square under the cursor, or clear it."""
        hole = not self._setup.draft.free.flat[self.square]
        sentence = self._setup.start(self.square)
        self.show(with_key(sentence, "x fills it") if hole else sentence)

    def action_hole(self) -> None:
        """Make or fill a hole under the cursor."""
        self.show(self._setup.hole(self.square))

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        """Set the start; with another mouse button, make or fill a hole."""
        self.move_to(event.row, event.col)
        if event.button > 1:
            self.action_hole()
        else:
            self.action_start()

    def on_board_view_dragged(self, event: BoardView.Dragged) -> None:
        """Make holes along the path of the mouse, or fill them if it started on a hole."""
        self.move_to(event.row, event.col)
        is_free = bool(self._setup.draft.free.flat[self.square])
        if event.first:
            self._digging = is_free
        if is_free is self._digging:
            self.action_hole()

    def action_clear(self) -> None:
        """Remove the start and all holes."""
        self.show(self._setup.clear())

    def action_apply(self) -> None:
        """Start the search on this board."""
        self.dismiss(self._setup.problem())
