"""The chart widget: clicks go to a step, and it is drawn only when needed."""

from threading import Event

import pytest
from rich.cells import cell_len
from textual.geometry import Size

from knightwatch.tui.look import Look
from knightwatch.tui.output.charts.sheet import ChartPicture, blank
from knightwatch.tui.widgets.chart import Chart
from tests.support.pilot import Opened, opened, until


async def clicked(it: Opened, x: int) -> int:
    """Click a column of the chart; return its step."""
    moment = it.screen.query_one(Chart).picture.moments[x]
    assert moment is not None
    await it.pilot.click(Chart, offset=(x, 3))
    await it.at_rest()
    return moment


async def test_a_click_in_the_chart_goes_to_that_step() -> None:
    async with opened({"n": "20"}) as it:
        await it.go(20)
        width = it.screen.query_one(Chart).size.width
        assert await clicked(it, width // 2) == it.moment
        assert 5 < it.moment < 15
        assert await clicked(it, width - 1) == it.moment == 20


async def test_a_click_beside_the_curves_does_nothing() -> None:
    async with opened({"n": "20"}) as it:
        await it.go(20)
        await it.pilot.click(Chart, offset=(0, 3))
        await it.at_rest()
        assert it.moment == 20


async def test_a_click_on_a_level_goes_to_its_first_step() -> None:
    async with opened({}, (100, 30), of="swap") as it:
        await it.press("i", "i", "i", "right")
        sizes = it.screen.runner.report.frame.curves[0].values
        moments = it.screen.query_one(Chart).picture.moments
        await clicked(it, moments.index(int(sizes[:2].sum())))
        assert it.moment == sizes[:2].sum()


async def test_the_depth_is_drawn_once_the_search_backtracks() -> None:
    async with opened({"solver": "backtrack", "order": "warnsdorff", "start": "a3"}, of="tour") as it:
        await it.go(20)
        assert "ways on from each square" in it.text("Chart")
        assert "depth" not in it.text("Chart")
        assert await clicked(it, it.screen.query_one(Chart).picture.moments.index(10)) == it.moment == 10
        await it.press("i", "i", "i")
        assert "depth" in it.text("Chart")
        assert "ways on" not in it.text("Chart")


async def test_the_picture_is_made_once_and_only_if_visible(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with opened({"n": "8"}) as it:
        chart, made = it.screen.query_one(Chart), list[str]()

        def make() -> ChartPicture:
            made.append("made")
            return blank(*chart.size)

        monkeypatch.setattr(chart, "_make_picture", make)
        for _ in range(3):
            chart.show((), (), None, at_once=True)
        assert not made
        await until(it.pilot, lambda: made == ["made"])
        await it.press("v")
        chart.show((), (), None, at_once=True)
        await it.pilot.pause()
        assert made == ["made"]


async def test_plotext_is_loaded_before_the_first_curve(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = Event()
    monkeypatch.setattr("knightwatch.tui.widgets.chart.get_ready", loaded.set)
    async with opened({"n": "8"}) as it:
        await until(it.pilot, loaded.is_set)
        assert it.moment == 0


@pytest.mark.parametrize("look", [Look(), Look(ascii=True), Look(colour=False)], ids=["signs", "ascii", "no colour"])
async def test_charts_of_any_height_are_drawn_in_every_look(look: Look) -> None:
    async with opened({"n": "8"}, look=look) as it:
        await it.press(*["right"] * 5)
        chart = it.screen.query_one(Chart)
        for height in (1, 2, 3, 4, 7, 12):
            chart.styles.height = height
            await it.pilot.pause()
            assert chart.size.height == height
            assert "best" in it.text("Chart")
            assert it.text("Chart").isascii() or not look.ascii


async def test_a_chart_is_drawn_for_its_current_size(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with opened({"start": "a1"}, (120, 40), of="tour") as it:
        await it.go(20)
        chart = it.screen.query_one(Chart)
        for room in (Size(31, 9), Size(60, 20)):
            monkeypatch.setattr(Chart, "size", room)  # as after a layout, right before drawing
            lines = chart.render().plain.split("\n")
            assert len(lines) == room.height
            assert 0.9 * room.width < max(map(cell_len, lines)) <= room.width
