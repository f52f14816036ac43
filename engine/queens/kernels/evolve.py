"""Generations of queens, compiled: selection, crossover, mutation, evaluation, as published.

The kernels look at the rows of queens, and at all else that serves as an index, as unsigned numbers: numba then
need not ask at each access whether an index counts from the end, which would take half as long again.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
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
    """Places in the counters of `evolve`."""

    CROSSED = 0
    """With MUTATED and KEPT: pairs crossed, individuals mutated and old ones kept in the last generation."""
    MUTATED = 1
    KEPT = 2
    EARLIER = 3
    """The best fitness of the generation before."""
    RECORD = 4
    """The best fitness so far."""
    FIRST = 5
    """The best fitness of the first generation."""


class EvolveSummary(IntEnum):
    """Places in the summary of `evolve`: the fitness of the present generation; the first two are its curves."""

    BEST = 0
    MEAN = 1
    WORST = 2


class Population(NamedTuple):
    """The state of `evolve`."""

    pop: NDArray[np.int32]
    """One row an individual: the row of the queen in each column."""
    fitness: NDArray[np.int64]
    champion: NDArray[np.int32]
    """The best individual so far."""
    summary: NDArray[np.float64]
    counters: NDArray[np.int64]
    points: Points
    extent: Extent
    rng: NDArray[np.uint64]


class Operators(NamedTuple):
    """How `evolve` breeds: codes of operators, and their parameters."""

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
    counters[Counter.RECORD] = counters[Counter.FIRST] = counters[Counter.EARLIER] = int(summary[Summary.BEST])
    record(population.points, population.extent, summary[:2])


@kernel
def fittest(fitness: Fitness) -> int:
    """Return the index of the best individual, the first among equals."""
    best = 0
    for i in range(1, len(fitness)):
        if fitness[i] < fitness[best]:
            best = i
    return best


@kernel
def summarise(fitness: Fitness, summary: NDArray[np.float64]) -> None:
    """Note the best, the mean and the worst fitness."""
    best = worst = total = fitness[0]
    for i in range(1, len(fitness)):
        best = min(best, fitness[i])
        worst = max(worst, fitness[i])
        total += fitness[i]
    summary[Summary.BEST] = best
    summary[Summary.MEAN] = total / len(fitness)
    summary[Summary.WORST] = worst


@kernel
def generations(population: Population, operators: Operators, clock: Counters, budget: int, halt: bool) -> None:
    """Breed up to `budget` generations, fewer if a solution appears or, with `halt`, if the record falls."""
    size, n = population.pop.shape
    summary, counters, rng = population.summary, population.counters, population.rng
    individuals = home = population.pop.view(np.uint32)
    children = np.empty_like(home)
    fitness, away = population.fitness, False
    children_fitness = np.empty_like(fitness)
    stale = np.empty(size, np.bool_)
    parents = np.empty(size, np.uint32)
    kept = np.empty(size, np.uint32)
    lost = np.empty(size, np.uint32)
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
        chance = operators.pm
        if operators.decay:
            chance = decayed(chance, int(summary[Summary.BEST]), counters[Counter.FIRST])
        for i in range(size):
            if uniform(rng) < chance:
                mutate(operators.mutation, children[i], rng)
                stale[i] = True
                mutated += 1

        evaluate(children, stale, children_fitness)

        survived = 0
        if operators.plus or operators.elite:
            rivals = operators.mu if operators.plus else 0
            survived = survivors(operators.elite, rivals, fitness, children_fitness, kept, lost)
            for i in range(survived):
                copy(individuals[kept[i]], children[lost[i]])
                children_fitness[lost[i]] = fitness[kept[i]]

        individuals, children = children, individuals
        fitness, children_fitness = children_fitness, fitness
        away = not away
        counters[Counter.CROSSED], counters[Counter.MUTATED], counters[Counter.KEPT] = crossed, mutated, survived
        counters[Counter.EARLIER] = int(summary[Summary.BEST])
        summarise(fitness, summary)
        record(population.points, population.extent, summary[:2])
        clock[DONE] += 1
        best = int(summary[Summary.BEST])
        if best < counters[Counter.RECORD]:
            counters[Counter.RECORD] = best
            copy(individuals[fittest(fitness)], population.champion)
            clock[MILESTONES] += 1
            if halt or best == 0:
                break

    if away:
        for i in range(size):
            copy(individuals[i], home[i])
            population.fitness[i] = fitness[i]
