"""The figures of a frame: names and values in columns."""

from collections.abc import Sequence

from rich.table import Table
from textual.widget import Widget

from engine.frame import Figure


class Figures(Widget):
    """Named values, one a line."""

    def __init__(self) -> None:
        super().__init__()
        self._figures: Sequence[Figure] = ()

    def show(self, figures: Sequence[Figure]) -> None:
        """Show figures; nothing is drawn if none changed."""
        if figures != self._figures:
            same_rows = [f.name for f in figures] == [f.name for f in self._figures]
            self._figures = figures
            if not same_rows:
                self.tooltip = "\n".join(f"{figure.name}: {figure.help}" for figure in figures)
            self.refresh(layout=not same_rows)

    def render(self) -> Table:
        """Draw the table."""
        table = Table.grid(padding=(0, 1))
        table.add_column(style="dim", no_wrap=True)
        table.add_column(justify="right", no_wrap=True)
        for figure in self._figures:
            table.add_row(figure.name, figure.value)
        return table
