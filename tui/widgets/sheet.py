"""A contact sheet: small drawings of many boards, with tours as lines and a cursor on one board."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

import numpy as np
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.color import Color
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from knightwatch.engine.core.frame import Board, Tone
from knightwatch.engine.core.page import Page
from knightwatch.tui.braille import Canvas, trail_lines
from knightwatch.tui.look import Look, to_ascii

SHADES = 8
"""Number of colours along a line."""
LARGEST, SMALLEST, LEAST = 8, 4, 2
"""Columns of a square: few drawings may be large; many are small, and only a board that fills the sheet is smaller."""
SIDES = {Tone.BLACK: SHADES + 1, Tone.WHITE: SHADES + 2}
"""Inks of black and white pieces."""
LARGEST_PIECES = 4
"""Most columns of a square with a piece: pieces do not grow."""
ENOUGH = 12
"""Drawings that must fit at once before they may become larger."""
HALVES = {False: "·▀▄█", True: ".',:"}
"""Two pieces of one column, the upper one in bit 0 and the lower one in bit 1; by whether only ASCII is drawn."""
CACHED = 500
"""Size of the cache of drawings: more than any terminal shows at once."""
MOST_READ = 500
"""Most pages whose texts can be found; of more pages, only the numbers."""

Line = list[tuple[str, int]]
"""Texts, each with its ink: 0 for signs, then the shades of a line, then `SIDES`."""


@dataclass(frozen=True)
class Format:
    """The size of a drawing, and the number of drawings in a row."""

    width: int
    height: int
    cols: int

    @property
    def cell(self) -> tuple[int, int]:
        """Columns and lines of a drawing, including its frame."""
        return self.width + 2, self.height + 2


def fitting(board: Board, pages: int, size: Size) -> Format:
    """Return the largest format in which all pages fit or, if they are many, ENOUGH of them; else the smallest one."""
    whole = min((size.width - 3) // board.cols, 2 * (size.height - 2) // board.rows)
    smallest, largest = max(LEAST, min(SMALLEST, whole)), LARGEST
    if not len(board.trail) and not len(board.heat):  # signs need room, and do not grow
        signs = max((len(mark.sign) for mark in board.marks), default=1)  # also of marks that only other boards have
        smallest = max(smallest, signs)
        largest = max(LARGEST_PIECES, smallest)
    for width in range(largest, smallest, -1):
        form = _format(board, width, size)
        if form.cols * (size.height // form.cell[1]) >= min(pages, ENOUGH):
            return form
    return _format(board, smallest, size)


def _format(board: Board, square: int, size: Size) -> Format:
    width = min(square * board.cols, max(1, size.width - 3))
    height = min(-(-square * board.rows // 2), max(1, size.height - 2))
    if not (len(board.trail) or len(board.heat)) and height < board.rows:  # two rows in a line
        width, height = min(board.cols, width), min(-(-board.rows // 2), height)
    elif not len(board.trail):  # signs lie at equal distances
        width, height = (
            length - length % squares if length >= squares else length
            for length, squares in ((width, board.cols), (height, board.rows))
        )
    return Format(width, height, max(1, (size.width - 1) // (width + 2)))


def drawing(board: Board, width: int, height: int, ascii_only: bool) -> list[Line]:
    """Return a board as lines of characters: its trail, or else its heat in tenths, or else its pieces."""
    if not len(board.trail):
        return _tenths(board, width, height) if len(board.heat) else _pieces(board, width, height, ascii_only)
    canvas = Canvas(width, height, ascii_only)
    pairs, places = trail_lines(board.trail, board.ring, board.cols)
    row, col = np.divmod(pairs, board.cols)
    x, y = (
        ((2 * at + 1) * (dots * length) // (2 * squares)).astype(np.int64)
        for at, dots, length, squares in (
            (col, canvas.across, width, board.cols),
            (row, canvas.down, height, board.rows),
        )
    )
    inks = 1 + places * SHADES // (board.rows * board.cols + 1)
    steps = np.stack([x[:, 1] - x[:, 0], y[:, 1] - y[:, 0]], axis=1)
    ways, which = np.unique(steps, axis=0, return_inverse=True)
    for number, (right, down) in enumerate(ways.tolist()):
        these = which.reshape(-1) == number
        canvas.draw(x[these, 0], y[these, 0], right, down, inks[these])
    return [
        _runs(zip(signs, shades.tolist(), strict=True))
        for signs, shades in zip(canvas.lines(), canvas.inks, strict=True)
    ]


def _tenths(board: Board, width: int, height: int) -> list[Line]:
    lines: list[Line] = [[(" ", 0)] * width for _ in range(height)]
    for square, share in enumerate(board.heat.tolist()):
        row, col = divmod(square, board.cols)
        x, y = (2 * col + 1) * width // (2 * board.cols), (2 * row + 1) * height // (2 * board.rows)
        sign = str(min(int(10 * share), 9)) if share else "."
        lines[y][x] = sign, 1 + min(int(SHADES * share), SHADES - 1)
    return lines


def _pieces(board: Board, width: int, height: int, ascii_only: bool) -> list[Line]:
    if height < board.rows:
        return _halves(board, width, height, ascii_only)
    lines: list[Line] = [[(" ", 0)] * width for _ in range(height)]
    signs = dict.fromkeys(range(board.rows * board.cols), (".", 1))
    for square, kind in zip(board.squares.tolist(), board.kinds.tolist(), strict=True):
        mark = board.marks[kind]
        sign = mark.ascii if ascii_only else mark.sign
        signs[square] = sign, SIDES.get(mark.tone, SHADES)
    for square, (sign, ink) in signs.items():
        row, col = divmod(square, board.cols)
        x, y = (2 * col + 1) * width // (2 * board.cols), (2 * row + 1) * height // (2 * board.rows)
        for place, character in enumerate(sign, x - len(sign) // 2):
            lines[y][place] = character, ink
    return lines


def _halves(board: Board, width: int, height: int, ascii_only: bool) -> list[Line]:
    """Return two rows of a board in each line; if it is larger still, several squares in each half."""
    row, col = np.divmod(board.squares, board.cols)
    y, x = row * min(2 * height, board.rows) // board.rows, col * min(width, board.cols) // board.cols
    bits = np.zeros((height, width), np.int64)
    np.bitwise_or.at(bits, (y // 2, x), 1 + y % 2)
    return [[(HALVES[ascii_only][bit], SHADES if bit else 1) for bit in line] for line in bits.tolist()]


def _runs(cells: "zip[tuple[str, int]]") -> Line:
    return [("".join(sign for sign, _ in run), ink) for ink, run in groupby(cells, lambda cell: cell[1])]


class ContactSheet(ScrollView, can_focus=False):
    """Drawings of all pages; each is made when it is first visible."""

    COMPONENT_CLASSES = {"sheet--first", "sheet--last", "sheet--black", "sheet--white", "sheet--name", "sheet--cursor"}

    DEFAULT_CSS = """
    ContactSheet {
        .sheet--first { color: $line-first; }
        .sheet--last { color: $line-last; }
        .sheet--black { color: $square-black-text; background: $square-black; text-style: bold; }
        .sheet--white { color: $square-white-text; background: $square-white; text-style: bold; }
        .sheet--name { color: $text-muted; }
        .sheet--cursor { color: $text-primary; text-style: bold; }
    }
    """

    FRAME = {False: ("┏━┓", "┃", "┗━┛"), True: ("+-+", "|", "+-+")}

    class Moved(Message):
        """Posted when a search moved the cursor."""

    @dataclass
    class Opened(Message):
        """Posted when a drawing is clicked or found."""

        place: int

    def __init__(self, pages: int, page: Callable[[int], Page], place: int, look: Look) -> None:
        """Take the number of pages, a function that makes one, and the page under the cursor."""
        super().__init__()
        self._pages, self._look = pages, look
        self.page = lru_cache(CACHED)(page)
        self.place = place
        self._format = Format(1, 1, 1)
        self._drawing = lru_cache(CACHED)(self._draw)
        self._styles: list[Style] = []

    @property
    def format(self) -> Format:
        """The format in use."""
        return self._format

    def on_resize(self) -> None:
        """Choose the format for the new size."""
        self._format = fitting(self.page(self.place).board, self._pages, self.size)
        self._drawing.cache_clear()
        rows, (width, height) = -(-self._pages // self._format.cols), self._format.cell
        unseen = max(0, rows - self.visible_rows)
        self.virtual_size = Size(self._format.cols * width, unseen * height + self.size.height)
        self.call_after_refresh(self.move_to, self.place)

    @property
    def visible_rows(self) -> int:
        """The rows of drawings that fit as a whole; at least one."""
        return max(1, self.size.height // self._format.cell[1])

    @property
    def _top(self) -> int:
        """The first visible row of drawings."""
        return self.scroll_offset.y // self._format.cell[1]

    @property
    def _indent(self) -> int:
        """Columns left of the drawings, which centre them."""
        return max(0, (self.scrollable_content_region.width - self._format.cols * self._format.cell[0]) // 2)

    def notify_style_update(self) -> None:
        """Drop the colours of the old theme."""
        super().notify_style_update()
        self._styles = []

    def move_to(self, place: int) -> None:
        """Move the cursor to a page, and scroll to it."""
        self.place = min(max(place, 0), self._pages - 1)
        row = self.place // self._format.cols
        top = min(max(self._top, row - self.visible_rows + 1), row)
        self.scroll_to(y=top * self._format.cell[1], animate=False)
        self.refresh()

    # The pictures for the key `/`.

    def texts(self) -> Sequence[str]:
        """Return the number of each picture and, if they are few, its title and its sentence."""
        if self._pages > MOST_READ:
            return [str(place + 1) for place in range(self._pages)]
        pages = (self.page(place) for place in range(self._pages))
        return [f"{place} {page.title.partition(' of ')[0]} {page.sentence}" for place, page in enumerate(pages, 1)]

    def cursor_line(self) -> int:
        """Return the picture under the cursor."""
        return self.place

    def go_to(self, line: int) -> None:
        """Move the cursor to a picture."""
        self.move_to(line)
        self.post_message(self.Moved())

    def choose(self) -> None:
        """Open the picture under the cursor."""
        self.post_message(self.Opened(self.place))

    def on_click(self, event: events.Click) -> None:
        """Open the page under the mouse."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        (width, height), (x, y) = self._format.cell, offset
        col, row = (x - self._indent) // width, y // height
        place = (self._top + row) * self._format.cols + col
        if 0 <= col < self._format.cols and row < self.visible_rows and place < self._pages:
            self.move_to(place)
            self.post_message(self.Opened(place))

    def _draw(self, place: int) -> list[Line]:
        page = self.page(place)
        return drawing(page.board, self._format.width, self._format.height, self._look.ascii)

    def render_line(self, y: int) -> Strip:
        """Draw a line of the sheet; below the last whole row it is blank."""
        form, width = self._format, self.scrollable_content_region.width
        row, line = divmod(y, form.cell[1])
        first = (self._top + row) * form.cols if row < self.visible_rows else self._pages
        segments = [
            segment
            for place in range(first, min(first + form.cols, self._pages))
            for segment in self._part(place, line)
        ]
        return Strip([Segment(" " * self._indent, self.rich_style), *segments]).adjust_cell_length(
            width, self.rich_style
        )

    def _part(self, place: int, line: int) -> list[Segment]:
        """Draw a line of one page; the page under the cursor has a frame, and each has its name below."""
        form, here = self._format, place == self.place
        above, beside, below = self.FRAME[self._look.ascii] if here else ("   ", " ", "   ")
        frame = self.get_component_rich_style("sheet--cursor" if here else "sheet--name")
        if line == 0:
            return [Segment(above[0] + above[1] * form.width + above[2], frame)]
        if line > form.height:
            name = to_ascii(self.page(place).title.partition(" of ")[0].partition(",")[0], self._look.ascii)[
                : form.width
            ]
            return [Segment(below[0] + name.center(form.width, below[1]) + below[2], frame)]
        inside = [Segment(text, self._shades[ink]) for text, ink in self._drawing(place)[line - 1]]
        return [Segment(beside, frame), *inside, Segment(beside, frame)]

    @property
    def _shades(self) -> list[Style]:
        """Styles by ink."""
        if not self._styles:
            ends = (self.get_component_rich_style(f"sheet--{end}") for end in ("first", "last"))
            first, last = (Color.from_rich_color(style.color) for style in ends)
            shades = [first.blend(last, step / (SHADES - 1)) for step in range(SHADES)]
            base = self.rich_style
            sides = (self.get_component_rich_style(f"sheet--{side}") for side in SIDES)
            self._styles = [base, *(base + Style(color=shade.rich_color) for shade in shades), *sides]
        return self._styles
