"""Playing by hand with the coach, going to a step, searching in help, and notices in dialogs."""

import pytest
from textual.widgets import Input

from knightwatch.engine.store.saving import RunSaver, record_of
from knightwatch.tui.app import Knightwatch
from knightwatch.tui.screens.base.gallery import GalleryScreen
from knightwatch.tui.screens.base.pages import PagesScreen
from knightwatch.tui.screens.base.worker_screen import PACES, USUAL_PACE
from knightwatch.tui.screens.help import HelpScreen
from knightwatch.tui.screens.puzzle.play import PlayScreen
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from knightwatch.tui.screens.puzzle.step_number import StepNumberScreen
from knightwatch.tui.screens.saved_runs import keeper_of, saved_runs
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.chart import Chart
from tests.support.pilot import Opened, opened, over, plan, until

QUEENS = {"n": "8"}


async def place_four(it: Opened) -> None:
    """Empty the board by hand, then put four queens on it."""
    await over(it, "p", PlayScreen)
    await it.pilot.press("c", "space")
    for _ in range(3):
        await it.pilot.press("right", "down", "down", "space")


async def test_a_hint_changes_no_figure() -> None:
    async with opened(QUEENS) as it:
        await place_four(it)
        await until(it.pilot, lambda: "..." not in it.text("Figures"))
        before = it.text("Figures")
        assert "4 of 8" in before
        await it.pilot.press("h")
        assert it.text("Figures") == before


async def test_the_coach_says_which_move_loses() -> None:
    async with opened({"n": "4"}) as it:
        await over(it, "p", PlayScreen)
        await it.pilot.press("c", "space")
        await until(it.pilot, lambda: "This move loses" in it.text("#sentence"))
        await it.pilot.press("u")
        await until(it.pilot, lambda: "loses" not in it.text("#sentence"))


async def test_leaving_keeps_the_position() -> None:
    async with opened(QUEENS) as it:
        await place_four(it)
        await it.pilot.press("q")
        await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))
        await over(it, "p", PlayScreen)
        assert "4 of 8" in it.text("Figures")
        await it.pilot.press("q")
        await it.press("right")
        await over(it, "p", PlayScreen)
        assert "8 of 8" in it.text("Figures")


async def test_leaving_the_puzzle_keeps_the_position() -> None:
    async with opened(QUEENS) as it:
        await place_four(it)
        it.app.pop_screen()
        it.app.opener.open(plan(n="8", seed="2"))
        await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen) and it.screen.plan.seed == 2)
        await over(it, "p", PlayScreen)
        assert "4 of 8" in it.text("Figures")


async def test_a_step_can_be_chosen_by_its_number() -> None:
    async with opened() as it:
        await over(it, "at", StepNumberScreen)
        await it.pilot.press("1", "2", "enter")
        await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))
        await it.at_rest()
        assert it.moment == 12


async def test_help_shows_the_lines_that_contain_the_words() -> None:
    async with opened() as it:
        await over(it, "question_mark", HelpScreen)
        await it.pilot.press("slash", *"projector")
        assert "large board" in it.text("#help")
        assert "bookmark" not in it.text("#help")
        await it.pilot.press("escape")
        assert not it.app.screen.query_one(Input).display
        assert "bookmark" in it.text("#help")
        page = it.app.screen.query_one(".page")
        await it.pilot.press("G")
        await until(it.pilot, lambda: page.scroll_offset.y > 0)
        await it.pilot.press("g")
        await until(it.pilot, lambda: page.scroll_offset.y == 0)


async def test_a_notice_does_not_cover_help() -> None:
    async with opened() as it:
        await over(it, "question_mark", HelpScreen)
        it.app.notify("Something happened.")
        page = it.app.screen.query_one(".page")
        await until(it.pilot, lambda: page.border_subtitle == "Something happened.")
        it.app.clear_notifications()
        await until(it.pilot, lambda: "esc" in str(page.border_subtitle))


async def test_the_sentence_tells_the_last_and_the_next_move() -> None:
    async with opened({"solver": "backtrack", "start": "a1"}, of="tour") as it:
        await it.press("right")
        last, ahead = it.screen.query_one("#sentence").words.split("\n")  # type: ignore[attr-defined]
        square = ahead.removeprefix("Next move: ").split(",")[0]
        await it.press("right")
        assert "go to" in last
        assert f"go to {square}:" in it.text("#sentence")


async def test_a_dead_end_tells_the_step_back_also_in_help() -> None:
    async with opened({"solver": "backtrack", "order": "warnsdorff", "start": "a3"}, of="tour") as it:
        await it.go(63)
        ahead = "Next: back 4 squares to d6, then c4."
        assert ahead in it.text("#sentence")
        await over(it, "question_mark", HelpScreen)
        assert ahead in " ".join(it.text("#help").split())


async def test_the_step_of_a_command_has_the_same_sentence() -> None:
    values = {"solver": "backtrack", "order": "fixed", "rows": "5", "cols": "5", "start": "a1"}
    async with opened(values, of="tour") as it:
        await it.press("W")
        moment, sentence = it.moment, it.text("#sentence")
    asked = plan("tour", **values)
    app = Knightwatch(RunSaver(asked, kept=record_of(asked, moment)), theme="dark")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen))
        again = Opened(app, pilot)
        await until(pilot, lambda: again.screen.runner.idle and again.moment == moment)
        await until(pilot, lambda: again.text("#sentence") == sentence)


async def test_every_individual_can_be_opened() -> None:
    for of, values in (("queens", {"n": "12"}), ("tour", {"solver": "genetic", "start": "a1"})):
        async with opened(values, of=of) as it:
            await it.press("right")
            population = it.screen.runner.report.frame.population
            assert population
            await over(it, "I", GalleryScreen)
            await it.pilot.press("end")
            assert f"rank {len(population.kinds)} of {len(population.kinds)}, no. " in it.text("#problem")
            assert f": {population.fitness[-1]} " in it.text("#sentence")


async def resumed_pace() -> int | None:
    """Start the program with the newest saved run, and return its pace."""
    app = Knightwatch(keeper_of(saved_runs()[0]))
    async with app.run_test() as pilot:
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen) and app.screen.runner.idle)
        assert isinstance(app.screen, PuzzleScreen)
        return app.screen.pace


async def test_a_resumed_run_keeps_its_pace_when_the_program_starts_again() -> None:
    async with opened(QUEENS) as it:
        await it.press("right", "plus", "plus", "plus")
        pace = it.screen.pace
        await it.pilot.press("q")
        await until(it.pilot, lambda: saved_runs()[0].pace == pace)
    assert await resumed_pace() == pace != PACES[USUAL_PACE]


async def test_a_changed_pace_is_saved_without_a_step() -> None:
    async with opened(QUEENS) as it:
        await it.press("right")
    saved = saved_runs()[0]
    app = Knightwatch(keeper_of(saved))
    async with app.run_test() as pilot:
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen) and app.screen.runner.idle)
        await pilot.press(*["plus"] * len(PACES), "q")
        await until(pilot, lambda: saved_runs()[0].pace == 0)
    assert saved_runs()[0].kept == saved.kept
    assert await resumed_pace() is None


async def test_f_shows_the_family_tree_and_changes_nothing() -> None:
    async with opened({"n": "12"}) as it:
        await it.pilot.press("f")
        await until(it.pilot, lambda: any("random" in notice for notice in it.app.notices))
        await it.press("right", "right", "right")
        sentence = it.text("#sentence")
        await over(it, "f", PagesScreen)
        assert "page 1 of 3" in it.text("#problem")
        await it.pilot.press("q")
        await until(it.pilot, lambda: it.app.screen is it.screen_below)
        assert (it.moment, it.text("#sentence")) == (3, sentence)


async def test_f_says_that_a_solver_has_no_population() -> None:
    async with opened({"n": "8", "solver": "backtrack"}) as it:
        await it.press("right", "f")
        await until(it.pilot, lambda: any("no population" in notice for notice in it.app.notices))


@pytest.mark.parametrize("folds", range(4))
async def test_the_projector_view_shows_the_board_whatever_was_folded(folds: int) -> None:
    async with opened({"n": "8"}) as it:
        await it.press("right", *["v"] * folds, "P")
        assert it.screen.query_one(BoardView).region.width > 40
        assert it.screen.query_one(Chart).region
