"""The n-queens problem: its size, its proofs of impossibility, and the check of answers that no solver shares."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from pydantic import Field

from knightwatch.engine.boards import file_name
from knightwatch.engine.core.frame import Board, Kind, Links, Mark, Tone
from knightwatch.engine.core.search import Problem
from knightwatch.engine.queens.task import QueensTask

QUEEN = Mark("queen", "♛", "Q", Tone.PIECE)
ATTACKED = Mark("attacked queen", "♛!", "Q!", Tone.ALARM)
MOST_WRITTEN = 100
"""The largest board whose placement is written out in text."""
MOST_JOINED = 1000
"""On larger boards no lines join attacking queens: nobody could see them, and they slow down every frame."""


class QueensProblem(Problem):
    """Place n queens so that none attacks another. A placement is a list of rows, one for each column."""

    common_unit = "placement", "judged"
    attainment = "attacks and queens to place", Kind.COUNT

    n: int = Field(
        8,
        ge=1,
        le=10_000_000,
        description="number of queens, rows and columns; at most 1,000 for backtrack and climb, 100,000 for anneal",
    )

    @cached_property
    def task(self) -> QueensTask:
        """The problem as the author of a solver sees it."""
        return QueensTask(self.n)

    def title(self) -> str:
        return f"{self.n:,} queen{'s' if self.n > 1 else ''}"

    def refutation(self) -> str:
        if self.n == 2:
            return "on 2 x 2 a queen attacks every other square"
        if self.n == 3:
            return "on 3 x 3 a queen leaves at most two squares free, and queens there attack each other"
        return ""

    def solves(self, answer: dict[str, Any]) -> bool:
        placed = answer["queens"]
        if len(placed) != self.n or min(placed) < 0 or max(placed) >= self.n:
            return False
        x, rows = np.arange(self.n), np.asarray(placed, np.int64)
        return all(np.bincount(line).max() == 1 for line in (rows, x + rows, x - rows + self.n))

    def board(self) -> Board:
        return Board(self.n, self.n, (QUEEN, ATTACKED))

    def picture(self, answer: dict[str, Any]) -> Board:
        return self.board() if answer["queens"] is None else self.placement(answer["queens"])

    def convention(self, answer: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG002
        return {"rows": "from 0 at the top"}

    def words(self, answer: dict[str, Any]) -> str:
        """Return the placement as a user types it, and its attacks. Only JSON counts rows from 0, at the top."""
        if answer["queens"] is None or self.n > MOST_WRITTEN:
            return ""
        placed = sum(y >= 0 for y in answer["queens"])
        queens = f"{placed} of {self.n} queens placed, " if placed < self.n else ""
        attacks = answer["attacks"]
        pairs = "no attacks" if not attacks else "1 attack" if attacks == 1 else f"{attacks:,} attacks"
        return f"Best placement of the run: {queens}{pairs}. Rows from 1 at the bottom: {self.vector(answer['queens'])}"

    def vector(self, queens: Sequence[int]) -> str:
        """Return a placement as a user types it: the row of each column's queen, from 1 at the bottom."""
        return f"[{','.join(str(self.n - y) if y >= 0 else '-' for y in queens)}]"

    def table(self, answer: dict[str, Any]) -> list[tuple[Any, ...]]:
        rows = answer["queens"] or ()
        return [("column", "row"), *((file_name(x), self.n - y if y >= 0 else "") for x, y in enumerate(rows))]

    def placement(self, rows: ArrayLike) -> Board:
        """Return a board with queens on these rows of the first columns; a negative row leaves its column empty."""
        y = np.asarray(rows, np.int64)
        x = np.flatnonzero(y >= 0)
        y = y[x]
        attacked = np.zeros(len(x), bool)
        for line in (y, x + y, x - y + self.n):
            attacked |= np.bincount(line)[line] > 1 if len(line) else False
        squares = y * self.n + x
        attacks = self._attacks(x[attacked], y[attacked]) if self.n <= MOST_JOINED and attacked.any() else ()
        return Board(self.n, self.n, (QUEEN, ATTACKED), squares, attacked.astype(np.uint8), links=attacks)

    def _attacks(self, x: NDArray[np.int64], y: NDArray[np.int64]) -> tuple[Links, ...]:
        """Return lines from each queen to the next one on its row and on its diagonals."""
        pairs = []
        for line in (y, x + y, x - y):
            order = np.lexsort((x, line))
            near = np.diff(line[order]) == 0
            squares = (y * self.n + x)[order]
            pairs.append(np.stack([squares[:-1][near], squares[1:][near]], axis=1))
        return (Links.equal("queens that attack each other", Tone.ALARM, np.concatenate(pairs)),)
