"""The source of a solver: the lines of the last step, the local variables, and the printed lines."""

from textwrap import wrap

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from knightwatch.engine.core.frame import Code
from knightwatch.tui.look import Look, to_ascii

HERE = {False: ("▶", "✗"), True: (">", "x")}
"""The sign of the marked line while the run goes on, and after it failed; by whether only ASCII is drawn."""
RAN = {False: "│", True: "|"}
"""The sign of each line that ran in the step, by whether only ASCII is drawn."""
CHANGED = {False: "•", True: "*"}
"""The sign of each variable that the step changed, by whether only ASCII is drawn."""
ROOMY = 60
"""Columns from which on the source keeps its indentation."""
SHIFT = {False: ("↑ ↓", "← →"), True: ("up down", "left right")}
"""The arrows that scroll with shift: the variables, and long lines; by whether only ASCII is drawn."""
MARGIN = 4
"""Columns of the rule and the spaces around a heading."""
LEAST_LINES = 4
"""Lines of the source at least, if the widget has room for anything else."""


class CodeView(Widget):
    """Source, variables and console, as far as they fit. The marked line is always visible."""

    COMPONENT_CLASSES = {"code--head", "code--number", "code--idle", "code--ran", "code--here", "code--fault"}

    DEFAULT_CSS = """
    CodeView {
        height: 1fr;
        .code--head { color: $text-primary; text-style: bold; }
        .code--number, .code--idle { color: $text-muted; }
        .code--ran { color: $text-primary; text-style: bold; }
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
        self._follows = True
        """Whether the marked line stays visible: until the user scrolls."""
        self._variable = 0
        """The place of the first visible variable."""
        self._left = 0
        """Columns by which long lines are scrolled."""

    def show(self, code: Code | None, failed: bool) -> None:
        """Show the source at a step; `failed` says that the run failed on the marked line."""
        if (code, failed) != (self._code, self._failed):
            if code and (self._code is None or code.text is not self._code.text):
                self._lines = to_ascii(code.text.expandtabs(4), self._look.ascii).split("\n")
            self._code, self._failed, self._follows = code, failed, True
            self.refresh()

    @property
    def is_long(self) -> bool:
        """Whether the source is too long to be seen at once."""
        return self.display and len(self._lines) >= self.content_size.height

    def scroll_source(self, lines: int) -> None:
        """Scroll the source; the next step shows its marked line again."""
        self._follows = False
        self._first = max(1, self._first + lines)
        self.refresh()

    def render(self) -> Text:
        """Draw the three parts, each below its name."""
        code, (width, height) = self._code, self.content_size
        if not code or width < 10 or height < 2:
            return Text()
        variables = self._variables(code)
        console = list(code.console)
        if code.fault:
            console += code.fault.rstrip("\n").split("\n")[-3:]
        room = height - LEAST_LINES - 1
        below = min(len(variables), max(0, room // 2 - 1))
        printed = min(len(console), max(0, room - (below + 1 if below else 0) - 1))
        if code.note:
            console, printed = [], 0
        room = height - 1 - (below + 1 if below else 0) - (printed + 1 if printed else 0)
        self._variable = max(0, min(self._variable, len(variables) - below))
        seen = variables[self._variable : self._variable + below]
        self._follow(code, room)
        longest = self._longest(room, seen)
        self._left = max(0, min(self._left, longest - width))
        parts = self._source(code, room)
        lines = [self._head(self._source_head(code, self._longest(room, []) > width)), *parts]
        if code.note:
            note = [Text(line, self._part("fault")) for line in wrap(to_ascii(code.note, self._look.ascii), width)]
            lines[-min(len(note), len(lines) - 1) :] = note[: len(lines) - 1]
        if below:
            lines += [self._head(self._variables_head(len(variables), below, longest > width))]
            lines += [self._panned(line, 1) for line in seen]
        if printed:
            style = self._part("fault") if code.fault else Style()
            lines += [self._head(f"printed: {code.printed:,} lines" if code.printed != 1 else "printed: 1 line")]
            lines += [Text(line, style) for line in console[-printed:]]
        for line in lines:
            self._fit(line)
        return Text("\n", no_wrap=True).join(lines)

    def pan(self, variables: int, columns: int) -> None:
        """Scroll the variables, and long lines to the side."""
        self._variable += variables
        self._left += columns
        self.refresh()

    def _longest(self, room: int, variables: list[Text]) -> int:
        """Return the columns of the longest visible line, with its line number."""
        digits = len(str(len(self._lines))) + 1
        source = self._lines[self._first - 1 : self._first - 1 + room]
        return max(0, *(digits + len(self._indented(line)) for line in source), *(line.cell_len for line in variables))

    def _source_head(self, code: Code, wide: bool) -> str:
        """Return the name of the file, the marked line, and the keys that show the ends of long lines."""
        line = f" line {code.line}" if code.line else ""
        if not wide:
            return f"{code.name}{line}"
        keys = f": shift {SHIFT[self._look.ascii][1]}"
        fits = len(f"{code.name}{line}{keys}") + MARGIN <= self.content_size.width
        return f"{code.name if fits else code.name.split()[0]}{line}{keys}"

    def _variables_head(self, count: int, below: int, wide: bool) -> str:
        """Return which variables are visible, and the keys that show the rest and the ends of long lines."""
        up_down, left_right = SHIFT[self._look.ascii]
        hidden = count > below
        arrows = " ".join(arrow for arrow, needed in ((up_down, hidden), (left_right, wide)) if needed)
        place = f" {self._variable + 1}-{self._variable + below} of {count}" if hidden else ""
        return f"variables{place}" + (f": shift {arrows}" if arrows else "")

    def _panned(self, line: Text, fixed: int) -> Text:
        """Return a line without the columns that are scrolled away; the first `fixed` columns stay."""
        return Text.assemble(line[:fixed], line[fixed + self._left :]) if self._left else line

    def _follow(self, code: Code, room: int) -> None:
        """Scroll the source to the marked line, if it would not be visible."""
        margin = min(2, max(0, room - 1) // 2)
        if self._follows and code.line and not self._first + margin <= code.line <= self._first + room - 1 - margin:
            self._first = code.line - room + 1 + margin  # most lines of a step are above its yield
        self._first = max(1, min(self._first, len(self._lines) - room + 1))

    def _source(self, code: Code, room: int) -> list[Text]:
        """Return the visible lines of the source."""
        count = len(self._lines)
        digits = len(str(count))
        shown = []
        for number in range(self._first, min(self._first + room, count + 1)):
            here, ran = number == code.line, number in code.ran
            sign = HERE[self._look.ascii][self._failed] if here else RAN[self._look.ascii] if ran else " "
            style = "fault" if here and self._failed else "ran" if here or ran else "number"
            words = self._indented(self._lines[number - 1])[self._left :]
            idle = bool(code.ran) and not (here or ran)
            text = Text.assemble(
                (f"{number:>{digits}}{sign}", self._part(style)), (words, self._part("idle") if idle else Style())
            )
            if here:
                self._fit(text)
                text.stylize_before(self._part("here"))
            shown.append(text)
        return [*shown, *[Text()] * (room - len(shown))]

    def _variables(self, code: Code) -> list[Text]:
        """Return the variables, those that the step changed first and marked; above them, how rows are counted."""
        sign = CHANGED[self._look.ascii]
        marked = [(sign if name in code.changed else " ", name, value) for name, value in code.variables]
        marked.sort(key=lambda each: each[0] != sign)
        lines = [
            Text.assemble((each, self._part("ran")), to_ascii(f"{name} = {value}", self._look.ascii))
            for each, name, value in marked
        ]
        legend = [Text(f" {code.legend}", self._part("idle"))] if code.legend and lines else []
        return [*legend, *lines]

    def _indented(self, line: str) -> str:
        """Return a line of the source; if there is little room, with one column for each level."""
        words = line.lstrip(" ")
        return line if self.content_size.width >= ROOMY else " " * ((len(line) - len(words)) // 4) + words

    def _fit(self, line: Text) -> None:
        """Cut or pad a line to the width."""
        width, dots = self.content_size.width, "..." if self._look.ascii else "…"
        if line.cell_len > width:
            line.truncate(width - len(dots))
            line.append(dots)
        line.pad_right(max(0, width - line.cell_len))

    def _head(self, words: str) -> Text:
        rule = "-" if self._look.ascii else "─"
        return Text(f"{rule}{rule} {words} ".ljust(self.content_size.width, rule), self._part("head"))

    def _part(self, name: str) -> Style:
        return self.get_component_rich_style(f"code--{name}")
