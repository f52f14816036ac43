"""The board: at every size all of it is seen, marks are told by signs, and only what changed is drawn again."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from rich.color import Color, ColorSystem
from rich.style import Style
from textual.app import App, ComposeResult
from textual.color import Color as Shade
from textual.geometry import Offset, Region
from textual.pilot import Pilot
from textual.theme import Theme

from engine.boards import neighbours
from engine.frame import Board, Mark, Tone
from engine.queens.problem import ATTACKED, QUEEN, QueensProblem
from tests.tui.opened import Opened, opened
from tui.look import DARK, THEMES, Look
from tui.widgets.board import BoardView
from tui.widgets.chart import Chart
from tui.widgets.palette import contrast, trail
from tui.widgets.scale import SHADES, Scale, fitting, scales, shade
from tui.widgets.timeline import Timeline

SIZES = [(80, 24), (120, 40)]
BOARDS = [4, 8, 20, 64, 255, 1000]
MILLION = 1_000_000

EMPTY, PIECE, ALARM = 0, 1, 2
"""What a pixel shows."""

Rows = NDArray[np.int64]
Cell = tuple[str, Style]
Pixels = dict[tuple[int, int], int]
"""What is shown, by row and column, without what is empty."""


def some_queens(n: int) -> Rows:
    """Return a row for each column, in an order that leaves some queens attacked and, where n is large, some not."""
    return np.random.default_rng(n).permutation(n)


def attacked(rows: Rows) -> NDArray[np.bool_]:
    """Tell of each queen whether it shares a diagonal with another; rows and columns they never share here."""
    cols = np.arange(len(rows))
    shared = np.zeros(len(rows), bool)
    for diagonal in (cols + rows, cols - rows):
        _, which, counts = np.unique(diagonal, return_inverse=True, return_counts=True)
        shared |= counts[which] > 1
    return shared


def one_queen(n: int, row: int, col: int) -> Board:
    """Return a board with an attacked queen, whose square is coloured all over."""
    return Board(n, n, (QUEEN, ATTACKED), np.array([row * n + col]), np.array([1], np.uint8))


def blocks(rows: Rows, covers: int) -> Pixels:
    """Return what each block of squares with a queen is to show."""
    block = np.stack([rows // covers, np.arange(len(rows)) // covers])
    alarm = attacked(rows)
    shown: Pixels = {}
    for meaning, queens in ((PIECE, ~alarm), (ALARM, alarm)):
        shown |= {(int(y), int(x)): meaning for y, x in np.unique(block[:, queens], axis=1).T}
    return shown


def picture(view: BoardView) -> list[list[Cell]]:
    """Return what is drawn, character by character."""
    lines = []
    for y in range(view.size.height):
        cells = [(sign, part.style or Style()) for part in view.render_line(y) for sign in part.text]
        lines.append(cells)
    return lines


def text(view: BoardView) -> str:
    return "\n".join("".join(sign for sign, _ in line) for line in picture(view))


def colour(name: str, theme: Theme = DARK) -> Color:
    return Color.parse(theme.variables[f"square-{name}"])


def same(a: Color | None, b: Color) -> bool:
    return a is not None and a.triplet == b.triplet


def half_blocks(view: BoardView) -> Pixels:
    """Return what the half blocks show."""
    meanings = {colour("piece").triplet: PIECE, colour("alarm").triplet: ALARM}
    shown: Pixels = {}
    lines = [[style for sign, style in line if sign == "▀"] for line in picture(view)]
    for y, line in enumerate([line for line in lines if line]):
        for x, style in enumerate(line):
            for row, part in ((2 * y, style.color), (2 * y + 1, style.bgcolor)):
                if part and part.triplet in meanings:
                    shown[row, x] = meanings[part.triplet]
    return shown


def single_signs(view: BoardView) -> Pixels:
    """Return what signs of one character show."""
    meanings = {QUEEN.ascii[-1]: PIECE, QUEEN.sign[-1]: PIECE, ATTACKED.ascii[-1]: ALARM}
    lines = [line.strip() for line in text(view).splitlines() if line.strip() and set(line.strip()) <= set(".Q♛!")]
    return {(y, x): meanings[sign] for y, line in enumerate(lines) for x, sign in enumerate(line) if sign in meanings}


def shades(theme: Theme) -> list[Style]:
    """Return the styles of a trail."""
    return trail(*(Style(bgcolor=theme.variables[f"trail-{end}"]) for end in ("first", "last")))


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
    assert text(view).count(piece) == len(rows)
    assert text(view).count(f"{piece}!") == sum(attacked(rows))


@pytest.mark.parametrize("size", SIZES)
async def test_the_whole_board_fits_and_every_queen_is_drawn(size: tuple[int, int]) -> None:
    async with opened({"n": "4"}, size) as it:
        for n in [*BOARDS, MILLION]:
            rows = some_queens(n)
            view = await showing(it, rows)
            assert_whole(view)
            if view.scale.signs:
                assert_signs(view, rows, "♛")
            else:
                assert half_blocks(view) == blocks(rows, view.scale.covers)


async def test_ascii_signs_show_the_same_in_ascii_alone() -> None:
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


async def test_without_colours_the_picture_is_made_of_signs(monkeypatch: pytest.MonkeyPatch) -> None:
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
def test_the_scale_that_is_chosen_is_the_largest_that_fits(n: int, plain: bool) -> None:
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
def test_squares_pieces_and_alarms_keep_apart_on_poor_terminals(theme: str, system: ColorSystem) -> None:
    shown = {name: colour(name, THEMES[theme]).downgrade(system).number for name in ("light", "dark", "piece", "alarm")}
    assert len(set(shown.values())) == len(shown)
    assert colour("alarm-text", THEMES[theme]).downgrade(system).number != shown["alarm"]
    good = colour("good", THEMES[theme]).downgrade(system).number
    assert colour("good-text", THEMES[theme]).downgrade(system).number != good
    shown |= {"good": good, "hint": colour("hint-pixel", THEMES[theme]).downgrade(system).number}
    shown["rider"] = Color.parse(THEMES[theme].variables["trail-piece"]).downgrade(system).number
    assert len(set(shown.values())) == len(shown)
    passed = [style.bgcolor.downgrade(system).number for style in shades(THEMES[theme]) if style.bgcolor]
    assert not set(passed) & set(shown.values())
    assert len(set(passed)) >= 4
    curves = {Color.parse(THEMES[theme].variables[f"curve-{c}"]).downgrade(system).number for c in ("first", "second")}
    assert len(curves) == 2


# A board alone, zoomed, scrolled and clicked.


class Alone(App[None]):
    """An application that shows one board and notes the squares that are clicked."""

    CSS = "BoardView { width: 1fr; height: 1fr; scrollbar-size: 1 1; }"

    def __init__(self, board: Board, look: Look) -> None:
        super().__init__()
        self.register_theme(DARK)
        self.theme = DARK.name
        self.view = BoardView(board, look)
        self.pressed: list[tuple[int, int]] = []

    def compose(self) -> ComposeResult:
        yield self.view

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        self.pressed.append((event.row, event.col))


@asynccontextmanager
async def alone(
    n: int, look: Look | None = None, marks: tuple[Mark, ...] = (QUEEN, ATTACKED)
) -> AsyncIterator[tuple[Alone, BoardView, Pilot[Any]]]:
    app = Alone(Board(n, n, marks), look or Look())
    async with app.run_test(size=(41, 14)) as pilot:
        yield app, app.view, pilot


async def zoomed(view: BoardView, pilot: Pilot[Any]) -> AsyncIterator[None]:
    """Go through the scales of a board, from the largest down to pixels that cover a few squares."""
    for _ in range(len(scales(view.board, plain=False))):
        view.zoom(-1)
    while view.scale.covers < 4:
        await pilot.pause()
        yield
        view.zoom(1)


def scroll(view: BoardView, right: float, down: float) -> None:
    """Scroll to a share of the way."""
    x, y = int(right * view.max_scroll_x), int(down * view.max_scroll_y)
    view.scroll_to(x, y, animate=False, force=True, immediate=True)
    assert (view.scroll_offset.x, view.scroll_offset.y) == (x, y)


def alarms(view: BoardView) -> set[Offset]:
    """Return the places that have the colour of an alarm."""
    alarm = colour("alarm")
    return {
        Offset(x, y)
        for y, line in enumerate(picture(view))
        for x, (sign, style) in enumerate(line)
        if same(style.bgcolor, alarm) or (sign == "▀" and same(style.color, alarm))
    }


def places(view: BoardView) -> Iterable[Offset]:
    inside = view.scrollable_content_region
    return (Offset(x, y) for y in range(inside.height) for x in range(inside.width))


def first_of_block(view: BoardView, row: int, col: int) -> tuple[int, int]:
    """Return the square that stands for all those which the same character shows."""
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


async def test_a_click_tells_the_square_that_was_clicked() -> None:
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


async def test_a_click_beside_the_board_tells_nothing() -> None:
    async with alone(4) as (app, view, pilot):
        await pilot.click(BoardView, (0, 0))
        await pilot.click(BoardView, (view.size.width - 1, view.size.height - 1))
        assert app.pressed == []


class Refreshes:
    """What a board asked to have drawn again."""

    def __init__(self, view: BoardView, monkeypatch: pytest.MonkeyPatch) -> None:
        self.regions: list[Region] = []
        self.all = False
        refresh = view.refresh

        def noted(*regions: Region, **options: Any) -> BoardView:
            self.regions += regions
            self.all = self.all or not regions
            return refresh(*regions, **options)

        monkeypatch.setattr(view, "refresh", noted)

    def covers(self, place: Offset) -> bool:
        return any(region.contains_point(place) for region in self.regions)


def differences(before: list[list[Cell]], after: list[list[Cell]]) -> set[Offset]:
    return {
        Offset(x, y)
        for y, (old, new) in enumerate(zip(before, after, strict=True))
        for x, (a, b) in enumerate(zip(old, new, strict=True))
        if a != b
    }


@pytest.mark.parametrize("n", [8, 20, 64])
async def test_what_changed_is_drawn_again_and_nothing_else(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = list(range(n))
    share, row, col = st.floats(0, 1), st.integers(0, n - 1), st.integers(0, n - 1)

    async with alone(n) as (_, view, pilot):

        @settings(max_examples=6)
        @given(col, row, share, share)
        def holds(col: int, row: int, right: float, down: float) -> None:
            board, moved = (
                Board(
                    n, n, (QUEEN, ATTACKED), np.array([y * n + x for x, y in enumerate(queens)]), np.zeros(n, np.uint8)
                )
                for queens in (rows, [*rows[:col], row, *rows[col + 1 :]])
            )
            view.show(board)
            scroll(view, right, down)
            before = picture(view)
            with monkeypatch.context() as patch:
                noted = Refreshes(view, patch)
                view.show(moved)
            assert not noted.all
            assert all(noted.covers(place) for place in differences(before, picture(view)))
            cell = view.scale.width * max(1, int(view.scale.height))
            assert sum(region.area for region in noted.regions) <= 2 * cell
            if row == rows[col]:
                assert noted.regions == []

        async for _ in zoomed(view, pilot):
            holds()


async def test_any_two_boards_differ_only_where_it_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    n = 12
    queens = st.lists(st.integers(-1, n - 1), min_size=n, max_size=n)
    problem = QueensProblem(n=n)

    async with alone(n) as (_, view, pilot):

        @settings(max_examples=6)
        @given(queens, queens)
        def holds(first: list[int], second: list[int]) -> None:
            view.show(problem.placement(first))
            before = picture(view)
            with monkeypatch.context() as patch:
                noted = Refreshes(view, patch)
                view.show(problem.placement(second))
            assert not noted.all
            assert all(noted.covers(place) for place in differences(before, picture(view)))

        async for _ in zoomed(view, pilot):
            holds()


async def test_the_cursor_is_drawn_on_its_square_and_gone_from_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    async with alone(8) as (_, view, pilot):
        view.point(2, 3)
        await pilot.pause()
        before = picture(view)
        noted = Refreshes(view, monkeypatch)
        view.point(5, 4)
        changed = differences(before, picture(view))
        assert {view.square_at(place) for place in changed} == {(2, 3), (5, 4)}
        assert all(noted.covers(place) for place in changed)


@pytest.mark.parametrize("square", [(0, 0), (0, 63), (63, 0), (63, 63), (31, 32)])
async def test_the_cursor_is_brought_into_view(square: tuple[int, int]) -> None:
    async with alone(64) as (_, view, pilot):
        while not view.scale.signs:
            view.zoom(-1)
        await pilot.pause()
        view.show(one_queen(64, *square))
        view.point(*square)
        await pilot.pause()
        assert alarms(view)


# Trails.

KNIGHT = Mark("knight", "♞", "N", Tone.PIECE)
HOLE = Mark("hole", " ", "#", Tone.HOLE)
NEXT = Mark("free, 3 ways on", "+3", "+3", Tone.HINT)
BACK = Mark("the way back", "✓", "v", Tone.GOOD)
DEAD = Mark("dead end", "×", "x", Tone.ALARM)
MARKS = (HOLE, NEXT, BACK, KNIGHT, DEAD)
LETTERS, SIGNS = "#+vNx", "#+✓♞×"


def marked(n: int, trail: Iterable[int], **squares: int) -> Board:
    """Return a board with a trail and some marks by the names above."""
    kinds = np.array([MARKS.index(globals()[name]) for name in squares], np.uint8)
    return Board(n, n, MARKS, np.array(list(squares.values()), np.int64), kinds, trail=np.array(list(trail), np.int64))


def wandering(n: int, steps: int, seed: int = 0) -> list[int]:
    """Return the way of a knight that never comes back to a square and prefers narrow ones."""
    rng, way = np.random.default_rng(seed), [0]
    seen = {0}
    while len(way) < steps:
        free = [to for to in neighbours(way[-1], n, n) if to not in seen]
        if not free:
            break
        way.append(min(free, key=lambda to: (len(set(neighbours(to, n, n)) - seen), rng.random())))
        seen.add(way[-1])
    return way


def step(n: int, way: list[int], length: int) -> Board:
    """Return what a search shows: the trail, the knight at its head and hints around it."""
    head, seen = way[length - 1], set(way[:length])
    hints = [to for to in neighbours(head, n, n) if to not in seen]
    kinds = [MARKS.index(KNIGHT)] + [MARKS.index(NEXT)] * len(hints)
    return Board(n, n, MARKS, np.array([head, *hints]), np.array(kinds, np.uint8), trail=np.array(way[:length]))


def cell_by_cell(board: Board, scale: Scale) -> list[list[int]]:
    """Return the grid of a board as it is described, square by square."""
    times, kinds = (np.zeros((scale.rows, scale.cols), int) for _ in range(2))
    for position, square in enumerate(board.trail.tolist()):
        row, col = (part // scale.covers for part in divmod(square, board.cols))
        times[row, col] = 1 + (position if scale.digits else shade(position, board.rows * board.cols))
    for square, kind in zip(board.squares.tolist(), board.kinds.tolist(), strict=True):
        row, col = (part // scale.covers for part in divmod(square, board.cols))
        kinds[row, col] = max(kinds[row, col], kind + 1)
    cells: list[list[int]] = (times * (len(board.marks) + 1) + kinds).tolist()
    return cells


@st.composite
def boards(draw: st.DrawFn) -> Board:
    rows, cols = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    square = st.integers(0, rows * cols - 1)
    squares, way = draw(st.lists(square, max_size=20)), draw(st.lists(square, max_size=200))
    kinds = draw(st.lists(st.integers(0, len(MARKS) - 1), min_size=len(squares), max_size=len(squares)))
    return Board(
        rows, cols, MARKS, np.array(squares, np.int64), np.array(kinds, np.uint8), trail=np.array(way, np.int64)
    )


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


def by_square(view: BoardView) -> dict[tuple[int, int], list[Cell]]:
    """Return the characters that show each square."""
    drawn = picture(view)
    shown: dict[tuple[int, int], list[Cell]] = {}
    for place in places(view):
        if square := view.square_at(place):
            shown.setdefault(square, []).append(drawn[place.y][place.x])
    return shown


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
            style.bgcolor for style in shades(DARK)
        }


async def test_numbers_are_kept_apart_at_every_size_but_the_smallest() -> None:
    for n in (3, 8, 9, 10, 31, 32, 99, 100):
        for scale in scales(Board(n, n), plain=False):
            digits = len(str(n * n))
            assert bool(scale.digits) == (scale.width > digits or scale.width == digits == 2)


async def test_a_square_keeps_its_look_while_the_trail_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    n, way = 8, wandering(8, 64)
    async with alone(n, marks=MARKS) as (_, view, pilot):
        async for _ in zoomed(view, pilot):
            view.show(step(n, way, 1))
            for length in range(2, len(way) + 1):
                before, grid = picture(view), cell_by_cell(view.board, view.scale)
                with monkeypatch.context() as patch:
                    noted = Refreshes(view, patch)
                    view.show(step(n, way, length))
                after = cell_by_cell(view.board, view.scale)
                assert not noted.all
                assert all(noted.covers(place) for place in differences(before, picture(view)))
                cells = sum(a != b for old, new in zip(grid, after, strict=True) for a, b in zip(old, new, strict=True))
                assert cells <= 18
                cell = view.scale.width * max(1, int(view.scale.height))
                assert sum(region.area for region in noted.regions) <= cells * cell
                if not view.show_vertical_scrollbar and not view.show_horizontal_scrollbar:
                    assert sum(region.area for region in noted.regions) == cells * cell


async def test_any_two_trails_differ_only_where_it_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async with alone(12, marks=MARKS) as (_, view, pilot):

        @settings(max_examples=6)
        @given(boards(), boards(), st.floats(0, 1))
        def holds(first: Board, second: Board, share: float) -> None:
            first, second = (within(board) for board in (first, second))
            view.show(first)
            scroll(view, share, share)
            before = picture(view)
            with monkeypatch.context() as patch:
                noted = Refreshes(view, patch)
                view.show(second)
            assert not noted.all
            assert all(noted.covers(place) for place in differences(before, picture(view)))

        def within(board: Board) -> Board:
            return replace(board, rows=12, cols=12)

        async for _ in zoomed(view, pilot):
            holds()


async def test_only_what_is_in_view_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    n = 200
    async with alone(n, marks=MARKS) as (_, view, pilot):
        while not view.scale.digits:
            view.zoom(-1)
        await pilot.pause()
        noted = Refreshes(view, monkeypatch)
        view.show(marked(n, range(n * n)))
        cell = Region(0, 0, view.size.width, view.size.height).grow((view.scale.width,) * 4)
        assert noted.regions
        assert all(cell.contains_region(region) for region in noted.regions)


async def test_another_kind_of_marks_is_drawn_all_over() -> None:
    async with alone(8, marks=(KNIGHT,)) as (_, view, _):
        view.show(Board(8, 8, (KNIGHT,), np.array([9]), np.zeros(1, np.uint8)))
        assert "♞" in text(view)
        view.show(Board(8, 8, (QUEEN,), np.array([9]), np.zeros(1, np.uint8)))
        assert "♛" in text(view)
        assert "♞" not in text(view)


async def test_marks_lie_on_the_trail_and_tell_their_tone() -> None:
    n, way = 8, list(range(64))
    async with alone(n, marks=MARKS) as (_, view, _):

        def looks(name: str, square: int, trail: Iterable[int]) -> tuple[str, Style]:
            view.show(marked(n, trail, **{name: square}))
            shown = by_square(view)[divmod(square, n)]
            style = next((style for sign, style in shown if sign.strip()), shown[0][1])
            return "".join(sign for sign, _ in shown).strip(), style

        for square in (0, 7, 63):
            back = shades(DARK)[shade(square, 64)]
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
    styles = shades(DARK)
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
        assert same(knight, Color.parse(DARK.variables["trail-piece"]))


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
