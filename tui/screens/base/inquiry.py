"""The screen of an inquiry: a worker thread looks for the answer, and the screen shows the results so far."""

from abc import abstractmethod
from typing import ClassVar, Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.message import Message
from textual.widgets import Static

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.hardware import out_of_memory
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
    """One inquiry, until it is answered or the user leaves."""

    app: Program

    puzzle_name: ClassVar[str]
    """The puzzle of the inquiry. A subclass with its own `stem` and `offers` does not need it."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-normal")]

    BINDINGS = [
        Binding("e", "export", "Export", tooltip="write the results so far to a file"),
        Binding("question_mark,f1", "help", "Help", key_display="?", tooltip="explain this screen and all keys"),
        Binding("q,escape", "dismiss", "Back", key_display="q", tooltip="stop and go back"),
    ]

    class Updated(Message):
        """There are new results."""

        def can_replace(self, message: Message) -> bool:
            """Return True: the newest message replaces waiting ones."""
            return isinstance(message, InquiryScreen.Updated)

    def __init__(self, inquiry: Q, title: str, how: str) -> None:
        super().__init__()
        self.inquiry = inquiry
        self._title = title
        self._how = how
        self._left = False
        self._fault = ""

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield from self.compose_heading()
        yield from self.compose_body()
        yield Words(id="sentence")
        yield Keys()

    def compose_heading(self) -> ComposeResult:
        """Lay out the title."""
        yield Static(self._title, classes="title", markup=False)

    @abstractmethod
    def compose_body(self) -> ComposeResult:
        """Lay out the widgets between title and sentence."""

    @abstractmethod
    def show(self) -> None:
        """Show the results so far."""

    def on_mount(self) -> None:
        """Start the worker."""
        self._show()
        self.run_worker(self._work, thread=True)

    def on_unmount(self) -> None:
        """Stop the worker."""
        self._left = True

    def _work(self) -> None:
        try:
            report_progress(self.inquiry.slices(), self._post_update, lambda: self._left)
        except BadInput as error:
            self._fault = f"Stopped: {error}."
            self._post_update()
        except MemoryError:
            self._fault = f"Stopped: {out_of_memory()}."
            self._post_update()

    def _post_update(self) -> None:
        self.post_message(self.Updated())

    def on_inquiry_screen_updated(self) -> None:
        """Show the new results."""
        self._show()

    def comment(self) -> str:
        """Return the text that follows the progress."""
        return self._how

    @property
    def complete(self) -> bool:
        """Whether the inquiry is answered."""
        done, total, _ = self.inquiry.progress()
        return done == total

    def progress_text(self) -> str:
        """Return the progress in words."""
        done, total, unit = self.inquiry.progress()
        if done == total:
            return f"All {total:,} {unit} are done" if total > 1 else "The only run is done"
        return f"{done:,} of {total:,} {unit}"

    def _show(self) -> None:
        progress = self.progress_text()
        if not self.inquiry.progress()[0]:
            progress = f"{progress}, {self.inquiry.doing() or 'code may be compiled first'}"
        sentence = self._fault or f"{progress}. {self.comment()} {self.inquiry.unused()}".rstrip()
        self.query_one("#sentence", Words).show(to_ascii(sentence, self.app.look.ascii))
        self.show()

    def stem(self) -> str:
        """Return the beginning of the file names."""
        return f"{self.puzzle_of_inquiry()}-{self.inquiry.answer()['question']}"

    def puzzle_of_inquiry(self) -> str:
        """Return the name of the puzzle that the inquiry is about."""
        return self.puzzle_name

    def offers(self) -> Offers:
        """Return the files that can be written."""
        return {
            "as text": (".txt", lambda: inquiry_text(self.inquiry, self.app.look.ascii)),
            "as JSON": (".json", lambda: inquiry_json(puzzle(self.puzzle_of_inquiry()), self.inquiry)),
        }

    def action_export(self) -> None:
        """Open the export dialog."""
        self.export(self.stem(), self.offers())

    def explanation(self) -> tuple[str, ...]:
        """Return the paragraphs of the help."""
        return (self._how,)

    def action_help(self) -> None:
        """Explain the screen."""
        ascii_only = self.app.look.ascii
        paragraphs = [to_ascii(words, ascii_only) for words in self.explanation()]
        self.app.push_screen(HelpScreen(to_ascii(self._title, ascii_only), paragraphs, commands_of(self)))
