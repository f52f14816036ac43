"""The dialog for followers: it comes first, and its key exists only with a broadcast."""

import socket
from collections.abc import Iterator

import pytest
from textual.widgets import Static

from knightwatch.tui.app import Knightwatch
from knightwatch.tui.broadcast.broadcast import Broadcast
from knightwatch.tui.screens.followers import FollowersScreen
from knightwatch.tui.screens.help import commands_of
from knightwatch.tui.screens.home import HomeScreen
from knightwatch.tui.screens.puzzle.screen import PuzzleScreen
from tests.support.pilot import plan, until


@pytest.fixture
def channel() -> Iterator[socket.socket]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield ours


def shown(app: Knightwatch) -> str:
    return str(app.screen.query_one("#followers", Static).content)


async def test_the_address_is_shown_first_and_f3_shows_it_again(channel: socket.socket) -> None:
    app = Knightwatch(plan())
    app.broadcast = it = Broadcast(channel, "http://10.0.0.7:8000/", "rook", local=False)
    async with app.run_test(notifications=True) as pilot:
        await until(pilot, lambda: isinstance(app.screen, FollowersScreen))
        assert all(words in shown(app) for words in ("http://10.0.0.7:8000/", "rook", "not encrypted", "0 followers."))
        it.visitors = 12
        it.on_change()
        assert "12 followers." in shown(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen))
        await pilot.press("f3")
        await until(pilot, lambda: isinstance(app.screen, FollowersScreen))
        await pilot.press("f3")
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen))
        it.lost = True
        it.on_change()
        await until(pilot, lambda: any("nobody follows" in notice for notice in app.notices))


async def test_a_local_address_says_how_others_can_connect(channel: socket.socket) -> None:
    app = Knightwatch()
    app.broadcast = Broadcast(channel, "http://127.0.0.1:8000/", "", local=True)
    async with app.run_test() as pilot:
        await until(pilot, lambda: isinstance(app.screen, FollowersScreen))
        assert "--host 0.0.0.0" in shown(app)
        assert "word" not in shown(app)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        assert "f3" in {binding.key for _, binding in commands_of(app.screen)}


async def test_without_a_broadcast_there_is_no_key() -> None:
    app = Knightwatch()
    async with app.run_test() as pilot:
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        assert "f3" not in {binding.key for _, binding in commands_of(app.screen)}
        await pilot.press("f3")
        assert isinstance(app.screen, HomeScreen)
