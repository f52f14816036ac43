"""The timeline: the place of the current step between step 0 and the newest one; a click goes to a step."""

from collections.abc import Iterable
from dataclasses import dataclass

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from knightwatch.tui.look import Look


class Timeline(Widget):
    """One line: the current step, a bar, the newest step."""

    DEFAULT_CSS = """
    Timeline { height: 1; }
    """

    @dataclass
    class Sought(Message):
        """Posted when a step is clicked."""

        moment: int

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._unit = ""
        self._signs = ("=", "-", "|", "*") if look.ascii else ("━", "─", "┃", "◆")
        self._moment = self._newest = 0
        self._marks: tuple[int, ...] = ()

    def show(self, unit: str, moment: int, newest: int) -> None:
        """Show the current and the newest step, with the solver's unit."""
        if (unit, moment, newest) != (self._unit, self._moment, self._newest):
            self._unit, self._moment, self._newest = unit, moment, newest
            self.refresh()

    def mark(self, moments: Iterable[int]) -> None:
        """Mark steps: the user's bookmarks."""
        self._marks = tuple(moments)
        self.refresh()

    @property
    def _bar(self) -> tuple[int, int]:
        """First column and length of the bar."""
        first = len(self._label)
        return first, max(1, self.size.width - first - len(self._end))

    @property
    def _label(self) -> str:
        return f" {self._unit} {self._moment:,} ".ljust(len(f" {self._unit} {self._newest:,} "))

    @property
    def _end(self) -> str:
        return f" {self._newest:,} "

    def render(self) -> Text:
        """Draw the line."""
        past, future, here, mark = self._signs
        _, length = self._bar
        at = self._place(self._moment)
        bar = [past] * at + [here] + [future] * (length - 1 - at)
        for moment in self._marks:
            if self._place(moment) != at:
                bar[self._place(moment)] = mark
        done, left = "".join(bar[: at + 1]), "".join(bar[at + 1 :])
        return Text.assemble(self._label, (done, "bold"), (left, "dim"), (self._end, "dim"), no_wrap=True)

    def _place(self, moment: int) -> int:
        """Return the column of a step on the bar."""
        return round((self._bar[1] - 1) * min(moment, self._newest) / self._newest) if self._newest else 0

    def on_click(self, event: events.Click) -> None:
        """Ask for the step under the mouse."""
        first, length = self._bar
        share = min(1.0, max(0.0, (event.x - first) / max(1, length - 1)))
        self.post_message(self.Sought(round(share * self._newest)))
