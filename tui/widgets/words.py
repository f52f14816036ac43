"""Words that change often: drawn only when they differ, and laid out anew only when they need other room."""

from rich.text import Text
from textual.widget import Widget


class Words(Widget):
    """A line or a sentence; its height follows the words."""

    DEFAULT_CSS = """
    Words { height: auto; width: auto; }
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._words = Text()

    def show(self, words: str | Text) -> None:
        """Show words; markup is not looked for."""
        words = Text(words) if isinstance(words, str) else words
        if words != self._words:
            before, self._words = self._room, words
            self.refresh(layout=self._room != before)

    @property
    def _room(self) -> tuple[int, int]:
        """Columns and lines that the words take."""
        if self.styles.width is not None and self.styles.width.is_auto:
            return self._words.cell_len, 1
        width = max(1, self.content_size.width)
        return width, len(self._words.wrap(self.app.console, width))

    def render(self) -> Text:
        """Draw the words."""
        return self._words
