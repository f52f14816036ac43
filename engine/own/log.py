"""The log of a solver's processes: the interpreter writes crashes and running lines there, C code its output."""

import os
import re
import select
import weakref
from contextlib import suppress

from knightwatch.engine.core.words import printable

MOST_BYTES, MOST_READS = 1 << 16, 64
"""The end of the log that is kept, and the most reads at a time: the author's code may write without end."""
MOST_NAME = 500
"""The letters of a file name that the interpreter writes."""
MOST_TEXT = 4000


class CrashLog:
    """A pipe to which all processes of a run write."""

    def __init__(self) -> None:
        self.reading, self.writing = os.pipe()
        os.set_blocking(self.reading, False)
        self._data = b""
        self.close = weakref.finalize(self, _close, self.reading, self.writing)

    def read(self) -> None:
        """Read what has come. Do it all the time: a process whose pipe is full would block."""
        with suppress(BlockingIOError):
            for _ in range(MOST_READS):
                self._data = (self._data + os.read(self.reading, MOST_BYTES))[-MOST_BYTES:]

    def wait(self, seconds: float) -> None:
        """Wait until something comes."""
        poll = select.poll()
        poll.register(self.reading, select.POLLIN)
        poll.poll(seconds * 1000)

    def forget(self) -> None:
        """Forget what has come."""
        self.read()
        self._data = b""

    def running_line(self, file: str) -> int:
        """Return the innermost line of a file in the last dump of the interpreter; 0 if there is none."""
        self.read()
        dump = self._data.rpartition(b"(most recent call first)")[2]
        lines = re.findall(rb'File "(.*)", line (\d{1,9}) in ', dump)
        return next((int(number) for name, number in lines if name == as_dumped(file)), 0)

    def crash(self) -> tuple[str, str]:
        """Return what the interpreter says about a crash, in a few words and in full."""
        self.read()
        found = re.findall(rb"Fatal Python error: ([^\n]{1,200})", self._data)
        words = found[-1].decode(errors="replace") if found else "the process ended without an exception"
        text = self._data[-MOST_TEXT:].decode(errors="replace")
        return words, "\n".join(map(printable, text.splitlines()))


def as_dumped(name: str) -> bytes:
    """Return the name of a file as the interpreter writes it in a dump of its threads."""
    text = name if len(name) <= MOST_NAME else f"{name[:MOST_NAME]}..."
    return b"".join(sign.encode() if " " <= sign <= "~" else _escaped(ord(sign)) for sign in text)


def _escaped(code: int) -> bytes:
    return (f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}").encode()


def _close(*numbers: int) -> None:
    for number in numbers:
        os.close(number)
