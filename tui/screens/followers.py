"""The dialog for visitors of `serve --follow`: the address, the word, and how many follow."""

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Static

from knightwatch.engine.core.words import counted_noun
from knightwatch.tui.broadcast.broadcast import Broadcast
from knightwatch.tui.screens.base.dialog import Dialog

LOST = "The server has ended, so nobody follows. Quit, and start knightwatch serve --follow again."
LOCAL = "Only this machine can connect. For other machines, start with --host 0.0.0.0."
OPEN = "Everyone who can reach this machine can see this screen{}. The connection is not encrypted."


class FollowersScreen(Dialog[None]):
    """Where to open the screen in a browser."""

    BINDINGS = [
        Binding("escape", "dismiss", "Close", key_display="esc"),
        Binding("q,f3,enter,space", "dismiss", "Close", show=False),
    ]

    def __init__(self, broadcast: Broadcast) -> None:
        super().__init__()
        self._broadcast = broadcast

    def compose(self) -> ComposeResult:
        """Lay out the text."""
        with Vertical(classes="page") as page:
            page.border_title = "Follow this screen"
            page.border_subtitle = "esc closes, F3 shows this again"
            yield Static(self._text(), id="followers")

    def update(self) -> None:
        """Show the number of followers."""
        for text in self.query("#followers").results(Static):
            text.update(self._text())

    def _text(self) -> Text:
        it = self._broadcast
        if it.lost:
            return Text(LOST)
        word = ("\n\nThe word is\n\n  ", ""), (it.word, "bold")
        return Text.assemble(
            "Open this address in a browser:\n\n  ",
            (it.address, "bold"),
            *(word if it.word else ()),
            f"\n\n{counted_noun(it.visitors, 'follower')}.\n\n",
            (LOCAL if it.local else OPEN.format(" if they know the word" if it.word else ""), "dim"),
        )
