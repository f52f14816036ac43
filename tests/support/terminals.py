"""The program in a real pseudo-terminal."""

import os
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from bench.terminal import Terminal
from tests.support.commands import KNIGHTWATCH

COMPILED = 90.0
"""Seconds that the first compile may take on a busy machine."""


RATE, DELAY = 20_000, 0.3
"""A slow line: bytes a second, and the round trip of a key in seconds."""
SMALL_BUFFER, LARGE_BUFFER = 4096, 1_000_000
"""Bytes that a line accepts before it has delivered them: a serial line, and SSH."""
REQUEST = re.compile(rb"\x1b\[(\d+);(\d+)H\x1b\[6n")
"""Moves the cursor and asks for its position."""
LONGEST_REQUEST = 24
"""More bytes than a request has."""
TICK = 0.01
"""Seconds between two deliveries of a slow line."""


def position(row: int, column: int) -> str:
    """Return a cursor position as terminals report it."""
    return f"\x1b[{row};{column}R"


def silence(_row: int, _column: int) -> str:
    """Answer like a terminal that does not know cursor position reports."""
    return ""


class SlowLine:
    """A slow line between user and program: output arrives slowly, and keys and answers arrive late."""

    def __init__(
        self,
        terminal: Terminal,
        buffer: int = SMALL_BUFFER,
        answer: Callable[[int, int], str] = position,
        lateness: float = 0.0,
    ) -> None:
        self._terminal = terminal
        self._size = buffer
        self._answer = answer
        self._lateness = lateness
        self._buffer = bytearray()
        self._keys: list[tuple[float, str]] = []
        self._answers: list[tuple[float, str]] = []
        self._searched = 0
        self._ended = False
        self.requests = 0
        """Requests for the cursor position that reached the terminal."""
        self.longest_queue = 0
        """Most bytes that were under way at a time."""

    def send(self, keys: str) -> None:
        """Type keys."""
        self._keys.append((time.perf_counter() + DELAY, keys))

    def delivered_until(self, condition: Callable[[], bool], timeout: float = 60.0) -> int:
        """Read until all keys have arrived and a condition holds; return the bytes that were delivered in between."""
        self.read_until(lambda: not self._keys, timeout)
        before = len(self._terminal.written)
        self.read_until(condition, timeout)
        return len(self._terminal.written) - before

    def accepted(self, text: bytes) -> bool:
        """Tell whether the line has accepted a text, delivered or not."""
        return text in self._buffer or text in self._terminal.written

    def expects(self) -> bool:
        """Tell whether a request or its answer is under way."""
        return bool(self._answers) or b"\x1b[6n" in self._buffer

    def read_until(self, condition: Callable[[], bool], timeout: float = 60.0) -> float:
        """Read until a condition holds; return the seconds that it took."""
        begun, looked = time.perf_counter(), 0.0
        paid = begun
        while (now := time.perf_counter()) < begun + timeout:
            for late in (self._answers, self._keys):
                while late and late[0][0] <= now:
                    self._terminal.send(late.pop(0)[1])
            self._accept()
            paid = max(paid, now - 0.1)  # unused bandwidth is lost
            if (room := int((now - paid) * RATE)) > 0:
                paid += room / RATE
                self._deliver(room)
            if now - looked > 0.05:  # the check is slower than reading
                looked = now
                if condition():
                    return now - begun
        raise TimeoutError("timeout; the screen shows:\n" + "\n".join(self._terminal.screen.display))

    def _accept(self) -> None:
        """Take output of the program into the buffer, or wait a moment."""
        room = self._size - len(self._buffer)
        if self._ended or room <= 0:
            time.sleep(TICK)
        else:
            try:
                self._buffer += self._terminal.receive(TICK, room)
            except EOFError:
                self._ended = True
        if not self._ended:
            self.longest_queue = max(self.longest_queue, len(self._buffer) + self._terminal.unread())

    def _deliver(self, most: int) -> None:
        """Show output, and answer the requests in it."""
        if self._ended and not self._buffer:
            raise EOFError("the program has ended")
        written = self._terminal.written
        written += self._buffer[:most]
        del self._buffer[:most]
        for request in REQUEST.finditer(written, self._searched):
            self._searched = request.end()
            self.requests += 1
            answer = self._answer(int(request[1]), int(request[2]))
            self._answers.append((time.perf_counter() + DELAY + self._lateness, answer))
        self._searched = max(self._searched, len(written) - LONGEST_REQUEST)


def started(
    tmp_path: Path,
    *args: str,
    program: Sequence[str] = (KNIGHTWATCH,),
    size: tuple[int, int] = (80, 24),
    **env: str,
) -> Terminal:
    """Start the program with stores and preferences of its own."""
    own = {"XDG_STATE_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    return Terminal([*program, *args], {**os.environ, "TERM": "xterm-256color", **own, **env}, size)
