"""The bar that shows in a terminal how far work without a screen is; it is gone when the work is done."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich import progress as rich
from rich.console import Console
from rich.text import Text

from tui.cli.progress import Progress


class Rate(rich.ProgressColumn):
    """How much is done in a second."""

    def render(self, task: rich.Task) -> Text:
        """Return the rate, once it is known."""
        return Text(f"{task.speed:.3g}/s" if task.speed else "")


class Bar(Progress):
    """Progress as a bar, with words above it."""

    def __init__(self, shown: rich.Progress, unit: str, done: int) -> None:
        self._shown = shown
        self._task = shown.add_task(unit, completed=done, total=None, visible=False)

    def say(self, words: str) -> None:
        """Say what is being done."""
        self._shown.console.print(words, style="dim")

    def show(self, done: int, total: int, visible: bool) -> None:
        """Show how much is done, of how much, once it is to be `visible`."""
        self._shown.update(self._task, completed=done, total=total, visible=visible)


@contextmanager
def bar(unit: str, done: int, rate: bool) -> Iterator[Bar]:
    """Yield a bar that begins with so many units done."""
    columns = [rich.TextColumn("{task.completed:,.0f} {task.description}"), rich.BarColumn(), rich.TimeElapsedColumn()]
    more = [Rate(), rich.TimeRemainingColumn()] if rate else []
    with rich.Progress(*columns, *more, console=Console(stderr=True), transient=True) as shown:
        yield Bar(shown, unit, done)
