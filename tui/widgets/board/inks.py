"""Colours over colours: what can be read on what, and shades between two."""

from functools import partial

from rich.style import Style
from textual.color import BLACK, WHITE
from textual.color import Color as Shade

from tui.widgets.board.scale import SHADES

TINT = 0.12, 0.22
"""How much of the colour of a trail, or of heat, lies over a square: at the first shade, and at the last."""


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
