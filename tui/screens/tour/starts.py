"""Tours from many starts on the screen: a map of all of them, and a table of ten by the published methods."""

from textual.app import ComposeResult

from engine.core.words import counted_noun
from engine.tour.questions.starts import LEGEND, MARKS, Availability, TenStarts
from tui.screens.base.inquiry import InquiryScreen
from tui.screens.base.zoom import ZOOM, ZoomScreen, pan
from tui.widgets.board.view import BoardView
from tui.widgets.table import TableView


class MapScreen(ZoomScreen[None], InquiryScreen[Availability]):
    """For each start, whether the solver finds a tour."""

    puzzle_name = "tour"

    BINDINGS = [
        *ZOOM,
        *pan("h,left", "l,right", "k,up", "j,down", "← ↓ ↑ →", "scroll (also h j k l)"),
    ]

    def __init__(self, inquiry: Availability) -> None:
        super().__init__(
            inquiry,
            f"{inquiry.problem.title()} by {inquiry.plan.solver.name}, from every start",
            f"How the search from each square ends: {', '.join(f'{m.sign} {m.name}' for m in MARKS.values())}.",
        )

    def parts(self) -> ComposeResult:
        """Lay out the map."""
        yield BoardView(self.inquiry.board(), self.app.look)

    def show(self) -> None:
        """Show the map."""
        self.query_one(BoardView).show(self.inquiry.board())

    def words(self) -> str:
        """Return the counts, with the signs that they are about."""
        found = self.inquiry.found()
        return ", ".join(f"{mark.sign} {found[status]:,} {mark.name}" for status, mark in MARKS.items()) + "."


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
