"""Knights of both colours are readable and different everywhere."""

from xml.etree import ElementTree

import pytest
from rich.color import Color, ColorSystem
from textual.color import Color as Shade

from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.tui.colours import THEME_NAMES
from knightwatch.tui.contrast import contrast
from knightwatch.tui.output.svg import drawing
from knightwatch.tui.output.text import board_text
from knightwatch.tui.theme import theme as themed


@pytest.mark.parametrize("theme", THEME_NAMES)
def test_both_colours_of_knights_are_readable_in_every_theme(theme: str) -> None:
    colours = themed(theme).variables
    for name in ("black", "white"):
        token, knight = (Shade.parse(colours[f"square-{name}{part}"]) for part in ("", "-text"))
        assert contrast(token, knight) > 7
    for system in (ColorSystem.STANDARD, ColorSystem.EIGHT_BIT):
        names = ("black", "white", "light", "dark")
        numbers = {Color.parse(colours[f"square-{name}"]).downgrade(system).number for name in names}
        assert len(numbers) == len(names)


def test_both_colours_differ_in_text_and_svg() -> None:
    board = SwapProblem().board()
    assert board_text(board, ascii_only=True).splitlines()[::3] == ["4 B B B", "1 W W W"]
    assert board_text(board, ascii_only=False).splitlines()[::3] == ["4 ♞ ♞ ♞", "1 ♘ ♘ ♘"]
    picture = ElementTree.fromstring(drawing(board))
    signs = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert (signs.count("♞"), signs.count("♘")) == (3, 3)
    assert len(list(picture.iter("{http://www.w3.org/2000/svg}circle"))) == 3
