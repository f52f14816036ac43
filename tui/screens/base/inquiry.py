"""Inquiries on the screen: a worker goes from answer to answer, and the screen shows what is known by now."""

from abc import abstractmethod
from typing import ClassVar, Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.message import Message
from textual.widgets import Static

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.inquiry import Inquiry
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.tui.look import to_ascii
from knightwatch.tui.output.files import Offers, inquiry_json
from knightwatch.tui.output.text import inquiry_text
from knightwatch.tui.screens.base.dialog import ClosesOnce
from knightwatch.tui.screens.base.exporting import ExportingScreen
from knightwatch.tui.screens.base.program import Program
from knightwatch.tui.screens.help import HelpScreen, commands_of
from knightwatch.tui.widgets.footer import Keys
from knightwatch.tui.widgets.words import Words
from knightwatch.tui.workers.worker import report_progress

Q = TypeVar("Q", bound=Inquiry)


class InquiryScreen(ExportingScreen[None], ClosesOnce[None], Generic[Q]):
    """One inquiry, from its beginning until it is answered or left."""

    app: Program

    puzzle_name: ClassVar[str]
    """The puzzle that is asked about, unless files tell more than the answer to one question about one puzzle."""

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

    def __init__(self, inquiry: Q, title: str, how: str) -> None:
        super().__init__()
        self.inquiry = inquiry
        self._title = title
        self._how = how
        self._left = False
        self._fault = ""

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield from self.heading()
        yield from self.parts()
        yield Words(id="sentence")
        yield Keys()

    def heading(self) -> ComposeResult:
        """Lay out the title."""
        yield Static(self._title, classes="title", markup=False)

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
        try:
            report_progress(self.inquiry.slices(), self._tell, lambda: self._left)
        except BadInput as error:
            self._fault = f"It cannot go on: {error}."
            self._tell()

    def _tell(self) -> None:
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

    def far(self) -> str:
        """Say how far it is."""
        done, total, unit = self.inquiry.progress()
        if done == total:
            return f"All {total:,} {unit} are done" if total > 1 else "The only run is done"
        return f"{done:,} of {total:,} {unit}"

    def _show(self) -> None:
        far = self.far()
        if not self.inquiry.progress()[0]:
            far = f"{far}, {self.inquiry.doing() or 'kernels may have to be prepared first'}"
        words = self._fault or f"{far}. {self.words()} {self.inquiry.unused()}".rstrip()
        self.query_one("#sentence", Words).show(to_ascii(words, self.app.look.ascii))
        self.show()

    def stem(self) -> str:
        """Return how the names of files begin."""
        return f"{self.puzzle_name}-{self.inquiry.answer()['question']}"

    def offers(self) -> Offers:
        """Return what can be written."""
        return {
            "as text": (".txt", lambda: inquiry_text(self.inquiry, self.app.look.ascii)),
            "as JSON": (".json", lambda: inquiry_json(puzzle(self.puzzle_name), self.inquiry)),
        }

    def action_export(self) -> None:
        """Offer what can be written."""
        self.export(self.stem(), self.offers())

    def explanation(self) -> tuple[str, ...]:
        """Return what there is to know about the screen, in paragraphs."""
        return (self._how,)

    def action_help(self) -> None:
        """Explain the screen."""
        ascii_only = self.app.look.ascii
        paragraphs = [to_ascii(words, ascii_only) for words in self.explanation()]
        self.app.push_screen(HelpScreen(to_ascii(self._title, ascii_only), paragraphs, commands_of(self)))
