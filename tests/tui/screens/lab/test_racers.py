"""The dialog of the racers: change, add and remove racers, then race."""

from typing import Any

from textual.widgets import Button, OptionList, Select, Static

from knightwatch.tui.screens.lab.race import RaceScreen
from knightwatch.tui.screens.lab.racers import RacersScreen
from knightwatch.tui.screens.puzzle.settings import SettingsScreen
from tests.support.laboratory import Racing, race, racing
from tests.support.pilot import until

TWO = ("warnsdorff", "backtrack")


async def open_dialog(it: Racing) -> None:
    await it.pilot.press("s")
    await until(it.pilot, lambda: isinstance(it.app.screen, RacersScreen))


async def form_of(it: Racing, *keys: str) -> Any:
    """Highlight a racer with keys, and return the open form of its settings."""
    await it.pilot.press(*keys, "enter")
    await until(it.pilot, lambda: isinstance(it.app.screen, SettingsScreen))
    await until(it.pilot, lambda: bool(it.app.screen.query("#fields Input")))
    return it.app.screen


async def choose(it: Racing, solver: str) -> None:
    """Choose a solver in the open form."""
    form: Any = it.app.screen
    form.query_one("#solver", Select).value = solver
    await until(it.pilot, lambda: form.solver == solver)


async def apply(it: Racing, kind: type[Any]) -> None:
    await it.pilot.press("f5")
    await until(it.pilot, lambda: isinstance(it.app.screen, kind))


def lines(it: Racing) -> list[str]:
    return [str(option.prompt) for option in it.app.screen.query_one(OptionList).options]


def entry(form: Any, name: str) -> Any:
    return next(field.entry for field in form.shown_fields if field.field == name)


async def test_a_racer_changes_its_setting_and_another_one_joins() -> None:
    async with racing(race(TWO)) as it:
        await open_dialog(it)
        form = await form_of(it, "down")
        entry(form, "order").value = "wall"
        await apply(it, RacersScreen)
        assert lines(it)[1] == "2  backtrack:order=wall"
        await form_of(it, "down")
        await choose(it, "backtrack")
        entry(it.app.screen, "order").value = "warnsdorff"
        await apply(it, RacersScreen)
        await apply(it, RaceScreen)
        await it.at_rest()
        assert [racer.name for racer in it.screen.race.racers] == [
            "warnsdorff",
            "backtrack:order=wall",
            "backtrack:order=warnsdorff",
        ]


async def test_the_dialog_names_racers_as_their_lanes_do() -> None:
    async with racing(race(("backtrack:order=warnsdorff", "backtrack", "genetic:pop=50"))) as it:
        await open_dialog(it)
        names = [line.split("  ")[1] for line in lines(it)[:3]]
        assert names[:2] == [racer.name for racer in it.screen_below.race.racers[:2]]
        assert names == [
            "backtrack:order=warnsdorff",
            "backtrack:order=warnsdorff+wall",
            "genetic:pop=50",
        ]


async def test_another_board_holds_for_all_racers() -> None:
    async with racing(race(TWO)) as it:
        await open_dialog(it)
        form = await form_of(it)
        entry(form, "rows").value = "6"
        await apply(it, RacersScreen)
        await apply(it, RaceScreen)
        await it.at_rest()
        assert it.screen.race.problem.title() == it.screen.race.racers[1].plan.problem.title()
        assert it.screen.race.problem.board().rows == 6


async def test_a_race_needs_two_different_racers() -> None:
    async with racing(race(TWO)) as it:
        await open_dialog(it)
        await it.pilot.press("x")
        assert len(lines(it)) == 2
        assert it.app.screen.query_one("#apply", Button).disabled
        await it.pilot.press("f5")
        assert isinstance(it.app.screen, RacersScreen)
        await form_of(it, "down")
        await choose(it, "backtrack")
        await apply(it, RacersScreen)
        assert "races twice" in str(it.app.screen.query_one("#about", Static).render())
        await it.pilot.press("escape")
        await it.at_rest()
        assert [racer.name for racer in it.screen.race.racers] == list(TWO)


async def test_a_board_that_another_racer_cannot_take_is_refused() -> None:
    async with racing(race(("warnsdorff", "divide"))) as it:
        await open_dialog(it)
        form = await form_of(it)
        entry(form, "holes").value = "a1"
        await apply(it, RacersScreen)
        assert it.app.screen.query_one("#about").has_class("fault")
        await apply(it, RaceScreen)
        await it.at_rest()
        assert it.screen.race.problem.title() == race().problem.title()
