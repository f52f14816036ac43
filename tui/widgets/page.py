"""Show a page: its boards side by side, its table beside them, and its rows of cells below."""

from collections.abc import Sequence
from dataclasses import replace

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.widgets import Static

from knightwatch.engine.core.page import Page, Picture
from knightwatch.tui.look import Look, to_ascii
from knightwatch.tui.widgets.board.scale import Scale
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.cells import CellRows
from knightwatch.tui.widgets.code import CodeView
from knightwatch.tui.widgets.page_layout import PageLayout, PageRoom, page_layout
from knightwatch.tui.widgets.tree import TreeView

MOST = 4
"""Largest number of boards on a page."""
PANEL_SHARE = 0.5
"""Share of the width that a source or a tree beside a board has at least."""
MOST_PANEL = 72
"""Columns from which on a source or a tree needs no more."""
PANEL_GAP = 2
"""Columns on both sides of a board beside a panel."""


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


def _has_panel(page: Page) -> bool:
    """Tell whether a page has a source or a tree beside its board."""
    return page.code is not None or page.tree is not None


def _is_number(text: str) -> bool:
    return text[:1].isdigit() and text.strip("0123456789.,%") == ""


class PageBoard(BoardView):
    """A board that is as large as the layout of its page says; if zoomed, it uses all lines of its slot."""

    _fitted: Scale | None = None

    def fit(self, scale: Scale) -> None:
        """Draw the board at a scale."""
        self._fitted, self._labels, self._zoom = scale, scale.labels, 0
        self._choices = self._scales()
        self._set_height()
        self._rescale()

    def _fitting_place(self) -> int:
        return self._choices.index(self._fitted) if self._fitted in self._choices else super()._fitting_place()

    def zoom(self, by: int) -> None:
        """Draw the board larger (negative) or smaller."""
        super().zoom(by)
        self._set_height()

    def _set_height(self) -> None:
        self.styles.height = self._fitted.size[1] if self._fitted and self._zoom >= 0 else "1fr"


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
        self.display = False  # until its page is laid out: before, its size is wrong

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

    def fit(self, layout: PageLayout) -> None:
        """Fit the board and its name, which is directly below the board."""
        self.styles.width = layout.slot
        self.query_one(PageBoard).fit(layout.scale)
        self.query_one(Static).styles.height = layout.lines


class PageView(Vertical):
    """Shows one page; empty parts take no room."""

    class Fitted(Message):
        """Posted when the visible boards may have changed."""

    def __init__(self, page: Page, look: Look, others: Sequence[Page] = ()) -> None:
        """Show a page; its boards have the same size on the `others`."""
        super().__init__()
        self._page, self._look, self._others = page, look, others
        self._first = 0
        """The first visible board."""
        self._shown = max(1, len(page.pictures))

    def compose(self) -> ComposeResult:
        """Yield widgets for all parts that a page can have."""
        with Container(classes="upper"):
            with Horizontal(classes="pictures"):
                for _ in range(MOST):
                    yield Slot(self._page.pictures[0], self._look)
            with LongPart(classes="table"):
                yield Static(markup=False)
            yield CodeView(self._look)
            yield TreeView(self._look)
        with LongPart(classes="cells"):
            yield CellRows(self._look)

    def replace_others(self, others: Sequence[Page]) -> None:
        """Replace the pages with boards of the same size, before showing one of them."""
        self._others = others

    def show(self, page: Page) -> None:
        """Show a page, from its first board on."""
        self._page, self._first = page, 0
        for slot, picture in zip(self.query(Slot), page.pictures, strict=False):
            slot.show(picture)
        table, cells = self.query_one(".table"), self.query_one(".cells")
        table.display = bool(page.table)
        table.query_one(Static).update(tabled(page.table, self._look.ascii))
        code = self.query_one(CodeView)
        code.display = page.code is not None
        code.show(page.code, failed=page.code is not None and bool(page.code.fault))
        tree = self.query_one(TreeView)
        tree.display = page.tree is not None
        tree.show(page.tree)
        cells.display = bool(page.rows)
        cells.query_one(CellRows).show(page.rows)
        self._fit()
        for part in (table, cells):
            part.scroll_home(animate=False)

    def on_resize(self) -> None:
        """Fit the parts to the new size."""
        self._fit()

    def turn(self, by: int) -> bool:
        """Show the next or the previous boards of this page; return False if there are none."""
        first = self._first + by * self._shown
        if not 0 <= first < len(self._page.pictures):
            return False
        self._first = first
        self._show_slots()
        return True

    @property
    def visible_boards(self) -> str:
        """The numbers of the visible boards, if not all are visible."""
        boards = len(self._page.pictures)
        last = min(self._first + self._shown, boards)
        which = f"board {last}" if last == self._first + 1 else f"boards {self._first + 1} to {last}"
        return "" if self._shown >= boards else f"{which} of {boards}"

    def _room(self, page: Page) -> PageRoom:
        """Return the room for a page; a source or a tree takes the place of a table."""
        if _has_panel(page):
            return PageRoom(*self.size, (min(int(PANEL_SHARE * self.size.width), MOST_PANEL), self.size.height))
        lines = list(tabled(page.table, self._look.ascii).split()) if page.table else []
        table = (2 + max(line.cell_len for line in lines), len(lines)) if lines else (0, 0)
        cells = self.query_one(CellRows).lines_of(page.rows, max(1, self.size.width - 2))
        return PageRoom(*self.size, table, cells)

    def _fit(self) -> None:
        """Lay out the page; its boards have the largest size that fits all pages. A panel takes what a board leaves."""
        if not self.size.width:
            return
        plain = self._look.no_half_blocks
        alike = (*self._others, self._page)
        widest = min(page_layout(page, self._room(page), plain).scale.width for page in alike)
        layout = page_layout(self._page, self._room(self._page), plain, widest)
        if _has_panel(self._page) and not layout.stacked:
            widths = layout.scale.size[0], *(len(picture.name) for picture in self._page.pictures)
            layout = replace(layout, slot=min(layout.slot, max(widths) + 2 * PANEL_GAP))
        boards = len(self._page.pictures)
        self._shown = -(-boards // -(-boards // layout.shown))
        self._first -= self._first % self._shown
        self.query_one(".upper").set_class(layout.stacked, "-stacked")
        for panel in (self.query_one(CodeView), self.query_one(TreeView)):
            panel.styles.width = "100%" if layout.stacked else self.size.width - layout.slot
        for slot in self.query(Slot):
            slot.fit(layout)
        self.query_one(".cells").styles.max_height = layout.cells
        self._show_slots()

    def _show_slots(self) -> None:
        visible = range(self._first, min(self._first + self._shown, len(self._page.pictures)))
        for place, slot in enumerate(self.query(Slot)):
            slot.display = place in visible
        self.post_message(self.Fitted())

    @property
    def is_long(self) -> bool:
        """Whether some part is too long to be seen at once."""
        return any(part.is_long for part in (*self.query(LongPart), self.query_one(CodeView)))

    def scroll_parts(self, lines: int) -> None:
        """Scroll the parts that are too long."""
        for part in self.query(LongPart):
            part.scroll_relative(y=lines, animate=False)
        self.query_one(CodeView).scroll_source(lines)
