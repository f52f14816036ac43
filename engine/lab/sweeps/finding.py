"""Findings: what a cell's runs say together, as numbers for machines and as words for people."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.core.frame import Status
from engine.lab.intervals import Interval, Quartiles, quartiles, wilson
from engine.store.outcomes import RunOutcome


class Measure(StrEnum):
    """What a diagram shows of each cell."""

    SUCCESS = "success"
    STEPS = "steps"
    SECONDS = "seconds"


@dataclass(frozen=True)
class Finding:
    """The success of a cell, and what its successes took."""

    runs: int
    solved: int
    impossible: int
    interval: Interval
    steps: Quartiles | None
    seconds: Quartiles | None

    @classmethod
    def summarise(cls, outcomes: Collection[RunOutcome]) -> "Finding":
        """Return the success of runs with its interval, and the quartiles of what their successes took."""
        successes = [outcome for outcome in outcomes if outcome.solved]
        return cls(
            len(outcomes),
            len(successes),
            sum(outcome.status is Status.IMPOSSIBLE for outcome in outcomes),
            wilson(len(successes), len(outcomes)),
            quartiles([outcome.steps for outcome in successes]),
            quartiles([outcome.seconds for outcome in successes]),
        )

    @property
    def fraction(self) -> float:
        """The fraction of successes."""
        return self.solved / self.runs if self.runs else 0.0

    def value(self, measure: Measure) -> float | None:
        """Return the fraction or the median that a diagram shows; None where there is none yet."""
        if measure is Measure.SUCCESS:
            return self.fraction if self.runs else None
        figures = self.steps if measure is Measure.STEPS else self.seconds
        return figures.median if figures else None

    def spread(self, measure: Measure) -> tuple[float, float, float]:
        """Return what `value` does, and how low and high it may truly be, or how far the middle half is spread."""
        if measure is Measure.SUCCESS:
            return self.fraction, *self.interval
        figures = self.steps if measure is Measure.STEPS else self.seconds
        assert figures
        return figures.median, figures.low, figures.high

    def answer(self) -> dict[str, Any]:
        """Return it as an object for JSON."""
        return {
            "runs": self.runs,
            "solved": self.solved,
            "impossible": self.impossible,
            "gave_up": self.runs - self.solved - self.impossible,
            "success": round(self.fraction, 6),
            "interval": [round(end, 6) for end in self.interval],
            "steps": self.steps and self.steps._asdict(),
            "seconds": self.seconds and {name: round(value, 6) for name, value in self.seconds._asdict().items()},
        }

    def words(self) -> tuple[str, str, str, str]:
        """Return runs, success with its interval, steps and time for a table."""
        if not self.runs:
            return "0", "", "", ""
        low, high = self.interval
        success = f"{100 * self.fraction:.0f} % [{100 * low:.0f}-{100 * high:.0f}]"
        return f"{self.runs:,}", success, _spread(self.steps), self._time()

    def _time(self) -> str:
        if self.seconds and self.seconds.median < 0.1:
            return f"{_spread(Quartiles(*(1000 * figure for figure in self.seconds)))} ms"
        return f"{_spread(self.seconds)} s" if self.seconds else "-"


def _spread(figures: Quartiles | None) -> str:
    if figures is None:
        return "-"
    low, median, high = map(short, figures)
    return f"{median} [{low}-{high}]"


def short(figure: float) -> str:
    """Return a figure with three digits that count, and all of its whole ones: 0.00123, 12.5, 1,234."""
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.3g}" if figure >= 1e-4 else f"{figure:.0g}"
