"""Small terminals: the program asks for more room, and every key works at the smallest size."""

from textual.command import CommandPalette
from textual.widgets import OptionList

from knightwatch.tui.app import Knightwatch
from knightwatch.tui.screens.help import HelpScreen
from knightwatch.tui.screens.home import HomeScreen
from knightwatch.tui.screens.puzzle.play import PlayScreen
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from knightwatch.tui.screens.puzzle.settings import SettingsScreen
from knightwatch.tui.too_small import MIN_HEIGHT, MIN_WIDTH
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.chart import Chart
from knightwatch.tui.workers.run import Runner
from tests.support.pilot import Opened, opened, plan, until

ENDLESS = {"n": "64", "pc": "0", "pm": "0", "generations": "1000000000"}
"""Settings under which the search never improves."""


def is_small(it: Opened) -> bool:
    return it.app.small


def shown(it: Opened) -> tuple[bool, bool]:
    """Return whether the board and the side are visible."""
    return it.screen.query_one(BoardView).display, it.screen.query_one("#side").display


async def resize(it: Opened, width: int, height: int, small: bool) -> None:
    await it.pilot.resize_terminal(width, height)
    await until(it.pilot, lambda: is_small(it) == small)


async def wait_for_steps(it: Opened, runner: Runner) -> None:
    """Wait until a running search has made more steps."""
    before = runner.report.frame.moment
    await until(it.pilot, lambda: runner.report.frame.moment > before)


async def test_a_small_terminal_asks_for_more_room_until_it_grows() -> None:
    app = Knightwatch(plan())
    async with app.run_test(size=(30, 8)) as pilot:
        it = Opened(app, pilot)
        await until(pilot, lambda: is_small(it))
        await pilot.press("space", "right", "q", "s", "tab", "escape")
        assert is_small(it)
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: not app.small and isinstance(app.screen, PuzzleScreen))
        await it.at_rest()
        await it.press("right")
        assert it.moment == 1
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))


async def test_home_returns_when_the_terminal_grows() -> None:
    app = Knightwatch()
    async with app.run_test(size=(30, 8)) as pilot:
        await until(pilot, lambda: app.small)
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: not app.small)
        assert isinstance(app.screen, HomeScreen)
        assert app.screen.query_one(OptionList).has_focus
        assert len(app.screen_stack) == 1


async def test_f10_quits_in_a_small_terminal() -> None:
    app = Knightwatch(plan())
    async with app.run_test(size=(30, 8)) as pilot:
        await until(pilot, lambda: app.small)
        await pilot.press("f10")
        await until(pilot, lambda: not app.is_running)


async def test_a_search_runs_while_the_terminal_is_resized() -> None:
    async with opened(ENDLESS) as it:
        screen = it.screen
        await it.pilot.press("space")
        for width, height, small in [
            (30, 8, True),
            (120, 40, False),
            (MIN_WIDTH, MIN_HEIGHT, False),
            (MIN_WIDTH - 1, MIN_HEIGHT, True),
            (1, 1, True),
            (200, 60, False),
            (MIN_WIDTH, MIN_HEIGHT - 1, True),
            (50, 20, False),
        ]:
            await resize(it, width, height, small)
            await wait_for_steps(it, screen.runner)
        assert it.screen is screen
        assert len(it.app.screen_stack) == 2
        assert screen.runner.playing
        await it.press("space")
        assert not screen.runner.playing


async def test_an_open_dialog_survives_a_small_terminal() -> None:
    async with opened({"n": "8"}) as it:
        for key, kind in (("s", SettingsScreen), ("question_mark", HelpScreen), ("p", PlayScreen)):
            await it.pilot.press(key)
            await until(it.pilot, lambda: not isinstance(it.app.screen, PuzzleScreen))
            over = it.app.screen
            assert isinstance(over, kind)
            await resize(it, 30, 8, small=True)
            await resize(it, 80, 24, small=False)
            assert it.app.screen is over
            await it.pilot.press("escape")
            await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))


async def test_a_narrow_terminal_shows_the_side_with_v() -> None:
    async with opened({"n": "8"}, (50, 20)) as it:
        assert shown(it) == (True, False)
        await it.press("right", "right", "left", "v")
        assert it.moment == 1
        assert "diversity" in it.text("PopulationView")
        await it.press("v")
        assert shown(it) == (False, True)
        assert "seed" in it.text("Figures")
        assert it.screen.query_one(Chart).size.height > 3
        await it.press("v")
        assert shown(it) == (True, False)
        await it.press("right")
        assert it.moment == 2
        view = it.screen.query_one(BoardView)
        assert view.scale.size[0] <= view.size.width
        await it.pilot.resize_terminal(80, 24)
        await until(it.pilot, lambda: shown(it) == (True, True))


async def test_every_key_works_on_the_smallest_terminal() -> None:
    async with opened({"n": "8"}, (MIN_WIDTH, MIN_HEIGHT)) as it:
        assert shown(it) == (True, False)
        assert it.text("BoardView").strip()
        await it.press("right", "z", "j", "l", "Z", "v", "v", "r", "tab", "1")
        for key in ("s", "question_mark", "p", "e"):
            await it.pilot.press(key)
            await until(it.pilot, lambda: not isinstance(it.app.screen, PuzzleScreen))
            await it.pilot.press("escape")
            await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))
        await it.press("right")
        assert it.moment == 1
        assert "Generation 1" in it.text("#sentence")


async def test_the_palette_opens_only_once() -> None:
    async with opened() as it:
        await it.pilot.press("colon")
        await until(it.pilot, lambda: isinstance(it.app.screen, CommandPalette))
        await resize(it, 30, 8, small=True)
        await it.pilot.press("colon")
        assert is_small(it)
        await resize(it, 80, 24, small=False)
        await it.pilot.press("escape")
        await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))
