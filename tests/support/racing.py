"""Races under test: opened at a size, with a fixed seed, and waited for by condition."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot

from engine.lab.races.race import By, Race
from engine.lab.races.racers import parse_racers
from engine.plans.catalog import puzzle
from tests.support.pilot import until
from tui.app import Knightwatch
from tui.look import Look
from tui.screens.base.worker import PACES
from tui.screens.lab.race import RaceScreen

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
        """The race, also where another screen lies on it."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, RaceScreen))

    @property
    def done(self) -> list[int]:
        """The moments on show."""
        return [standing.frame.moment for standing in self.screen.runner.report.standings]

    async def at_rest(self) -> None:
        await until(self.pilot, lambda: isinstance(self.app.screen, RaceScreen) and self.screen.runner.idle)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.at_rest()

    async def go(self, steps: int) -> None:
        """Do what so many presses of → do."""
        self.screen.runner.step(steps)
        await self.at_rest()

    def run_at_full_speed(self) -> None:
        """Do what + and space do."""
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
