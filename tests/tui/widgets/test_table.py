"""Tables that are wider than the screen: columns are whole, and the keys scroll by a column."""

import pytest
from textual.app import App, ComposeResult

from knightwatch.tui.look import Look
from knightwatch.tui.widgets.table import TableView
from tests.support.pilot import until

HEAD = ("method", "squares, published", "squares, ours", "states, published", "states, ours")
ROW = ("backtrack", "62", "61", "1,234", "5,678,901")


class Shown(App[None]):
    rows: tuple[tuple[str, ...], ...] = (HEAD, ROW)

    def compose(self) -> ComposeResult:
        yield TableView(Look())

    def on_mount(self) -> None:
        self.query_one(TableView).show(self.rows)


def lines(table: TableView) -> list[str]:
    return [table.render_line(y).text for y in range(table.header_height + 1)]


@pytest.mark.parametrize(("width", "height"), [(100, 1), (70, 2)])
async def test_names_of_columns_take_two_lines_if_the_table_would_not_fit(width: int, height: int) -> None:
    app = Shown()
    async with app.run_test(size=(width, 10)) as pilot:
        table = app.query_one(TableView)
        await until(pilot, lambda: bool(table.row_count) and bool(table.virtual_size.width))
        assert table.header_height == height
        assert not table.is_wide
        assert lines(table)[-1].split() == list(ROW)


async def test_a_wide_table_shows_whole_columns_and_scrolls_by_a_column() -> None:
    app = Shown()
    async with app.run_test(size=(38, 10)) as pilot:
        table = app.query_one(TableView)
        await until(pilot, lambda: table.is_wide)
        assert lines(table)[-1].split() == list(ROW[:3])
        table.scroll_columns(1)
        await until(pilot, lambda: table.scroll_x > 0)
        seen = lines(table)[-1].split()
        assert seen
        assert set(seen) <= set(ROW)
        assert ROW[0] not in seen
        table.scroll_columns(1)
        table.scroll_columns(1)
        await until(pilot, lambda: ROW[-1] in lines(table)[-1].split())
        for _ in ROW:
            table.scroll_columns(-1)
        await until(pilot, lambda: table.scroll_x == 0)


async def test_a_column_wider_than_the_screen_is_shown_in_part_and_scrolls_to_its_end() -> None:
    app = Shown()
    moves = " ".join(f"a1-b{number}" for number in range(10, 26))
    app.rows = (("solution", "moves"), ("1", moves))
    async with app.run_test(size=(60, 10)) as pilot:
        table = app.query_one(TableView)
        await until(pilot, lambda: table.is_wide)
        assert lines(table)[0].split() == ["solution", "moves"]
        assert lines(table)[1].split()[:3] == ["1", "a1-b10", "a1-b11"]
        for _ in range(4):
            table.scroll_columns(1)
        await until(pilot, lambda: "a1-b25" in lines(table)[1])
        for _ in range(5):
            table.scroll_columns(-1)
        await until(pilot, lambda: table.scroll_x == 0)
