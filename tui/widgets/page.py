"""Show a page: its boards side by side, its table beside them, and its rows of cells below."""

from collections.abc import Sequence
from textwrap import wrap

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.widgets import Static

from knightwatch.engine.core.page import Page, Picture
from knightwatch.tui.look import Look, to_ascii
from knightwatch.tui.widgets.board.scale import Scale, fitting
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.cells import CellRows

MOST = 4
"""Largest number of boards on a page."""
MOST_LINES = 2
"""Largest number of lines for a board's name."""
LEAST_CELLS = 5
"""Lines that remain for cells, even if a small board then has no room for signs."""
SIGN, SMALL = 2, 16
"""Columns of a square with a sign; columns of the largest board that should have signs."""


def tabled(rows: Sequence[Sequence[str]], ascii_only: bool) -> Text:
    """Return a table as text: numbers right-aligned, words left-aligned, the header dim."""
    texts = [[to_ascii(cell, ascii_only) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    to_right = [all(_is_number(cell) for cell in column[1:]) for column in zip(*texts, strict=True)]
    lines = [
        Text(
            "  ".join(
                cell.rjust(width) if right else cell.ljust(width)
                for cell, width, right in zip(row, widths, to_right, strict=True)
            ).rstrip(),
            "dim" if place == 0 else "",
        )
        for place, row in enumerate(texts)
    ]
    return Text("\n", no_wrap=True).join(lines) if rows else Text()


def _is_number(text: str) -> bool:
    return text[:1].isdigit() and text.strip("0123456789.,%") == ""


class PageBoard(BoardView):
    """A board among others; without enough room, it drops the labels of rows and columns first, then signs."""

    def _rescale(self) -> None:
        labelled, bare = self._best(labels=True), self._best(labels=False)
        self._labels = (labelled.signs, -labelled.covers) >= (bare.signs, -bare.covers)
        self._choices = self._scales()
        super()._rescale()

    def _best(self, labels: bool) -> Scale:
        """Return the largest scale that fits, with or without labels."""
        self._labels = labels
        choices = self._scales()
        return choices[fitting(choices, *self.size)]


class LongPart(VerticalScroll):
    """A part of a page that scrolls if it is too long; then the footer shows the keys for it."""

    def __init__(self, *, classes: str) -> None:
        super().__init__(classes=classes, can_focus=False)

    def watch_show_vertical_scrollbar(self) -> None:
        """Show the keys that scroll in the footer, or remove them."""
        self.screen.refresh_bindings()

    @property
    def is_long(self) -> bool:
        """Whether it is too long to be seen at once."""
        return self.display and self.show_vertical_scrollbar


class Slot(Vertical):
    """A board and its name."""

    def __init__(self, picture: Picture, look: Look) -> None:
        super().__init__(classes="slot")
        self._picture, self._look = picture, look

    def compose(self) -> ComposeResult:
        """Yield the board, then its name."""
        yield PageBoard(self._picture.board, self._look)
        yield Static(classes="caption", markup=False)

    def show(self, picture: Picture) -> None:
        """Show a board."""
        self.query_one(BoardView).show(picture.board)
        name = self.query_one(Static)
        name.update(to_ascii(picture.name, self._look.ascii))
        name.display = bool(picture.name)

    def fit(self, width: int, lines: int) -> None:
        """Set the columns, and the lines of the name: the same for all slots, so that boards have one size."""
        self.styles.width = width
        self.query_one(Static).styles.height = lines


class PageView(Vertical):
    """Shows one page; empty parts take no room."""

    def __init__(self, page: Page, look: Look) -> None:
        super().__init__()
        self._page, self._look = page, look

    def compose(self) -> ComposeResult:
        """Yield widgets for all parts that a page can have."""
        with Container(classes="upper"):
            with Horizontal(classes="pictures"):
                for _ in range(MOST):
                    yield Slot(self._page.pictures[0], self._look)
            with LongPart(classes="table"):
                yield Static(markup=False)
        with LongPart(classes="cells"):
            yield CellRows(self._look)

    def show(self, page: Page) -> None:
        """Show a page."""
        self._page = page
        for slot, picture in zip(self.query(Slot), (*page.pictures, *[None] * MOST), strict=False):
            slot.display = picture is not None
            if picture:
                slot.show(picture)
        table, cells = self.query_one(".table"), self.query_one(".cells")
        table.display = bool(page.table)
        table.query_one(Static).update(tabled(page.table, self._look.ascii))
        cells.display = bool(page.rows)
        cells.query_one(CellRows).show(page.rows)
        self._fit()
        for part in (table, cells):
            part.scroll_home(animate=False)

    def on_resize(self) -> None:
        """Place the table again."""
        self._fit()

    def _fit(self) -> None:
        """Put the table beside the boards, or below them if it does not fit; all boards get the same width."""
        pictures, width = self._page.pictures, self.size.width
        boards = sum(SIGN * each.board.cols + len(str(each.board.rows)) + 1 for each in pictures)
        table = 2 + max(line.cell_len for line in tabled(self._page.table, False).split()) if self._page.table else 0
        small = max(picture.board.cols for picture in pictures) <= SMALL
        below = small and boards + table > width
        self.query_one(".upper").set_class(below, "-stacked")
        each = max(1, (width if below else width - table) // len(pictures))
        lines = min(max(len(wrap(picture.name, each)) for picture in pictures), MOST_LINES)
        for slot in self.query(Slot):
            slot.fit(each, lines)
        taken = lines + (len(self._page.table) if below else 0) + max(picture.board.rows for picture in pictures) + 1
        least = max(LEAST_CELLS, self.size.height - taken) if small else self.size.height // 2
        self.query_one(".cells").styles.max_height = least

    @property
    def is_long(self) -> bool:
        """Whether some part is too long to be seen at once."""
        return any(part.is_long for part in self.query(LongPart))

    def scroll_parts(self, lines: int) -> None:
        """Scroll the parts that are too long."""
        for part in self.query(LongPart):
            part.scroll_relative(y=lines, animate=False)
