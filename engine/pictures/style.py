"""The style of a picture of a board: its colours, its size, and whether a trail has numbers."""

from dataclasses import dataclass

from knightwatch.engine.core.frame import Tone
from knightwatch.engine.pictures.colours import LIGHT, Colours

PIXELS = 900
"""Default size of a drawing: its width or height, whichever is larger."""
SIGN = {
    Tone.PIECE: "square-piece",
    Tone.BLACK: "square-black-text",
    Tone.WHITE: "square-white-text",
    Tone.ALARM: "square-alarm-text",
    Tone.HINT: "square-hint",
    Tone.GOOD: "square-good-text",
}
"""Colours of signs; a hole has no sign."""
LINK = {Tone.ALARM: "line-alarm", Tone.HINT: "line-hint", Tone.HEAT: "heat-last"}
"""Colours of links between squares; other links have the colour of the end of a trail."""


@dataclass(frozen=True)
class PictureStyle:
    """The look of a picture."""

    colours: Colours = LIGHT
    pixels: int = PIXELS
    """Its width or height, whichever is larger."""
    numbers: bool = True
    """Whether the squares of a trail are numbered, if the board is small enough."""

    def square(self, name: str) -> str:
        """Return a colour of the board."""
        return self.colours.board[name]

    def sign(self, tone: Tone) -> str:
        """Return the colour of a sign; empty for a hole, which has none."""
        return self.colours.board[SIGN[tone]] if tone in SIGN else ""

    def paper(self, tone: Tone) -> str:
        """Return the colour of a square that a mark fills; empty if it does not fill it."""
        return self.colours.board[f"square-{tone}"] if tone in (Tone.ALARM, Tone.GOOD) else ""

    def link(self, tone: Tone) -> str:
        """Return the colour of a link."""
        return self.colours.board[LINK.get(tone, "line-last")]


USUAL = PictureStyle()
