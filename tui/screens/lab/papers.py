"""The screens of published experiments: a list, and for each the published figures beside ours."""

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Vertical, VerticalScroll
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.inquiry import Subinquiry
from knightwatch.engine.lab.papers.declaration import Paper
from knightwatch.engine.lab.papers.registry import PAPERS, paper
from knightwatch.engine.lab.papers.replication import LEGEND, ReplicatedTable, Replication, opened
from knightwatch.engine.store.outcomes import usual_path
from knightwatch.tui.look import to_ascii
from knightwatch.tui.output.command_line import paper_command
from knightwatch.tui.output.files import Offers, inquiry_csv, inquiry_json
from knightwatch.tui.output.markdown import report
from knightwatch.tui.output.text import inquiry_text
from knightwatch.tui.screens.base.dialog import ClosesOnce
from knightwatch.tui.screens.base.find import FIND, FindScreen
from knightwatch.tui.screens.base.laboratory import LaboratoryScreen, pace
from knightwatch.tui.screens.base.program import Program
from knightwatch.tui.screens.help import HelpScreen, commands_of
from knightwatch.tui.widgets.chart import Chart
from knightwatch.tui.widgets.choices import Choices
from knightwatch.tui.widgets.footer import Keys
from knightwatch.tui.widgets.table import TableView
from knightwatch.tui.widgets.words import Words

HOW = "Enter runs the short form. There, f switches to the full form. All finished runs are stored."


def open_paper(app: Program, chosen: Paper, path: Path, workers: object, full: bool, again: bool = False) -> None:
    """Open the screen of a paper in its short or full form, or show the error."""
    with ExitStack() as stack:
        try:
            replication = stack.enter_context(opened(chosen, full, path, workers, again))
        except BadInput as error:
            app.notify(f"{chosen.name} cannot be opened: {error}.", markup=False)
            return
        leave = stack.pop_all().close
    open_form = partial(open_paper, app, chosen, path, workers)
    app.push_screen(PaperScreen(replication, leave, open_form))


class PapersScreen(FindScreen[None], ClosesOnce[None]):
    """The list of published experiments."""

    BINDINGS = [
        Binding("enter", "choose", "Run", key_display="enter", priority=True, tooltip="run the highlighted experiment"),
        FIND,
        Binding("question_mark,f1", "help", "Help", key_display="?", tooltip="explain this screen and all keys"),
        Binding("q,escape", "dismiss", "Back", key_display="q", tooltip="go back"),
    ]

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        yield Static("Published experiments, repeated", classes="title")
        yield Choices(*(Option(self._entry(each), id=each.name) for each in PAPERS))
        yield Static(HOW, classes="hint")
        yield Keys()

    def _entry(self, each: Paper) -> Text:
        short, full = each.takes
        lines = f"\n{each.source}\nshort form about {short}, full form about {full}\n"
        ascii_only = self.app.look.ascii
        return Text.assemble((to_ascii(f"{each.name}: {each.title}", ascii_only), "bold"), to_ascii(lines, ascii_only))

    def on_mount(self) -> None:
        """Highlight the first entry."""
        self.query_one(OptionList).highlighted = 0

    def action_choose(self) -> None:
        """Run the highlighted experiment."""
        self.query_one(OptionList).action_select()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Run the chosen experiment."""
        open_paper(self.app, paper(event.option_id or ""), usual_path(), None, full=False)

    def action_help(self) -> None:
        """Explain the screen."""
        paragraphs = (
            "Each entry repeats the experiments of a publication and shows its figures beside ours.",
            "The short form takes less than a minute on two cores, after compilation. The full form has more runs.",
            "Command line: knightwatch papers NAME, with --full and --report FILE.md.",
        )
        self.app.push_screen(HelpScreen("Published experiments", paragraphs, commands_of(self)))


class PaperScreen(LaboratoryScreen[Replication]):
    """One replication, part by part: one part is visible at a time."""

    BINDINGS = [
        Binding("n", "part(1)", "Next part", tooltip="show the next part"),
        Binding("b", "part(-1)", "Previous part", tooltip="show the previous part"),
        Binding("f", "form", "Short/full", tooltip="switch to the full form or the short one; both share their runs"),
    ]

    class Ended(Message):
        """The worker has stopped and closed its store."""

    def __init__(self, replication: Replication, leave: Callable[[], None], open_form: Callable[[bool], None]) -> None:
        """Show a replication; `open_form(True)` opens the full form of its paper, `open_form(False)` the short one."""
        super().__init__(replication, replication.title(), LEGEND, leave)
        self._open_form = open_form
        self._chosen: int | None = None
        """The part that the user chose; None: the part that is running, at the end the first."""
        self._switching = self._ended = False

    def compose_body(self) -> ComposeResult:
        """Lay out the part's title, table and chart, or its text if it has no table."""
        yield Words(id="part")
        with Container(id="sweep"):
            yield TableView(self.app.look)
            with Vertical(id="curves"):
                yield Words(id="measure")
                yield Chart(self.app.look)
        with VerticalScroll(id="part-text"):
            yield Words(id="part-words")

    @property
    def place(self) -> int:
        """The number of the visible part, from 0."""
        if self._chosen is not None:
            return self._chosen
        return 0 if self.complete else self.inquiry.current

    @property
    def part(self) -> Subinquiry:
        """The visible part."""
        return self.inquiry.subinquiries()[self.place]

    def show(self) -> None:
        """Show the visible part."""
        part, look = self.part, self.app.look
        title = f"Part {self.place + 1} of {len(self.inquiry.subinquiries())}: {part.title}"
        self.query_one("#part", Words).show(Text(to_ascii(title, look.ascii), "bold"))
        rows, diagram = part.inquiry.table(), part.inquiry.diagram()
        self.set_class(not rows, "-words-only")
        self.set_class(diagram is None, "-uncharted")
        if rows:
            self.query_one(TableView).show(rows)
        else:
            self.query_one("#part-words", Words).show(inquiry_text(part.inquiry, look.ascii))
        (self.query_one(TableView) if rows else self.query_one("#part-text")).focus()  # arrow keys scroll it
        if diagram:
            self.draw(diagram, at_once=self.complete or self._chosen is not None)

    def comment(self) -> str:
        """Return the progress of this part and a note about its figures."""
        inquiry, note = self.part.inquiry, self.part.note
        done, total, unit = inquiry.progress()
        progress = "" if done == total else f"This part: {done:,} of {total:,} {unit}. "
        if isinstance(inquiry, ReplicatedTable):
            progress += pace(done, total, inquiry.experiment.rate)
            note = " ".join(filter(None, [inquiry.differing(), note])) or LEGEND
        return f"{progress}{note}"

    def _work(self) -> None:
        super()._work()
        self.post_message(self.Ended())

    def on_paper_screen_ended(self) -> None:
        """Switch to the other form if the user asked for it."""
        self._ended = True
        if self._switching:
            self._switch()

    def action_part(self, by: int) -> None:
        """Show another part."""
        self._chosen = (self.place + by) % len(self.inquiry.subinquiries())
        self._show()

    def action_form(self) -> None:
        """Stop, then switch to the other form."""
        self._switching = self._left = True
        if self._ended:
            self._switch()
        else:
            self.notify("The other form opens when this one has stopped.")

    def _switch(self) -> None:
        self.dismiss()
        self._open_form(not self.inquiry.full)

    def stem(self) -> str:
        """Return the beginning of the file names."""
        return f"{self.inquiry.paper.name}-{'full' if self.inquiry.full else 'short'}"

    def offers(self) -> Offers:
        """Return the files that can be written."""
        replication, ascii_only = self.inquiry, self.app.look.ascii
        return {
            "report as Markdown, with charts": (".md", lambda: report(replication, ascii_only)),
            "figures as CSV, one per line": (".csv", lambda: inquiry_csv(replication)),
            "figures as JSON": (".json", lambda: inquiry_json(None, replication)),
            "tables and charts as text": (".txt", lambda: inquiry_text(replication, ascii_only, self.command())),
        }

    def command(self) -> str:
        """Return the command line that continues this experiment."""
        return paper_command(self.inquiry.paper, self.inquiry.full)

    def explanation(self) -> tuple[str, ...]:
        """Return the paragraphs of the help."""
        return (
            f"Source: {self.inquiry.paper.source}.",
            LEGEND,
            "Each run is stored when it ends. If you leave, no run is lost: the same experiment continues where it "
            "stopped. The full form starts with the runs of the short form.",
            f"Command line: {self.command()}",
        )
