"""A board alone on a screen: zoomed, scrolled, read off character by character, and watched while it is drawn again."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import numpy as np
import pytest
from rich.color import Color
from rich.style import Style
from textual.app import App, ComposeResult
from textual.geometry import Offset, Region
from textual.pilot import Pilot
from textual.theme import Theme

from engine.core.frame import Board, Mark
from engine.queens.problem import ATTACKED, QUEEN
from tui.theme import DARK, Look
from tui.widgets.board.scale import scales
from tui.widgets.board.styles import trail
from tui.widgets.board.view import BoardView

Cell = tuple[str, Style]


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


def shades(theme: Theme) -> list[Style]:
    """Return the styles of a trail."""
    return trail(*(Style(bgcolor=theme.variables[f"trail-{end}"]) for end in ("first", "last")))


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


def alarms(view: BoardView) -> set[Offset]:
    """Return the places that have the colour of an alarm."""
    alarm = colour("alarm")
    return {
        Offset(x, y)
        for y, line in enumerate(picture(view))
        for x, (sign, style) in enumerate(line)
        if same(style.bgcolor, alarm) or (sign == "▀" and same(style.color, alarm))
    }


def one_queen(n: int, row: int, col: int) -> Board:
    """Return a board with an attacked queen, whose square is coloured all over."""
    return Board(n, n, (QUEEN, ATTACKED), np.array([row * n + col]), np.array([1], np.uint8))


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
