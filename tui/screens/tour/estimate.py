"""Estimating on the screen: the last probe, and the estimate with its interval as it settles down."""

from textual.app import ComposeResult
from textual.containers import Container, Vertical, VerticalScroll

from knightwatch.engine.tour.questions.estimate import Estimate
from knightwatch.tui.look import to_ascii
from knightwatch.tui.screens.base.inquiry import InquiryScreen
from knightwatch.tui.screens.base.laboratory import time_left
from knightwatch.tui.screens.base.zoom import ZOOM, ZoomScreen, pan
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.chart import Chart
from knightwatch.tui.widgets.words import Words


class EstimateScreen(ZoomScreen[None], InquiryScreen[Estimate]):
    """About how many tours there are, by more and more probes."""

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
        super().__init__(
            inquiry,
            f"Tours of {rows} x {cols}, estimated by probing",
            "A probe goes from square to square at random until it is a tour or is stuck; a tour counts as much as it "
            "was unlikely.",
        )

    def parts(self) -> ComposeResult:
        """Lay out the last probe, the course of the estimate, and the numbers for when all probes are made."""
        with Container(id="estimating"):
            yield BoardView(self.inquiry.probed(), self.app.look)
            with VerticalScroll(id="numbers"):
                yield Words(id="numbers-words")
            with Vertical(id="course"):
                yield Words(id="measure")
                yield Chart(self.app.look)

    def show(self) -> None:
        """Show the last probe and the course so far, and at last the numbers."""
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
        """Scroll the board, or the numbers once they are there."""
        if self.complete:
            self.query_one("#numbers").scroll_relative(y=y, animate=False)
        else:
            super().action_pan(x, y)

    def words(self) -> str:
        """Return the estimate so far, the time left, and how it is made."""
        if self.complete:
            return self._how
        left = self.inquiry.seconds_left()
        told = (self.inquiry.so_far() if self.inquiry.done else "", "" if left is None else f"{time_left(left)}.")
        return " ".join([*(words[:1].upper() + words[1:] for words in told if words), self._how])
