"""Keys that arrive together act one after the other."""

from collections.abc import Iterator
from typing import Any

import pytest
from textual.app import App
from textual.events import Event, Key, Paste
from textual.widgets import Input, OptionList

from knightwatch.tui import key_order
from knightwatch.tui.app import Knightwatch
from knightwatch.tui.key_order import KeyOrder
from knightwatch.tui.screens.home import HomeScreen
from knightwatch.tui.screens.puzzle.bookmark_note import NoteScreen
from knightwatch.tui.screens.puzzle.explaining import StepScreen
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from knightwatch.tui.widgets.find import FindBar
from tests.support.pilot import opened, until


def keys(text: str) -> Iterator[Event]:
    names = {"/": "slash", ":": "colon", "@": "at", "\r": "enter", " ": "space"}
    yield from (Key(names.get(each, each), each) for each in text)


def burst(app: App[Any], *events: Event) -> None:
    """Send events as a terminal does that delivers them in one piece."""
    for event in events:
        app.post_message(event)


def typed(app: App[Any]) -> str:
    return "".join(field.value for field in app.screen.query(Input))


async def test_letters_right_after_the_search_key_are_searched_for() -> None:
    app = Knightwatch()
    async with app.run_test() as pilot:
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        burst(app, *keys("/queens"))
        await until(pilot, lambda: typed(app) == "queens")
        assert app.screen.query(FindBar)


async def test_a_paste_right_after_the_search_key_is_searched_for() -> None:
    app = Knightwatch()
    async with app.run_test() as pilot:
        burst(app, *keys("/"), Paste("queens"), *keys("!"))
        await until(pilot, lambda: typed(app) == "queens!")


async def test_letters_right_after_a_key_that_opens_a_dialog_go_into_it() -> None:
    async with opened({"n": "8", "seed": "1"}) as it:
        burst(it.app, *keys("Mquiet"))
        await until(it.pilot, lambda: isinstance(it.app.screen, NoteScreen) and typed(it.app) == "quiet")


async def test_keys_wait_for_the_screen_that_a_found_line_opens() -> None:
    app = Knightwatch()
    async with app.run_test() as pilot:
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        burst(app, *keys("/12 by\r@12\r"))
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen) and app.screen.runner.moment > 0)


async def test_enter_waits_for_the_commands_that_match() -> None:
    async with opened({"n": "8", "seed": "1"}) as it:
        burst(it.app, *keys(":bookmark\r"))
        await until(it.pilot, lambda: isinstance(it.app.screen, NoteScreen))


async def test_enter_right_after_the_key_of_the_palette_runs_its_first_command() -> None:
    async with opened({"n": "8", "seed": "1"}) as it:
        before = it.app.config.preferred.animation
        burst(it.app, *keys(":\r"))
        await until(it.pilot, lambda: it.app.config.preferred.animation != before)
        assert isinstance(it.app.screen, PuzzleScreen)


async def test_a_key_waits_for_the_pages_of_a_step() -> None:
    async with opened({"n": "8", "seed": "1"}) as it:
        await it.press("right", "right")
        burst(it.app, *keys("dq" * 5 + "d"))
        await until(it.pilot, lambda: isinstance(it.app.screen, StepScreen))
        burst(it.app, *keys("q"))
        await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))


async def test_a_key_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_order, "LONGEST", 0.01)
    monkeypatch.setattr(KeyOrder, "_go_on", lambda _: None)  # as if the focused widget was gone
    app = Knightwatch()
    async with app.run_test() as pilot:
        entries = app.screen.query_one(OptionList)
        first = entries.highlighted or 0
        burst(app, *keys("jjj"))
        await until(pilot, lambda: entries.highlighted == first + 3)


async def test_ignored_keys_do_not_delay_the_one_behind_them() -> None:
    app = Knightwatch()
    async with app.run_test() as pilot:
        burst(app, *keys("j"))
        app.small = True  # from now on, F10 alone has an effect
        burst(app, *keys("j" * 500), Key("f10", None))
        await until(pilot, lambda: app.return_code is not None)
