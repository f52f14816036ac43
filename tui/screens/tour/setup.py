"""Setting up a board for a tour: start and holes, with the cursor or the mouse."""

from textual.binding import Binding

from knightwatch.engine.core.frame import Board, Figure
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.setup import TourSetup
from knightwatch.tui.screens.base.cursor import with_key
from knightwatch.tui.screens.base.editor import LEAVING, EditorScreen
from knightwatch.tui.widgets.board.view import BoardView


class TourSetupScreen(EditorScreen[TourProblem]):
    """Start and holes of a tour."""

    how = "Space puts the start on a square or takes it away, x makes a hole or mends it; enter begins the search."

    BINDINGS = [
        Binding("space", "start", "Start", tooltip="begin the tour here, or anywhere (also a click)"),
        Binding("x", "hole", "Hole", tooltip="take the square away, or put it back (also a right click, or dragging)"),
        *LEAVING,
    ]

    _setup: TourSetup

    def __init__(self, problem: TourProblem, square: int = 0) -> None:
        super().__init__("Start and holes", TourSetup(problem))
        self._cursor = divmod(square, problem.cols)
        self._digging = True
        """Whether dragging makes holes, or mends them."""

    def board(self) -> Board:
        """Return the board as it is set up."""
        return self._setup.board()

    def figures(self) -> tuple[Figure, ...]:
        """Return what is asked for."""
        problem = self._setup.draft
        return (
            Figure("start", "any" if problem.first is None else problem.name(problem.first), "where the tour begins"),
            Figure("squares", f"{problem.squares:,}", "squares that are there"),
            Figure("tour", "closed" if problem.closed else "open", "whether it leads back"),
        )

    def action_start(self) -> None:
        """Begin on the square under the cursor."""
        hole = not self._setup.draft.free.flat[self.square]
        sentence = self._setup.start(self.square)
        self.show(with_key(sentence, "x mends it") if hole else sentence)

    def action_hole(self) -> None:
        """Take the square under the cursor away, or put it back."""
        self.show(self._setup.hole(self.square))

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        """Do with the square that was clicked what its button says."""
        self.move_to(event.row, event.col)
        if event.button > 1:
            self.action_hole()
        else:
            self.action_start()

    def on_board_view_dragged(self, event: BoardView.Dragged) -> None:
        """Make holes along the way of the mouse, or, where it began on one, mend them."""
        self.move_to(event.row, event.col)
        there = bool(self._setup.draft.free.flat[self.square])
        if event.first:
            self._digging = there
        if there is self._digging:
            self.action_hole()

    def action_clear(self) -> None:
        """Take away the start and all holes."""
        self.show(self._setup.clear())

    def action_apply(self) -> None:
        """Begin the search on this board."""
        self.dismiss(self._setup.problem())
