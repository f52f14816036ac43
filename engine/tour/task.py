"""A knight's tour as the author of a solver sees it. This module imports only the standard library."""

from dataclasses import dataclass
from functools import cached_property

from knightwatch.engine.notation import MOVES, square_name

Square = tuple[int, int]
"""Row and column from the top left, from 0."""


@dataclass(frozen=True)
class TourTask:
    """Visit every square once by knight's moves.

    >>> problem = TourTask(rows=3, cols=4)
    """

    rows: int
    """Rows of the board."""
    cols: int
    """Columns of the board."""
    closed: bool = False
    """Whether a last move must lead back to the first square."""
    start: Square | None = None
    """The first square; None: the solver chooses."""
    holes: tuple[Square, ...] = ()
    """Squares that the board does not have."""

    def __post_init__(self) -> None:
        start, holes = self.start, self.holes  # lists, if they come from JSON
        object.__setattr__(self, "start", None if start is None else (start[0], start[1]))
        object.__setattr__(self, "holes", tuple((row, col) for row, col in holes))

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """All squares without holes, row by row.

        >>> TourTask(rows=2, cols=2, holes=((0, 1),)).squares
        ((0, 0), (1, 0), (1, 1))
        """
        holes = set(self.holes)
        every = ((row, col) for row in range(self.rows) for col in range(self.cols))
        return tuple(square for square in every if square not in holes)

    @cached_property
    def size(self) -> int:
        """The number of squares without holes: the length of a tour.

        >>> TourTask(rows=3, cols=4).size
        12
        """
        return len(self.squares)

    @cached_property
    def starts(self) -> tuple[Square, ...]:
        """The squares on which a tour can begin: the given one, those of the colour with more squares, or all.

        >>> TourTask(rows=1, cols=3).starts
        ((0, 0), (0, 2))
        """
        if self.start is not None:
            return (self.start,)
        light = tuple(square for square in self.squares if sum(square) % 2 == 0)
        dark = tuple(square for square in self.squares if sum(square) % 2 == 1)
        return self.squares if len(light) == len(dark) else max(light, dark, key=len)

    @cached_property
    def _near(self) -> dict[Square, list[Square]]:
        return {}

    @cached_property
    def _board(self) -> frozenset[Square]:
        return frozenset(self.squares)

    def neighbours(self, square: Square) -> list[Square]:
        """Return the squares that are a knight's move away, in a new list.

        >>> TourTask(rows=3, cols=4).neighbours((0, 0))
        [(2, 1), (1, 2)]
        """
        near = self._near.get(square)
        if near is None:
            if square not in self._board:
                raise ValueError(f"{square} is not a square of this board")
            row, col = square
            targets = [(row + down, col + right) for down, right in MOVES]
            near = self._near[square] = [there for there in targets if there in self._board]
        return near.copy()

    def name(self, square: Square) -> str:
        """Return the name of a square.

        >>> TourTask(rows=8, cols=8).name((4, 4))
        'e4'
        """
        return square_name(*square, self.rows)
