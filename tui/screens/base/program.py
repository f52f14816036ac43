"""The application as its screens know it: what they may ask of it, and no more."""

from typing import TYPE_CHECKING, Any

from textual.app import App, ScreenStackError
from textual.timer import Timer

from tui.config import Config
from tui.look import Look, to_ascii
from tui.widgets.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

    from engine.lab.races.race import Race
    from engine.lab.sweeps.experiment import Experiment
    from engine.plans.plan import Plan
    from engine.store.keeping import Keeper


class Program(App[None]):
    """What screens share, and where they go from each other."""

    look: Look
    config: Config
    sent = 0
    """Bytes that the terminal was sent."""

    def on_mount(self) -> None:
        """Count from now on what is sent."""
        driver = self._driver
        assert driver
        send = driver.write

        def write(text: str) -> None:
            self.sent += len(text.encode(errors="replace"))
            send(text)

        driver.write = write  # type: ignore[assignment, method-assign]

    _forgetting: Timer | None = None

    def _refresh_notifications(self) -> None:
        """Show the newest notice in its place below the sentence; Textual would lay it over what is to be seen."""
        if self._forgetting:
            self._forgetting.stop()
            self._forgetting = None
        try:
            places = self.screen.query("#sentence").results(Words)
        except ScreenStackError:
            return
        newest = next(reversed(list(self._notifications)), None)
        place = next(places, None)
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
