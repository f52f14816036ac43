"""Sweeps on the screen: they fill, pause, export and open their runs."""

import csv
import json
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import DataTable, OptionList

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Status
from knightwatch.engine.lab.sweeps.experiment import Experiment
from knightwatch.engine.lab.sweeps.finding import Measure
from knightwatch.engine.pool import Pool
from knightwatch.engine.store.outcomes import RunOutcome, Store
from knightwatch.tui.look import Look
from knightwatch.tui.output.command_line import sweep_command
from knightwatch.tui.output.json_format import versioned
from knightwatch.tui.screens.export import ExportScreen
from knightwatch.tui.screens.help import HelpScreen
from knightwatch.tui.screens.home import HomeScreen
from knightwatch.tui.screens.lab.sweep import RunsScreen, SweepScreen
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from knightwatch.tui.widgets.chart import Chart
from knightwatch.tui.widgets.table import Rows
from tests.support.inline import Inline, drive, inline, sweep
from tests.support.laboratory import known, swept
from tests.support.pilot import until


class Gated(Inline):
    """An executor that runs its tasks only on release."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        self.given += 1
        future: Future[Any] = Future()
        self.waiting.append((future, lambda: fn(*args, **kwargs)))
        return future

    def release(self) -> None:
        for future, run in self.waiting:
            future.set_result(run())
        self.waiting.clear()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "store.sqlite") as opened_store:
        yield opened_store


@pytest.fixture
def fixed(store: Store) -> Experiment:
    return known(store)


async def test_the_table_fills_until_all_runs_are_done(store: Store) -> None:
    experiment = Experiment(sweep(), store, inline())
    async with swept(experiment) as it:
        await it.done()
        assert it.rows == experiment.rows()[1:]
        assert it.sentence.startswith("All 20 runs are done. Best: ")
        await it.pilot.press("o")
        assert it.rows == [experiment.row(place, experiment.time_unit) for place in range(4)]
        await it.pilot.press("space")
        await until(it.pilot, lambda: any("All runs are done" in notice for notice in it.app.notices))


async def test_arrows_scroll_a_wide_table_by_a_column(store: Store) -> None:
    experiment = Experiment(sweep(), store, inline())
    async with swept(experiment, (50, 20)) as it:
        await it.done()
        await until(
            it.pilot, lambda: "columns(1)" in {each.binding.action for each in it.app.screen.active_bindings.values()}
        )
        table = it.app.screen.query_one(Rows)
        await it.pilot.press("right")
        await until(it.pilot, lambda: table.scroll_x > 1)
        await it.pilot.press("left")
        await until(it.pilot, lambda: table.scroll_x == 0)
    async with swept(experiment, (200, 40)) as it:
        await it.done()
        assert "columns(1)" not in {each.binding.action for each in it.app.screen.active_bindings.values()}


async def test_space_pauses_and_continues_a_sweep(store: Store) -> None:
    executor = Gated()
    experiment = Experiment(sweep(), store, Pool(executor, 1, ""))
    async with swept(experiment) as it:
        await until(it.pilot, lambda: executor.given == 3)
        await it.pilot.press("space")
        executor.release()
        await until(it.pilot, lambda: "3 of 20 runs. Paused: space continues." in it.sentence)
        assert (executor.given, experiment.done) == (3, 3)
        assert [row[2] for row in it.rows] == ["1", "1", "1", "0"]
        await it.pilot.press("space")
        await until(it.pilot, lambda: executor.given == 6)
        await until(it.pilot, lambda: " runs per second, about " in it.sentence)
        await it.pilot.press("q")
        await until(it.pilot, lambda: isinstance(it.app.screen, HomeScreen))
    assert len(Experiment(sweep(), store, inline()).outcomes[0]) == 1


async def test_c_changes_the_chart_and_v_the_view(fixed: Experiment) -> None:
    async with swept(fixed) as it:
        await it.done()
        for measure in (*fixed.measures, Measure.SUCCESS):
            diagram = fixed.diagram(measure)
            assert diagram
            assert it.text("#measure").strip() == diagram.title
            assert diagram.grid
            lines = [line.split() for line in it.text("Chart").splitlines()]
            assert list(diagram.labels) in lines
            for label, values in zip(diagram.grid.labels, diagram.grid.values.tolist(), strict=True):
                row = next(line for line in lines if line and line[0] == label)
                assert [float(figure) for figure in row[1:]] == pytest.approx(values, abs=0.5)
            await it.pilot.press("c")
        for table, chart in ((True, False), (False, True), (True, True)):
            await it.pilot.press("v")
            assert bool(it.app.screen.query_one(DataTable).size) == table
            assert bool(it.app.screen.query_one("#curves").size) == chart


async def test_enter_opens_a_run_with_the_median_first(store: Store) -> None:
    experiment, place = drive(Experiment(sweep("n=8,12"), store, inline())), 1
    async with swept(experiment) as it:
        await it.done()
        await it.pilot.press(*["down"] * place, "enter")
        await until(it.pilot, lambda: isinstance(it.app.screen, RunsScreen))
        listed = [str(option.prompt) for option in it.app.screen.query_one(OptionList).options]
        median = experiment.median_run(place)
        assert median is not None
        assert listed[0].split()[0] == str(median + 1)
        assert listed[0].endswith("(median)")
        assert sorted(int(line.split()[0]) for line in listed) == [1, 2, 3, 4, 5]
        await it.pilot.press("enter")
        await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))
        await it.at_rest()
        plan = experiment.sweep.cells[place].run(median)
        assert it.screen.plan == plan
        await it.press(*["plus"] * 12, "space")
        await until(it.pilot, lambda: it.screen.runner.report.status is Status.SOLVED)
        assert it.moment == experiment.outcomes[place][median].steps
        await it.pilot.press("q")
        assert isinstance(it.app.screen, SweepScreen)


async def test_the_median_of_an_even_number_of_runs_is_no_run(store: Store) -> None:
    experiment = Experiment(sweep("n=8,12", repeat=2), store, inline())
    for cell, steps in zip(experiment.sweep.cells, ((9, 12), (20, 20)), strict=True):
        for at, each in enumerate(steps):
            store.add(cell, at, RunOutcome(Status.SOLVED, each, {}, 0.0, 0.0))
    async with swept(experiment) as it:
        await it.done()
        assert it.rows[0][3] == "10.5 [9.75-11.2]"
        for mark in ("12 trials  (nearest to the median)", "20 trials  (median)"):
            await it.pilot.press("enter")
            await until(it.pilot, lambda: isinstance(it.app.screen, RunsScreen))
            listed = [str(option.prompt) for option in it.app.screen.query_one(OptionList).options]
            assert listed[0].endswith(mark)
            assert "median" not in listed[1]
            await it.pilot.press("escape", "down")


async def test_a_cell_without_runs_shows_a_notice(store: Store) -> None:
    async with swept(Experiment(sweep(), store, Pool(Gated(), 1, ""))) as it:
        await it.pilot.press("enter")
        await until(it.pilot, lambda: any("no finished runs" in notice for notice in it.app.notices))


async def test_runs_and_cells_are_exported_and_the_command_is_copied(fixed: Experiment, tmp_path: Path) -> None:
    async with swept(fixed) as it:
        await it.done()
        for downs in range(3):
            await it.pilot.press("e")
            await until(it.pilot, lambda: isinstance(it.app.screen, ExportScreen))
            await it.pilot.press(*["down"] * downs, "enter")
            await until(it.pilot, lambda: isinstance(it.app.screen, SweepScreen))
        await it.pilot.press("y")
        await until(it.pilot, lambda: it.app.clipboard == sweep_command(fixed.sweep))
        await it.pilot.press("question_mark")
        await until(it.pilot, lambda: isinstance(it.app.screen, HelpScreen))
    stem = f"sweep-evolve-{fixed.sweep.identity[:8]}"
    rows = list(csv.DictReader((tmp_path / f"{stem}.csv").read_text("utf-8").splitlines()))
    assert len(rows) == 12 * 9
    assert json.loads((tmp_path / f"{stem}.json").read_text("utf-8")) == versioned(
        {"puzzle": "queens"} | fixed.answer()
    )
    assert fixed.text() in (tmp_path / f"{stem}.txt").read_text("utf-8")


async def test_a_failing_store_stops_the_sweep_with_an_error(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise BadInput("store is full, which cannot be used")

    monkeypatch.setattr(Store, "add", full)
    async with swept(Experiment(sweep(), store, inline())) as it:
        await until(it.pilot, lambda: "Stopped: store is full" in it.sentence)
        await it.pilot.press("q")
        assert isinstance(it.app.screen, HomeScreen)


@pytest.mark.parametrize("size", [(120, 40), (50, 20), (40, 12)])
async def test_it_fits_every_terminal_in_ascii_too(fixed: Experiment, size: tuple[int, int]) -> None:
    async with swept(fixed, size, Look(ascii=True)) as it:
        await it.done()
        await it.pilot.press(*(["v", "v"] if size[0] > 64 else ["v"]))
        assert it.text("Chart").isascii()
        assert [line.split() for line in it.text("Chart").splitlines() if "78" in line] == [
            ["0.5", "78", "78", "67", "78"],
            ["0.3", "78", "67", "78", "78"],
            ["0.1", "67", "78", "78", "78"],
        ]
        await it.pilot.press("v", "enter")
        assert isinstance(it.app.screen, RunsScreen)


async def test_a_click_on_the_heat_map_lists_the_runs_of_a_cell(fixed: Experiment) -> None:
    async with swept(fixed, (120, 40)) as it:
        await it.done()
        chart, table = it.sweep_screen.query_one(Chart), it.sweep_screen.query_one(DataTable)
        diagram = fixed.diagram()
        assert diagram
        assert diagram.grid
        for place, cell in list(enumerate(fixed.sweep.cells))[::5]:
            x, y = next(at for at, there in chart.picture.cells.items() if there == place)
            await it.pilot.click(Chart, offset=(x, y))
            await until(it.pilot, lambda: isinstance(it.app.screen, RunsScreen))
            assert table.cursor_row == fixed.ranked().index(place)
            k, pm = cell.axis_values
            written = str(chart.picture.sheet).split("\n")
            beside = next(line for line in range(y, y + 3) if written[line].strip())
            assert written[beside].split()[0] == pm
            assert k in it.rows[table.cursor_row][0]
            await it.pilot.press("escape")
            await until(it.pilot, lambda: it.app.screen is it.sweep_screen)
