"""Snapshots of the screens: one of each layout, in all sizes, themes and sign sets.

Other tests check the texts. After a change: `pytest tests/snapshots --snapshot-update`, then look at the diff.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from knightwatch.engine.core.frame import Status
from knightwatch.engine.lab.papers.declaration import PaperTable
from knightwatch.engine.lab.papers.replication import swept
from knightwatch.engine.store.outcomes import RunOutcome, Store
from knightwatch.tui.app import Knightwatch
from knightwatch.tui.look import Look
from knightwatch.tui.screens.base.pages import PagesScreen
from knightwatch.tui.screens.base.question import QuestionScreen
from knightwatch.tui.screens.lab.papers import PaperScreen, PapersScreen
from knightwatch.tui.screens.lab.sweep import SweepScreen
from knightwatch.tui.screens.lecture import Caption
from knightwatch.tui.screens.preview import Preview
from knightwatch.tui.screens.puzzle.play import PlayScreen
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from knightwatch.tui.screens.tour.starts import MapScreen
from knightwatch.tui.widgets.graph import GraphView
from tests.support.inline import Inline
from tests.support.laboratory import Racing, Repeated, Swept, known, papers_first, race
from tests.support.pilot import Opened, plan, until
from tests.support.tiny import RUNS, STARTS, TINY, only_tiny

Compare = Callable[..., bool]
Before = Callable[[Pilot[Any]], Any]

NARROW, SMALL, LARGE = (50, 20), (80, 24), (120, 40)
AT_FULL_SPEED = ("+",) * 10 + ("space",)
DANUBE = {"from_": "BBBB.WWW", "to": "WWW.BBBB", "moves": "files"}

COLLECTED = {"solver": "genetic", "rule": "0", "tours": "9", "rows": "6", "cols": "6", "start": "a1"}

PUZZLES: dict[str, tuple[str, tuple[int, int], dict[str, str], tuple[str, ...]]] = {
    "queens, a moment in the past": ("queens", SMALL, {"n": "20"}, (*["right"] * 20, *["left"] * 8)),
    "queens, folded": ("queens", NARROW, {"n": "8"}, ("right",)),
    "queens, a wrong setting": ("queens", SMALL, {"n": "8"}, ("s", "0")),
    "queens by hand": ("queens", LARGE, {"n": "8"}, ("p", "down", "right", "space")),
    "tour, no tour": ("tour", SMALL, {"holes": "a8:h1"}, ()),
    "tour of 30 x 30": ("tour", LARGE, {"rows": "30", "cols": "30", "closed": "yes"}, AT_FULL_SPEED),
    "tour, setting up": ("tour", SMALL, {"start": "e4"}, ("o", "down", "x", "right", "x")),
    "tour, settings": ("tour", LARGE, {"solver": "backtrack"}, ("s",)),
    "tour, help": ("tour", SMALL, {}, ("question_mark",)),
    "tour, a page": ("tour", SMALL, {"solver": "genetic", "start": "a1"}, ("right", "right", "d", "end", "left")),
    "tour, a page with the code": ("tour", SMALL, {"solver": "backtrack", "start": "a1"}, ("right", "right", "d", "c")),
    "tour, the code": ("tour", LARGE, {"solver": "backtrack", "start": "a1"}, ("c", "right", "right")),
    "tour, a question": ("tour", SMALL, {"solver": "warnsdorff", "start": "a3"}, ("A", "down")),
    "queens, a question": ("queens", LARGE, {"n": "8", "solver": "evolve"}, ("right", "A")),
    "tour, the gallery": ("tour", SMALL, COLLECTED, (*AT_FULL_SPEED, "g", "left")),
    "tour, ants": ("tour", LARGE, {"solver": "ants", "tours": "9"}, ("right",) * 20),
    "swap of six": ("swap", SMALL, {}, ("i", "i")),
    "swap of six, unravelled": ("swap", LARGE, {}, ("U", *AT_FULL_SPEED)),
    "swap over the Danube": ("swap", SMALL, DANUBE, ("i", "i", "i")),
}


def pressed(keys: tuple[str, ...]) -> Before:
    async def run_before(pilot: Pilot[Any]) -> None:
        app = pilot.app
        assert isinstance(app, Knightwatch)
        it = Opened(app, pilot)
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen))
        await it.at_rest()
        for key in keys:
            await pilot.press(key)
            if key == "d":
                await until(pilot, lambda: isinstance(app.screen, PagesScreen))
            elif key == "A":
                await until(pilot, lambda: isinstance(app.screen, QuestionScreen))
            elif isinstance(app.screen, PuzzleScreen):
                await it.at_rest()
                if key == "U":
                    await until(pilot, lambda: len(app.screen.query_one(GraphView).drawing.rings) > 0)
            elif isinstance(app.screen, PlayScreen):
                await until(pilot, lambda: "..." not in it.text("Figures"))
            elif isinstance(app.screen, MapScreen):
                await until(pilot, lambda: "are done" in it.text("#sentence"))
        await pilot.pause()

    return run_before


async def previewed(pilot: Pilot[Any]) -> None:
    pilot.app.animation_level = "none"
    await pilot.press("down", "down", "down")
    await until(pilot, lambda: pilot.app.screen.query_one(Preview).ready)


@pytest.mark.parametrize("size", [NARROW, SMALL, LARGE], ids=["50x20", "80x24", "120x40"])
def test_home_looks_as_it_did(size: tuple[int, int], snap_compare: Compare) -> None:
    assert snap_compare(Knightwatch(theme="dark"), terminal_size=size, run_before=previewed)


async def begun(pilot: Pilot[Any]) -> None:
    pilot.app.animation_level = "none"
    await pilot.press("enter", "n", "n")
    await until(pilot, lambda: pilot.app.screen.query_one(Caption).border_title == "Start here, 3 of 5")
    screen = pilot.app.screen
    assert isinstance(screen, PuzzleScreen)
    await until(pilot, lambda: screen.runner.idle and screen.runner.report.status is Status.IMPOSSIBLE)
    await pilot.pause()  # the footer hides keys that do not fit


def test_a_scene_looks_as_it_did(snap_compare: Compare) -> None:
    assert snap_compare(Knightwatch(theme="dark"), terminal_size=SMALL, run_before=begun)


@pytest.mark.parametrize("name", PUZZLES)
def test_a_puzzle_looks_as_it_did(name: str, snap_compare: Compare) -> None:
    puzzle, size, values, keys = PUZZLES[name]
    assert snap_compare(Knightwatch(plan(puzzle, **values), theme="dark"), terminal_size=size, run_before=pressed(keys))


def test_a_tour_in_the_light_theme_looks_as_it_did(snap_compare: Compare) -> None:
    app = Knightwatch(plan("tour", solver="backtrack", order="warnsdorff", start="a3"), theme="light")
    assert snap_compare(app, terminal_size=SMALL, run_before=pressed(("right",) * 30))


def test_a_map_in_ascii_looks_as_it_did(snap_compare: Compare) -> None:
    app = Knightwatch(plan("tour", solver="warnsdorff"), Look(ascii=True), theme="dark")
    assert snap_compare(app, terminal_size=SMALL, run_before=pressed(("m",)))


def test_a_thousand_queens_without_colour_look_as_they_did(
    snap_compare: Compare, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = Knightwatch(plan(n="1000", solver="min-conflicts"), theme="dark")
    assert snap_compare(app, terminal_size=SMALL, run_before=pressed(("i",) * 3))


# The laboratory.


class Still:
    """Replaces the module `time` in the engine, because seconds differ between machines."""

    def perf_counter(self) -> float:
        return 0.0

    monotonic = thread_time = perf_counter


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("core.run", "compiled.tiers"):
        monkeypatch.setattr(f"knightwatch.engine.{module}.time", Still())


def stepped(steps: int) -> Before:
    async def run_before(pilot: Pilot[Any]) -> None:
        assert isinstance(pilot.app, Knightwatch)
        it = Racing(pilot.app, pilot)
        await it.at_rest()
        await it.go(steps)

    return run_before


@pytest.mark.usefixtures("still")
def test_a_race_looks_as_it_did(snap_compare: Compare) -> None:
    assert snap_compare(Knightwatch(race(), theme="dark"), terminal_size=LARGE, run_before=stepped(70))


@pytest.mark.usefixtures("still")
def test_a_race_in_ascii_without_colour_looks_as_it_did(snap_compare: Compare, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = Knightwatch(race(), Look(ascii=True), theme="dark")
    assert snap_compare(app, terminal_size=SMALL, run_before=stepped(20))


async def all_swept(pilot: Pilot[Any]) -> None:
    assert isinstance(pilot.app, Knightwatch)
    await until(pilot, lambda: isinstance(pilot.app.screen, SweepScreen))
    await Swept(pilot.app, pilot).done()


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
def test_a_sweep_looks_as_it_did(size: tuple[int, int], own_store: Path, snap_compare: Compare) -> None:
    with Store(own_store) as store:
        app = Knightwatch(known(store), theme="dark")
        assert snap_compare(app, terminal_size=size, run_before=all_swept)


async def all_repeated(pilot: Pilot[Any]) -> None:
    assert isinstance(pilot.app, Knightwatch)
    await until(pilot, lambda: isinstance(pilot.app.screen, PapersScreen))
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, PaperScreen))
    await Repeated(pilot.app, pilot).done(RUNS + STARTS)


def test_a_paper_looks_as_it_did(own_store: Path, snap_compare: Compare, monkeypatch: pytest.MonkeyPatch) -> None:
    executor, table = Inline(), TINY.declared[0]
    only_tiny(monkeypatch, executor)
    assert isinstance(table, PaperTable)
    with Store(own_store) as store:
        for place, cell in enumerate(swept(table, False).cells):
            for repetition in range(3):
                status = Status.SOLVED if repetition <= place else Status.GAVE_UP
                store.add(
                    cell, repetition, RunOutcome(status, 5 * place, {"trials": 5 * place + repetition}, 0.01, 0.0)
                )
    assert snap_compare(Knightwatch(papers_first, theme="dark"), terminal_size=SMALL, run_before=all_repeated)
    assert executor.given == 0
