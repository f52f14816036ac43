"""The application: screens, themes, and the keys that work everywhere."""

import asyncio
import signal
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pkgutil import resolve_name
from typing import TYPE_CHECKING

from textual.app import SystemCommand
from textual.binding import Binding
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static

from tui.look import Look
from tui.remembered import Memory, remembered
from tui.screens.base.dialog import CommandsScreen
from tui.screens.base.program import Program
from tui.screens.help import declared
from tui.screens.home import HomeScreen
from tui.theme import THEMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.lab.races.race import Race
    from engine.lab.sweeps.experiment import Experiment
    from engine.plans.plan import Plan

    First = Plan | Experiment | Race | Callable[[Program], object]
    """A plan, an experiment or a race to show, or what else to do at first."""

LATER = ("tui.screens.puzzle.screen", "engine.compiled.cache")
"""What the home screen does not wait for, and the next screen should find there."""

RACE = "tui.screens.lab.race:RaceScreen"
EXPERIMENT = "tui.screens.lab.sweep:SweepScreen"
ANY_PUZZLE = "tui.screens.puzzle.screen:PuzzleScreen"

LEAST_WIDTH, LEAST_HEIGHT = 40, 12
TERMINATED = 143
"""Exit code after the signal that asks a program to end."""


class TooSmall(Screen[None]):
    """What is shown while the terminal has no room for anything else."""

    def compose(self) -> Iterable[Static]:
        """Lay out the message."""
        yield Static(
            f"knightwatch needs {LEAST_WIDTH} x {LEAST_HEIGHT} characters: please enlarge the terminal. F10 quits."
        )

    def on_screen_resume(self) -> None:
        """Give way if there is room by now: it may have come while another screen was on top."""
        if not too_small(self.app.size):
            self.dismiss()


def too_small(size: Size) -> bool:
    """Tell whether a terminal has too little room."""
    return size.width < LEAST_WIDTH or size.height < LEAST_HEIGHT


def place_of_screen(puzzle: str) -> str:
    """Return where the screen of a puzzle is: its own, in a room of the puzzle's name, else that of any puzzle."""
    room = f"tui.screens.{puzzle}"
    return f"{room}.screen:{puzzle.capitalize()}Screen" if find_spec(room) else ANY_PUZZLE


class Knightwatch(Program):
    """Home, or the screen of one plan, experiment or race."""

    CSS_PATH = "knightwatch.tcss"
    COMMAND_PALETTE_BINDING = "colon"
    TITLE = "knightwatch"

    BINDINGS = [
        Binding("f2", "toggle_theme", "Theme", show=False, tooltip="light or dark"),
        Binding("f10", "quit", "Quit", show=False, priority=True, tooltip="leave knightwatch from anywhere"),
        Binding("colon", "command_palette", "All", show=False, tooltip="all commands, to search by name"),
    ]

    def __init__(self, first: "First | None" = None, look: Look | None = None, theme: str | None = None) -> None:
        super().__init__()
        self._first = first
        self.memory: Memory = remembered()
        look = look or Look()
        self.look = Look(ascii=look.ascii, colour=look.colour and not self.no_color)
        self.set_class(self.look.ascii, "-ascii")
        for each in THEMES.values():
            self.register_theme(each)
        self.theme = THEMES.get(theme or self.memory.theme, THEMES["dark"]).name

    def get_default_screen(self) -> Screen[None]:
        """Begin at home, or above it."""
        return HomeScreen(beneath=self._first is not None)

    def on_mount(self) -> None:
        """Go on to the plan that was asked for; at home, get ready for what comes next."""
        with suppress(NotImplementedError, ValueError, RuntimeError):  # not every system, nor every thread, can
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, partial(self.exit, return_code=TERMINATED))
        if self._first:
            self._begin(self._first)
        else:
            self.call_after_refresh(self.run_worker, self._import_later, thread=True)

    def _begin(self, first: "First") -> None:
        from engine.core.inquiry import Inquiry
        from engine.lab.races.race import Race

        if isinstance(first, Race):
            self.open_race(first)
        elif isinstance(first, Inquiry):
            self.open_experiment(first)
        elif callable(first):
            first(self)
        else:
            self.open(first)

    def _import_later(self) -> None:
        for name in LATER:
            import_module(name)
        from engine.compiled.tiers import prepare

        prepare("engine.plans.warm:everything")

    def open(self, plan: "Plan") -> None:
        """Open the screen of a plan."""
        self.push_screen(resolve_name(place_of_screen(plan.puzzle.name))(plan))

    def open_experiment(self, experiment: "Experiment", leave: "Callable[[], None] | None" = None) -> None:
        """Open the screen of an experiment; `leave` is called when nothing is done there any more."""
        self.push_screen(resolve_name(EXPERIMENT)(experiment, leave))

    def open_race(self, race: "Race") -> None:
        """Open the screen of a race."""
        self.push_screen(resolve_name(RACE)(race))

    def remember(self, plan: "Plan") -> None:
        """Keep a plan among the recent choices."""
        self.memory.note(plan)
        self.memory.save()

    def on_resize(self, event: Resize) -> None:
        """Say so when there is too little room."""
        small = too_small(event.size)
        if small and not isinstance(self.screen, TooSmall):
            self.push_screen(TooSmall())
        elif not small and isinstance(self.screen, TooSmall):
            self.pop_screen()

    def get_key_display(self, binding: Binding) -> str:
        """Return a key's name for the footer."""
        name = super().get_key_display(binding)
        return {"→": "right", "←": "left"}.get(name, name) if self.look.ascii else name

    def action_toggle_theme(self) -> None:
        """Change between light and dark."""
        name = "light" if self.current_theme.dark else "dark"
        self.theme = THEMES[name].name
        self.memory.theme = name
        self.memory.save()

    def action_command_palette(self) -> None:
        """Show all commands, unless they are there already or have no room."""
        if not isinstance(self.screen, TooSmall | CommandsScreen):
            self.push_screen(CommandsScreen())

    def action_help_quit(self) -> None:
        """Tell those who press Ctrl+C how to leave."""
        self.notify("F10 quits; q goes back.")

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Offer in the palette what the keys do."""
        for binding in declared(screen):
            yield SystemCommand(binding.description, binding.tooltip, partial(screen.run_action, binding.action))
