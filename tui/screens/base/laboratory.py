"""The base of laboratory screens: an inquiry with a table and a chart, and a hook that frees its resources."""

from collections.abc import Callable

from textual.binding import Binding

from knightwatch.engine.core.inquiry import Diagram
from knightwatch.tui.look import to_ascii
from knightwatch.tui.screens.base.inquiry import InquiryScreen, Q
from knightwatch.tui.screens.base.views import next_view
from knightwatch.tui.widgets.chart import Chart
from knightwatch.tui.widgets.table import Rows
from knightwatch.tui.widgets.words import Words


class LaboratoryScreen(InquiryScreen[Q]):
    """An inquiry with a table and a chart."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-normal"), (120, "-wide")]

    BINDINGS = [
        # Priority: the table binds these keys too, and would hide them from the footer.
        Binding(
            "right",
            "columns(1)",
            "Columns",
            key_display="← →",
            priority=True,
            tooltip="scroll a wide table by a column",
        ),
        Binding("left", "columns(-1)", "Columns", show=False, priority=True),
        Binding("v", "fold", "View", show=False, tooltip="show table and chart, only the table, only the chart"),
    ]

    def __init__(self, inquiry: Q, title: str, how: str, leave: Callable[[], None] | None = None) -> None:
        """Show an inquiry; the worker calls `leave` when it ends."""
        super().__init__(inquiry, title, how)
        self._leave = leave

    def _work(self) -> None:
        try:
            super()._work()
        finally:
            if self._leave:
                self._leave()

    def draw(self, diagram: Diagram, at_once: bool) -> None:
        """Draw a diagram with its title above."""
        self.query_one("#measure", Words).show(to_ascii(diagram.title, self.app.look.ascii))
        self.query_one(Chart).show_diagram(diagram, at_once)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer other columns only if the table has the focus and does not fit."""
        if action == "columns":
            return any(table.has_focus and table.is_wide for table in self.query(Rows))
        return super().check_action(action, parameters)

    def action_columns(self, by: int) -> None:
        """Scroll the table by a column."""
        self.query_one(Rows).scroll_columns(by)

    def action_fold(self) -> None:
        """Show table and chart, only the table, only the chart, in turn."""
        # A narrow screen shows only the table at first.
        next_view(self, ["-chart-only"] if self.has_class("-narrow") else ["-table-only", "-chart-only"])


def pace(done: int, total: int, rate: float) -> str:
    """Return runs per second and the time left, or an empty text if the rate is unknown."""
    if not rate or done == total:
        return ""
    return f"{rate:.3g} runs per second, {time_left((total - done) / rate)}. "


def time_left(seconds: float) -> str:
    """Return a duration in words, such as `about 5 min left`."""
    if seconds < 90:
        return f"about {max(1, round(seconds))} s left"
    if seconds < 5400:
        return f"about {round(seconds / 60)} min left"
    return f"about {seconds / 3600:.1f} h left"
