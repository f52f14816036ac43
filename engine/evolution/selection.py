"""Selection: each function fills `parents` with indices of individuals; a lower fitness is better.

Sources: tournament, roulette and truncation as in Eiben and Smith, Introduction to Evolutionary Computing;
stochastic universal sampling after Baker (1987).
"""

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel, stands_in_for
from knightwatch.engine.compiled.rng import Generator, below, shuffle, uniform
from knightwatch.engine.evolution import Selection

Fitness = NDArray[np.int64]
Indices = NDArray[np.uint32]

TOURNAMENT, ROULETTE, UNIVERSAL = (s.code for s in (Selection.TOURNAMENT, Selection.ROULETTE, Selection.UNIVERSAL))
"""All other codes are truncation: comma and plus differ only in the survivors."""


@kernel
def select(selection: int, k: int, mu: int, fitness: Fitness, parents: Indices, rng: Generator) -> None:
    """Choose parents; `selection` is a code of Selection."""
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
    """Choose each parent as the best of k different random individuals; on a tie, the first one drawn."""
    pop = len(fitness)
    entrants = np.empty(k, np.int64)
    for i in range(len(parents)):
        best = entrants[0] = below(rng, pop)
        drawn = 1
        while drawn < k:
            # Draw again if this one was drawn before: it is rare, so this is faster than to exclude it.
            entrant = entrants[drawn] = below(rng, pop)
            j = 0
            while entrants[j] != entrant:
                j += 1
            if j == drawn:
                best = entrant if fitness[entrant] < fitness[best] else best
                drawn += 1
        parents[i] = best


@stands_in_for(tournament)
def tournament_by_lists(k: int, fitness: Fitness, parents: Indices, rng: Generator) -> None:
    """Choose each parent as the best of k different random individuals."""
    values, chosen = fitness.tolist(), []
    for _ in range(len(parents)):
        entrants: list[int] = []
        while len(entrants) < k:
            entrant = below(rng, len(values))
            if entrant not in entrants:
                entrants.append(entrant)
        chosen.append(min(entrants, key=values.__getitem__))
    parents[:] = chosen


@kernel
def wheel(fitness: Fitness) -> NDArray[np.float64]:
    """Return the running sums of all shares. The worst has the share 1, each point better adds 1."""
    worst = fitness[0]
    for i in range(1, len(fitness)):
        worst = max(worst, fitness[i])
    sums = np.empty(len(fitness))
    total = 0.0
    for i in range(len(fitness)):
        total += worst - fitness[i] + 1
        sums[i] = total
    return sums


@stands_in_for(wheel)
def wheel_at_once(fitness: Fitness) -> NDArray[np.float64]:
    """Return the running sums of all shares."""
    sums: NDArray[np.float64] = np.cumsum(fitness.max() - fitness + 1, dtype=np.float64)
    return sums


@kernel
def roulette(fitness: Fitness, parents: Indices, rng: Generator) -> None:
    """Draw each parent independently, with a chance proportional to its share."""
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
    """Return a random individual with a chance proportional to its fitness; here a higher fitness is better."""
    if total == 0:
        return below(rng, len(fitness))
    chosen, rest = 0, below(rng, total)
    while rest >= fitness[chosen]:
        rest -= fitness[chosen]
        chosen += 1
    return chosen


@kernel
def draw(chosen: Indices, pop: int, rng: Generator) -> None:
    """Draw different individuals at random, all equally likely."""
    everyone = np.arange(pop).astype(np.uint32)
    for i in range(len(chosen)):
        j = i + below(rng, pop - i)
        everyone[i], everyone[j] = everyone[j], everyone[i]
        chosen[i] = everyone[i]


@kernel
def universal(fitness: Fitness, parents: Indices, rng: Generator) -> None:
    """Choose all parents by one spin of a wheel with evenly spaced pointers; then shuffle them into pairs."""
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
    """Return the indices from best to worst; equal ones by index (sorting after Shell, 1959)."""
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


@stands_in_for(ranking)
def ranking_by_numpy(fitness: Fitness) -> Indices:
    """Return the indices from best to worst; equal ones by index."""
    return np.argsort(fitness, kind="stable").astype(np.uint32)


@kernel
def truncation(mu: int, fitness: Fitness, parents: Indices, rng: Generator) -> None:
    """Draw each parent from the mu best, all equally likely."""
    order = ranking(fitness)
    for i in range(len(parents)):
        parents[i] = order[below(rng, mu)]


@kernel
def survivors(elite: int, mu: int, old: Fitness, new: Fitness, kept: Indices, lost: Indices) -> int:
    """Choose which of the best old individuals take the places of the worst new ones.

    Write pairs of an old and a new index to `kept` and `lost`; return the number of pairs. The `elite` best always
    survive, the `mu` best only while they are better than the new individual that they replace.
    """
    best, worst = ranking(old), ranking(new)
    for i in range(max(elite, mu)):
        kept[i], lost[i] = best[i], worst[len(worst) - 1 - i]
        if i >= elite and old[kept[i]] >= new[lost[i]]:
            return i
    return max(elite, mu)
