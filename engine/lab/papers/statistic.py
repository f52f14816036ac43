"""Statistics of papers: one figure from the runs of a plan, in the terms that publications use."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import mean, stdev
from typing import NamedTuple

from knightwatch.engine.core.frame import Status
from knightwatch.engine.lab.intervals import Z, quartiles, wilson
from knightwatch.engine.lab.sweeps.finding import short
from knightwatch.engine.store.outcomes import RunOutcome

TO_THE_END = ("steps", "seconds")
"""Figures that a run would have made larger had it not given up."""


class Aggregate(StrEnum):
    """How the figures of runs become one."""

    SUCCESS = "success"
    MEAN = "mean"
    MEDIAN = "median"
    MOST = "most"


class IntervalEstimate(NamedTuple):
    """A figure with its interval; without one, both ends are the figure."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Statistic:
    """The success rate, or the mean, median or maximum of a figure of each run."""

    kind: Aggregate
    field: str = "steps"
    """`steps`, `seconds`, a counter of the run's work, or a curve, whose last value counts."""
    per: str = ""
    """Another such figure to divide by."""
    times: float = 1.0
    solved: bool | None = None
    """True: of solved runs only; False: of the other runs only."""

    def figure(self, outcome: RunOutcome) -> float | None:
        """Return the figure of one run; None if it has none."""
        figures = {"steps": outcome.steps, "seconds": outcome.seconds} | outcome.work | outcome.ends
        if self.field not in figures or (self.per and not figures.get(self.per)):
            return None
        return self.times * figures[self.field] / (figures[self.per] if self.per else 1)

    def estimate(self, outcomes: Collection[RunOutcome]) -> IntervalEstimate | None:
        """Return the estimate from some runs; None if there is none yet."""
        if self.kind is Aggregate.SUCCESS:
            solved = sum(outcome.solved for outcome in outcomes)
            return IntervalEstimate(solved / len(outcomes), *wilson(solved, len(outcomes))) if outcomes else None
        counted = [each for each in outcomes if self.solved is None or each.solved == self.solved]
        figures = [figure for figure in map(self.figure, counted) if figure is not None]
        if not figures:
            return None
        if self.kind is Aggregate.MOST:
            return IntervalEstimate(max(figures), max(figures), max(figures))
        if self.kind is Aggregate.MEDIAN and (found := quartiles(figures)):
            return IntervalEstimate(found.median, found.low, found.high)
        return mean_of(figures)

    def is_bound(self, outcomes: Collection[RunOutcome]) -> bool:
        """Return whether the estimate is a lower bound, because runs gave up."""
        ended = self.kind is Aggregate.SUCCESS or self.field not in TO_THE_END
        return not ended and any(outcome.status is Status.GAVE_UP for outcome in outcomes)

    def words(self, outcomes: Collection[RunOutcome]) -> str:
        """Return the estimate for a table; × marks a lower bound because runs gave up."""
        found = self.estimate(outcomes)
        if found is None:
            return "" if not outcomes else "-"
        if self.kind is Aggregate.SUCCESS:
            share = f"{sum(outcome.solved for outcome in outcomes)} of {len(outcomes)}"
            return share if len(outcomes) < 2 else f"{share} [{100 * found.low:.0f}-{100 * found.high:.0f} %]"
        return f"{'× ' * self.is_bound(outcomes)}{short(found.value)}{self._interval(found)}"

    def _interval(self, found: IntervalEstimate) -> str:
        if found.low == found.high:
            return ""
        if self.kind is Aggregate.MEDIAN:
            return f" [{short(found.low)}-{short(found.high)}]"
        return f" ± {short(found.high - found.value)}"


def mean_of(figures: Sequence[float]) -> IntervalEstimate:
    """Return the mean with its 95 % interval, by Student's distribution."""
    if len(figures) < 2:
        return IntervalEstimate(figures[0], figures[0], figures[0])
    reach = student(len(figures) - 1) * stdev(figures) / math.sqrt(len(figures))
    return IntervalEstimate(mean(figures), mean(figures) - reach, mean(figures) + reach)


def student(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's distribution, by its expansion around the normal distribution.

    This is Fisher's expansion (1926) to the fourth term. For one and two degrees of freedom it is too low, so these
    values are given.
    """
    known = {1: 12.7062, 2: 4.3027}
    terms = (
        (Z**3 + Z) / 4,
        (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
        (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
        (79 * Z**9 + 776 * Z**7 + 1482 * Z**5 - 1920 * Z**3 - 945 * Z) / 92160,
    )
    return known.get(freedom) or Z + sum(term / freedom ** (place + 1) for place, term in enumerate(terms))
