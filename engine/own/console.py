"""The console of a solver: what its code prints, kept in memory, so that a copy of the process has it too."""

import io
from collections import deque

MOST_LINES, MOST_LETTERS = 200, 500
"""The newest lines that are kept, and the letters of each."""


class Console(io.TextIOBase):
    """A stream that keeps the newest lines."""

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
        *complete, rest = (self._open + text).split("\n")
        self._open = rest[:MOST_LETTERS]
        self._lines.extend(line[:MOST_LETTERS] for line in complete)
        self.count += len(complete)
        return len(text)

    def lines(self) -> list[str]:
        """Return the newest lines, the unfinished one last."""
        return [*self._lines, self._open] if self._open else list(self._lines)
