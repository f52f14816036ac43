"""Help: what a screen shows, and its keys, taken from where they are declared."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from knightwatch.tui.screens.base.dialog import Dialog
from knightwatch.tui.textual_internals import keymap_of

if TYPE_CHECKING:
    from knightwatch.engine.core.frame import Board

NAMES = {
    "right": "→",
    "left": "←",
    "up": "↑",
    "down": "↓",
    "question_mark": "?",
    "plus": "+",
    "minus": "-",
    "colon": ":",
    "backspace": "⌫",
    "pageup": "page up",
    "pagedown": "page down",
}
"""Keys whose name is not what stands on them."""


def commands_of(screen: Screen[Any]) -> Iterable[Binding]:
    """Return the commands of a screen, its own first, and of the application: all that have words of help.

    Where a screen gives a key a meaning of its own, only that one counts.
    """
    own = (binding for kind in type(screen).__mro__ for binding in vars(kind).get("BINDINGS", ()))
    told = set()
    for binding in (*own, *screen.app.BINDINGS):
        if isinstance(binding, Binding) and binding.tooltip and binding.key not in told and _offered(screen, binding):
            told.add(binding.key)
            keys = keymap_of(screen.app).get(binding.key.partition(",")[0])
            yield binding.with_key(keys) if keys else binding


def _offered(screen: Screen[Any], binding: Binding) -> bool:
    return screen.check_action(binding.action.partition("(")[0], ()) is not False


def key_names(binding: Binding) -> str:
    """Return a command's keys as people know them."""
    if binding.key_display:
        return binding.key_display
    return ", ".join(NAMES.get(key, key.upper() if key[1:].isdigit() else key) for key in binding.key.split(","))


def legend(board: "Board", ascii_only: bool) -> Iterable[str]:
    """Return the signs of a board's marks, each with its name; marks with one name are told by the first and the last.

    Where squares have heat, its digits come last, and after them the meanings of lines.
    """
    signs: dict[str, list[str]] = {}
    for mark in board.marks:
        signs.setdefault(mark.name, []).append(mark.ascii if ascii_only else mark.sign)
    for name, those in signs.items():
        yield f"{those[0]} to {those[-1]} {name}" if len(those) > 1 else f"{those[0]} {name}"
    if board.heat_name:
        yield f"digits 0 to 9, the lighter the more: {board.heat_name}"
    yield from (f"lines in a colour of their own: {links.name}" for links in board.links)


def listed(rows: Iterable[tuple[str, str]]) -> Table:
    """Return names, each beside its meaning."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold", max_width=20)
    for name, meaning in rows:
        table.add_row(Text(name), Text(meaning))
    return table


class HelpScreen(Dialog[None]):
    """A page of words over the screen that it is about."""

    BINDINGS = [Binding("escape,q,question_mark,f1,enter,space", "dismiss", "Close", key_display="esc")]

    def __init__(
        self,
        title: str,
        paragraphs: Sequence[str],
        commands: Iterable[Binding],
        terms: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        """Show paragraphs, then keys, then words with their meanings, by headline."""
        super().__init__()
        self._terms = terms or {}
        self._title = title
        self._paragraphs = paragraphs
        self._commands = list(commands)

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        keys = listed((key_names(command), command.tooltip) for command in self._commands)
        terms = [
            part for headline, words in self._terms.items() for part in (Text(f"\n{headline}"), listed(words.items()))
        ]
        words = [Text(f"{paragraph}\n") for paragraph in self._paragraphs]
        with VerticalScroll(classes="page") as page:
            page.border_title = self._title
            page.border_subtitle = "↑ ↓ scroll, esc closes"
            yield Static(Group(*words, keys, *terms))

    def on_mount(self) -> None:
        """Let the arrow keys scroll."""
        self.query_one(VerticalScroll).focus()
