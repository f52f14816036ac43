"""Rank a population: which individuals are equal, how fit each is, and what became of the best."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.core.frame import RankedPopulation

DIVERSITY = "share of different individuals: 100 % if no two are the same, near 0 % once nearly all are"
LOST = "lost"
"""The name of an individual that the new generation has no equal of."""


def ranked(individuals: NDArray[Any], fitness: NDArray[np.int64], of: str, high: bool) -> RankedPopulation:
    """Return a population, best first; `of` says what the fitness counts, `high` whether a higher one is better."""
    # Equal weighted sums modulo 2**64 mean equal individuals; a collision is too unlikely to matter.
    weights = np.random.SeedSequence(0).generate_state(1 + individuals.shape[1], np.uint64)[1:]
    _, who, counts = np.unique(individuals.astype(np.uint64) @ weights, return_inverse=True, return_counts=True)
    rank = np.empty(len(counts), np.int64)
    rank[np.argsort(-counts, kind="stable")] = np.arange(len(counts))
    order = np.lexsort((rank[who], -fitness if high else fitness))
    # A value that more than half of the population shares is the median.
    median = np.partition(individuals, len(individuals) // 2, axis=0)[len(individuals) // 2]
    agreed = 2 * (individuals == median).sum(axis=0) > len(individuals)
    return RankedPopulation(rank[who][order], fitness[order], of, int(agreed.sum()), len(agreed))


def fate(best: int, drawn: int, ways: Sequence[str], child: str) -> str:
    """Say what became of the best individuals, of which some were drawn as parents.

    `ways` says for each draw how the child was made, `child` how good the best of these children is.
    """
    if not drawn:
        return (
            f"What was lost: {'the best individual was' if best == 1 else f'the {best:,} best individuals were'} "
            + ("not drawn as a parent.")
        )
    if best == 1:
        begin, they = "the best individual was drawn as a parent", "It was"
    elif drawn == best:
        begin, they = f"the {best:,} best individuals were drawn as parents", "They were"
    else:
        begin = f"of the {best:,} best individuals, {best - drawn:,} {'was' if best - drawn == 1 else 'were'} not drawn"
        they = "The other was" if drawn == 1 and best == 2 else f"{drawn:,} {'was' if drawn == 1 else 'were'}"
    often = Counter(ways)
    done = [way if len(ways) == 1 else f"{_times(count)} {way}" for way, count in often.most_common()]
    return (
        f"What was lost: {begin}. {they} {', '.join(done)}. {'Its' if drawn == 1 else 'Their'} best child has {child}."
    )


def way_of(crossed: bool, worse: bool, mutated: bool) -> str:
    """Say how a child of one of the best individuals was made; `worse` says whether its other parent was worse."""
    partner = f"crossed with {'a worse one' if worse else 'an equally good one'}" if crossed else ""
    return " and ".join(filter(None, (partner, "mutated" if mutated else "")))


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count:,} times")
