"""A table of text that fills during an inquiry; it redraws only cells that changed."""

from collections.abc import Sequence
from itertools import accumulate

from rich.text import Text
from textual.binding import Binding
from textual.strip import Strip
from textual.widgets import DataTable
from textual.widgets.data_table import CursorType

from knightwatch.tui.look import Look, to_ascii


class Rows(DataTable[Text]):
    """A table with the keys of vi, in which `/` finds a row."""

    BINDINGS = [
        Binding("j", "cursor_down", "Down", show=False),
        Binding("k", "cursor_up", "Up", show=False),
        Binding("g", "scroll_top", "First", show=False),
        Binding("G", "scroll_bottom", "Last", show=False),
    ]
    _was_wide = False
    """Whether the footer has the keys for columns."""

    def on_mount(self) -> None:
        """Offer the keys for columns when the table no longer fits."""
        for name in ("show_horizontal_scrollbar", "virtual_size"):
            self.watch(self, name, self._update_keys)

    def _update_keys(self) -> None:
        if self.is_wide != self._was_wide:
            self._was_wide = self.is_wide
            self.screen.refresh_bindings()

    @property
    def is_wide(self) -> bool:
        """Whether some columns do not fit."""
        return self.max_scroll_x > 0

    def scroll_columns(self, by: int) -> None:
        """Scroll to the next column on the right (1) or on the left (-1)."""
        here, width = round(self.scroll_x), self.size.width
        starts = self._edges()[:-1]
        target = (
            min((x for x in starts if x > here), default=here + width // 2)
            if by > 0
            else max(x for x in (0, here - width // 2, *starts) if x < max(here, 1))
        )
        self.scroll_to(x=target, animate=False)

    def render_line(self, y: int) -> Strip:
        """Draw whole columns only: a part of a number would be a wrong number. A column wider than all is no number."""
        strip, left, width = super().render_line(y), round(self.scroll_x), self.size.width
        if not self.is_wide:
            return strip
        edges = [edge - left for edge in self._edges()]
        whole = [edge for edge in edges if 0 <= edge <= width]
        if len(whole) < 2:
            return strip
        first, last = whole[0], whole[-1]
        if max((end - last for end in edges if end > last), default=0) > width:
            last = width
        style = self.rich_style
        return Strip.join([Strip.blank(first, style), strip.crop(first, last), Strip.blank(width - last, style)])

    def _edges(self) -> list[int]:
        """Return the left edge of each column, and the right edge of the last."""
        return [0, *accumulate(column.get_render_width(self) for column in self.ordered_columns)]

    def texts(self) -> Sequence[str]:
        """Return each row as `column=value`, so that a user can type the column or only the value."""
        names = [str(column.label).replace("\n", " ") for column in self.ordered_columns]
        rows = (self.get_row_at(row) for row in range(self.row_count))
        return [" ".join(f"{name}={cell} {cell}" for name, cell in zip(names, row, strict=True)) for row in rows]

    def cursor_line(self) -> int:
        """Return the row under the cursor."""
        return self.cursor_row

    def go_to(self, line: int) -> None:
        """Move the cursor to a row."""
        self.move_cursor(row=line, animate=False)

    def choose(self) -> None:
        """Open the row under the cursor."""
        self.action_select_cursor()


class TableView(Rows):
    """A table whose first row is its header; all cells are right-aligned, but not the name of a very wide column."""

    def __init__(self, look: Look, cursor: CursorType = "none") -> None:
        super().__init__(cursor_type=cursor, zebra_stripes=True)
        self._look = look
        self._shown: list[list[str]] = []

    def show(self, rows: Sequence[Sequence[str]]) -> None:
        """Show rows, the header first."""
        texts = [[to_ascii(cell, self._look.ascii) for cell in row] for row in rows]
        stacked = self._needs_stacked_header(texts)
        if texts[:1] != self._shown[:1] or len(texts) != len(self._shown) or self.header_height != 1 + stacked:
            self.clear(columns=True)
            self.header_height = 1 + stacked
            for place, (name, *cells) in enumerate(zip(*texts, strict=True)):
                label = name.replace(", ", ",\n", 1) if stacked else name
                wide = max(map(len, cells), default=0) > self.app.size.width
                self.add_column(Text(label, justify="left" if wide else "right"), key=str(place))
            for at, row in enumerate(texts[1:]):
                self.add_row(*(Text(cell, justify="right") for cell in row), key=str(at))
        else:
            for at, (row, before) in enumerate(zip(texts[1:], self._shown[1:], strict=True)):
                for place, (cell, old) in enumerate(zip(row, before, strict=True)):
                    if cell != old:
                        wider = len(cell) > len(old)
                        self.update_cell(str(at), str(place), Text(cell, justify="right"), update_width=wider)
        self._shown = texts

    def _needs_stacked_header(self, texts: Sequence[Sequence[str]]) -> bool:
        """Tell whether the table is too wide, and names as `states, ours` would be narrower on two lines."""
        widths = (max(map(len, column)) + 2 * self.cell_padding for column in zip(*texts, strict=True))
        return any(", " in name for name in texts[0]) and sum(widths) > self.app.size.width
