"""The home screen: kept runs, what there is, and beside it, alive, what the marked line is about."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.plans.catalog import PUZZLES
from knightwatch.engine.plans.puzzle import Example, Puzzle, RaceExample
from knightwatch.tui.look import to_ascii
from knightwatch.tui.screens.base.program import Program, SavedRunsChanged
from knightwatch.tui.screens.base.styled import StyledOnce
from knightwatch.tui.screens.help import HelpScreen, commands_of
from knightwatch.tui.screens.preview import Preview, Searches, first_scene, racers_of, search_of
from knightwatch.tui.screens.saved_runs import DeletedRuns, keeper_of, left_search, line, saved_runs, told
from knightwatch.tui.widgets.choices import Choices
from knightwatch.tui.widgets.footer import Keys

if TYPE_CHECKING:
    from knightwatch.engine.store.runs import KeptRun
    from knightwatch.tui.screens.lab.sweep_form import Ready

GUTTER = 12
"""Columns for the names of the sections."""
LINE = 40
"""Columns that a line has where there is a board beside it."""
NEWEST = 3
"""Kept runs on top, if all else stays in view, or else the newest alone; those before them come last."""

AROUND = 2
"""Lines above and below the list."""

KEPT, START, LABORATORY, EARLIER = "Kept", "Start here", "Laboratory", "Earlier"
TOURED = "three minutes, five scenes"
SWEEP = "a sweep over settings"
PAPERS = "published experiments"


@dataclass(frozen=True)
class Entry:
    """A line of the list."""

    section: str
    words: str
    seen: str
    """What there is to see."""
    open: Callable[[], object]
    searches: Searches
    """What is shown beside the list."""
    pace: float | None = 10
    plan: tuple[str, dict[str, str]] | None = None
    """The puzzle and the values of what is likely to be run next, where that is one plan."""
    run: "KeptRun | None" = None

    @property
    def key(self) -> object:
        """What tells it from others, also when it has changed."""
        return self.run.id if self.run else self.words


class Menu(Choices):
    """The list; its keys are in the footer."""

    BINDINGS = [Binding("enter", "select", "Open", tooltip="open what is marked in the list (also a click)")]


class HomeScreen(StyledOnce[None]):
    """A list to choose from."""

    app: Program

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-normal"), (110, "-wide")]

    BINDINGS = [
        Binding("question_mark,f1", "help", "Help", key_display="?", tooltip="what there is, and all keys"),
        Binding("q", "app.quit", "Quit", tooltip="leave knightwatch"),
        Binding(
            "x,delete", "forget", "Forget", key_display="x", tooltip="forget the kept run that is marked (also delete)"
        ),
        Binding("u", "undo", "Bring back", tooltip="bring back the run that was forgotten last"),
    ]

    def __init__(self, beneath: bool = False) -> None:
        """Begin in sight or `beneath` another screen: then nothing is laid out before that one is left."""
        super().__init__()
        self._beneath = beneath
        self._entries: list[Entry] = []
        self._shelf = DeletedRuns()

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        if not self._beneath:
            yield from self._parts()

    def _parts(self) -> ComposeResult:
        yield Static(Text.assemble(("knightwatch", "bold"), "  watch searches think"), classes="title")
        yield Container(Menu(), Preview(), id="home")
        yield Keys(show_command_palette=True)

    async def on_screen_resume(self) -> None:
        """List what there is and what was done lately, which may have changed."""
        if self._beneath:
            self._beneath = False
            return
        if not self.query(OptionList):
            await self.mount_all(self._parts())
        self.list_anew()
        self.query_one(OptionList).focus()
        self.app.show_notices()

    @property
    def listed(self) -> bool:
        """Whether anything is listed yet: what is kept before will be."""
        return bool(self._entries)

    @on(SavedRunsChanged)
    def _list_saved(self) -> None:
        if self.is_current and self.listed:
            self.list_anew()

    def list_anew(self) -> None:
        """List what there is, with the same entry marked as before."""
        menu = self.query_one(OptionList)
        marked = None if menu.highlighted is None else self._entries[menu.highlighted].key
        self._entries = [*self._listed()]
        menu.clear_options()
        menu.add_options(self._lines())
        menu.highlighted = next((place for place, entry in enumerate(self._entries) if entry.key == marked), 0)
        self._tell(self._entries[menu.highlighted])  # at once, for what is marked may stand elsewhere by now

    def on_resize(self) -> None:
        """List as many kept runs on top as there is room for now."""
        offered = sum(not entry.run for entry in self._entries)
        kept = sum(entry.section == KEPT for entry in self._entries)
        if self.listed and kept != min(self._on_top(offered), len(self._entries) - offered):
            self.list_anew()

    def on_screen_suspend(self) -> None:
        """Let nothing move that nobody sees."""
        for preview in self.query(Preview):
            preview.stop()

    # What is listed.

    def _listed(self) -> Iterator[Entry]:
        """Return all lines: the newest runs, what to begin with, and the runs before those."""
        try:
            runs = [self._kept(run) for run in saved_runs()]
        except BadInput as error:
            self.notify(f"Kept runs cannot be listed: {error}.", markup=False)
            runs = []
        offered = [*self._offered()]
        newest = self._on_top(len(offered))
        yield from (replace(entry, section=KEPT) for entry in runs[:newest])
        yield from offered
        yield from runs[newest:]

    def _on_top(self, offered: int) -> int:
        """Return how many kept runs may stand above so many other lines."""
        return min(max(self.app.size.height - AROUND - offered, 1), NEWEST)

    def _offered(self) -> Iterator[Entry]:
        """Return what to begin with, examples and the laboratory."""
        yield Entry(START, TOURED, "A knight, a dead end, a proof, evolution, a race.", self._lecture, first_scene, 5)
        for each in PUZZLES:
            yield from (self._example(each, example) for example in each.examples)
        for each in PUZZLES:
            yield from (self._race(each, race) for race in each.races)
        yield Entry(
            LABORATORY,
            SWEEP,
            "Many runs for each value of a setting: how often does a solver succeed?",
            self._sweep,
            partial(search_of, "queens", {"n": "8", "seed": "1"}),
        )
        yield Entry(
            LABORATORY,
            PAPERS,
            "Experiments from the literature, run again: their figures beside ours.",
            self._papers,
            partial(search_of, "tour", {"solver": "repair", "seed": "1"}),
        )

    def _kept(self, run: "KeptRun") -> Entry:
        look = self.app.look
        return Entry(
            EARLIER,
            line(run, LINE - GUTTER, look),
            told(run, look),
            partial(self._go_on, run),
            partial(left_search, run),
            0,
            (run.puzzle, run.values),
            run,
        )

    def _example(self, each: Puzzle, example: Example) -> Entry:
        return Entry(
            each.section,
            example.words,
            example.seen,
            partial(self._open, each, example),
            partial(search_of, each.name, {"seed": "1"} | example.values),
            example.pace,
            (each.name, example.values),
        )

    def _race(self, each: Puzzle, race: RaceExample) -> Entry:
        values = {"seed": "1"} | race.values
        searches = partial(racers_of, each, values, race.racers)
        return Entry(LABORATORY, race.words, race.seen, partial(self._open_race, each, race), searches)

    def _lines(self) -> Iterator[Option]:
        """Return the lines of the list: each section is named where it begins."""
        named, room = "", LINE - GUTTER
        for place, entry in enumerate(self._entries):
            section = "" if entry.section == named else entry.section
            named = entry.section
            words = to_ascii(entry.words, self.app.look.ascii)
            line = Text.assemble(
                (f"{section:<{GUTTER}}", "bold"), words if len(words) <= room else words[: room - 3] + "..."
            )
            yield Option(line, id=str(place))

    # What is done with it.

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show what the entry is about, and have ready what is likely to be opened next."""
        if self.app.screen is not self:
            return
        entry = self._entries[int(event.option_id or 0)]
        self._tell(entry)
        self.refresh_bindings()
        if entry.plan:
            self.run_worker(partial(self._prepare, *entry.plan), thread=True, exclusive=True)

    def _tell(self, entry: Entry) -> None:
        self.query_one(Preview).show(entry.seen, entry.searches, entry.pace)

    def _prepare(self, name: str, values: dict[str, str]) -> None:
        from knightwatch.engine.compiled.tiers import prepare

        prepare("knightwatch.engine.plans.warm:kernels", name, values)

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open what was chosen; what was said here is not about that."""
        self.app.clear_notifications()
        opening = self._entries[int(event.option_id or 0)].open()
        if opening is not None:
            await opening  # type: ignore[misc]

    def _open(self, each: Puzzle, example: Example) -> None:
        from knightwatch.engine.plans.plan import Plan

        self.app.opener.open_example(Plan.read(each, example.values), example.pace)

    def _go_on(self, run: "KeptRun") -> None:
        try:
            self.app.opener.open(keeper_of(run))
        except BadInput as error:
            self.notify(f"This run cannot be opened any more: {error}.", markup=False)

    def _open_race(self, each: Puzzle, race: RaceExample) -> None:
        from knightwatch.engine.lab.races.entries import parse_racers
        from knightwatch.engine.lab.races.race import Race

        self.app.opener.open_race(Race(parse_racers(each, race.values, race.racers)))

    async def _lecture(self) -> None:
        from knightwatch.tui.lectures.lecture import Lecture
        from knightwatch.tui.screens.lecture import LecturePlayer

        await LecturePlayer(self.app, Lecture.named("start-here")).begin()

    def _sweep(self) -> None:
        from knightwatch.tui.screens.lab.sweep_form import SweepForm

        self.app.push_screen(SweepForm(), self._on_sweep)

    def _on_sweep(self, ready: "Ready | None") -> None:
        if ready:
            self.app.opener.open_experiment(*ready)

    def _papers(self) -> None:
        from knightwatch.tui.screens.lab.papers import PapersScreen

        self.app.push_screen(PapersScreen())

    @property
    def _marked(self) -> "KeptRun | None":
        """The run whose line is marked."""
        menus = self.query(OptionList)
        place = menus.first().highlighted if menus else None
        return None if place is None or place >= len(self._entries) else self._entries[place].run

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Offer to forget where a run is marked, and to bring back where one was forgotten."""
        offered = {"forget": self._marked is not None, "undo": bool(self._shelf.forgotten)}
        return offered.get(action, True)

    def action_forget(self) -> None:
        """Forget the run that is marked."""
        run = self._marked
        assert run
        self._change(partial(self._shelf.forget, run), f"Forgotten: {run.title} by {run.solver}. u brings it back.")

    def action_undo(self) -> None:
        """Bring back the run that was forgotten last."""
        self._change(self._shelf.bring_back, "It is back.")

    def _change(self, change: Callable[[], None], words: str) -> None:
        """Change what is kept, and say so."""
        self.app.clear_notifications()
        try:
            change()
        except BadInput as error:
            words = f"That cannot be done: {error}."
        self.notify(words, markup=False)
        self.list_anew()

    def action_help(self) -> None:
        """Explain the screen."""
        words = (
            "knightwatch shows how searches find their way: on a board, with curves, step by step, forwards and back.",
            "Choose a line with the arrow keys and enter, or with the mouse. Beside the list moves what it is about. "
            "Runs are kept: the newest are on top, and open where they were left; x forgets one, u brings it back.",
            "In a puzzle: space runs and pauses, → and ← step on and back, s settings, ? help.",
            "knightwatch lecture lists lectures. Everything can be done without the screen too: knightwatch --help.",
        )
        ascii_only = self.app.look.ascii
        self.app.push_screen(HelpScreen("knightwatch", [to_ascii(w, ascii_only) for w in words], commands_of(self)))
