"""A chi-square test of frequencies. Seeds are fixed, so a test that passes once always passes."""

from collections.abc import Sequence
from math import sqrt

import numpy as np


def likely(counts: Sequence[int], chances: Sequence[float]) -> bool:
    """Tell whether counts agree with probabilities, by Pearson's chi-square test at a level of about 1/10,000.

    The bound is Wilson and Hilferty's approximation. A count with probability 0 must be 0.
    """
    observed, expected = np.array(counts, float), np.array(chances) * sum(counts)
    assert np.isclose(sum(chances), 1)
    if observed[expected == 0].any():
        return False
    observed, expected = observed[expected > 0], expected[expected > 0]
    assert expected.min() >= 5, "too few draws for the test"
    freedom = len(expected) - 1
    bound = freedom * (1 - 2 / (9 * freedom) + 3.72 * sqrt(2 / (9 * freedom))) ** 3
    return bool(((observed - expected) ** 2 / expected).sum() <= bound)
