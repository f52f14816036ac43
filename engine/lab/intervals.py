"""Statistics of a cell: the interval of a success rate, and quartiles.

Steps to a solution have long tails. A mean and a deviation hide them, a median and quartiles show them.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

Z = 1.959963984540054
"""The 97.5 % quantile of the standard normal distribution."""


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
