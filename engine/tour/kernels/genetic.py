"""Generations of walks, compiled: selection, crossover, mutation and survival, after Palić (2018).

The operators that all evolution shares bring a number down, so they are given what a walk's fitness is missing.
"""

import numpy as np
from numpy.typing import NDArray

from engine.compiled.kernel import kernel
from engine.compiled.rng import Generator, below, uniform
from engine.compiled.trace import record
from engine.core.clock import DONE, MILESTONES
from engine.core.trace import Extent, Points
from engine.evolution.mutation import decayed
from engine.evolution.selection import survivors
from engine.tour.counters import CollectionCounter, GeneticCounter
from engine.tour.kernels.collection import Images, Keys, Paths, collect, full
from engine.tour.kernels.genetic_operators import Fitness, Walks, choose, copy, cross, fittest, grow, summarise, worth
from engine.tour.kernels.squares import Counters, Walk, Ways

CHILD, BETTER_PARENT, TWO_CHILDREN = 0, 1, 2
"""Kinds of survival: see engine.tour.solvers.genetic.Survival."""
UNKNOWN = -1
"""The fitness of a walk that was not judged yet."""


@kernel
def survive(
    survival: int,
    children: Walks,
    children_fitness: Fitness,
    parents: Walks,
    before: Walks,
    before_fitness: Fitness,
    walks: Walks,
    fitness: Fitness,
) -> None:
    """Fill the new generation from children and, where some of them survive, parents."""
    if survival == CHILD:
        for i in range(len(walks)):
            copy(children[i], walks[i])
            fitness[i] = children_fitness[i]
        return
    for pair in range(len(parents)):
        i, c = 2 * pair, pair
        if survival == TWO_CHILDREN:
            c = 2 * pair + int(children_fitness[2 * pair + 1] > children_fitness[2 * pair])
        copy(children[c], walks[i])
        fitness[i] = children_fitness[c]
        if i + 1 < len(walks):
            a, b = parents[pair, 0], parents[pair, 1]
            better = b if before_fitness[b] > before_fitness[a] else a
            copy(before[better], walks[i + 1])
            fitness[i + 1] = before_fitness[better]


@kernel
def judge(
    walks: Walks, fitness: Fitness, longest: Walk, counters: Counters, fresh: Ways, offsets: Walk, closed: bool
) -> None:
    """Work out every fitness that is unknown, and keep the longest beginning of a walk without a repeat so far."""
    seen = np.zeros(len(fresh), np.int64)
    for i in range(len(walks)):
        if fitness[i] == UNKNOWN:
            fitness[i], record_length = worth(walks[i], counters[GeneticCounter.LONGEST], closed, offsets, seen, i + 1)
            if record_length > counters[GeneticCounter.LONGEST]:
                counters[GeneticCounter.LONGEST] = record_length
                copy(walks[i], longest)


@kernel
def first_generation(
    walks: Walks,
    fitness: Fitness,
    longest: Walk,
    summary: NDArray[np.float64],
    counters: Counters,
    points: Points,
    extent: Extent,
    rng: Generator,
    fresh: Ways,
    around: Walks,
    offsets: Walk,
    start: int,
    closed: bool,
) -> None:
    """Fill the population with random walks from the start."""
    for i in range(len(walks)):
        walks[i, 0] = start
        grow(walks[i], 1, False, fresh, around, fresh, offsets, rng)
        fitness[i] = UNKNOWN
    judge(walks, fitness, longest, counters, fresh, offsets, closed)
    summarise(fitness, summary)
    best = int(summary[0])
    counters[GeneticCounter.RECORD] = counters[GeneticCounter.FIRST] = counters[GeneticCounter.EARLIER] = best
    counters[GeneticCounter.EVALUATIONS] = len(walks)
    record(points, extent, summary)


@kernel
def breed(
    walks: Walks,
    fitness: Fitness,
    before: Walks,
    before_fitness: Fitness,
    children: Walks,
    children_fitness: Fitness,
    grown: Counters,
    entrants: Walks,
    parents: Walks,
    longest: Walk,
    counters: Counters,
    rng: Generator,
    fresh: Ways,
    around: Walks,
    offsets: Walk,
    goal: int,
    closed: bool,
    selection: int,
    mu: int,
    plus: bool,
    field: int,
    chance: float,
    rule: bool,
    survival: int,
    elite: int,
    protect: bool,
) -> None:
    """Make the generation that follows the one before."""
    size, n = walks.shape
    ways, missing = np.empty_like(fresh), np.empty(size, np.int64)
    for i in range(size):
        missing[i] = goal - before_fitness[i]
    choose(selection, mu, before_fitness, missing, entrants, parents, rng)

    litter = 2 if survival == TWO_CHILDREN else 1
    for pair in range(len(parents)):
        a, b = parents[pair, 0], parents[pair, 1]
        for lead in range(litter):
            c = litter * pair + lead
            same = cross(before, a, b, lead, field, offsets, children, c)
            children_fitness[c] = before_fitness[a] if same else UNKNOWN
    safe = -1
    if protect:
        judge(children, children_fitness, longest, counters, fresh, offsets, closed)
        safe = fittest(children_fitness)

    counters[GeneticCounter.MUTATED] = 0
    for c in range(len(children)):
        grown[c] = 0
        if uniform(rng) * 100 < chance and c != safe and n > 1:
            grown[c] = 1 + below(rng, n - 1)
            grow(children[c], grown[c], rule, fresh, around, ways, offsets, rng)
            children_fitness[c] = UNKNOWN
            counters[GeneticCounter.MUTATED] += 1
    judge(children, children_fitness, longest, counters, fresh, offsets, closed)
    counters[GeneticCounter.EVALUATIONS] += len(children)

    survive(survival, children, children_fitness, parents, before, before_fitness, walks, fitness)
    counters[GeneticCounter.KEPT] = 0
    if plus or elite:
        now, kept, lost = np.empty(size, np.int64), np.empty(size, np.uint32), np.empty(size, np.uint32)
        for i in range(size):
            now[i] = goal - fitness[i]
        counters[GeneticCounter.KEPT] = survivors(elite, mu if plus else 0, missing, now, kept, lost)
        for i in range(counters[GeneticCounter.KEPT]):
            copy(before[kept[i]], walks[lost[i]])
            fitness[lost[i]] = before_fitness[kept[i]]


@kernel
def generations(
    walks: Walks,
    fitness: Fitness,
    before: Walks,
    before_fitness: Fitness,
    children: Walks,
    children_fitness: Fitness,
    grown: Counters,
    entrants: Walks,
    parents: Walks,
    longest: Walk,
    summary: NDArray[np.float64],
    counters: Counters,
    points: Points,
    extent: Extent,
    rng: Generator,
    tour_counts: Counters,
    tour_starts: Counters,
    tour_keys: Keys,
    tour_shapes: Keys,
    tour_paths: Paths,
    clock: Counters,
    fresh: Ways,
    around: Walks,
    offsets: Walk,
    images: Images,
    goal: int,
    closed: bool,
    selection: int,
    mu: int,
    plus: bool,
    field: int,
    pm: float,
    falling: bool,
    joins_after: int,
    survival: int,
    elite: int,
    protect: bool,
    tours: int,
    budget: int,
    halt: bool,
) -> bool:
    """Breed up to `budget` generations, fewer if there are tours enough or, with `halt`, if the best is a new record.

    Each time, `walks` and `before` change places, their fitness too: after an odd number of generations the caller has
    to do the same. Return whether it had to stop because the collection has no room for another tour.
    """
    while True:
        # What was made last is looked at first: a call may have stopped in the middle of that.
        made, made_fitness = (children, children_fitness) if clock[DONE] else (walks, fitness)
        while counters[GeneticCounter.LOOKED] < len(made):
            c = counters[GeneticCounter.LOOKED]
            if made_fitness[c] == goal:
                if full(tour_counts, tour_keys, tour_paths):
                    return True
                collect(made[c], offsets, images, tour_counts, tour_starts, tour_keys, tour_shapes, tour_paths)
            counters[GeneticCounter.LOOKED] += 1
        if budget == 0 or tour_counts[CollectionCounter.DISTINCT] >= tours:
            return False

        best, first = int(summary[0]), counters[GeneticCounter.FIRST]
        chance = decayed(pm, goal - best, goal - first) if falling else pm
        # What was the generation is now the one before, and the memory of that is free for the next.
        walks, before = before, walks
        fitness, before_fitness = before_fitness, fitness
        breed(
            walks,
            fitness,
            before,
            before_fitness,
            children,
            children_fitness,
            grown,
            entrants,
            parents,
            longest,
            counters,
            rng,
            fresh,
            around,
            offsets,
            goal,
            closed,
            selection,
            mu,
            plus,
            field,
            chance,
            clock[DONE] >= joins_after,
            survival,
            elite,
            protect,
        )
        counters[GeneticCounter.LOOKED], counters[GeneticCounter.EARLIER] = 0, best
        summarise(fitness, summary)
        record(points, extent, summary)
        clock[DONE] += 1
        budget -= 1
        if summary[0] > counters[GeneticCounter.RECORD]:
            counters[GeneticCounter.RECORD] = int(summary[0])
            clock[MILESTONES] += 1
            if halt:
                budget = 0
