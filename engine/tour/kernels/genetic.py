"""Kernel of `genetic`, after Palić (2018): selection, crossover, mutation and survival of walks.

The shared operators of engine.evolution minimise, so they get the missing fitness: goal - fitness.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.compiled.rng import below, uniform
from knightwatch.engine.compiled.trace import Extent, Points, record
from knightwatch.engine.core.clock import DONE, MILESTONES
from knightwatch.engine.evolution import Coded
from knightwatch.engine.evolution.mutation import decayed
from knightwatch.engine.evolution.population import copy
from knightwatch.engine.evolution.selection import Indices, ranking, survivors
from knightwatch.engine.tour.kernels.collection import Collection, CollectionCounter, collect, is_full
from knightwatch.engine.tour.kernels.genetic_operators import (
    Fitness,
    GeneticConstants,
    GeneticSummary,
    WalkSelection,
    choose_parents,
    cross,
    fitness_of,
    grow,
    missing_fitness,
    next_tour,
    separate_parents,
    summarise,
)
from knightwatch.engine.tour.kernels.squares import Counters, Offsets, Path, Paths


class GeneticCounter(IntEnum):
    """Counters of `genetic`."""

    BEST_EVER = 0
    """Best fitness ever."""
    FIRST = 1
    """Best fitness of the first generation."""
    EARLIER = 2
    """Best fitness of the previous generation."""
    MUTATED = 3
    """Mutated children of the last generation."""
    SURVIVED = 4
    """Walks of the previous generation that replaced worse ones."""
    EVALUATIONS = 5
    CHECKED = 6
    """Walks of the last generation that were checked for tours."""
    LONGEST = 7
    """Squares in the longest beginning of any walk without a repeated square."""
    UNAIDED = 8
    """Best fitness ever before Warnsdorff's rule."""


Counter = GeneticCounter


class Survival(Coded):
    """Which individuals form the next generation of `genetic`."""

    CHILD = "child", 0
    BETTER_PARENT = "better-parent", 1
    TWO_CHILDREN = "two-children", 2


class Generation(NamedTuple):
    """Individuals of `genetic`: walks that may repeat squares."""

    walks: Paths
    fitness: Fitness
    """Different squares, plus 1 for a closing move if the tour must be closed."""


class Breeding(NamedTuple):
    """The last generation's children and parents, and the counters of the search."""

    children: Generation
    grown: Counters
    """The gene from which mutation grew each child again; 0 for no mutation."""
    entrants: Paths
    """The individuals drawn for the tournament of each pair."""
    parents: Paths
    longest: Path
    """A walk that starts with the longest part without a repeated square."""
    summary: NDArray[np.float64]
    counters: Counters
    points: Points
    extent: Extent
    rng: NDArray[np.uint64]


class GeneticOperators(NamedTuple):
    """Parameters of `genetic`."""

    selection: int
    mu: int
    distinct: bool
    """Whether the two parents of a pair must differ."""
    field: int
    late: bool
    """Whether the first switch of crossover comes one gene later."""
    pm: float
    falling: bool
    joins_after: int
    """Generations before Warnsdorff's rule joins in."""
    survival: int
    elite: int
    protect: int
    """Best children that are not mutated."""


CHILD, TWO_CHILDREN = Survival.CHILD.code, Survival.TWO_CHILDREN.code
PLUS, RANDOM_COMMA, RANDOM_PLUS = (
    selection.code for selection in (WalkSelection.PLUS, WalkSelection.RANDOM_COMMA, WalkSelection.RANDOM_PLUS)
)
UNKNOWN = -1
"""The fitness of a walk that was not evaluated yet."""


@kernel
def survive(survival: int, children: Generation, parents: Paths, before: Generation, now: Generation) -> None:
    """Fill the new generation with children and, depending on `survival`, with the better parent of each pair."""
    (made, made_fitness), (old, old_fitness), (walks, fitness) = children, before, now
    if survival == CHILD:
        for i in range(len(walks)):
            copy(made[i], walks[i])
            fitness[i] = made_fitness[i]
        return
    for pair in range(len(parents)):
        i, c = 2 * pair, pair
        if survival == TWO_CHILDREN:
            c = 2 * pair + int(made_fitness[2 * pair + 1] > made_fitness[2 * pair])
        copy(made[c], walks[i])
        fitness[i] = made_fitness[c]
        if i + 1 < len(walks):
            a, b = parents[pair, 0], parents[pair, 1]
            better = b if old_fitness[b] > old_fitness[a] else a
            copy(old[better], walks[i + 1])
            fitness[i + 1] = old_fitness[better]


@kernel
def reinstate(elite: int, rivals: int, allowed: Indices, before: Generation, now: Generation, goal: int) -> int:
    """Replace the worst new walks by old walks from `allowed`; return the number of replacements.

    The `elite` best always return, the `rivals` best only while they are better.
    """
    (old, old_fitness), (walks, fitness) = before, now
    missing, left = np.empty(len(allowed), np.int64), missing_fitness(fitness, goal)
    for i in range(len(allowed)):
        missing[i] = goal - old_fitness[allowed[i]]
    kept, lost = np.empty(len(walks), np.uint32), np.empty(len(walks), np.uint32)
    count = survivors(elite, rivals, missing, left, kept, lost)
    for i in range(count):
        back = allowed[kept[i]]
        copy(old[back], walks[lost[i]])
        fitness[lost[i]] = old_fitness[back]
    return count


@kernel
def shrink(now: Generation, mu: int, goal: int) -> None:
    """Move the mu best individuals to the front, the best first; on a tie, the first one."""
    walks, fitness = now
    order = ranking(missing_fitness(fitness, goal))
    best, best_fitness = np.empty((mu, walks.shape[1]), np.uint32), np.empty(mu, np.int64)
    for i in range(mu):
        copy(walks[order[i]], best[i])
        best_fitness[i] = fitness[order[i]]
    for i in range(mu):
        copy(best[i], walks[i])
        fitness[i] = best_fitness[i]


@kernel
def evaluate(made: Generation, breeding: Breeding, constants: GeneticConstants) -> None:
    """Compute every unknown fitness, and store the walk with the longest beginning without a repeat."""
    (walks, fitness), counters, offsets, closed = made, breeding.counters, constants.offsets, constants.closed
    seen = np.zeros(len(constants.fresh), np.int64)
    for i in range(len(walks)):
        if fitness[i] == UNKNOWN:
            longest = counters[Counter.LONGEST]
            fitness[i], unrepeated = fitness_of(walks[i], longest, closed, offsets, seen, i + 1)
            if unrepeated > longest:
                counters[Counter.LONGEST] = unrepeated
                copy(walks[i], breeding.longest)


@kernel
def cross_pairs(before: Generation, breeding: Breeding, operators: GeneticOperators, offsets: Offsets) -> None:
    """Make one or two children of each pair of parents. A child of equal parents keeps their fitness."""
    (old, old_fitness), parents, (children, fitness) = before, breeding.parents, breeding.children
    litter = 2 if operators.survival == TWO_CHILDREN else 1
    for pair in range(len(parents)):
        a, b = parents[pair, 0], parents[pair, 1]
        for lead in range(litter):
            c = litter * pair + lead
            same = cross(old, a, b, lead, operators.field, operators.late, offsets, children, c)
            fitness[c] = old_fitness[a] if same else UNKNOWN


@kernel
def mutate(breeding: Breeding, safe: NDArray[np.bool_], chance: float, rule: bool, constants: GeneticConstants) -> int:
    """Grow each child that is not safe again from a random gene, with a probability of `chance` per cent.

    Return the number of mutated children.
    """
    (children, fitness), grown, rng = breeding.children, breeding.grown, breeding.rng
    n, ways, mutated = children.shape[1], np.empty_like(constants.fresh), 0
    for c in range(len(children)):
        grown[c] = 0
        if uniform(rng) * 100 < chance and not safe[c] and n > 1:
            grown[c] = 1 + below(rng, n - 1)
            grow(children[c], grown[c], rule, constants, ways, rng)
            fitness[c] = UNKNOWN
            mutated += 1
    return mutated


@kernel
def first_generation(now: Generation, breeding: Breeding, constants: GeneticConstants, start: int) -> None:
    """Fill the population with random walks from `start`."""
    (walks, fitness), summary, counters = now, breeding.summary, breeding.counters
    for i in range(len(walks)):
        walks[i, 0] = start
        grow(walks[i], 1, False, constants, constants.fresh, breeding.rng)
        fitness[i] = UNKNOWN
    evaluate(now, breeding, constants)
    summarise(fitness, summary)
    best = int(summary[GeneticSummary.BEST])
    counters[Counter.BEST_EVER] = counters[Counter.FIRST] = counters[Counter.EARLIER] = best
    counters[Counter.UNAIDED] = best
    counters[Counter.EVALUATIONS] = len(walks)
    record(breeding.points, breeding.extent, summary)


@kernel
def breed(
    now: Generation,
    before: Generation,
    breeding: Breeding,
    constants: GeneticConstants,
    operators: GeneticOperators,
    chance: float,
    rule: bool,
) -> None:
    """Breed the generation `now` from the generation `before`.

    Each child is mutated with a probability of `chance` per cent, by Warnsdorff's rule if `rule`.
    """
    walks, (old, old_fitness), (children, children_fitness) = now.walks, before, breeding.children
    parents, counters, rng = breeding.parents, breeding.counters, breeding.rng
    goal, mu, selection = constants.goal, operators.mu, operators.selection
    missing, drawn = missing_fitness(old_fitness, goal), np.empty(mu, np.uint32)
    choose_parents(selection, operators.distinct, drawn, old_fitness, missing, breeding.entrants, parents, rng)
    if operators.distinct and len(old) > 1:
        separate_parents(parents, len(old), rng)

    cross_pairs(before, breeding, operators, constants.offsets)
    safe = np.zeros(len(children), np.bool_)
    if operators.protect:
        evaluate(breeding.children, breeding, constants)
        best = ranking(missing_fitness(children_fitness, goal))
        for i in range(min(operators.protect, len(best))):
            safe[best[i]] = True
    counters[Counter.MUTATED] = mutate(breeding, safe, chance, rule, constants)
    evaluate(breeding.children, breeding, constants)
    counters[Counter.EVALUATIONS] += len(children)

    survive(operators.survival, breeding.children, parents, before, now)
    counters[Counter.SURVIVED] = 0
    if selection == RANDOM_PLUS:
        counters[Counter.SURVIVED] = reinstate(0, mu, drawn, before, now, goal)
    shrinks = selection in (RANDOM_COMMA, RANDOM_PLUS)
    if shrinks:
        shrink(now, mu, goal)
    rivals = mu if selection == PLUS else 0
    if rivals or operators.elite:
        everyone, living = np.arange(len(old)).astype(np.uint32), mu if shrinks else len(walks)
        front = Generation(walks[:living], now.fitness[:living])
        elite = min(operators.elite, min(len(old), living))
        counters[Counter.SURVIVED] += reinstate(elite, rivals, everyone, before, front, goal)


@kernel
def generations(
    now: Generation,
    before: Generation,
    breeding: Breeding,
    collection: Collection,
    constants: GeneticConstants,
    operators: GeneticOperators,
    clock: Counters,
    budget: int,
    halt: bool,
) -> bool:
    """Breed up to `budget` generations. Stop early when enough tours are found or, with `halt`, at a new best ever.

    Each generation swaps `now` and `before`: after an odd number of generations the caller must swap them too.
    Return True if it stopped only because the collection is full; then make room and call it again.
    """
    summary, counters, goal, pm = breeding.summary, breeding.counters, constants.goal, operators.pm
    later = operators.mu if operators.selection in (RANDOM_COMMA, RANDOM_PLUS) else len(now.walks)
    while True:
        # First collect the tours of the last generation: the previous call may have stopped in the middle.
        made = breeding.children if clock[DONE] else now
        counters[Counter.CHECKED] = next_tour(made.fitness, counters[Counter.CHECKED], goal)
        while counters[Counter.CHECKED] < len(made.walks):
            c = counters[Counter.CHECKED]
            if is_full(collection):
                return True
            collect(made.walks[c], collection, constants.offsets, constants.images)
            counters[Counter.CHECKED] = next_tour(made.fitness, c + 1, goal)
        if budget == 0 or collection.tour_counts[CollectionCounter.DISTINCT] >= constants.tours:
            return False

        best, first = int(summary[GeneticSummary.BEST]), counters[Counter.FIRST]
        chance = decayed(pm, goal - best, goal - first) if operators.falling else pm
        # Reuse the memory of the generation before last for the next one.
        now, before = before, now
        living = later if clock[DONE] else len(before.walks)
        parents = Generation(before.walks[:living], before.fitness[:living])
        breed(now, parents, breeding, constants, operators, chance, clock[DONE] >= operators.joins_after)
        counters[Counter.CHECKED], counters[Counter.EARLIER] = 0, best
        summarise(now.fitness[:later], summary)
        record(breeding.points, breeding.extent, summary)
        clock[DONE] += 1
        budget -= 1
        if summary[GeneticSummary.BEST] > counters[Counter.BEST_EVER]:
            counters[Counter.BEST_EVER] = int(summary[GeneticSummary.BEST])
            clock[MILESTONES] += 1
            if halt:
                budget = 0
        if clock[DONE] <= operators.joins_after:
            counters[Counter.UNAIDED] = counters[Counter.BEST_EVER]
