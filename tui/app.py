"""The application: themes, preferences, and the keys that work on every screen."""

import os
import signal
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from textual.app import ScreenStackError, SystemCommand
from textual.binding import Binding
from textual.constants import DRIVER
from textual.css.query import NoMatches
from textual.driver import Driver
from textual.events import AppBlur, Event, InputEvent, Key, Paste, Resize
from textual.geometry import Size
from textual.screen import Screen
from textual.theme import Theme
from textual.widget import Widget
from textual.worker import WorkerFailed

from knightwatch.engine.core.hardware import out_of_memory
from knightwatch.tui.config import Config
from knightwatch.tui.key_order import KeyOrder
from knightwatch.tui.look import Look, to_ascii
from knightwatch.tui.opener import ScreenOpener
from knightwatch.tui.screens.base.dialog import CommandsScreen
from knightwatch.tui.screens.base.keymap import identify, keymap
from knightwatch.tui.screens.base.program import Program
from knightwatch.tui.screens.followers import LOST, FollowersScreen
from knightwatch.tui.screens.help import commands_of, key_names
from knightwatch.tui.screens.home import HomeScreen
from knightwatch.tui.slow_line import BackPressure
from knightwatch.tui.spans import ChangedLayout, ChangedSpans, TerminalCopy
from knightwatch.tui.textual_internals import (
    ChopsUpdate,
    LayoutUpdate,
    add_breakpoint_classes,
    bindings_of,
    current_node,
    driver_of,
)
from knightwatch.tui.theme import THEMES, board_colours, textual_name, user_name
from knightwatch.tui.too_small import enlarged, escape_codes, is_too_small, message_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from rich.console import RenderableType
    from textual.actions import ActionParseResult
    from textual.dom import DOMNode

    from knightwatch.engine.lab.races.race import Race
    from knightwatch.engine.lab.sweeps.experiment import Experiment
    from knightwatch.engine.plans.plan import Plan
    from knightwatch.engine.store.saving import RunSaver

    First = Plan | RunSaver | Experiment | Race | Callable[[Program], object]
    """What to open first: a plan, a saved run, an experiment, a race, or a function that opens something."""

GAVE_UP = 4
"""Exit code if the memory is full."""
NO_THREAD = "can't start new thread"
"""Python's message if the system refuses memory for a thread."""
IMPORTED_LATER = ("knightwatch.tui.screens.puzzle.screen", "knightwatch.engine.compiled.cache")
"""Modules that the home screen does not need, but the next screen does."""
ASCII_KEYS = {"→": "->", "←": "<-", "⏎": "enter"}
"""Names of keys in the footer, in ASCII."""


class Knightwatch(Program):
    """The application; it opens the home screen, or another screen above it."""

    CSS_PATH = "knightwatch.tcss"
    COMMAND_PALETTE_BINDING = "colon"
    TITLE = "knightwatch"

    BINDINGS = [
        Binding("f2", "toggle_theme", "Theme", show=False, tooltip="light or dark"),
        Binding("f3", "followers", "Followers", show=False, tooltip="the address for browsers, and how many follow"),
        Binding("f10,ctrl+q", "quit", "Quit", show=False, priority=True, tooltip="leave knightwatch from anywhere"),
        Binding("ctrl+z", "suspend", "Suspend", show=False, tooltip="stop the program; fg in the shell continues it"),
        Binding("colon", "command_palette", "All", show=False, tooltip="all commands, to search by name"),
    ]

    def __init__(self, first: "First | None" = None, look: Look | None = None, theme: str | None = None) -> None:
        super().__init__()
        self._first = first
        self._copy = TerminalCopy()
        self._screen_shown: Screen[Any] | None = None
        """The screen that `_copy` describes."""
        self._back_pressure = BackPressure(self)
        self.key_order = KeyOrder(self)
        self.small = False
        """Whether the terminal is too small to show a screen."""
        self.config = Config()
        self.opener = ScreenOpener(self, lambda: self.config.preferred.pace or None)
        preferred, look = self.config.preferred, look or Look()
        colour, tints = look.colour and not self.no_color, self.console.color_system != "standard"
        self.look = replace(look, colour=colour, tints=tints, trail_as=preferred.trail)
        self.set_class(self.look.ascii, "-ascii")
        for each in THEMES.values():
            self.register_theme(each)
        self._saved_theme = theme or preferred.theme
        self.theme = textual_name(self._saved_theme)
        if not preferred.animation:
            self.animation_level = "none"
        self.set_keymap(keymap(self.config.keys))

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return the colours of the board, which Textual's themes lack."""
        return board_colours(user_name(self.theme))

    def prepare_screen(self, screen: Screen[Any]) -> None:
        """Let users change the keys of a screen, and style it for the terminal's size at once."""
        identify(bindings_of(screen))
        add_breakpoint_classes(screen, self.size)

    def get_driver_class(self) -> type[Driver]:
        """Return our own driver; on Windows and in a browser, Textual's."""
        if os.name != "posix" or DRIVER:
            return super().get_driver_class()
        from knightwatch.tui.terminal import TerminalDriver

        return TerminalDriver

    def exit(self, result: None = None, return_code: int = 0, message: "RenderableType | None" = None) -> None:
        """Quit; keep the exit code of a crash or a signal."""
        super().exit(result, return_code or self.return_code or 0, message)

    def handle_error(self, error: Exception) -> None:
        """Exit if the memory is full; else crash, unless a late key or report looked for a widget that is gone."""
        cause = error.error if isinstance(error, WorkerFailed) else error
        if isinstance(cause, MemoryError) or str(cause) == NO_THREAD:
            self.exit(return_code=GAVE_UP, message=f"knightwatch: {out_of_memory()}")
            return
        node = current_node(self)
        exiting = self.return_code is not None
        closed = exiting or (isinstance(node, Widget) and node.screen not in self.screen_stack)
        if not (closed and isinstance(cause, NoMatches)):
            super().handle_error(error)

    def get_default_screen(self) -> Screen[None]:
        """Return the home screen."""
        return HomeScreen(beneath=self._first is not None)

    def on_mount(self) -> None:
        """Open the first screen; at home, import in the background what the next screen needs."""
        self.theme_changed_signal.subscribe(self, self._save_theme)
        if self.config.fault:
            self.notify(self.config.fault, markup=False, timeout=20)
        if self.broadcast:
            self.broadcast.on_change = self._on_followers
            self.push_screen(FollowersScreen(self.broadcast), lambda _: self._begin())
        else:
            self._begin()

    def _begin(self) -> None:
        if self._first:
            self._open_first(self._first)
        else:
            self.call_after_refresh(self.run_worker, self._import_later, thread=True)

    def _open_first(self, first: "First") -> None:
        from knightwatch.engine.core.inquiry import Inquiry
        from knightwatch.engine.lab.races.race import Race

        if isinstance(first, Race):
            self.opener.open_race(first)
        elif isinstance(first, Inquiry):
            self.opener.open_experiment(first)
        elif callable(first):
            first(self)
        else:
            self.opener.open(first)

    def _import_later(self) -> None:
        for name in IMPORTED_LATER:
            import_module(name)
        from knightwatch.engine.compiled.tiers import prepare

        prepare("knightwatch.engine.plans.warm:everything")

    # Drawing, and the size of the terminal.

    async def on_event(self, event: Event) -> None:
        """Handle an event; in a terminal that is too small, ask for more room and ignore all keys but F10."""
        if isinstance(event, Resize):
            for copy in (self.recording, self.broadcast):
                if copy:
                    copy.resize(*event.size)
            self._back_pressure.resized(event.size)
            self.forget_terminal()
            was_small, self.small = self.small, is_too_small(event.size)
            if self.small:
                self._ask_for_room(event.size)
            elif was_small:
                self.refresh(layout=True)
            size = enlarged(event.size)
            event = Resize(size, size)
        hidden = self.small and isinstance(event, InputEvent | Paste) and getattr(event, "key", "") != "f10"
        blurred = self.is_web and isinstance(event, AppBlur)  # a web page starts blurred: keep the focus
        if hidden or blurred:
            return
        if not isinstance(event, Key | Paste) or event.is_forwarded:
            await super().on_event(event)
        elif not self.key_order.holds_back(event):
            target = self.focused or self.screen
            await super().on_event(event)
            self.key_order.follow(event, target)

    def _ask_for_room(self, size: Size) -> None:
        if driver := driver_of(self):
            driver.write(escape_codes(size))
        if self.broadcast:
            self.broadcast.draw_text(message_lines(size), self.ansi_theme)

    def draw_update(self, screen: Screen[Any], update: "RenderableType | None") -> None:
        """Draw an update, reduced to what changed; hold it back while the line is behind."""
        if self.small:  # the message fills the terminal
            self._copy.forget()
            return
        if self._back_pressure.holds_back(screen, update):
            return
        if self.broadcast and screen is self.screen:
            self.broadcast.draw(update, self.ansi_theme)
        if update is not None and screen is not self._screen_shown:
            self._screen_shown = screen
            self._copy.forget()
        if isinstance(update, ChopsUpdate):
            update = ChangedSpans(update, self._copy)
        elif isinstance(update, LayoutUpdate):
            update = ChangedLayout(update, self._copy)
        elif update is not None:
            self._copy.forget()
        super().draw_update(screen, update)

    def forget_terminal(self) -> None:
        """Send the next drawing whole, because nobody knows what the terminal shows."""
        self._copy.forget()

    # Keys and commands.

    async def run_action(
        self,
        action: "str | ActionParseResult",
        default_namespace: "DOMNode | None" = None,
        namespaces: "Mapping[str, DOMNode] | None" = None,
    ) -> bool:
        """Run a command; a screen that has no widgets yet runs it right after it has them.

        The previous screen can pass a key on while the new one opens.
        """
        run = partial(super().run_action, action, default_namespace, namespaces)
        if isinstance(default_namespace, Screen) and not default_namespace.is_mounted:
            return default_namespace.call_later(run)
        return await run()

    def get_key_display(self, binding: Binding) -> str:
        """Return a key's name for the footer."""
        name = super().get_key_display(binding)
        return ASCII_KEYS.get(name, name) if self.look.ascii else name

    def action_suspend(self) -> None:
        """Stop the program and its process group, as Ctrl+Z does in a terminal."""
        driver = driver_of(self)
        if driver and driver.can_suspend:
            os.killpg(os.getpgrp(), signal.SIGTSTP)
        else:
            self.notify("Ctrl+Z does nothing here: no shell with job control started knightwatch.", markup=False)

    def action_toggle_theme(self) -> None:
        """Switch between our own light and dark themes."""
        self.theme = THEMES["light" if self.current_theme.dark else "dark"].name

    def _save_theme(self, theme: Theme) -> None:
        """Save a theme that the user chose on the screen; the option `--theme` is not saved."""
        if (name := user_name(theme.name)) != self._saved_theme:
            self._saved_theme = name
            self.config.prefer(theme=name)

    def _prefer_pace(self, pace: int | None) -> None:
        """Save the pace at which runs start."""
        self.config.prefer(pace=pace or 0)
        self.notify(f"Runs start at {f'{pace:,} steps a second' if pace else 'full speed'}.")

    def action_toggle_animation(self) -> None:
        """Turn animation on or off."""
        moving = not self.config.preferred.animation
        self.config.prefer(animation=moving)
        self.animation_level = "full" if moving else "none"
        self.notify("Animation is on." if moving else "Animation is off.")

    def action_command_palette(self) -> None:
        """Open the command palette, unless it is open."""
        if not isinstance(self.screen, CommandsScreen):
            self.push_screen(CommandsScreen())

    def action_followers(self) -> None:
        """Show the address for browsers."""
        if self.broadcast and not isinstance(self.screen, FollowersScreen):
            self.push_screen(FollowersScreen(self.broadcast))

    def _on_followers(self) -> None:
        """Show the new number of followers, or that there are no more."""
        assert self.broadcast
        with suppress(ScreenStackError):  # the program is exiting
            if isinstance(self.screen, FollowersScreen):
                self.screen.update()
            elif self.broadcast.lost:
                self.notify(LOST, markup=False, timeout=20)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the key for followers without a broadcast."""
        return self.broadcast is not None if action == "followers" else super().check_action(action, parameters)

    def action_help_quit(self) -> None:
        """Say how to quit; Ctrl+C calls this."""
        self.notify("F10 quits.")

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Return the commands of the palette: every key of the screen, and the preferences."""
        for node, binding in commands_of(screen):
            if binding.action == "command_palette":  # the palette is open already
                continue
            title = to_ascii(f"{binding.description}  {key_names(binding)}", self.look.ascii)
            yield SystemCommand(title, binding.tooltip, partial(self.run_action, binding.action, node))
        yield SystemCommand("Themes", "choose from all themes", self.action_change_theme)
        if hasattr(screen, "pace"):
            yield SystemCommand("Pace", "start every run at this pace", partial(self._prefer_pace, screen.pace))
        yield SystemCommand("Animation", "turn animation on or off", self.action_toggle_animation)
