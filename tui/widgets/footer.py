"""The footer: the keys of a screen. Those that are replaced by others are let go, which Textual's own footer is not."""

from textual.app import ComposeResult
from textual.widgets import Footer
from textual.widgets._footer import FooterKey


class Keys(Footer):
    """The keys that count now, on one line."""

    def __init__(self, *, show_command_palette: bool = False) -> None:
        super().__init__(show_command_palette=show_command_palette, compact=True)

    def compose(self) -> ComposeResult:
        """Lay out the keys. They are not bound to the footer, which would keep all that it ever had."""
        for part in super().compose():
            if isinstance(part, FooterKey):
                part._reactive_connect = None
                part.compact = self.compact
            yield part
