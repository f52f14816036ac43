"""Boards as PNG and films as GIF, drawn by Pillow from frames: no browser and no screen is needed.

A picture is drawn at twice its size and reduced, which smooths its edges. Pieces are outlines, because a font with
chess pieces is not installed everywhere.
"""

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

import numpy as np

from knightwatch.engine.boards import file_name
from knightwatch.engine.core.errors import missing_extra
from knightwatch.engine.core.frame import Board, Mark, Tone
from knightwatch.engine.pictures.boards_svg import (
    HEAT,
    MARGIN,
    MOST_CHEQUERED,
    MOST_LABELLED,
    MOST_SIGNS,
    SHADES,
    TITLE,
    WIDE,
)
from knightwatch.engine.pictures.colours import between
from knightwatch.engine.pictures.film import COLUMNS, LINES, caption, durations
from knightwatch.engine.pictures.pieces import DOTS, PIECES
from knightwatch.engine.pictures.recording import FrameRecording, Making
from knightwatch.engine.pictures.style import USUAL, PictureStyle

if TYPE_CHECKING:
    from PIL.Image import Image

SMOOTH = 2
"""A picture is drawn so many times larger, and then reduced."""
GIF_PIXELS = 480
"""Size of a GIF: its width, unless the board is higher."""
SMOOTHED = "square-piece", "square-hint", "line-first", "line-last"
"""Colours whose edges a GIF smooths."""
GIF_FRAMES = 120
"""Frames of a GIF at most."""
LEAST_NUMBERED = 14
"""Pixels of the smallest square with a sign or a number in it."""

Xy = tuple[float, float]


def check_pillow(file: str) -> None:
    """Raise BadInput if Pillow is not installed."""
    try:
        import PIL  # noqa: F401
    except ImportError:
        raise missing_extra(file, "Pillow", "pictures") from None


def png(titled: Sequence[tuple[str, Board]], style: PictureStyle = USUAL) -> bytes:
    """Return boards of one size as a PNG, in rows with their titles below; a single board has no title."""
    if len(titled) == 1:
        return _saved(_Sheet(titled[0][1], style, style.pixels).image())
    from PIL import Image, ImageDraw

    board = titled[0][1]
    wide, high = board.cols + 2 * MARGIN, board.rows + 2 * MARGIN + TITLE
    cols = min(range(1, len(titled) + 1), key=lambda n: abs(n * wide - ceil(len(titled) / n) * high * WIDE))
    unit = 2 * style.pixels / max(cols * wide, ceil(len(titled) / cols) * high)
    width, height = int(wide * unit), int(high * unit)
    sheet = Image.new("RGB", (cols * width, ceil(len(titled) / cols) * height), style.colours.background)
    pen = ImageDraw.Draw(sheet)
    for place, (title, each) in enumerate(titled):
        row, col = divmod(place, cols)
        image = _Sheet(each, style, round(max(wide, high - TITLE) * unit)).image()
        sheet.paste(image, (col * width, row * height))
        middle = col * width + width / 2, row * height + (high - TITLE / 3) * unit
        pen.text(middle, plain(title), style.colours.foreground, _font(0.4 * unit), "ms")
    return _saved(sheet)


def gif(title: str, unit: str, recording: FrameRecording, style: PictureStyle = USUAL) -> Making:
    """Make a recording into a GIF that repeats: the board, and the sentence below it."""
    from PIL.Image import Dither

    while len(recording.frames) > GIF_FRAMES:
        recording.thin()
    drawn: list[Image] = []
    for frame in recording.frames:
        drawn.append(_Sheet(frame.board, style, GIF_PIXELS, caption(title, unit, recording, frame)).image())
        if (yield len(drawn), len(recording.frames)):
            break
    palette = _palette(style)  # one for all frames, so that equal pixels stay equal
    images = [image.quantize(palette=palette, dither=Dither.NONE) for image in drawn]
    file = BytesIO()
    times = [round(1000 * seconds) for seconds in durations(len(images))]
    images[0].save(file, "GIF", save_all=True, append_images=images[1:], duration=times, loop=0, disposal=1)
    return file.getvalue()


def _palette(style: PictureStyle) -> "Image":
    """Return an image with the colours of a film, and with those at smooth edges."""
    from PIL import Image, ImageColor

    board, papers = style.colours.board, [style.colours.background, *map(style.square, ("square-light", "square-dark"))]
    inks = [style.colours.foreground, *map(style.square, SMOOTHED)]
    colours = [*papers, *inks, *board.values()]
    colours += [between(board["line-first"], board["line-last"], shade / SHADES) for shade in range(SHADES)]
    colours += [between(board["square-light"], board["heat-last"], HEAT * tenth / 9) for tenth in range(10)]
    colours += [between(paper, ink, share) for paper in papers for ink in inks for share in (0.3, 0.6)]
    found = Image.new("P", (1, 1))
    found.putpalette([part for colour in dict.fromkeys(colours) for part in ImageColor.getrgb(colour)])
    return found


def _saved(image: "Image") -> bytes:
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def _font(size: float) -> Any:
    return _loaded_font(max(round(size), 6))


@cache
def _loaded_font(size: int) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(size)


class _Sheet:
    """One board, drawn with Pillow, with lines of text below it."""

    def __init__(self, board: Board, style: PictureStyle, pixels: int, words: Sequence[str] | None = None) -> None:
        from PIL import Image, ImageDraw

        self._board, self._style = board, style
        side = max(board.rows, board.cols)
        self._margin = MARGIN if side <= MOST_LABELLED else 0.0
        self._unit = SMOOTH * pixels / (side + 2 * self._margin)
        width, height = (round((n + 2 * self._margin) * self._unit) for n in (board.cols, board.rows))
        self._letters = width / COLUMNS * 1.75
        below = round((LINES + 0.5) * 1.3 * self._letters) if words is not None else 0
        self._image = Image.new("RGB", (width, height + below), style.colours.background)
        self._pen = ImageDraw.Draw(self._image)
        self._draw()
        for number, line in enumerate(words or (), 1):
            place = self._letters, height + 1.3 * self._letters * number
            self._pen.text(place, plain(line), style.colours.foreground, _font(self._letters), "ls")

    def image(self) -> "Image":
        """Return the picture in its size."""
        return self._image.reduce(SMOOTH)

    def _xy(self, square: int, x: float = 0.5, y: float = 0.5) -> Xy:
        """Return the place of a point of a square."""
        row, col = divmod(square, self._board.cols)
        return (col + x + self._margin) * self._unit, (row + y + self._margin) * self._unit

    def _draw(self) -> None:
        self._squares()
        self._links()
        self._trail()
        if self._unit >= SMOOTH * LEAST_NUMBERED and len(self._board.squares) <= MOST_SIGNS:
            for square, kind in zip(self._board.squares.tolist(), self._board.kinds.tolist(), strict=True):
                self._sign(square, self._board.marks[kind])
        if self._margin:
            self._labels()

    def _fill(self, square: int, colour: str) -> None:
        left, top = self._xy(square, 0, 0)
        side = max(self._unit - 1, 0)  # a square of a very large board is smaller than a pixel
        self._pen.rectangle((left, top, left + side, top + side), colour)

    def _squares(self) -> None:
        board, style = self._board, self._style
        right, bottom = self._xy(board.rows * board.cols - 1, 1, 1)
        self._pen.rectangle((*self._xy(0, 0, 0), right - 1, bottom - 1), style.square("square-light"))
        if max(board.rows, board.cols) <= MOST_CHEQUERED:
            for square in range(board.rows * board.cols):
                if sum(divmod(square, board.cols)) % 2:
                    self._fill(square, style.square("square-dark"))
        for square in np.flatnonzero(board.heat >= 0.1).tolist():
            share = HEAT * min(int(10 * board.heat[square]), 9) / 9
            self._fill(square, between(style.square("square-light"), style.square("heat-last"), share))
        small = self._unit < SMOOTH * LEAST_NUMBERED
        for square, kind in zip(board.squares.tolist(), board.kinds.tolist(), strict=True):
            tone = board.marks[kind].tone
            hole = style.colours.background if tone is Tone.HOLE else ""
            if colour := hole or style.paper(tone) or (style.sign(tone) if small else ""):
                self._fill(square, colour)

    def _links(self) -> None:
        for links in self._board.links:
            colour = self._style.link(links.tone)
            for (here, there), weight in zip(links.pairs.tolist(), links.weights.tolist(), strict=True):
                wide = max(1, round((0.02 + 0.1 * weight) * self._unit))
                self._pen.line((self._xy(here), self._xy(there)), colour, wide)

    def _trail(self) -> None:
        trail, style = self._board.trail.tolist(), self._style
        if not trail:
            return
        way = [*trail, *trail[: self._board.ring]]
        moves, wide = len(way) - 1, max(1, round(0.08 * self._unit))
        for shade in range(min(SHADES, moves)):
            first, last = (moves * end // min(SHADES, moves) for end in (shade, shade + 1))
            colour = between(style.square("line-first"), style.square("line-last"), last / moves)
            self._pen.line([self._xy(square) for square in way[first : last + 1]], colour, wide, "curve")
        for square, box in ((trail[0], self._pen.ellipse), *([(trail[-1], self._pen.rectangle)] if trail[1:] else [])):
            ends = (*self._xy(square, 0.3, 0.3), *self._xy(square, 0.7, 0.7))
            box(ends, style.square("trail-last"), style.square("trail-first"), max(1, round(0.05 * self._unit)))
        if self._margin and self._style.numbers and self._unit >= SMOOTH * LEAST_NUMBERED:
            for square, number in {square: number for number, square in enumerate(trail, 1)}.items():
                place = self._xy(square, 0.06, 0.26)
                self._pen.text(place, str(number), style.colours.foreground, _font(0.24 * self._unit), "ls")

    def _sign(self, square: int, mark: Mark) -> None:
        colour = self._style.sign(mark.tone)
        if not colour:
            return
        if mark.tone in (Tone.BLACK, Tone.WHITE):
            disc = (*self._xy(square, 0.1, 0.1), *self._xy(square, 0.9, 0.9))
            self._pen.ellipse(disc, self._style.square(f"square-{mark.tone}"))
        shape, rest = mark.sign[:1], mark.sign[1:]
        if shape in PIECES:
            shift = 0.15 if rest else 0.0
            self._pen.polygon([self._xy(square, x - shift, y) for x, y in PIECES[shape]], colour)
            if rest.strip():
                self._pen.text(self._xy(square, 0.85, 0.75), plain(rest), colour, _font(0.5 * self._unit), "ms")
        elif shape in DOTS and not rest:
            radius, filled = DOTS[shape]
            ring = (*self._xy(square, 0.5 - radius, 0.5 - radius), *self._xy(square, 0.5 + radius, 0.5 + radius))
            self._pen.ellipse(ring, colour if filled else None, colour, max(1, round(0.06 * self._unit)))
        else:
            text = mark.sign if mark.sign.isascii() else mark.ascii
            odd = sum(divmod(square, self._board.cols)) % 2
            paper = self._style.square("square-dark" if odd else "square-light")
            halo = round(0.08 * self._unit) if mark.tone is Tone.HINT else 0  # covers the link to this square
            place, font = self._xy(square, 0.5, 0.68), _font(0.5 * self._unit)
            self._pen.text(place, plain(text), colour, font, "ms", stroke_width=halo, stroke_fill=paper)

    def _labels(self) -> None:
        board, ink, font = self._board, self._style.colours.foreground, _font(0.4 * self._unit)
        last = (board.rows - 1) * board.cols
        for col in range(board.cols):
            self._pen.text(self._xy(last + col, 0.5, 1.5), file_name(col), ink, font, "ms")
        for row in range(board.rows):
            self._pen.text(self._xy(row * board.cols, -0.4, 0.65), str(board.rows - row), ink, font, "ms")


def plain(text: str) -> str:
    """Return text in ASCII: the font of Pillow has no other characters."""
    return normalize("NFKD", text).encode("ascii", "replace").decode().replace("\0", " ")
