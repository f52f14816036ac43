"""The dialog for the number of a step, the key `@`."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Input

from knightwatch.tui.screens.base.dialog import Dialog


class StepNumberScreen(Dialog[int | None]):
    """A field for a number; it returns the step, or None."""

    BINDINGS = [Binding("escape", "dismiss(None)", "Cancel", key_display="esc")]

    def __init__(self, unit: str, newest: int) -> None:
        """Ask for a step; the title names its unit and the newest step."""
        super().__init__()
        self._unit, self._newest = unit, newest

    def compose(self) -> ComposeResult:
        """Lay out the field."""
        with Vertical(classes="page") as page:
            page.border_title = f"Go to {self._unit} (newest: {self._newest:,})"
            page.border_subtitle = "enter goes there, esc cancels"
            number = Input(placeholder="number", type="integer", max_length=18, compact=True)
            number.cursor_blink = False
            yield number

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the typed number."""
        typed = event.value.strip()
        self.dismiss(int(typed) if typed.isdecimal() else None)
