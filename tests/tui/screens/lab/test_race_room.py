"""Races in any room that there is."""

import pytest

from tests.support.laboratory import FOUR, race, racing
from tests.support.pilot import until
from tui.screens.lab.lane import Lane
from tui.widgets.board.view import BoardView
from tui.widgets.chart import Chart

SIZES = ((40, 12), (64, 20), (100, 30), (200, 60))


@pytest.mark.parametrize("racers", [2, 4])
async def test_all_lanes_are_in_sight_at_any_size(racers: int) -> None:
    async with racing(race(FOUR[:racers])) as it:
        for size in SIZES:
            await it.pilot.resize_terminal(*size)
            await it.go(1)
            await until(it.pilot, lambda: it.screen.size == size)  # noqa: B023
            for lane in it.screen.query(Lane):
                assert lane.region.width >= 15
                assert it.screen.region.contains_region(lane.region)
                assert lane.query_one(BoardView).size.height > 0
            names = ["1 warn", "2 back", "3 back", "4 gene"][:racers]
            await until(it.pilot, lambda: [name[:6] for name in it.texts(".racer")] == names)  # noqa: B023


async def test_a_narrow_terminal_folds_figures_behind_a_key() -> None:
    async with racing(race(), (50, 20)) as it:
        assert [side.display for side in it.screen.query(".side")] == [False] * 4
        await it.press("right", "v")
        assert [view.display for view in it.screen.query(BoardView)] == [False] * 4
        assert all("seconds" in figures for figures in it.texts("Figures"))


async def test_a_usual_terminal_shows_boards_figures_and_curves_of_four() -> None:
    async with racing(race()) as it:
        await it.go(9)
        assert all(view.scale.signs for view in it.screen.query(BoardView))
        assert all("seconds" in figures for figures in it.texts("Figures"))
        assert all(chart.size.height >= 4 for chart in it.screen.query(Chart))
