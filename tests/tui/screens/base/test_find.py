"""The key `/`: it moves the cursor to the typed words, in every list, table and gallery."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from knightwatch.engine.store.outcomes import Store
from knightwatch.tui.app import Knightwatch
from knightwatch.tui.screens.base.gallery import GalleryScreen
from knightwatch.tui.screens.base.pages import PagesScreen
from knightwatch.tui.screens.export import ExportScreen
from knightwatch.tui.screens.help import commands_of
from knightwatch.tui.screens.home import HomeScreen
from knightwatch.tui.screens.lab.papers import PapersScreen
from knightwatch.tui.screens.lab.sweep import RunsScreen, SweepScreen
from knightwatch.tui.screens.lab.sweep_form import SweepForm
from knightwatch.tui.screens.puzzle.settings import SettingsScreen
from knightwatch.tui.widgets.find import Findable, FindBar, matches
from knightwatch.tui.widgets.footer import Keys
from tests.support.laboratory import known, papers_first, swept
from tests.support.pilot import opened, over, until


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "store.sqlite") as opened_store:
        yield opened_store


def target(app: Knightwatch) -> Findable:
    return next(each for each in app.screen.query("*") if isinstance(each, Findable))


def line(app: Knightwatch) -> str:
    """Return the text of the line under the cursor."""
    return target(app).texts()[target(app).cursor_line()]


def drawn(app: Knightwatch) -> str:
    """Return everything that the screen shows."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


async def find(pilot: Pilot[Any], app: Knightwatch, words: str) -> None:
    await pilot.press("slash")
    await until(pilot, lambda: bool(app.screen.query(FindBar)))
    await pilot.press(*("space" if sign == " " else sign for sign in words))


async def ended(pilot: Pilot[Any], app: Knightwatch) -> None:
    await until(pilot, lambda: not app.screen.query(FindBar))


def test_all_words_must_match_and_whole_words_win() -> None:
    lines = ["run 112 solved", "run 12 solved", "run 12 gave up", ""]
    assert matches(lines, "12") == [1, 2]
    assert matches(lines, "11") == [0]
    assert matches(lines, "SOLV 12") == [0, 1]
    assert matches(lines, " ") == []
    assert matches(lines, "queen") == []


async def test_find_moves_the_cursor_of_the_home_screen_and_enter_opens() -> None:
    app = Knightwatch()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, HomeScreen) and app.screen.listed)
        menu = app.screen.query_one(OptionList)
        before = menu.highlighted
        await find(pilot, app, "sweep")
        assert "sweep" in line(app)
        await pilot.press(*["backspace"] * 5)
        assert menu.highlighted == before
        await pilot.press(*"xq")  # these keys delete and quit elsewhere
        assert menu.highlighted == before
        assert app.screen.query(FindBar)
        await pilot.press("backspace", "backspace", *"sweep", "enter")
        await until(pilot, lambda: isinstance(app.screen, SweepForm))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        assert not app.screen.query(FindBar)
        assert app.screen.focused is menu


async def test_enter_without_a_match_opens_nothing_and_says_so() -> None:
    app = Knightwatch()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, HomeScreen) and app.screen.listed)
        await find(pilot, app, "zzz")
        assert "no match" in drawn(app)
        await pilot.press("enter")
        await until(pilot, lambda: "nothing to open" in drawn(app))
        assert isinstance(app.screen, HomeScreen)
        assert app.screen.query(FindBar)
        await pilot.press(*["backspace"] * 3, *"sweep", "enter")
        await until(pilot, lambda: isinstance(app.screen, SweepForm))


async def test_esc_ends_the_search_and_the_cursor_stays() -> None:
    app = Knightwatch(papers_first)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, PapersScreen))
        await find(pilot, app, "thesis")
        assert not app.screen.query_one(Keys).display
        found = line(app)
        assert "thesis" in found
        await pilot.press("escape")
        await ended(pilot, app)
        assert isinstance(app.screen, PapersScreen)
        assert line(app) == found
        assert app.screen.query_one(Keys).display
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))


async def test_find_goes_through_the_rows_of_a_sweep_and_through_its_runs(store: Store) -> None:
    async with swept(known(store)) as it:
        app, pilot, table = it.app, it.pilot, target(it.app)
        assert any(binding.action == "find" for _, binding in commands_of(it.sweep_screen))
        await find(pilot, app, "pm=0.")
        first = table.cursor_line()
        await pilot.press("down")
        second = table.cursor_line()
        assert first != second
        await pilot.press("up")
        assert table.cursor_line() == first
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, RunsScreen))
        await find(pilot, app, "2")
        assert line(app).split()[0] == "2"
        await pilot.press("escape")
        await ended(pilot, app)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, SweepScreen))
        await pilot.press("G")
        assert table.cursor_line() == len(table.texts()) - 1
        await pilot.press("g")
        assert table.cursor_line() == 0


async def test_find_goes_to_a_picture_by_its_number() -> None:
    collected = {"rows": "6", "cols": "6", "start": "a1", "solver": "genetic", "rule": "0", "tours": "12"}
    async with opened(collected, of="tour") as it:
        await it.pilot.press(*["plus"] * 8, "space")
        await until(it.pilot, lambda: it.screen.runner.report.status == "solved")
        await over(it, "g", GalleryScreen)
        await find(it.pilot, it.app, "3")
        assert target(it.app).cursor_line() == 2
        await it.pilot.press("enter")
        await until(it.pilot, lambda: isinstance(it.app.screen, PagesScreen))


async def test_find_in_the_export_dialog() -> None:
    async with opened() as it:
        await over(it, "e", ExportScreen)
        await find(it.pilot, it.app, "svg")
        assert "svg" in line(it.app)
        await it.pilot.press("escape")
        await ended(it.pilot, it.app)
        assert isinstance(it.app.screen, ExportScreen)


async def test_an_open_picker_finds_typed_letters_with_or_without_a_slash() -> None:
    async with opened() as it:
        await over(it, "s", SettingsScreen)
        picker = it.app.screen.query_one("#solver")
        picker.focus()
        await it.pilot.press("enter", "slash", *"ann", "enter")
        assert picker.value == "anneal"  # type: ignore[attr-defined]
