"""The styles and signs that a board is drawn with, put together once for a theme, a kind of board and a scale."""

from collections.abc import Callable
from enum import Enum
from functools import lru_cache, partial

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.color import BLACK, WHITE
from textual.color import Color as Shade

from engine.core.frame import Mark, Tone
from tui.look import Look
from tui.widgets.board.scale import SHADES, Scale, shade

KEPT = 20_000
"""Cells whose look is kept, more than any terminal shows at once."""

BENEATH = -1
"""What half a line shows below a board with an odd number of rows."""

RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
LOUD = Style(bold=True)


class Line(Enum):
    """The lines of a cell that something may be written on."""

    TOP = 0
    MIDDLE = 1
    OTHER = 2


def luminance(colour: Shade) -> float:
    """Return the relative luminance of a colour as the Web Content Accessibility Guidelines define it."""
    red, green, blue = (((c + 0.055) / 1.055) ** 2.4 if c > 0.04045 else c / 12.92 for c in colour.normalized)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: Shade, b: Shade) -> float:
    """Return the contrast ratio of two colours, from 1 to 21."""
    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)


def ink(paper: Shade) -> Shade:
    """Return black or white, whichever is easier to read on a colour."""
    return max(BLACK, WHITE, key=partial(contrast, paper))


class BoardPalette:
    """What stands for each cell of a grid; how cells are numbered is told in `tui.widgets.board.scale`."""

    def __init__(
        self,
        marks: tuple[Mark, ...],
        scale: Scale,
        hot: bool,
        layered: bool,
        look: Look,
        blank: Style,
        full: Callable[[str], Style],
        part: Callable[[str], Style],
    ) -> None:
        """Take styles by the names of the board's component classes, whole or only what each sets itself."""
        self.blank = blank
        """Around the board."""
        self.label = full("board--label")
        self.cursor = part("board--cursor")
        self._scale, self._colour, self._ascii = scale, look.colour, look.ascii
        self._hot, self._layered = hot, layered
        """Heat is told by tenths beside its colour: in the middle, or above where that is the place of a trail."""
        self._digits = scale.digits
        """Digits of the numbers along a trail."""
        self._kinds = len(marks) + 1
        self._holes = {kind for kind, mark in enumerate(marks, 1) if mark.tone is Tone.HOLE}
        tones = [part(f"board--{mark.tone}") for mark in marks]
        squares = (full("board--light"), full("board--dark"))
        self._squares = [[square, *(square + tone for tone in tones)] for square in squares]
        """Styles on light squares and on dark ones, by kind."""
        # What has no background of its own would be hard to read on some shades, so it takes their ink.
        inked = [tone if tone.bgcolor else tone.without_color for tone in tones]
        shades = trail(full("board--trail-first"), full("board--trail-last"))
        self._shades = [[style, *(style + tone for tone in inked)] for style in shades]
        """Styles on the trail, by shade and kind."""
        self._tokens = {kind for kind, mark in enumerate(marks, 1) if mark.tone is Tone.OTHER}
        """Kinds that have a background of their own only around their sign, as they do not change their square."""
        self._signs = ["", *(sign(mark, look) for mark in marks)]
        self._letters = "." + "".join(letter(mark, look) for mark in marks)
        # A pixel is as bright as its mark's background, or, where the mark has none, as its sign; but what would look
        # like the trail, or be lost on it, has a colour of its own.
        own = {Tone.HINT: full("board--hint-pixel").bgcolor, Tone.OTHER: part("board--other").color}
        pixels = [own.get(mark.tone) or tone.bgcolor or tone.color for mark, tone in zip(marks, tones, strict=True)]
        own = {Tone.PIECE: full("board--trail-piece").bgcolor}
        riders = [own.get(mark.tone) or pixel for mark, pixel in zip(marks, pixels, strict=True)]
        self._pixels = [squares[1].bgcolor, *pixels]
        """Colours of pixels off the trail, by kind."""
        self._ridden = [[style.bgcolor, *riders] for style in shades]
        """Colours of pixels on the trail, by shade and kind."""
        self.cell = lru_cache(KEPT)(self._cell)
        """A line of a cell with room for signs, by its square, its value, and which line it is."""
        self.character = lru_cache(KEPT)(self._character)
        """A pixel that is a character, by its value."""
        self.halves = lru_cache(KEPT)(self._halves)
        """Two pixels that are half blocks, by the values above and below."""

    def written(self, value: int) -> str:
        """Return what is written in a cell that has room for signs."""
        time, kind = divmod(value, self._kinds)
        if kind or not time:
            return self._signs[kind]
        if self._hot:
            number, heat = divmod(time, SHADES + 1)
            if self._layered:
                return f"{number:>{self._digits}}" if number else ""
            return tenth(heat)
        if self._digits:
            return f"{time:>{self._digits}}"
        return "" if self._colour else tenth(time)

    def pointed(self, dark: int, value: int) -> Segment:
        """Return the middle line of a cell under the cursor."""
        text, width = self.written(value) or " ", self._scale.width
        text = f"[{text}]" if len(text) + 2 <= width else f"{text[: width - 1]}<"
        return Segment(text.center(width), self._style(dark, value) + self.cursor)

    def _cell(self, dark: int, value: int, line: Line) -> tuple[Segment, ...]:
        width, text, style = self._scale.width, "", self._style(dark, value)
        if line is Line.MIDDLE:
            text = self.written(value)
            style += LOUD if self._layered else Style.null()
        elif line is Line.TOP and self._layered and value % self._kinds not in self._holes:
            text = self._raised(value // self._kinds % (SHADES + 1))
        cell = text.center(width) if width > 2 else text.ljust(width)
        if value not in self._tokens:
            return (Segment(cell, style),)
        square = self._squares[dark][0]
        if not text:
            return (Segment(cell, square),)
        left = max(0, cell.index(text) - 1)
        right = min(width, left + len(text) + 2)
        parts = (cell[:left], square), (cell[left:right], style), (cell[right:], square)
        return tuple(Segment(part, look) for part, look in parts if part)

    def _raised(self, heat: int) -> str:
        """Return the tenth of a heat's shade, written so that it cannot be taken for a number of the trail below it."""
        return f" :{tenth(heat)}" if self._ascii else f" {tenth(heat).translate(RAISED)}"

    def _style(self, dark: int, value: int) -> Style:
        time, kind = divmod(value, self._kinds)
        if not time:
            return self._squares[dark][kind]
        if self._hot:
            step = time % (SHADES + 1) - 1
        else:
            step = shade(time - 1, self._scale.rows * self._scale.cols) if self._digits else time - 1
        return self._shades[step][kind]

    def _character(self, value: int) -> Segment:
        time, kind = divmod(value, self._kinds)
        text = tenth(time) if time and not kind else self._letters[kind]
        return Segment(text, self._style(1, value))

    def _halves(self, above: int, below: int) -> Segment:
        return Segment("▀", Style(color=self._pixel(above), bgcolor=self._pixel(below)))

    def _pixel(self, value: int) -> Color | None:
        if value == BENEATH:
            return self.blank.bgcolor
        time, kind = divmod(value, self._kinds)
        return self._ridden[time - 1][kind] if time else self._pixels[kind]


def trail(first: Style, last: Style) -> list[Style]:
    """Return the shades of a trail, from the first squares to the last, each with an ink that can be read on it."""
    old, new = Shade.from_rich_color(first.bgcolor), Shade.from_rich_color(last.bgcolor)
    papers = [old.blend(new, step / (SHADES - 1)) for step in range(SHADES)]
    return [Style(color=ink(paper).rich_color, bgcolor=paper.rich_color) for paper in papers]


def tenth(time: int) -> str:
    """Return the tenth of the time in which a shade's squares are visited, as a digit; shades count from 1 here."""
    return str((time - 1) * 10 // SHADES)


def sign(mark: Mark, look: Look) -> str:
    """Return what is written for a mark: where there are no colours, nothing is left to them alone."""
    return mark.ascii if look.ascii or not (mark.sign.strip() or look.colour) else mark.sign


def letter(mark: Mark, look: Look) -> str:
    """Return the one character for a mark: the last of its sign that cannot be taken for a tenth."""
    return next((char for char in reversed(sign(mark, look)) if not char.isdigit()), "?")
