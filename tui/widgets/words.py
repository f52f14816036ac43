"""Words that change often: drawn only when they differ, and laid out anew only when they need other room.

Where the style sheet gives them a fixed height, nothing around them ever jumps: a sentence that is too long ends in an
ellipsis, and below it there is a place for notices, which so cover nothing.
"""

from rich.text import Text
from textual.geometry import Size
from textual.widget import Widget


class Words(Widget):
    """A line or a sentence; its height follows the words unless it is fixed."""

    COMPONENT_CLASSES = {"words--notice"}

    DEFAULT_CSS = """
    Words {
        height: auto; width: auto;
        .words--notice { color: $text-primary; text-style: bold; }
    }
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._words = Text()
        self._notice = ""

    def show(self, words: str | Text) -> None:
        """Show words; markup is not looked for."""
        words = Text(words) if isinstance(words, str) else words
        if words != self._words:
            before, self._words = self._room, words
            self.refresh(layout=self.display and self._room != before)

    def notice(self, words: str) -> None:
        """Show a notice below the words, or none; there is a place for it where the height is fixed."""
        if words != self._notice:
            self._notice = words
            self.refresh()

    @property
    def fixed(self) -> bool:
        """Whether the height does not follow the words."""
        return self.styles.height is not None and not self.styles.height.is_auto

    @property
    def words(self) -> str:
        """What is said, also where there is no room for all of it."""
        return self._words.plain

    @property
    def _room(self) -> tuple[int, int]:
        """Columns and lines that the words take."""
        if self.fixed:
            return self.content_size
        if self.styles.width is not None and self.styles.width.is_auto:
            return self._words.cell_len, 1
        width = max(1, self.content_size.width)
        return width, self._lines(width)

    def _lines(self, width: int) -> int:
        """Return the lines that the words take at a width."""
        return len(self._words.wrap(self.app.console, width))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """Return the lines that the words take."""
        return self._lines(max(1, width))

    def render(self) -> Text:
        """Draw the words and, at the end of their place, the notice."""
        width, height = self.content_size
        if not self.fixed or height < 2:
            return self._words
        # The last line is for notices, whatever is said above; as long as there is none, long words may have it.
        said = self._cut(self._words, width, height - bool(self._notice))
        told = self._cut(Text(self._notice), width, height - len(said)) if self._notice else []
        for line in told:
            line.stylize(self.get_component_rich_style("words--notice", partial=True))
        return Text("\n").join([*said, *[Text()] * (height - len(said) - len(told)), *told])

    def _cut(self, words: Text, width: int, most: int) -> list[Text]:
        """Return the lines of words, at most so many: where they are more, the last ends in an ellipsis."""
        lines = list(words.wrap(self.app.console, max(1, width)))
        if len(lines) > most:
            ellipsis = "..." if self.app.has_class("-ascii") else "…"
            lines = lines[:most]
            lines[-1].rstrip()
            lines[-1].truncate(max(0, width - len(ellipsis)))
            lines[-1].append(ellipsis)
        return lines
