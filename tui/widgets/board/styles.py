"""The styles and signs of a board, prepared once for a theme, a kind of board and a scale."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.color import Color as Shade
from textual.strip import Strip

from knightwatch.engine.core.frame import Mark, Tone
from knightwatch.tui.look import Look
from knightwatch.tui.widgets.board.inks import blends, ink, style_on, tinted
from knightwatch.tui.widgets.board.lines import INKS, LEVELS
from knightwatch.tui.widgets.board.scale import SHADES, Scale, shade
from knightwatch.tui.widgets.board.sprites import sprite

CACHED = 4_000
"""Size of the cache of drawn cells. A usual terminal shows fewer at once, and a race has four boards with a cache each.

A cell with lines takes about a kilobyte.
"""
BENEATH = -1
"""The value of the half line below a board with an odd number of rows."""
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
FRAMED = 6
"""Columns of a cell from which on the cursor is a frame at its sides; smaller cells are inverted."""
HATCH = "░"
"""Fills a hole."""
FAINTEST = 0.55
"""The share of its colour that a link of the lowest weight has."""


@dataclass(frozen=True)
class DrawingKind:
    """What determines, beside marks and scale, how a board is drawn."""

    hot: bool
    """Whether squares have heat."""
    solid: bool
    """Whether heat fills the squares; if lines cover them, they are only tinted."""
    numbers: bool
    """Whether the squares of a trail have numbers, if these fit."""


class BoardPalette:
    """Draws each value of a cell; `knightwatch.tui.widgets.board.scale` defines the values."""

    def __init__(
        self,
        marks: tuple[Mark, ...],
        scale: Scale,
        kind: DrawingKind,
        look: Look,
        blank: Style,
        full: Callable[[str], Style],
        part: Callable[[str], Style],
    ) -> None:
        """Take two functions that return the style of a component class: the full style, or only its own part."""
        self.blank = blank
        """The style around the board."""
        self.label = full("board--label")
        self._cursor = style_on(Shade.from_rich_color(full("board--cursor").color)) + Style(bold=True)
        self._scale, self._look, self.kind = scale, look, kind
        self._digits = scale.digits if kind.numbers else 0
        """Digits of a trail's numbers; 0 if they are not written."""
        self._crowded = self._digits >= scale.width and look.tints and not kind.hot
        """Whether numbers touch each other: then every other square has a colour that separates them."""
        self._kinds = len(marks) + 1
        self._marks: list[Mark | None] = [None, *marks]
        self._tones = [Style(), *(part(f"board--{mark.tone}") for mark in marks)]
        self._squares = full("board--light"), full("board--dark")

        def colour(name: str) -> Shade:
            style = full(f"board--{name}")
            return Shade.from_rich_color(style.color if name.startswith(("line", "heat")) else style.bgcolor)

        trail_shades, heat = (blends(colour(f"{of}-first"), colour(f"{of}-last"), SHADES) for of in ("line", "heat"))
        self._tints = heat if kind.hot else trail_shades
        """Shades for tinting squares."""
        self._fills = [style_on(shade) for shade in trail(full("board--trail-first"), full("board--trail-last"))]
        """Shades of filled squares, and of pixels."""
        self._motion_styles = {tone: part(f"board--{tone}") for tone in Tone}
        """Styles of squares in a motion."""
        self._piece_on_trail = style_on(colour("trail-piece")) + Style(bold=True)
        back = colour("light").blend(colour("dark"), 0.5)
        links = {tone: colour(f"line-{tone}" if tone in (Tone.ALARM, Tone.HINT) else "line-last") for tone in Tone}
        levels = {tone: blends(back.blend(line, FAINTEST), line, LEVELS) for tone, line in links.items()}
        levels[Tone.HEAT] = blends(heat[0], heat[-1], LEVELS)
        self._inks = [line_style(levels[tone][level] if tone else trail_shades[level]) for tone, level in INKS]
        """Styles of lines, by their ink."""
        self._signs = ["", *(sign(mark, look) for mark in marks)]
        self._letters = "." + "".join(letter(mark, look) for mark in marks)
        # A pixel has the background colour of its mark or, without one, the colour of its sign. A hint has its own
        # colour, because its sign's colour resembles the trail.
        own = {Tone.HINT: full("board--hint-pixel").bgcolor}
        pixels = (own.get(m.tone) or tone.bgcolor or tone.color for m, tone in zip(marks, self._tones[1:], strict=True))
        self._pixels = [back.rich_color, *pixels]
        """The colour of a pixel, by kind."""
        self.cell = lru_cache(CACHED)(self._cell)
        """Returns a line of a cell with signs; cached."""
        self.character = lru_cache(CACHED)(self._character)
        """Returns a pixel of two characters; cached."""
        self.halves = lru_cache(CACHED)(self._halves)
        """Returns two pixels as one half block; cached."""

    # Cells with signs.

    def written(self, value: int) -> str:
        """Return the text in a cell."""
        time, kind = divmod(value, self._kinds)
        if kind or not time:
            return self._signs[kind]
        if self.kind.hot:
            number, heat = divmod(time, SHADES + 1)
            if self.kind.solid:
                return tenth(heat)
            return f"{number:>{self._digits}}" if number and self._digits else ""
        if self._digits:
            return f"{time:>{self._digits}}"
        if self._look.colour or not self.kind.numbers:
            return ""
        return tenth(1 + self._step(time))

    def _is_drawn(self, mark: Mark) -> bool:
        """Tell whether a piece is drawn large; without colours, only signs distinguish the two sides."""
        return not self._look.ascii and (self._look.colour or mark.tone not in (Tone.BLACK, Tone.WHITE))

    def _is_large(self, value: int) -> bool:
        """Tell whether a cell shows a large drawing of a piece."""
        mark, scale = self._marks[value % self._kinds], self._scale
        return bool(mark and self._is_drawn(mark) and sprite(mark.sign[:1], scale.width, int(scale.height)))

    def _text(self, value: int, line: int) -> str:
        """Return the text of one line of a cell, without lines drawn over it."""
        width, height = self._scale.width, int(self._scale.height)
        mark = self._marks[value % self._kinds]
        drawing = sprite(mark.sign[:1], width, height) if mark and self._is_drawn(mark) else None
        if mark and drawing:
            rest = mark.sign[1:] if line == 0 else ""
            return drawing[line][: width - len(rest)] + rest
        if mark and mark.tone is Tone.HOLE:
            return (mark.ascii[:1] if self._look.ascii else HATCH) * width
        text = ""
        if line == height // 2:
            text = self.written(value)
        elif line == 0 and self.kind.hot and not self.kind.solid and not self._is(value, Tone.HOLE):
            text = self._raised(value // self._kinds % (SHADES + 1))
        return text.center(width) if width > 2 else text.ljust(width)

    def _cell(
        self,
        dark: int,
        value: int,
        line: int,
        signs: str = "",
        inks: bytes = b"",
        cursor: bool = False,
        lit: Tone | None = None,
    ) -> tuple[Segment, ...]:
        """Return one line of a cell; `signs` and `inks` are the lines drawn on it, below its text."""
        text, style = self._text(value, line), self._style(dark, value)
        if cursor and self._look.colour and self._scale.width >= FRAMED and self._is_large(value):
            # A frame would hide the sides of a drawing, so its colours change places.
            style, cursor = style + Style(color=style.bgcolor, bgcolor=style.color), False
        if lit:
            return (Segment(text, style + self._motion_styles[lit]),)
        if cursor and self._scale.width < FRAMED:
            return (Segment(self._bracketed(value, line), self._cursor),)
        parts = [Segment(text, style)]
        if signs and not self._covers(value):
            parts = [
                Segment(char, style) if char != " " or over == " " else Segment(over, style + self._inks[ink])
                for char, over, ink in zip(text, signs, inks, strict=True)
            ]
        if cursor:
            left, right = ("[", "]") if self._look.ascii else ("█", "█")
            paper = style.bgcolor  # squares of pieces may be as light as the cursor
            colour = (
                ink(Shade.from_rich_color(paper)).rich_color if paper and self._look.colour else self._cursor.bgcolor
            )
            frame = Style(color=colour, bgcolor=paper)
            inside = Strip(parts).crop(1, self._scale.width - 1)
            parts = [Segment(left, frame), *inside, Segment(right, frame)]
        return tuple(Segment.simplify(parts))

    def _bracketed(self, value: int, line: int) -> str:
        """Return one line of a small cell under the cursor."""
        width, text = self._scale.width, self.written(value) or " "
        text = f"[{text}]" if len(text) + 2 <= width else f"{text[: width - 1]}<"
        return (text if line == int(self._scale.height) // 2 else "").center(width)

    def _raised(self, heat: int) -> str:
        """Return the tenth of the heat, in a form that differs from the trail's numbers below."""
        return f" :{tenth(heat)}" if self._look.ascii else f" {tenth(heat).translate(RAISED)}"

    def _is(self, value: int, tone: Tone) -> bool:
        """Tell whether a cell has a mark of a tone."""
        mark = self._marks[value % self._kinds]
        return mark is not None and mark.tone is tone

    def bare(self, value: int) -> int:
        """Return the value of a cell without its mark."""
        return value - value % self._kinds

    def _covers(self, value: int) -> bool:
        """Tell whether a cell's colour hides all lines on it."""
        if self._is(value, Tone.HOLE):
            return False
        return bool(self._tones[value % self._kinds].bgcolor) or (value >= self._kinds and self._is(value, Tone.PIECE))

    def _step(self, time: int) -> int:
        """Return the shade of a cell, from 0: of its heat, or else of its time."""
        if self.kind.hot:
            return time % (SHADES + 1) - 1
        return shade(time - 1, self._scale.rows * self._scale.cols) if self._scale.digits else time - 1

    def _style(self, dark: int, value: int) -> Style:
        time, kind = divmod(value, self._kinds)
        square, tone = self._squares[dark], self._tones[kind]
        if not time:
            return square + tone
        step = self._step(time)
        if self.kind.solid:
            paper = self._fills[step]
        elif self._is(value, Tone.PIECE):
            return self._piece_on_trail
        elif self._crowded and not dark:
            paper = style_on(self._tints[step])
        else:
            own = Shade.from_rich_color(square.bgcolor)
            paper = style_on(tinted(own, self._tints, step) if self._look.tints else own)
        # A mark without its own background would be hard to read on some shades, so it takes their text colour.
        return paper + (tone if tone.bgcolor else tone.without_color)

    # Pixels.

    def _character(self, value: int) -> Segment:
        time, kind = divmod(value, self._kinds)
        text = tenth(time) if time and not kind else self._letters[kind]
        paper = self._fills[time - 1] if time else self._squares[1]
        tone = self._tones[kind]
        return Segment(text * self._scale.width, paper + (tone.without_color if time and not tone.bgcolor else tone))

    def _halves(self, above: int, below: int) -> Segment:
        return Segment("▀", Style(color=self._pixel(above), bgcolor=self._pixel(below)))

    def _pixel(self, value: int) -> Color | None:
        if value == BENEATH:
            return self.blank.bgcolor
        time, kind = divmod(value, self._kinds)
        if time and self._is(value, Tone.PIECE):
            return self._piece_on_trail.bgcolor
        return self._fills[time - 1].bgcolor if time and not kind else self._pixels[kind]


def trail(first: Style, last: Style) -> list[Shade]:
    """Return the shades of a trail, from its first squares to its last."""
    return blends(Shade.from_rich_color(first.bgcolor), Shade.from_rich_color(last.bgcolor), SHADES)


def line_style(colour: Shade) -> Style:
    """Return the style of a line, without a background."""
    return Style(color=colour.rich_color, bold=False)


def tenth(time: int) -> str:
    """Return, as a digit, the tenth of the time that a shade stands for; shades count from 1 here."""
    return str((time - 1) * 10 // SHADES)


def sign(mark: Mark, look: Look) -> str:
    """Return the text for a mark; without colours, a mark that is only a colour has its ASCII sign.

    With colours, white knights are filled too: the outline alone is hardly visible.
    """
    if look.ascii or not (mark.sign.strip() or look.colour):
        return mark.ascii
    return mark.sign.replace("♘", "♞") if look.colour else mark.sign


def letter(mark: Mark, look: Look) -> str:
    """Return one character for a mark: the last of its sign that is not a digit, which would mean a tenth."""
    return next((char for char in reversed(sign(mark, look)) if not char.isdigit()), "?")
