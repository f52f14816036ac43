"""Rows of the screen, and their code for a browser: one line of JSON each.

A row is a list of runs. A run is a text and a style, as `["a1 ", "e0e0e0121212b"]`: the colour, the background and the
attributes. Each code point of its text takes one cell. Any other text is a run of its own, with its width in cells.
"""

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache

from rich.cells import cell_len, get_character_cell_size
from rich.color import Color, blend_rgb
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from textual.strip import Strip

ATTRIBUTES = {"bold": "b", "italic": "i", "underline": "u", "strike": "s"}
"""Attributes that a browser draws, and their letters."""
DEFAULT, NO_STYLE = Color.default(), Style.null()
DIMMED = 0.5
"""The share of the background in the colour of dim text."""

MAX_PIECES = 16
"""Pieces of a row; more become one."""

Run = tuple[str, str] | tuple[str, str, int]
Part = tuple[str, int | None]


class ScreenRow:
    """A row of the screen: pieces that do not overlap.

    A screen draws the same pieces again and again, so a new piece usually replaces an old one whole.
    """

    def __init__(self, width: int) -> None:
        self._width = width
        self._pieces = {0: Strip.blank(width)}

    @property
    def pieces(self) -> list[Strip]:
        """The pieces from left to right."""
        return [self._pieces[x] for x in sorted(self._pieces)]

    def put(self, x: int, strip: Strip) -> None:
        """Draw a piece over the others; crop it to the row."""
        end = x + strip.cell_length
        if end > self._width:
            end, strip = self._width, strip.crop(0, self._width - x)
        for left, old in list(self._pieces.items()):
            right = left + old.cell_length
            if left < end and right > x:
                del self._pieces[left]
                if left < x:
                    self._pieces[left] = old.crop(0, x - left)
                if right > end:
                    self._pieces[end] = old.crop(end - left, right - left)
        self._pieces[x] = strip
        if len(self._pieces) > MAX_PIECES:
            self._pieces = {0: Strip.join(self.pieces)}


def encoded(strips: Iterable[Strip], theme: TerminalTheme) -> bytes:
    """Return a row as a line of JSON, without the line end; `theme` has the colours that a style leaves open."""
    runs: list[Run] = []
    for strip in strips:
        for text, style, control in strip:
            if control or not text:
                continue
            key = style_key(style or NO_STYLE, theme)
            for part, width in parts(text):
                if width is None and runs and len(runs[-1]) == 2 and runs[-1][1] == key:
                    runs[-1] = runs[-1][0] + part, key
                else:
                    runs.append((part, key) if width is None else (part, key, width))
    return json.dumps(runs, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")


@lru_cache(4096)
def parts(text: str) -> tuple[Part, ...]:
    """Return the parts of a text: signs of one cell each, with None, and any other sign with its width."""
    if text.isascii():
        return ((text, None),)
    widths = [get_character_cell_size(sign) for sign in text]
    if sum(widths) != cell_len(text):  # signs that join into one
        return ((text, cell_len(text)),)
    return ((text, None),) if set(widths) == {1} else tuple(_clusters(text, widths))


def _clusters(text: str, widths: list[int]) -> Iterator[Part]:
    """Yield each sign with the marks above it, which take no cell."""
    cluster, width = "", 0
    for sign, cells in zip(text, widths, strict=True):
        if cluster and cells:
            yield cluster, None if width == len(cluster) == 1 else width
            cluster, width = "", 0
        cluster, width = cluster + sign, width + cells
    yield cluster, None if width == len(cluster) == 1 else width


@lru_cache(4096)
def style_key(style: Style, theme: TerminalTheme) -> str:
    """Return a style as a browser needs it: two colours of six digits, then letters for its attributes."""
    colour = (style.color or DEFAULT).get_truecolor(theme)
    paper = (style.bgcolor or DEFAULT).get_truecolor(theme, foreground=False)
    if style.reverse:
        colour, paper = paper, colour
    if style.dim:
        colour = blend_rgb(colour, paper, DIMMED)
    letters = "".join(letter for name, letter in ATTRIBUTES.items() if getattr(style, name))
    return f"{colour.hex}{paper.hex}".replace("#", "") + letters
