"""The timeline: where the moment on show stands between the beginning and the newest; a click goes there."""

from dataclasses import dataclass

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from tui.look import Look


class Timeline(Widget):
    """One line: the moment, a bar, the newest moment."""

    DEFAULT_CSS = """
    Timeline { height: 1; }
    """

    @dataclass
    class Sought(Message):
        """A moment was clicked."""

        moment: int

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._unit = ""
        self._signs = ("=", "-", "|") if look.ascii else ("━", "─", "┃")
        self._moment = self._newest = 0

    def show(self, unit: str, moment: int, newest: int) -> None:
        """Show where a moment stands, counted in so many units."""
        if (unit, moment, newest) != (self._unit, self._moment, self._newest):
            self._unit, self._moment, self._newest = unit, moment, newest
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
        past, future, here = self._signs
        _, length = self._bar
        at = round((length - 1) * self._moment / self._newest) if self._newest else 0
        return Text.assemble(
            self._label,
            (past * at, "bold"),
            (here, "bold"),
            (future * (length - 1 - at), "dim"),
            (self._end, "dim"),
            no_wrap=True,
        )

    def on_click(self, event: events.Click) -> None:
        """Ask for the moment under the mouse."""
        first, length = self._bar
        share = min(1.0, max(0.0, (event.x - first) / max(1, length - 1)))
        self.post_message(self.Sought(round(share * self._newest)))
