"""The dialog that asks for consent: a text, and enter or esc."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Static

from knightwatch.tui.screens.base.dialog import Dialog


class ConfirmScreen(Dialog[bool]):
    """A question; it returns whether the user agrees."""

    BINDINGS = [
        Binding("enter", "dismiss(True)", "Continue"),
        Binding("escape,q", "dismiss(False)", "Cancel", key_display="esc"),
    ]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title, self._text = title, text

    def compose(self) -> ComposeResult:
        """Lay out the text."""
        with Vertical(classes="page") as page:
            page.border_title = self._title
            page.border_subtitle = "enter continues, esc cancels"
            yield Static(self._text, markup=False)
