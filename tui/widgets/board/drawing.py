"""Draw a board line by line, as large as it fits, and redraw only what changed."""

import math
from collections.abc import Iterable
from dataclasses import replace
from functools import partial

import numpy as np
from rich.segment import Segment
from textual.color import Color as Shade
from textual.geometry import Offset, Region, Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from knightwatch.engine.boards import file_name
from knightwatch.engine.core.frame import Board, Tone
from knightwatch.tui.look import Look, TrailAs
from knightwatch.tui.widgets.board.inks import style_on
from knightwatch.tui.widgets.board.lines import Lines
from knightwatch.tui.widgets.board.motion import Glide, Still
from knightwatch.tui.widgets.board.scale import Cells, Scale, fitting, scales
from knightwatch.tui.widgets.board.styles import BENEATH, BoardPalette, DrawingKind

GAP = 8
"""Unchanged characters between two changes: beyond this number, two regions are cheaper than one."""


class DrawnBoard(ScrollView, can_focus=False):
    """A board with its cursor and its motion, at one scale."""

    COMPONENT_CLASSES = {
        "board--light",
        "board--dark",
        *(f"board--{tone}" for tone in Tone),
        "board--hint-pixel",
        "board--trail-first",
        "board--trail-last",
        "board--trail-piece",
        "board--line-first",
        "board--line-last",
        "board--line-alarm",
        "board--line-hint",
        "board--heat-first",
        "board--heat-last",
        "board--label",
        "board--cursor",
    }

    DEFAULT_CSS = """
    DrawnBoard {
        .board--light { background: $square-light; }
        .board--dark { background: $square-dark; }
        .board--piece { color: $square-piece; text-style: bold; }
        .board--black { color: $square-black-text; background: $square-black; text-style: bold; }
        .board--white { color: $square-white-text; background: $square-white; text-style: bold; }
        .board--alarm { color: $square-alarm-text; background: $square-alarm; text-style: bold; }
        .board--hint { color: $square-hint; text-style: bold; }
        .board--hint-pixel { background: $square-hint-pixel; }
        .board--good { color: $square-good-text; background: $square-good; text-style: bold; }
        .board--hole { color: $foreground; background: $background; }
        .board--trail-first { background: $trail-first; }
        .board--trail-last { background: $trail-last; }
        .board--trail-piece { background: $trail-piece; }
        .board--line-first { color: $line-first; }
        .board--line-last { color: $line-last; }
        .board--line-alarm { color: $line-alarm; }
        .board--line-hint { color: $line-hint; }
        .board--heat-first { color: $heat-first; }
        .board--heat-last { color: $heat-last; }
        .board--label { color: $text-muted; }
        .board--cursor { color: $square-cursor; }
    }
    """

    trail_as = reactive(TrailAs.BOTH, init=False)
    """How the trail is drawn."""

    def __init__(self, board: Board, look: Look, signs: bool = False, *, id: str | None = None) -> None:  # noqa: A002
        """Show a board; with `signs`, never so small that they do not fit."""
        super().__init__(id=id)
        self._signs = signs
        self._look = look
        self._zoom = 0
        self.cursor: tuple[int, int] | None = None
        self.board = board
        self._labels = True
        self._inside = False
        """Whether the labels are inside the squares at the edge."""
        self._choices = self._scales()
        self._place = 0
        self._palette_cache: BoardPalette | None = None
        self._grid = self.scale.grid(board)
        self._lines_cache: tuple[tuple[range, range], Lines] | None = None
        """The lines on the visible cells, and which cells these are."""
        self._still: Still | None = None
        """The current still of a motion."""
        self.set_reactive(DrawnBoard.trail_as, look.trail_as)

    def _scales(self) -> list[Scale]:
        choices = scales(self.board, self._look.no_half_blocks, self._labels)
        if not self._inside:
            return choices
        # Squares of one line have no room for a label inside.
        return [replace(each, labels=True) if each.signs and each.height < 2 else each for each in choices]

    @property
    def scale(self) -> Scale:
        """The scale in use."""
        return self._choices[self._place]

    def _kind(self, board: Board) -> DrawingKind:
        """Return the kind of drawing for a board."""
        line, numbers = self.scale.shows(self.trail_as, self._look.ascii)
        hot = len(board.heat) > 0
        solid = hot and not (self.scale.signs and (board.links or (line and len(board.trail))))
        return DrawingKind(hot, solid, numbers)

    def watch_trail_as(self) -> None:
        """Redraw with the new kind of trail."""
        self._rescale()

    def _fitting_place(self) -> int:
        """Return the place of the scale that fits without zooming."""
        return fitting(self._choices, *self.size)

    def _rescale(self) -> None:
        fit = self._fitting_place()
        smallest = max((i for i, s in enumerate(self._choices) if s.signs or not self._signs), default=0)
        self._place = min(max(fit + self._zoom, 0), smallest)
        self._palette_cache = self._lines_cache = None
        self._grid = self.scale.grid(self.board)
        self.virtual_size = Size(*self.scale.size)
        self.refresh()

    # Positions.

    def square_at(self, offset: Offset) -> tuple[int, int] | None:
        """Return the square at an offset in the widget, if there is one."""
        scale, indent = self.scale, self._indent
        left, below = scale.margin
        x, y = offset.x - left - indent.x, offset.y - indent.y
        if x < 0 or y < 0 or y >= self._view.height - below:
            return None
        col = int((x + self.scroll_offset.x) // scale.width) * scale.covers
        row = int((y + self.scroll_offset.y) / scale.height) * scale.covers
        return (row, col) if row < self.board.rows and col < self.board.cols else None

    @property
    def _view(self) -> Size:
        """The size of the widget without scrollbars."""
        return self.scrollable_content_region.size

    @property
    def _indent(self) -> Offset:
        """The board's top left corner: it is centred if it fits."""
        view, (width, height) = self._view, self.scale.size
        return Offset(max(0, (view.width - width) // 2), max(0, (view.height - height) // 2))

    def _cell_offset(self, row: int, col: int) -> Offset:
        return Offset(self.scale.margin[0] + col * self.scale.width, int(row * self.scale.height))

    def _region(self, row: int, col: int, count: int = 1) -> Region:
        """Return the region of some cells of a row."""
        x, y = self._cell_offset(row, col) - self.scroll_offset + self._indent
        return Region(x, y, count * self.scale.width, max(1, int(self.scale.height)))

    # Redrawing.

    @property
    def _window(self) -> tuple[range, range]:
        """The rows and columns of cells that are visible, at least in part."""
        scale, (width, height), (left, top) = self.scale, self._view, self.scroll_offset
        right, bottom = left + width - scale.margin[0], top + height - scale.margin[1]
        row, col = int(top / scale.height), left // scale.width
        end_row, end_col = math.ceil(bottom / scale.height), math.ceil(right / scale.width)
        return range(row, max(row, min(scale.rows, end_row))), range(col, max(col, min(scale.cols, end_col)))

    @property
    def _lines(self) -> Lines:
        """The lines on the visible cells."""
        window = self._window
        if self._lines_cache is None or self._lines_cache[0] != window:
            trail = self.scale.shows(self.trail_as, self._look.ascii)[0]
            self._lines_cache = window, Lines(self.board, self.scale, *window, self._look.ascii, trail)
        return self._lines_cache[1]

    def _refresh_changes(self, before: Cells, lines: Lines | None) -> None:
        """Redraw the visible characters that changed."""
        scale, (rows, cols) = self.scale, self._window
        part = slice(rows.start, rows.stop), slice(cols.start, cols.stop)
        changed = before[part] != self._grid[part]
        top = int(rows.start * scale.height)
        if scale.signs:
            changed = changed.repeat(int(scale.height), axis=0).repeat(scale.width, axis=1)
            changed |= self._lines.differ(lines)
        elif scale.height < 1:
            changed = np.pad(changed, ((0, len(changed) % 2), (0, 0)))
            changed = changed[::2] | changed[1::2]
        else:
            changed = changed.repeat(scale.width, axis=1)
        left = scale.margin[0] + cols.start * scale.width
        x, y = Offset(left, top) - self.scroll_offset + self._indent
        regions = []
        for line in np.flatnonzero(changed.any(axis=1)[: self._view.height - scale.margin[1] - y]).tolist():
            places = np.flatnonzero(changed[line])
            ends = np.flatnonzero(np.diff(places) > GAP)
            firsts, lasts = places[np.append(0, ends + 1)].tolist(), places[np.append(ends, -1)].tolist()
            regions += [Region(x + a, y + line, b - a + 1, 1) for a, b in zip(firsts, lasts, strict=True)]
        if regions:
            self.refresh(*regions)

    # Drawing.

    @property
    def _palette(self) -> BoardPalette:
        if self._palette_cache is None:
            self._palette_cache = BoardPalette(
                self.board.marks,
                self.scale,
                self._kind(self.board),
                self._look,
                self.rich_style,
                self.get_component_rich_style,
                partial(self.get_component_rich_style, partial=True),
            )
        return self._palette_cache

    def notify_style_update(self) -> None:
        """Drop the colours of the old theme."""
        super().notify_style_update()
        self._palette_cache = None

    def render_line(self, y: int) -> Strip:
        """Draw one line of the widget; the margins do not scroll."""
        scale, (width, height), indent, palette = self.scale, self._view, self._indent, self._palette
        left, below = scale.margin
        y -= indent.y
        last = min(height, scale.size[1]) - below
        if not 0 <= y < last + below:
            return Strip.blank(width, palette.blank)
        if y == last and not scale.signs:
            note = (
                f"a pixel covers {scale.covers} x {scale.covers} squares" if scale.covers > 1 else "a pixel is a square"
            )
            notes = (f"{note}; z zooms in" if self._place else note, note, "")
            note = next(each for each in notes if len(each) < width or not each)
            return Strip([Segment(note.center(width), palette.label)])
        inside = min(width, scale.size[0]) - left
        hidden = self.scroll_offset.x % scale.width
        cols = self._window[1]
        margin = " " * left
        if y == last:
            line = self._files(cols, range(hidden, hidden + inside))
        else:
            top = y + self.scroll_offset.y
            if left and top % int(scale.height) == int(scale.height) // 2:
                margin = f"{self.board.rows - top // int(scale.height):>{left - 1}} "
            line = self._cells(top, cols) if scale.signs else self._pixels(top, cols)
        visible = Strip(line).crop(hidden, hidden + inside)
        strip = Strip([Segment(" " * indent.x, palette.blank), Segment(margin, palette.label), *visible])
        return strip.adjust_cell_length(width, palette.blank)

    def _files(self, cols: range, visible: range) -> list[Segment]:
        """Return the names of columns: only whole ones, and with a blank between two."""
        width = self.scale.width
        segments = []
        for place, col in enumerate(cols):
            name = file_name(col)
            text = f"{name:^{width}}" if len(name) < width or (len(name) == width and col % 2 == 0) else " " * width
            first = place * width + len(text) - len(text.lstrip())
            whole = visible.start <= first and first + len(name) <= visible.stop
            segments.append(Segment(text if whole else " " * width, self._palette.label))
        return segments

    def _cells(self, top: int, cols: range) -> list[Segment]:
        """Draw one line of cells with signs."""
        palette, (width, height) = self._palette, (self.scale.width, int(self.scale.height))
        row, line = divmod(top, height)
        values = self._grid[row, cols.start : cols.stop].tolist()
        signs, inks = self._lines.line(top)
        still = self._still or Still()
        segments = list[Segment]()
        for place, (col, value) in enumerate(zip(cols, values, strict=True)):
            dark, part = (row + col) % 2, slice(place * width, (place + 1) * width)
            here = (signs[part], inks[part]) if signs[part].strip() else ("", b"")
            square = row * self.board.cols + col
            if still.glide and square == still.glide[1]:
                value = palette.bare(value)
            lit = still.tone if square in still.lit else None
            parts = palette.cell(dark, value, line, *here, self.cursor == (row, col), lit)
            segments += self._labelled(parts, row, col, line) if self._inside else parts
        return list(self._gliding(still.glide, Strip(segments), top, cols.start)) if still.glide else segments

    def _labelled(self, parts: Iterable[Segment], row: int, col: int, line: int) -> Iterable[Segment]:
        """Return a line of a cell with the label of its row at the left edge, or of its column at the lower edge.

        The label of a column is in the middle, unless the numbers of a trail are there. A label that would touch a
        piece is left out.
        """
        text, x = "", 0
        if col == 0 and line == 0:
            text = str(self.board.rows - row)
        elif row == self.board.rows - 1 and line == int(self.scale.height) - 1:
            text = file_name(col)
            x = (self.scale.width - len(text)) // (1 if len(self.board.trail) else 2)
        strip = Strip(parts)
        if not text or len(text) * 2 > self.scale.width or self.scale.height < 2:
            return strip
        marked = int(self._grid[row, col]) % (len(self.board.marks) + 1)
        if marked and strip.crop(max(0, x - 1), x + len(text) + 1).text.strip():
            return strip
        paper = next(iter(strip)).style
        style = style_on(Shade.from_rich_color(paper.bgcolor if paper else self._palette.blank.bgcolor))
        return [*strip.crop(0, x), Segment(text, style), *strip.crop(x + len(text))]

    def _gliding(self, glide: Glide, strip: Strip, top: int, first_col: int) -> Strip:
        """Draw a gliding knight over one line of cells."""
        offset, square = self._glide_offset(glide), glide[1]
        width, line = self.scale.width, top - offset.y
        if not 0 <= line < int(self.scale.height):
            return strip
        row, col = divmod(square, self.board.cols)
        knight = self._palette.cell((row + col) % 2, int(self._grid[row, col]), line)
        x = offset.x - first_col * width
        tile = Strip(knight).crop(max(0, -x))
        return Strip.join([strip.crop(0, max(0, x)), tile, strip.crop(max(0, x + width))]).crop(0, strip.cell_length)

    def _glide_offset(self, glide: Glide) -> Offset:
        """Return the position of a gliding knight on the whole board."""
        here, there, share = glide
        (row, col), (to_row, to_col) = (divmod(square, self.board.cols) for square in (here, there))
        x, y = col + (to_col - col) * share, row + (to_row - row) * share
        return Offset(round(x * self.scale.width), round(y * int(self.scale.height)))

    def _pixels(self, line: int, cols: range) -> list[Segment]:
        """Draw one line of pixels: two rows of cells as half blocks, or one row with two characters per cell."""
        visible = self._grid[:, cols.start : cols.stop]
        if self._look.no_half_blocks:
            return list(map(self._palette.character, visible[line].tolist()))
        upper, beneath = visible[2 * line].tolist(), 2 * line + 1
        lower = visible[beneath].tolist() if beneath < self.scale.rows else [BENEATH] * len(upper)
        return list(Segment.simplify(map(self._palette.halves, upper, lower)))
