"""A table of text that fills during an inquiry; it redraws only cells that changed."""

from collections.abc import Sequence

from rich.text import Text
from textual.widgets import DataTable
from textual.widgets.data_table import CursorType

from knightwatch.tui.look import Look, to_ascii


class TableView(DataTable[Text]):
    """A table whose first row is its header; all cells are right-aligned."""

    def __init__(self, look: Look, cursor: CursorType = "none") -> None:
        super().__init__(cursor_type=cursor, zebra_stripes=True)
        self._look = look
        self._shown: list[list[str]] = []

    def show(self, rows: Sequence[Sequence[str]]) -> None:
        """Show rows, the header first."""
        texts = [[to_ascii(cell, self._look.ascii) for cell in row] for row in rows]
        if texts[:1] != self._shown[:1] or len(texts) != len(self._shown):
            self.clear(columns=True)
            for place, name in enumerate(texts[0]):
                self.add_column(Text(name, justify="right"), key=str(place))
            for at, row in enumerate(texts[1:]):
                self.add_row(*(Text(cell, justify="right") for cell in row), key=str(at))
        else:
            for at, (row, before) in enumerate(zip(texts[1:], self._shown[1:], strict=True)):
                for place, (cell, old) in enumerate(zip(row, before, strict=True)):
                    if cell != old:
                        wider = len(cell) > len(old)
                        self.update_cell(str(at), str(place), Text(cell, justify="right"), update_width=wider)
        self._shown = texts
