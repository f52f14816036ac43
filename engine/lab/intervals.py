"""Statistics of a cell: how sure a fraction of successes is, and the middle of figures that are spread widely.

Numbers of steps to a solution have long tails, which a mean and a deviation hide; a median and quartiles show them.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

Z = 1.959963984540054
"""The point of the standard normal distribution beyond which lie 2.5 %."""


class Interval(NamedTuple):
    """Two fractions between which the true one lies, 95 times in a hundred."""

    low: float
    high: float


class Quartiles(NamedTuple):
    """A quarter of the figures is below the first, a half below the second, three quarters below the third."""

    low: float
    median: float
    high: float


def wilson(successes: int, trials: int) -> Interval:
    """Return the interval of Wilson (1927) for a fraction of successes; without trials, anything is possible."""
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
    """Return the quartiles of figures, between two of them in proportion; None where there are none."""
    return Quartiles(*np.quantile(figures, (0.25, 0.5, 0.75)).tolist()) if figures else None
