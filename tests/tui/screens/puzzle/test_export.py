"""Export from a puzzle's screen: files, and the command line that repeats the run."""

import json
from pathlib import Path

import pytest
from textual.widgets import Input, OptionList

from knightwatch.tui.screens.export import ExportScreen
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from tests.support.pilot import opened, until


async def test_e_writes_every_file_type_and_never_overwrites(tmp_path: Path) -> None:
    async with opened({"n": "8"}) as it:
        await it.press("right")
        for place in range(5):
            there = set(tmp_path.iterdir())
            for _ in range(2):
                await it.pilot.press("e")
                await until(it.pilot, lambda: isinstance(it.app.screen, ExportScreen))
                it.app.screen.query_one(OptionList).highlighted = place
                await it.pilot.press("enter")
                await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))
            first, second = sorted(set(tmp_path.iterdir()) - there, key=lambda path: len(path.stem))
            assert (second.stem, second.suffix) == (f"{first.stem}-2", first.suffix)
            assert first.read_text() == second.read_text() or first.suffix == ".svg"
    (answer,) = tmp_path.glob("*-7.json")
    assert json.loads(answer.read_text())["work"]["generations"] == 1


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
    monkeypatch.chdir(tmp_path / "deleted")
    (tmp_path / "deleted").rmdir()
    async with opened() as it:
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
