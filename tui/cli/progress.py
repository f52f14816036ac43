"""Progress on standard error: messages, and a bar if it is a terminal.

Rich draws the bar and removes it at the end. It is imported only for a bar.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Any, TextIO, cast

from knightwatch.tui.cli.streams import say

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress


class Progress:
    """Progress without a bar: messages only."""

    def say(self, message: str) -> None:
        """Print a message."""
        say(message)

    def show(self, done: int, total: int, visible: bool) -> None:
        """Show how much is done; the bar appears once `visible` is true."""


class ClosableTerminal:
    """A terminal that may be closed while it is written to. Errors of such writes are ignored."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def write(self, text: str) -> int:
        """Write text; return 0 if the terminal is closed."""
        with suppress(OSError):
            return self._file.write(text)
        return 0

    def flush(self) -> None:
        """Flush, if the terminal is open."""
        with suppress(OSError):
            self._file.flush()


class Bar(Progress):
    """Progress as a bar, with messages above it."""

    def __init__(self, shown: "RichProgress", unit: str, done: int) -> None:
        self._shown = shown
        self._task = shown.add_task(unit, completed=done, total=None, visible=False, rate="")

    def say(self, message: str) -> None:
        """Print a message above the bar."""
        self._shown.console.print(message, style="dim")

    def show(self, done: int, total: int, visible: bool) -> None:
        """Update the bar, which appears once `visible` is true."""
        speed = self._shown.tasks[0].speed
        rate = f"{speed:.3g}/s" if speed else ""
        self._shown.update(self._task, completed=done, total=total, visible=visible, rate=rate)


@contextmanager
def progress(unit: str, done: int = 0, timed: bool = False) -> Iterator[Progress]:
    """Yield an object that shows progress, counted in `unit` and starting from `done`.

    If `timed`, the bar also shows the rate and the remaining time.
    """
    if not (sys.stderr and sys.stderr.isatty()):
        yield Progress()
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as RichProgress

    columns = [TextColumn("{task.completed:,.0f} {task.description}"), BarColumn(), TimeElapsedColumn()]
    more = [TextColumn("{task.fields[rate]}"), TimeRemainingColumn()] if timed else []
    console = Console(file=cast(IO[str], ClosableTerminal(sys.stderr)))
    with RichProgress(*columns, *more, console=console, transient=True) as shown:
        yield Bar(shown, unit, done)
