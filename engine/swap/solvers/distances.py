"""The distance table of a goal: the fewest moves from every position to the goal.

A breadth-first search from the goal visits all positions that it can reach. The table stores depths modulo 3; walking
down from a position gives its distance.
"""

from collections.abc import Iterator

from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.engine.swap.solvers.base import SwapSettings
from knightwatch.engine.swap.solvers.breadth import Breadth


class Flood(Breadth):
    """A search from the goal that visits all positions it can reach."""

    def __init__(self, problem: SwapProblem, settings: SwapSettings, seed: int) -> None:
        super().__init__(problem, settings, seed)
        no_position = self.positions.numbers
        self.ends = self.ends[1], no_position


class Distances:
    """The distances of all positions from the goal, complete after `slices`."""

    def __init__(self, problem: SwapProblem, settings: SwapSettings | None = None) -> None:
        self._flood = Flood(problem, settings or SwapSettings(), 0)
        self._run = Run(self._flood)
        self.positions = self._flood.positions

    def slices(self) -> Iterator[None]:
        """Work and yield, about fifty times a second, until all distances are known."""
        return self._run.slices()

    @property
    def known(self) -> bool:
        """Whether all distances are known."""
        return self._run.status is Status.IMPOSSIBLE

    @property
    def fraction(self) -> float:
        """The share of all positions that was visited."""
        return self._flood.work()["positions"] / self.positions.arrangements

    @property
    def fault(self) -> str:
        """Why the distances cannot be computed, or nothing."""
        return self._run.reason if self._run.status is Status.GAVE_UP else ""

    def distance(self, position: int) -> int | None:
        """Return the fewest moves from a position to the goal; None if there is no path."""
        return len(self.path(position)) - 1 if self._flood.reaches(position) else None

    def path(self, position: int) -> list[int]:
        """Return a shortest sequence of positions from a position to the goal."""
        return self._flood.path(0, position)

    def nearer(self, position: int) -> list[int]:
        """Return the positions one move nearer to the goal."""
        level = self._flood.level_code(0, position) - 1  # the distance modulo 3
        near = self.positions.neighbours(position)
        return [there for there in near if self._flood.level_code(0, there) - 1 == (level - 1) % 3]
