"""Rows of cells below each other, such as genes to compare; long rows are split into blocks."""

from collections.abc import Sequence

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

    @property
    def _widths(self) -> tuple[int, int]:
        """Columns of the names, and of a cell with its sign."""
        names = max((len(row.name) for row in self._rows), default=0)
        signs = any(row.marks for row in self._rows)
        cells = max((len(cell) for row in self._rows for cell in row.cells), default=0)
        return names + 1, cells + 1 + signs

    def _blocks(self, width: int) -> list[range]:
        """Return the cells of each block."""
        names, cell = self._widths
        most, length = max(1, (width - names) // cell), max((len(row.cells) for row in self._rows), default=0)
        return [range(first, min(first + most, length)) for first in range(0, length, most)]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """Return the lines of all blocks, with an empty line between two."""
        blocks = len(self._blocks(width))
        return max(0, blocks * (len(self._rows) + 1) - 1)

    def render(self) -> Text:
        """Draw the blocks."""
        lines = []
        for block in self._blocks(self.size.width):
            lines += [self._line(row, block) for row in self._rows]
            lines.append(Text())
        return Text("\n", no_wrap=True).join(lines[:-1])

    def _line(self, row: CellRow, block: range) -> Text:
        names, width = self._widths
        line = Text(f"{to_ascii(row.name, self._look.ascii):<{names}}", self._style("name"))
        for place in block:
            mark, cell = row.mark(place), row.cells[place] if place < len(row.cells) else ""
            sign = "" if mark is None else mark.ascii if self._look.ascii else mark.sign
            line.append(f"{f'{cell}{sign}' if sign else f'{cell} ':>{width}}", self._style(mark.tone if mark else ""))
        return line

    def _style(self, name: str) -> str:
        return str(self.get_component_rich_style(f"cells--{name}", partial=True)) if name else ""
