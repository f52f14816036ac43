"""White knights that can be read everywhere, and lines of braille or ASCII between any two places."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color, ColorSystem
from textual.color import Color as Shade

from engine.swap.problem import SwapProblem
from tests.support.pilot import opened
from tui.output.svg import drawing
from tui.output.text import drawn
from tui.theme import THEMES
from tui.widgets.board.styles import contrast
from tui.widgets.board.view import BoardView
from tui.widgets.braille import BRAILLE, Strokes

spots = st.tuples(st.integers(0, 40), st.integers(0, 20))


@pytest.mark.parametrize("theme", THEMES)
def test_a_white_knight_can_be_read_on_its_token(theme: str) -> None:
    colours = THEMES[theme].variables
    token, knight = (Shade.parse(colours[f"square-other{part}"]) for part in ("", "-text"))
    assert contrast(token, knight) > 7
    for system in (ColorSystem.STANDARD, ColorSystem.EIGHT_BIT):
        names = ("other", "other-text", "piece", "dark")
        numbers = {Color.parse(colours[f"square-{name}"]).downgrade(system).number for name in names}
        assert len(numbers) == len(names)


async def test_a_token_leaves_its_square_as_it_is_but_for_the_sign() -> None:
    async with opened({"from_": "W../.../..B"}, (120, 40), of="swap") as it:
        view = it.screen.query_one(BoardView)
        width, left = view.scale.width, view.scale.margin[0] + view._indent.x
        papers = []
        for y in range(int(view.scale.height)):
            strip = view.render_line(view._indent.y + y).crop(left, left + width)
            papers.append([s.style.bgcolor.name for s in strip for _ in s.text if s.style and s.style.bgcolor])
        token = THEMES["dark"].variables["square-other"]
        assert sum(paper == token for line in papers for paper in line) == 3
        assert {paper for line in papers for paper in line} == {token, THEMES["dark"].variables["square-light"]}


def test_both_colours_are_told_apart_in_text_and_in_a_drawing() -> None:
    board = SwapProblem().board()
    assert drawn(board, ascii_only=True).splitlines()[::3] == ["4 B B B", "1 W W W"]
    assert drawn(board, ascii_only=False).splitlines()[::3] == ["4 ♞ ♞ ♞", "1 ♘ ♘ ♘"]
    picture = ElementTree.fromstring(drawing(board))
    signs = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert (signs.count("♞"), signs.count("♘")) == (3, 3)
    assert len(list(picture.iter("{http://www.w3.org/2000/svg}circle"))) == 3


@given(spots, spots, st.booleans())
def test_a_line_leads_from_end_to_end_without_a_gap_and_marks_nothing_else(
    a: tuple[int, int], b: tuple[int, int], ascii_only: bool
) -> None:
    strokes = Strokes(ascii_only)
    over = strokes.draw(a, b)
    assert {a, b} <= over
    for x in range(41):
        for y in range(21):
            character = strokes.character((x, y))
            assert (character != " ") == ((x, y) in over)
            assert character in r" -|/\+" if ascii_only else character == " " or ord(character) > BRAILLE
    reached, waiting = {a}, [a]
    while waiting:
        x, y = waiting.pop()
        near = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} & over - reached
        reached |= near
        waiting += near
    assert reached == over
    assert all(min(a[0], b[0]) <= x <= max(a[0], b[0]) and min(a[1], b[1]) <= y <= max(a[1], b[1]) for x, y in over)


def test_lines_that_differ_in_slope_cross_in_a_plus_sign_in_ascii() -> None:
    strokes = Strokes(ascii_only=True)
    strokes.draw((0, 5), (10, 5))
    strokes.draw((5, 0), (5, 10))
    assert [strokes.character((x, 5)) for x in (4, 5, 6)] == ["-", "+", "-"]
    assert strokes.character((5, 4)) == "|"
