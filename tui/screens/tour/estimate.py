"""The screen that estimates the number of tours: the last probe, and a chart of the estimate."""

from textual.app import ComposeResult
from textual.containers import Container, Vertical, VerticalScroll

from knightwatch.engine.boards import square_name
from knightwatch.engine.tour.questions.estimate import Estimate
from knightwatch.tui.look import to_ascii
from knightwatch.tui.screens.base.inquiry import InquiryScreen
from knightwatch.tui.screens.base.laboratory import time_left
from knightwatch.tui.screens.base.zoom import ZOOM, ZoomScreen, pan
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.chart import Chart
from knightwatch.tui.widgets.words import Words


class EstimateScreen(ZoomScreen[None], InquiryScreen[Estimate]):
    """Estimate the number of tours with random probes."""

    puzzle_name = "tour"

    DEFAULT_CSS = """
    EstimateScreen {
        #estimating { height: 1fr; layout: horizontal; }
        #estimating BoardView { width: 1fr; }
        #numbers { display: none; width: 1fr; padding: 0 1; scrollbar-size: 1 1; }
        #numbers-words { width: 100%; }
        #course { width: 1fr; padding: 0 1; }
        &.-narrow #course { display: none; }
        &.-answered BoardView { display: none; }
        &.-answered #numbers { display: block; }
    }
    """

    BINDINGS = [
        *ZOOM,
        *pan("h,left", "l,right", "k,up", "j,down", "← ↓ ↑ →", "scroll (also h j k l)"),
    ]

    def __init__(self, inquiry: Estimate) -> None:
        rows, cols = inquiry.free.shape
        row, col = divmod(inquiry.start or 0, cols)
        first = "any square" if inquiry.start is None else square_name(row, col, rows)
        which = "Closed tours" if inquiry.closed else f"Open tours from {first}"
        super().__init__(
            inquiry,
            f"{which} of {rows} x {cols}, estimated with random probes",
            "A probe is a random walk that ends as a tour or in a dead end. A less likely tour counts more.",
        )

    def compose_body(self) -> ComposeResult:
        """Lay out the last probe, the chart, and the results, which are hidden at first."""
        with Container(id="estimating"):
            yield BoardView(self.inquiry.probed(), self.app.look)
            with VerticalScroll(id="numbers"):
                yield Words(id="numbers-words")
            with Vertical(id="course"):
                yield Words(id="measure")
                yield Chart(self.app.look)

    def show(self) -> None:
        """Show the last probe or, at the end, the results; and the chart."""
        inquiry, ascii_only = self.inquiry, self.app.look.ascii
        self.set_class(self.complete, "-answered")
        if self.complete:
            self.query_one("#numbers-words", Words).show(to_ascii(inquiry.text(), ascii_only))
        else:
            self.query_one(BoardView).show(inquiry.probed())
        if diagram := inquiry.course():
            self.query_one("#measure", Words).show(to_ascii(diagram.title, ascii_only))
            self.query_one(Chart).show_diagram(diagram, self.complete)

    def action_pan(self, x: int, y: int) -> None:
        """Scroll the board or, at the end, the results."""
        if self.complete:
            self.query_one("#numbers").scroll_relative(y=y, animate=False)
        else:
            super().action_pan(x, y)

    def comment(self) -> str:
        """Return the estimate so far, the time left, and the method."""
        if self.complete:
            return self._how
        left = self.inquiry.seconds_left()
        sentences = (self.inquiry.so_far() if self.inquiry.done else "", "" if left is None else f"{time_left(left)}.")
        return " ".join([*(each[:1].upper() + each[1:] for each in sentences if each), self._how])
