"""Find and open the screen of a plan, a saved run, a race or an experiment.

Screens are imported when they are first opened: the home screen appears sooner.
"""

from importlib.util import find_spec
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from knightwatch.engine.core.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable

    from knightwatch.engine.lab.races.race import Race
    from knightwatch.engine.lab.sweeps.experiment import Experiment
    from knightwatch.engine.plans.plan import Plan
    from knightwatch.engine.store.saving import RunSaver
    from knightwatch.tui.screens.base.program import Program

RACE = "knightwatch.tui.screens.lab.race:RaceScreen"
EXPERIMENT = "knightwatch.tui.screens.lab.sweep:SweepScreen"
ANY_PUZZLE = "knightwatch.tui.screens.puzzle.screen:PuzzleScreen"


def place_of_screen(puzzle: str) -> str:
    """Return the import path of a puzzle's screen: its own, if its package exists, else the general one."""
    package = f"knightwatch.tui.screens.{puzzle}"
    return f"{package}.screen:{puzzle.capitalize()}Screen" if find_spec(package) else ANY_PUZZLE


class ScreenOpener:
    """Opens screens of one application; implements `screens.base.program.Opener`."""

    def __init__(self, app: "Program", pace: "Callable[[], float | None]") -> None:
        """Take the application, and a function that returns the user's preferred pace."""
        self._app = app
        self._pace = pace

    def open(self, subject: "Plan | RunSaver") -> None:
        """Open the screen of a plan, or of a saved run."""
        self._app.push_screen(self.screen_of(subject))

    def open_example(self, plan: "Plan", pace: float | None) -> None:
        """Open the screen of a plan, paused, with a pace; without a pace, run it at once at full speed."""
        from knightwatch.tui.screens.base.worker_screen import WorkerScreen
        from knightwatch.tui.workers.worker import Pause, RunAt

        screen = self.screen_of(plan)
        assert isinstance(screen, WorkerScreen)
        self._app.push_screen(screen)
        screen.play(RunAt(None) if pace is None else Pause(), pace)

    def open_race(self, race: "Race") -> None:
        """Open the screen of a race."""
        self._app.push_screen(self.screen_of(race))

    def open_sweep_form(self, plan: "Plan | None" = None) -> None:
        """Open the form for a sweep, with the values of a plan or, without one, of the last sweep."""
        from knightwatch.tui.screens.lab.sweep_form import Ready, SweepForm, first_values

        try:
            form = SweepForm(first_values(plan, self._app.last_sweep))
        except BadInput as error:
            self._app.last_sweep = None
            self._app.notify(f"No sweep is possible: {error}.", markup=False)
        else:

            def start(ready: Ready | None) -> None:
                if ready:
                    self.open_experiment(*ready)

            self._app.push_screen(form, start)

    def open_experiment(self, experiment: "Experiment", leave: "Callable[[], None] | None" = None) -> None:
        """Open the screen of an experiment; `leave` is called when its work has ended."""
        self._app.push_screen(resolve_name(EXPERIMENT)(experiment, leave))

    def screen_of(self, subject: "Plan | RunSaver | Race") -> Screen[Any]:
        """Return a new, paused screen of a plan, a saved run or a race."""
        from knightwatch.engine.plans.plan import Plan
        from knightwatch.engine.store.saving import RunSaver
        from knightwatch.tui.screens.base.worker_screen import WorkerScreen
        from knightwatch.tui.workers.worker import Pause

        plan = subject.plan if isinstance(subject, RunSaver) else subject
        place = place_of_screen(plan.puzzle.name) if isinstance(plan, Plan) else RACE
        screen: WorkerScreen[Any, Any] = resolve_name(place)(subject)
        pace = self._pace()
        if isinstance(subject, RunSaver) and subject.pace is not None:
            pace = subject.pace or None
        screen.play(Pause(), pace)
        return screen
