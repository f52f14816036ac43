"""How far work without a screen is, on standard error: in words and, where that is a terminal, as a bar.

The bar is drawn by rich, which is imported where there is one to draw, and gone when the work is done.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Any, TextIO, cast

from knightwatch.tui.cli.streams import say

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress


class Progress:
    """Progress that nobody watches: words, and no bar."""

    def say(self, words: str) -> None:
        """Say what is being done."""
        say(words)

    def show(self, done: int, total: int, visible: bool) -> None:
        """Show how much is done, of how much, once it is to be `visible`."""


class Seen:
    """A terminal which may go: what is drawn there is then seen by nobody, and that is no error."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def write(self, text: str) -> int:
        """Draw, as far as the terminal is still there."""
        with suppress(OSError):
            return self._file.write(text)
        return 0

    def flush(self) -> None:
        """Have it drawn."""
        with suppress(OSError):
            self._file.flush()


class Bar(Progress):
    """Progress as a bar, with words above it."""

    def __init__(self, shown: "RichProgress", unit: str, done: int) -> None:
        self._shown = shown
        self._task = shown.add_task(unit, completed=done, total=None, visible=False, rate="")

    def say(self, words: str) -> None:
        """Say what is being done."""
        self._shown.console.print(words, style="dim")

    def show(self, done: int, total: int, visible: bool) -> None:
        """Show how much is done, of how much, once it is to be `visible`."""
        speed = self._shown.tasks[0].speed
        rate = f"{speed:.3g}/s" if speed else ""
        self._shown.update(self._task, completed=done, total=total, visible=visible, rate=rate)


@contextmanager
def progress(unit: str, done: int = 0, timed: bool = False) -> Iterator[Progress]:
    """Yield what tells of progress from so many units on; if `timed`, with its rate and the time that is left."""
    if not (sys.stderr and sys.stderr.isatty()):
        yield Progress()
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as RichProgress

    columns = [TextColumn("{task.completed:,.0f} {task.description}"), BarColumn(), TimeElapsedColumn()]
    more = [TextColumn("{task.fields[rate]}"), TimeRemainingColumn()] if timed else []
    with RichProgress(*columns, *more, console=Console(file=cast(IO[str], Seen(sys.stderr))), transient=True) as shown:
        yield Bar(shown, unit, done)
