"""Follows a screen as a browser does: reads the stream of events, and applies the changed rows."""

import asyncio
import json
import os
import re
import socket
import time
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from bench.start import SCRIPT
from bench.terminal import Terminal

NARROW = 4096
"""Bytes that a narrow visitor takes without reading them."""
ADDRESS = re.compile(r"http://(\S+):(\d+)/")


def lecturer(
    options: Sequence[str], command: Sequence[str], env: Mapping[str, str], size: tuple[int, int] = (80, 24)
) -> Terminal:
    """Start a screen that browsers can follow, at a free port if the options name none."""
    port = [] if "--port" in options else ["--port", "0"]
    words = [str(SCRIPT), "serve", "--follow", *port, *options, "--", *command]
    return Terminal(words, {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", **env}, size)


def place(terminal: Terminal) -> tuple[str, int]:
    """Wait for the address on the lecturer's screen; return its host and port."""
    terminal.read_until(lambda: ADDRESS.search("\n".join(terminal.screen.display)) is not None, 60)
    found = ADDRESS.search("\n".join(terminal.screen.display))
    assert found
    return found[1], int(found[2])


async def request(at: tuple[str, int], text: str, body: str = "") -> str:
    """Send a request with a Host header; return the whole answer."""
    reader, writer = await asyncio.open_connection(*at)
    headers = f"Host: {at[0]}:{at[1]}\r\n" + (f"Content-Length: {len(body)}\r\n" if body else "")
    first, _, rest = text.partition("\r\n")
    writer.write(f"{first} HTTP/1.1\r\n{headers}{rest}\r\n{body}".encode())
    answer = await asyncio.wait_for(reader.read(), 30)
    writer.close()
    await writer.wait_closed()
    return answer.decode()


class Follower:
    """A visitor: what its page would show."""

    def __init__(self) -> None:
        self.size = (0, 0)
        self.rows: dict[int, list[Any]] = {}
        self.status = ""
        self.events = 0
        self.ended = False
        """Whether the server said that the lecturer has left."""
        self.changed: dict[int, float] = {}
        """When each row came last."""
        self._text = ""

    async def connect(self, at: tuple[str, int], packed: bool = True, headers: str = "", narrow: bool = False) -> None:
        """Ask for the stream, and read the headers of the answer; a narrow visitor takes little without reading it."""
        line = socket.socket()
        line.setblocking(False)
        if narrow:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, NARROW)
        await asyncio.get_running_loop().sock_connect(line, at)
        self._reader, self.writer = await asyncio.open_connection(sock=line, limit=NARROW if narrow else 2**16)
        accept = "Accept-Encoding: gzip\r\n" if packed else ""
        self.writer.write(f"GET /screen HTTP/1.1\r\nHost: {at[0]}:{at[1]}\r\n{accept}{headers}\r\n".encode())
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode()
        self.status = head.split(" ", 2)[1]
        self._unpack = zlib.decompressobj(31) if "Content-Encoding: gzip" in head else None

    async def receive(self, most: int) -> bytes:
        """Return some bytes of the stream as they are; none at its end."""
        with suppress(ConnectionError):
            return await self._reader.read(most)
        return b""

    async def read(self, most: int = 2**16) -> bool:
        """Read some bytes, and apply all complete events; return False at the end of the stream."""
        data = await self.receive(most)
        self._text += (self._unpack.decompress(data) if self._unpack else data).decode()
        *events, self._text = self._text.split("\n\n")
        for event in events:
            field, _, value = event.partition(": ")
            if field == "data":
                self._apply(json.loads(value))
        return bool(data)

    def _apply(self, message: dict[str, Any]) -> None:
        self.events += 1
        self.ended = self.ended or "end" in message
        if "size" not in message:
            return
        if tuple(message["size"]) != self.size:
            self.size = tuple(message["size"])
            self.rows = {}
        now = time.monotonic()
        for y, row in message["rows"].items():
            self.rows[int(y)] = row
            self.changed[int(y)] = now

    @property
    def lines(self) -> list[str]:
        """The text of all rows."""
        return ["".join(run[0] for run in self.rows.get(y, [])) for y in range(self.size[1])]

    def shows(self, text: str) -> bool:
        """Return whether a row contains a text."""
        return any(text in line for line in self.lines)

    async def until(self, condition: Any, seconds: float = 60.0) -> None:
        """Read until a condition holds."""
        async with asyncio.timeout(seconds):
            while not condition():
                assert await self.read(), "the server closed the connection"

    async def close(self) -> None:
        """Leave."""
        self.writer.close()
        with suppress(ConnectionError):
            await self.writer.wait_closed()
