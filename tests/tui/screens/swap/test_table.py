"""The published table of knights that change places."""

import json
from pathlib import Path

from textual.coordinate import Coordinate
from textual.widgets import DataTable

from knightwatch.tui.screens.export import ExportScreen
from knightwatch.tui.screens.swap.table import SwapTableScreen
from tests.support.pilot import opened, until


async def test_the_table_is_filled_and_exported(tmp_path: Path) -> None:
    async with opened({"solver": "best-first"}, of="swap") as it:
        await it.pilot.press("t")
        await until(it.pilot, lambda: isinstance(it.app.screen, SwapTableScreen))
        await until(it.pilot, lambda: "All 9 rows are done" in it.text("#sentence"))
        table = it.app.screen.query_one(DataTable)
        assert table.row_count == 9
        assert [str(table.get_cell_at(Coordinate(8, column))) for column in (0, 1, 3)] == ["3+3", "18,480", "16"]
        await it.pilot.press("e")
        await until(it.pilot, lambda: isinstance(it.app.screen, ExportScreen))
        await it.pilot.press("down", "enter", "enter")
        await until(it.pilot, lambda: any(tmp_path.glob("swap-table*.json")))
        written = json.loads(next(tmp_path.glob("swap-table*.json")).read_text())
        assert (written["puzzle"], written["solver"], written["complete"]) == ("swap", "best-first", True)
