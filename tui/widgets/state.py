"""How a run stands, in a word: each way has a sign and a colour of its own, and its place keeps its size."""

from knightwatch.tui.look import Look
from knightwatch.tui.widgets.words import Words

SIGNS = {
    "preparing": ("…", "~"),
    "running": ("▶", ">"),
    "paused": ("‖", "="),
    "solved": ("✓", "*"),
    "gave up": ("■", "#"),
    "impossible": ("✗", "x"),
}
"""The sign of each standing, and the one in ASCII."""


def signed(standing: str, look: Look) -> str:
    """Return a standing with its sign."""
    return f"{SIGNS[standing][look.ascii]} {standing}"


class State(Words):
    """A standing and, where it goes on, at what pace; what has ended is filled with its colour."""

    DEFAULT_CSS = """
    State {
        width: 22; height: 1; text-style: bold; color: $text-muted;
        &.-running { color: $text-primary; }
        &.-solved { color: $background; background: $success; }
        &.-gave-up { color: $background; background: $warning; }
        &.-impossible { color: $background; background: $error; }
    }
    """

    def __init__(self, look: Look, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._look = look

    def tell(self, standing: str, pace: str = "") -> None:
        """Show how a run stands."""
        for each in SIGNS:
            self.set_class(each == standing, f"-{each.replace(' ', '-')}")
        self.show(f" {', '.join(filter(None, (signed(standing, self._look), pace)))}")
