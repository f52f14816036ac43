"""The styles and signs that a board is drawn with, put together once for a theme, a kind of board and a scale."""

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
from knightwatch.tui.widgets.board.inks import blends, on, tinted
from knightwatch.tui.widgets.board.lines import INKS, LEVELS
from knightwatch.tui.widgets.board.scale import SHADES, Scale, shade
from knightwatch.tui.widgets.board.sprites import sprite

KEPT = 20_000
"""Cells whose look is kept, more than any terminal shows at once."""
BENEATH = -1
"""What half a line shows below a board with an odd number of rows."""
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
FRAMED = 6
"""Columns of a cell from which on the cursor is a frame at its sides; smaller cells are inverted."""
FAINTEST = 0.55
"""How much a link of the least weight has of its colour."""


@dataclass(frozen=True)
class DrawingKind:
    """What decides, beside its marks and its scale, how a board is drawn."""

    hot: bool
    """Whether squares have heat."""
    solid: bool
    """Whether heat colours squares all over; where lines lie on them, they are only tinted."""
    numbers: bool
    """Whether squares of a trail are numbered, if there is room."""


class BoardPalette:
    """What stands for each cell of a grid; how cells are numbered is told in `knightwatch.tui.widgets.board.scale`."""

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
        """Take styles by the names of the board's component classes, whole or only what each sets itself."""
        self.blank = blank
        """Around the board."""
        self.label = full("board--label")
        self._cursor = on(Shade.from_rich_color(full("board--cursor").color)) + Style(bold=True)
        self._scale, self._look, self.kind = scale, look, kind
        self._digits = scale.digits if kind.numbers else 0
        """Digits of the numbers along a trail, where they are written."""
        self._kinds = len(marks) + 1
        self._marks: list[Mark | None] = [None, *marks]
        self._tones = [Style(), *(part(f"board--{mark.tone}") for mark in marks)]
        self._squares = full("board--light"), full("board--dark")

        def colour(name: str) -> Shade:
            style = full(f"board--{name}")
            return Shade.from_rich_color(style.color if name.startswith(("line", "heat")) else style.bgcolor)

        walk, heat = (blends(colour(f"{of}-first"), colour(f"{of}-last"), SHADES) for of in ("line", "heat"))
        self._over = heat if kind.hot else walk
        """Shades that squares are tinted with."""
        self._solid = [on(shade) for shade in trail(full("board--trail-first"), full("board--trail-last"))]
        """Shades of squares that no lines lie on, and of pixels."""
        self._lights = {tone: part(f"board--{tone}") for tone in Tone}
        """Styles of squares that light up."""
        self._rider = on(colour("trail-piece")) + Style(bold=True)
        back = colour("light").blend(colour("dark"), 0.5)
        links = {tone: colour(f"line-{tone}" if tone in (Tone.ALARM, Tone.HINT) else "line-last") for tone in Tone}
        levels = {tone: blends(back.blend(line, FAINTEST), line, LEVELS) for tone, line in links.items()}
        levels[Tone.HEAT] = blends(heat[0], heat[-1], LEVELS)
        self._inks = [drawn_in(levels[tone][level] if tone else walk[level]) for tone, level in INKS]
        """Styles of lines, by their ink."""
        self._signs = ["", *(sign(mark, look) for mark in marks)]
        self._letters = "." + "".join(letter(mark, look) for mark in marks)
        # A pixel is as bright as its mark's background, or, where the mark has none, as its sign; but what would look
        # like the trail, or be lost on it, has a colour of its own.
        own = {Tone.HINT: full("board--hint-pixel").bgcolor}
        pixels = (own.get(m.tone) or tone.bgcolor or tone.color for m, tone in zip(marks, self._tones[1:], strict=True))
        self._pixels = [back.rich_color, *pixels]
        """Colours of pixels, by kind."""
        self.cell = lru_cache(KEPT)(self._cell)
        """A line of a cell with room for signs, by its square, its value, which line it is, and what is drawn on it."""
        self.character = lru_cache(KEPT)(self._character)
        """A pixel that is two characters, by its value."""
        self.halves = lru_cache(KEPT)(self._halves)
        """Two pixels that are half blocks, by the values above and below."""

    # Cells with room for signs.

    def written(self, value: int) -> str:
        """Return what is written in a cell."""
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

    def _drawn(self, mark: Mark) -> bool:
        """Tell whether a piece is drawn; without colours, signs tell knights of one side from those of the other."""
        return not self._look.ascii and (self._look.colour or mark.tone not in (Tone.BLACK, Tone.WHITE))

    def _text(self, value: int, line: int) -> str:
        """Return the characters of a line of a cell, before anything is drawn on it."""
        width, height = self._scale.width, int(self._scale.height)
        mark = self._marks[value % self._kinds]
        drawing = sprite(mark.sign[:1], width, height) if mark and self._drawn(mark) else None
        if mark and drawing:
            rest = mark.sign[1:] if line == 0 else ""
            return drawing[line][: width - len(rest)] + rest
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
        """Return a line of a cell; lines on it have signs and inks, and lie beneath what is written."""
        text, style = self._text(value, line), self._style(dark, value)
        if lit:
            return (Segment(text, style + self._lights[lit]),)
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
            frame = Style(color=self._cursor.bgcolor, bgcolor=style.bgcolor)
            inside = Strip(parts).crop(1, self._scale.width - 1)
            parts = [Segment(left, frame), *inside, Segment(right, frame)]
        return tuple(Segment.simplify(parts))

    def _bracketed(self, value: int, line: int) -> str:
        """Return the characters of a line of a small cell under the cursor."""
        width, text = self._scale.width, self.written(value) or " "
        text = f"[{text}]" if len(text) + 2 <= width else f"{text[: width - 1]}<"
        return (text if line == int(self._scale.height) // 2 else "").center(width)

    def _raised(self, heat: int) -> str:
        """Return the tenth of a heat's shade, written so that it cannot be taken for a number of the trail below it."""
        return f" :{tenth(heat)}" if self._look.ascii else f" {tenth(heat).translate(RAISED)}"

    def _is(self, value: int, tone: Tone) -> bool:
        """Tell whether a cell has a mark of a tone."""
        mark = self._marks[value % self._kinds]
        return mark is not None and mark.tone is tone

    def bare(self, value: int) -> int:
        """Return the value of a cell without what stands there."""
        return value - value % self._kinds

    def _covers(self, value: int) -> bool:
        """Tell whether a cell is coloured all over, so that no line is seen on it."""
        if self._is(value, Tone.HOLE):
            return False
        return bool(self._tones[value % self._kinds].bgcolor) or (value >= self._kinds and self._is(value, Tone.PIECE))

    def _step(self, time: int) -> int:
        """Return the shade, from 0, of the heat or else the time of a cell."""
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
            paper = self._solid[step]
        elif self._is(value, Tone.PIECE):
            return self._rider
        else:
            own = Shade.from_rich_color(square.bgcolor)
            paper = on(tinted(own, self._over, step) if self._look.tints else own)
        # What has no background of its own would be hard to read on some shades, so it takes their ink.
        return paper + (tone if tone.bgcolor else tone.without_color)

    # Pixels.

    def _character(self, value: int) -> Segment:
        time, kind = divmod(value, self._kinds)
        text = tenth(time) if time and not kind else self._letters[kind]
        paper = self._solid[time - 1] if time else self._squares[1]
        tone = self._tones[kind]
        return Segment(text * self._scale.width, paper + (tone.without_color if time and not tone.bgcolor else tone))

    def _halves(self, above: int, below: int) -> Segment:
        return Segment("▀", Style(color=self._pixel(above), bgcolor=self._pixel(below)))

    def _pixel(self, value: int) -> Color | None:
        if value == BENEATH:
            return self.blank.bgcolor
        time, kind = divmod(value, self._kinds)
        if time and self._is(value, Tone.PIECE):
            return self._rider.bgcolor
        return self._solid[time - 1].bgcolor if time and not kind else self._pixels[kind]


def trail(first: Style, last: Style) -> list[Shade]:
    """Return the shades of a trail, from the first squares to the last."""
    return blends(Shade.from_rich_color(first.bgcolor), Shade.from_rich_color(last.bgcolor), SHADES)


def drawn_in(colour: Shade) -> Style:
    """Return the style of a line of a colour, on whatever square."""
    return Style(color=colour.rich_color, bold=False)


def tenth(time: int) -> str:
    """Return the tenth of the time in which a shade's squares are visited, as a digit; shades count from 1 here."""
    return str((time - 1) * 10 // SHADES)


def sign(mark: Mark, look: Look) -> str:
    """Return what is written for a mark: where there are no colours, nothing is left to them alone."""
    return mark.ascii if look.ascii or not (mark.sign.strip() or look.colour) else mark.sign


def letter(mark: Mark, look: Look) -> str:
    """Return the one character for a mark: the last of its sign that cannot be taken for a tenth."""
    return next((char for char in reversed(sign(mark, look)) if not char.isdigit()), "?")
