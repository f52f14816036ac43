"""Record the screen as asciicast v2: a JSON line with its size, then one line for each output.

Each line is written at once, so a recording survives a crash. Commands for the terminal itself, such as its clipboard,
are left out.
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
"""Switches to an empty alternate screen without a cursor."""
COMMAND = "\x1b]"
"""Starts a command for the terminal itself: its clipboard, the shape of its pointer."""


class Recording:
    """One recording: a file that grows."""

    def __init__(self, name: str) -> None:
        """Create the file; raise BadInput if it exists or cannot be written."""
        subject = f"record is {quoted(name, 200)}"
        path = Path(name)
        if path.suffix != ENDING:
            raise BadInput(f"{subject}, but its name must end in {ENDING}")
        try:
            self._file = path.open("xb", buffering=0)
        except FileExistsError:
            raise BadInput(f"{subject}, but this file exists already: choose another name") from None
        except OSError as error:
            raise BadInput(f"{subject}, but cannot be written ({error.strerror})") from None
        self.fault = ""
        """Why recording stopped; empty while it works."""
        self._length = 0
        self._begun = 0.0
        self._size: tuple[int, int] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def resize(self, width: int, height: int) -> None:
        """Record the screen's size; the first call starts the recording."""
        if self._size is None:
            self._begun = time.monotonic()
            environment = {name: os.environ[name] for name in ("TERM",) if name in os.environ}
            size = {"version": 2, "width": width, "height": height}
            self._put(size | {"timestamp": int(time.time()), "title": "knightwatch", "env": environment})
            self._event("o", BEGINNING)
        elif (width, height) != self._size:
            self._event("r", f"{width}x{height}")
        self._size = width, height

    def write(self, text: str) -> None:
        """Record an output."""
        if self._size and text and not text.startswith(COMMAND):
            self._event("o", text)

    def _event(self, kind: str, text: str) -> None:
        self._put([round(time.monotonic() - self._begun, 6), kind, text])

    def _put(self, line: object) -> None:
        if self.fault:
            return
        left = json.dumps(line, ensure_ascii=False).encode(errors="replace") + b"\n"
        begun = self._length
        try:
            while left:  # a nearly full disk may take only a part
                written = self._file.write(left)
                self._length, left = self._length + written, left[written:]
        except OSError as error:
            self.fault = error.strerror or "the file cannot be written"
            with suppress(OSError):  # players reject an incomplete last line
                self._file.truncate(begun)
