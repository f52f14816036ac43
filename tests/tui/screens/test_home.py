"""The home screen: what there is and what was chosen lately, whatever has become of the memory of it."""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from engine.plans.catalog import PUZZLES
from tests.support.pilot import Opened, plan, until
from tui.app import Knightwatch
from tui.remembered import MOST, Memory, remembered
from tui.screens.help import HelpScreen
from tui.screens.home import LABORATORY, PAPERS, SWEEP, HomeScreen
from tui.screens.puzzle.screen import PuzzleScreen


class Home:
    """A running application that began at home."""

    def __init__(self, app: Knightwatch, pilot: Pilot[Any]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def menu(self) -> OptionList:
        assert isinstance(self.app.screen, HomeScreen)
        return self.app.screen.query_one(OptionList)

    @property
    def entries(self) -> list[str]:
        return [str(entry.prompt).strip() for entry in self.menu.options if not entry.disabled]

    @property
    def headings(self) -> list[str]:
        return [str(entry.prompt).strip() for entry in self.menu.options if entry.disabled]

    async def opened(self) -> Opened:
        await until(self.pilot, lambda: isinstance(self.app.screen, PuzzleScreen))
        it = Opened(self.app, self.pilot)
        await it.at_rest()
        return it

    async def back(self) -> None:
        await self.pilot.press("q")
        await until(self.pilot, lambda: isinstance(self.app.screen, HomeScreen))


@asynccontextmanager
async def home() -> AsyncIterator[Home]:
    app = Knightwatch()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(pilot, lambda: bool(app.screen.query_one(OptionList).option_count))
        yield Home(app, pilot)


def chosen(it: Opened) -> dict[str, str]:
    """Return the values that differ from their defaults, but for the seed, which is new each time."""
    return {name: value for name, value in it.screen.plan.values().items() if name != "seed"}


def examples() -> Iterator[tuple[str, dict[str, str]]]:
    for puzzle in PUZZLES:
        for words, values in puzzle.examples:
            yield words, {"solver": puzzle.solvers[0].name} | values


async def test_home_lists_every_puzzle_and_each_entry_opens_with_its_settings() -> None:
    async with home() as it:
        assert it.headings == [*(f"{puzzle.title}: {puzzle.summary}" for puzzle in PUZZLES), LABORATORY]
        races = [words for puzzle in PUZZLES for words, _, _ in puzzle.races]
        assert it.entries == [*(words for words, _ in examples()), SWEEP, PAPERS, *races]
        for place, (_, values) in enumerate(list(examples())[:3]):
            await it.pilot.press("home", *["down"] * place, "enter")
            assert chosen(await it.opened()) == values
            await it.back()


async def test_an_entry_opens_by_mouse() -> None:
    async with home() as it:
        first = it.entries[1]
        lines = [strip.text for strip in it.menu.render_lines(it.menu.size.region)]
        place = next(y for y, line in enumerate(lines) if first in line)
        await it.pilot.click(OptionList, (6, place))
        assert chosen(await it.opened()) == list(examples())[1][1]


async def test_a_run_comes_up_among_the_recent_and_opens_again_with_its_settings() -> None:
    values = {"n": "12", "pop": "50", "decay": "yes"}
    app = Knightwatch(plan(**values))
    async with app.run_test(size=(80, 24)) as pilot:
        it = Home(app, pilot)
        await it.opened()
        await it.back()
        assert it.headings[-1] == "Recent"
        assert it.entries[-1] == "queens solver evolve n 12 pop 50 decay yes"
    async with home() as it:
        assert it.entries[-1] == "queens solver evolve n 12 pop 50 decay yes"
        await it.pilot.press("end", "enter")
        again = await it.opened()
        assert chosen(again) == {"solver": "evolve"} | values


def test_recent_choices_are_few_the_newest_first_and_none_twice() -> None:
    memory = Memory()
    for n in (4, 5, 6, 5, 7, 11, 9, 10, 5):
        memory.note(plan(n=str(n)))
    assert [choice.values["n"] for choice in memory.recent] == ["5", "10", "9", "11", "7", "6"]
    memory.note(plan(n="10", seed="99"))
    assert len(memory.recent) == MOST
    assert memory.recent[0].values == {"solver": "evolve", "n": "10"}


@pytest.mark.parametrize(
    "contents",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe\x00\x01",
        b'{"theme": 5}',
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
        for number in range(len(unknown), 0, -1):
            await it.pilot.press("end", *["up"] * number, "enter")
            assert isinstance(it.app.screen, HomeScreen)
        assert sum("cannot be opened" in note.message for note in it.app._notifications) == len(unknown)
        await it.pilot.press("end", "enter")
        assert chosen(await it.opened()) == known["values"]


async def test_where_nothing_can_be_remembered_all_else_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr("tui.remembered._path", lambda: tmp_path / "file" / "below" / "memory.json")
    async with home() as it:
        await it.pilot.press("enter")
        await it.opened()
        await it.pilot.press("f2")
        assert not it.app.current_theme.dark
        await it.back()
        assert it.headings[-1] == "Recent"


async def test_the_theme_chosen_last_is_there_again() -> None:
    async with home() as it:
        await it.pilot.press("f2")
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
