"""The application as its screens know it: what they may ask of it, and no more."""

from typing import TYPE_CHECKING, Any

from textual._styles_cache import StylesCache
from textual.app import App, ScreenStackError
from textual.await_complete import AwaitComplete
from textual.timer import Timer

from knightwatch.tui.config import Config
from knightwatch.tui.look import Look, to_ascii
from knightwatch.tui.recording import Recording
from knightwatch.tui.widgets.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

    from knightwatch.engine.lab.races.race import Race
    from knightwatch.engine.lab.sweeps.experiment import Experiment
    from knightwatch.engine.plans.plan import Plan
    from knightwatch.engine.store.keeping import Keeper


class Program(App[None]):
    """What screens share, and where they go from each other."""

    look: Look
    config: Config
    sent = 0
    """Bytes that the terminal was sent."""
    recording: Recording | None = None
    """Where it is written down what the screen shows."""

    def on_mount(self) -> None:
        """Count from now on what is sent, and write it down if somebody wants that."""
        driver = self._driver
        assert driver
        send = driver.write
        if self.recording:
            self.recording.sized(*self.size)

        def write(text: str) -> None:
            self.sent += len(text.encode(errors="replace"))
            send(text)
            if self.recording:
                self.recording.write(text)
                self._tell_fault(self.recording)

        driver.write = write  # type: ignore[assignment, method-assign]

    def pop_screen(self) -> AwaitComplete:
        """Leave a screen for good: Textual remembers how its parts were coloured, and with that all of their lines."""
        StylesCache.get_inner_outer.cache_clear()
        return super().pop_screen()

    when_drawn: "Callable[[], None] | None" = None
    """Is called once, when what is to be seen now is drawn."""

    def post_display_hook(self) -> None:
        """Tell who waits for it that all is drawn."""
        told, self.when_drawn = self.when_drawn, None
        if told:
            told()

    def _tell_fault(self, recording: Recording) -> None:
        """Say so where the recording has come to an end by itself."""
        if recording.fault:
            self.recording = None
            self.notify(f"The recording ends here: {recording.fault}.", markup=False)

    _forgetting: Timer | None = None

    def _refresh_notifications(self) -> None:
        """Show the newest notice in its place below the sentence; Textual would lay it over what is to be seen."""
        if self._forgetting:
            self._forgetting.stop()
            self._forgetting = None
        try:
            places = self.screen.query("#sentence, #aside").results(Words)
        except ScreenStackError:
            return
        newest = next(reversed(list(self._notifications)), None)
        place = next((place for place in places if place.display), None)
        if not place:
            if self.screen.is_modal:  # a dialog has no such place
                super()._refresh_notifications()
            return
        place.notice(to_ascii(newest.message, self.look.ascii) if newest else "")
        if newest:
            self._forgetting = self.set_timer(max(0.01, newest.time_left), self._refresh_notifications)

    def show_notices(self) -> None:
        """Show the newest notice on a screen that only now has a place for it."""
        self._refresh_notifications()

    def open(self, subject: "Plan | Keeper") -> None:
        """Open the screen of a plan, or of a run that was kept."""
        raise NotImplementedError

    def open_example(self, plan: "Plan", pace: float | None) -> None:
        """Open the screen of a plan at a pace that fits it; without one, it is run at once."""
        raise NotImplementedError

    def screen_of(self, subject: "Plan | Keeper | Race") -> "Screen[Any]":
        """Return the screen of a plan, a run that was kept or a race, to be opened."""
        raise NotImplementedError

    def open_experiment(self, experiment: "Experiment", leave: "Callable[[], None] | None" = None) -> None:
        """Open the screen of an experiment; `leave` is called when nothing is done there any more."""
        raise NotImplementedError

    def open_race(self, race: "Race") -> None:
        """Open the screen of a race."""
        raise NotImplementedError

    def list_kept(self) -> None:
        """Have home, if it is in sight, list what is kept by now; may be called from any thread."""
        raise NotImplementedError
