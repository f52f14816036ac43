"""The state of a run in one word, with its sign and colour; the widget keeps its size."""

from knightwatch.tui.look import Look
from knightwatch.tui.widgets.words import Words

SIGNS = {
    "preparing": ("…", "~"),
    "running": ("▶", ">"),
    "paused": ("‖", "="),
    "solved": ("✓", "*"),
    "gave up": ("■", "#"),
    "impossible": ("✗", "x"),
    "failed": ("!", "!"),
}
"""The sign of each state, and its ASCII form."""


def signed(state: str, look: Look) -> str:
    """Return a state with its sign."""
    return f"{SIGNS[state][look.ascii]} {state}"


class State(Words):
    """A state and, while running, the pace; an ended run has a coloured background."""

    DEFAULT_CSS = """
    State {
        width: 25; height: 1; text-style: bold; color: $text-muted;
        &.-running { color: $text-primary; }
        &.-solved { color: $background; background: $success; }
        &.-gave-up { color: $background; background: $warning; }
        &.-impossible, &.-failed { color: $background; background: $error; }
    }
    """

    def __init__(self, look: Look, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._look = look

    def show_state(self, state: str, pace: str = "") -> None:
        """Show a state, and the pace if given."""
        for each in SIGNS:
            self.set_class(each == state, f"-{each.replace(' ', '-')}")
        self.show(f" {', '.join(filter(None, (signed(state, self._look), pace)))}")
