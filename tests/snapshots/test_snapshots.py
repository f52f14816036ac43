"""What the screens look like, to the letter: all at 80 x 24, one of each kind at 120 x 40, with a fixed seed.

After a change of looks: `pytest tests/snapshots --snapshot-update`, and look at what changed.
"""

from collections.abc import Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.support.pilot import Opened, plan, until
from tui.app import Knightwatch
from tui.look import Look
from tui.screens.base.inquiry import MapScreen
from tui.screens.puzzle.screen import PuzzleScreen
from tui.widgets.swap.graph import GraphView

Compare = Callable[..., bool]

SMALL, LARGE = (80, 24), (120, 40)

SCREENS: dict[str, tuple[dict[str, str], tuple[str, ...]]] = {
    "before the first step": ({"n": "8"}, ()),
    "some generations": ({"n": "8"}, ("right", "right", "right")),
    "a moment in the past": ({"n": "20"}, (*["right"] * 20, *["left"] * 8)),
    "local search": ({"n": "20", "solver": "min-conflicts"}, ("i",) * 6),
    "gave up": ({"n": "20", "generations": "2"}, ("right", "right", "right")),
    "impossible": ({"n": "3"}, ()),
    "a thousand": ({"n": "1000", "solver": "min-conflicts"}, ("i",) * 3),
    "settings": ({"n": "8"}, ("s",)),
    "a wrong setting": ({"n": "8"}, ("s", "0")),
    "help": ({"n": "8"}, ("question_mark",)),
    "by hand": ({"n": "8"}, ("p", "down", "right", "space")),
}

AT_FULL_SPEED = ("+",) * 10 + ("space",)

TOURS: dict[str, tuple[dict[str, str], tuple[str, ...]]] = {
    "half-way": ({"solver": "backtrack", "order": "warnsdorff", "start": "a3"}, ("right",) * 30),
    "after a dead end": ({"solver": "backtrack", "order": "warnsdorff", "start": "a3"}, ("i", "right")),
    "the rule gave up": ({"solver": "warnsdorff", "start": "a3"}, ("i",)),
    "a closed tour": ({"closed": "yes"}, AT_FULL_SPEED),
    "no tour": ({"holes": "a8:h1"}, ()),
    "30 x 30": ({"rows": "30", "cols": "30", "closed": "yes"}, AT_FULL_SPEED),
    "setting up": ({"start": "e4"}, ("o", "down", "x", "right", "x")),
    "map": ({"solver": "warnsdorff"}, ("m",)),
    "tour by hand": ({"start": "a3"}, ("right", "right", "p", "down")),
    "tour's settings": ({"solver": "backtrack"}, ("s",)),
    "tour's help": ({}, ("question_mark",)),
    "evolution": ({"solver": "genetic", "generations": "20", "start": "a1"}, ("right",) * 6),
    "a child": ({"solver": "genetic", "start": "a1"}, ("right", "right", "d", "end")),
    "repair": ({"solver": "repair", "tours": "9"}, ("i", "right")),
    "ants": ({"solver": "ants", "tours": "9"}, ("right",) * 20),
}

SWAPS: dict[tuple[str, tuple[int, int]], tuple[dict[str, str], tuple[str, ...]]] = {
    ("six", SMALL): ({}, ("i", "i")),
    ("six unravelled", LARGE): ({}, ("u", *AT_FULL_SPEED)),
    ("danube", SMALL): ({"from_": "BBBB.WWW", "to": "WWW.BBBB", "moves": "files"}, ("i", "i", "i")),
}


WITH_ROOM = ["a moment in the past", "settings", "help", "by hand", "30 x 30", "setting up", "map", "ants"]
"""One of each kind of screen, to be seen at 120 x 40 too; a board with its curves is laid out alike for all solvers."""


def pressed(keys: tuple[str, ...]) -> Callable[[Pilot[Any]], Any]:
    async def run_before(pilot: Pilot[Any]) -> None:
        app = pilot.app
        assert isinstance(app, Knightwatch)
        it = Opened(app, pilot)
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen))
        await it.at_rest()
        for key in keys:
            await pilot.press(key)
            if isinstance(app.screen, PuzzleScreen):
                await it.at_rest()
                if key == "u":
                    await until(pilot, lambda: len(app.screen.query_one(GraphView).drawing.rings) > 0)
            elif isinstance(app.screen, MapScreen):
                await until(pilot, lambda: "are done" in it.text("#sentence"))
        await pilot.pause()

    return run_before


@pytest.mark.parametrize("name", SCREENS)
def test_the_screen_looks_as_it_did(name: str, snap_compare: Compare) -> None:
    values, keys = SCREENS[name]
    app = Knightwatch(plan(**values), theme="dark")
    assert snap_compare(app, terminal_size=SMALL, run_before=pressed(keys))


@pytest.mark.parametrize("name", TOURS)
def test_a_tour_looks_as_it_did(name: str, snap_compare: Compare) -> None:
    values, keys = TOURS[name]
    app = Knightwatch(plan("tour", **values), theme="dark")
    assert snap_compare(app, terminal_size=SMALL, run_before=pressed(keys))


@pytest.mark.parametrize("name", WITH_ROOM)
def test_a_screen_with_room_looks_as_it_did(name: str, snap_compare: Compare) -> None:
    values, keys = (SCREENS | TOURS)[name]
    app = Knightwatch(plan("tour" if name in TOURS else "queens", **values), theme="dark")
    assert snap_compare(app, terminal_size=LARGE, run_before=pressed(keys))


@pytest.mark.parametrize(("name", "size"), SWAPS)
def test_a_swap_looks_as_it_did(name: str, size: tuple[int, int], snap_compare: Compare) -> None:
    values, keys = SWAPS[name, size]
    app = Knightwatch(plan("swap", **values), theme="dark")
    assert snap_compare(app, terminal_size=size, run_before=pressed(keys))


def test_a_tour_in_the_light_theme_looks_as_it_did(snap_compare: Compare) -> None:
    app = Knightwatch(plan("tour", solver="warnsdorff", start="a3"), theme="light")
    assert snap_compare(app, terminal_size=SMALL, run_before=pressed(("right",) * 20))


def test_a_tour_in_ascii_looks_as_it_did(snap_compare: Compare) -> None:
    app = Knightwatch(plan("tour", solver="warnsdorff"), Look(ascii=True), theme="dark")
    assert snap_compare(app, terminal_size=SMALL, run_before=pressed(("m",)))


def test_the_light_theme_looks_as_it_did(snap_compare: Compare) -> None:
    app = Knightwatch(plan(n="8"), theme="light")
    assert snap_compare(app, terminal_size=SMALL, run_before=pressed(("right",)))


def test_ascii_looks_as_it_did(snap_compare: Compare) -> None:
    app = Knightwatch(plan(n="8"), Look(ascii=True), theme="dark")
    assert snap_compare(app, terminal_size=SMALL, run_before=pressed(("right", "right")))


def test_without_colour_it_looks_as_it_did(snap_compare: Compare, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = Knightwatch(plan(n="100"), theme="dark")
    assert snap_compare(app, terminal_size=SMALL, run_before=pressed(("right",)))


def test_home_looks_as_it_did(snap_compare: Compare) -> None:
    assert snap_compare(Knightwatch(theme="dark"), terminal_size=SMALL)


def test_a_narrow_terminal_folds_the_side_away(snap_compare: Compare) -> None:
    app = Knightwatch(plan(n="8"), theme="dark")
    assert snap_compare(app, terminal_size=(50, 20), run_before=pressed(("right",)))
