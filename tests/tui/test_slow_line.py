"""Back-pressure: drawings wait while the line is behind, and none is lost."""

from typing import Any

import pytest
from textual.geometry import Region
from textual.screen import Screen

from knightwatch.tui import slow_line
from knightwatch.tui.app import Knightwatch
from knightwatch.tui.slow_line import BackPressure
from knightwatch.tui.textual_internals import ChopsUpdate, HookedApp, LayoutUpdate, driver_of
from tests.support.pilot import until
from tests.support.screens import draw

UPDATES: list[LayoutUpdate | ChopsUpdate] = [LayoutUpdate([], Region(2, 3, 4, 1)), ChopsUpdate([], [(3, 2, 6)], [])]


async def test_drawings_pass_while_the_line_is_fast() -> None:
    app = HookedApp()
    async with app.run_test():
        pressure = BackPressure(app)
        assert not any(pressure.holds_back(app.screen, update) for update in [*UPDATES, None])


@pytest.mark.parametrize("update", UPDATES, ids=["layout", "chops"])
async def test_a_drawing_that_was_held_back_is_drawn_later(
    update: ChopsUpdate | LayoutUpdate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Screen, "_compositor_refresh", draw)
    monkeypatch.setattr(slow_line, "RETRY_SECONDS", 0.001)
    app = HookedApp()
    async with app.run_test() as pilot:
        await pilot.pause()
        monkeypatch.setattr(driver_of(app), "behind", True, raising=False)
        drawn: list[Any] = []
        monkeypatch.setattr(HookedApp, "draw_update", lambda _self, _screen, update: drawn.append(update))
        assert BackPressure(app).holds_back(app.screen, update)
        monkeypatch.setattr(driver_of(app), "behind", False)
        await until(pilot, lambda: any(each is not None and (3, 2, 6) in each.spans for each in drawn))


async def test_nothing_is_rendered_while_the_line_stays_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    behind, rendered = [True] * 5, list[int]()
    monkeypatch.setattr(slow_line, "RETRY_SECONDS", 0.001)
    monkeypatch.setattr(slow_line, "redraw", lambda _: rendered.append(len(behind)))
    app = HookedApp()
    async with app.run_test() as pilot:
        await pilot.pause()
        answers = property(lambda _: bool(behind) and behind.pop())
        monkeypatch.setattr(type(driver_of(app)), "behind", answers, raising=False)
        assert BackPressure(app).holds_back(app.screen, UPDATES[0])
        await until(pilot, lambda: bool(rendered))
        assert rendered[0] == 0


async def test_other_output_is_never_held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    app = HookedApp()
    async with app.run_test():
        monkeypatch.setattr(driver_of(app), "behind", True, raising=False)
        assert not BackPressure(app).holds_back(app.screen, "text")


async def test_the_driver_hears_of_every_resize(monkeypatch: pytest.MonkeyPatch) -> None:
    app = Knightwatch()
    async with app.run_test(size=(120, 40)) as pilot:
        sizes: list[tuple[int, int]] = []
        monkeypatch.setattr(driver_of(app), "resized", lambda *size: sizes.append(size), raising=False)
        for size in ((10, 5), (80, 24)):
            await pilot.resize_terminal(*size)
        assert sizes == [(10, 5), (80, 24)]
