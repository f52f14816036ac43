"""The server: a page, the screen as a stream of events, and a word if the lecturer asks for one.

Visitors can send nothing. Server-sent events go in one direction only, and a connection that sends more than
its request is closed.
"""

import asyncio
import socket
import termios
from array import array
from collections.abc import Callable
from contextlib import suppress
from fcntl import ioctl
from http import HTTPStatus
from pathlib import Path
from urllib.parse import parse_qs

from knightwatch.tui.web.follow.door import Door
from knightwatch.tui.web.follow.http import (
    MAX_HEAD,
    REQUEST_SECONDS,
    BadRequest,
    HttpAnswer,
    HttpRequest,
    head,
    read_request,
)
from knightwatch.tui.web.follow.stage import BEAT, END, GZIP, HELLO, NOTHING, Message, Stage
from knightwatch.tui.web.hosts import is_known

HERE = Path(__file__).parent
FILES = {
    "/": ("page.html", "text/html; charset=utf-8"),
    "/page.js": ("page.js", "text/javascript; charset=utf-8"),
    "/page.css": ("page.css", "text/css; charset=utf-8"),
}
SCREEN = "/screen"
BEAT_SECONDS = 15.0
"""Seconds after which an unchanged screen sends a sign of life."""
STALLED_SECONDS = 60.0
"""Seconds after which a visitor that reads nothing is disconnected; its page connects again."""
END_SECONDS = 1.0
"""Seconds in which visitors must read that the lecturer has left."""
MAX_UNREAD = 1024
"""Bytes that a visitor may have left to confirm before the next version: a slow line then gets the newest one."""
CHECK_SECONDS = 0.05
"""Seconds between two checks of a slow visitor."""
SEND_BUFFER = 32_768
"""Bytes that the system may hold for a visitor at most."""
SPARE = 256
"""Connections that may wait for their request. If there are more, a new one closes the oldest."""
YOUNG = 1.0
"""Seconds in which a connection is not closed for a new one: a whole room may connect at once."""
RETRY_SECONDS = "5"
"""Seconds after which a browser asks again for a place."""
FULL = b"All places for visitors are taken: please try again later.\n"
OTHER_HOST = b"This server does not answer to that name: use its address.\n"
WORD_PAGE = "word.html"
WRONG, TOO_MANY = "This is not the word.", "Too many wrong words: please wait a minute."


class FollowServer:
    """Shows a stage to visitors."""

    def __init__(self, stage: Stage, host: str, word: str, visitors: int) -> None:
        self._stage = stage
        self._host = host
        self._door = Door(word)
        self._places = visitors
        self._connections: set[asyncio.Task[None]] = set()
        self._unasked: dict[asyncio.Task[None], float] = {}
        """Connections whose request has not arrived yet, oldest first, and when each was made."""
        self.visitors = 0
        """Visitors that see the screen."""
        self.on_change: Callable[[], object] = lambda: None
        """Called after the number of visitors changed."""

    async def start(self, port: int) -> asyncio.Server:
        """Listen; raise OSError or UnicodeError if the address cannot be used."""
        return await asyncio.start_server(self._connected, self._host, port, limit=MAX_HEAD, backlog=256)

    async def finish(self) -> None:
        """Tell visitors that the lecturer has left, and close all connections."""
        self._stage.end()
        if self._connections:
            await asyncio.wait(self._connections, timeout=END_SECONDS)
        for task in self._connections:
            task.cancel()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        if len(self._connections) >= self._places + 2 * SPARE:
            writer.transport.abort()
            return
        now = asyncio.get_running_loop().time()
        for oldest, since in list(self._unasked.items())[:1]:
            if len(self._unasked) >= SPARE and now - since >= YOUNG:
                oldest.cancel()
        self._connections.add(task)
        self._unasked[task] = now
        try:
            with suppress(OSError, TimeoutError, asyncio.CancelledError):
                request = await self._request(reader, writer)
                del self._unasked[task]
                if request:
                    await self._serve(request, reader, writer)
        finally:
            self._connections.discard(task)
            self._unasked.pop(task, None)
            if writer.transport.get_write_buffer_size():  # the visitor does not read
                writer.transport.abort()
            writer.close()

    async def _request(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> HttpRequest | None:
        """Read the request; refuse it and return None if no browser sends it."""
        try:
            return await read_request(reader)
        except BadRequest:
            writer.write(HttpAnswer(HTTPStatus.BAD_REQUEST).encoded())
            return None

    async def _serve(self, request: HttpRequest, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the request."""
        writer.transport.set_write_buffer_limits(0)  # `drain` waits until the system has taken everything
        peer = writer.get_extra_info("peername")
        answer = self._answer(request, str(peer[0]) if peer else "")
        if answer:
            writer.write(answer.encoded(with_body=request.method != "HEAD"))
            async with asyncio.timeout(REQUEST_SECONDS):
                await writer.drain()
        else:
            await self._show(request, reader, writer)

    def _answer(self, request: HttpRequest, address: str) -> HttpAnswer | None:
        """Return the answer to a request; None if it is the screen."""
        if not is_known(request.headers["host"], self._host):
            return HttpAnswer(HTTPStatus.FORBIDDEN, OTHER_HOST)
        if request.method == "POST":
            return self._try_word(request, address) if request.path == "/" else HttpAnswer(HTTPStatus.NOT_FOUND)
        admitted = self._door.admits(request.headers.get("cookie", ""))
        if request.path in ("/", SCREEN) and self.visitors >= self._places:
            return HttpAnswer(HTTPStatus.SERVICE_UNAVAILABLE, FULL, headers={"Refresh": RETRY_SECONDS})
        if request.path == SCREEN and request.method == "GET":
            return None if admitted else HttpAnswer(HTTPStatus.FORBIDDEN)
        if request.path == "/" and not admitted:
            return _word_page("", HTTPStatus.OK)
        if request.path not in FILES:
            return HttpAnswer(HTTPStatus.NOT_FOUND)
        name, kind = FILES[request.path]
        return HttpAnswer(HTTPStatus.OK, (HERE / name).read_bytes(), kind)

    def _try_word(self, request: HttpRequest, address: str) -> HttpAnswer:
        if self._door.must_wait(address):
            return _word_page(TOO_MANY, HTTPStatus.TOO_MANY_REQUESTS)
        given = parse_qs(request.body).get("word", [""])[0]
        if not self._door.is_right(address, given):
            return _word_page(WRONG, HTTPStatus.FORBIDDEN)
        return HttpAnswer(HTTPStatus.SEE_OTHER, headers={"Location": "/", "Set-Cookie": self._door.cookie()})

    # The screen.

    async def _show(self, request: HttpRequest, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send the screen until the visitor leaves, sends something, or reads nothing for too long."""
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        self._count(1)
        sending = asyncio.ensure_future(self._send_all(writer, "gzip" in request.headers.get("accept-encoding", "")))
        leaving = asyncio.ensure_future(reader.read(1))
        try:
            await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._count(-1)
            for task in (sending, leaving):
                task.cancel()
            await asyncio.gather(sending, leaving, return_exceptions=True)

    def _count(self, more: int) -> None:
        self.visitors += more
        self.on_change()

    async def _send_all(self, writer: asyncio.StreamWriter, packed: bool) -> None:
        encoding = {"Content-Encoding": "gzip"} if packed else {}
        writer.write(head(HTTPStatus.OK, {"Content-Type": "text/event-stream"} | encoding) + (GZIP if packed else b""))
        seen, message = NOTHING, HELLO
        while message is not END:
            await _send(writer, message, packed)
            await self._stage.wait_for_news(seen, BEAT_SECONDS)
            if self._stage.version != seen:
                message = self._stage.message(seen)
                seen = self._stage.version
            else:
                message = END if self._stage.ended else BEAT
        await _send(writer, END, packed)


async def _send(writer: asyncio.StreamWriter, message: Message, packed: bool) -> None:
    """Send a message, and wait until the visitor has read most of it."""
    writer.write(message.packed if packed else message.plain)
    async with asyncio.timeout(STALLED_SECONDS):
        await writer.drain()
        while unread(writer.get_extra_info("socket")) > MAX_UNREAD:
            await asyncio.sleep(CHECK_SECONDS)


def unread(connection: socket.socket) -> int:
    """Return the bytes that the system holds for a connection until the visitor has confirmed them."""
    held = array("i", [0])
    try:
        ioctl(connection.fileno(), termios.TIOCOUTQ, held)
    except OSError:  # macOS knows this for terminals only
        return 0
    return held[0]


def _word_page(message: str, status: HTTPStatus) -> HttpAnswer:
    page = (HERE / WORD_PAGE).read_text("utf-8").replace("<!-- message -->", message)
    return HttpAnswer(status, page.encode(), "text/html; charset=utf-8")
