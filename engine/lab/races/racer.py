"""A racer: a plan that takes part in a race, its run on the way, and what it has had so far, by either clock."""

from dataclasses import dataclass
from enum import StrEnum

from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.lab.races.ways import Way
from knightwatch.engine.plans.plan import Plan


class By(StrEnum):
    """What every racer gets the same of."""

    WORK = "work"
    TIME = "time"


@dataclass(frozen=True)
class Racer:
    """A plan that takes part, and its run on the way."""

    name: str
    plan: Plan
    run: Run
    way: Way

    @property
    def ended(self) -> bool:
        """Whether it waits for the others."""
        return self.run.status is not Status.RUNNING

    @property
    def decided(self) -> bool:
        """Whether it came to an answer: a solution, or a proof that there is none."""
        return self.run.status in (Status.SOLVED, Status.IMPOSSIBLE)

    @property
    def work(self) -> str:
        """What it has done, in its own unit."""
        return counted_noun(self.run.search.done, self.plan.solver.unit)

    def spent(self, by: By) -> float:
        """Return what it has had."""
        return self.run.search.done if by is By.WORK else self.run.seconds

    def had(self, by: By) -> str:
        """Say what it has had."""
        return self.work if by is By.WORK else f"{self.run.seconds:.6f} s"

    @property
    def step_seconds(self) -> float:
        """What a step of it cost; 0 where that is too little to be told."""
        return self.run.seconds / self.run.search.done if self.run.search.done else 0.0
