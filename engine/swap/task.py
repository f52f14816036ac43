"""Knights that change places as the author of a solver sees them. This module imports only the standard library."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from knightwatch.engine.notation import MOVES, file_name, file_number, square_name

Square = tuple[int, int] | str
"""Row and column from the top left, from 0; the letters of a file, if knights cross files."""
Move = tuple[Square, Square]
"""The squares from which and to which a knight goes."""

CROSSINGS = (-2, -1, 1, 2)
"""Columns to the right of a move across files."""


@dataclass(frozen=True)
class SwapTask:
    """Move knights from a start to a goal, always to empty squares. Every position is a text.

    B and W are knights, a dot is an empty square, # a missing one; a slash ends a row.

    >>> problem = SwapTask(start="BBB/.../.../WWW", goal="WWW/.../.../BBB")
    """

    start: str
    """The start position."""
    goal: str
    """The goal position."""
    files: bool = False
    """Whether the board is a row of files, and a move crosses one or two of them."""
    first: int | None = None
    """If `name` returns numbers, row by row: the number of the first square. None: names like a1."""

    @cached_property
    def _size(self) -> tuple[int, int]:
        rows = self.start.split("/")
        return len(rows), len(rows[0])

    @cached_property
    def _ways(self) -> dict[int, list[tuple[int, Move]]]:
        """For each place in a text that is a square: the places a move away, and the moves."""
        rows, cols = self._size
        cells = [(row, col) for row in range(rows) for col in range(cols)]
        places = {cell: self._place(cell) for cell in cells if self.start[self._place(cell)] != "#"}
        return {
            here: [
                (places[there], (self._square(cell), self._square(there)))
                for there in self._near(cell)
                if there in places
            ]
            for cell, here in places.items()
        }

    def _near(self, cell: tuple[int, int]) -> Iterator[tuple[int, int]]:
        row, col = cell
        moves = [(0, right) for right in CROSSINGS] if self.files else sorted(MOVES)
        return ((row + down, col + right) for down, right in moves)

    def _square(self, cell: tuple[int, int]) -> Square:
        return file_name(cell[1]) if self.files else cell

    def _place(self, square: Any) -> int:
        """Return the place of a square in the text of a position."""
        row, col = (0, file_number(square)) if isinstance(square, str) else square
        return int(row * (self._size[1] + 1) + col)

    def moves(self, position: str) -> list[Move]:
        """Return all moves, black ones first.

        >>> SwapTask(start="BB/../WW", goal="WW/../BB").moves("BB/../.W")
        [((0, 1), (2, 0))]
        """
        moves = []
        for colour in "BW":
            for here, ways in self._ways.items():
                if position[here] == colour:
                    moves += [move for there, move in ways if position[there] == "."]
        return moves

    def after(self, position: str, move: Move) -> str:
        """Return the position after a move.

        >>> SwapTask(start="BB/../WW", goal="WW/../BB").after("BB/../.W", ((0, 1), (2, 0)))
        'B./../BW'
        """
        here, there = map(self._place, move)
        letters = list(position)
        if letters[here] not in "BW":
            raise ValueError(f"no knight on {self.name(move[0])} in {position}")
        if letters[there] != ".":
            raise ValueError(f"{self.name(move[1])} is not empty in {position}")
        letters[here], letters[there] = ".", letters[here]
        return "".join(letters)

    def name(self, square: Square) -> str:
        """Return the name of a square.

        >>> SwapTask(start="BB/../WW", goal="WW/../BB").name((0, 1))
        'b3'
        """
        if isinstance(square, str):
            return square
        row, col = square
        rows, cols = self._size
        return square_name(row, col, rows) if self.first is None else f"{row * cols + col + self.first}"
