"""Boards for tests, and an application that shows one board to zoom, scroll and read."""

import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st
from rich.color import Color
from rich.style import Style
from textual.app import App, ComposeResult
from textual.color import Color as Shade
from textual.geometry import Offset, Region
from textual.pilot import Pilot
from textual.theme import Theme

from knightwatch.engine.boards import neighbours
from knightwatch.engine.core.frame import Board, Mark, Tone
from knightwatch.engine.queens.problem import ATTACKED, QUEEN
from knightwatch.tui.braille import BRAILLE
from knightwatch.tui.look import Look
from knightwatch.tui.theme import THEMES
from knightwatch.tui.widgets.board.inks import style_on
from knightwatch.tui.widgets.board.scale import Scale, scales, shade
from knightwatch.tui.widgets.board.sprites import sprite
from knightwatch.tui.widgets.board.styles import FRAMED, trail
from knightwatch.tui.widgets.board.view import BoardView

Cell = tuple[str, Style]

KNIGHT = Mark("knight", "♞", "N", Tone.PIECE)
HOLE = Mark("hole", " ", "#", Tone.HOLE)
NEXT = Mark("free, 3 ways on", "+3", "+3", Tone.HINT)
BACK = Mark("the way back", "✓", "v", Tone.GOOD)
DEAD = Mark("dead end", "×", "x", Tone.ALARM)
MARKS = (HOLE, NEXT, BACK, KNIGHT, DEAD)
LINE = rf"[{BRAILLE[1:]}/\\|-]|\+(?!\d)"
"""The characters of lines, in braille or ASCII."""
LETTERS, SIGNS = "#+vNx", "#+✓♞×"


class Alone(App[None]):
    """An application that shows one board and records clicked squares."""

    CSS = "BoardView { width: 1fr; height: 1fr; scrollbar-size: 1 1; }"

    def __init__(self, board: Board, look: Look) -> None:
        super().__init__()
        self.register_theme(THEMES["dark"])
        self.theme = THEMES["dark"].name
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
    """Zoom out step by step, from the largest scale to pixels that cover a few squares."""
    for _ in range(len(scales(view.board, plain=False))):
        view.zoom(-1)
    while view.scale.covers < 4:
        await pilot.pause()
        yield
        view.zoom(1)


def scroll(view: BoardView, right: float, down: float) -> None:
    """Scroll to a fraction of the scrollable area."""
    x, y = int(right * view.max_scroll_x), int(down * view.max_scroll_y)
    view.scroll_to(x, y, animate=False, force=True, immediate=True)
    assert (view.scroll_offset.x, view.scroll_offset.y) == (x, y)


def picture(view: BoardView) -> list[list[Cell]]:
    """Return all characters of the view with their styles."""
    lines = []
    for y in range(view.size.height):
        cells = [(sign, part.style or Style()) for part in view.render_line(y) for sign in part.text]
        lines.append(cells)
    return lines


def text(view: BoardView) -> str:
    return "\n".join("".join(sign for sign, _ in line) for line in picture(view))


def colour(name: str, theme: Theme = THEMES["dark"]) -> Color:
    return Color.parse(theme.variables[f"square-{name}"])


def variable(name: str) -> Shade:
    return Shade.parse(THEMES["dark"].variables[name])


def same(a: Color | None, b: Color) -> bool:
    return a is not None and a.triplet == b.triplet


def shades(theme: Theme) -> list[Style]:
    """Return the styles of a trail that is drawn as coloured squares."""
    return [
        style_on(paper)
        for paper in trail(*(Style(bgcolor=theme.variables[f"trail-{end}"]) for end in ("first", "last")))
    ]


def places(view: BoardView) -> Iterable[Offset]:
    inside = view.scrollable_content_region
    return (Offset(x, y) for y in range(inside.height) for x in range(inside.width))


def by_square(view: BoardView) -> dict[tuple[int, int], list[Cell]]:
    """Return the characters that show each square."""
    drawn = picture(view)
    shown: dict[tuple[int, int], list[Cell]] = {}
    for place in places(view):
        if square := view.square_at(place):
            shown.setdefault(square, []).append(drawn[place.y][place.x])
    return shown


def signs(view: BoardView) -> dict[tuple[int, int], str]:
    """Return the text on each square without lines: pieces by their signs, the cursor in brackets."""
    width, height = view.scale.width, int(view.scale.height)
    pieces = {piece: drawing for piece in "♞♛" if (drawing := sprite(piece, width, height))}
    found = {}
    for square, cells in by_square(view).items():
        drawn = re.sub(LINE, " ", "".join(sign for sign, _ in cells))
        lines = [drawn[first : first + width] for first in range(0, len(drawn), width)]
        text = drawn.strip()
        if square == view.cursor and width >= FRAMED:
            text = f"[{''.join(line[1:-1] for line in lines).strip() or ' '}]"
        for piece, drawing in pieces.items():
            if [line[1:-1] for line in drawing[1:]] == [line[1:-1] for line in lines[1:]]:
                text = f"{piece}!" if lines[0].endswith("!") else piece
                text = f"[{text}]" if square == view.cursor else text
        found[square] = text
    return found


def alarms(view: BoardView) -> set[Offset]:
    """Return the places in the alarm colour."""
    alarm = colour("alarm")
    return {
        Offset(x, y)
        for y, line in enumerate(picture(view))
        for x, (sign, style) in enumerate(line)
        if same(style.bgcolor, alarm) or (sign == "▀" and same(style.color, alarm))
    }


def one_queen(n: int, row: int, col: int) -> Board:
    """Return a board with one attacked queen. Its whole square is coloured."""
    return Board(n, n, (QUEEN, ATTACKED), np.array([row * n + col]), np.array([1], np.uint8))


class Refreshes:
    """Records the regions that a board refreshes."""

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


def marked(n: int, trail: Iterable[int], **squares: int) -> Board:
    """Return a board with a trail and marks, by the names of the constants above."""
    kinds = np.array([MARKS.index(globals()[name]) for name in squares], np.uint8)
    return Board(n, n, MARKS, np.array(list(squares.values()), np.int64), kinds, trail=np.array(list(trail), np.int64))


def wandering(n: int, steps: int, seed: int = 0) -> list[int]:
    """Return a walk that visits no square twice, by Warnsdorff's rule with random ties."""
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
    """Return the board of a search: the trail, the knight at its end and hints around it."""
    head, seen = way[length - 1], set(way[:length])
    hints = [to for to in neighbours(head, n, n) if to not in seen]
    kinds = [MARKS.index(KNIGHT)] + [MARKS.index(NEXT)] * len(hints)
    return Board(n, n, MARKS, np.array([head, *hints]), np.array(kinds, np.uint8), trail=np.array(way[:length]))


def cell_by_cell(board: Board, scale: Scale) -> list[list[int]]:
    """Return the expected grid of a board, computed square by square."""
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
