"""The note of a bookmark: one line, which may be empty."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Input

from knightwatch.engine.store.runs import LONGEST_NOTE
from knightwatch.tui.screens.base.dialog import Dialog


class NoteScreen(Dialog[str | None]):
    """A field for a note; it returns what was typed, or None."""

    BINDINGS = [Binding("escape", "dismiss(None)", "Cancel", key_display="esc")]

    def __init__(self, moment: str) -> None:
        """Ask for the note to a moment, which is told in words."""
        super().__init__()
        self._moment = moment

    def compose(self) -> ComposeResult:
        """Lay out the field."""
        with Vertical(classes="page") as page:
            page.border_title = f"Bookmark at {self._moment}"
            page.border_subtitle = "enter keeps it, esc cancels"
            note = Input(placeholder="a note, or nothing", max_length=LONGEST_NOTE, compact=True)
            note.cursor_blink = False
            yield note

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Leave with the note that was typed."""
        self.dismiss(event.value.strip())
