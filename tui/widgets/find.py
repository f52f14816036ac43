"""Find a line as you type: a field at the bottom of a screen or dialog, for every list, table and gallery.

The typed words move the cursor of the list. The list stays whole, so the user sees the neighbours of a line.
"""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Label


@runtime_checkable
class Findable(Protocol):
    """A widget with lines and a cursor on one of them."""

    def texts(self) -> Sequence[str]:
        """Return the text of each line."""

    def cursor_line(self) -> int:
        """Return the line under the cursor."""

    def go_to(self, line: int) -> None:
        """Move the cursor to a line."""

    def choose(self) -> None:
        """Open the line under the cursor."""


def matches(texts: Sequence[str], typed: str) -> list[int]:
    """Return the lines that contain all typed words; if some contain them as whole words, only those."""
    words = typed.casefold().split()
    if not words:
        return []
    folded = [text.casefold() for text in texts]
    found = [line for line, text in enumerate(folded) if all(word in text for word in words)]
    return [line for line in found if set(words) <= set(folded[line].split())] or found


class FindBar(Horizontal):
    """The field, and which of the matches is under the cursor."""

    BINDINGS = [
        Binding("escape", "close", "Close", show=False),
        Binding("down", "turn(1)", "Next match", show=False),
        Binding("up", "turn(-1)", "Previous match", show=False),
    ]

    class Ended(Message):
        """The search has ended."""

    DEFAULT_CSS = """
    FindBar {
        height: 1;
        width: 100%;
        background: $panel;
        padding: 0 1;
        Label { width: auto; }
        Input, Input:focus { width: 1fr; background: $panel; background-tint: transparent; }
    }
    """

    def __init__(self, target: Findable, arrows: str) -> None:
        """Find lines in `target`; `arrows` are the names of the keys up and down."""
        super().__init__()
        self._target = target
        self._arrows = arrows
        self._start = target.cursor_line()

    def compose(self) -> ComposeResult:
        """Lay out the field."""
        yield Label("/")
        field = Input(compact=True, select_on_focus=False)
        field.cursor_blink = False
        yield field
        yield Label("type to find a line, esc ends", markup=False)

    def on_mount(self) -> None:
        """Let the user type."""
        self.query_one(Input).focus()

    @property
    def _typed(self) -> str:
        return self.query_one(Input).value

    def _go(self, start: int, by: int = 1) -> None:
        """Move the cursor to the first match from a line on, forwards or back; after the last match, to the first."""
        found = matches(self._target.texts(), self._typed)
        ordered = found[::by]
        line = next((line for line in ordered if (line - start) * by >= 0), ordered[0] if ordered else self._start)
        self._target.go_to(line)
        hint = "no match" if self._typed.strip() else "type to find a line"
        if found:
            hint = f"{found.index(line) + 1:,} of {len(found):,}, {self._arrows} others, enter opens"
        self.query(Label).last().update(f"{hint}, esc ends")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Move the cursor to the first match from the line where the search began, or back there."""
        event.stop()
        self._go(self._start)

    def action_turn(self, by: int) -> None:
        """Move the cursor to the next match, or to the previous one."""
        if self._typed.strip():
            self._go(self._target.cursor_line() + by, by)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """End the search and open the line; without a match, say so."""
        event.stop()
        if self._typed.strip() and not matches(self._target.texts(), self._typed):
            self.query(Label).last().update("no match, nothing to open, esc ends")
            return
        self.post_message(self.Ended())
        self._target.choose()

    def action_close(self) -> None:
        """End the search; the cursor stays on the line."""
        self.post_message(self.Ended())
