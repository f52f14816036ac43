"""The screen of an exact count: the board, a chart of the work, and at the end the counts."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Vertical, VerticalScroll

from knightwatch.engine.counting.inquiry import CountInquiry
from knightwatch.tui.look import to_ascii
from knightwatch.tui.screens.base.gallery import GalleryScreen
from knightwatch.tui.screens.base.inquiry import InquiryScreen
from knightwatch.tui.screens.base.laboratory import time_left
from knightwatch.tui.screens.base.zoom import ZOOM, ZoomScreen, pan
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.chart import Chart
from knightwatch.tui.widgets.words import Words


class CountScreen(ZoomScreen[None], InquiryScreen[CountInquiry]):
    """Count everything exactly."""

    DEFAULT_CSS = """
    CountScreen {
        #counting { height: 1fr; layout: horizontal; }
        #counting BoardView { width: 1fr; }
        #states { width: 1fr; padding: 0 1; }
        &.-narrow #states { display: none; }
        #numbers { display: none; height: 1fr; padding: 0 1; }
        &.-answered #counting { display: none; }
        &.-answered #numbers { display: block; }
    }
    """

    BINDINGS = [
        *ZOOM,
        Binding("g", "gallery", "Gallery", tooltip="everything that was counted, on boards of up to 10 x 10"),
        *pan("h,left", "l,right", "k,up", "j,down", "← ↓ ↑ →", "scroll (also h j k l)"),
    ]

    def __init__(self, puzzle: str, inquiry: CountInquiry, title: str, how: str) -> None:
        super().__init__(inquiry, title, how)
        self._puzzle = puzzle

    def compose_body(self) -> ComposeResult:
        """Lay out the board, the chart of states, and the counts, which are hidden at first."""
        with Container(id="counting"):
            yield BoardView(self.inquiry.window(), self.app.look)
            with Vertical(id="states"):
                yield Words(id="measure")
                yield Chart(self.app.look)
        with VerticalScroll(id="numbers"):
            yield Words(id="numbers-words")

    def show(self) -> None:
        """Show the window and the chart or, at the end, the counts."""
        inquiry, ascii_only = self.inquiry, self.app.look.ascii
        over = inquiry.complete or bool(inquiry.stopped)
        self.set_class(over, "-answered")
        if over:
            self.query_one("#numbers-words", Words).show(to_ascii(inquiry.text(), ascii_only))
            return
        self.query_one(BoardView).show(inquiry.window())
        if diagram := inquiry.diagram():
            self.query_one("#measure", Words).show(to_ascii(diagram.title, ascii_only))
            self.query_one(Chart).show_diagram(diagram, False)

    def progress_text(self) -> str:
        """Return the progress in per cent."""
        done, total, _ = self.inquiry.progress()
        return "Counting is complete" if done == total else f"{100 * done / total:.0f} % done"

    def comment(self) -> str:
        """Return remarks about damage, the counts so far, the time left, and the meaning of the signs."""
        left = self.inquiry.seconds_left()
        sentences = (
            *self.inquiry.notes(),
            self.inquiry.so_far(),
            "" if left is None else f"{time_left(left).capitalize()}.",
        )
        return " ".join([*(each for each in sentences if each), "" if self.inquiry.complete else self._how]).rstrip()

    def puzzle_of_inquiry(self) -> str:
        """Return the name of the puzzle."""
        return self._puzzle

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the gallery only for a count that can show what it counted."""
        return self.inquiry.shows_counted if action == "gallery" else super().check_action(action, parameters)

    def action_gallery(self) -> None:
        """Show what was counted."""
        gallery = self.inquiry.gallery()
        if gallery.size:
            self.app.push_screen(GalleryScreen(gallery.size, gallery.page, 0, gallery.about))
        else:
            reason = "nothing was found" if self.inquiry.complete else "the count is not complete"
            self.notify(f"There is nothing to show: {reason}.")
