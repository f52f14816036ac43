"""The console of a solver: what its code prints, kept in memory, so that a copy of the process has it too."""

import io
from collections import deque

from knightwatch.engine.core.reader import ADDRESS

MOST_LINES, MOST_LETTERS = 200, 500
"""The newest lines that are kept, and the letters of each."""


class Console(io.TextIOBase):
    """A stream that keeps the newest lines."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self) -> None:
        super().__init__()
        self._lines: deque[str] = deque(maxlen=MOST_LINES)
        self._open = ""
        """The last line, which may go on."""
        self.count = 0
        """Complete lines written so far."""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        whole = "".join((self._open, text))  # a plain text, also of the author's own kind of text
        if "\n" in whole:
            *complete, whole = whole.split("\n")
            self._lines.extend([line[:MOST_LETTERS] for line in complete[-MOST_LINES:]])
            self.count += len(complete)
        self._open = whole[:MOST_LETTERS]
        return len(text)

    def lines(self) -> list[str]:
        """Return the newest lines, the unfinished one last. Addresses differ from run to run, so they are left out."""
        lines = [*self._lines, self._open] if self._open else self._lines
        return [ADDRESS.sub("", line) for line in lines]
