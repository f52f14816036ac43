"""The dialog for the note of a bookmark: one line, which may be empty."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Input

from knightwatch.engine.store.runs import LONGEST_NOTE
from knightwatch.tui.screens.base.dialog import Dialog


class NoteScreen(Dialog[str | None]):
    """A text field; it returns the note, or None."""

    BINDINGS = [Binding("escape", "dismiss(None)", "Cancel", key_display="esc")]

    def __init__(self, step: str) -> None:
        """Ask for the note; `step` names the step in the title, such as `state 12`."""
        super().__init__()
        self._step = step

    def compose(self) -> ComposeResult:
        """Lay out the field."""
        with Vertical(classes="page") as page:
            page.border_title = f"Bookmark at {self._step}"
            page.border_subtitle = "enter saves, esc cancels"
            note = Input(placeholder="note (may be empty)", max_length=LONGEST_NOTE, compact=True)
            note.cursor_blink = False
            yield note

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the typed note."""
        self.dismiss(event.value.strip())
