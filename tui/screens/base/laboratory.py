"""What the screens of the laboratory share: a table with a chart, and somewhere to run things that has to be left."""

from collections.abc import Callable

from textual.binding import Binding

from knightwatch.engine.core.inquiry import Diagram
from knightwatch.tui.look import to_ascii
from knightwatch.tui.screens.base.inquiry import InquiryScreen, Q
from knightwatch.tui.screens.base.views import next_view
from knightwatch.tui.widgets.chart import Chart
from knightwatch.tui.widgets.words import Words


class LaboratoryScreen(InquiryScreen[Q]):
    """An inquiry that runs elsewhere, as a table and a chart."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-normal"), (120, "-wide")]

    BINDINGS = [Binding("v", "fold", "View", show=False, tooltip="table and chart, table alone, chart alone")]

    def __init__(self, inquiry: Q, title: str, how: str, leave: Callable[[], None] | None = None) -> None:
        """Show an inquiry; `leave` is called when nothing is done here any more."""
        super().__init__(inquiry, title, how)
        self._leave = leave

    def _work(self) -> None:
        try:
            super()._work()
        finally:
            if self._leave:
                self._leave()

    def draw(self, diagram: Diagram, at_once: bool) -> None:
        """Draw a diagram, with what it shows above it."""
        self.query_one("#measure", Words).show(to_ascii(diagram.title, self.app.look.ascii))
        self.query_one(Chart).show_diagram(diagram, at_once)

    def action_fold(self) -> None:
        """Show table and chart, the table alone, the chart alone, in turn."""
        # A narrow screen has no room for both.
        next_view(self, ["-chart-only"] if self.has_class("-narrow") else ["-table-only", "-chart-only"])


def pace(done: int, total: int, rate: float) -> str:
    """Say how fast runs are done, and how long the rest will take; nothing where that is not known."""
    if not rate or done == total:
        return ""
    return f"{rate:.3g} runs a second, {time_left((total - done) / rate)}. "


def time_left(seconds: float) -> str:
    """Say how long something will take."""
    if seconds < 90:
        return f"about {max(1, round(seconds))} s left"
    if seconds < 5400:
        return f"about {round(seconds / 60)} min left"
    return f"about {seconds / 3600:.1f} h left"
