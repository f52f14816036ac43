"""The mouse on a puzzle's screen: footer, timeline and solvers."""

from textual.widgets import Footer

from knightwatch.tui.textual_internals import FooterKey
from knightwatch.tui.widgets.timeline import Timeline
from tests.support.pilot import Opened, opened, until


async def click_key(it: Opened, description: str) -> None:
    key = next(k for k in it.screen.query_one(Footer).query(FooterKey) if k.description == description)
    await it.pilot.click(key)


async def test_the_keys_of_the_footer_can_be_clicked() -> None:
    async with opened() as it:
        await click_key(it, "Step")
        await until(it.pilot, lambda: it.moment == 1)
        await click_key(it, "Back")
        await until(it.pilot, lambda: it.moment == 0)


async def test_a_click_on_the_timeline_goes_to_that_step() -> None:
    async with opened() as it:
        await it.go(10)
        timeline = it.screen.query_one(Timeline)
        first = len(" generation 10 ")
        last = timeline.size.width - len(" 10 ") - 1
        for x, moment in ((first, 0), (last, 10), ((first + last) // 2, 5), (0, 0)):
            await it.pilot.click(timeline, offset=(x, 0))
            await until(it.pilot, lambda moment=moment: it.moment == moment)  # type: ignore[misc]


async def test_a_click_on_a_solver_switches_to_it() -> None:
    async with opened() as it:
        await it.pilot.click("#solvers", offset=(it.text("#solvers").index("min-conflicts"), 0))
        await until(it.pilot, lambda: it.screen.plan.solver.name == "min-conflicts")
