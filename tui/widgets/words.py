"""Words that change often: drawn only when they differ, and laid out anew only when they need other room."""

from rich.text import Text
from textual.geometry import Size
from textual.widget import Widget


class Words(Widget):
    """A line or a sentence; its height follows the words."""

    DEFAULT_CSS = """
    Words { height: auto; width: auto; }
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None, steady: bool = False) -> None:  # noqa: A002
        """Begin without words; with `steady`, the height never shrinks, so that what lies above does not jump."""
        super().__init__(id=id, classes=classes)
        self._words = Text()
        self._steady = steady
        self._width = self._tallest = 0
        """The width that the most lines so far were counted at, and those lines."""

    def settle(self) -> None:
        """Forget earlier words, and how many lines they took."""
        self._words, self._tallest = Text(), 0
        self.refresh(layout=True)

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
        return width, self._lines(width)

    def _lines(self, width: int) -> int:
        """Return the lines to take at a width."""
        lines = len(self._words.wrap(self.app.console, width))
        if self._steady:
            self._tallest = max(lines, self._tallest if width == self._width else 0)
            self._width = width
            return self._tallest
        return lines

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """Return the lines that the words take, or took."""
        return self._lines(max(1, width))

    def render(self) -> Text:
        """Draw the words."""
        return self._words
