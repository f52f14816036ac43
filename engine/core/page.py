"""Pages: something to look at beside the moment itself, a part of a step or one of many answers.

A page is boards side by side, rows of cells one below the other, and a table, as far as each has something to say; in
terms that know neither solver nor screen.
"""

from dataclasses import dataclass

from knightwatch.engine.core.frame import Board, Mark


@dataclass(frozen=True)
class Picture:
    """A board with a name."""

    name: str
    board: Board


@dataclass(frozen=True)
class CellRow:
    """Cells that belong below those of the other rows of a page: the same place, the same column."""

    name: str
    cells: tuple[str, ...]
    marks: tuple[Mark | None, ...] = ()
    """What there is to see in each cell; none at all where nothing is."""

    def mark(self, place: int) -> Mark | None:
        """Return what there is to see in a cell."""
        return self.marks[place] if place < len(self.marks) else None


Table = tuple[tuple[str, ...], ...]
"""Rows of a table, the names of the columns first."""


@dataclass(frozen=True)
class Page:
    """Something to look at."""

    title: str
    sentence: str
    pictures: tuple[Picture, ...]
    rows: tuple[CellRow, ...] = ()
    table: Table = ()
    move: tuple[int, int] | None = None
    """The squares that a move led from and to, where the page shows one."""

    @classmethod
    def single(cls, title: str, board: Board, sentence: str, move: tuple[int, int] | None = None) -> "Page":
        """Return a page of one board."""
        return cls(title, sentence, (Picture("", board),), move=move)

    @property
    def board(self) -> Board:
        """The first of its boards."""
        return self.pictures[0].board
