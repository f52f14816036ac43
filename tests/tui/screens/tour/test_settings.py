"""The knight's tour: exported files, settings, and the command line that repeats a run."""

import io
import json
import shlex
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, redirect_stderr
from pathlib import Path

import pytest
from textual.widgets import OptionList

from knightwatch.engine.core.frame import Status
from knightwatch.engine.tour.problem import HOLE
from knightwatch.tui.cli import main as cli
from knightwatch.tui.screens.base.form import Field
from knightwatch.tui.screens.export import ExportScreen
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from knightwatch.tui.screens.puzzle.settings import SettingsScreen
from tests.support.forms import Form
from tests.support.pilot import over, until
from tests.support.touring import FIVE, marked, problem, tour, trail, view


async def test_e_offers_the_drawing_the_text_json_and_csv(tmp_path: Path) -> None:
    async with tour(FIVE | {"start": "a1", "solver": "backtrack"}) as it:
        await it.go(24)
        await over(it, "e", ExportScreen)
        offered = [str(each.prompt) for each in it.app.screen.query_one(OptionList).options]
        for place in range(len(offered)):
            if place:
                await over(it, "e", ExportScreen)
            it.app.screen.query_one(OptionList).highlighted = place
            await it.pilot.press("enter")
            await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))
        path = [list(divmod(int(square), 5)) for square in view(it).board.trail]
    written = {file.name.removeprefix("tour-backtrack-7"): file for file in tmp_path.glob("tour-*")}
    pixels = {"-board.png", "-film.gif"}
    files = {ending: file.read_text() for ending, file in written.items() if ending not in pixels}
    assert set(files) == {".txt", ".json", ".csv", "-curves.csv", "-board.svg", "-run.html", "-film.svg", ".svg"}
    assert pixels <= set(written)
    assert json.loads(files[".json"])["path"] == path
    rows = [[int(cell) for cell in line.split(",")] for line in files[".csv"].splitlines()[1:]]
    assert files[".csv"].startswith("step,row,column\n")
    assert rows == [[number, *square] for number, square in enumerate(path, 1)]
    assert files[".txt"].startswith("tour of 5 x 5 from a1 by backtrack: solved")
    assert "start: a1" in files["-board.svg"]
    assert files["-board.svg"].startswith("<svg")


@asynccontextmanager
async def form(values: dict[str, str]) -> AsyncIterator[Form]:
    async with tour(values, (120, 40)) as it:
        await over(it, "s", SettingsScreen)
        yield Form(it)


async def test_wrong_text_has_the_error_of_the_command_line() -> None:
    wrong = {
        "start": ("z9", "e", "4;4", "8,0", "a0", "a1:b2", "-1,0"),
        "holes": ("a1::b2", "i1", "a1,b2", "c3", "a1:"),
        "moves": ("123", "11234567", "abc", "123456789"),
        "rows": ("-8", "0", "1001", "many"),
        "max_states": ("-1",),
        "max_seconds": ("-0.5",),
    }
    async with form({"solver": "backtrack", "start": "c3"}) as it:
        for name, values in wrong.items():
            before = it.value(name)
            for value in values:
                await it.enter(**{name: value})
                assert (it.marked, it.can_apply) == ({name}, False)
                error = it.sentence
                given = {"solver": "backtrack", "start": "c3", name: value}
                options = [f"--{key.replace('_', '-')}={each}" for key, each in given.items()]
                with redirect_stderr(io.StringIO()) as printed:
                    assert cli.run(["tour", *options]) == cli.BAD_INPUT
                assert printed.getvalue() == f"knightwatch: {error}\n"
            await it.enter(**{name: before})
            assert (it.marked, it.can_apply) == (set(), True)


async def test_entered_text_is_used() -> None:
    async with form({"solver": "backtrack"}) as it:
        await it.enter(rows="6", cols="5", start="5,0", holes="0,0:b6", moves="87654321")
        assert it.marked == set()
        await it.apply()
        assert trail(it.puzzle) == ["a1"]
        assert marked(it.puzzle, HOLE.name) == {"a6", "b6"}
        used = {"solver": "backtrack", "rows": "6", "cols": "5", "start": "5,0", "holes": "0,0:b6", "moves": "87654321"}
        assert it.puzzle.screen.plan.values() == used | {"seed": "7"}
        await over(it.puzzle, "s", SettingsScreen)
        await it.enter(start="", holes="")
        await it.apply()
        assert (problem(it.puzzle).start, problem(it.puzzle).holes) == (None, None)


async def test_a_start_outside_the_new_size_is_wrong() -> None:
    async with form({"start": "h8"}) as it:
        await it.enter(rows="5")
        assert it.marked == {"start"}
        assert "5 x 8" in it.sentence


async def test_y_copies_a_command_line_that_repeats_the_tour(capsys: pytest.CaptureFixture[str]) -> None:
    async with tour({"rows": "6", "cols": "5", "closed": "yes", "holes": "c3:c4"}) as it:
        await it.press("y", *["+"] * 20)
        await it.pilot.press("space")
        await until(it.pilot, lambda: it.screen.runner.report.status is not Status.RUNNING)
        await it.at_rest()
        words = shlex.split(it.app.clipboard)
        found = it.screen.runner.run.search.answer()
        status = it.screen.runner.report.status
    assert words[:2] == ["knightwatch", "tour"]
    capsys.readouterr()
    cli.run([*words[1:], "--json"])
    again = json.loads(capsys.readouterr().out)
    assert (again["status"], again["path"]) == (status, found["path"])


async def test_the_help_of_each_field_is_fully_visible() -> None:
    async with tour({"solver": "backtrack"}) as it:
        await over(it, "s", SettingsScreen)
        for field in it.app.screen.query(Field):
            field.entry.focus()
            await it.pilot.pause()
            assert field.description in " ".join(it.text("#about").split())
