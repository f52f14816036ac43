"""Rows of cells below each other, such as genes to compare; long rows are split into blocks."""

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text
from textual.geometry import Size
from textual.widget import Widget

from knightwatch.engine.core.frame import Tone
from knightwatch.engine.core.page import CellRow
from knightwatch.tui.look import Look, to_ascii


class CellRows(Widget):
    """Rows with aligned cells; a mark adds a sign and a colour to a cell."""

    COMPONENT_CLASSES = {"cells--name", *(f"cells--{tone}" for tone in Tone)}

    DEFAULT_CSS = """
    CellRows {
        height: auto; width: 100%;
        .cells--name { color: $text-muted; }
        .cells--hint { color: $text-primary; text-style: bold; }
        .cells--good { color: $text-success; text-style: bold; }
        .cells--alarm { color: $text-error; text-style: bold; }
        .cells--hole { color: $text-muted; }
        .cells--piece { text-style: none; }
    }
    """

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._rows: Sequence[CellRow] = ()

    def show(self, rows: Sequence[CellRow]) -> None:
        """Replace the rows, and fit the height."""
        self._rows = rows
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """Return the lines of all blocks, with an empty line between two."""
        return self.lines_of(self._rows, width)

    def lines_of(self, rows: Sequence[CellRow], width: int) -> int:
        """Return the lines that rows need in columns of this number."""
        return max(0, len(_blocks(rows, width)) * (len(rows) + 1) - 1)

    def render(self) -> Text:
        """Draw the blocks."""
        lines = []
        for block in _blocks(self._rows, self.size.width):
            lines += [self._line(row, block) for row in self._rows]
            lines.append(Text())
        return Text("\n", no_wrap=True).join(lines[:-1])

    def _line(self, row: CellRow, block: range) -> Text:
        names, width = _widths(self._rows)
        line = Text(f"{to_ascii(row.name, self._look.ascii):<{names}}", self._style("name"))
        for place in block:
            mark, cell = row.mark(place), row.cells[place] if place < len(row.cells) else ""
            sign = "" if mark is None else mark.ascii if self._look.ascii else mark.sign
            line.append(f"{f'{cell}{sign}' if sign else f'{cell} ':>{width}}", self._style(mark.tone if mark else ""))
        return line

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"cells--{name}") if name else self.rich_style


def _widths(rows: Sequence[CellRow]) -> tuple[int, int]:
    """Return the columns of the names, and of a cell with its sign."""
    names = max((len(row.name) for row in rows), default=0)
    signs = any(row.marks for row in rows)
    cells = max((len(cell) for row in rows for cell in row.cells), default=0)
    return names + 1, cells + 1 + signs


def _blocks(rows: Sequence[CellRow], width: int) -> list[range]:
    """Return the cells of each block."""
    names, cell = _widths(rows)
    most, length = max(1, (width - names) // cell), max((len(row.cells) for row in rows), default=0)
    return [range(first, min(first + most, length)) for first in range(0, length, most)]
