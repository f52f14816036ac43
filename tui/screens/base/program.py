"""The application as its screens know it: what they may ask of it, and no more."""

from typing import TYPE_CHECKING

from textual.app import App

from tui.look import Look
from tui.remembered import Memory

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.lab.races.race import Race
    from engine.lab.sweeps.experiment import Experiment
    from engine.plans.plan import Plan


class Program(App[None]):
    """What screens share, and where they go from each other."""

    look: Look
    memory: Memory
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

    def open(self, plan: "Plan") -> None:
        """Open the screen of a plan."""
        raise NotImplementedError

    def open_experiment(self, experiment: "Experiment", leave: "Callable[[], None] | None" = None) -> None:
        """Open the screen of an experiment; `leave` is called when nothing is done there any more."""
        raise NotImplementedError

    def open_race(self, race: "Race") -> None:
        """Open the screen of a race."""
        raise NotImplementedError

    def remember(self, plan: "Plan") -> None:
        """Keep a plan among the recent choices."""
        raise NotImplementedError
