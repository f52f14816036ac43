"""The distance table of a goal: for every position, how many moves it takes to get there.

It is a breadth-first search from the goal with nothing to find, which ends when all positions are visited from which
there is a way to the goal. The table knows depths modulo 3; the way down from a position tells its distance.
"""

from collections.abc import Iterator

from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.engine.swap.solvers.base import SwapSettings
from knightwatch.engine.swap.solvers.breadth import Breadth


class Flood(Breadth):
    """A search from the goal that visits all it can reach."""

    def __init__(self, problem: SwapProblem, settings: SwapSettings, seed: int) -> None:
        super().__init__(problem, settings, seed)
        nowhere = self.positions.numbers
        self.ends = self.ends[1], nowhere


class Distances:
    """How far positions are from the goal of a problem, known once the slices are through."""

    def __init__(self, problem: SwapProblem, settings: SwapSettings | None = None) -> None:
        self._flood = Flood(problem, settings or SwapSettings(), 0)
        self._run = Run(self._flood)
        self.positions = self._flood.positions

    def slices(self) -> Iterator[None]:
        """Work and yield, some fifty times a second, until all distances are known."""
        return self._run.slices()

    @property
    def known(self) -> bool:
        """Whether all distances are known."""
        return self._run.status is Status.IMPOSSIBLE

    @property
    def fraction(self) -> float:
        """How much of the arrangements was visited."""
        return self._flood.work()["positions"] / self.positions.arrangements

    @property
    def fault(self) -> str:
        """Why the distances cannot be known; empty as long as they can."""
        return self._run.reason if self._run.status is Status.GAVE_UP else ""

    def distance(self, position: int) -> int | None:
        """Return the fewest moves from a position to the goal; None where there is no way."""
        return len(self.path(position)) - 1 if self._flood.reaches(position) else None

    def path(self, position: int) -> list[int]:
        """Return the positions from one to the goal, by the fewest moves."""
        return self._flood.path(0, position)
