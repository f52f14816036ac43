"""Text that changes often: it is redrawn only when it differs, and causes a layout only when its size changes.

With a fixed height in the style sheet, the widgets around it never move. A sentence that is too long then ends in an
ellipsis, with the key of the help page if the screen has one: that page begins with the whole sentence. The last line
shows notices.
"""

from rich.text import Text
from textual.geometry import Size
from textual.widget import Widget

from knightwatch.tui.textual_internals import keymap_of

ROOMY = 30
"""Columns from which on a cut sentence names the key that shows the rest."""


class Words(Widget):
    """A line or a sentence; its height follows the text unless it is fixed."""

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
        """Show words, without interpreting markup."""
        words = Text(words) if isinstance(words, str) else words
        if words != self._words:
            before, self._words = self._room, words
            self.refresh(layout=self.display and self._room != before)

    def notice(self, words: str) -> None:
        """Show a notice below the words, or remove it."""
        if words != self._notice:
            before, self._notice = self._room, words
            self.refresh(layout=self.display and self._room != before)

    @property
    def fixed(self) -> bool:
        """Whether the style sheet fixes the height."""
        return self.styles.height is not None and not self.styles.height.is_auto

    @property
    def words(self) -> str:
        """All words, even if some do not fit."""
        return self._words.plain

    @property
    def cut(self) -> bool:
        """Whether some words do not fit."""
        width, height = self.content_size
        return width > 0 and height > 0 and self._lines(width) > height

    @property
    def _room(self) -> tuple[int, int]:
        """Columns and lines that the words need."""
        if self.fixed:
            return self.content_size
        if self.styles.width is not None and self.styles.width.is_auto:
            return self._words.cell_len, 1
        width = max(1, self.content_size.width)
        return width, self._lines(width)

    def _lines(self, width: int) -> int:
        """Return the lines that the words and the notice need at a width."""
        notice = Text(self._notice).wrap(self.app.console, width) if self._notice else ()
        return len(self._words.wrap(self.app.console, width)) + len(notice)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """Return the lines that the words need."""
        return self._lines(max(1, width))

    def render(self) -> Text:
        """Draw the words and, at the bottom, the notice."""
        width, height = self.content_size
        if (not self.fixed and not self._notice) or height < 2:
            return self._words
        # A notice always has the last line; without a notice, long words may use it.
        sentence = self._cut(self._words, width, height - bool(self._notice))
        notice = self._cut(Text(self._notice), width, height - len(sentence)) if self._notice else []
        for line in notice:
            line.stylize(self.get_component_rich_style("words--notice"))
        return Text("\n").join([*sentence, *[Text()] * (height - len(sentence) - len(notice)), *notice])

    def _cut(self, words: Text, width: int, most: int) -> list[Text]:
        """Return at most `most` lines of words; an ellipsis replaces what does not fit."""
        lines = list(words.wrap(self.app.console, max(1, width)))
        if len(lines) > most:
            ellipsis = "..." if self.app.has_class("-ascii") else "…"
            end = f"{ellipsis} ({self._help_key}: more)" if width >= ROOMY and self._help_key else ellipsis
            lines = lines[:most]
            last, room = lines[-1].plain.rstrip(), max(0, width - len(end))
            if len(last) > room:  # end with a whole word
                last = last[:room].rpartition(" ")[0] or last[:room]
            lines[-1].right_crop(len(lines[-1]) - len(last))
            lines[-1].append(end)
        return lines

    @property
    def _help_key(self) -> str:
        """The key of the screen's help page; empty if it has none."""
        return keymap_of(self.app).get("question_mark", "?") if hasattr(self.screen, "action_help") else ""
