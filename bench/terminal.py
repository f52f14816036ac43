"""Runs a program in a pseudo-terminal: sends keys, resizes, and reads until a condition holds.

pyte draws the output, so that conditions can ask what a person would see.
"""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Self

from bench.table import Skipped

try:
    import pyte
except ImportError:
    raise Skipped("pyte is not installed; it comes with the extra `bench`.") from None

CHUNK = 65536
PATIENCE = 60.0
"""Default timeout in seconds, enough for a busy machine."""
POLL = 0.05
"""Seconds until a condition is checked again without output: it may depend on a file."""


class Terminal:
    """A program and its terminal; leaving the `with` block ends both."""

    def __init__(self, args: Sequence[str], env: Mapping[str, str], size: tuple[int, int] = (80, 24)) -> None:
        columns, rows = size
        self._screen = pyte.Screen(columns, rows)
        self._drawn = 0
        self._lines: dict[int, str] = {}
        self.written = bytearray()
        """All output of the program so far."""
        self._stream = pyte.ByteStream(self._screen)
        self._ours, theirs = pty.openpty()
        self._open = True
        self._name = os.ttyname(theirs)
        _set_size(theirs, size)
        self.started = time.perf_counter()
        self._process = subprocess.Popen(
            args,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={"TERM": "xterm-256color", **env},
            start_new_session=True,
        )
        os.close(theirs)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def screen(self) -> pyte.Screen:
        """The current screen. Drawing takes time, so it happens only on access."""
        self._stream.feed(bytes(self.written[self._drawn :]))
        self._drawn = len(self.written)
        return self._screen

    def forget(self) -> None:
        """Draw the output and drop it, to save memory."""
        self._stream.feed(bytes(self.written[self._drawn :]))
        self.written.clear()
        self._drawn = 0

    @property
    def process(self) -> int:
        """The id of the program's process."""
        return self._process.pid

    def send(self, keys: str | bytes) -> None:
        """Type keys, as the characters or sequences that a terminal sends for them.

        Raises TimeoutError if the program does not read them.
        """
        left = keys.encode() if isinstance(keys, str) else keys
        while left:
            if not select.select([], [self._ours], [], PATIENCE)[1]:
                raise TimeoutError("the program does not read its keys")
            left = left[os.write(self._ours, left[:256]) :]

    def resize(self, size: tuple[int, int]) -> None:
        """Resize the terminal and notify the program."""
        columns, rows = size
        self.screen.resize(rows, columns)
        _set_size(self._ours, size)
        self.signal(signal.SIGWINCH)

    def fill(self) -> None:
        """Fill the output buffer, like a terminal that does not read."""
        theirs = os.open(self._name, os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
        with suppress(BlockingIOError):
            while True:
                os.write(theirs, bytes(CHUNK))
        os.close(theirs)

    def read(self, timeout: float, most: int = CHUNK) -> float | None:
        """Read at most `most` bytes of output, waiting up to `timeout` seconds.

        Return the time by time.perf_counter, or None if nothing came. Raise EOFError if the program has ended.
        """
        received = self.receive(timeout, most)
        self.written += received
        return time.perf_counter() if received else None

    def receive(self, timeout: float, most: int = CHUNK) -> bytes:
        """Take output of the program without drawing it; return nothing if none came, or raise EOFError, as `read`."""
        if not select.select([self._ours], [], [], timeout)[0]:
            return b""
        try:
            received = os.read(self._ours, most)
        except OSError:  # Linux: the other side is closed
            received = b""
        if not received:
            raise EOFError("the program has ended")
        return received

    def unread(self) -> int:
        """Return how many bytes of output wait in the kernel."""
        return int.from_bytes(fcntl.ioctl(self._ours, termios.FIONREAD, bytes(4)), sys.byteorder)

    def read_until(self, condition: Callable[[], bool], timeout: float = PATIENCE) -> float:
        """Read until a condition holds; return the time of the output that made it true.

        Raise TimeoutError with the screen's text if it does not hold in time, and EOFError as `read` does.
        """
        deadline = time.perf_counter() + timeout
        came = time.perf_counter()
        while not condition():
            left = deadline - time.perf_counter()
            if left <= 0:
                raise TimeoutError("timeout; the screen shows:\n" + "\n".join(self.screen.display))
            came = self.read(min(left, POLL)) or came
        return came

    def modes(self) -> list[object]:
        """Return the modes of the terminal, which a program must restore."""
        return termios.tcgetattr(self._ours)

    def set_modes(self, modes: list[object]) -> None:
        """Set the modes of the terminal, as a shell does."""
        termios.tcsetattr(self._ours, termios.TCSANOW, modes)  # type: ignore[arg-type]

    def shows(self, text: str) -> bool:
        """Return whether a line of the screen contains a text.

        Only changed lines are read again: `display` of a large screen takes longer than to draw it.
        """
        screen = self.screen
        for row in screen.dirty:
            cells = screen.buffer[row]
            self._lines[row] = "".join(cells[column].data for column in range(screen.columns))
        screen.dirty.clear()
        return any(text in self._lines[row] for row in range(screen.lines))

    def wait(self, timeout: float = PATIENCE) -> int:
        """Read until the program ends; return its exit code. Raise TimeoutError if it does not end in time."""
        with suppress(EOFError):
            self.read_until(lambda: False, timeout)
        return self._process.wait(timeout)

    def ended(self, timeout: float = PATIENCE) -> int:
        """Wait until the program ends, without reading; return its exit code."""
        return self._process.wait(timeout)

    def signal(self, number: int) -> None:
        """Send the program a signal, as `kill` does."""
        self._process.send_signal(number)

    def stopped(self) -> bool:
        """Return whether the program is stopped by a signal; raise EOFError if it has ended."""
        if self._process.poll() is not None:
            raise EOFError("the program has ended")
        return bool(os.waitid(os.P_PID, self._process.pid, os.WSTOPPED | os.WNOHANG | os.WNOWAIT))

    def hang_up(self) -> None:
        """Close the terminal while the program runs."""
        if self._open:
            os.close(self._ours)
        self._open = False

    def close(self) -> None:
        """End the program if it runs, and close the terminal."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self.hang_up()


def _set_size(descriptor: int, size: tuple[int, int]) -> None:
    columns, rows = size
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
