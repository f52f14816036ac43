"""The form of a sweep: several values make an axis, wrong values are marked."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Input, OptionList, Select, Static

from knightwatch.engine.lab.sweeps.experiment import Experiment
from knightwatch.engine.lab.sweeps.sweep import Sweep
from knightwatch.engine.own.permission import ALLOW
from knightwatch.engine.store.outcomes import Store
from knightwatch.tui.app import Knightwatch
from knightwatch.tui.screens.base.form import Field
from knightwatch.tui.screens.entries import SWEEP
from knightwatch.tui.screens.home import HomeScreen
from knightwatch.tui.screens.lab.sweep import SweepScreen
from knightwatch.tui.screens.lab.sweep_form import FILE, SweepForm
from knightwatch.tui.screens.own_solver import OwnSolverForm
from tests.support.inline import bare, inline, sweep
from tests.support.laboratory import Swept
from tests.support.own import COUNT, write
from tests.support.pilot import opened, until


@contextmanager
def inline_opened(sweep: Sweep, path: Path) -> Iterator[Experiment]:
    with Store(path) as store:
        yield Experiment(sweep, store, inline())


@asynccontextmanager
async def form(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[Pilot[Any]]:
    monkeypatch.setattr("knightwatch.tui.screens.lab.sweep_form.opened", inline_opened)
    monkeypatch.setenv("KNIGHTWATCH_STORE", str(tmp_path / "store.sqlite"))
    app = Knightwatch(theme="dark")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(pilot, lambda: isinstance(app.screen, HomeScreen) and bool(app.screen.query(OptionList)))
        menu = app.screen.query_one(OptionList)
        await until(pilot, lambda: menu.option_count > 0)
        menu.highlighted = next(at for at, entry in enumerate(menu.options) if SWEEP in str(entry.prompt))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, SweepForm) and bool(app.screen.query("#fields Input")))
        yield pilot


def about(pilot: Pilot[Any]) -> str:
    return str(pilot.app.screen.query_one("#about", Static).content)


def entry(pilot: Pilot[Any], name: str) -> Input:
    field = next(field for field in pilot.app.screen.query(".field") if getattr(field, "field", "") == name)
    return field.query_one(Input)


async def test_several_values_make_an_axis(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async with form(monkeypatch, tmp_path) as pilot:
        assert "12 cells, 240 runs." in about(pilot)
        pilot.app.screen.query_one("#solver", Select).value = "queens.min-conflicts"
        await until(pilot, lambda: any(getattr(f, "field", "") == "trials" for f in pilot.app.screen.query(".field")))
        entry(pilot, "trials").value = "5,40"
        entry(pilot, "n").value = "8,12"
        entry(pilot, "repeat").value = "5"
        await until(pilot, lambda: "4 cells, 20 runs." in about(pilot))
        await pilot.press("f5")
        await until(pilot, lambda: isinstance(pilot.app.screen, SweepScreen))
        app = pilot.app
        assert isinstance(app, Knightwatch)
        it = Swept(app, pilot)
        await it.done()
        assert it.sweep_screen.inquiry.sweep == sweep()
        found = bare(it.sweep_screen.inquiry)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
    with Store(tmp_path / "store.sqlite") as store:
        assert bare(Experiment(sweep(), store, inline())) == found


WRONG = (
    ("k", "0,2", "k is 0, but must be a whole number from 1 to 32"),
    ("pm", "0.5:0.1:0.1", "0.5:0.1:0.1"),
    ("repeat", "none", "repeat is none, but must be a whole number from 1 to 100,000"),
    ("crossover", "pmx,xx", "crossover is xx, but must be one of pmx, ox, cx"),
    ("seed", "1,2", "seed is 1,2, but must be a whole number"),
)


def typed(pilot: Pilot[Any], *names: str) -> list[str]:
    return [entry(pilot, name).value for name in names]


async def start(pilot: Pilot[Any]) -> Swept:
    """Start the sweep of the form, and wait until all runs are done."""
    await pilot.press("f5")
    await until(pilot, lambda: isinstance(pilot.app.screen, SweepScreen))
    assert isinstance(pilot.app, Knightwatch)
    it = Swept(pilot.app, pilot)
    await it.done()
    return it


async def form_opens(pilot: Pilot[Any], key: str) -> None:
    await pilot.press(key)
    await until(
        pilot, lambda: isinstance(pilot.app.screen, SweepForm) and bool(pilot.app.screen.query("#fields Input"))
    )


async def test_the_next_form_has_the_values_of_the_last_sweep(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async with form(monkeypatch, tmp_path) as pilot:
        for name, text in {"repeat": "2", "n": "4,5", "pm": "0.1", "generations": "3"}.items():
            entry(pilot, name).value = text
        await until(pilot, lambda: "2 cells, 4 runs." in about(pilot))
        await start(pilot)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
        await form_opens(pilot, "enter")
        assert typed(pilot, "repeat", "n", "pm", "generations") == ["2", "4,5", "0.1", "3"]


async def test_a_puzzle_opens_the_form_with_its_solver_and_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knightwatch.tui.screens.lab.sweep_form.opened", inline_opened)
    async with opened({"solver": "min-conflicts", "n": "9", "trials": "7"}) as it:
        await form_opens(it.pilot, "S")
        assert it.app.screen.query_one("#solver", Select).value == "queens.min-conflicts"
        assert typed(it.pilot, "repeat", "n", "trials", "seed") == ["20", "9", "7", ""]
        assert "1 cell, 20 runs" in about(it.pilot)
        entry(it.pilot, "trials").value = "7,9"
        entry(it.pilot, "repeat").value = "2"
        await until(it.pilot, lambda: "2 cells, 4 runs." in about(it.pilot))
        inquiry = (await start(it.pilot)).sweep_screen.inquiry
        assert inquiry.sweep == sweep("trials=7,9", n="9", repeat=2)
        await it.pilot.press("q")
        await it.at_rest()
        await form_opens(it.pilot, "S")  # the same run: what was swept last
        assert typed(it.pilot, "repeat", "n", "trials") == ["2", "9", "7,9"]
        await it.pilot.press("escape")
        await it.press("2", "1")
        await form_opens(it.pilot, "S")  # another solver: its own values
        assert typed(it.pilot, "repeat", "n") == ["20", "9"]


async def test_a_value_with_commas_is_one_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("knightwatch.tui.screens.lab.sweep_form.opened", inline_opened)
    async with opened({"solver": "warnsdorff", "holes": "0,0:7,7", "start": "0,5"}, of="tour") as it:
        await form_opens(it.pilot, "S")
        assert "1 cell, 20 runs" in about(it.pilot)
        entry(it.pilot, "repeat").value = "2"
        cell = (await start(it.pilot)).sweep_screen.inquiry.sweep.cells[0]
        assert cell.plan.problem == it.screen_below.plan.problem


async def test_a_solver_that_cannot_be_read_opens_no_form(tmp_path: Path) -> None:
    path = write(tmp_path / "count.py", "puzzle = 'queens'\n\n" + dedent(COUNT))
    async with opened({"solver": str(path), "n": "4"}) as it:
        await form_opens(it.pilot, "S")
        assert it.app.screen.query_one("#solver", Select).value == f"queens.{path}"
        await it.pilot.press("escape")
        path.unlink()
        await it.pilot.press("S")
        await until(it.pilot, lambda: any("No sweep is possible: " in notice for notice in it.app.notices))
        assert it.screen


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_the_help_of_every_field_is_whole_beside_both_buttons(size: tuple[int, int]) -> None:
    async with opened({"solver": "evolve"}, size) as it:
        await form_opens(it.pilot, "S")
        page = it.app.screen.query_one(".page")
        places = set()
        for field in it.app.screen.query(Field):
            field.entry.focus()
            await it.pilot.pause()
            shown = " ".join(it.text("#about").split())
            assert field.description in shown
            places.add(it.app.screen.query_one("#about").region)
            for button in it.app.screen.query(Button):
                assert page.content_region.contains_region(button.region)
        assert len(places) == 1


async def test_wrong_values_are_marked_in_their_fields(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async with form(monkeypatch, tmp_path) as pilot:
        for name, text, words in WRONG:
            before = entry(pilot, name).value
            entry(pilot, name).value = text
            await until(pilot, lambda words=words: words in about(pilot))  # type: ignore[misc]
            assert [getattr(field, "field", "") for field in pilot.app.screen.query(".field.wrong")] == [name]
            assert pilot.app.screen.query_one("#apply", Button).disabled
            await pilot.press("f5")
            assert isinstance(pilot.app.screen, SweepForm)
            entry(pilot, name).value = before
            await until(pilot, lambda: "12 cells, 240 runs." in about(pilot))
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_a_large_sweep_is_checked_only_at_its_start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async with form(monkeypatch, tmp_path) as pilot:
        entry(pilot, "generations").value = "1:9999"
        await until(pilot, lambda: "119,988 cells." in about(pilot))
        await pilot.press("f5")
        await until(pilot, lambda: "the sweep has 2,399,760 runs, but must have at most" in about(pilot))


async def test_the_form_shows_that_the_store_cannot_be_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async with form(monkeypatch, tmp_path) as pilot:
        monkeypatch.setenv("KNIGHTWATCH_STORE", "/dev/null/store")
        await pilot.press("f5")
        await until(pilot, lambda: "store is /dev/null/store" in about(pilot))


async def test_a_file_can_be_swept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = write(tmp_path / "count.py", "puzzle = 'queens'\n\n" + dedent(COUNT))
    async with form(monkeypatch, tmp_path) as pilot:
        pilot.app.screen.query_one("#solver", Select).value = FILE
        await until(pilot, lambda: isinstance(pilot.app.screen, OwnSolverForm))
        pilot.app.screen.query_one("#file", Input).value = "count.py"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, SweepForm))
        await until(pilot, lambda: any(getattr(f, "field", "") == "most" for f in pilot.app.screen.query(".field")))
        assert pilot.app.screen.query_one("#solver", Select).value == f"queens.{path}"
        entry(pilot, "most").value = "2,5"
        entry(pilot, "n").value = "4"
        entry(pilot, "repeat").value = "1"
        await until(pilot, lambda: "2 cells, 2 runs." in about(pilot))
        await pilot.press("f5")
        await until(pilot, lambda: isinstance(pilot.app.screen, SweepScreen))
        app = pilot.app
        assert isinstance(app, Knightwatch)
        it = Swept(app, pilot)
        await it.done()
        assert [row[0] for row in it.rows] == ["2", "5"]


async def test_no_file_is_offered_where_files_are_forbidden(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(ALLOW, "0")
    async with form(monkeypatch, tmp_path) as pilot:
        picker = pilot.app.screen.query_one("#solver", Select)
        assert FILE not in [value for _, value in picker._options]


async def test_the_form_says_where_seeds_come_from(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async with form(monkeypatch, tmp_path) as pilot:
        entry(pilot, "seed").focus()
        await until(pilot, lambda: "seeds of runs follow from solver, settings and repetition" in about(pilot))
        assert "a new seed each time" not in about(pilot)
