"""Motions: a knight glides, a dead end flashes, a wave runs along a complete tour."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.pilot import Pilot

from knightwatch.engine.core.frame import Board, Links, Tone
from knightwatch.tui.look import Look
from knightwatch.tui.widgets.board.motion import FLASH, GLIDE, WAVE, is_complete, motion
from knightwatch.tui.widgets.board.view import BoardView
from tests.support.boards import (
    Alone,
    Refreshes,
    alone,
    boards,
    by_square,
    differences,
    marked,
    picture,
    signs,
    step,
    variable,
    wandering,
)
from tests.support.pilot import until

WAY = wandering(8, 64)


def stuck(length: int) -> Board:
    board = step(8, WAY, length)
    return replace(board, links=(Links.equal("into a dead end", Tone.ALARM, board.trail[-2:]),))


@given(boards(), boards(), st.booleans())
def test_a_motion_is_short_and_stays_on_the_trail(first: Board, second: Board, slow: bool) -> None:
    stills = motion(first, second, slow)
    assert len(stills) <= max(GLIDE + FLASH, WAVE)
    squares = set(second.trail.tolist())
    for still in stills:
        assert still.lit <= squares
        assert still.glide is None or (set(still.glide[:2]) <= squares and 0 < still.glide[2] < 1)


@given(st.integers(2, 60))
def test_a_step_glides_only_at_a_slow_pace(length: int) -> None:
    before, after = step(8, WAY, length - 1), step(8, WAY, length)
    assert [still.glide for still in motion(before, after, slow=True)] == [
        (WAY[length - 2], WAY[length - 1], share) for share in (0.25, 0.5, 0.75)
    ]
    assert motion(before, after, slow=False) == []
    assert motion(after, before, slow=True) == []
    assert motion(before, step(8, WAY, length + 1), slow=True) == []


def test_a_dead_end_flashes_once() -> None:
    stills = motion(step(8, WAY, 9), stuck(10), slow=True)
    assert [still.lit for still in stills[GLIDE:]] == [{WAY[9]}] * FLASH
    assert {still.tone for still in stills[GLIDE:]} == {Tone.ALARM}
    assert motion(stuck(10), stuck(10), slow=True) == []


def test_a_complete_tour_gets_one_wave_at_any_pace() -> None:
    assert len(WAY) == 64
    done = marked(8, WAY)
    assert is_complete(done)
    assert not is_complete(step(8, WAY, 64))
    assert not is_complete(marked(8, [*WAY[:-1], WAY[0]]))
    for slow in (False, True):
        stills = motion(step(8, WAY, 60), done, slow)
        assert [square for still in stills for square in sorted(still.lit, key=WAY.index)] == WAY
        assert len(stills) == WAVE
    assert motion(done, done, slow=True) == []


def test_holes_need_not_be_visited() -> None:
    square = WAY[-1]
    board = marked(8, WAY[:-1], HOLE=square)
    assert is_complete(board)
    assert not is_complete(replace(board, squares=np.array([], np.int64), kinds=np.array([], np.uint8)))


@asynccontextmanager
async def moving(look: Look | None = None) -> AsyncIterator[tuple[Alone, BoardView, Pilot[Any]]]:
    """Open a board with animations; enough time has passed for the next step to be animated."""
    app = Alone(step(8, WAY, 9), look or Look())
    async with app.run_test(size=(60, 30)) as pilot:
        app.animation_level = "full"
        yield app, app.view, pilot


async def test_a_knight_glides_between_squares_and_then_arrives(monkeypatch: pytest.MonkeyPatch) -> None:
    async with moving() as (_, view, pilot):
        refreshes = Refreshes(view, monkeypatch)
        before = picture(view)
        view.show(step(8, WAY, 10))
        assert view._still
        assert "♞" not in signs(view).values()
        rider = variable("trail-piece").rich_color
        touched = {square for square, cells in by_square(view).items() if any(s.bgcolor == rider for _, s in cells)}
        assert len(touched) > 1
        assert all(refreshes.covers(place) for place in differences(before, picture(view)))
        await until(pilot, lambda: view._still is None)
        assert [square for square, sign in signs(view).items() if sign == "♞"] == [divmod(WAY[9], 8)]
        after = picture(view)
        view._rescale()
        assert picture(view) == after


async def test_the_next_board_ends_the_motion() -> None:
    async with moving() as (_, view, _):
        view.show(step(8, WAY, 10))
        assert view._still
        view.show(step(8, WAY, 11))
        assert view._still is None
        assert signs(view)[divmod(WAY[10], 8)] == "♞"


async def test_a_wave_leaves_the_squares_unchanged() -> None:
    async with moving() as (_, view, pilot):
        view.show(marked(8, WAY))
        assert view._still
        good = variable("square-good").rich_color
        lit = {row * 8 + col for (row, col), cells in by_square(view).items() if cells[0][1].bgcolor == good}
        assert lit == set(view._still.lit)
        await until(pilot, lambda: view._still is None)
        assert not any(cells[0][1].bgcolor == good for cells in by_square(view).values())


@pytest.mark.parametrize("why", ["level", "colour", "pixels"])
async def test_no_motion_without_animation_colour_or_signs(why: str) -> None:
    async with moving(Look(colour=why != "colour")) as (app, view, pilot):
        if why == "level":
            app.animation_level = "none"
        if why == "pixels":
            while view.scale.signs:
                view.zoom(1)
            await pilot.pause()
        view.show(step(8, WAY, 10))
        assert view._still is None


async def test_animation_is_off_in_tests() -> None:
    async with alone(8) as (app, _, _):
        assert app.animation_level == "none"
