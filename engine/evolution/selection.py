"""Selection: each function fills `parents` with indices of individuals; a lower fitness is better.

Sources: tournament, roulette and truncation as in Eiben and Smith, Introduction to Evolutionary Computing;
stochastic universal sampling after Baker (1987).
"""

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.compiled.rng import Generator, below, shuffle, uniform
from knightwatch.engine.evolution import Selection

Fitness = NDArray[np.int64]
Indices = NDArray[np.uint32]

TOURNAMENT, ROULETTE, UNIVERSAL = (s.code for s in (Selection.TOURNAMENT, Selection.ROULETTE, Selection.UNIVERSAL))
"""What is neither is truncation, of which comma and plus differ in who survives."""


@kernel
def select(selection: int, k: int, mu: int, fitness: Fitness, parents: Indices, rng: Generator) -> None:
    """Choose parents by the selection with that code."""
    if selection == TOURNAMENT:
        tournament(k, fitness, parents, rng)
    elif selection == ROULETTE:
        roulette(fitness, parents, rng)
    elif selection == UNIVERSAL:
        universal(fitness, parents, rng)
    else:
        truncation(mu, fitness, parents, rng)


@kernel
def tournament(k: int, fitness: Fitness, parents: Indices, rng: Generator) -> None:
    """Each parent is the best of k distinct individuals drawn at random, the first drawn on a tie."""
    pop = len(fitness)
    entrants = np.empty(k, np.int64)
    for i in range(len(parents)):
        best = entrants[0] = below(rng, pop)
        drawn = 1
        while drawn < k:
            # One who was drawn before does not count; that is rare, and quicker than drawing among the others only.
            entrant = entrants[drawn] = below(rng, pop)
            j = 0
            while entrants[j] != entrant:
                j += 1
            if j == drawn:
                best = entrant if fitness[entrant] < fitness[best] else best
                drawn += 1
        parents[i] = best


@kernel
def wheel(fitness: Fitness) -> NDArray[np.float64]:
    """Return running sums of the individuals' shares: one for the worst, one more for each point better."""
    worst = fitness[0]
    for i in range(1, len(fitness)):
        worst = max(worst, fitness[i])
    sums = np.empty(len(fitness))
    total = 0.0
    for i in range(len(fitness)):
        total += worst - fitness[i] + 1
        sums[i] = total
    return sums


@kernel
def roulette(fitness: Fitness, parents: Indices, rng: Generator) -> None:
    """Each parent is drawn on its own, in proportion to its share of the wheel."""
    sums = wheel(fitness)
    for i in range(len(parents)):
        pointer = uniform(rng) * sums[-1]
        low, high = 0, len(sums) - 1
        while low < high:
            middle = (low + high) // 2
            if sums[middle] <= pointer:
                low = middle + 1
            else:
                high = middle
        parents[i] = low


@kernel
def spin(fitness: Fitness, total: int, rng: Generator) -> int:
    """Return an individual by a wheel whose shares are the fitness itself, where a higher one is better."""
    if total == 0:
        return below(rng, len(fitness))
    chosen, rest = 0, below(rng, total)
    while rest >= fitness[chosen]:
        rest -= fitness[chosen]
        chosen += 1
    return chosen


@kernel
def draw(chosen: Indices, pop: int, rng: Generator) -> None:
    """Draw different individuals at random, all with the same chance."""
    everyone = np.arange(pop).astype(np.uint32)
    for i in range(len(chosen)):
        j = i + below(rng, pop - i)
        everyone[i], everyone[j] = everyone[j], everyone[i]
        chosen[i] = everyone[i]


@kernel
def universal(fitness: Fitness, parents: Indices, rng: Generator) -> None:
    """One spin of the wheel with as many evenly spaced pointers as parents, which are then shuffled into pairs."""
    sums = wheel(fitness)
    gap = sums[-1] / len(parents)
    pointer = uniform(rng) * gap
    chosen = 0
    for i in range(len(parents)):
        while sums[chosen] <= pointer and chosen < len(sums) - 1:
            chosen += 1
        parents[i] = chosen
        pointer += gap
    shuffle(parents, 0, len(parents), rng)


@kernel
def ranking(fitness: Fitness) -> Indices:
    """Return the indices from the best to the worst, the lower index first among equals (Shell, 1959)."""
    order = np.arange(len(fitness)).astype(np.uint32)
    gap = 1
    while gap < len(order):
        gap = 3 * gap + 1
    while gap > 1:
        gap //= 3
        for i in range(gap, len(order)):
            moving = order[i]
            j = i - gap
            while j >= 0 and (
                fitness[order[j]] > fitness[moving] or (fitness[order[j]] == fitness[moving] and order[j] > moving)
            ):
                order[j + gap] = order[j]
                j -= gap
            order[j + gap] = moving
    return order


@kernel
def truncation(mu: int, fitness: Fitness, parents: Indices, rng: Generator) -> None:
    """Each parent is drawn from the mu best, all with the same chance."""
    order = ranking(fitness)
    for i in range(len(parents)):
        parents[i] = order[below(rng, mu)]


@kernel
def survivors(elite: int, mu: int, old: Fitness, new: Fitness, kept: Indices, lost: Indices) -> int:
    """Choose which of the best old individuals take the places of the worst new ones.

    The first entries of `kept` and `lost` are then pairs of an old and a new index; return how many. The `elite` best
    do so always, the `mu` best only while they are better than the new one there.
    """
    best, worst = ranking(old), ranking(new)
    for i in range(max(elite, mu)):
        kept[i], lost[i] = best[i], worst[len(worst) - 1 - i]
        if i >= elite and old[kept[i]] >= new[lost[i]]:
            return i
    return max(elite, mu)
