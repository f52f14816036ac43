"""The screen that repeats the published table of knights that change places, with a chart of the time."""

from textual.app import ComposeResult
from textual.containers import Container, Vertical

from knightwatch.engine.swap.questions.table import LEGEND, SwapTable
from knightwatch.tui.screens.base.laboratory import LaboratoryScreen
from knightwatch.tui.widgets.chart import Chart
from knightwatch.tui.widgets.table import TableView
from knightwatch.tui.widgets.words import Words


class SwapTableScreen(LaboratoryScreen[SwapTable]):
    """Nine rows: the published seconds beside ours."""

    puzzle_name = "swap"

    def __init__(self, inquiry: SwapTable) -> None:
        super().__init__(inquiry, inquiry.title(), " ".join(LEGEND.split()))

    def compose_body(self) -> ComposeResult:
        """Lay out the table and the chart."""
        with Container(id="sweep"):
            yield TableView(self.app.look)
            with Vertical(id="curves"):
                yield Words(id="measure")
                yield Chart(self.app.look)

    def show(self) -> None:
        """Show the finished rows and the chart."""
        self.query_one(TableView).show(self.inquiry.table())
        self.draw(self.inquiry.diagram(), at_once=self.complete)
