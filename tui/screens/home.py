"""The home screen: what there is, what was chosen lately, and the keys."""

from functools import partial
from typing import TYPE_CHECKING

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from engine.core.declaration import option
from engine.core.errors import BadInput
from engine.plans.catalog import PUZZLES, Puzzle, puzzle
from tui.look import to_ascii
from tui.remembered import Choice
from tui.screens.base.program import Program
from tui.screens.help import HelpScreen, declared
from tui.widgets.footer import Keys

if TYPE_CHECKING:
    from tui.screens.lab.sweep_form import Ready


KEYS = (
    "Choose with ↑ ↓ and enter; sweeps, races and published experiments are further down. In a puzzle: space runs "
    "and pauses, → and ← step on and back, s settings, ? help."
)


LABORATORY = "Laboratory: many runs, to know what works"
PAPERS = "published experiments, repeated: their figures beside ours"
SWEEP = "a sweep: how often a solver succeeds, over values of its settings"


class HomeScreen(Screen[None]):
    """A list to choose from."""

    app: Program

    BINDINGS = [
        Binding("enter", "choose", "Open", tooltip="open what is marked in the list", show=True),
        Binding("question_mark,f1", "help", "Help", key_display="?", tooltip="what there is, and all keys"),
        Binding("q", "app.quit", "Quit", tooltip="leave knightwatch"),
    ]

    def __init__(self, beneath: bool = False) -> None:
        """Begin in sight or `beneath` another screen: then nothing is laid out before that one is left."""
        super().__init__()
        self._beneath = beneath

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        if not self._beneath:
            yield from self._parts()

    def _parts(self) -> ComposeResult:
        yield Static(Text.assemble(("knightwatch", "bold"), "  watch searches think"), classes="title")
        yield OptionList()
        yield Static(to_ascii(KEYS, self.app.look.ascii), classes="hint")
        yield Keys()

    async def on_screen_resume(self) -> None:
        """List puzzles and recent choices, which may have changed."""
        if self._beneath:
            self._beneath = False
            return
        if not self.query(OptionList):
            await self.mount_all(self._parts())
        self._choices: dict[str, Choice] = {}
        menu = self.query_one(OptionList)
        at = menu.highlighted
        menu.clear_options()
        for entry in PUZZLES:
            self._head(menu, f"{entry.title}: {entry.summary}")
            for words, values in entry.examples:
                self._add(menu, words, Choice(puzzle=entry.name, values=values))
        self._head(menu, LABORATORY)
        menu.add_option(Option(Text(f"  {SWEEP}"), id="sweep"))
        menu.add_option(Option(Text(f"  {PAPERS}"), id="papers"))
        self._races: dict[str, tuple[Puzzle, dict[str, str], tuple[str, ...]]] = {}
        for entry in PUZZLES:
            for words, racers, values in entry.races:
                name = f"race-{len(self._races)}"
                self._races[name] = entry, values, racers
                menu.add_option(Option(Text(f"  {words}"), id=name))
        if self.app.memory.recent:
            self._head(menu, "Recent")
            for choice in self.app.memory.recent:
                words = " ".join(f"{option(name)} {value}" for name, value in choice.values.items())
                self._add(menu, f"{choice.puzzle} {words}", choice)
        menu.highlighted = at if at is not None and at < menu.option_count else 1
        menu.focus()

    def _head(self, menu: OptionList, words: str) -> None:
        menu.add_option(Option(Text(words, "bold"), disabled=True))

    def _add(self, menu: OptionList, words: str, choice: Choice) -> None:
        name = str(len(self._choices))
        self._choices[name] = choice
        menu.add_option(Option(Text(f"  {words}"), id=name))

    def action_choose(self) -> None:
        """Open what is marked."""
        self.query_one(OptionList).action_select()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Have ready what is likely to be opened next."""
        if choice := self._choices.get(event.option_id or ""):
            self.run_worker(partial(self._prepare, choice), thread=True, exclusive=True)

    def _prepare(self, choice: Choice) -> None:
        from engine.compiled.tiers import prepare

        prepare("engine.plans.warm:kernels", choice.puzzle, choice.values)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open the screen of a puzzle, a race, or the form for a sweep."""
        if event.option_id in self._races:
            from engine.lab.races.race import Race
            from engine.lab.races.racers import parse_racers

            self.app.open_race(Race(parse_racers(*self._races[event.option_id])))
            return
        if event.option_id == "sweep":
            from tui.screens.lab.sweep_form import SweepForm

            self.app.push_screen(SweepForm(), self._on_sweep)
            return
        if event.option_id == "papers":
            from tui.screens.lab.papers import PapersScreen

            self.app.push_screen(PapersScreen())
            return
        from engine.plans.plan import Plan

        choice = self._choices[event.option_id or ""]
        try:
            self.app.open(Plan.read(puzzle(choice.puzzle), choice.values))
        except BadInput as error:
            self.notify(f"This choice cannot be opened any more: {error}.", markup=False)

    def _on_sweep(self, ready: "Ready | None") -> None:
        if ready:
            self.app.open_experiment(*ready)

    def action_help(self) -> None:
        """Explain the screen."""
        words = (
            "knightwatch shows how searches find their way: on a board, with curves, step by step, forwards and back.",
            "Choose a puzzle with the arrow keys and enter, or with the mouse. A recent choice opens with its settings "
            "and a new seed.",
            "Everything can be done without the screen too: knightwatch --help.",
        )
        self.app.push_screen(HelpScreen("knightwatch", words, declared(self)))
