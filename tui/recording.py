"""Recordings of what the screen showed, as asciicast v2: a line of JSON about its size, then one for each piece.

Each line is written at once, so that whatever ends the program, what was shown until then is there. What only a
terminal in use needs, as its mouse and its clipboard, is left out: whoever plays a recording has one of their own.
"""

import json
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted

ENDING = ".cast"
BEGINNING = "\x1b[?1049h\x1b[?25l\x1b[H\x1b[2J"
"""A screen of its own, without a cursor, empty."""
COMMAND = "\x1b]"
"""How something begins that is for the terminal itself: its clipboard, the form of its pointer."""


class Recording:
    """A file that grows."""

    def __init__(self, name: str) -> None:
        """Make the file; raises BadInput where that cannot be done, or there is one already."""
        told = f"record is {quoted(name, 200)}"
        path = Path(name)
        if path.suffix != ENDING:
            raise BadInput(f"{told}, but its name must end in {ENDING}")
        try:
            self._file = path.open("xb", buffering=0)
        except FileExistsError:
            raise BadInput(f"{told}, but that file is there already: choose another name") from None
        except OSError as error:
            raise BadInput(f"{told}, which cannot be written ({error.strerror})") from None
        self.fault = ""
        """Why nothing is written any more; empty as long as all is."""
        self._length = 0
        self._begun = 0.0
        self._size: tuple[int, int] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def sized(self, width: int, height: int) -> None:
        """Note the size of the screen, with which a recording begins, or which has changed."""
        if self._size is None:
            self._begun = time.monotonic()
            environment = {name: os.environ[name] for name in ("TERM",) if name in os.environ}
            size = {"version": 2, "width": width, "height": height}
            self._put(size | {"timestamp": int(time.time()), "title": "knightwatch", "env": environment})
            self._note("o", BEGINNING)
        elif (width, height) != self._size:
            self._note("r", f"{width}x{height}")
        self._size = width, height

    def write(self, text: str) -> None:
        """Note what the terminal was sent."""
        if self._size and text and not text.startswith(COMMAND):
            self._note("o", text)

    def _note(self, kind: str, text: str) -> None:
        self._put([round(time.monotonic() - self._begun, 6), kind, text])

    def _put(self, line: object) -> None:
        if self.fault:
            return
        left = json.dumps(line, ensure_ascii=False).encode(errors="replace") + b"\n"
        begun = self._length
        try:
            while left:  # a disk that is nearly full takes a part of it
                written = self._file.write(left)
                self._length, left = self._length + written, left[written:]
        except OSError as error:
            self.fault = error.strerror or "it cannot be written"
            with suppress(OSError):  # players refuse a recording that ends within a line
                self._file.truncate(begun)
