"""N-queens as the author of a solver sees it. This module imports only the standard library."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from knightwatch.engine.notation import square_name


@dataclass(frozen=True)
class QueensTask:
    """Place n queens so that none attacks another. A placement is a list with a row for each column.

    >>> problem = QueensTask(n=8)
    """

    n: int
    """The number of queens, rows and columns."""

    def attacks(self, rows: Sequence[int | None]) -> int:
        """Return the number of pairs of queens that attack each other. A column with None has no queen.

        >>> QueensTask(n=4).attacks([1, 3, 0, 2])
        0
        >>> QueensTask(n=4).attacks([0, 1, None, 0])
        2
        """
        queens = [(col, row) for col, row in enumerate(rows) if row is not None]
        lines = Counter(row for _, row in queens)
        rising = Counter(col + row for col, row in queens)
        falling = Counter(col - row for col, row in queens)
        return sum(count * (count - 1) // 2 for line in (lines, rising, falling) for count in line.values())

    def name(self, column: int, row: int) -> str:
        """Return the name of a square. Columns count from the left, rows from the top, both from 0.

        >>> QueensTask(n=8).name(0, 7)
        'a1'
        """
        return square_name(row, column, self.n)
