"""Mutation of permutations: each function changes an individual of at least two values in place."""

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel, stands_in_for
from knightwatch.engine.compiled.rng import Generator, below, shuffle
from knightwatch.engine.evolution import Mutation

Individual = NDArray[np.uint32]

SWAP, INVERSION = Mutation.SWAP.code, Mutation.INVERSION.code


@kernel
def mutate(mutation: int, individual: Individual, rng: Generator) -> None:
    """Change an individual; `mutation` is a code of Mutation."""
    i, j = two_places(len(individual), rng)
    if mutation == SWAP:
        individual[i], individual[j] = individual[j], individual[i]
    elif mutation == INVERSION:
        invert(individual, min(i, j), max(i, j))
    else:
        shuffle(individual, min(i, j), max(i, j) + 1, rng)


@kernel
def two_places(n: int, rng: Generator) -> tuple[int, int]:
    """Return two different random places. All pairs are equally likely."""
    i = below(rng, n)
    j = below(rng, n - 1)
    return i, j + (j >= i)


@kernel
def invert(individual: Individual, first: int, last: int) -> None:
    """Reverse the values from first to last, both included."""
    while first < last:
        individual[first], individual[last] = individual[last], individual[first]
        first += 1
        last -= 1


@stands_in_for(invert)
def invert_slice(individual: Individual, first: int, last: int) -> None:
    """Reverse the values from first to last at once."""
    individual[first : last + 1] = individual[first : last + 1][::-1].copy()


@kernel
def decayed(pm: float, best: int, first_best: int) -> float:
    """Return the mutation probability: it falls from pm towards 0 with the best fitness."""
    return pm * min(1.0, (best + 1) / (first_best + 1))
