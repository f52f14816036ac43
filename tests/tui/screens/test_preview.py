"""The preview on the home screen."""

from knightwatch.engine.plans.catalog import puzzle
from knightwatch.engine.plans.plan import Plan
from knightwatch.tui.app import Knightwatch
from knightwatch.tui.screens.preview import Preview


async def test_boards_that_come_after_the_screen_is_gone_are_dropped() -> None:
    app = Knightwatch()
    async with app.run_test():
        preview = Preview()  # on no screen
        search = Plan.read(puzzle("queens"), {"n": "4", "seed": "1"}).search()
        search.prepare()
        (view,) = await preview._add_boards([search], False)
        assert not view.is_attached
