"""The help page: what a screen shows, and its keys. The texts of the keys are the tooltips of its BINDINGS."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widgets import Input, Static

from knightwatch.tui.screens.base.dialog import Dialog
from knightwatch.tui.textual_internals import keymap_of
from knightwatch.tui.widgets.words import Words

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
"""Readable names of keys."""

Command = tuple[DOMNode, Binding]
"""A key binding, and the node that has its action."""


def commands_of(screen: Screen[Any]) -> Iterable[Command]:
    """Yield all bindings with a tooltip: of the widget with the focus, of the screen, and of the application.

    A binding whose keys were all bound before is left out: the first one acts.
    """
    seen: set[str] = set()
    for node in filter(None, (screen.focused, screen, screen.app)):
        for binding in (each for kind in type(node).__mro__ for each in vars(kind).get("BINDINGS", ())):
            if not (isinstance(binding, Binding) and binding.tooltip and _is_enabled(node, binding)):
                continue
            if not seen.issuperset(keys := binding.key.split(",")):
                seen.update(keys)
                other = keymap_of(screen.app).get(keys[0])
                yield node, binding.with_key(other) if other else binding


def _is_enabled(node: DOMNode, binding: Binding) -> bool:
    action = binding.action.partition("(")[0]
    return all(each.check_action(action, ()) is not False for each in (node, node.app))


def key_names(binding: Binding) -> str:
    """Return the keys of a command as they are printed in help."""
    if binding.key_display:
        return binding.key_display
    return ", ".join(NAMES.get(key, key.upper() if key[1:].isdigit() else key) for key in binding.key.split(","))


def legend(board: "Board", ascii_only: bool) -> Iterable[str]:
    """Yield each sign on the board with its meaning, then the meaning of heat digits and of lines.

    Signs with the same meaning are given as a range: the first and the last.
    """
    signs: dict[str, list[str]] = {}
    for mark in board.marks:
        signs.setdefault(mark.name, []).append(mark.ascii if ascii_only else mark.sign)
    for name, same in signs.items():
        yield f"{same[0]} to {same[-1]} {name}" if same[0] != same[-1] else f"{same[0]} {name}"
    if board.heat_name:
        yield f"digits 0 to 9, 9 is most: {board.heat_name}"
    yield from (f"{'red' if links.tone == 'alarm' else 'coloured'} lines: {links.name}" for links in board.links)


def seen_legend(board: "Board", ascii_only: bool) -> list[str]:
    """Return the legend of the marks that are on a board now."""
    seen = tuple(mark for kind, mark in enumerate(board.marks) if (board.kinds == kind).any())
    return list(legend(replace(board, marks=seen), ascii_only))


def meanings(rows: Iterable[tuple[str, str]]) -> Table:
    """Return a table of names and meanings."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold", max_width=20)
    for name, meaning in rows:
        table.add_row(Text(name), Text(meaning))
    return table


class HelpPage(VerticalScroll):
    """The scrolling text of help, with the keys of vi."""

    BINDINGS = [
        Binding("j", "scroll_down", "Down", show=False),
        Binding("k", "scroll_up", "Up", show=False),
        Binding("g", "scroll_home", "Top", show=False),
        Binding("G", "scroll_end", "Bottom", show=False),
    ]


class HelpScreen(Dialog[None]):
    """The help page over the screen that it explains."""

    BINDINGS = [
        Binding("escape", "close", "Close", key_display="esc"),
        Binding("q,question_mark,f1,enter,space", "dismiss", "Close", show=False),
        Binding("slash", "search", "Search", key_display="/"),
    ]

    def __init__(
        self,
        title: str,
        paragraphs: Sequence[str],
        commands: Iterable[Command],
        terms: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        """Show paragraphs, then keys, then terms with their meanings under headlines."""
        super().__init__()
        self._terms = terms or {}
        self._title = title
        self._paragraphs = paragraphs
        self._commands = [binding for _, binding in commands]

    def compose(self) -> ComposeResult:
        """Lay out the page; it begins with the sentences that the screen below shows only in part."""
        cut = [words.words for words in self.app.screen_stack[-2].query(Words) if words.display and words.cut]
        new = [words for words in dict.fromkeys(cut) if not any(words in told for told in self._paragraphs)]
        self._paragraphs = *new, *self._paragraphs
        with HelpPage(classes="page") as page:
            page.border_title = self._title
            page.border_subtitle = "↑ ↓ scroll, / searches, esc closes"
            words = Input(placeholder="search", compact=True, classes="search")
            words.cursor_blink = False
            words.display = False
            yield words
            yield Static(self._content(""), id="help")

    def _content(self, words: str) -> Group:
        """Return the paragraphs, keys and terms that contain some words."""

        def found(*texts: str) -> bool:
            return any(words.casefold() in text.casefold() for text in texts)

        matching = (each for each in self._commands if found(key_names(each), each.description, each.tooltip))
        keys = [(key_names(command), command.tooltip) for command in matching]
        parts: list[Text | Table] = [Text(f"{paragraph}\n") for paragraph in self._paragraphs if found(paragraph)]
        parts += [meanings(keys)] if keys else []
        for headline, each in self._terms.items():
            if terms := [term for term in each.items() if found(*term)]:
                parts += [Text(f"\n{headline}"), meanings(terms)]
        return Group(*parts or [Text(f"Nothing here contains {words}.")])

    def action_search(self) -> None:
        """Show the search field."""
        field = self.query_one(Input)
        field.display = True
        field.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show only the lines that contain the typed words."""
        self.query_one("#help", Static).update(self._content(event.value))

    def on_input_submitted(self) -> None:
        """Return to the lines that were found."""
        self.query_one(HelpPage).focus()

    def action_close(self) -> None:
        """End the search, or close the page."""
        field = self.query_one(Input)
        if field.display:
            field.value = ""
            field.display = False
            self.query_one(HelpPage).focus()
        else:
            self.dismiss()

    def on_mount(self) -> None:
        """Let the arrow keys scroll."""
        self.query_one(HelpPage).focus()
