"""Export from a puzzle's screen: files, and the command line that repeats the run."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.widgets import Input, OptionList

from knightwatch.tui.screens.export import ExportScreen
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from tests.support.pilot import opened, until
from tests.support.player import run_of


async def test_e_writes_every_file_type_and_never_overwrites(tmp_path: Path) -> None:
    async with opened({"n": "8"}) as it:
        await it.press("right")
        for place in range(9):
            there = set(tmp_path.iterdir())
            for _ in range(2):
                await it.pilot.press("e")
                await until(it.pilot, lambda: isinstance(it.app.screen, ExportScreen))
                it.app.screen.query_one(OptionList).highlighted = place
                await it.pilot.press("enter")
                await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))
            first, second = sorted(set(tmp_path.iterdir()) - there, key=lambda path: len(path.stem))
            assert (second.stem, second.suffix) == (f"{first.stem}-2", first.suffix)
            assert first.read_bytes() == second.read_bytes()
    (answer,) = tmp_path.glob("*-7.json")
    assert json.loads(answer.read_text())["work"]["generations"] == 1


async def test_a_page_of_a_run_ends_at_the_step_of_the_screen(tmp_path: Path) -> None:
    async with opened({"n": "8"}) as it:
        await it.press("right", "right", "right", "left")
        await it.pilot.press("e")
        await until(it.pilot, lambda: isinstance(it.app.screen, ExportScreen))
        it.app.screen.query_one(OptionList).highlighted = 6
        await it.pilot.press("enter")
        await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))
    (page,) = tmp_path.glob("*-run.html")
    assert [frame["n"] for frame in run_of(page.read_text("utf-8"))["frames"]] == [0, 1, 2]


async def test_escape_cancels_a_film_that_takes_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []

    def endless(*_: object) -> Iterator[tuple[int, int]]:
        try:
            while True:
                yield 1, 2
        finally:
            closed.append(True)

    monkeypatch.setattr("knightwatch.engine.pictures.moving.replayed", endless)
    async with opened({"n": "8"}) as it:
        await it.pilot.press("e")
        await until(it.pilot, lambda: isinstance(it.app.screen, ExportScreen))
        it.app.screen.query_one(OptionList).highlighted = 8
        await it.pilot.press("enter")
        await until(it.pilot, lambda: "1 of 2" in it.text("#fault"))
        await it.pilot.press("escape")
        await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen) and closed == [True])
    assert not list(tmp_path.iterdir())


async def test_a_missing_pillow_is_named_in_the_dialog(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    async with opened({"n": "8"}) as it:
        for place in (5, 8):
            await it.pilot.press("e")
            await until(it.pilot, lambda: isinstance(it.app.screen, ExportScreen))
            options = it.app.screen.query_one(OptionList)
            marked = [number for number, each in enumerate(options.options) if "needs Pillow" in str(each.prompt)]
            assert marked == [5, 8]
            options.highlighted = place
            await it.pilot.press("enter")
            await until(it.pilot, lambda: "knightwatch[pictures]" in it.text("#fault").replace("\n", ""))
            await it.pilot.press("escape")
            await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))


@pytest.mark.parametrize("folder", ["/nowhere/at/all", "~nosuchuser/x", "/" + "x" * 300, "/a\0b"])
async def test_export_to_an_impossible_folder_shows_an_error(folder: str) -> None:
    async with opened() as it:
        await it.pilot.press("e")
        await until(it.pilot, lambda: isinstance(it.app.screen, ExportScreen))
        it.app.screen.query_one(Input).value = folder
        await it.pilot.press("enter")
        assert isinstance(it.app.screen, ExportScreen)
        assert folder[:20] in it.text("#fault").replace("\n", "")


async def test_export_offers_home_if_the_current_folder_was_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "deleted").mkdir()
    async with opened() as it:  # numba reads the current folder, if it compiles in this process
        monkeypatch.chdir(tmp_path / "deleted")
        (tmp_path / "deleted").rmdir()
        await it.pilot.press("e")
        await until(it.pilot, lambda: isinstance(it.app.screen, ExportScreen))
        assert it.app.screen.query_one(Input).value == "~"


async def test_the_notice_shows_the_exact_path_of_an_export(tmp_path: Path) -> None:
    folder = tmp_path / "brackets [" / "] in names"
    folder.mkdir(parents=True)
    async with opened() as it:
        await it.pilot.press("e")
        await until(it.pilot, lambda: isinstance(it.app.screen, ExportScreen))
        it.app.screen.query_one(Input).value = str(folder)
        await it.pilot.press("enter")
        await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))
        (written,) = folder.iterdir()
        await until(it.pilot, lambda: any(str(written) in notice for notice in it.app.notices))


async def test_y_copies_the_command_line_that_repeats_the_run() -> None:
    async with opened({"pop": "50"}) as it:
        await it.press("y")
        assert it.app.clipboard == "knightwatch queens --solver evolve --n 20 --pop 50 --seed 7"
