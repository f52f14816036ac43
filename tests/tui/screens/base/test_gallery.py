"""The gallery: it draws every solution, and the cursor opens any of them."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Size

from knightwatch.engine.core.frame import Board
from knightwatch.engine.queens.problem import QUEEN, QueensProblem
from knightwatch.tui.look import Look
from knightwatch.tui.screens.base.gallery import GalleryScreen
from knightwatch.tui.screens.base.pages import PagesScreen
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from knightwatch.tui.widgets.board.view import BoardView
from knightwatch.tui.widgets.sheet import ENOUGH, SHADES, SMALLEST, ContactSheet, drawing, fitting
from tests.support.pilot import Opened, opened, over, until
from tests.support.screens import draw

COLLECTED = {"rows": "6", "cols": "6", "start": "a1", "solver": "genetic", "rule": "0", "tours": "12"}


@asynccontextmanager
async def gallery(size: tuple[int, int] = (80, 24), look: Look | None = None) -> AsyncIterator[Opened]:
    async with opened(COLLECTED, size, look, "tour") as it:
        await it.pilot.press(*["plus"] * 8, "space")
        await until(it.pilot, lambda: it.screen.runner.report.status == "solved")
        await over(it, "g", GalleryScreen)
        await until(it.pilot, lambda: it.app.screen.query_one(ContactSheet).format.width > 1)
        yield it


def sheet(it: Opened) -> ContactSheet:
    return it.app.screen.query_one(ContactSheet)


def found(it: Opened) -> int:
    return it.screen_below.runner.run.search.gallery().size


def walk(rows: int, cols: int, seed: int) -> Board:
    """Return a board with a walk of knight's moves on it."""
    rng, moves = np.random.default_rng(seed), [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
    trail, seen = [(rows // 2, cols // 2)], {(rows // 2, cols // 2)}
    while ways := [
        there
        for down, right in moves
        if (there := (trail[-1][0] + down, trail[-1][1] + right)) not in seen
        and 0 <= there[0] < rows
        and 0 <= there[1] < cols
    ]:
        trail.append(ways[rng.integers(len(ways))])
        seen.add(trail[-1])
    return Board(rows, cols, trail=np.array([row * cols + col for row, col in trail]))


def text(board: Board, width: int, height: int, ascii_only: bool) -> list[str]:
    return ["".join(part for part, _ in line) for line in drawing(board, width, height, ascii_only)]


@given(
    st.integers(3, 40), st.integers(3, 40), st.integers(0, 99), st.integers(4, 60), st.integers(2, 30), st.booleans()
)
def test_a_picture_fills_its_box(rows: int, cols: int, seed: int, width: int, height: int, ascii_only: bool) -> None:
    board = walk(rows, cols, seed)
    lines = drawing(board, width, height, ascii_only)
    assert [sum(len(part) for part, _ in line) for line in lines] == [width] * height
    assert all(0 <= ink <= SHADES for line in lines for _, ink in line)
    signs = "".join(text(board, width, height, ascii_only))
    assert signs.isascii() == (ascii_only or len(board.trail) < 2)
    assert bool(signs.strip()) == (len(board.trail) > 1)


@given(st.integers(5, 9), st.integers(0, 50), st.integers(51, 99))
def test_different_walks_have_different_pictures(side: int, one: int, other: int) -> None:
    a, b = walk(side, side, one), walk(side, side, other)
    moves = [
        {frozenset(pair) for pair in zip(x.trail[:-1].tolist(), x.trail[1:].tolist(), strict=True)} for x in (a, b)
    ]
    assert (text(a, 4 * side, 2 * side, False) == text(b, 4 * side, 2 * side, False)) == (moves[0] == moves[1])


@given(st.integers(3, 60), st.integers(3, 60), st.integers(1, 500), st.integers(40, 200), st.integers(6, 60))
def test_pictures_grow_only_if_enough_of_them_stay_visible(
    rows: int, cols: int, pages: int, width: int, height: int
) -> None:
    form = fitting(walk(rows, cols, 1), pages, Size(width, height))
    assert form.cols * form.cell[0] < width or form.cols == 1
    assert form.cell[0] <= width
    assert form.cell[1] <= height
    if form.width > SMALLEST * cols:
        assert form.cols * (height // form.cell[1]) >= min(pages, ENOUGH)
    if SMALLEST * cols <= width - 3 and SMALLEST * rows <= 2 * (height - 2):
        assert form.width >= SMALLEST * cols


async def test_the_gallery_opens_at_the_newest_picture() -> None:
    async with gallery() as it:
        pages, cols = found(it), sheet(it).format.cols
        assert sheet(it).place == pages - 1
        assert cols > 1
        for key, place in (
            ("left", pages - 2),
            ("right", pages - 1),
            ("right", pages - 1),
            ("up", pages - 1 - cols),
            ("home", 0),
            ("up", 0),
            ("down", cols),
            ("end", pages - 1),
        ):
            await it.pilot.press(key)
            assert sheet(it).place == place
            assert f"(picture {place + 1} of {pages})" in it.text("#problem")
            top = place // cols * sheet(it).format.cell[1] - sheet(it).scroll_offset.y
            assert 0 <= top <= sheet(it).size.height - sheet(it).format.cell[1]


@pytest.mark.parametrize("n", [8, 12, 16])
def test_pictures_of_one_population_have_one_size(n: int) -> None:
    problem = QueensProblem(n=n)
    attacked = problem.placement(np.arange(n))
    solved = problem.placement(np.array(next(iter(safe(n)))))
    assert fitting(attacked, 100, Size(80, 19)) == fitting(solved, 100, Size(80, 19))


def safe(n: int, rows: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Yield the placements of n queens that continue `rows`."""
    if len(rows) == n:
        yield rows
    for row in range(n):
        if all(row != other and abs(row - other) != len(rows) - col for col, other in enumerate(rows)):
            yield from safe(n, (*rows, row))


async def test_only_whole_pictures_are_drawn() -> None:
    async with opened({"n": "12", "seed": "3"}) as it:
        await it.press("right")
        await over(it, "I", GalleryScreen)
        await until(it.pilot, lambda: sheet(it).format.width > 1)
        for key in ("pagedown", "pagedown", "down", "end", "up", "home"):
            await it.pilot.press(key)
            form, lines = sheet(it).format, it.text("ContactSheet").split("\n")
            shown = it.text("ContactSheet").count("rank ")
            assert shown == form.cols * sheet(it).visible_rows or (key == "end" and shown > 0)
            assert not "".join(lines[sheet(it).visible_rows * form.cell[1] :]).strip()


async def test_enter_and_click_open_a_picture() -> None:
    async with gallery() as it:
        screen = it.app.screen
        await it.pilot.press("home", "right", "enter")
        await until(it.pilot, lambda: isinstance(it.app.screen, PagesScreen))
        first = it.app.screen.query_one(BoardView).board.trail.tolist()
        assert len(first) == 36
        await it.pilot.press("q")
        await until(it.pilot, lambda: it.app.screen is screen)
        assert sheet(it).place == 1
        width = sheet(it).format.cell[0]
        await it.pilot.click(ContactSheet, offset=(sheet(it)._indent + 2 * width + 3, 3))
        await until(it.pilot, lambda: isinstance(it.app.screen, PagesScreen))
        assert it.app.screen.query_one(BoardView).board.trail.tolist() != first
        await it.pilot.press("q")
        await until(it.pilot, lambda: it.app.screen is screen)
        assert sheet(it).place == 2
        await it.pilot.press("g")
        await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))


@pytest.mark.parametrize("look", [Look(), Look(ascii=True), Look(colour=False)], ids=["signs", "ascii", "no colour"])
async def test_the_gallery_draws_at_every_size_and_look(look: Look) -> None:
    async with gallery((80, 24), look) as it:
        for size in ((40, 12), (50, 20), (80, 24), (200, 60)):
            await it.pilot.resize_terminal(*size)
            await it.pilot.press("home")
            for place in range(found(it)):
                assert sheet(it).place == place
                assert it.text("ContactSheet").strip()
                assert it.text("ContactSheet").isascii() or not look.ascii
                await it.pilot.press("right")


async def test_only_visible_pictures_are_drawn() -> None:
    async with gallery((80, 14)) as it:
        draw(it.app.screen)
        assert 0 < sheet(it)._drawing.cache_info().currsize < found(it)


@pytest.mark.parametrize("size", [(80, 18), (120, 34), (200, 54), (50, 14)])
def test_signs_lie_at_equal_distances(size: tuple[int, int]) -> None:
    board = Board(12, 12, marks=(QUEEN,), squares=np.arange(12) * 13, kinds=np.zeros(12, np.uint8))
    form = fitting(board, 100, Size(*size))
    lines = text(board, form.width, form.height, ascii_only=True)
    rows = [y for y, line in enumerate(lines) if line.strip()]
    cols = [x for x, sign in enumerate(lines[rows[0]]) if sign != " "]
    for places in (rows, cols):
        assert len(places) == 12
        assert len(set(np.diff(places).tolist())) == 1


@pytest.mark.parametrize("n", [16, 17, 20, 24, 36])
def test_every_queen_of_a_small_drawing_has_its_own_place(n: int) -> None:
    board = QueensProblem(n=n).placement(np.arange(n))
    form = fitting(board, 100, Size(80, 20))
    lines = ["".join(text for text, _ in line) for line in drawing(board, form.width, form.height, False)]
    assert all(len(line) == form.width for line in lines)
    assert sum("▀▄♛".count(sign) + 2 * (sign == "█") for line in lines for sign in line if sign in "▀▄█♛") == n
    if form.height < n:
        assert [line.index("▀") for line in lines] == list(range(0, n, 2))
        assert [line.index("▄") for line in lines if "▄" in line] == list(range(1, n, 2))
