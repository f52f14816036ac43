"""The trail on a board: lines, numbers, shades or tenths of the time, with marks on top."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from string import digits

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color, ColorSystem
from textual.color import Color as Shade

from knightwatch.engine.boards import file_name
from knightwatch.engine.core.frame import Board, Links, Tone
from knightwatch.engine.pictures.colours import DARK, LIGHT, Colours
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.tui.braille import BRAILLE
from knightwatch.tui.contrast import contrast
from knightwatch.tui.look import Look, TrailAs
from knightwatch.tui.screens.puzzle.play import PlayScreen
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from knightwatch.tui.theme import THEMES, theme
from knightwatch.tui.theme_names import THEME_NAMES
from knightwatch.tui.widgets.board.inks import TINT, blends, ink, tinted
from knightwatch.tui.widgets.board.scale import SHADES, scales, shade
from knightwatch.tui.widgets.board.view import BoardView
from tests.support.boards import (
    KNIGHT,
    LETTERS,
    MARKS,
    SIGNS,
    Alone,
    alone,
    boards,
    by_square,
    cell_by_cell,
    differences,
    marked,
    picture,
    same,
    shades,
    signs,
    step,
    text,
    variable,
    wandering,
    zoomed,
)
from tests.support.pilot import opened, over, until


@given(boards(), st.booleans())
def test_a_grid_has_the_latest_time_and_the_highest_mark(board: Board, plain: bool) -> None:
    for scale in scales(board, plain):
        assert scale.grid(board).tolist() == cell_by_cell(board, scale)


@given(st.integers(1, 2000), st.data())
def test_shades_agree_with_tenths_of_the_time(squares: int, data: st.DataObject) -> None:
    position = data.draw(st.integers(0, squares - 1))
    assert shade(position, squares) * 10 // SHADES == position * 10 // squares
    assert shade(position, squares) <= shade(position + 1, squares) < SHADES


EVERY = {name: theme(name) for name in THEME_NAMES}


@pytest.mark.parametrize("theme", EVERY)
def test_numbers_are_readable_on_every_shade(theme: str) -> None:
    for style in shades(EVERY[theme]):
        assert contrast(Shade.from_rich_color(style.color), Shade.from_rich_color(style.bgcolor)) > 4.5
    for square in ("light", "dark"):
        colours = (Shade.parse(EVERY[theme].variables[f"square-{name}"]) for name in (square, "hint"))
        assert contrast(*colours) > 3


def written(view: BoardView, n: int) -> list[str]:
    """Return the text of each square."""
    texts = signs(view)
    return [texts[divmod(square, n)] for square in range(n * n)]


def papers(view: BoardView, square: tuple[int, int]) -> set[Shade]:
    """Return the background colours of a square."""
    return {Shade.from_rich_color(style.bgcolor) for _, style in by_square(view)[square]}


@pytest.mark.parametrize(
    ("n", "size", "numbers"), [(8, (20, 9), 1), (8, (41, 18), 1), (12, (60, 30), 1), (20, (50, 24), 0)]
)
async def test_numbers_are_written_where_they_fit(n: int, size: tuple[int, int], numbers: bool) -> None:
    way = np.random.default_rng(n).permutation(n * n)
    app = Alone(marked(n, way), Look(trail_as=TrailAs.NUMBERS))
    async with app.run_test(size=size):
        assert app.view.scale.signs
        numbered = [str(number) if numbers else "" for number in np.argsort(way) + 1]
        assert written(app.view, n) == numbered


@pytest.mark.parametrize("theme", THEMES)
async def test_visited_squares_are_tinted(theme: str) -> None:
    n, way = 8, wandering(8, 40)
    app = Alone(marked(n, way), Look())
    app.register_theme(THEMES[theme])
    app.theme = THEMES[theme].name
    async with app.run_test(size=(60, 30)):
        colours = THEMES[theme].variables
        first, last = (Shade.parse(colours[f"line-{end}"]) for end in ("first", "last"))
        squares = [Shade.parse(colours[f"square-{name}"]) for name in ("light", "dark")]
        cells = by_square(app.view)
        for square in range(n * n):
            row, col = divmod(square, n)
            own = squares[(row + col) % 2]
            (paper,) = {Shade.from_rich_color(style.bgcolor) for _, style in cells[row, col]}
            if square not in way:
                assert paper == own
                continue
            step = shade(way.index(square), n * n) / (SHADES - 1)
            assert paper == own.blend(first.blend(last, step), TINT[0] + (TINT[1] - TINT[0]) * step)
    assert TINT[0] >= 0.1
    assert TINT[1] <= 0.3


async def test_with_few_colours_squares_are_not_tinted() -> None:
    n, way = 8, wandering(8, 40)
    app = Alone(marked(n, way), Look(tints=False))
    async with app.run_test(size=(60, 30)):
        cells = by_square(app.view)
        papers_of = {(sum(divmod(square, n)) % 2, cells[divmod(square, n)][0][1].bgcolor) for square in range(n * n)}
    assert len(papers_of) == 2


@pytest.mark.parametrize("theme", EVERY)
def test_lines_and_signs_have_enough_contrast(theme: str) -> None:
    colours = {name: Shade.parse(EVERY[theme].variables[name]) for name in DARK.board}
    squares = [colours["square-light"], colours["square-dark"]]
    for of in ("line", "heat"):
        shades = blends(colours[f"{of}-first"], colours[f"{of}-last"], SHADES)
        tints = [tinted(square, shades, step) for square in squares for step in range(SHADES)]
        for paper in (*squares, *tints):
            assert contrast(ink(paper), paper) > 4.5
        for line in (*shades, colours["line-alarm"], colours["line-hint"]):
            assert min(contrast(line, paper) for paper in (*squares, *tints)) > 3
    for paper in squares:
        for name in ("piece", "hint", "cursor"):
            assert contrast(colours[f"square-{name}"], paper) > 4.5
    for name in ("alarm", "good", "black", "white"):
        assert contrast(colours[f"square-{name}"], colours[f"square-{name}-text"]) > 4.5
    assert contrast(colours["trail-piece"], ink(colours["trail-piece"])) > 7


@pytest.mark.parametrize("colours", [DARK, LIGHT])
def test_status_colours_are_right_with_16_colours(colours: Colours) -> None:
    numbers = [
        Color.parse(colour).downgrade(ColorSystem.STANDARD).number
        for colour in (colours.success, colours.warning, colours.error)
    ]
    assert [number % 8 for number in numbers if number is not None] == [2, 3, 1]  # green, yellow, red


async def test_a_blank_separates_numbers_except_in_the_smallest_cells() -> None:
    for n in (3, 8, 9, 10, 31, 32, 99, 100):
        for scale in scales(Board(n, n), plain=False):
            digits = len(str(n * n))
            assert bool(scale.digits) == (scale.width > digits or scale.width == digits == 2)


async def test_marks_cover_the_trail_in_their_tone() -> None:
    n, way = 8, list(range(64))
    async with alone(n, marks=MARKS) as (_, view, _):

        def looks(name: str, square: int, trail: Iterable[int]) -> tuple[str, set[Shade]]:
            view.show(marked(n, trail, **{name: square}))
            where = divmod(square, n)
            return signs(view)[where], papers(view, where)

        for square in (0, 7, 63):
            own = "dark" if sum(divmod(square, n)) % 2 else "light"
            assert looks("KNIGHT", square, way) == ("♞", {variable("trail-piece")})
            for trail in (way, list[int]()):
                assert looks("BACK", square, trail) == ("✓", {variable("square-good")})
                assert looks("DEAD", square, trail) == ("×", {variable("square-alarm")})
                assert looks("HOLE", square, trail) == ("░░", {Shade.from_rich_color(view.rich_style.bgcolor)})
            assert looks("NEXT", square, way)[0] == "+3"
            assert looks("NEXT", square, ()) == ("+3", {variable(f"square-{own}")})
            assert looks("KNIGHT", square, ()) == ("♞", {variable(f"square-{own}")})


@pytest.mark.parametrize("look", [Look(trail_as=TrailAs.NUMBERS), Look(ascii=True)])
async def test_the_cursor_is_visible_and_keeps_the_text(look: Look) -> None:
    async with alone(8, look, marks=MARKS) as (_, view, pilot):
        async for _ in zoomed(view, pilot):
            view.show(marked(8, range(64), NEXT=12))
            for square in (3, 12, 20):
                view.point_at(None)
                before = picture(view)
                view.point(*divmod(square, 8))
                await pilot.pause()
                assert {len(line) for line in picture(view)} == {view.scrollable_content_region.width}
                if not view.scale.signs or view.show_vertical_scrollbar:
                    continue
                changed = differences(before, picture(view))
                assert {view.square_at(place) for place in changed} == {divmod(square, 8)}
                text = "".join(sign for sign, _ in by_square(view)[divmod(square, 8)])
                assert ("+3" if square == 12 else f"{square + 1:>2}")[: view.scale.width - 1] in text
                cursor = variable("square-cursor").rich_color
                styles = [style for _, style in by_square(view)[divmod(square, 8)]]
                assert sum(cursor in (style.color, style.bgcolor) for style in styles) >= 2


async def test_the_cursor_fits_beside_long_numbers() -> None:
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
        rows = [[style for sign, style in line if sign == "▀"] for line in picture(view)]
        lines = [line for line in rows if line]
        for position, square in enumerate(way[:-1]):
            row, col = divmod(square, n)
            style = lines[row // 2][col]
            assert (style.bgcolor if row % 2 else style.color) == styles[shade(position, n * n)].bgcolor
        row, col = divmod(way[-1], n)
        knight = lines[row // 2][col].bgcolor if row % 2 else lines[row // 2][col].color
        assert same(knight, Color.parse(THEMES["dark"].variables["trail-piece"]))


@pytest.mark.parametrize("look", [Look(ascii=True), Look(colour=False)])
async def test_plain_pixels_show_tenths_of_the_time(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    if not look.colour:
        monkeypatch.setenv("NO_COLOR", "1")
    n, way = 40, [*range(700), *range(800, 1600)]
    board = marked(n, way, HOLE=3, NEXT=50, BACK=90, KNIGHT=200, DEAD=750)
    app = Alone(board, look)
    async with app.run_test(size=(2 * n + 1, 44)) as pilot:
        view = app.view
        expected = list("." * n * n)
        for position, square in enumerate(way):
            expected[square] = str(position * 10 // (n * n))
        for square, kind in zip(board.squares.tolist(), board.kinds.tolist(), strict=True):
            expected[square] = LETTERS[kind] if look.ascii else SIGNS[kind]
        visible = [line.strip() for line in text(view).splitlines()]
        assert "".join(line for line in visible if len(line) == 2 * n) == "".join(sign * 2 for sign in expected)
        async for _ in zoomed(view, pilot):
            view.point(1, 1)
            assert app.export_screenshot()


async def test_without_colours_the_trail_has_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = Alone(marked(20, range(200), HOLE=300), Look(colour=False, trail_as=TrailAs.NUMBERS))
    async with app.run_test(size=(60, 24)):
        assert app.view.scale.signs
        assert not app.view.scale.digits
        texts = written(app.view, 20)
        assert texts[:200] == [str(position * 10 // 400) for position in range(200)]
        assert texts[300] == "░░"
        assert not any(texts[200:300] + texts[301:])


def walking(n: int, length: int) -> Board:
    return marked(n, wandering(n, length))


@pytest.mark.parametrize(
    ("size", "trail_as", "ascii_only", "line", "numbers"),
    [
        ((60, 30), TrailAs.BOTH, False, True, True),
        ((60, 30), TrailAs.LINE, False, True, False),
        ((60, 30), TrailAs.NUMBERS, False, False, True),
        ((60, 30), TrailAs.BOTH, True, True, True),
        ((20, 9), TrailAs.BOTH, False, False, True),
        ((20, 9), TrailAs.BOTH, True, False, True),
        ((20, 9), TrailAs.LINE, True, True, False),
        ((20, 9), TrailAs.NUMBERS, False, False, True),
    ],
)
async def test_a_trail_is_a_line_or_numbers_or_both(
    size: tuple[int, int], trail_as: TrailAs, ascii_only: bool, line: bool, numbers: bool
) -> None:
    app = Alone(walking(8, 20), Look(ascii=ascii_only))
    async with app.run_test(size=size):
        app.view.trail_as = trail_as
        inside = "".join(sign for cells in by_square(app.view).values() for sign, _ in cells)
        assert any(sign in inside for sign in (r"/\\|-" if ascii_only else BRAILLE[1:])) == line
        assert any(sign.isdigit() for sign in inside) == numbers
        assert not ascii_only or inside.isascii()


async def test_the_line_of_a_trail_has_the_shades_of_its_squares() -> None:
    n, way = 8, wandering(8, 30)
    app = Alone(marked(n, way), Look(trail_as=TrailAs.LINE))
    async with app.run_test(size=(60, 30)):
        first, last = (variable(f"line-{end}") for end in ("first", "last"))
        shades = [shade.rich_color for shade in blends(first, last, SHADES)]
        for square, cells in by_square(app.view).items():
            inks = {style.color for sign, style in cells if sign in BRAILLE[1:]}
            assert inks <= set(shades)
            if square[0] * n + square[1] in way:
                place = way.index(square[0] * n + square[1])
                assert inks & {shades[shade(max(1, place), n * n)], shades[shade(min(place + 1, 29), n * n)]}


async def test_l_switches_between_line_numbers_and_both() -> None:
    async with opened({"solver": "warnsdorff"}, of="tour") as it:
        await it.press(*["right"] * 5)
        ways = [TrailAs.BOTH, TrailAs.LINE, TrailAs.NUMBERS, TrailAs.BOTH]
        for before, after in pairwise(ways):
            assert it.screen.query_one(BoardView).trail_as is before
            await it.press("L")
            assert it.screen.query_one(BoardView).trail_as is after
        await it.press("L")
        await over(it, "p", PlayScreen)
        assert it.app.screen.query_one(BoardView).trail_as is TrailAs.LINE
        await it.pilot.press("L", "q")
        await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))
        assert it.screen.query_one(BoardView).trail_as is TrailAs.NUMBERS


@pytest.mark.parametrize("theme", THEMES)
async def test_a_colour_separates_numbers_that_touch(theme: str) -> None:
    n, way = 8, np.random.default_rng(8).permutation(64)
    app = Alone(marked(n, way), Look())
    app.register_theme(THEMES[theme])
    app.theme = THEMES[theme].name
    async with app.run_test(size=(20, 9)):
        assert app.view.scale.width == 2
        for row in range(n):
            for col in range(n - 1):
                (left,), (right,) = papers(app.view, (row, col)), papers(app.view, (row, col + 1))
                assert contrast(left, right) > 2.5, (row, col)


@pytest.mark.parametrize("theme", THEMES)
async def test_the_cursor_changes_the_colours_of_a_whole_drawn_piece(theme: str) -> None:
    board = Board(4, 4, (KNIGHT,), squares=np.array([5]), kinds=np.array([0]), trail=np.array([5]))
    app = Alone(board, Look())
    app.register_theme(THEMES[theme])
    app.theme = THEMES[theme].name
    async with app.run_test(size=(40, 20)) as pilot:
        without = by_square(app.view)[1, 1]
        app.view.point(1, 1)
        await pilot.pause()
        under = by_square(app.view)[1, 1]
        assert [sign for sign, _ in under] == [sign for sign, _ in without]
        (before,), (after,) = ({style.bgcolor for _, style in cells} for cells in (without, under))
        assert contrast(Shade.from_rich_color(before), Shade.from_rich_color(after)) > 3


async def test_no_name_of_a_column_is_cut_at_an_edge() -> None:
    app = Alone(Board(40, 40), Look())
    async with app.run_test(size=(41, 14)) as pilot:
        while app.view.scale.width != 4:
            app.view.zoom(-1 if app.view.scale.width < 4 else 1)
            await pilot.pause()
        names = {file_name(col) for col in range(40)}
        for x in range(4 * 26, 4 * 30):
            app.view.scroll_to(x, 0, animate=False)
            await pilot.pause()
            bottom = app.view.render_line(app.view.scrollable_content_region.height - 1).text
            assert bottom.split()
            assert set(bottom.split()) <= names
            assert all(len(name) == 2 for name in bottom.split()), bottom


@pytest.mark.parametrize(("rows", "beside"), [(8, False), (30, True)])
async def test_a_projected_board_always_has_coordinates(rows: int, beside: bool) -> None:
    app = Alone(Board(rows, rows), Look())
    async with app.run_test(size=(100, 40)) as pilot:
        app.view.label_inside(True)
        await pilot.pause()
        assert app.view.scale.labels is beside
        height = app.view.scale.size[1]
        lines = [app.view.render_line(y).text for y in range(app.view.size.height)]
        names = next(line for line in reversed(lines) if line.strip()).split()
        assert height <= 40
        assert names[:4] == ["a", "b", "c", "d"]
        assert sum(str(rows) in line for line in lines) == 1


@pytest.mark.parametrize("size", [(48, 24), (72, 36)])
async def test_no_coordinate_touches_a_projected_queen(size: tuple[int, int]) -> None:
    rows = [*range(0, 12, 2), *range(1, 12, 2)]  # queens on a12 and, on rank 1, on l1
    app = Alone(QueensProblem(n=12).placement(np.array(rows)), Look())
    async with app.run_test(size=size) as pilot:
        app.view.label_inside(True)
        await pilot.pause()
        lines = [app.view.render_line(y).text for y in range(app.view.size.height)]
        assert [name for name in lines[-1].split() if name.isalpha()] == list("abcdefghijk")
        assert not any(a.isalnum() and b not in " " + digits for line in lines for a, b in pairwise(line))
        assert not any(b.isalnum() and a not in " " + digits for line in lines for a, b in pairwise(line))
        numbers = {int(line.split()[0]) for line in lines if line.split() and line.split()[0].isdigit()}
        assert numbers == set(range(1, 12))


@pytest.mark.parametrize("size", [(40, 20), (80, 40)])
async def test_heat_lines_do_not_hide_a_drawn_trail(size: tuple[int, int]) -> None:
    hot = Links.equal("moves with most pheromone", Tone.HEAT, [7, 22])
    walk = Board(8, 8, trail=np.array([0, 10, 20]), heat=np.zeros(64))
    for board, equal in ((walk, True), (replace(walk, trail=np.empty(0, np.int64)), False)):
        drawn = []
        for links in ((), (hot,)):
            app = Alone(replace(board, links=links), Look())
            async with app.run_test(size=size) as pilot:
                await pilot.pause()
                drawn.append([app.view.render_line(y).text for y in range(app.view.size.height)])
        assert (drawn[0] == drawn[1]) is equal
