"""Judging frequencies: seeds are fixed, so a test that passes once passes always."""

from collections.abc import Sequence
from math import sqrt

import numpy as np


def likely(counts: Sequence[int], chances: Sequence[float]) -> bool:
    """Tell whether counts agree with chances, by Pearson's chi-square at about 1 in 10,000.

    The bound is Wilson and Hilferty's approximation. What has no chance must not have been counted.
    """
    observed, expected = np.array(counts, float), np.array(chances) * sum(counts)
    assert np.isclose(sum(chances), 1)
    if observed[expected == 0].any():
        return False
    observed, expected = observed[expected > 0], expected[expected > 0]
    assert expected.min() >= 5, "too few draws to judge by"
    freedom = len(expected) - 1
    bound = freedom * (1 - 2 / (9 * freedom) + 3.72 * sqrt(2 / (9 * freedom))) ** 3
    return bool(((observed - expected) ** 2 / expected).sum() <= bound)
