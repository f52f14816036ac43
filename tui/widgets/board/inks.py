"""Colours over colours: what can be read on what, and shades between two."""

from functools import partial

from rich.style import Style
from textual.color import BLACK, WHITE
from textual.color import Color as Shade

from knightwatch.tui.contrast import contrast
from knightwatch.tui.widgets.board.scale import SHADES

TINT = 0.1, 0.18
"""How much of the colour of a trail, or of heat, lies over a square: at the first shade, and at the last."""


def ink(paper: Shade) -> Shade:
    """Return black or white, whichever is easier to read on a colour."""
    return max(BLACK, WHITE, key=partial(contrast, paper))


def on(paper: Shade) -> Style:
    """Return the style of what is written on a colour."""
    return Style(color=ink(paper).rich_color, bgcolor=paper.rich_color)


def blends(first: Shade, last: Shade, steps: int) -> list[Shade]:
    """Return colours from one to another."""
    return [first.blend(last, step / (steps - 1)) for step in range(steps)]


def tinted(square: Shade, shades: list[Shade], step: int) -> Shade:
    """Return the colour of a square that something with shades lies over, of which it has this one."""
    least, most = TINT
    return square.blend(shades[step], least + (most - least) * step / (SHADES - 1))
