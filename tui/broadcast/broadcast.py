"""Send the screen to the server process, without ever waiting for it.

The newest content of each row waits here. While the server is busy, later drawings replace it, so a slow server skips
drawings and memory stays bounded. The event loop of the program calls everything.

A message is a line of JSON with the size of the screen and the numbers of the rows that follow, one line each.
The server answers with the number of visitors.
"""

import asyncio
import json
import socket
import time
from collections.abc import Callable, Iterable

from rich.segment import Segment
from rich.terminal_theme import TerminalTheme
from textual.strip import Strip

from knightwatch.tui.broadcast.rows import ScreenRow, encoded
from knightwatch.tui.textual_internals import ChopsUpdate, LayoutUpdate, Piece, pieces_of

INTERVAL = 0.08
"""Seconds between two messages."""
SHARE = 0.04
"""The share of the processor that encoding may take; a huge screen is sent less often."""
MAX_ANSWER = 4096
"""Bytes of an answer without a line end; more would be nonsense."""


class Broadcast:
    """What the terminal shows, and a channel to the server process."""

    def __init__(self, channel: socket.socket, address: str, word: str, local: bool) -> None:
        self.address = address
        """The address that visitors open."""
        self.word = word
        """The word that the server asks visitors for; empty: none."""
        self.local = local
        """Whether only this machine can connect."""
        self.visitors = 0
        self.lost = False
        """Whether the server process has ended."""
        self.on_change: Callable[[], object] = lambda: None
        """Called after the number of visitors changed, or the server was lost."""
        self._channel = channel
        self._loop: asyncio.AbstractEventLoop | None = None
        self._theme: TerminalTheme | None = None
        self._size = 0, 0
        self._rows: list[ScreenRow] = []
        self._changed: set[int] = set()
        """Rows that were drawn since the last message."""
        self._sent: dict[int, bytes] = {}
        """Rows as the server has them."""
        self._unsent = memoryview(b"")
        """The rest of the message that is being sent."""
        self._answer = b""
        self._timer: asyncio.TimerHandle | None = None
        self._due = 0.0
        """When the next message may be sent."""

    def resize(self, width: int, height: int) -> None:
        """Take the size of the terminal: the next drawing fills it."""
        if (width, height) != self._size:
            self._size = width, height
            self._rows = [ScreenRow(width) for _ in range(height)]
            self._changed.clear()
            self._sent = {}

    def draw(self, update: object, theme: TerminalTheme) -> None:
        """Take an update of the screen, and send it soon; `theme` has the colours that a style leaves open."""
        if isinstance(update, ChopsUpdate | LayoutUpdate):
            self._put(pieces_of(update), theme)

    def draw_text(self, lines: Iterable[str], theme: TerminalTheme) -> None:
        """Take lines of plain text, which fill the screen."""
        self._put(((y, 0, Strip([Segment(line)])) for y, line in enumerate(lines)), theme)

    def _put(self, pieces: Iterable[Piece], theme: TerminalTheme) -> None:
        if theme is not self._theme:
            self._theme = theme
            self._sent = {}
        width, height = self._size
        for y, x, strip in pieces:
            if y < height and x < width and strip.cell_length:
                self._rows[y].put(x, strip)
                self._changed.add(y)
        self._send_later()

    # Sending.

    def _send_later(self) -> None:
        if self.lost or self._timer or self._unsent or not self._changed:
            return
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            self._loop.add_reader(self._channel, self._receive)
        self._timer = self._loop.call_at(max(self._due, self._loop.time()), self._send)

    def _send(self) -> None:
        assert self._loop
        self._timer = None
        begun = time.thread_time()
        self._unsent = memoryview(self._message())
        cost = time.thread_time() - begun
        self._due = self._loop.time() + max(INTERVAL, cost / SHARE)
        self._write()

    def _message(self) -> bytes:
        """Return the rows that the server does not have yet; empty if it has them all."""
        assert self._theme
        changed = []
        for y in sorted(self._changed) if self._sent else range(len(self._rows)):
            row = encoded(self._rows[y].pieces, self._theme)
            if row != self._sent.get(y):
                self._sent[y] = row
                changed.append(y)
        self._changed.clear()
        header = {"size": self._size, "rows": changed}
        return b"\n".join([json.dumps(header).encode(), *(self._sent[y] for y in changed), b""]) if changed else b""

    def _write(self) -> None:
        """Send as much of the message as the channel takes; the rest follows when it takes more."""
        assert self._loop
        try:
            while self._unsent:
                self._unsent = self._unsent[self._channel.send(self._unsent) :]
        except BlockingIOError:
            self._loop.add_writer(self._channel, self._write)
            return
        except OSError:
            self._lose()
            return
        self._loop.remove_writer(self._channel)
        self._send_later()

    # Receiving.

    def _receive(self) -> None:
        """Read the number of visitors."""
        try:
            read = self._channel.recv(MAX_ANSWER)
        except BlockingIOError:
            return
        except OSError:
            read = b""
        *lines, self._answer = (self._answer + read).split(b"\n")
        if not read or len(self._answer) > MAX_ANSWER:
            self._lose()
        elif lines:
            self.visitors = int(json.loads(lines[-1])["visitors"])
            self.on_change()

    def _lose(self) -> None:
        assert self._loop
        self.lost = True
        self.visitors = 0
        self._unsent = memoryview(b"")
        self._loop.remove_writer(self._channel)
        self._loop.remove_reader(self._channel)
        self.on_change()
