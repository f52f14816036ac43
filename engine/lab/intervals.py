"""Statistics of cells: the interval of a success rate, quartiles, and tests whether two cells differ.

Steps to a solution have long tails. A mean and a deviation hide them, a median and quartiles show them.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

Z = 1.959963984540054
"""The 97.5 % quantile of the standard normal distribution."""


CHANCE = 0.05
"""Two cells clearly differ if chance makes such a difference less often than this."""


class Interval(NamedTuple):
    """A 95 % confidence interval of a fraction."""

    low: float
    high: float


class Quartiles(NamedTuple):
    """The three quartiles of some figures."""

    low: float
    median: float
    high: float


def wilson(successes: int, trials: int) -> Interval:
    """Return Wilson's interval (1927) for a fraction of successes; [0, 1] without trials."""
    if not trials:
        return Interval(0.0, 1.0)
    fraction = successes / trials
    centre = fraction + Z * Z / (2 * trials)
    reach = Z * math.sqrt(fraction * (1 - fraction) / trials + Z * Z / (4 * trials * trials))
    scale = 1 + Z * Z / trials
    # At both ends the formula gives 0 and 1 exactly, but for rounding.
    low = (centre - reach) / scale if successes else 0.0
    return Interval(low, (centre + reach) / scale if successes < trials else 1.0)


def quartiles(figures: Sequence[float]) -> Quartiles | None:
    """Return the quartiles of figures, interpolated linearly; None without figures."""
    return Quartiles(*np.quantile(figures, (0.25, 0.5, 0.75)).tolist()) if figures else None


def fisher(one: int, trials: int, other: int, other_trials: int) -> float:
    """Return how often chance makes two fractions of successes differ as much: Fisher's exact test, two-sided."""
    total = one + other
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, trials + other_trials + 1)))])
    mine = np.arange(max(0, total - other_trials), min(trials, total) + 1)
    its = total - mine
    chosen = logs[mine] + logs[trials - mine] + logs[its] + logs[other_trials - its]
    weights = np.exp(chosen.min() - chosen)
    as_rare = weights <= weights[one - mine[0]] * (1 + 1e-9)
    return float(weights[as_rare].sum() / weights.sum())


def rank_test(one: Sequence[float], other: Sequence[float]) -> float:
    """Return how often chance makes two samples differ as much: the test of Mann and Whitney, two-sided.

    This is its normal approximation, corrected for ties and for continuity; 1 if a sample is empty.
    """
    m, n = len(one), len(other)
    _, places, ties = np.unique([*one, *other], return_inverse=True, return_counts=True)
    middles = np.cumsum(ties) - (ties - 1) / 2
    above = middles[places[:m]].sum() - m * (m + 1) / 2
    size = m + n
    variance = m * n / 12 * (size + 1 - (ties**3 - ties).sum() / max(1, size * (size - 1)))
    if variance <= 0:
        return 1.0
    return math.erfc(max(0.0, abs(above - m * n / 2) - 0.5) / math.sqrt(2 * variance))
