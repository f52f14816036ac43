"""Rank a population: which individuals are equal, how fit each is, and what became of the best."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.core.frame import RankedPopulation
from knightwatch.engine.core.words import counted_noun

DIVERSITY = "share of different individuals: 100 % if no two are the same, near 0 % once nearly all are"


def ranked(individuals: NDArray[Any], fitness: NDArray[np.int64], of: str, high: bool) -> RankedPopulation:
    """Return a population, best first; `of` says what the fitness counts, `high` whether a higher one is better."""
    # Equal weighted sums modulo 2**64 mean equal individuals; a collision is too unlikely to matter.
    weights = np.random.SeedSequence(0).generate_state(1 + individuals.shape[1], np.uint64)[1:]
    _, who, counts = np.unique(individuals.astype(np.uint64) @ weights, return_inverse=True, return_counts=True)
    rank = np.empty(len(counts), np.int64)
    rank[np.argsort(-counts, kind="stable")] = np.arange(len(counts))
    order = np.lexsort((rank[who], -fitness if high else fitness))
    return RankedPopulation(rank[who][order], fitness[order], of)


def fate(best: int, crossed: NDArray[np.bool_], mutated: NDArray[np.bool_]) -> str:
    """Say what became of the best individuals; the arrays say for each of their children how it was made."""
    whom = "the best individual" if best == 1 else f"the {best:,} best individuals"
    if not len(crossed):
        return f"What was lost: {whom} {'was' if best == 1 else 'were'} not drawn as a parent."
    ways = {
        "crossed": crossed & ~mutated,
        "mutated": mutated & ~crossed,
        "crossed and mutated": crossed & mutated,
        "copied": ~crossed & ~mutated,
    }
    children = ", ".join(f"{int(those.sum()):,} {way}" for way, those in ways.items() if those.any())
    times = "once" if len(crossed) == 1 else f"{counted_noun(len(crossed), 'time')}"
    return f"What was lost: {whom} {'was' if best == 1 else 'were'} drawn {times}, and no child is as good: {children}."
