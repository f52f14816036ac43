"""Send only the characters that changed.

Textual sends whole lines of widgets, each piece with its full style. Over a slow line, every step of a board would
pay for that. So this module keeps a copy of what the terminal shows, and sends the differences.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby

from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS, Console
from rich.control import Control
from rich.style import Style
from textual.strip import Strip

from knightwatch.tui.textual_internals import ChopsUpdate, LayoutUpdate, pieces_of

GAP = 5
"""Unchanged characters between two changes: beyond this number, moving the cursor costs less than resending them."""
RESET = "\x1b[0m"

Cell = tuple[str, Style | None]
"""A character and its style."""


class TerminalCopy:
    """What the terminal shows, as far as it is known."""

    def __init__(self) -> None:
        self._lines: dict[int, list[Cell | None]] = {}

    def forget(self) -> None:
        """Forget everything: the next update is sent whole."""
        self._lines.clear()

    def changes(self, y: int, x: int, strip: Strip) -> Iterator[tuple[int, list[Cell]]]:
        """Yield the changed parts of a line with their columns, and update the copy."""
        cells: list[Cell] = [(sign, style) for text, style, _ in strip for sign in text]
        line = self._lines.setdefault(y, [])
        line += [None] * (x + strip.cell_length - len(line))
        if len(cells) != strip.cell_length:  # some characters are two columns wide
            line[x : x + strip.cell_length] = [None] * strip.cell_length
            yield x, cells
            return
        changed = [place for place, cell in enumerate(cells, x) if cell != line[place]]
        line[x : x + len(cells)] = cells
        first = 0
        for i, place in enumerate(changed):
            if i + 1 == len(changed) or changed[i + 1] - place > GAP:
                yield changed[first], cells[changed[first] - x : place - x + 1]
                first = i + 1


class Pen:
    """Writes styled text, with only the style codes that changed."""

    def __init__(self, system: ColorSystem) -> None:
        self._system = system
        self._now: tuple[str, str, str] | None = None

    def write(self, cells: Iterable[Cell]) -> str:
        """Return the text and escape codes for some characters."""
        output = ""
        for style, group in groupby(cells, key=lambda cell: cell[1]):
            text = "".join(sign for sign, _ in group)
            output += self._change_style(codes(style or Style.null(), self._system)) + text
        return output

    def _change_style(self, then: tuple[str, str, str]) -> str:
        now, self._now = self._now, then
        if now is None or now[0] != then[0]:
            return f"\x1b[0;{';'.join(code for code in then if code)}m"
        other = [code for code, before in zip(then[1:], now[1:], strict=True) if code != before]
        return f"\x1b[{';'.join(other)}m" if other else ""


@lru_cache(4096)
def codes(style: Style, system: ColorSystem) -> tuple[str, str, str]:
    """Return the escape codes for a style's attributes, its colour and its background."""
    attributes = Strip.render_ansi(style.without_color, system)
    colour = style.color.downgrade(system).get_ansi_codes() if style.color else ("39",)
    paper = style.bgcolor.downgrade(system).get_ansi_codes(foreground=False) if style.bgcolor else ("49",)
    return attributes, ";".join(colour), ";".join(paper)


class ChangedSpans(ChopsUpdate):
    """An update that sends only what the terminal does not show yet."""

    def __init__(self, update: ChopsUpdate, copy: TerminalCopy) -> None:
        super().__init__(update.chops, update.spans, update.chop_ends)
        self._copy = copy

    def render_segments(self, console: Console) -> str:
        """Return what to send to the terminal."""
        if len({y for y, _, _ in self.spans}) == len(self.chops):  # a full redraw
            self._copy.forget()
        return _changes(self, self._copy, console)


class ChangedLayout(LayoutUpdate):
    """A layout that sends only what the terminal does not show yet: Textual often draws the same one twice."""

    def __init__(self, update: LayoutUpdate, copy: TerminalCopy) -> None:
        super().__init__(update.strips, update.region)
        self._copy = copy

    def render_segments(self, console: Console) -> str:
        """Return what to send to the terminal."""
        return _changes(self, self._copy, console)


def _changes(update: ChopsUpdate | LayoutUpdate, copy: TerminalCopy, console: Console) -> str:
    """Return the codes that draw what differs from a copy of the terminal, and update the copy."""
    pen, sent = Pen(COLOR_SYSTEMS[console.color_system or "truecolor"]), []
    for y, x, strip in pieces_of(update):
        for place, cells in copy.changes(y, x, strip):
            sent += [Control.move_to(place, y).segment.text, pen.write(cells)]
    return "".join([*sent, RESET]) if sent else ""
