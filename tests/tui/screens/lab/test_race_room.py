"""What a race looks like, in any room that there is, in ASCII and without colour."""

from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.support.pilot import until
from tests.support.racing import FOUR, Racing, race, racing
from tui.app import Knightwatch
from tui.look import Look
from tui.widgets.board.view import BoardView
from tui.widgets.chart import Chart
from tui.widgets.lane import Lane

Compare = Callable[..., bool]

SIZES = ((40, 12), (64, 20), (100, 30), (200, 60))


# Room


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


# Looks


class Still:
    """Stands in for the module `time` of the driving loop: seconds are what no two machines agree about."""

    def perf_counter(self) -> float:
        return 0.0


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.core.run.time", Still())


def stepped(steps: int) -> Callable[[Pilot[Any]], Any]:
    async def run_before(pilot: Pilot[Any]) -> None:
        assert isinstance(pilot.app, Knightwatch)
        it = Racing(pilot.app, pilot)
        await it.at_rest()
        await it.go(steps)

    return run_before


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
@pytest.mark.usefixtures("still")
def test_a_race_looks_as_it_did(size: tuple[int, int], snap_compare: Compare) -> None:
    assert snap_compare(Knightwatch(race(), theme="dark"), terminal_size=size, run_before=stepped(70))


@pytest.mark.usefixtures("still")
def test_a_race_in_ascii_without_colour_looks_as_it_did(snap_compare: Compare, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = Knightwatch(race(), Look(ascii=True), theme="dark")
    assert snap_compare(app, terminal_size=(80, 24), run_before=stepped(20))
