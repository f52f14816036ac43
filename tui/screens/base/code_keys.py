"""Keys that scroll the code of a solver: its source, its variables, and long lines."""

from typing import TypeVar

from textual.binding import Binding
from textual.screen import Screen

from knightwatch.tui.widgets.code import CodeView

Result = TypeVar("Result")

SIDEWAYS = 8
"""Columns that one key scrolls long lines."""


class CodeKeys(Screen[Result]):
    """A screen that may show the code of a solver."""

    BINDINGS = [
        Binding("pageup", "scroll_code(-1)", "Code up", show=False, tooltip="scroll the code (down: page down)"),
        Binding("pagedown", "scroll_code(1)", "Code down", show=False),
        Binding(
            "shift+down",
            "pan_code(1, 0)",
            "Variables",
            show=False,
            key_display="shift ↑ ↓",
            tooltip="scroll the variables of the code",
        ),
        Binding("shift+up", "pan_code(-1, 0)", "Variables up", show=False),
        Binding(
            "shift+right",
            f"pan_code(0, {SIDEWAYS})",
            "Long lines",
            show=False,
            key_display="shift ← →",
            tooltip="scroll long lines of the code",
        ),
        Binding("shift+left", f"pan_code(0, -{SIDEWAYS})", "Long lines back", show=False),
    ]

    @property
    def _code_views(self) -> list[CodeView]:
        return [view for view in self.query(CodeView) if view.display]

    def action_scroll_code(self, pages: int) -> None:
        """Scroll the source by a third of the panel; the next step shows its own lines again."""
        for view in self._code_views:
            view.scroll_source(pages * max(1, view.size.height // 3))

    def action_pan_code(self, variables: int, columns: int) -> None:
        """Scroll the variables, or long lines to the side."""
        for view in self._code_views:
            view.pan(variables, columns)
