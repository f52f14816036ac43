"""A racer: a plan in a race, its run, and what it has spent so far by either clock."""

from dataclasses import dataclass
from enum import StrEnum

from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.lab.races.track import Track
from knightwatch.engine.lab.races.words import short
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
        """The work done, in the unit that all racers share."""
        noun, done = self.plan.problem.common_unit
        return f"{counted_noun(self.run.search.common_work(), noun)} {done}"

    @property
    def code(self) -> str:
        """The kind of its code, in a word."""
        if self.plan.solver.interpreted:
            return "Python"
        return "interpreted" if self.run.slow_steps else "compiled"

    def spent(self, by: By) -> float:
        """Return the work in the common unit, or the seconds spent."""
        return self.run.search.common_work() if by is By.WORK else self.run.seconds

    def spent_words(self, by: By) -> str:
        """Return the work or the seconds spent, in words."""
        return self.work if by is By.WORK else short(self.run.seconds)

    def steps_to(self, work: int) -> int:
        """Return the step up to which the search may go, so that its work in the common unit reaches `work`.

        The estimate comes from the steps so far, so it may be too low: ask again until the work is reached.
        """
        done, common = self.run.search.done, self.run.search.common_work()
        each = common / done if done and common else 1.0
        return done + max(1, int((work - common) / each))
