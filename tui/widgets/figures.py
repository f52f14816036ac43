"""The figures of a frame: names and values in two columns."""

from collections.abc import Sequence

from rich.text import Text
from textual.widget import Widget

from knightwatch.engine.core.frame import Figure


class Figures(Widget):
    """Named values, one per line."""

    def __init__(self) -> None:
        super().__init__()
        self._figures: Sequence[Figure] = ()

    def show(self, figures: Sequence[Figure]) -> None:
        """Show figures; draw nothing if none changed."""
        if figures != self._figures:
            same_rows = [f.name for f in figures] == [f.name for f in self._figures]
            before, self._figures = self._width(), figures
            if not same_rows:
                self.tooltip = "\n".join(f"{figure.name}: {figure.help}" for figure in figures)
            self.refresh(layout=not same_rows or self._width() != before)

    @property
    def meanings(self) -> dict[str, str]:
        """The meaning of each figure, by its name."""
        return {figure.name: figure.help for figure in self._figures}

    def _width(self) -> int:
        """Return the columns that names and values need."""
        names = max((len(figure.name) for figure in self._figures), default=0)
        values = max((len(figure.value) for figure in self._figures), default=0)
        # Two spaces keep the longest name apart from a long value.
        return max([names + 1 + values, *(len(figure.name) + 2 + len(figure.value) for figure in self._figures)])

    def render(self) -> Text:
        """Draw names on the left, cut if necessary, and values on the right."""
        width = min(self._width(), self.size.width)
        lines = []
        for figure in self._figures:
            room = max(0, width - len(figure.value) - 1)
            lines.append(Text.assemble((f"{figure.name[:room]:<{room}} ", "dim"), figure.value))
        return Text("\n", no_wrap=True).join(lines)
