"""The source of a user's solver: the line of the last yield, the local variables, and the printed lines."""

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from knightwatch.engine.core.frame import Code
from knightwatch.tui.look import Look, to_ascii

HERE = {False: ("▶", "✗"), True: (">", "x")}
"""The sign of the marked line while the run goes on, and after it failed; by whether only ASCII is drawn."""
LEAST_LINES = 4
"""Lines of the source at least, if the widget has room for anything else."""


class CodeView(Widget):
    """Source, variables and console, as far as they fit. The marked line is always visible."""

    COMPONENT_CLASSES = {"code--head", "code--number", "code--here", "code--fault"}

    DEFAULT_CSS = """
    CodeView {
        height: 1fr;
        .code--head { color: $text-primary; text-style: bold; }
        .code--number { color: $text-muted; }
        .code--here { background: $primary 35%; text-style: bold; }
        .code--fault { color: $text-error; }
    }
    """

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._code: Code | None = None
        self._failed = False
        self._lines: list[str] = []
        self._first = 1
        """The first visible line of the source."""

    def show(self, code: Code | None, failed: bool) -> None:
        """Show the source at a step; `failed` says that the run failed on the marked line."""
        if (code, failed) != (self._code, self._failed):
            if code and (self._code is None or code.text is not self._code.text):
                self._lines = code.text.expandtabs(4).split("\n")
            self._code, self._failed = code, failed
            self.refresh()

    def render(self) -> Text:
        """Draw the three parts, each below its name."""
        code, (width, height) = self._code, self.size
        if not code or width < 10 or height < 2:
            return Text()
        variables = [f"{name} = {value}" for name, value in code.variables]
        console = list(code.console)
        if code.fault:
            console += code.fault.rstrip("\n").split("\n")[-3:]
        room = height - LEAST_LINES - 1
        below = min(len(variables), max(0, room // 2 - 1))
        printed = min(len(console), max(0, room - (below + 1 if below else 0) - 1))
        if code.note:
            console, printed = [], 0
        parts = self._source(code, height - 1 - (below + 1 if below else 0) - (printed + 1 if printed else 0))
        lines = [self._head(code.name + (f" line {code.line}" if code.line else "")), *parts]
        if code.note:
            lines[-1] = Text(code.note, self._part("fault"))
        if below:
            more = len(variables) - below
            lines += [self._head("variables" + (f" (+{more})" if more else "")), *map(Text, variables[:below])]
        if printed:
            style = self._part("fault") if code.fault else Style()
            lines += [self._head(f"printed: {code.printed:,} lines" if code.printed != 1 else "printed: 1 line")]
            lines += [Text(line, style) for line in console[-printed:]]
        for line in lines:
            line.truncate(width, overflow="ellipsis", pad=True)
        return Text("\n", no_wrap=True).join(lines)

    def _source(self, code: Code, room: int) -> list[Text]:
        """Return the lines of the source around the marked one; scroll only if it would not be visible."""
        count = len(self._lines)
        margin = min(2, max(0, room - 1) // 2)
        if code.line and not self._first + margin <= code.line <= self._first + room - 1 - margin:
            self._first = code.line - room // 2
        self._first = max(1, min(self._first, count - room + 1))
        digits = len(str(count))
        shown = []
        for number in range(self._first, min(self._first + room, count + 1)):
            here = number == code.line
            sign = HERE[self._look.ascii][self._failed] if here else " "
            text = Text.assemble(
                (f"{number:>{digits}}{sign}", self._part("fault" if here and self._failed else "number")),
                to_ascii(self._lines[number - 1], self._look.ascii),
            )
            if here:
                text.truncate(self.size.width, overflow="ellipsis", pad=True)
                text.stylize_before(self._part("here"))
            shown.append(text)
        return [*shown, *[Text()] * (room - len(shown))]

    def _head(self, words: str) -> Text:
        rule = "-" if self._look.ascii else "─"
        return Text(f"{rule}{rule} {words} ".ljust(self.size.width, rule), self._part("head"))

    def _part(self, name: str) -> Style:
        return self.get_component_rich_style(f"code--{name}")
