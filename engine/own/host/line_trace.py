"""Records which lines of an author's file run in a step. Standard library only."""

import sys
from types import FrameType, TracebackType
from typing import Any


class LineTrace:
    """A context in which the lines of one file are recorded; it restores the author's own trace function."""

    def __init__(self, file: str) -> None:
        self._file = file
        self.lines: set[int] = set()
        self.last = 0
        """The line that ran last; 0 if none did."""

    def __enter__(self) -> "LineTrace":
        self._usual = sys.gettrace()
        sys.settrace(self._enter)
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        sys.settrace(self._usual)

    def _enter(self, frame: FrameType, _: str, __: Any) -> Any:
        """Follow a frame of the file; a generator enters its frame again at each step."""
        return self._note if frame.f_code.co_filename == self._file else None

    def _note(self, frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            self.last = frame.f_lineno
            self.lines.add(self.last)
        return self._note
