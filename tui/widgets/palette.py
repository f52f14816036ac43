"""The styles and signs that a board is drawn with, put together once for a theme and a kind of board."""

from collections.abc import Callable

from rich.segment import Segment
from rich.style import Style

from engine.frame import Mark
from tui.look import Look


class Palette:
    """What stands for an empty cell and for each mark; kind 0 is empty, kind k + 1 is mark k."""

    def __init__(
        self,
        marks: tuple[Mark, ...],
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
        tones = [part(f"board--{mark.tone}") for mark in marks]
        squares = (full("board--light"), full("board--dark"))
        self.cells = [[square, *(square + tone for tone in tones)] for square in squares]
        """Styles of cells with room for signs: on light squares and on dark ones, by kind."""
        self.signs = ["", *(mark.ascii if look.ascii else mark.sign for mark in marks)]
        """What is written in such cells, by kind."""
        letters = "." + "".join(mark.ascii[-1] for mark in marks)
        self.letters = [Segment(letter, style) for letter, style in zip(letters, self.cells[1], strict=True)]
        """Pixels that are characters, by kind."""
        # A pixel is as bright as its mark's background, or, where the mark has none, as its sign.
        colours = [squares[1].bgcolor, *(tone.bgcolor or tone.color for tone in tones)]
        self.halves = [[Segment("▀", Style(color=a, bgcolor=b)) for b in (*colours, blank.bgcolor)] for a in colours]
        """Pixels that are half blocks, by the kinds above and below; below the board there is one kind more."""
