"""The screen of the knight's tour: open, click, and read square by square."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from knightwatch.engine.boards import read_square
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.tui.look import Look
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from knightwatch.tui.screens.tour.screen import TourScreen
from knightwatch.tui.widgets.board.view import BoardView
from tests.support.boards import signs
from tests.support.pilot import Opened, opened, until

STUCK = {"start": "a3", "solver": "warnsdorff"}
"""A start from which Warnsdorff's rule alone fails."""
FIVE = {"rows": "5", "cols": "5"}


@asynccontextmanager
async def tour(
    values: dict[str, str] | None = None, size: tuple[int, int] = (80, 24), look: Look | None = None
) -> AsyncIterator[Opened]:
    async with opened(values, size, look, "tour") as it:
        assert isinstance(it.screen, TourScreen)
        yield it


async def back(it: Opened, key: str = "q") -> None:
    await it.pilot.press(key)
    await until(it.pilot, lambda: isinstance(it.app.screen, PuzzleScreen))
    await it.at_rest()


def problem(it: Opened) -> TourProblem:
    found = it.screen.plan.problem
    assert isinstance(found, TourProblem)
    return found


def view(it: Opened) -> BoardView:
    return it.app.screen.query_one(BoardView)


def marked(it: Opened, name: str) -> set[str]:
    """Return the squares with a mark."""
    board = view(it).board
    kinds = [mark.name for mark in board.marks]
    places = zip(board.squares.tolist(), board.kinds.tolist(), strict=True)
    return {named(it, square) for square, kind in places if kinds[kind] == name}


def named(it: Opened, square: int) -> str:
    board = view(it).board
    return f"{'abcdefgh'[square % board.cols]}{board.rows - square // board.cols}"


def trail(it: Opened) -> list[str]:
    return [named(it, int(square)) for square in view(it).board.trail]


def sentence(it: Opened) -> str:
    words = it.app.screen.query_one("#sentence")
    return " ".join(" ".join(strip.text for strip in words.render_lines(words.outer_size.region)).split())


def cells(it: Opened) -> dict[str, str]:
    """Return the text on each square of a board that fits on the screen."""
    cols = view(it).board.cols
    return {named(it, row * cols + col): sign for (row, col), sign in signs(view(it)).items()}


def place(it: Opened, square: str) -> tuple[int, int]:
    """Return the place of a square on the widget."""
    shown = view(it)
    board, scale, indent = shown.board, shown.scale, shown._indent
    row, col = divmod(read_square(square, board.rows, board.cols, "square"), board.cols)
    return indent.x + scale.margin[0] + col * scale.width + 1, indent.y + int(row * scale.height)


async def click(it: Opened, square: str, button: int = 1) -> None:
    await it.pilot.click(view(it), offset=place(it, square), button=button)
    await it.pilot.pause()
