"""The home screen: what there is, what was chosen lately, and the keys."""

from typing import TYPE_CHECKING

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from engine.catalog import PUZZLES, puzzle
from engine.errors import BadInput
from engine.plan import Plan
from engine.settings import option
from tui.memory import Choice
from tui.screens.help import HelpScreen, declared

if TYPE_CHECKING:
    from tui.app import Knightwatch


class HomeScreen(Screen[None]):
    """A list to choose from."""

    app: "Knightwatch"

    BINDINGS = [
        Binding("enter", "choose", "Open", tooltip="open what is marked in the list", show=True),
        Binding("question_mark,f1", "help", "Help", key_display="?", tooltip="this page"),
        Binding("q", "app.quit", "Quit", tooltip="leave knightwatch"),
    ]

    def compose(self) -> ComposeResult:
        """Lay out the screen."""
        yield Static(Text.assemble(("knightwatch", "bold"), "  watch searches think"), classes="title")
        yield OptionList()
        yield Static("", classes="hint")
        yield Footer(compact=True, show_command_palette=True)

    def on_screen_resume(self) -> None:
        """List puzzles and recent choices, which may have changed."""
        self._plans: list[Choice] = []
        menu = self.query_one(OptionList)
        menu.clear_options()
        self._add(menu, "Puzzles", [Choice(puzzle=p.name, values={}) for p in PUZZLES])
        if self.app.memory.recent:
            self._add(menu, "Recent", self.app.memory.recent)
        menu.highlighted = 1
        menu.focus()

    def _add(self, menu: OptionList, heading: str, choices: list[Choice]) -> None:
        menu.add_option(Option(Text(heading, "bold underline"), disabled=True))
        for choice in choices:
            try:
                entry = puzzle(choice.puzzle)
                Plan.read(entry, choice.values)
            except BadInput:
                continue  # A choice of an older version, which this one does not know.
            words = " ".join(f"{option(name)} {value}" for name, value in choice.values.items())
            menu.add_option(Option(Text.assemble((f"  {entry.title}", "bold"), f"  {words or entry.summary}")))
            self._plans.append(choice)
        menu.add_option(Option("", disabled=True))

    def action_choose(self) -> None:
        """Open what is marked."""
        self.query_one(OptionList).action_select()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Open the screen of a puzzle."""
        enabled = [o for o in event.option_list.options if not o.disabled]
        choice = self._plans[enabled.index(event.option)]
        self.app.open(Plan.read(puzzle(choice.puzzle), choice.values))

    def action_help(self) -> None:
        """Explain the screen."""
        words = (
            "knightwatch shows how searches find their way: on a board, with curves, step by step, forwards and back.",
            "Choose a puzzle with the arrow keys and enter, or with the mouse. A recent choice opens with its settings "
            "and a new seed.",
            "Everything can be done without the screen too: knightwatch --help.",
        )
        self.app.push_screen(HelpScreen("knightwatch", words, declared(self)))
