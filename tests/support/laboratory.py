"""Screens of the laboratory: open them at a size, and wait for conditions."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot
from textual.widgets import DataTable

from knightwatch.engine.core.frame import Status
from knightwatch.engine.lab.races.entries import parse_racers
from knightwatch.engine.lab.races.race import Race
from knightwatch.engine.lab.races.racer import By
from knightwatch.engine.lab.sweeps.experiment import Experiment
from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.store.outcomes import RunOutcome, Store
from knightwatch.tui.app import Knightwatch
from knightwatch.tui.look import Look
from knightwatch.tui.screens.base.program import Program
from knightwatch.tui.screens.base.worker_screen import PACES
from knightwatch.tui.screens.lab.papers import PaperScreen, PapersScreen
from knightwatch.tui.screens.lab.race import RaceScreen
from knightwatch.tui.screens.lab.sweep import SweepScreen
from knightwatch.tui.widgets.words import Words
from tests.support.inline import inline, sweep
from tests.support.pilot import Opened, until

FOUR = ("warnsdorff", "backtrack:order=warnsdorff", "backtrack", "genetic:generations=1000")


def race(entries: tuple[str, ...] = FOUR, by: By = By.WORK, **values: str) -> Race:
    return Race(parse_racers(puzzle("tour"), {"seed": "7", "start": "a3"} | values, entries), by)


class Racing:
    """The screen of a race in a running application."""

    def __init__(self, app: Knightwatch, pilot: Pilot[Any]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def screen(self) -> RaceScreen:
        assert isinstance(self.app.screen, RaceScreen)
        return self.app.screen

    @property
    def screen_below(self) -> RaceScreen:
        """The screen of the race, even if another screen is on top."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, RaceScreen))

    @property
    def done(self) -> list[int]:
        """The step of each racer on the screen."""
        return [standing.frame.moment for standing in self.screen.runner.report.standings]

    async def at_rest(self) -> None:
        await until(self.pilot, lambda: isinstance(self.app.screen, RaceScreen) and self.screen.runner.idle)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.at_rest()

    async def go(self, steps: int) -> None:
        """Do the same as pressing → `steps` times."""
        self.screen.runner.step(steps)
        await self.at_rest()

    def run_at_full_speed(self) -> None:
        """Do the same as + and space."""
        self.screen.action_pace(len(PACES))
        self.screen.action_run()

    def texts(self, selector: str) -> list[str]:
        found = self.app.screen.query(selector)
        return [" ".join(" ".join(s.text for s in w.render_lines(w.size.region)).split()) for w in found]


@asynccontextmanager
async def racing(it: Race, size: tuple[int, int] = (80, 24), look: Look | None = None) -> AsyncIterator[Racing]:
    app = Knightwatch(it, look, "dark")
    async with app.run_test(size=size, notifications=True) as pilot:
        shown = Racing(app, pilot)
        await shown.at_rest()
        yield shown


def known(store: Store) -> Experiment:
    """Return a complete experiment with fixed figures, seconds included."""
    it = sweep("k=2,3,5,10", "pm=0.1:0.5:0.2", solver="evolve", n="20", repeat=9)
    for place, cell in enumerate(it.cells):
        for repetition in range(9):
            solved = (place + repetition) % 4 > 0
            steps = 10 * place + repetition**2 if solved else 1000
            status = Status.SOLVED if solved else Status.GAVE_UP
            ends = {"best": 3.0 + repetition, "mean": 7.0 + repetition}
            store.add(cell, repetition, RunOutcome(status, steps, {"generations": steps}, steps / 20_000, 0.0, ends))
    return Experiment(it, store, inline())


class Swept(Opened):
    """The screen of an experiment in a running application."""

    @property
    def sweep_screen(self) -> SweepScreen:
        return next(screen for screen in self.app.screen_stack if isinstance(screen, SweepScreen))

    @property
    def sentence(self) -> str:
        return str(self.sweep_screen.query_one("#sentence", Words).render())

    @property
    def rows(self) -> list[tuple[str, ...]]:
        table: DataTable[Any] = self.sweep_screen.query_one(DataTable)
        return [tuple(str(cell) for cell in table.get_row_at(place)) for place in range(table.row_count)]

    async def done(self) -> None:
        await until(self.pilot, lambda: "are done" in self.sentence)


@asynccontextmanager
async def swept(
    experiment: Experiment, size: tuple[int, int] = (80, 24), look: Look | None = None
) -> AsyncIterator[Swept]:
    app = Knightwatch(experiment, look, "dark")
    async with app.run_test(size=size, notifications=True) as pilot:
        await until(pilot, lambda: isinstance(app.screen, SweepScreen))
        yield Swept(app, pilot)


def papers_first(app: Program) -> None:
    app.push_screen(PapersScreen())


class Repeated(Opened):
    """The screen of a replication in a running application."""

    @property
    def paper_screen(self) -> PaperScreen:
        return next(screen for screen in reversed(self.app.screen_stack) if isinstance(screen, PaperScreen))

    @property
    def sentence(self) -> str:
        return str(self.paper_screen.query_one("#sentence", Words).render())

    async def done(self, steps: int) -> None:
        await until(self.pilot, lambda: f"All {steps} steps are done" in self.sentence)


@asynccontextmanager
async def repeated(size: tuple[int, int] = (80, 24), look: Look | None = None) -> AsyncIterator[Repeated]:
    app = Knightwatch(papers_first, look, "dark")
    async with app.run_test(size=size, notifications=True) as pilot:
        await until(pilot, lambda: isinstance(app.screen, PapersScreen))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PaperScreen))
        yield Repeated(app, pilot)
