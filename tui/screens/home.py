"""The home screen: what was done last, what there is, and beside it, alive, what the marked line is about."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from engine.core.declaration import option
from engine.core.errors import BadInput
from engine.plans.catalog import PUZZLES, Example, Puzzle, RaceExample, puzzle
from tui.look import to_ascii
from tui.remembered import Choice
from tui.screens.base.program import Program
from tui.screens.help import HelpScreen, declared
from tui.screens.preview import Plans, Preview
from tui.widgets.footer import Keys

if TYPE_CHECKING:
    from engine.plans.plan import Plan
    from tui.screens.lab.sweep_form import Ready

GUTTER = 12
"""Columns for the names of the sections."""
LINE = 42
"""Columns that a line has where there is a board beside it."""

LAST, START, LABORATORY, EARLIER = "Last", "Start here", "Laboratory", "Earlier"
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
    plans: Plans
    """What moves beside the list."""
    pace: float | None = 10
    choice: Choice | None = None
    """What is likely to be run next, where that is one plan."""


def read(choice: Choice) -> "Plan":
    """Return the plan of a choice, with its seed, if it has one."""
    from engine.plans.plan import Plan

    return Plan.read(puzzle(choice.puzzle), choice.given)


class Menu(OptionList):
    """The list; its keys are in the footer."""

    BINDINGS = [Binding("enter", "select", "Open", tooltip="open what is marked in the list (also a click)")]


class HomeScreen(Screen[None]):
    """A list to choose from."""

    app: Program

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-normal"), (110, "-wide")]

    BINDINGS = [
        Binding("question_mark,f1", "help", "Help", key_display="?", tooltip="what there is, and all keys"),
        Binding("q", "app.quit", "Quit", tooltip="leave knightwatch"),
    ]

    def __init__(self, beneath: bool = False) -> None:
        """Begin in sight or `beneath` another screen: then nothing is laid out before that one is left."""
        super().__init__()
        self._beneath = beneath
        self._entries: list[Entry] = []

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
        menu = self.query_one(OptionList)
        marked = None if menu.highlighted is None else self._entries[menu.highlighted].words
        self._entries = [*self._listed()]
        menu.clear_options()
        menu.add_options(self._lines())
        menu.highlighted = next((place for place, entry in enumerate(self._entries) if entry.words == marked), 0)
        menu.focus()
        self.app.show_notices()

    def on_screen_suspend(self) -> None:
        """Let nothing move that nobody sees."""
        for preview in self.query(Preview):
            preview.stop()

    # What is listed.

    def _listed(self) -> Iterator[Entry]:
        """Return all lines: what was done last, what to begin with, and what was done before that."""
        recent = [self._recent(choice) for choice in self.app.memory.recent]
        for words, seen, choice in recent[:1]:
            yield self._chosen(LAST, words, seen, choice)
        yield Entry(START, TOURED, "A knight, a dead end, a proof, evolution, a race.", self._lecture, _first_scene, 5)
        for each in PUZZLES:
            yield from (self._example(each, example) for example in each.examples)
        for each in PUZZLES:
            yield from (self._race(each, race) for race in each.races)
        yield Entry(
            LABORATORY,
            SWEEP,
            "Many runs for each value of a setting: how often does a solver succeed?",
            self._sweep,
            partial(_plans, "queens", {"n": "8", "seed": "1"}),
        )
        yield Entry(
            LABORATORY,
            PAPERS,
            "Experiments from the literature, run again: their figures beside ours.",
            self._papers,
            partial(_plans, "tour", {"solver": "repair", "seed": "1"}),
        )
        for words, seen, choice in recent[1:]:
            yield self._chosen(EARLIER, words, seen, choice)

    def _recent(self, choice: Choice) -> tuple[str, str, Choice]:
        values = {name: value for name, value in choice.values.items() if name != "solver"}
        solver = choice.values.get("solver", "")
        words = " ".join([choice.puzzle, solver, *(f"{option(name)} {value}" for name, value in values.items())])
        seed = f", seed {choice.seed}" if choice.seed else ""
        return words, f"{words}{seed}{f': left {choice.left}' if choice.left else ''}.", choice

    def _chosen(self, section: str, words: str, seen: str, choice: Choice) -> Entry:
        return Entry(section, words, seen, partial(self._open, choice), lambda: [read(choice)], 10, choice)

    def _example(self, each: Puzzle, example: Example) -> Entry:
        choice = Choice(puzzle=each.name, values=example.values)
        return Entry(
            each.section,
            example.words,
            example.seen,
            partial(self._open, choice, example),
            partial(_plans, each.name, {"seed": "1"} | example.values),
            example.pace,
            choice,
        )

    def _race(self, each: Puzzle, race: RaceExample) -> Entry:
        values = {"seed": "1"} | race.values
        plans = partial(_racers, each, values, race.racers)
        return Entry(LABORATORY, race.words, race.seen, partial(self._open_race, each, race), plans)

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
        self.query_one(Preview).show(entry.seen, entry.plans, entry.pace)
        if entry.choice:
            self.run_worker(partial(self._prepare, entry.choice), thread=True, exclusive=True)

    def _prepare(self, choice: Choice) -> None:
        from engine.compiled.tiers import prepare

        prepare("engine.plans.warm:kernels", choice.puzzle, choice.values)

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open what was chosen."""
        opening = self._entries[int(event.option_id or 0)].open()
        if opening is not None:
            await opening  # type: ignore[misc]

    def _open(self, choice: Choice, example: Example | None = None) -> None:
        try:
            plan = read(choice)
        except BadInput as error:
            self.notify(f"This choice cannot be opened any more: {error}.", markup=False)
            return
        if example:
            self.app.open_example(plan, example.pace)
        else:
            self.app.open(plan)

    def _open_race(self, each: Puzzle, race: RaceExample) -> None:
        from engine.lab.races.race import Race
        from engine.lab.races.racers import parse_racers

        self.app.open_race(Race(parse_racers(each, race.values, race.racers)))

    async def _lecture(self) -> None:
        from tui.screens.lecture import Lecture, Stage

        await Stage(self.app, Lecture.named("start-here")).begin()

    def _sweep(self) -> None:
        from tui.screens.lab.sweep_form import SweepForm

        self.app.push_screen(SweepForm(), self._on_sweep)

    def _on_sweep(self, ready: "Ready | None") -> None:
        if ready:
            self.app.open_experiment(*ready)

    def _papers(self) -> None:
        from tui.screens.lab.papers import PapersScreen

        self.app.push_screen(PapersScreen())

    def action_help(self) -> None:
        """Explain the screen."""
        words = (
            "knightwatch shows how searches find their way: on a board, with curves, step by step, forwards and back.",
            "Choose a line with the arrow keys and enter, or with the mouse. Beside the list moves what it is about. "
            "What was done last is on top, and opens with the same seed: the same run again.",
            "In a puzzle: space runs and pauses, → and ← step on and back, s settings, ? help.",
            "Everything can be done without the screen too: knightwatch --help.",
        )
        ascii_only = self.app.look.ascii
        self.app.push_screen(HelpScreen("knightwatch", [to_ascii(w, ascii_only) for w in words], declared(self)))


def _plans(name: str, values: dict[str, str]) -> "Sequence[Plan]":
    from engine.plans.plan import Plan

    return [Plan.read(puzzle(name), values)]


def _racers(each: Puzzle, values: dict[str, str], racers: Sequence[str]) -> "Sequence[Plan]":
    from engine.lab.races.racers import parse_racers

    return parse_racers(each, values, racers)


def _first_scene() -> "Sequence[Plan]":
    return _plans("tour", {"solver": "warnsdorff", "start": "a1", "seed": "1"})
