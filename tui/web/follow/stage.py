"""The lecturer's screen as the server has it, and the messages that bring a visitor up to date.

Each row remembers the version in which it changed last. A visitor needs the rows that are newer than the version it has
seen, so a slow visitor skips versions. All visitors with the same version share one message.
"""

import asyncio
import zlib
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

GZIP = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""The header of a gzip stream. It never ends, so it needs no checksum."""
MAX_MESSAGES = 8
"""Messages that wait for other visitors with the same version."""
COMPRESSION = 5
NOTHING = 0
"""The version of a visitor that has seen nothing."""


class Message(NamedTuple):
    """An event for a browser, as plain text and compressed."""

    plain: bytes
    packed: bytes


def event(data: bytes, field: bytes = b"data") -> Message:
    """Return an event. Its compressed form refers to no earlier event, so it can follow any of them."""
    plain = field + b": " + data + b"\n\n"
    packer = zlib.compressobj(COMPRESSION, wbits=-zlib.MAX_WBITS)
    return Message(plain, packer.compress(plain) + packer.flush(zlib.Z_SYNC_FLUSH))


HELLO = event(b"2000", b"retry")
"""The first event: a browser that loses the connection tries again after so many milliseconds."""
BEAT = event(b'{"beat":true}')
"""Sent if nothing changes for a while."""
END = event(b'{"end":true}')
"""The last event: the lecturer has left."""


class Stage:
    """The screen, and visitors who wait for its next version."""

    def __init__(self) -> None:
        self.version = NOTHING
        self.ended = False
        """Whether the lecturer has left."""
        self._size = (0, 0)
        self._rows: list[bytes] = []
        self._changed: list[int] = []
        """The version in which each row changed last."""
        self._messages: dict[int, Message] = {}
        self._news = asyncio.Event()

    def put(self, size: tuple[int, int], rows: Sequence[tuple[int, bytes]]) -> None:
        """Take changed rows; a new size clears the screen."""
        self.version += 1
        if size != self._size:
            self._size = size
            self._rows = [b"[]"] * size[1]
            self._changed = [self.version] * size[1]
        for y, row in rows:
            self._rows[y] = row
            self._changed[y] = self.version
        self._messages.clear()
        self._wake()

    def end(self) -> None:
        """Tell all visitors that the lecturer has left."""
        self.ended = True
        self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def wait_for_news(self, seen: int, seconds: float) -> None:
        """Wait until the screen is newer than a version, or has ended; at most some seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.version == seen and not self.ended:
                    await self._news.wait()

    def message(self, seen: int) -> Message:
        """Return the rows that changed since a version."""
        if seen not in self._messages:
            if len(self._messages) == MAX_MESSAGES:
                self._messages.clear()
            rows = b",".join(
                b'"%d":%b' % (y, self._rows[y]) for y, changed in enumerate(self._changed) if changed > seen
            )
            self._messages[seen] = event(b'{"size":[%d,%d],"rows":{%b}}' % (*self._size, rows))
        return self._messages[seen]
