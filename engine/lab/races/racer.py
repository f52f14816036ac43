"""A racer: a plan in a race, its run, and what it has spent so far by either clock."""

from dataclasses import dataclass
from enum import StrEnum

from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.lab.races.track import Track
from knightwatch.engine.plans.plan import Plan


class By(StrEnum):
    """What the clock of a race counts."""

    WORK = "work"
    TIME = "time"


@dataclass(frozen=True)
class Racer:
    """A plan in a race, and its run."""

    name: str
    plan: Plan
    run: Run
    track: Track

    @property
    def ended(self) -> bool:
        """Whether its run has ended."""
        return self.run.status is not Status.RUNNING

    @property
    def decided(self) -> bool:
        """Whether it has an answer: a solution, or a proof that there is none."""
        return self.run.status in (Status.SOLVED, Status.IMPOSSIBLE)

    @property
    def work(self) -> str:
        """The work done, in the solver's own unit."""
        return counted_noun(self.run.search.done, self.plan.solver.unit)

    @property
    def code(self) -> str:
        """The kind of its code, in a word."""
        return "Python" if self.plan.solver.interpreted else "compiled"

    def spent(self, by: By) -> float:
        """Return the steps or the seconds spent."""
        return self.run.search.done if by is By.WORK else self.run.seconds

    def spent_words(self, by: By) -> str:
        """Return the steps or the seconds spent, in words."""
        return self.work if by is By.WORK else f"{self.run.seconds:.6f} s"

    @property
    def step_seconds(self) -> float:
        """The seconds of one step; 0 if they are too short to measure."""
        return self.run.seconds / self.run.search.done if self.run.search.done else 0.0
