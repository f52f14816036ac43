"""The board widget: it fits at every size, shows every mark, and knows the square under the mouse."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from rich.color import Color, ColorSystem
from rich.style import Style
from textual.geometry import Offset

from knightwatch.engine.core.frame import Board
from knightwatch.engine.queens.problem import ATTACKED, QUEEN, QueensProblem
from knightwatch.tui.look import Look
from knightwatch.tui.theme import THEMES
from knightwatch.tui.widgets.board.scale import Scale, fitting, scales
from knightwatch.tui.widgets.board.styles import BoardPalette, DrawingKind
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.chart import Chart
from knightwatch.tui.widgets.timeline import Timeline
from tests.support.boards import alarms, alone, colour, one_queen, picture, places, scroll, shades, signs, text, zoomed
from tests.support.pilot import Opened, opened

SIZES = [(80, 24), (120, 40)]
BOARDS = [4, 8, 20, 64, 255, 1000]
MILLION = 1_000_000

EMPTY, PIECE, ALARM = 0, 1, 2
"""The contents of a pixel."""

Rows = NDArray[np.int64]
Pixels = dict[tuple[int, int], int]
"""Contents by row and column, without empty pixels."""


def some_queens(n: int) -> Rows:
    """Return a random permutation: some queens attack each other and, for large n, some do not."""
    return np.random.default_rng(n).permutation(n)


def attacked(rows: Rows) -> NDArray[np.bool_]:
    """Return for each queen whether it shares a diagonal with another."""
    n, shared = len(rows), np.zeros(len(rows), bool)
    for diagonal in (np.arange(n) + rows, np.arange(n) - rows + n):
        shared |= np.bincount(diagonal)[diagonal] > 1
    return shared


def blocks(rows: Rows, covers: int) -> Pixels:
    """Return the expected contents of each block of squares with a queen."""
    n, alarm = len(rows), attacked(rows)
    block = rows // covers * n + np.arange(n) // covers
    contents: Pixels = {}
    for meaning, queens in ((PIECE, ~alarm), (ALARM, alarm)):
        contents |= {divmod(place, n): meaning for place in np.unique(block[queens]).tolist()}
    return contents


def half_blocks(view: BoardView) -> Pixels:
    """Return the contents of the half blocks."""
    meanings = {colour("piece").triplet: PIECE, colour("alarm").triplet: ALARM}
    contents: Pixels = {}
    lines = [[style for sign, style in line if sign == "▀"] for line in picture(view)]
    for y, line in enumerate([line for line in lines if line]):
        for x, style in enumerate(line):
            for row, part in ((2 * y, style.color), (2 * y + 1, style.bgcolor)):
                if part and part.triplet in meanings:
                    contents[row, x] = meanings[part.triplet]
    return contents


def single_signs(view: BoardView) -> Pixels:
    """Return the contents of pixels that are written as two equal characters."""
    meanings = {QUEEN.ascii[-1]: PIECE, QUEEN.sign[-1]: PIECE, ATTACKED.ascii[-1]: ALARM}
    lines = [line.strip() for line in text(view).splitlines() if line.strip() and set(line.strip()) <= set(".Q♛!")]
    assert all(line[::2] == line[1::2] for line in lines)
    return {
        (y, x): meanings[sign] for y, line in enumerate(lines) for x, sign in enumerate(line[::2]) if sign in meanings
    }


async def showing(it: Opened, rows: Rows) -> BoardView:
    view = it.screen.query_one(BoardView)
    view.show(QueensProblem(n=len(rows)).placement(rows))
    await it.pilot.pause()
    return view


def assert_whole(view: BoardView) -> None:
    width, height = view.scale.size
    assert width <= view.size.width
    assert height <= view.size.height
    assert not view.show_vertical_scrollbar
    assert not view.show_horizontal_scrollbar


def assert_signs(view: BoardView, rows: Rows, piece: str) -> None:
    texts = signs(view)
    assert sum(sign.startswith(piece) for sign in texts.values()) == len(rows)
    assert sum(sign == f"{piece}!" for sign in texts.values()) == sum(attacked(rows))


@pytest.mark.parametrize("size", SIZES)
async def test_the_whole_board_fits_and_shows_every_queen(size: tuple[int, int]) -> None:
    async with opened({"n": "4"}, size) as it:
        for n in [*BOARDS, MILLION]:
            rows = some_queens(n)
            view = await showing(it, rows)
            assert_whole(view)
            if view.scale.signs:
                assert_signs(view, rows, "♛")
            else:
                assert half_blocks(view) == blocks(rows, view.scale.covers)


async def test_the_ascii_look_shows_the_same_in_ascii() -> None:
    async with opened({"n": "4"}, look=Look(ascii=True)) as it:
        await it.press("right")
        for widget in (Chart, Timeline):
            assert it.text(widget.__name__).isascii()
        for n in [*BOARDS, MILLION]:
            rows = some_queens(n)
            view = await showing(it, rows)
            assert_whole(view)
            assert text(view).isascii()
            if view.scale.signs:
                assert_signs(view, rows, "Q")
            else:
                assert single_signs(view) == blocks(rows, view.scale.covers)


async def test_without_colours_pixels_are_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with opened({"n": "4"}) as it:
        for n in BOARDS:
            rows = some_queens(n)
            view = await showing(it, rows)
            assert_whole(view)
            assert "▀" not in text(view)
            if view.scale.signs:
                assert_signs(view, rows, "♛")
            else:
                assert single_signs(view) == blocks(rows, view.scale.covers)
        await it.press("z", "z", "j", "l", "right")
        assert it.text("BoardView")


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("n", [1, *BOARDS, MILLION])
def test_fitting_chooses_the_largest_scale_that_fits(n: int, plain: bool) -> None:
    choices = scales(Board(n, n), plain)
    widths = [(scale.width / scale.covers, scale.height / scale.covers) for scale in choices]
    assert widths == sorted(widths, reverse=True)
    for width, height in [(40, 18), (38, 34), (80, 36), (10, 5)]:
        place = fitting(choices, width, height)
        fits = [scale.size[0] <= width and scale.size[1] <= height for scale in choices]
        assert fits[place]
        assert not any(fits[:place])


@pytest.mark.parametrize("system", [ColorSystem.STANDARD, ColorSystem.EIGHT_BIT])
@pytest.mark.parametrize("theme", THEMES)
def test_colours_stay_different_on_poor_terminals(theme: str, system: ColorSystem) -> None:
    numbers = {
        name: colour(name, THEMES[theme]).downgrade(system).number for name in ("light", "dark", "piece", "alarm")
    }
    assert len(set(numbers.values())) == len(numbers)
    assert colour("alarm-text", THEMES[theme]).downgrade(system).number != numbers["alarm"]
    good = colour("good", THEMES[theme]).downgrade(system).number
    assert colour("good-text", THEMES[theme]).downgrade(system).number != good
    numbers |= {"good": good, "hint": colour("hint-pixel", THEMES[theme]).downgrade(system).number}
    numbers["rider"] = Color.parse(THEMES[theme].variables["trail-piece"]).downgrade(system).number
    assert len(set(numbers.values())) == len(numbers)
    passed = [style.bgcolor.downgrade(system).number for style in shades(THEMES[theme]) if style.bgcolor]
    assert not set(passed) & set(numbers.values())
    assert len(set(passed)) >= 4
    curves = {Color.parse(THEMES[theme].variables[f"curve-{c}"]).downgrade(system).number for c in ("first", "second")}
    assert len(curves) == 2


# A single board: zoomed, scrolled and clicked.


def first_of_block(view: BoardView, row: int, col: int) -> tuple[int, int]:
    """Return the first of the squares that one character shows."""
    covers = view.scale.covers
    down = covers * 2 if view.scale.height < 1 else covers
    return row - row % down, col - col % covers


@pytest.mark.parametrize("look", [Look(), Look(ascii=True)])
async def test_square_at_is_the_inverse_of_drawing(look: Look) -> None:
    n = 20
    share = st.floats(0, 1)
    square = st.integers(0, n - 1)

    async with alone(n, look) as (_, view, pilot):

        @settings(max_examples=6)
        @given(square, square, share, share)
        def holds(row: int, col: int, right: float, down: float) -> None:
            view.show(one_queen(n, row, col))
            scroll(view, right, down)
            there = first_of_block(view, row, col)
            assert alarms(view) == {place for place in places(view) if view.square_at(place) == there}

        async for _ in zoomed(view, pilot):
            holds()


async def test_a_click_reports_its_square() -> None:
    n = 20
    async with alone(n) as (app, view, pilot):
        clicked = []
        async for _ in zoomed(view, pilot):
            for square, at in (((3, 5), 0.0), ((17, 12), 1.0)):
                view.show(one_queen(n, *square))
                scroll(view, at, at)
                await pilot.pause()
                for place in sorted(alarms(view))[:1]:
                    await pilot.click(BoardView, place)
                    clicked.append(first_of_block(view, *square))
        assert app.pressed == clicked
        assert len(clicked) >= 8


async def test_a_click_beside_the_board_reports_nothing() -> None:
    async with alone(4) as (app, view, pilot):
        await pilot.click(BoardView, (0, 0))
        await pilot.click(BoardView, (view.size.width - 1, view.size.height - 1))
        assert app.pressed == []


@pytest.mark.parametrize("square", [(0, 0), (0, 63), (63, 0), (63, 63), (31, 32)])
async def test_the_board_scrolls_to_the_cursor(square: tuple[int, int]) -> None:
    async with alone(64) as (_, view, pilot):
        while not view.scale.signs:
            view.zoom(-1)
        await pilot.pause()
        view.show(one_queen(64, *square))
        view.point(*square)
        await pilot.pause()
        assert square in {view.square_at(place) for place in places(view)}


@pytest.mark.parametrize("square", [(10, 50), (31, 32), (50, 12)])
@pytest.mark.parametrize("by", ["cursor", "trail"])
async def test_zooming_centres_the_cursor_or_the_knight(square: tuple[int, int], by: str) -> None:
    async with alone(64) as (_, view, pilot):
        if by == "cursor":
            view.show(Board(64, 64, (QUEEN, ATTACKED), trail=np.array([0])))
            view.point(*square)
        else:
            view.show(Board(64, 64, (QUEEN, ATTACKED), trail=np.array([0, square[0] * 64 + square[1]])))
        for _ in range(3):
            view.zoom(-1)
            await pilot.pause()
            inside, (left, below) = view.scrollable_content_region, view.scale.margin
            if view.scale.size[0] < 2 * inside.width or view.scale.size[1] < 2 * inside.height:
                continue
            middle = view.square_at(Offset((inside.width + left) // 2, (inside.height - below) // 2))
            assert middle
            assert max(abs(a - b) for a, b in zip(middle, square, strict=True)) <= 1
        assert view.scale.signs


@pytest.mark.parametrize("plain", [False, True])
def test_squares_are_as_wide_as_high_in_every_scale(plain: bool) -> None:
    assert {scale.width / scale.height for scale in scales(Board(60, 60), plain)} == {2}


def test_a_board_retains_few_drawn_cells() -> None:
    def style(_: str) -> Style:
        return Style(color="red", bgcolor="blue")

    kind = DrawingKind(hot=False, solid=False, numbers=False)
    palette = BoardPalette((), Scale(8, 8, 1, 6, 3), kind, Look(), Style(), style, style)
    tracemalloc.start()
    for number in range(20_000):
        palette.cell(0, 1, 0, f"{number:06}", bytes(range(6)))
    retained, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert retained < 4e6
