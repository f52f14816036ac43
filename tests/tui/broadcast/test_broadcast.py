"""The channel to the server: the newest screen arrives, and the program never waits."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import DIMMED_MONOKAI, MONOKAI
from textual.geometry import Region
from textual.strip import Strip

from knightwatch.tui.broadcast import broadcast
from knightwatch.tui.broadcast.broadcast import Broadcast
from knightwatch.tui.textual_internals import LayoutUpdate

WIDTH, HEIGHT = 12, 4
PIECES = st.tuples(st.integers(0, HEIGHT - 1), st.integers(0, WIDTH - 1), st.text("ab漢", min_size=1, max_size=WIDTH))


@pytest.fixture(autouse=True)
def no_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "INTERVAL", 0.0)
    monkeypatch.setattr(broadcast, "SHARE", 1e9)


def update(y: int, x: int, text: str) -> LayoutUpdate:
    strip = Strip([Segment(text)])
    return LayoutUpdate([[strip]], Region(x, y, strip.cell_length, 1))


class Server:
    """The other end: applies messages."""

    def __init__(self, channel: socket.socket) -> None:
        self.channel = channel
        self.screen: list[str] = []
        self.size: list[int] = []
        self.messages = 0
        self._data = b""

    def read(self) -> None:
        try:
            while data := self.channel.recv(1 << 20):
                self._data += data
        except BlockingIOError:
            pass
        lines = self._data.split(b"\n")
        while len(lines) > 1 and len(lines) - 2 >= len((header := json.loads(lines[0]))["rows"]):
            if header["size"] != self.size:
                self.size, self.screen = header["size"], [""] * header["size"][1]
            for y, row in zip(header["rows"], lines[1:], strict=False):
                self.screen[y] = "".join(run[0] for run in json.loads(row))
            self.messages += 1
            lines = lines[1 + len(header["rows"]) :]
        self._data = b"\n".join(lines)


@asynccontextmanager
async def connected() -> AsyncIterator[tuple[Broadcast, Server]]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setblocking(False)
        theirs.setblocking(False)
        sender = Broadcast(ours, "http://127.0.0.1:1/", "", local=True)
        sender.resize(WIDTH, HEIGHT)
        yield sender, Server(theirs)
        loop = asyncio.get_running_loop()
        loop.remove_reader(ours)
        loop.remove_writer(ours)


async def until(condition: Callable[[], object], meanwhile: Callable[[], object] = lambda: None) -> None:
    async with asyncio.timeout(60):
        while not condition():
            meanwhile()
            await asyncio.sleep(0)


def idle(sender: Broadcast) -> bool:
    """Tell whether everything is sent."""
    return not (sender._timer or sender._unsent)


def drawn(pieces: list[tuple[int, int, str]]) -> Iterator[str]:
    """Yield the rows that a terminal shows after some pieces: half of a wide sign becomes a space."""
    for y in range(HEIGHT):
        row = Strip.blank(WIDTH)
        for _, x, text in (piece for piece in pieces if piece[0] == y):
            strip = Strip([Segment(text)]).crop(0, WIDTH - x)
            row = Strip.join([row.crop(0, x), strip, row.crop(x + strip.cell_length, WIDTH)])
        yield row.text


@given(st.lists(st.lists(PIECES, min_size=1, max_size=30), min_size=1, max_size=5))
def test_the_server_has_the_newest_screen(groups: list[list[tuple[int, int, str]]]) -> None:
    async def check() -> None:
        async with connected() as (sender, server):
            done: list[tuple[int, int, str]] = []
            for group in groups:
                for piece in group:
                    sender.draw(update(*piece), MONOKAI)
                done += group
                await until(lambda done=done: server.screen == [*drawn(done)], server.read)  # type: ignore[misc]

    asyncio.run(check())


async def test_only_changed_rows_are_sent() -> None:
    async with connected() as (sender, server):
        sender.draw(update(0, 0, "first"), MONOKAI)
        await until(lambda: server.messages == 1, server.read)
        sender.draw(update(0, 0, "first"), MONOKAI)
        sender.draw(update(2, 0, "third"), MONOKAI)
        await until(lambda: idle(sender))
        message = server.channel.recv(1 << 20)
        assert json.loads(message.partition(b"\n")[0])["rows"] == [2]


async def test_a_server_that_does_not_read_never_blocks_and_gets_the_newest_screen() -> None:
    async with connected() as (sender, server):
        sender.resize(400, 50)
        coloured = [Segment("x", Style(color=f"#{i:06x}")) for i in range(400)]
        for number in range(60):
            for y in range(50):
                strip = Strip([Segment(f"{number:4}"), *coloured[:396]])
                sender.draw(LayoutUpdate([[strip]], Region(0, y, 400, 1)), MONOKAI)
            await asyncio.sleep(0)
        assert len(sender._unsent) < 1_000_000, "at most one message waits"
        await until(lambda: server.screen and all("  59" in row for row in server.screen), server.read)
        assert server.messages < 10


async def test_a_resize_and_a_theme_send_every_row() -> None:
    async with connected() as (sender, server):
        sender.draw(update(0, 0, "first"), MONOKAI)
        await until(lambda: server.messages == 1, server.read)
        sender.resize(5, 2)
        sender.draw(update(1, 3, "wide"), MONOKAI)
        await until(lambda: server.messages == 2, server.read)
        assert (server.size, server.screen) == ([5, 2], ["     ", "   wi"])
        sender.draw(update(1, 0, "x"), DIMMED_MONOKAI)
        await until(lambda: idle(sender))
        assert json.loads(server.channel.recv(1 << 20).partition(b"\n")[0])["rows"] == [0, 1]


async def test_visitors_are_counted_and_a_lost_server_is_noticed() -> None:
    async with connected() as (sender, server):
        told: list[Any] = []
        sender.on_change = lambda: told.append((sender.visitors, sender.lost))
        sender.draw(update(0, 0, "first"), MONOKAI)
        server.channel.send(b'{"visitors": 3}\n{"visi')
        await until(lambda: told)
        server.channel.send(b'tors": 4}\n')
        await until(lambda: len(told) == 2)
        server.channel.close()
        await until(lambda: len(told) == 3)
        assert told == [(3, False), (4, False), (0, True)]
        sender.draw(update(0, 0, "later"), MONOKAI)
        assert idle(sender)


async def test_a_screen_that_is_costly_to_encode_is_sent_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "SHARE", 1e-9)
    async with connected() as (sender, server):
        sender.draw(update(0, 0, "first"), MONOKAI)
        await until(lambda: server.messages == 1, server.read)
        sender.draw(update(0, 0, "later"), MONOKAI)
        for _ in range(100):
            await asyncio.sleep(0)
        server.read()
        assert server.messages == 1
