"""The screen of all shortest solutions of knights that change places: their number, and a list to replay."""

from functools import partial

from textual.app import ComposeResult
from textual.binding import Binding

from knightwatch.engine.swap.drawings.river import Crossing
from knightwatch.engine.swap.positions import replay
from knightwatch.engine.swap.problem import Moves
from knightwatch.engine.swap.questions.solutions import Solutions
from knightwatch.tui.screens.base.find import FIND, FindScreen
from knightwatch.tui.screens.base.inquiry import InquiryScreen
from knightwatch.tui.screens.swap.replay import ReplayScreen
from knightwatch.tui.widgets.table import TableView

LISTED = 1000
"""Solutions in the list."""


class SolutionsScreen(InquiryScreen[Solutions], FindScreen[None]):
    """A count and the first solutions. Each can be replayed."""

    puzzle_name = "swap"

    BINDINGS = [
        Binding(
            "enter",
            "replay",
            "Replay",
            key_display="enter",
            priority=True,
            tooltip="replay it (also a click)",
        ),
        FIND,
    ]

    def __init__(self, inquiry: Solutions, around: bool) -> None:
        """Show the solutions; in a replay, draw the graph around a ring if `around`."""
        how = "Two solutions are different if one of their moves differs, or the order of the moves."
        super().__init__(inquiry, f"{inquiry.problem.title()}: all shortest solutions", how)
        self._around = around

    def compose_body(self) -> ComposeResult:
        """Lay out the table."""
        yield TableView(self.app.look, "row")

    def on_mount(self) -> None:
        """Let the arrow keys choose a row. The base class starts the worker."""
        self.query_one(TableView).focus()

    def show(self) -> None:
        """Show the list, once all of it is known."""
        if self.complete:
            self.query_one(TableView).show(self.inquiry.table())

    def comment(self) -> str:
        """Return the number of solutions."""
        return f"{self.inquiry.headline()} {self._how}" if self.complete else self._how

    def progress_text(self) -> str:
        """Return the progress in words."""
        listed = len(self.inquiry.found)
        return f"{listed:,} listed" if self.complete else "Counting"

    def on_data_table_row_selected(self, event: TableView.RowSelected) -> None:
        """Replay the chosen solution."""
        if event.cursor_row >= len(self.inquiry.found):
            return
        solution, problem = self.inquiry.found[event.cursor_row], self.inquiry.problem
        positions = self.inquiry.positions
        texts = [problem.text(positions.letters(each)) for each in solution]
        river = Crossing(problem, texts).page if problem.moves is Moves.FILES else None
        page = partial(replay, positions, solution)
        self.app.push_screen(ReplayScreen(problem, len(solution), page, river, self._around))

    def action_replay(self) -> None:
        """Replay the solution under the cursor."""
        self.query_one(TableView).action_select_cursor()
