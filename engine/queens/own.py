"""Draws the placements and populations of an author's queens solver."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.core.frame import Board, Figure, Kind, RankedPopulation
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.core.yield_drawing import YieldDrawing
from knightwatch.engine.evolution.ranking import ranked
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.task import QueensTask

Rows = NDArray[np.int64]


class QueensDrawing(YieldDrawing[QueensProblem]):
    """Draws a placement, or the best individual of a population. A row of -1 has no queen."""

    reader = "knightwatch.engine.queens.yields:QueensReader"
    curves = "attacking pairs", Kind.COUNT
    pairs_are_squares = False  # in a placement, and in many solvers, the column comes first

    @property
    def task(self) -> QueensTask:
        return self.problem.task

    @property
    def legend(self) -> str:
        return f"row y here is row {self.problem.n} - y of the board"

    def checked(self, value: Any) -> Rows:
        rows = np.array(value, np.int64)
        if rows.ndim not in (1, 2) or rows.shape[-1] != self.problem.n or not rows.size:
            raise ValueError("a placement has a wrong length")
        if not (rows.min() >= -1 and rows.max() < self.problem.n):
            raise ValueError("a row is outside the board")
        return rows

    def answer(self, value: Any) -> dict[str, Any]:
        if value is None:
            return {"queens": None, "attacks": None}
        best = self._best(value)
        return {"queens": best.tolist(), "attacks": self._attacks(best)}

    def board(self, value: Any) -> Board:
        return self.problem.board() if value is None else self.problem.placement(self._best(value))

    def figures(self, value: Any) -> tuple[Figure, ...]:
        if value is None:
            return ()
        best = self._best(value)
        figures = [
            Figure("queens", f"{int((best >= 0).sum()):,} of {self.problem.n:,}", "queens on the board"),
            Figure("attacks", f"{self._attacks(best):,}", "attacking pairs on the board"),
        ]
        if value.ndim == 2:
            mean = sum(map(self._attacks, value)) / len(value)
            figures += [
                Figure("population", f"{len(value):,}", "individuals; the board shows the best one"),
                Figure("mean", f"{mean:.2f}", "attacking pairs, mean of the population"),
            ]
        return tuple(figures)

    def attained(self, value: Any) -> float:
        if value is None:
            return self.problem.n
        best = self._best(value)
        return self._attacks(best) + int((best < 0).sum())

    def population(self, value: Any) -> RankedPopulation | None:
        if value is None or value.ndim != 2:
            return None
        fitness = np.array([self._attacks(rows) for rows in value], np.int64)
        return ranked(value, fitness, "attacking pairs", high=False)

    def fault(self, value: Any) -> str:
        if value is None:
            return ""
        best = self._best(value)
        missing, attacks = int((best < 0).sum()), self._attacks(best)
        parts = [counted_noun(attacks, "attacking pair")] * bool(attacks)
        return " and ".join([f"{counted_noun(missing, 'queen')} not placed"] * bool(missing) + parts)

    def _best(self, value: Rows) -> Rows:
        return value if value.ndim == 1 else value[int(np.argmin([self._cost(rows) for rows in value]))]

    def _cost(self, rows: Rows) -> int:
        return self._attacks(rows) + int((rows < 0).sum())

    def _attacks(self, rows: Rows) -> int:
        """Return the number of attacking pairs."""
        x = np.flatnonzero(rows >= 0)
        y = rows[x]
        counts = np.concatenate([np.bincount(line) for line in (y, x + y, x - y + self.problem.n)])
        return int((counts * (counts - 1) // 2).sum())


DRAWING = QueensDrawing
