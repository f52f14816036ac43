"""Readable text colours, blends between two colours, and tinted squares."""

from functools import partial

from rich.style import Style
from textual.color import BLACK, WHITE
from textual.color import Color as Shade

from knightwatch.tui.contrast import contrast
from knightwatch.tui.widgets.board.scale import SHADES

TINT = 0.1, 0.18
"""Share of the trail's or heat's colour in a tinted square: at the first shade, and at the last."""


def ink(paper: Shade) -> Shade:
    """Return black or white, whichever is easier to read on a colour."""
    return max(BLACK, WHITE, key=partial(contrast, paper))


def style_on(paper: Shade) -> Style:
    """Return the style for text on a background colour."""
    return Style(color=ink(paper).rich_color, bgcolor=paper.rich_color)


def blends(first: Shade, last: Shade, steps: int) -> list[Shade]:
    """Return equally spaced colours from `first` to `last`."""
    return [first.blend(last, step / (steps - 1)) for step in range(steps)]


def tinted(square: Shade, shades: list[Shade], step: int) -> Shade:
    """Return a square's colour, tinted with one of the shades."""
    least, most = TINT
    return square.blend(shades[step], least + (most - least) * step / (SHADES - 1))
