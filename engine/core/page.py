"""Pages: what a pop-up shows, for example one part of a step or one of many answers.

A page has boards side by side, rows of cells below each other, a table, and a source; each may be missing. Like a
frame, it knows neither the solver nor the screen.
"""

from dataclasses import dataclass

from knightwatch.engine.core.frame import Board, Code, Mark
from knightwatch.engine.core.tree import SearchTree


@dataclass(frozen=True)
class Picture:
    """A board with a name."""

    name: str
    board: Board


@dataclass(frozen=True)
class CellRow:
    """A row of cells. Cells with the same index in all rows of a page form a column."""

    name: str
    cells: tuple[str, ...]
    marks: tuple[Mark | None, ...] = ()
    """The mark of each cell; may be shorter than `cells`."""

    def mark(self, place: int) -> Mark | None:
        """Return the mark of a cell, if it has one."""
        return self.marks[place] if place < len(self.marks) else None


Table = tuple[tuple[str, ...], ...]
"""The rows of a table, column names first."""


@dataclass(frozen=True)
class Page:
    """One page of a pop-up."""

    title: str
    sentence: str
    pictures: tuple[Picture, ...]
    rows: tuple[CellRow, ...] = ()
    table: Table = ()
    move: tuple[int, int] | None = None
    """From and to of the move that the page shows, if any."""
    code: Code | None = None
    """The source of the solver at the step, if the page is about it."""
    tree: SearchTree | None = None
    """The search tree at the step, if the page is about it."""
    variables: tuple[tuple[str, str], ...] = ()
    """The local variables of the function that the page is about, as the plain version names them."""
    ahead: bool = False
    """Whether the page tells the next step, for example by the top of a stack."""

    @classmethod
    def single(cls, title: str, board: Board, sentence: str, move: tuple[int, int] | None = None) -> "Page":
        """Return a page with one board."""
        return cls(title, sentence, (Picture("", board),), move=move)

    @property
    def board(self) -> Board:
        """The first board of the page."""
        return self.pictures[0].board
