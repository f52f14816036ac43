"""One generation after another: selection, crossover, mutation, evaluation, survival.

Source: J. Kołodziejczyk's course assignment; `pop`, `pc`, `pm` and `k` have the same meaning there. Plus selection,
elitism and decaying mutation go beyond it. All indexes are unsigned: with signed ones numba tests each for a negative
value, which costs half the time again.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel, stands_in_for
from knightwatch.engine.compiled.rng import shuffle, uniform
from knightwatch.engine.compiled.trace import Extent, Points, record
from knightwatch.engine.core.clock import DONE, MILESTONES
from knightwatch.engine.evolution.crossover import cross
from knightwatch.engine.evolution.mutation import decayed, mutate
from knightwatch.engine.evolution.population import copy
from knightwatch.engine.evolution.selection import select, survivors
from knightwatch.engine.queens.kernels.attacks import evaluate

Fitness = NDArray[np.int64]
Counters = NDArray[np.int64]


class EvolveCounter(IntEnum):
    """Indexes in the counters of `evolve`."""

    CROSSED = 0
    """Pairs crossed in the last generation."""
    MUTATED = 1
    """Individuals mutated in the last generation."""
    SURVIVED = 2
    """Individuals that survived from the generation before."""
    EARLIER = 3
    """The best fitness of the generation before."""
    BEST_EVER = 4
    """The best fitness of any generation."""
    FIRST = 5
    """The best fitness of the first generation."""


class EvolveSummary(IntEnum):
    """Indexes in the summary of `evolve`: the fitness of the current generation. The first two are curves."""

    BEST = 0
    MEAN = 1
    WORST = 2


class Population(NamedTuple):
    """The state of `evolve`."""

    pop: NDArray[np.int32]
    """One row per individual: the row of the queen in each column."""
    fitness: NDArray[np.int64]
    champion: NDArray[np.int32]
    """The best individual of any generation."""
    summary: NDArray[np.float64]
    counters: NDArray[np.int64]
    points: Points
    extent: Extent
    rng: NDArray[np.uint64]


class Operators(NamedTuple):
    """The operators of `evolve`, as codes, and their parameters."""

    selection: int
    k: int
    mu: int
    plus: bool
    crossover: int
    section: int
    pc: float
    mutation: int
    pm: float
    decay: bool
    elite: int


Counter, Summary = EvolveCounter, EvolveSummary


@kernel
def first_generation(population: Population) -> None:
    """Fill the population with random permutations."""
    size, n = population.pop.shape
    individuals, fitness = population.pop.view(np.uint32), population.fitness
    summary, counters = population.summary, population.counters
    for i in range(size):
        for x in range(n):
            individuals[i, x] = x
        shuffle(individuals[i], 0, n, population.rng)
    evaluate(individuals, np.ones(size, np.bool_), fitness)
    summarise(fitness, summary)
    copy(individuals[fittest(fitness)], population.champion)
    counters[Counter.BEST_EVER] = counters[Counter.FIRST] = counters[Counter.EARLIER] = int(summary[Summary.BEST])
    record(population.points, population.extent, summary[:2])


@kernel
def fittest(fitness: Fitness) -> int:
    """Return the index of the best individual; the first one, if several are equal."""
    best = 0
    for i in range(1, len(fitness)):
        if fitness[i] < fitness[best]:
            best = i
    return best


@stands_in_for(fittest)
def first_least(fitness: Fitness) -> int:
    """Return the index of the best individual."""
    return int(fitness.argmin())


@kernel
def summarise(fitness: Fitness, summary: NDArray[np.float64]) -> None:
    """Write the best, the mean and the worst fitness into the summary."""
    best = worst = total = fitness[0]
    for i in range(1, len(fitness)):
        best = min(best, fitness[i])
        worst = max(worst, fitness[i])
        total += fitness[i]
    summary[Summary.BEST] = best
    summary[Summary.MEAN] = total / len(fitness)
    summary[Summary.WORST] = worst


@stands_in_for(summarise)
def summarise_at_once(fitness: Fitness, summary: NDArray[np.float64]) -> None:
    """Write the best, the mean and the worst fitness into the summary."""
    summary[Summary.BEST], summary[Summary.WORST] = fitness.min(), fitness.max()
    summary[Summary.MEAN] = fitness.sum() / len(fitness)


@kernel
def generations(population: Population, operators: Operators, clock: Counters, budget: int, halt: bool) -> None:
    """Breed up to `budget` generations; stop at a solution or, with `halt`, at a new best ever."""
    size, n = population.pop.shape
    summary, counters, rng = population.summary, population.counters, population.rng
    individuals = home = population.pop.view(np.uint32)
    children = np.empty_like(home)
    fitness, away = population.fitness, False
    children_fitness = np.empty_like(fitness)
    stale = np.empty(size, np.bool_)
    parents = np.empty(size, np.uint32)
    survivor = np.empty(size, np.uint32)
    replaced = np.empty(size, np.uint32)
    spare = np.empty((4, n), np.uint32)

    for _ in range(budget):
        select(operators.selection, operators.k, operators.mu, fitness, parents, rng)
        for i in range(size):
            copy(individuals[parents[i]], children[i])
            children_fitness[i] = fitness[parents[i]]
            stale[i] = False

        crossed = 0
        for i in range(0, size - 1, 2):
            if uniform(rng) < operators.pc:
                cross(operators.crossover, operators.section, children[i], children[i + 1], spare, rng)
                stale[i] = stale[i + 1] = True
                crossed += 1

        mutated = 0
        pm = operators.pm
        if operators.decay:
            pm = decayed(pm, int(summary[Summary.BEST]), counters[Counter.FIRST])
        for i in range(size):
            if uniform(rng) < pm:
                mutate(operators.mutation, children[i], rng)
                stale[i] = True
                mutated += 1

        evaluate(children, stale, children_fitness)

        survived = 0
        if operators.plus or operators.elite:
            rivals = operators.mu if operators.plus else 0
            survived = survivors(operators.elite, rivals, fitness, children_fitness, survivor, replaced)
            for i in range(survived):
                copy(individuals[survivor[i]], children[replaced[i]])
                children_fitness[replaced[i]] = fitness[survivor[i]]

        individuals, children = children, individuals
        fitness, children_fitness = children_fitness, fitness
        away = not away
        counters[Counter.CROSSED], counters[Counter.MUTATED], counters[Counter.SURVIVED] = crossed, mutated, survived
        counters[Counter.EARLIER] = int(summary[Summary.BEST])
        summarise(fitness, summary)
        record(population.points, population.extent, summary[:2])
        clock[DONE] += 1
        best = int(summary[Summary.BEST])
        if best < counters[Counter.BEST_EVER]:
            counters[Counter.BEST_EVER] = best
            copy(individuals[fittest(fitness)], population.champion)
            clock[MILESTONES] += 1
            if halt or best == 0:
                break

    if away:
        for i in range(size):
            copy(individuals[i], home[i])
            population.fitness[i] = fitness[i]
