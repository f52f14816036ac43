"""Contrast of every character that the screens draw, in the dark and in the light theme.

Text needs a contrast of 4.5 with its background, lines and pieces of 3. These are the least values of the Web Content
Accessibility Guidelines.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import pytest
from textual.color import Color
from textual.command import CommandPalette
from textual.pilot import Pilot
from textual.screen import Screen

from knightwatch.engine.store.outcomes import Store
from knightwatch.tui.app import Knightwatch
from knightwatch.tui.contrast import contrast
from knightwatch.tui.screens.base.count import CountScreen
from knightwatch.tui.screens.base.gallery import GalleryScreen
from knightwatch.tui.screens.base.pages import PagesScreen
from knightwatch.tui.screens.base.question import QuestionScreen
from knightwatch.tui.screens.export import ExportScreen
from knightwatch.tui.screens.help import HelpScreen
from knightwatch.tui.screens.home import HomeScreen
from knightwatch.tui.screens.lab.papers import PaperScreen, PapersScreen
from knightwatch.tui.screens.lab.race import RaceScreen
from knightwatch.tui.screens.lab.racers import RacersScreen
from knightwatch.tui.screens.lab.sweep import RunsScreen, SweepScreen
from knightwatch.tui.screens.lab.sweep_form import SweepForm
from knightwatch.tui.screens.own_solver import OwnSolverForm
from knightwatch.tui.screens.puzzle.bookmark_note import NoteScreen
from knightwatch.tui.screens.puzzle.play import PlayScreen
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from knightwatch.tui.screens.puzzle.settings import SettingsScreen
from knightwatch.tui.screens.puzzle.step_number import StepNumberScreen
from knightwatch.tui.screens.swap.replay import ReplayScreen
from knightwatch.tui.screens.swap.setup import SwapSetupScreen
from knightwatch.tui.screens.swap.solutions import SolutionsScreen
from knightwatch.tui.screens.tour.estimate import EstimateScreen
from knightwatch.tui.screens.tour.setup import TourSetupScreen
from knightwatch.tui.screens.tour.starts import MapScreen, TenScreen
from tests.support.laboratory import known, papers_first, race
from tests.support.pilot import plan, until

TEXT, DRAWN = 4.5, 3.0
DIM = 0.5
"""The share of its colour that dim text keeps in most terminals."""
DRAWINGS = (range(0x2190, 0x2200), range(0x2500, 0x2900))
"""Arrows, lines, blocks, pieces and braille dots."""
PIXEL = "▀"
"""Two pixels of a board: neither is the background of the other."""
SOLID = "█"

SMALL, LARGE = (80, 24), (120, 40)
Step = tuple[str, type[Screen[Any]]]
P = PuzzleScreen


@pytest.fixture(autouse=True)
def all_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")


def least(sign: str) -> float:
    return DRAWN if any(ord(sign) in drawings for drawings in DRAWINGS) else TEXT


def faint(app: Knightwatch) -> Iterator[str]:
    """Yield a description of each text on the screen whose contrast is too low."""
    for strip in app.screen._compositor.render_strips():
        for text, style, _ in strip:
            signs = set(text) - {" ", PIXEL, "\N{BRAILLE PATTERN BLANK}"}
            if not signs or style is None or style.color is None or style.bgcolor is None:
                continue
            colour, paper = Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor)
            colour, paper = (paper, colour) if style.reverse else (colour, paper)
            colour = paper.blend(colour, DIM) if style.dim else colour
            ratio = contrast(colour, paper)
            if ratio < max(map(least, signs)) - 0.005:
                yield f"{ratio:.2f} {text.strip()[:40]!r} {colour.hex} on {paper.hex}"


def first_of(name: str, store: Store) -> Any:
    match name:
        case "sweep":
            return known(store)
        case "papers":
            return papers_first
        case "race":
            return race()
        case "home":
            return None
    puzzle, _, values = name.partition(" ")
    return plan(puzzle, **dict(value.split("=") for value in values.split()))


PAGES: list[Step] = [
    ("d", PagesScreen),
    *[("n", PagesScreen)] * 6,
    ("question_mark", HelpScreen),
    ("escape", PagesScreen),
    ("q", P),
]
BY_HAND: list[Step] = [(key, PlayScreen) for key in ("p", "space", "down", "space", "h")]


def finding(screen: type[Screen[Any]], words: str) -> list[Step]:
    """Return the keys that find words in a list."""
    return [("slash", screen), *((sign, screen) for sign in words)]


DIALOGS: list[Step] = [
    ("M", NoteScreen),
    ("x", NoteScreen),
    ("enter", P),
    ("at", StepNumberScreen),
    ("x", StepNumberScreen),
    ("escape", P),
    ("O", OwnSolverForm),
    ("escape", P),
    ("A", QuestionScreen),
    ("x", QuestionScreen),
    ("escape", P),
]
EDITED: list[Step] = [("o", SwapSetupScreen), ("right", SwapSetupScreen), ("space", SwapSetupScreen), ("escape", P)]
REPLAYED: list[Step] = [
    ("right", ReplayScreen),
    ("U", ReplayScreen),
    ("a", GalleryScreen),
    ("q", ReplayScreen),
    ("q", P),
]
WALKS: dict[str, tuple[tuple[int, int], Sequence[Step]]] = {
    "home": (
        SMALL,
        [
            ("colon", CommandPalette),
            ("escape", HomeScreen),
            *finding(HomeScreen, "swe"),
            ("enter", SweepForm),
            ("down", SweepForm),
            ("x", SweepForm),
            ("escape", HomeScreen),
            ("home", HomeScreen),
            ("enter", P),
            ("n", Screen),
        ],
    ),
    "queens n=12 solver=evolve": (
        LARGE,
        [
            ("right", P),
            ("right", P),
            *PAGES,
            ("v", P),
            ("left", P),
            ("f", PagesScreen),
            ("n", PagesScreen),
            ("q", P),
            ("I", GalleryScreen),
            *finding(GalleryScreen, "7"),
            ("escape", GalleryScreen),
            ("q", P),
            ("s", SettingsScreen),
            ("escape", P),
            *DIALOGS,
            ("P", P),
        ],
    ),
    "queens n=8": (
        SMALL,
        [("right", P), ("question_mark", HelpScreen), ("escape", P), *PAGES, ("v", P), *BY_HAND],
    ),
    "queens n=12 solver=min-conflicts": (SMALL, [("right", P), *PAGES]),
    "tour solver=backtrack holes=a8": (
        LARGE,
        [("right", P), *[("i", P)] * 3, *PAGES, ("o", TourSetupScreen), ("x", TourSetupScreen), ("escape", P)],
    ),
    "tour solver=genetic start=a1 rule=0 tours=9 rows=5 cols=5": (
        LARGE,
        [
            ("right", P),
            *PAGES,
            ("e", ExportScreen),
            ("escape", P),
            *[("plus", P)] * 10,
            ("space", P),
            ("g", GalleryScreen),
        ],
    ),
    "tour solver=ants tours=9": (SMALL, [("right", P), *PAGES]),
    "tour solver=warnsdorff rows=5 cols=5": (
        SMALL,
        [("m", MapScreen), ("q", P), ("t", TenScreen), ("q", P), ("E", EstimateScreen), ("q", P), ("C", CountScreen)],
    ),
    "tour holes=a8:h1": (SMALL, []),
    "swap": (LARGE, [("i", P), ("right", P), *PAGES, ("U", P), *EDITED]),
    "swap solver=best-first": (
        SMALL,
        [*EDITED, *[("plus", P)] * 10, ("space", P), ("g", ReplayScreen), *REPLAYED, ("C", SolutionsScreen)],
    ),
    "race": (
        LARGE,
        [
            ("right", RaceScreen),
            ("s", RacersScreen),
            ("down", RacersScreen),
            ("x", RacersScreen),
            ("enter", SettingsScreen),
            ("escape", RacersScreen),
            ("escape", RaceScreen),
        ],
    ),
    "sweep": (
        LARGE,
        [
            ("down", SweepScreen),
            *finding(SweepScreen, "10"),
            ("enter", RunsScreen),
            ("down", RunsScreen),
            *finding(RunsScreen, "3"),
            ("escape", RunsScreen),
            ("escape", SweepScreen),
            ("c", SweepScreen),
            ("question_mark", HelpScreen),
        ],
    ),
    "papers": (
        SMALL,
        [("down", PapersScreen), *finding(PapersScreen, "queens"), ("enter", PaperScreen), ("n", PaperScreen)],
    ),
}


async def at_rest(app: Knightwatch, pilot: Pilot[Any], kind: type[Screen[Any]]) -> None:
    def ready() -> bool:
        runner = getattr(app.screen, "runner", None)
        return (
            isinstance(app.screen, kind)
            and app.screen.is_mounted
            and (runner is None or runner.idle or app.screen.has_class("-lecture"))
        )

    await until(pilot, ready)


@pytest.mark.parametrize(("theme", "name"), product(("dark", "light"), WALKS))
async def test_every_character_can_be_read(theme: str, name: str, own_store: Any) -> None:
    size, steps = WALKS[name]
    faults: dict[str, str] = {}
    with Store(own_store) as store:
        app = Knightwatch(first_of(name, store), theme=theme)
        async with app.run_test(size=size, notifications=True) as pilot:
            before: Step = "", Screen
            for place, (key, kind) in enumerate([before, *steps]):
                if key:
                    await pilot.press(key)
                await at_rest(app, pilot, kind)
                faults |= dict.fromkeys(faint(app), f"{type(app.screen).__name__} after key {place}, {key}")
    assert not faults, "\n".join(f"{fault}  {where}" for fault, where in faults.items())
