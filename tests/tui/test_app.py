"""The application: screens of puzzles, style sheet, and keys."""

import asyncio
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name, walk_packages

import pytest
from textual.binding import Binding
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widgets import Static

from knightwatch import tui
from knightwatch.engine.plans.catalog import PUZZLES
from knightwatch.tui.app import Knightwatch
from knightwatch.tui.opener import ANY_PUZZLE, place_of_screen
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from knightwatch.tui.screens.tour.screen import TourScreen


@pytest.mark.parametrize("name", [puzzle.name for puzzle in PUZZLES])
def test_every_puzzle_of_the_catalogue_has_a_screen(name: str) -> None:
    assert issubclass(resolve_name(place_of_screen(name)), PuzzleScreen)


def test_a_puzzle_without_its_own_screen_has_the_general_one() -> None:
    assert resolve_name(place_of_screen("tour")) is TourScreen
    assert place_of_screen("some-new-puzzle") == ANY_PUZZLE


def test_the_style_sheet_names_only_existing_widgets() -> None:
    for module in walk_packages(tui.__path__, "knightwatch.tui."):
        import_module(module.name)
    known = {name for cls in subclasses(DOMNode) for name in cls._css_type_names}
    styles = (Path(tui.__path__[0]) / "knightwatch.tcss").read_text("utf-8")
    selectors = " ".join(re.findall(r"([^{}]+)\{", re.sub(r"/\*.*?\*/", "", styles)))
    assert set(re.findall(r"(?<![\w.#$-])[A-Z]\w+", selectors)) <= known


def subclasses(cls: type[DOMNode]) -> Iterator[type[DOMNode]]:
    yield cls
    for subclass in cls.__subclasses__():
        yield from subclasses(subclass)


def test_u_and_g_mean_the_same_on_every_screen() -> None:
    for module in walk_packages(tui.__path__, "knightwatch.tui."):
        import_module(module.name)
    actions: dict[str, set[str]] = {"u": set(), "g": set()}
    for screen in subclasses(Screen):
        for binding in vars(screen).get("BINDINGS", ()):
            for key in actions.keys() & set(binding.key.split(",") if isinstance(binding, Binding) else ()):
                actions[key].add(binding.action)
    assert actions == {"u": {"undo"}, "g": {"gallery", "dismiss", "app.quit"}}


class SlowScreen(Screen[None]):
    """A screen that waits before it mounts the widget that its command needs."""

    BINDINGS = [Binding("n", "look", "Look")]

    def __init__(self) -> None:
        super().__init__()
        self.opening, self.may_go_on = asyncio.Event(), asyncio.Event()
        self.seen: list[str] = []

    async def on_mount(self) -> None:
        self.opening.set()
        await self.may_go_on.wait()
        await self.mount(Static("a sentence", id="sentence"))

    def action_look(self) -> None:
        self.seen.append(str(self.query_one("#sentence", Static).content))


async def test_a_key_that_comes_before_the_widgets_waits_for_them() -> None:
    app = Knightwatch()
    async with app.run_test() as pilot:
        screen = SlowScreen()
        app.push_screen(screen)
        await screen.opening.wait()
        try:
            await app.run_action("look", screen)
            assert not screen.seen
        finally:
            screen.may_go_on.set()
        await pilot.pause()
        assert screen.seen == ["a sentence"]
