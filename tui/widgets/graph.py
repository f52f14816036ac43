"""The graph of moves: squares as vertices, with their pieces, and moves as edges."""

from collections.abc import Sequence
from itertools import pairwise

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from knightwatch.engine.core.frame import Board, Drawing, Mark, Tone
from knightwatch.tui.braille import Canvas
from knightwatch.tui.look import Look
from knightwatch.tui.widgets.board.styles import sign

Move = tuple[int, int]
"""The squares at which a move starts and ends."""
Spot = tuple[int, int]
"""A column and a row of characters."""
EDGE, MOVED = 1, 2
"""Inks: the edge of the last move is drawn over the others."""


class GraphView(Widget):
    """A graph that fills the widget; vertices have names where they fit."""

    COMPONENT_CLASSES = {
        "graph--edge",
        "graph--moved",
        "graph--empty",
        *(f"graph--{tone}" for tone in Tone),
    }

    DEFAULT_CSS = """
    GraphView {
        .graph--edge { color: $text-muted; }
        .graph--moved { color: $primary; text-style: bold; }
        .graph--empty { color: $foreground; background: $panel; }
        .graph--piece { color: $square-piece; background: $square-light; text-style: bold; }
        .graph--black { color: $square-black-text; background: $square-black; text-style: bold; }
        .graph--white { color: $square-white-text; background: $square-white; text-style: bold; }
        .graph--hint { color: $square-hint; background: $square-light; text-style: bold; }
        .graph--alarm { color: $square-alarm-text; background: $square-alarm; text-style: bold; }
        .graph--good { color: $square-good-text; background: $square-good; text-style: bold; }
        .graph--hole { color: $foreground; background: $background; }
    }
    """

    def __init__(self, drawing: Drawing, board: Board, look: Look) -> None:
        super().__init__()
        self._look = look
        self.drawing = drawing
        self._board = board
        self._move: Move | None = None
        self._lines: list[Strip] | None = None

    def draw(self, drawing: Drawing) -> None:
        """Draw another graph, or another layout."""
        self.drawing = drawing
        self._redraw()

    def show(self, board: Board, move: Move | None = None) -> None:
        """Show the pieces of a board, and the edge of the last move."""
        if board is not self._board or move != self._move:
            self._board, self._move = board, move
            self._redraw()

    def on_resize(self) -> None:
        """Draw the graph for the new size."""
        self._redraw()

    def notify_style_update(self) -> None:
        """Drop the colours of the old theme."""
        super().notify_style_update()
        self._lines = None

    def _redraw(self) -> None:
        self._lines = None
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw a line of the widget."""
        if self._lines is None:
            self._lines = self._draw()
        return self._lines[y] if y < len(self._lines) else Strip.blank(self.size.width, self.rich_style)

    def _draw(self) -> list[Strip]:
        width, height = self.size
        if not width or not height:
            return []
        signs, styles = self._tokens()
        named = zip(signs, self.drawing.names, strict=True)
        texts = [name if sign == name else f"{sign}{name}" for sign, name in named]  # a number is its own sign
        spots = self._spots(max(map(len, texts)))
        if _crowded(spots, texts):
            texts, spots = signs, self._spots(max(map(len, signs)))
        edges = self._edges(spots)
        plain, bold = self._style("edge"), self._style("moved")
        cells: dict[Spot, Segment] = {}
        for y, (line, inks) in enumerate(zip(edges.lines(), edges.inks.tolist(), strict=True)):
            for x, (character, ink) in enumerate(zip(line, inks, strict=True)):
                cells[x, y] = Segment(character, bold if ink == MOVED else plain)
        for (x, y), text, style in zip(spots, texts, styles, strict=True):
            for place, character in enumerate(text, x - len(text) // 2):
                cells[place, y] = Segment(character, style)
        return [Strip(Segment.simplify(cells[x, y] for x in range(width))) for y in range(height)]

    def _tokens(self) -> tuple[list[str], list[Style]]:
        """Return the sign and the style of each vertex."""
        marks: dict[int, Mark] = {
            square: self._board.marks[kind]
            for square, kind in zip(self._board.squares.tolist(), self._board.kinds.tolist(), strict=True)
        }
        standing = [marks.get(square) for square in self.drawing.squares]
        signs = [sign(mark, self._look) if mark else "." if self._look.ascii else "·" for mark in standing]
        return signs, [self._style(mark.tone if mark else "empty") for mark in standing]

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"graph--{name}")

    def _spots(self, room: int) -> list[Spot]:
        """Return the centre of each vertex, with room for this many characters around it."""
        width, height = self.size
        left, across = room // 2, max(0, width - room)
        return [(left + round(x * across), round(y * (height - 1))) for x, y in self.drawing.places]

    def _edges(self, spots: Sequence[Spot]) -> Canvas:
        """Draw the edges between the centres of characters."""
        canvas = Canvas(*self.size, self._look.ascii)
        across, down = canvas.across, canvas.down
        for a, b in self.drawing.edges:
            (x, y), (to_x, to_y) = spots[a], spots[b]
            moved = self._move and {self.drawing.squares[a], self.drawing.squares[b]} == set(self._move)
            middle = across * x + across // 2, down * y + down // 2
            canvas.draw(*middle, across * (to_x - x), down * (to_y - y), MOVED if moved else EDGE)
        return canvas


def _crowded(spots: Sequence[Spot], texts: Sequence[str]) -> bool:
    """Tell whether texts on one line would overlap or touch."""
    taken = sorted((y, x - len(text) // 2, len(text)) for (x, y), text in zip(spots, texts, strict=True))
    return any(y == line and x + length >= there for (y, x, length), (line, there, _) in pairwise(taken))
