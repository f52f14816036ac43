"""The trail on a board: numbers where there is room, shades or tenths of the time elsewhere, and marks on top."""

from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color
from rich.style import Style
from textual.color import Color as Shade

from engine.core.frame import Board
from tests.support.boards import (
    LETTERS,
    MARKS,
    SIGNS,
    Alone,
    alone,
    boards,
    by_square,
    cell_by_cell,
    colour,
    marked,
    picture,
    same,
    shades,
    step,
    text,
    wandering,
    zoomed,
)
from tui.look import Look
from tui.theme import THEMES
from tui.widgets.board.scale import SHADES, scales, shade
from tui.widgets.board.styles import contrast
from tui.widgets.board.view import BoardView


@given(boards(), st.booleans())
def test_a_grid_shows_the_latest_time_and_the_last_mark(board: Board, plain: bool) -> None:
    for scale in scales(board, plain):
        assert scale.grid(board).tolist() == cell_by_cell(board, scale)


@given(st.integers(1, 2000), st.data())
def test_shades_tell_the_tenth_of_the_time(squares: int, data: st.DataObject) -> None:
    position = data.draw(st.integers(0, squares - 1))
    assert shade(position, squares) * 10 // SHADES == position * 10 // squares
    assert shade(position, squares) <= shade(position + 1, squares) < SHADES


@pytest.mark.parametrize("theme", THEMES)
def test_numbers_can_be_read_on_every_shade(theme: str) -> None:
    for style in shades(THEMES[theme]):
        assert contrast(Shade.from_rich_color(style.color), Shade.from_rich_color(style.bgcolor)) > 4.5
    for square in ("light", "dark"):
        colours = (Shade.parse(THEMES[theme].variables[f"square-{name}"]) for name in (square, "hint"))
        assert contrast(*colours) > 3


def written(view: BoardView, n: int) -> list[str]:
    """Return what is written on the squares, one by one; the blanks at the ends do not count."""
    shown = by_square(view)
    return ["".join(sign for sign, _ in shown[divmod(square, n)]).strip() for square in range(n * n)]


@pytest.mark.parametrize(
    ("n", "size", "numbers"), [(8, (20, 9), 1), (8, (41, 18), 1), (12, (60, 30), 1), (20, (50, 24), 0)]
)
async def test_numbers_are_written_where_there_is_room(n: int, size: tuple[int, int], numbers: bool) -> None:
    way = np.random.default_rng(n).permutation(n * n)
    app = Alone(marked(n, way), Look())
    async with app.run_test(size=size):
        assert app.view.scale.signs
        numbered = [str(number) if numbers else "" for number in np.argsort(way) + 1]
        assert written(app.view, n) == numbered
        assert {style.bgcolor for cells in by_square(app.view).values() for _, style in cells} == {
            style.bgcolor for style in shades(THEMES["dark"])
        }


async def test_numbers_are_kept_apart_at_every_size_but_the_smallest() -> None:
    for n in (3, 8, 9, 10, 31, 32, 99, 100):
        for scale in scales(Board(n, n), plain=False):
            digits = len(str(n * n))
            assert bool(scale.digits) == (scale.width > digits or scale.width == digits == 2)


async def test_marks_lie_on_the_trail_and_tell_their_tone() -> None:
    n, way = 8, list(range(64))
    async with alone(n, marks=MARKS) as (_, view, _):

        def looks(name: str, square: int, trail: Iterable[int]) -> tuple[str, Style]:
            view.show(marked(n, trail, **{name: square}))
            shown = by_square(view)[divmod(square, n)]
            style = next((style for sign, style in shown if sign.strip()), shown[0][1])
            return "".join(sign for sign, _ in shown).strip(), style

        for square in (0, 7, 63):
            back = shades(THEMES["dark"])[shade(square, 64)]
            light = colour("dark" if sum(divmod(square, n)) % 2 else "light")
            for name, sign in (("KNIGHT", "♞"), ("NEXT", "+3")):
                words, style = looks(name, square, way)
                assert (words, style.bgcolor, style.color, style.bold) == (sign, back.bgcolor, back.color, True)
                words, style = looks(name, square, ())
                assert (words, style.bold) == (sign, True)
                assert same(style.bgcolor, light)
            for trail in (way, list[int]()):
                words, style = looks("BACK", square, trail)
                assert words == "✓"
                assert same(style.bgcolor, colour("good"))
                words, style = looks("DEAD", square, trail)
                assert words == "×"
                assert same(style.bgcolor, colour("alarm"))
                words, style = looks("HOLE", square, trail)
                assert words == ""
                assert style.bgcolor == view.rich_style.bgcolor


async def test_the_cursor_leaves_the_numbers_in_their_place() -> None:
    async with alone(8, marks=MARKS) as (_, view, pilot):
        async for _ in zoomed(view, pilot):
            view.show(marked(8, range(64), KNIGHT=12))
            for square in (3, 12, 20):
                view.point(*divmod(square, 8))
                await pilot.pause()
                assert {len(line) for line in picture(view)} == {view.scrollable_content_region.width}
                if view.scale.signs:
                    shown = "".join(sign for sign, _ in by_square(view)[divmod(square, 8)])
                    written = "♞" if square == 12 else f"{square + 1:>2}"
                    assert f"[{written}]" in shown if view.scale.width > 2 else shown == f"{written[0]}<"


async def test_the_cursor_fits_where_numbers_fill_the_cell() -> None:
    app = Alone(marked(20, range(400)), Look())
    async with app.run_test(size=(90, 44)):
        assert app.view.scale.width == 4
        app.view.point(10, 3)
        assert any("203 204<205 206 " in line for line in text(app.view).splitlines())


async def test_half_blocks_have_the_shades_of_the_trail() -> None:
    n, way = 40, wandering(40, 1200)
    styles = shades(THEMES["dark"])
    app = Alone(step(n, way, len(way)), Look())
    async with app.run_test(size=(60, 24)):
        view = app.view
        assert (view.scale.covers, view.scale.signs) == (1, False)
        drawn = [[style for sign, style in line if sign == "▀"] for line in picture(view)]
        lines = [line for line in drawn if line]
        for position, square in enumerate(way[:-1]):
            row, col = divmod(square, n)
            style = lines[row // 2][col]
            assert (style.bgcolor if row % 2 else style.color) == styles[shade(position, n * n)].bgcolor
        row, col = divmod(way[-1], n)
        knight = lines[row // 2][col].bgcolor if row % 2 else lines[row // 2][col].color
        assert same(knight, Color.parse(THEMES["dark"].variables["trail-piece"]))


@pytest.mark.parametrize("look", [Look(ascii=True), Look(colour=False)])
async def test_plain_pixels_of_a_trail_are_tenths_of_the_time(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    if not look.colour:
        monkeypatch.setenv("NO_COLOR", "1")
    n, way = 40, [*range(700), *range(800, 1600)]
    board = marked(n, way, HOLE=3, NEXT=50, BACK=90, KNIGHT=200, DEAD=750)
    app = Alone(board, look)
    async with app.run_test(size=(50, 44)) as pilot:
        view = app.view
        expected = list("." * n * n)
        for position, square in enumerate(way):
            expected[square] = str(position * 10 // (n * n))
        for square, kind in zip(board.squares.tolist(), board.kinds.tolist(), strict=True):
            expected[square] = LETTERS[kind] if look.ascii else SIGNS[kind]
        shown = [line.strip() for line in text(view).splitlines()]
        assert "".join(line for line in shown if len(line) == n) == "".join(expected)
        async for _ in zoomed(view, pilot):
            view.point(1, 1)
            assert app.export_screenshot()


async def test_without_colours_nothing_is_left_to_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = Alone(marked(20, range(200), HOLE=300), Look(colour=False))
    async with app.run_test(size=(60, 24)):
        assert app.view.scale.signs
        assert not app.view.scale.digits
        shown = written(app.view, 20)
        assert shown[:200] == [str(position * 10 // 400) for position in range(200)]
        assert shown[300] == "#"
        assert not any(shown[200:300] + shown[301:])
