"""Knights of both colours are readable and different everywhere."""

import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from rich.color import Color, ColorSystem
from textual.color import Color as Shade
from textual.geometry import Size

from knightwatch.engine.pictures.boards_svg import drawing
from knightwatch.engine.swap.notation import Names
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.tui.contrast import contrast
from knightwatch.tui.output.text import board_text
from knightwatch.tui.theme import theme as themed
from knightwatch.tui.theme_names import THEME_NAMES
from knightwatch.tui.widgets.graph import GraphView
from knightwatch.tui.widgets.sheet import drawing as small_drawing
from knightwatch.tui.widgets.sheet import fitting
from tests.support.pilot import opened


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
    discs = Counter(circle.get("fill") for circle in picture.iter("{http://www.w3.org/2000/svg}circle"))
    assert list(discs.values()) == [3, 3]


def test_all_boards_side_by_side_show_whole_numbers() -> None:
    board = SwapProblem(names=Names.NUMBERS).board()
    form = fitting(board, 17, Size(80, 24))
    lines = ["".join(text for text, _ in line) for line in small_drawing(board, form.width, form.height, False)]
    assert [line.split() for line in lines if line.strip()] == [
        ["♞", "♞", "♞"],
        ["3", "4", "5"],
        ["6", "7", "8"],
        ["♘", "♘", "♘"],
    ]
    other = SwapProblem(from_="WWW/BBB/.../...", to="BBB/WWW/.../...", names=Names.NUMBERS).board()
    lines = ["".join(text for text, _ in line) for line in small_drawing(other, form.width, form.height, False)]
    assert lines[-1].split() == ["9", "10", "11"]


async def test_vertices_of_the_graph_show_each_number_once() -> None:
    async with opened({"names": "numbers"}, (120, 40), None, "swap") as it:
        graph = it.app.screen.query_one(GraphView)
        drawn = " ".join(graph.render_line(y).text for y in range(graph.size.height))
        numbers = re.findall(r"[0-9]+", drawn)
        assert sorted(map(int, numbers)) == list(range(12))
