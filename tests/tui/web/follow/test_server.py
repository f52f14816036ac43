"""The server: late, slow, silent and hostile visitors, each on its own connection."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

import pytest

from bench.following import Follower, request
from knightwatch.tui.web.follow import http, server
from knightwatch.tui.web.follow.door import MAX_WRONG
from knightwatch.tui.web.follow.server import FollowServer, unread
from knightwatch.tui.web.follow.stage import Message, Stage

SIZE = 40, 10
At = tuple[str, int]
Make = Callable[[], Follower]


@asynccontextmanager
async def serving(word: str = "", visitors: int = 10) -> AsyncIterator[tuple[Stage, FollowServer, At]]:
    shown = Stage()
    it = FollowServer(shown, "127.0.0.1", word, visitors)
    listening = await it.start(0)
    try:
        yield shown, it, ("127.0.0.1", listening.sockets[0].getsockname()[1])
    finally:
        listening.close()
        await it.finish()


@pytest.fixture
async def follower() -> AsyncIterator[Make]:
    """Return a function that makes visitors, who leave after the test."""
    made: list[Follower] = []

    def make() -> Follower:
        made.append(Follower())
        return made[-1]

    yield make
    for each in made:
        await each.close()


def put(stage: Stage, text: str, *rows: int) -> None:
    runs = json.dumps([[text, "e0e0e0121212"]]).encode()
    stage.put(SIZE, [(y, runs) for y in rows or range(SIZE[1])])


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.005)


async def left(writer: asyncio.StreamWriter) -> None:
    """Close a connection."""
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()


@pytest.mark.parametrize("packed", [True, False])
async def test_a_late_visitor_sees_the_whole_screen_then_changes(packed: bool, follower: Make) -> None:
    async with serving() as (stage, _, at):
        put(stage, "old")
        put(stage, "new", 3)
        visitor = follower()
        await visitor.connect(at, packed)
        await visitor.until(lambda: visitor.events == 1)
        assert visitor.lines == ["old"] * 3 + ["new"] + ["old"] * 6
        put(stage, "newer", 4)
        await visitor.until(lambda: visitor.events == 2)
        assert visitor.lines == ["old"] * 3 + ["new", "newer"] + ["old"] * 5
        assert [y for y, time in visitor.changed.items() if time > visitor.changed[0]] == [4]


async def test_a_visitor_before_the_first_screen_waits_for_it(follower: Make) -> None:
    async with serving() as (stage, it, at):
        visitor = follower()
        await visitor.connect(at)
        await until(lambda: it.visitors == 1)
        put(stage, "first")
        await visitor.until(lambda: visitor.shows("first"))


async def test_visitors_that_stop_reading_delay_nobody_and_hold_little_memory(
    follower: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    writers: set[asyncio.StreamWriter] = set()

    async def send(writer: asyncio.StreamWriter, message: Message, packed: bool) -> None:
        writers.add(writer)
        await usual(writer, message, packed)

    usual = server._send
    monkeypatch.setattr(server, "_send", send)
    async with serving() as (stage, it, at):
        put(stage, "0")
        silent, quick = [follower() for _ in range(3)], follower()
        for each in silent:
            await each.connect(at, packed=False, narrow=True)
        await quick.connect(at, packed=False)
        for number in range(40):
            put(stage, f"{number} " + 2000 * "x")
            await quick.until(lambda number=number: quick.shows(f"{number} "), 10)
        assert it.visitors == len(writers) == 4
        held = [
            writer.transport.get_write_buffer_size() + unread(writer.get_extra_info("socket")) for writer in writers
        ]
        assert 1_000 < max(held) < 50_000, "about one message"
        for each in silent:
            await each.until(lambda each=each: each.shows("39 "))
            assert each.events < 10, "it skipped frames"


async def test_a_visitor_that_never_reads_is_disconnected(monkeypatch: pytest.MonkeyPatch, follower: Make) -> None:
    monkeypatch.setattr(server, "STALLED_SECONDS", 0.05)
    async with serving() as (stage, it, at):
        visitor = follower()
        await visitor.connect(at, packed=False, narrow=True)
        async with asyncio.timeout(60):
            while it.visitors or not stage.version:
                put(stage, 100_000 * "x")
                await asyncio.sleep(0)


async def test_a_visitor_that_sends_anything_is_disconnected(follower: Make) -> None:
    async with serving() as (stage, it, at):
        put(stage, "seen")
        visitor = follower()
        await visitor.connect(at)
        await visitor.until(lambda: visitor.shows("seen"))
        visitor.writer.write(b"q")
        await until(lambda: it.visitors == 0)
        put(stage, "later")
        while await visitor.read():
            pass
        assert not visitor.shows("later")


async def test_visitors_are_counted_and_places_are_limited(follower: Make) -> None:
    async with serving(visitors=2) as (_, it, at):
        counts: list[int] = []
        it.on_change = lambda: counts.append(it.visitors)
        first, second, third = (follower() for _ in range(3))
        await first.connect(at)
        await second.connect(at)
        await third.connect(at)
        assert (first.status, second.status, third.status) == ("200", "200", "503")
        assert " 503 " in await request(at, "GET /")
        await first.close()
        await until(lambda: it.visitors == 1)
        fourth = follower()
        await fourth.connect(at)
        assert fourth.status == "200"
        assert counts == [1, 2, 1, 2]


async def test_connections_without_a_request_cannot_keep_visitors_out(
    follower: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "SPARE", 20)
    monkeypatch.setattr(server, "YOUNG", 0.0)
    async with serving(visitors=1) as (stage, it, at):
        put(stage, "seen")
        idle = [await asyncio.open_connection(*at) for _ in range(30)]
        for _, writer in idle:
            writer.write(b"GET / HTT")
        visitor = follower()
        await visitor.connect(at)
        await visitor.until(lambda: visitor.shows("seen"))
        assert len(it._connections) <= 21
        for _, writer in idle:
            await left(writer)


async def test_a_whole_room_can_connect_at_once(follower: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "SPARE", 20)
    async with serving(visitors=40) as (stage, _, at):
        put(stage, "seen")
        visitors = [follower() for _ in range(40)]
        await asyncio.gather(*(visitor.connect(at) for visitor in visitors))
        assert {visitor.status for visitor in visitors} == {"200"}


async def test_a_request_that_arrives_too_slowly_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "REQUEST_SECONDS", 0.01)
    async with serving() as (_, _, at):
        reader, writer = await asyncio.open_connection(*at)
        writer.write(b"GET / HTT")
        assert await asyncio.wait_for(reader.read(), 60) == b""
        await left(writer)


async def test_a_word_is_asked_for_and_remembered(follower: Make) -> None:
    async with serving("Rook") as (stage, _, at):
        put(stage, "secret")
        stranger = follower()
        await stranger.connect(at)
        assert stranger.status == "403"
        page = await request(at, "GET /")
        assert " 200 " in page
        assert "<form" in page
        assert " 403 " in await request(at, "POST /", "word=pawn")
        answer = await request(at, "POST /", "word=+rook")
        assert " 303 " in answer
        cookie = answer.partition("Set-Cookie: ")[2].partition(";")[0]
        visitor = follower()
        await visitor.connect(at, headers=f"Cookie: {cookie}\r\n")
        await visitor.until(lambda: visitor.shows("secret"))
        assert "page.js" in await request(at, f"GET /\r\nCookie: {cookie}\r\n")


async def test_guessing_is_limited_even_for_the_right_word() -> None:
    async with serving("rook") as (_, _, at):
        for _ in range(MAX_WRONG):
            assert " 403 " in await request(at, "POST /", "word=pawn")
        assert " 429 " in await request(at, "POST /", "word=rook")


@pytest.mark.parametrize("path", ["/", "/screen", "/page.js"])
async def test_other_host_names_are_refused(path: str) -> None:
    async with serving() as (stage, _, at):
        put(stage, "seen")
        reader, writer = await asyncio.open_connection(*at)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: evil.example\r\n\r\n".encode())
        assert b" 403 " in await asyncio.wait_for(reader.read(), 60)
        await left(writer)


@pytest.mark.parametrize("path", ["/", "/page.js", "/page.css"])
async def test_pages_load_nothing_from_elsewhere(path: str) -> None:
    async with serving() as (_, _, at):
        head, _, body = (await request(at, f"GET {path}")).partition("\r\n\r\n")
        assert " 200 " in head
        assert "default-src 'none'; script-src 'self'" in head
        assert "://" not in body
        assert "unsafe" not in head
        assert (await request(at, f"HEAD {path}")).partition("\r\n\r\n")[::2] == (head, "")


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("GET /../door.py", 404),
        ("GET /word.html", 404),
        ("POST /screen", 404),
        ("DELETE /", 400),
        ("HEAD /screen", 404),
    ],
)
async def test_there_is_nothing_else(text: str, status: int) -> None:
    async with serving() as (_, _, at):
        assert f" {status} " in await request(at, text)


@pytest.mark.parametrize("body", ["", "&".join("abcdefgh"), "x=1&" * 200, "word=%ff%00", "word", "=&=;="])
async def test_odd_forms_are_wrong_words(body: str) -> None:
    async with serving("rook") as (_, _, at):
        assert " 403 " in await request(at, "POST /", body)


async def test_visitors_hear_that_the_lecturer_has_left(monkeypatch: pytest.MonkeyPatch, follower: Make) -> None:
    monkeypatch.setattr(server, "END_SECONDS", 60.0)
    visitors = [follower() for _ in range(3)]
    async with serving() as (stage, _, at):
        for visitor in visitors:
            await visitor.connect(at)
        put(stage, "last")
        reading = [asyncio.ensure_future(visitor.until(lambda visitor=visitor: visitor.ended)) for visitor in visitors]
    await asyncio.gather(*reading)
    assert all(visitor.shows("last") for visitor in visitors)


async def test_an_idle_screen_sends_signs_of_life(monkeypatch: pytest.MonkeyPatch, follower: Make) -> None:
    monkeypatch.setattr(server, "BEAT_SECONDS", 0.01)
    async with serving() as (shown, _, at):
        put(shown, "still")
        visitor = follower()
        await visitor.connect(at, packed=False)
        await visitor.until(lambda: visitor.events > 3)
        assert visitor.shows("still")
