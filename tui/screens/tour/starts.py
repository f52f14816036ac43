"""Tours from many starts on the screen: a map of all of them, and a table of ten by the published methods."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.widgets import Static

from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.questions.starts import LEGEND, MARKS, Availability, TenStarts
from knightwatch.tui.screens.base.cursor import MOVES
from knightwatch.tui.screens.base.inquiry import InquiryScreen
from knightwatch.tui.screens.base.zoom import ZOOM, ZoomScreen
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.table import TableView
from knightwatch.tui.widgets.words import Words


class MapScreen(ZoomScreen[None], InquiryScreen[Availability]):
    """For each start, whether the solver finds a tour; the run from each can be opened."""

    puzzle_name = "tour"

    BINDINGS = [
        Binding("enter", "open", "Open", key_display="enter", tooltip="watch the run from this square (also a click)"),
        *MOVES,
        *ZOOM,
    ]

    def __init__(self, inquiry: Availability) -> None:
        super().__init__(
            inquiry,
            f"{inquiry.problem.title()} by {inquiry.plan.solver.name}, from every start",
            f"How the search from each square ends: {', '.join(f'{m.sign} {m.name}' for m in MARKS.values())}.",
        )
        first = inquiry.plan.problem.first if isinstance(inquiry.plan.problem, TourProblem) else None
        self._square = first or 0

    def heading(self) -> ComposeResult:
        """Lay out the title, and beside it what is known of the square under the cursor."""
        with Horizontal(classes="title"):
            yield Static(self._title, id="problem", markup=False)
            yield Words(id="state")

    def parts(self) -> ComposeResult:
        """Lay out the map."""
        yield BoardView(self.inquiry.board(), self.app.look)

    def on_mount(self) -> None:
        """Put the cursor on the first square; the base begins to ask."""
        self.call_after_refresh(self._move_to, self._square)

    def show(self) -> None:
        """Show the map."""
        self.query_one(BoardView).show(self.inquiry.board())
        self.query_one("#state", Words).show(self._told())

    def words(self) -> str:
        """Return the counts, with the signs that they are about."""
        found = self.inquiry.found()
        return ", ".join(f"{mark.sign} {found[status]:,} {mark.name}" for status, mark in MARKS.items()) + "."

    def _told(self) -> str:
        """Say what is known of the square under the cursor."""
        name, trial = self.inquiry.problem.name(self._square), self.inquiry.trial_from(self._square)
        if not self.inquiry.problem.free.flat[self._square]:
            return f"{name} is a hole"
        if trial is None:
            return f"{name} is still to be tried"
        return f"{name}: {MARKS[trial.status].name}, {counted_noun(trial.states, self.inquiry.plan.solver.unit)}"

    def action_move(self, rows: int, cols: int) -> None:
        """Move the cursor, around the board's edges too."""
        problem = self.inquiry.problem
        row, col = divmod(self._square, problem.cols)
        self._move_to((row + rows) % problem.rows * problem.cols + (col + cols) % problem.cols)

    def _move_to(self, square: int) -> None:
        self._square = square
        self.query_one(BoardView).point_at(square)
        self._show()

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        """Watch the run from the square that was clicked."""
        self._move_to(event.row * self.inquiry.problem.cols + event.col)
        self.action_open()

    def action_open(self) -> None:
        """Watch the run from the square under the cursor; this map is there again when it is left."""
        if self.inquiry.problem.free.flat[self._square]:
            self.app.opener.open(self.inquiry.run_from(self._square))
        else:
            self.notify("No tour begins in a hole.")


class TenScreen(InquiryScreen[TenStarts]):
    """Ten random starts by the four published methods."""

    puzzle_name = "tour"

    def __init__(self, inquiry: TenStarts) -> None:
        starts = counted_noun(len(inquiry.starts), "random start")
        super().__init__(inquiry, f"{inquiry.problem.title()}, {starts}", LEGEND)

    def parts(self) -> ComposeResult:
        """Lay out the table."""
        yield TableView(self.app.look)

    def show(self) -> None:
        """Fill the table as far as it is known."""
        head, *rows = self.inquiry.table()
        self.query_one(TableView).show([[name.replace("backtrack ", "back. ") for name in head], *rows])
