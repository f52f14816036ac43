"""The summary of a cell's runs, as numbers for JSON and as words for tables."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np

from knightwatch.engine.core.frame import Status
from knightwatch.engine.lab.intervals import Interval, Quartiles, quartiles, wilson
from knightwatch.engine.store.outcomes import RunOutcome


class Measure(StrEnum):
    """What a chart shows of each cell."""

    SUCCESS = "success"
    STEPS = "steps"
    SECONDS = "seconds"
    BEST = "best"
    MEAN = "mean"


class TimeUnit(NamedTuple):
    """A unit of time."""

    factor: float
    """How many of it make a second."""
    name: str
    sign: str

    @classmethod
    def of(cls, times: Iterable[Quartiles | None]) -> "TimeUnit":
        """Return the largest unit in which the longest median is at least 3; without a time, seconds."""
        most = max((time.median for time in times if time), default=np.inf)
        return next((unit for unit in UNITS if unit.factor * most >= LEAST), UNITS[-1])


UNITS = TimeUnit(1, "seconds", "s"), TimeUnit(1e3, "milliseconds", "ms"), TimeUnit(1e6, "microseconds", "µs")
LEAST = 3
"""The least longest median of a unit: a smaller one needs decimals."""


@dataclass(frozen=True)
class Finding:
    """The success rate of a cell, the steps and seconds of its successes, and the final fitness of all its runs."""

    runs: int
    solved: int
    impossible: int
    failed: int
    interval: Interval
    steps: Quartiles | None
    seconds: Quartiles | None
    fitness: dict[str, Quartiles | None]
    """By the name of the curve; runs that gave up count too."""

    @classmethod
    def summarise(cls, outcomes: Collection[RunOutcome], fitness: Sequence[str] = ()) -> "Finding":
        """Return the summary of some runs; `fitness` names the curves whose last values count."""
        successes = [outcome for outcome in outcomes if outcome.solved]
        return cls(
            len(outcomes),
            len(successes),
            sum(outcome.status is Status.IMPOSSIBLE for outcome in outcomes),
            sum(outcome.status is Status.FAILED for outcome in outcomes),
            wilson(len(successes), len(outcomes)),
            quartiles([outcome.steps for outcome in successes]),
            quartiles([outcome.seconds for outcome in successes]),
            {name: quartiles([run.ends[name] for run in outcomes if name in run.ends]) for name in fitness},
        )

    @property
    def fraction(self) -> float:
        """The fraction of successes."""
        return self.solved / self.runs if self.runs else 0.0

    def value(self, measure: Measure) -> float | None:
        """Return the fraction or median of a measure; None if there is none yet."""
        if measure is Measure.SUCCESS:
            return self.fraction if self.runs else None
        figures = self._figures(measure)
        return figures.median if figures else None

    def _figures(self, measure: Measure) -> Quartiles | None:
        match measure:
            case Measure.STEPS:
                return self.steps
            case Measure.SECONDS:
                return self.seconds
        return self.fitness.get(str(measure))

    def spread(self, measure: Measure) -> tuple[float, float, float]:
        """Return the value with its interval (success) or with its quartiles (all other measures)."""
        if measure is Measure.SUCCESS:
            return self.fraction, *self.interval
        figures = self._figures(measure)
        assert figures
        return figures.median, figures.low, figures.high

    def answer(self) -> dict[str, Any]:
        """Return the summary as a JSON object."""
        return {
            "runs": self.runs,
            "solved": self.solved,
            "impossible": self.impossible,
            "gave_up": self.runs - self.solved - self.impossible - self.failed,
            "failed": self.failed,
            "success": round(self.fraction, 6),
            "interval": [round(end, 6) for end in self.interval],
            "steps": self.steps and self.steps._asdict(),
            "seconds": self.seconds and _rounded(self.seconds),
            **({"fitness": {name: f and _rounded(f) for name, f in self.fitness.items()}} if self.fitness else {}),
        }

    def words(self, time: TimeUnit) -> tuple[str, ...]:
        """Return the cells of a table: runs, success with its interval, steps, time in a unit, and fitness."""
        if not self.runs:
            return "0", "", "", "", *("" for _ in self.fitness)
        low, high = self.interval
        success = f"{100 * self.fraction:.0f} % [{100 * low:.0f}-{100 * high:.0f}]"
        return f"{self.runs:,}", success, _spread(self.steps), self._time(time), *map(_spread, self.fitness.values())

    def _time(self, unit: TimeUnit) -> str:
        if not self.seconds:
            return "-"
        return f"{_spread(Quartiles(*(unit.factor * figure for figure in self.seconds)))} {unit.sign}"


def _rounded(figures: Quartiles) -> dict[str, float]:
    return {name: round(value, 6) for name, value in figures._asdict().items()}


def _spread(figures: Quartiles | None) -> str:
    if figures is None:
        return "-"
    low, median, high = map(short, figures)
    return f"{median} [{low}-{high}]"


def short(figure: float) -> str:
    """Return a figure with three significant digits and all of its whole ones: 0.00123, 12.5, 1,234."""
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.3g}" if figure >= 1e-4 else f"{figure:.0g}"
