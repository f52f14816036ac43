"""How far work without a screen is, on standard error: in words and, where that is a terminal, as a bar."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


class Progress:
    """Progress that nobody watches: words, and no bar."""

    def say(self, words: str) -> None:
        """Say what is being done."""
        if sys.stderr:  # it is None where the caller has closed it
            print(words, file=sys.stderr)

    def show(self, done: int, total: int, visible: bool) -> None:
        """Show how much is done, of how much, once it is to be `visible`."""


@contextmanager
def progress(unit: str, done: int = 0, rate: bool = False) -> Iterator[Progress]:
    """Yield what tells of progress from so many units on; with `rate`, also how fast it goes and how long it takes."""
    if sys.stderr and sys.stderr.isatty():
        from tui.cli.bar import bar

        with bar(unit, done, rate) as shown:
            yield shown
    else:
        yield Progress()
