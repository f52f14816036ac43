"""The application: screens, themes, and the keys that work everywhere."""

import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pkgutil import resolve_name
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from textual._compositor import ChopsUpdate, LayoutUpdate
from textual._context import active_message_pump
from textual.app import SystemCommand
from textual.binding import Binding
from textual.constants import DRIVER
from textual.css.query import NoMatches
from textual.dom import DOMNode
from textual.driver import Driver
from textual.events import AppBlur, Event, InputEvent, Paste, Resize
from textual.geometry import Region, Size
from textual.screen import Screen
from textual.theme import Theme
from textual.timer import Timer
from textual.widget import Widget
from textual.worker import WorkerFailed

from knightwatch.tui.config import Config
from knightwatch.tui.look import Look, to_ascii
from knightwatch.tui.screens.base.dialog import CommandsScreen
from knightwatch.tui.screens.base.keymap import identify, keymap
from knightwatch.tui.screens.base.program import Program
from knightwatch.tui.screens.help import commands_of, key_names
from knightwatch.tui.screens.home import HomeScreen
from knightwatch.tui.spans import Shown, Spans
from knightwatch.tui.theme import THEMES, board, known, registered

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import RenderableType

    from knightwatch.engine.lab.races.race import Race
    from knightwatch.engine.lab.sweeps.experiment import Experiment
    from knightwatch.engine.plans.plan import Plan
    from knightwatch.engine.store.keeping import Keeper

    First = Plan | Keeper | Experiment | Race | Callable[[Program], object]
    """A plan, a run that was kept, an experiment or a race to show, or what else to do at first."""

LATER = ("knightwatch.tui.screens.puzzle.screen", "knightwatch.engine.compiled.cache")
"""What the home screen does not wait for, and the next screen should find there."""

RACE = "knightwatch.tui.screens.lab.race:RaceScreen"
EXPERIMENT = "knightwatch.tui.screens.lab.sweep:SweepScreen"
ANY_PUZZLE = "knightwatch.tui.screens.puzzle.screen:PuzzleScreen"

LEAST_WIDTH, LEAST_HEIGHT = 40, 12
ASCII_KEYS = {"→": "->", "←": "<-", "⏎": "enter"}
"""What keys are called in the footer where there is only ASCII."""


MOMENT = 0.03
"""Seconds after which a slow line is looked at again."""


def regions(update: LayoutUpdate | ChopsUpdate) -> Iterable[Region]:
    """Return what an update would have drawn."""
    if isinstance(update, LayoutUpdate):
        return [update.region]
    return [Region(left, y, right - left, 1) for y, left, right in update.spans]


def too_small(size: Size) -> bool:
    """Tell whether a terminal has too little room."""
    return size.width < LEAST_WIDTH or size.height < LEAST_HEIGHT


def plea(size: Size) -> list[str]:
    """Return the lines that fill a terminal which is too small, and ask for more room."""
    words = f"knightwatch needs {LEAST_WIDTH} x {LEAST_HEIGHT} characters: please enlarge the terminal. F10 quits."
    lines = wrap(words, max(size.width, 1))[: size.height]
    above = (size.height - len(lines)) // 2
    lines = [""] * above + lines + [""] * (size.height - len(lines) - above)
    return [line.center(size.width) for line in lines]


def place_of_screen(puzzle: str) -> str:
    """Return where the screen of a puzzle is: its own, in a room of the puzzle's name, else that of any puzzle."""
    room = f"knightwatch.tui.screens.{puzzle}"
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
        self._shown = Shown()
        self._drawn: Screen[Any] | None = None
        """The screen that the terminal shows."""
        self._catching_up: Timer | None = None
        self.small = False
        """Whether the terminal has too little room to show anything."""
        self.config = Config()
        preferred, look = self.config.preferred, look or Look()
        colour, tints = look.colour and not self.no_color, self.console.color_system != "standard"
        self.look = replace(look, colour=colour, tints=tints, trail_as=preferred.trail)
        self.set_class(self.look.ascii, "-ascii")
        for each in THEMES.values():
            self.register_theme(each)
        self._theme_kept = theme or preferred.theme
        self.theme = registered(self._theme_kept)
        if not preferred.animation:
            self.animation_level = "none"
        self.set_keymap(keymap(self.config.keys))

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return the colours of the board, which no theme of Textual has."""
        return board(known(self.theme))

    def _register_child(self, parent: DOMNode, child: Widget, before: int | None, after: int | None) -> None:
        """Take a widget in; the commands of a screen can be found by their usual keys from then on."""
        if isinstance(child, Screen):
            identify(child._bindings)
            self._fit(child)
        super()._register_child(parent, child, before, after)

    def _fit(self, screen: Screen[Any]) -> None:
        """Give a screen the classes for its room before it is composed, or all of it would be styled twice."""
        for breakpoints, room in (
            (screen.HORIZONTAL_BREAKPOINTS, self.size.width),
            (screen.VERTICAL_BREAKPOINTS, self.size.height),
        ):
            screen._classes |= screen._get_breakpoint_classes(room, breakpoints or [])

    def get_driver_class(self) -> type[Driver]:
        """Return what stands between the program and the terminal; on Windows and in a browser, what Textual has."""
        if os.name != "posix" or DRIVER:
            return super().get_driver_class()
        from knightwatch.tui.terminal import TerminalDriver

        return TerminalDriver

    def exit(self, result: None = None, return_code: int = 0, message: "RenderableType | None" = None) -> None:
        """Leave; after a crash, or when the end was asked for by a signal, not with the exit code of success."""
        super().exit(result, return_code or self.return_code or 0, message)

    def _handle_exception(self, error: Exception) -> None:
        """Crash, unless a key or a report has come to a screen that is being taken down, or never came into sight."""
        cause = error.error if isinstance(error, WorkerFailed) else error
        node = active_message_pump.get(self)
        gone = self._exit or (isinstance(node, Widget) and node.screen not in self.screen_stack)
        if not (gone and isinstance(cause, NoMatches)):
            super()._handle_exception(error)

    def get_default_screen(self) -> Screen[None]:
        """Begin at home, or above it."""
        return HomeScreen(beneath=self._first is not None)

    def on_mount(self) -> None:
        """Go on to the plan that was asked for; at home, get ready for what comes next."""
        self.theme_changed_signal.subscribe(self, self._keep_theme)
        if self.config.fault:
            self.notify(self.config.fault, markup=False, timeout=20)
        if self._first:
            self._begin(self._first)
        else:
            self.call_after_refresh(self.run_worker, self._import_later, thread=True)

    def _begin(self, first: "First") -> None:
        from knightwatch.engine.core.inquiry import Inquiry
        from knightwatch.engine.lab.races.race import Race

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
        from knightwatch.engine.compiled.tiers import prepare

        prepare("knightwatch.engine.plans.warm:everything")

    def open(self, subject: "Plan | Keeper") -> None:
        """Open the screen of a plan, or of a run that was kept."""
        self.push_screen(self.screen_of(subject))

    def open_example(self, plan: "Plan", pace: float | None) -> None:
        """Open the screen of a plan at a pace that fits it; without one, it is run at once."""
        from knightwatch.tui.screens.base.worker_screen import WorkerScreen
        from knightwatch.tui.workers.worker import RunAt, Stay

        screen = self.screen_of(plan)
        assert isinstance(screen, WorkerScreen)
        self.push_screen(screen)
        screen.play(RunAt(None) if pace is None else Stay(), pace)

    def screen_of(self, subject: "Plan | Keeper | Race") -> Screen[Any]:
        """Return the screen of a plan, a run that was kept or a race, to be opened."""
        from knightwatch.engine.plans.plan import Plan
        from knightwatch.engine.store.keeping import Keeper
        from knightwatch.tui.screens.base.worker_screen import WorkerScreen
        from knightwatch.tui.workers.worker import Stay

        plan = subject.plan if isinstance(subject, Keeper) else subject
        place = place_of_screen(plan.puzzle.name) if isinstance(plan, Plan) else RACE
        screen: WorkerScreen[Any, Any] = resolve_name(place)(subject)
        screen.play(Stay(), self.config.preferred.pace or None)
        return screen

    def open_experiment(self, experiment: "Experiment", leave: "Callable[[], None] | None" = None) -> None:
        """Open the screen of an experiment; `leave` is called when nothing is done there any more."""
        self.push_screen(resolve_name(EXPERIMENT)(experiment, leave))

    def open_race(self, race: "Race") -> None:
        """Open the screen of a race."""
        self.push_screen(self.screen_of(race))

    def list_kept(self) -> None:
        """Have home, if it is in sight, list what is kept by now; may be called from any thread."""
        loop = self._loop
        with suppress(RuntimeError):  # the program has ended meanwhile
            if loop:
                loop.call_soon_threadsafe(self.call_later, self._list_kept)

    def _list_kept(self) -> None:
        if self.is_running and isinstance(self.screen, HomeScreen) and self.screen.listed:
            self.screen.list_anew()

    async def on_event(self, event: Event) -> None:
        """Say so when there is too little room; meanwhile no key acts unseen, and no screen has to fit in there."""
        if isinstance(event, Resize):
            if self.recording:
                self.recording.sized(*event.size)
            before, self.small = self.small, too_small(event.size)
            if self.small:
                self._plead(event.size)
            elif before:
                self.refresh(layout=True)
            room = Size(max(event.size.width, LEAST_WIDTH), max(event.size.height, LEAST_HEIGHT))
            event = Resize(room, room)
        unseen = self.small and isinstance(event, InputEvent | Paste) and getattr(event, "key", "") != "f10"
        blurred = self.is_web and isinstance(event, AppBlur)  # a page begins so; nothing that has keys should lose them
        if not (unseen or blurred):
            await super().on_event(event)

    def _plead(self, size: Size) -> None:
        if self._driver:
            lines = "".join(f"\x1b[{row}H{line}" for row, line in enumerate(plea(size), 1))
            self._driver.write(f"\x1b[0m{lines}")

    def _display(self, screen: Screen[Any], renderable: "RenderableType | None") -> None:
        """Draw, unless a plea for more room is there instead; what a slow line has no room for is drawn later."""
        if self.small:
            self._shown.forget()
            return
        if isinstance(renderable, LayoutUpdate | ChopsUpdate) and getattr(self._driver, "behind", False):
            screen._compositor._dirty_regions.update(regions(renderable))
            self._catching_up = self._catching_up or self.set_timer(MOMENT, self._catch_up)
            return
        if isinstance(renderable, ChopsUpdate) and screen is self._drawn:
            renderable = Spans(renderable, self._shown)
        elif renderable is not None:
            self._drawn = screen
            self._shown.forget()
        super()._display(screen, renderable)

    def _catch_up(self) -> None:
        """Draw what was left out, as it is by now, as soon as the line has room for it."""
        self._catching_up = None
        self.screen._compositor_refresh()

    def get_key_display(self, binding: Binding) -> str:
        """Return a key's name for the footer."""
        name = super().get_key_display(binding)
        return ASCII_KEYS.get(name, name) if self.look.ascii else name

    def action_toggle_theme(self) -> None:
        """Change between our own light and dark."""
        self.theme = THEMES["light" if self.current_theme.dark else "dark"].name

    def _keep_theme(self, theme: Theme) -> None:
        """Have the theme that was chosen again next time; one that is only asked for at the start is not chosen."""
        if (name := known(theme.name)) != self._theme_kept:
            self._theme_kept = name
            self.config.prefer(theme=name)

    def _prefer_pace(self, pace: int | None) -> None:
        """Begin runs at a pace from now on."""
        self.config.prefer(pace=pace or 0)
        self.notify(f"Runs begin at {f'{pace:,} steps a second' if pace else 'full speed'}.")

    def action_toggle_animation(self) -> None:
        """Let things move by themselves, or stand still."""
        moving = not self.config.preferred.animation
        self.config.prefer(animation=moving)
        self.animation_level = "full" if moving else "none"
        self.notify("Things move by themselves." if moving else "Nothing moves by itself.")

    def action_command_palette(self) -> None:
        """Show all commands, unless they are there already."""
        if not isinstance(self.screen, CommandsScreen):
            self.push_screen(CommandsScreen())

    def action_help_quit(self) -> None:
        """Tell those who press Ctrl+C how to leave."""
        self.notify("F10 quits; q goes back.")

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Offer in the palette what the keys do."""
        for binding in commands_of(screen):
            title = to_ascii(f"{binding.description}  {key_names(binding)}", self.look.ascii)
            yield SystemCommand(title, binding.tooltip, partial(screen.run_action, binding.action))
        yield SystemCommand("Themes", "choose from all themes", self.action_change_theme)
        if hasattr(screen, "pace"):
            words = "begin every run at the pace of this one"
            yield SystemCommand("Pace", words, partial(self._prefer_pace, screen.pace))
        yield SystemCommand("Animation", "let things move by themselves, or stand still", self.action_toggle_animation)
