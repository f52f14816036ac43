"""Puzzle screens: open them at a size with a fixed seed, and wait for conditions."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen

from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.tui.app import Knightwatch
from knightwatch.tui.look import Look
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen

SEED = "7"
USUAL = {"queens": {"n": "20"}}
"""Default values of a plan in tests, by puzzle."""


def plan(of: str = "queens", /, **values: str) -> Plan:
    return Plan.read(puzzle(of), {"seed": SEED} | USUAL.get(of, {}) | values)


async def until(pilot: Pilot[Any], condition: Callable[[], bool]) -> None:
    """Wait for a condition, up to three minutes: enough for a first compile on a busy machine."""
    async with asyncio.timeout(180):
        while not condition():
            await asyncio.sleep(0.002)
    await pilot.pause()


class Opened:
    """A puzzle's screen in a running application."""

    def __init__(self, app: Knightwatch, pilot: Pilot[Any]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def screen(self) -> PuzzleScreen:
        screen = self.app.screen
        assert isinstance(screen, PuzzleScreen)
        return screen

    @property
    def screen_below(self) -> PuzzleScreen:
        """The puzzle screen, even if another screen is on top."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, PuzzleScreen))

    @property
    def moment(self) -> int:
        return self.screen.runner.report.frame.moment

    async def at_rest(self) -> None:
        await until(self.pilot, lambda: self.screen.runner.idle)

    async def press(self, *keys: str) -> None:
        """Press keys; after each, wait until the worker is idle."""
        for key in keys:
            await self.pilot.press(key)
            await self.at_rest()

    async def go(self, steps: int) -> None:
        """Do the same as pressing → `steps` times."""
        self.screen.runner.step(steps)
        await self.at_rest()

    def text(self, selector: str) -> str:
        widget = self.app.screen.query_one(selector)
        return "\n".join(strip.text for strip in widget.render_lines(widget.size.region))


@asynccontextmanager
async def opened(
    values: dict[str, str] | None = None,
    size: tuple[int, int] = (80, 24),
    look: Look | None = None,
    of: str = "queens",
) -> AsyncIterator[Opened]:
    app = Knightwatch(plan(of, **values or {}), look, "dark")
    async with app.run_test(size=size, notifications=True) as pilot:
        screen = Opened(app, pilot)
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen))
        await screen.at_rest()
        yield screen


async def over(it: Opened, key: str, kind: type[Screen[Any]]) -> None:
    """Press a key that opens another screen."""
    await it.pilot.press(key)
    await until(it.pilot, lambda: isinstance(it.app.screen, kind) and it.app.screen.is_mounted)
