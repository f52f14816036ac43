"""Inquiries on the screen: a worker goes from answer to answer, and the screen shows what is known by now."""

import time
from abc import abstractmethod
from pathlib import Path
from typing import ClassVar, Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.message import Message
from textual.widgets import Footer, Static

from engine.core.errors import BadInput
from engine.core.inquiry import Inquiry
from engine.core.words import counted_noun
from engine.plans.catalog import puzzle
from engine.tour.questions.starts import LEGEND, MARKS, Availability, TenStarts
from tui.look import to_ascii
from tui.output.files import Offers, inquiry_json
from tui.output.text import told
from tui.screens.base.dialog import ClosesOnce
from tui.screens.base.program import Program
from tui.screens.export import ExportScreen
from tui.screens.help import HelpScreen, declared
from tui.widgets.board.view import BoardView
from tui.widgets.table import Rows
from tui.widgets.words import Words
from tui.workers.run import FRAME_SECONDS

Asked = TypeVar("Asked", bound=Inquiry)


class InquiryScreen(ClosesOnce[None], Generic[Asked]):
    """One inquiry, from its beginning until it is answered or left."""

    app: Program

    of: ClassVar[str] = "tour"
    """The puzzle that is asked about."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-normal")]

    BINDINGS = [
        Binding("e", "export", "Export", tooltip="write what is known to a file"),
        Binding("question_mark,f1", "help", "Help", key_display="?", tooltip="what is shown, and all keys"),
        Binding("q,escape", "dismiss", "Back", key_display="q", tooltip="stop, and back"),
    ]

    class Learned(Message):
        """There is more to show."""

        def can_replace(self, message: Message) -> bool:
            """Tell that one such message is enough."""
            return isinstance(message, InquiryScreen.Learned)

    def __init__(self, inquiry: Asked, title: str, how: str) -> None:
        super().__init__()
        self.inquiry = inquiry
        self._title = title
        self._how = how
        self._left = False
        self._fault = ""

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield Static(self._title, classes="title", markup=False)
        yield from self.parts()
        yield Words(id="sentence")
        yield Footer(compact=True, show_command_palette=False)

    @abstractmethod
    def parts(self) -> ComposeResult:
        """Lay out what is special to this inquiry."""

    @abstractmethod
    def show(self) -> None:
        """Show what is known by now."""

    def on_mount(self) -> None:
        """Begin to ask."""
        self._show()
        self.run_worker(self._work, thread=True)

    def on_unmount(self) -> None:
        """Stop the worker."""
        self._left = True

    def _work(self) -> None:
        told_at = 0.0
        try:
            for _ in self.inquiry.slices():
                if self._left:
                    return
                if time.perf_counter() - told_at >= FRAME_SECONDS:
                    told_at = time.perf_counter()
                    self.post_message(self.Learned())
        except BadInput as error:
            self._fault = f"It cannot go on: {error}."
        self.post_message(self.Learned())

    def on_inquiry_screen_learned(self) -> None:
        """Show what is new."""
        self._show()

    def words(self) -> str:
        """Return what to say about what is shown."""
        return self._how

    @property
    def complete(self) -> bool:
        """Whether all is known."""
        done, total, _ = self.inquiry.progress()
        return done == total

    def _show(self) -> None:
        done, total, unit = self.inquiry.progress()
        far = f"{done:,} of {total:,} {unit}"
        if not done:
            far = f"{far}, {self.inquiry.doing() or 'kernels may have to be prepared first'}"
        if done == total:
            far = f"All {total:,} {unit} are done" if total > 1 else "The only run is done"
        words = self._fault or f"{far}. {self.words()} {self.inquiry.unused()}".rstrip()
        self.query_one("#sentence", Words).show(to_ascii(words, self.app.look.ascii))
        self.show()

    def action_export(self) -> None:
        """Offer what can be written."""
        makers: Offers = {
            "as text": (".txt", lambda: told(self.inquiry, self.app.look.ascii)),
            "as JSON": (".json", lambda: inquiry_json(puzzle(self.of), self.inquiry)),
        }
        self.app.push_screen(ExportScreen(f"{self.of}-{self.inquiry.answer()['question']}", makers), self._on_export)

    def _on_export(self, path: Path | None) -> None:
        if path:
            self.notify(f"Written: {path}", markup=False)

    def action_help(self) -> None:
        """Explain the screen."""
        self.app.push_screen(HelpScreen(self._title, (to_ascii(self._how, self.app.look.ascii),), declared(self)))


class MapScreen(InquiryScreen[Availability]):
    """For each start, whether the solver finds a tour."""

    BINDINGS = [
        Binding("z", "zoom(-1)", "Zoom in", show=False, tooltip="draw the squares larger"),
        Binding("Z", "zoom(1)", "Zoom out", show=False, tooltip="draw the squares smaller"),
        Binding("h,left", "pan(-1,0)", "Left", show=False, key_display="← ↓ ↑ →", tooltip="scroll (also h j k l)"),
        Binding("l,right", "pan(1,0)", "Right", show=False),
        Binding("k,up", "pan(0,-1)", "Up", show=False),
        Binding("j,down", "pan(0,1)", "Down", show=False),
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

    def action_zoom(self, by: int) -> None:
        """Draw the map larger or smaller."""
        self.query_one(BoardView).zoom(by)

    def action_pan(self, x: int, y: int) -> None:
        """Scroll the map."""
        self.query_one(BoardView).scroll_relative(x=8 * x, y=4 * y, animate=False)


class TenScreen(InquiryScreen[TenStarts]):
    """Ten random starts by the four published methods."""

    def __init__(self, inquiry: TenStarts) -> None:
        super().__init__(
            inquiry, f"{inquiry.problem.title()}, {counted_noun(len(inquiry.starts), 'random start')}", LEGEND
        )

    def parts(self) -> ComposeResult:
        """Lay out the table."""
        yield Rows(self.app.look)

    def show(self) -> None:
        """Fill the table as far as it is known."""
        head, *rows = self.inquiry.table()
        self.query_one(Rows).show([[name.replace("backtrack ", "back. ") for name in head], *rows])
