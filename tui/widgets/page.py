"""A page as it is seen: its boards side by side, its table beside them, and its rows of cells below."""

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.widgets import Static

from engine.core.page import Page, Picture
from tui.look import Look, to_ascii
from tui.widgets.board.view import BoardView
from tui.widgets.cells import CellRows

MOST = 4
"""Boards that a page has at most."""
SIGN, MARGIN, SMALL = 2, 4, 16
"""Columns of a square that has room for a sign, and beside the board; columns of a board that is to have that."""


def tabled(rows: Sequence[Sequence[str]], ascii_only: bool) -> Text:
    """Return a table as text: numbers stand to the right in their columns, words to the left, the head is dim."""
    told = [[to_ascii(cell, ascii_only) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*told, strict=True)]
    to_right = [all(_is_number(cell) for cell in column[1:]) for column in zip(*told, strict=True)]
    lines = [
        Text(
            "  ".join(
                cell.rjust(width) if right else cell.ljust(width)
                for cell, width, right in zip(row, widths, to_right, strict=True)
            ).rstrip(),
            "dim" if place == 0 else "",
        )
        for place, row in enumerate(told)
    ]
    return Text("\n", no_wrap=True).join(lines) if rows else Text()


def _is_number(text: str) -> bool:
    return text[:1].isdigit() and text.strip("0123456789.,%") == ""


class Slot(Vertical):
    """A place for a board and its name."""

    def __init__(self, picture: Picture, look: Look) -> None:
        super().__init__(classes="slot")
        self._picture, self._look = picture, look

    def compose(self) -> ComposeResult:
        """Lay out the board above its name."""
        yield BoardView(self._picture.board, self._look)
        yield Static(classes="caption", markup=False)

    def show(self, picture: Picture) -> None:
        """Show a board."""
        self.query_one(BoardView).show(picture.board)
        name = self.query_one(Static)
        name.update(to_ascii(picture.name, self._look.ascii))
        name.display = bool(picture.name)


class PageView(Vertical):
    """A page; what it has nothing of takes no room."""

    def __init__(self, page: Page, look: Look) -> None:
        super().__init__()
        self._page, self._look = page, look

    def compose(self) -> ComposeResult:
        """Lay out places for all that a page may have."""
        with Container(classes="upper"):
            with Horizontal(classes="pictures"):
                for _ in range(MOST):
                    yield Slot(self._page.pictures[0], self._look)
            with VerticalScroll(classes="table", can_focus=False):
                yield Static(markup=False)
        with VerticalScroll(classes="cells", can_focus=False):
            yield CellRows(self._look)

    def show(self, page: Page) -> None:
        """Show a page."""
        self._page = page
        for slot, picture in zip(self.query(Slot), (*page.pictures, *[None] * MOST), strict=False):
            slot.display = picture is not None
            if picture:
                slot.show(picture)
        table = self.query_one(".table", VerticalScroll)
        table.display = bool(page.table)
        if page.table:
            table.query_one(Static).update(tabled(page.table, self._look.ascii))
            self._fit()
        cells = self.query_one(".cells", VerticalScroll)
        cells.display = bool(page.rows)
        cells.query_one(CellRows).show(page.rows)
        for part in (table, cells):
            part.scroll_home(animate=False)

    def on_resize(self) -> None:
        """Find the place for the table anew."""
        self._fit()

    def _fit(self) -> None:
        """Put the table beside the boards if both have room there, else below them."""
        boards = sum(SIGN * picture.board.cols + MARGIN for picture in self._page.pictures)
        table = 2 + max((line.cell_len for line in tabled(self._page.table, False).split()), default=0)
        small = max(picture.board.cols for picture in self._page.pictures) <= SMALL
        self.query_one(".upper").set_class(small and boards + table > self.size.width, "-stacked")

    def scroll_parts(self, lines: int) -> None:
        """Scroll what is longer than its place."""
        for part in self.query(VerticalScroll):
            part.scroll_relative(y=lines, animate=False)
