"""The board redraws exactly what changed."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.geometry import Region

from knightwatch.engine.core.frame import Board
from knightwatch.engine.queens.problem import ATTACKED, QUEEN, QueensProblem
from knightwatch.tui.widgets.board.drawing import GAP
from tests.support.boards import (
    KNIGHT,
    MARKS,
    Refreshes,
    alone,
    boards,
    cell_by_cell,
    differences,
    marked,
    picture,
    scroll,
    step,
    text,
    wandering,
    zoomed,
)


@pytest.mark.parametrize("n", [8, 20, 64])
async def test_only_changed_squares_are_redrawn(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
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
                refreshes = Refreshes(view, patch)
                view.show(moved)
            assert not refreshes.all
            assert all(refreshes.covers(place) for place in differences(before, picture(view)))
            cell = view.scale.width * max(1, int(view.scale.height))
            assert sum(region.area for region in refreshes.regions) <= 2 * cell
            if row == rows[col]:
                assert refreshes.regions == []

        async for _ in zoomed(view, pilot):
            holds()


async def test_every_difference_between_two_boards_is_redrawn(monkeypatch: pytest.MonkeyPatch) -> None:
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
                refreshes = Refreshes(view, patch)
                view.show(problem.placement(second))
            assert not refreshes.all
            assert all(refreshes.covers(place) for place in differences(before, picture(view)))

        async for _ in zoomed(view, pilot):
            holds()


async def test_moving_the_cursor_redraws_both_squares(monkeypatch: pytest.MonkeyPatch) -> None:
    async with alone(8) as (_, view, pilot):
        view.point(2, 3)
        await pilot.pause()
        before = picture(view)
        refreshes = Refreshes(view, monkeypatch)
        view.point(5, 4)
        changed = differences(before, picture(view))
        assert {view.square_at(place) for place in changed} == {(2, 3), (5, 4)}
        assert all(refreshes.covers(place) for place in changed)


async def test_squares_keep_their_look_while_the_trail_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    n, way = 8, wandering(8, 40)
    async with alone(n, marks=MARKS) as (_, view, pilot):
        async for _ in zoomed(view, pilot):
            view.show(step(n, way, 1))
            after, grid = picture(view), cell_by_cell(view.board, view.scale)
            for length in range(2, len(way) + 1):
                with monkeypatch.context() as patch:
                    refreshes = Refreshes(view, patch)
                    view.show(step(n, way, length))
                before, cells_before = after, grid
                after, grid = picture(view), cell_by_cell(view.board, view.scale)
                assert not refreshes.all
                assert all(refreshes.covers(place) for place in differences(before, after))
                cells = np.argwhere(np.array(cells_before) != np.array(grid))
                assert len(cells) <= 18
                cell = view.scale.width * max(1, int(view.scale.height))
                assert sum(region.area for region in refreshes.regions) <= (len(cells) + 6) * (cell + GAP)


async def test_every_difference_between_two_trails_is_redrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    async with alone(12, marks=MARKS) as (_, view, pilot):

        @settings(max_examples=6)
        @given(boards(), boards(), st.floats(0, 1))
        def holds(first: Board, second: Board, share: float) -> None:
            first, second = (within(board) for board in (first, second))
            view.show(first)
            scroll(view, share, share)
            before = picture(view)
            with monkeypatch.context() as patch:
                refreshes = Refreshes(view, patch)
                view.show(second)
            assert not refreshes.all
            assert all(refreshes.covers(place) for place in differences(before, picture(view)))

        def within(board: Board) -> Board:
            return replace(board, rows=12, cols=12)

        async for _ in zoomed(view, pilot):
            holds()


async def test_only_visible_squares_are_redrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    n = 200
    async with alone(n, marks=MARKS) as (_, view, pilot):
        while not view.scale.digits:
            view.zoom(-1)
        await pilot.pause()
        refreshes = Refreshes(view, monkeypatch)
        view.show(marked(n, range(n * n)))
        cell = Region(0, 0, view.size.width, view.size.height).grow((view.scale.width,) * 4)
        assert refreshes.regions
        assert all(cell.contains_region(region) for region in refreshes.regions)


async def test_other_marks_redraw_the_whole_board() -> None:
    async with alone(8, marks=(KNIGHT,)) as (_, view, _):
        view.show(Board(8, 8, (KNIGHT,), np.array([9]), np.zeros(1, np.uint8)))
        assert "♞" in text(view)
        view.show(Board(8, 8, (QUEEN,), np.array([9]), np.zeros(1, np.uint8)))
        assert "♛" in text(view)
        assert "♞" not in text(view)
