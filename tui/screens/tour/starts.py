"""The screens of many starts: a map of all squares, and a table of ten squares by the published methods."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.widgets import Static

from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.questions.starts import MARKS, Availability
from knightwatch.engine.tour.questions.ten import LEGEND, TenStarts
from knightwatch.tui.screens.base.cursor import MOVES
from knightwatch.tui.screens.base.find import FIND, FindScreen
from knightwatch.tui.screens.base.inquiry import InquiryScreen
from knightwatch.tui.screens.base.zoom import ZOOM, ZoomScreen
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.table import TableView
from knightwatch.tui.widgets.words import Words

COLUMNS = "First column: the rule alone; the others: backtracking in this order."
"""The columns of the table of ten starts."""


class MapScreen(ZoomScreen[None], InquiryScreen[Availability]):
    """A map: does the solver find a tour from each square? Each run can be opened."""

    puzzle_name = "tour"

    BINDINGS = [
        Binding("enter", "open", "Open", key_display="enter", tooltip="watch the run from this square (also a click)"),
        *MOVES,
        *ZOOM,
    ]

    def __init__(self, inquiry: Availability) -> None:
        results = ", ".join(f"{mark.sign} {mark.name}" for mark in inquiry.marks().values())
        super().__init__(
            inquiry,
            f"{inquiry.problem.title()} by {inquiry.plan.solver.name}, from every start",
            f"The result of the search from each square: {results}.",
        )
        first = inquiry.plan.problem.first if isinstance(inquiry.plan.problem, TourProblem) else None
        self._square = first or 0

    def compose_heading(self) -> ComposeResult:
        """Lay out the title, and beside it the result of the square under the cursor."""
        with Horizontal(classes="title"):
            yield Static(self._title, id="problem", markup=False)
            yield Words(id="state")

    def compose_body(self) -> ComposeResult:
        """Lay out the map."""
        yield BoardView(self.inquiry.board(), self.app.look)

    def on_mount(self) -> None:
        """Show the cursor. The base class starts the worker."""
        self.call_after_refresh(self._move_to, self._square)

    def show(self) -> None:
        """Show the map."""
        self.query_one(BoardView).show(self.inquiry.board())
        self.query_one("#state", Words).show(self._square_text())

    def comment(self) -> str:
        """Return how many squares have each result, and why there is no tour from the square under the cursor."""
        counts, trial = self.inquiry.found(), self.inquiry.trial_from(self._square)
        marks = self.inquiry.marks().items()
        results = ", ".join(f"{mark.sign} {mark.name}: {counts[status]:,}" for status, mark in marks)
        why = f" {self.inquiry.problem.name(self._square)}: {trial.reason}." if trial and trial.reason else ""
        return f"{results}.{why}"

    def _square_text(self) -> str:
        """Return the result of the square under the cursor."""
        name, trial = self.inquiry.problem.name(self._square), self.inquiry.trial_from(self._square)
        if not self.inquiry.problem.free.flat[self._square]:
            return f"{name} is a hole"
        if trial is None:
            return f"{name} is not tried yet"
        return f"{name}: {MARKS[trial.status].name}, {counted_noun(trial.states, self.inquiry.plan.solver.unit)}"

    def action_move(self, rows: int, cols: int) -> None:
        """Move the cursor; beyond an edge it enters again on the opposite side."""
        problem = self.inquiry.problem
        row, col = divmod(self._square, problem.cols)
        self._move_to((row + rows) % problem.rows * problem.cols + (col + cols) % problem.cols)

    def _move_to(self, square: int) -> None:
        self._square = square
        self.query_one(BoardView).point_at(square)
        self._show()

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        """Open the run from the clicked square."""
        self._move_to(event.row * self.inquiry.problem.cols + event.col)
        self.action_open()

    def action_open(self) -> None:
        """Open the run from the square under the cursor; leaving it comes back to this map."""
        if self.inquiry.problem.free.flat[self._square]:
            self.app.opener.open(self.inquiry.run_from(self._square))
        else:
            self.notify("No tour starts in a hole.")


class TenScreen(InquiryScreen[TenStarts], FindScreen[None]):
    """Ten random starts by the four published methods. Each run can be opened."""

    puzzle_name = "tour"

    BINDINGS = [
        Binding(
            "enter",
            "open",
            "Open",
            key_display="enter",
            priority=True,
            tooltip="watch the run of this cell (also a click)",
        ),
        FIND,
    ]

    def __init__(self, inquiry: TenStarts) -> None:
        starts = counted_noun(len(inquiry.starts), "random start")
        super().__init__(inquiry, f"{inquiry.problem.title()}, {starts}", f"{LEGEND} {COLUMNS}")

    def compose_body(self) -> ComposeResult:
        """Lay out the table."""
        yield TableView(self.app.look, "cell")

    def on_mount(self) -> None:
        """Let the arrow keys choose a cell. The base class starts the worker."""
        table = self.query_one(TableView)
        table.focus()
        self.call_after_refresh(table.move_cursor, column=1)

    def on_data_table_cell_selected(self, event: TableView.CellSelected) -> None:
        """Open the run of the chosen cell; leaving it comes back to this table."""
        row, column = event.coordinate
        methods = list(self.inquiry.methods)
        if row < len(self.inquiry.starts):
            self.app.opener.open(self.inquiry.run_of(row, methods[max(0, column - 1)]))

    def action_open(self) -> None:
        """Open the run of the cell under the cursor."""
        self.query_one(TableView).action_select_cursor()

    def show(self) -> None:
        """Show the finished cells."""
        head, *rows = self.inquiry.table()
        self.query_one(TableView).show([[name.replace("backtrack ", "order ") for name in head], *rows])
