"""The application as its screens see it: appearance, notices, and how to open another screen."""

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

from textual.app import ScreenStackError
from textual.await_complete import AwaitComplete
from textual.message import Message
from textual.timer import Timer

from knightwatch.tui.broadcast.broadcast import Broadcast
from knightwatch.tui.config import Config
from knightwatch.tui.look import Look, to_ascii
from knightwatch.tui.recording import Recording
from knightwatch.tui.textual_internals import HookedApp, clear_styles_cache, driver_of, notifications
from knightwatch.tui.widgets.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

    from knightwatch.engine.byhand.play import Play
    from knightwatch.engine.lab.races.race import Race
    from knightwatch.engine.lab.sweeps.experiment import Experiment
    from knightwatch.engine.plans.plan import Plan
    from knightwatch.engine.store.saving import RunSaver
    from knightwatch.tui.screens.lab.typed_sweep import Typed


class Opener(Protocol):
    """Opens the screen of a plan, a saved run, a race or an experiment."""

    def open(self, subject: "Plan | RunSaver") -> None:
        """Open the screen of a plan, or of a saved run."""

    def open_example(self, plan: "Plan", pace: float | None) -> None:
        """Open the screen of a plan, paused, with a pace; without a pace, run it at once at full speed."""

    def open_race(self, race: "Race") -> None:
        """Open the screen of a race."""

    def open_sweep_form(self, plan: "Plan | None" = None) -> None:
        """Open the form for a sweep, with the values of a plan or, without one, of the last sweep."""

    def open_experiment(self, experiment: "Experiment", leave: "Callable[[], None] | None" = None) -> None:
        """Open the screen of an experiment; `leave` is called when its work has ended."""

    def screen_of(self, subject: "Plan | RunSaver | Race") -> "Screen[Any]":
        """Return a new, paused screen of a plan, a saved run or a race."""


class SavedRunsChanged(Message):
    """Posted to the home screen after a run was saved."""


class Program(HookedApp):
    """What all screens share."""

    look: Look
    config: Config
    opener: Opener
    home_quits = False
    """Whether the program ends when the home screen would appear: after a lecture from the command line."""
    sent = 0
    """Bytes sent to the terminal so far."""
    by_hand: "tuple[object, Play[Any]] | None" = None
    """The board from which the user last played by hand, and the position: leaving keeps it until the program ends."""
    last_sweep: "Typed | None" = None
    """What the user typed into the form of the last sweep."""
    recording: Recording | None = None
    """Records everything that is sent to the terminal."""
    broadcast: Broadcast | None = None
    """Sends everything that the terminal shows to browsers."""
    when_drawn: "Callable[[], None] | None" = None
    """Called once, after the next drawing."""
    _dialog_hint = "", ""
    """The lower border of the dialog without a notice, and as it is shown."""
    _expiry: Timer | None = None
    """Removes the visible notice when its time is over."""

    def on_mount(self) -> None:
        """Count, and record, everything that is sent to the terminal from now on."""
        driver = driver_of(self)
        assert driver
        send = driver.write
        if self.recording:
            self.recording.resize(*self.size)
        if self.broadcast:
            self.broadcast.resize(*self.size)

        def write(text: str) -> None:
            self.sent += len(text.encode(errors="replace"))
            send(text)
            if self.recording:
                self.recording.write(text)
                self._end_faulty(self.recording)

        driver.write = write  # type: ignore[assignment, method-assign]

    def _end_faulty(self, recording: Recording) -> None:
        """Stop recording, with a notice, if the file could not be written."""
        if recording.fault:
            self.recording = None
            self.notify(f"The recording stops here: {recording.fault}.", markup=False)

    def pop_screen(self) -> AwaitComplete:
        """Close the screen, and release its widgets."""
        clear_styles_cache()
        if self.home_quits and len(self.screen_stack) == 2:
            self.exit()
        return super().pop_screen()

    def post_display_hook(self) -> None:
        """Call `when_drawn`, once."""
        call, self.when_drawn = self.when_drawn, None
        if call:
            call()

    def refresh_saved_runs(self) -> None:
        """Tell the home screen that a run was saved; any thread may call this."""
        with suppress(IndexError, RuntimeError):  # the program has ended
            self.screen_stack[0].post_message(SavedRunsChanged())

    @property
    def notices(self) -> list[str]:
        """The messages of the notifications that have not expired, oldest first."""
        return [notification.message for notification in notifications(self)]

    def show_notices(self) -> None:
        """Show the newest notice below the sentence; Textual's own toasts would cover the board."""
        if self._expiry:
            self._expiry.stop()
            self._expiry = None
        try:
            places = self.screen.query("#sentence, #aside").results(Words)
        except ScreenStackError:
            return
        newest = next(reversed(notifications(self)), None)
        place = next((place for place in places if place.display), None)
        if not place:
            self._show_in_dialog(to_ascii(newest.message, self.look.ascii) if newest else "")
            if newest:
                self._expiry = self.set_timer(max(0.01, newest.time_left), self.show_notices)
            return
        place.notice(to_ascii(newest.message, self.look.ascii) if newest else "")
        if newest:
            self._expiry = self.set_timer(max(0.01, newest.time_left), self.show_notices)

    def _show_in_dialog(self, notice: str) -> None:
        """Show a notice in the lower border of a dialog, which has no sentence; a toast would cover its text."""
        for page in self.screen.query(".page") if self.screen.is_modal else ():
            hint, shown = self._dialog_hint
            if page.border_subtitle != shown:
                hint = str(page.border_subtitle or "")
            page.border_subtitle = notice or hint
            self._dialog_hint = hint, str(page.border_subtitle)
