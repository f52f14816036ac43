"""A list to choose from."""

from collections.abc import Sequence

from textual.binding import Binding
from textual.widgets import OptionList


class Choices(OptionList):
    """An option list with the keys of vi; it ignores page keys before its first layout, where Textual would crash."""

    BINDINGS = [
        Binding("j", "cursor_down", "Down", show=False),
        Binding("k", "cursor_up", "Up", show=False),
        Binding("g", "first", "First", show=False),
        Binding("G", "last", "Last", show=False),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Tell whether an action is possible now."""
        return bool(self.scrollable_content_region) or action not in ("page_up", "page_down")

    # The list for the key `/`.

    def texts(self) -> Sequence[str]:
        """Return the text of each line."""
        return [str(option.prompt) for option in self.options]

    def cursor_line(self) -> int:
        """Return the highlighted line."""
        return self.highlighted or 0

    def go_to(self, line: int) -> None:
        """Highlight a line."""
        self.highlighted = line

    def choose(self) -> None:
        """Open the highlighted line."""
        self.action_select()
