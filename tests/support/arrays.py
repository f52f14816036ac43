"""Arrays for kernels, made from lists."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.evolution.crossover import Individual, Spare
from knightwatch.engine.evolution.selection import Indices


def individual(values: Sequence[int]) -> Individual:
    """Return a permutation."""
    return np.array(values, np.uint32)


def spare(n: int) -> Spare:
    """Return working memory that is not empty."""
    return np.full((4, n), 9, np.uint32)


def indices(number: int) -> Indices:
    """Return an array for indices."""
    return np.full(number, 99, np.uint32)


def fitness(values: Sequence[int]) -> NDArray[np.int64]:
    """Return the fitness of individuals."""
    return np.array(values, np.int64)
