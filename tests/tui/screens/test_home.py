"""The home screen: what there is and what was chosen lately, whatever has become of the memory of it."""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from engine.core.frame import Status
from engine.plans.catalog import PUZZLES
from tests.support.pilot import Opened, plan, until
from tui.app import Knightwatch
from tui.remembered import MOST, Memory, remembered
from tui.screens.help import HelpScreen
from tui.screens.home import GUTTER, LABORATORY, LAST, PAPERS, START, SWEEP, TOURED, HomeScreen
from tui.screens.preview import Preview
from tui.screens.puzzle.screen import PuzzleScreen
from tui.widgets.board.view import BoardView


class Home:
    """A running application that began at home."""

    def __init__(self, app: Knightwatch, pilot: Pilot[Any]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def menu(self) -> OptionList:
        return self.screen.query_one(OptionList)

    @property
    def screen(self) -> HomeScreen:
        assert isinstance(self.app.screen, HomeScreen)
        return self.app.screen

    @property
    def entries(self) -> list[str]:
        return [str(entry.prompt)[GUTTER:] for entry in self.menu.options]

    @property
    def sections(self) -> list[str]:
        return [name for entry in self.menu.options if (name := str(entry.prompt)[:GUTTER].strip())]

    @property
    def preview(self) -> Preview:
        return self.screen.query_one(Preview)

    async def mark(self, words: str) -> None:
        """Put the cursor on an entry, and wait for its board."""
        self.menu.highlighted = self.entries.index(words)
        await self.pilot.pause()
        await until(self.pilot, lambda: self.preview.drawn)

    async def opened(self) -> Opened:
        await until(self.pilot, lambda: isinstance(self.app.screen, PuzzleScreen))
        it = Opened(self.app, self.pilot)
        await it.at_rest()
        return it

    async def back(self) -> None:
        await self.pilot.press("q")
        await until(self.pilot, lambda: isinstance(self.app.screen, HomeScreen))


@asynccontextmanager
async def home(size: tuple[int, int] = (80, 24)) -> AsyncIterator[Home]:
    app = Knightwatch()
    async with app.run_test(size=size, notifications=True) as pilot:
        await until(pilot, lambda: bool(app.screen.query_one(OptionList).option_count))
        yield Home(app, pilot)


def playing(app: Knightwatch) -> bool:
    """Tell whether the search of an entry moves beside the list."""
    return any(isinstance(worker.node, Preview) for worker in app.workers)


def chosen(it: Opened) -> dict[str, str]:
    """Return the values that differ from their defaults, but for the seed, which is new each time."""
    return {name: value for name, value in it.screen.plan.values().items() if name != "seed"}


def examples() -> Iterator[tuple[str, dict[str, str]]]:
    for puzzle in PUZZLES:
        for example in puzzle.examples:
            yield example.words, {"solver": puzzle.solvers[0].name} | example.values


async def test_home_lists_every_puzzle_and_each_entry_opens_with_its_settings() -> None:
    async with home() as it:
        assert it.sections == [START, *(puzzle.section for puzzle in PUZZLES), LABORATORY]
        races = [race.words for puzzle in PUZZLES for race in puzzle.races]
        assert it.entries == [TOURED, *(words for words, _ in examples()), *races, SWEEP, PAPERS]
        for words, values in list(examples())[:3]:
            it.menu.highlighted = it.entries.index(words)
            await it.pilot.press("enter")
            assert chosen(await it.opened()) == values
            await it.back()
            assert it.sections[0] == LAST
            assert it.entries[it.menu.highlighted] == words


async def test_all_of_it_is_in_view_at_80_x_24_with_what_was_done_last_on_top() -> None:
    remembered_plan = plan()
    async with home() as it:
        it.app.remember(remembered_plan)
        it.app.open(remembered_plan)
        await it.opened()
        await it.back()
        assert it.sections == [LAST, START, *(puzzle.section for puzzle in PUZZLES), LABORATORY]
        assert it.menu.max_scroll_y == 0
        lines = [strip.text.rstrip() for strip in it.menu.render_lines(it.menu.size.region)]
        for entry, line in zip(it.entries, lines, strict=True):
            assert line.endswith(entry)


async def test_beside_the_list_moves_the_search_of_the_marked_entry_and_nothing_is_compiled_for_it() -> None:
    async with home() as it:
        await it.mark("the same, with steps back")
        view = it.preview.query_one(BoardView)
        assert (view.board.rows, view.board.cols) == (8, 8)
        await until(it.pilot, lambda: len(view.board.trail) > 3)
        assert "steps back" in Opened(it.app, it.pilot).text("Preview #sentence")
        await it.mark("a race for six knights")
        assert len(it.preview.query(BoardView)) == 3
        await it.pilot.press("enter")
        await until(it.pilot, lambda: not isinstance(it.app.screen, HomeScreen))
        await until(it.pilot, lambda: not playing(it.app))


async def test_where_animations_are_off_nothing_moves() -> None:
    async with home() as it:
        it.app.animation_level = "none"
        await it.mark("the same, with steps back")
        assert len(it.preview.query_one(BoardView).board.trail) > 30
        await until(it.pilot, lambda: not playing(it.app))


@pytest.mark.parametrize(("size", "boards"), [((50, 20), False), ((80, 24), True), ((200, 60), True)])
async def test_the_board_beside_the_list_has_the_room_that_there_is(size: tuple[int, int], boards: bool) -> None:
    async with home(size) as it:
        await it.mark("the same, with steps back")
        place = it.preview.query_one("#boards")
        assert place.display is boards
        if boards:
            view = it.preview.query_one(BoardView)
            assert view.scale.size[1] > 0.7 * (size[1] - 6)


async def test_what_is_promised_at_once_is_done_at_once_and_all_else_waits_at_a_pace_that_fits() -> None:
    async with home() as it:
        for words, pace, status in (
            ("8 x 8, a tour at once", None, Status.SOLVED),
            ("8 by local search", 5, "running"),
        ):
            it.menu.highlighted = it.entries.index(words)
            await it.pilot.press("enter")
            opened = await it.opened()
            assert (opened.screen.pace, opened.screen.runner.report.status) == (pace, status)
            await it.back()


async def test_an_entry_opens_by_mouse() -> None:
    async with home() as it:
        first = it.entries[2]
        lines = [strip.text for strip in it.menu.render_lines(it.menu.size.region)]
        place = next(y for y, line in enumerate(lines) if first in line)
        await it.pilot.click(OptionList, (16, place))
        assert chosen(await it.opened()) == list(examples())[1][1]


async def test_a_run_comes_up_among_the_recent_and_opens_again_with_its_settings() -> None:
    values = {"n": "12", "pop": "50", "decay": "yes"}
    app = Knightwatch(plan(**values))
    async with app.run_test(size=(80, 24)) as pilot:
        it = Home(app, pilot)
        await it.opened()
        await it.back()
        assert it.sections[0] == LAST
        assert it.entries[0].startswith("queens evolve n 12 pop")
    async with home() as it:
        assert it.menu.highlighted == 0
        assert it.entries[0].startswith("queens evolve n 12 pop")
        await it.pilot.press("enter")
        again = await it.opened()
        assert chosen(again) == {"solver": "evolve"} | values
        assert again.screen.plan.seed == 7


def test_recent_choices_are_few_the_newest_first_and_none_twice() -> None:
    memory = Memory()
    for n in (4, 5, 6, 5, 7, 11, 9, 10, 5):
        memory.note(plan(n=str(n)))
    assert [choice.values["n"] for choice in memory.recent] == ["5", "10", "9", "11", "7", "6"]
    memory.note(plan(n="10", seed="99"))
    assert len(memory.recent) == MOST
    assert memory.recent[0].values == {"solver": "evolve", "n": "10"}
    assert memory.recent[0].given == {"solver": "evolve", "n": "10", "seed": "99"}


@pytest.mark.parametrize(
    "contents",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe\x00\x01",
        b'{"recent": {}}',
        b'{"recent": [{"puzzle": 1}]}',
    ],
)
def test_a_broken_memory_is_as_good_as_none(contents: bytes, own_memory: Path) -> None:
    own_memory.parent.mkdir(parents=True)
    own_memory.write_bytes(contents)
    assert remembered() == Memory()


def test_a_folder_in_the_place_of_the_memory_is_as_good_as_none(own_memory: Path) -> None:
    own_memory.mkdir(parents=True)
    assert remembered() == Memory()
    Memory().save()
    assert own_memory.is_dir()


async def test_choices_of_another_version_say_that_they_cannot_be_opened(own_memory: Path) -> None:
    known = {"puzzle": "queens", "values": {"solver": "min-conflicts", "n": "50"}}
    unknown: list[dict[str, Any]] = [
        {"puzzle": "rooks", "values": {}},
        {"puzzle": "queens", "values": {"solver": "guess"}},
        {"puzzle": "queens", "values": {"n": "[/]"}},
        {"puzzle": "queens", "values": {"colour": "blue"}},
    ]
    own_memory.parent.mkdir(parents=True)
    own_memory.write_text(json.dumps({"theme": "pink", "recent": [*unknown, known], "later": "version"}))
    async with home() as it:
        assert it.app.current_theme.dark
        for keys in (["home"], ["end", "up"], ["end", "up", "up"], ["end", "up", "up", "up"]):
            await it.pilot.press(*keys, "enter")
            assert isinstance(it.app.screen, HomeScreen)
        assert sum("cannot be opened" in note.message for note in it.app._notifications) == len(unknown)
        await it.pilot.press("end", "enter")
        assert chosen(await it.opened()) == known["values"]


async def test_where_nothing_can_be_remembered_all_else_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr("tui.remembered._path", lambda: tmp_path / "file" / "below" / "memory.json")
    async with home() as it:
        await it.pilot.press("down", "enter")
        await it.opened()
        await it.pilot.press("f2")
        assert not it.app.current_theme.dark
        await it.back()
        assert it.sections[0] == LAST


async def test_the_theme_chosen_last_is_there_again() -> None:
    async with home() as it:
        await it.pilot.press("f2")
        await until(it.pilot, lambda: it.app.config.preferred.theme == "light")
    async with home() as it:
        assert not it.app.current_theme.dark


@pytest.mark.parametrize("key", ["q", "f10"])
async def test_home_can_be_left(key: str) -> None:
    async with home() as it:
        await it.pilot.press(key)
        await until(it.pilot, lambda: not it.app.is_running)
        assert it.app.return_code == 0


@pytest.mark.parametrize("key", ["question_mark", "f1"])
async def test_help_opens_and_closes(key: str) -> None:
    async with home() as it:
        await it.pilot.press(key)
        assert isinstance(it.app.screen, HelpScreen)
        await it.pilot.press("escape")
        assert isinstance(it.app.screen, HomeScreen)
        assert it.menu.has_focus
