"""The genetic algorithm with heuristic repair, compiled: see engine.tour.solvers.repair.

A chromosome is a row of moves, each a number of 3 bits; its start is that of the iteration. Fitness is the number of
moves made.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.compiled.kernel import kernel
from engine.compiled.rng import Generator, below, uniform
from engine.compiled.trace import record
from engine.core.clock import DONE, MILESTONES
from engine.evolution.selection import survivors
from engine.tour.counters import TAKEN, CollectionCounter, Ground, News, RepairCounter, Tours, Walking
from engine.tour.kernels.collection import full
from engine.tour.kernels.sampling import finish
from engine.tour.kernels.squares import Counters, Walk, Ways, give_back, take

Chromosome = NDArray[np.uint8]
Population = NDArray[np.uint8]
Fitness = NDArray[np.int64]


@kernel
def rule(square: Any, ways: Ways, offsets: Walk, rng: Generator) -> int:
    """Return the move to the free square with the fewest ways on, any of equal ones; -1 where none is free."""
    chosen, fewest, equals = -1, TAKEN, 0
    for k in range(8):
        on = ways[np.uint32(square + offsets[k])]
        if on < fewest:
            chosen, fewest, equals = k, on, 1
        elif on == fewest and on < TAKEN:
            equals += 1
            if below(rng, equals) == 0:
                chosen = k
    return chosen


@kernel
def evaluate(genes: Chromosome, path: Walk, ways: Ways, offsets: Walk, rng: Generator) -> tuple[int, int]:
    """Walk from path[0] as the genes say, and repair those that cannot be; return moves made and moves repaired."""
    moves = repaired = 0
    square = path[0]
    take(square, ways, offsets)
    for i in range(len(genes)):
        there = np.uint32(square + offsets[np.uint32(genes[i])])
        if ways[there] >= TAKEN:
            k = rule(square, ways, offsets, rng)
            if k < 0:
                break
            genes[i] = k
            repaired += 1
            there = np.uint32(square + offsets[np.uint32(k)])
        square = there
        take(square, ways, offsets)
        moves += 1
        path[moves] = square
    for i in range(moves + 1):
        give_back(path[i], ways, offsets)
    return moves, repaired


@kernel
def invent(genes: Chromosome, rng: Generator) -> None:
    """Make a random chromosome."""
    for i in range(len(genes)):
        genes[i] = below(rng, 8)


@kernel
def spin(fitness: Fitness, total: int, rng: Generator) -> int:
    """Return an individual by the roulette wheel: each has a share in proportion to its fitness."""
    if total == 0:
        return below(rng, len(fitness))
    chosen, rest = 0, below(rng, total)
    while rest >= fitness[chosen]:
        rest -= fitness[chosen]
        chosen += 1
    return chosen


@kernel
def cross(one: Chromosome, other: Chromosome, cut: int, child: Chromosome) -> None:
    """Make a child of one parent up to the cut, and of the other from there on."""
    for i in range(len(child)):
        child[i] = one[i] if i < cut else other[i]


@kernel
def mutate(genes: Chromosome, pm: float, rng: Generator) -> int:
    """Turn each of the three bits of each move with probability `pm`; return how many were turned."""
    turned = 0
    for i in range(len(genes)):
        for bit in range(3):
            if uniform(rng) < pm:
                genes[i] ^= np.uint8(1 << bit)
                turned += 1
    return turned


@kernel
def replace(pop: Population, fitness: Fitness, children: Population, children_fitness: Fitness, most: int) -> int:
    """Put the best children into the places of the worst individuals, up to `most`, as long as they are better.

    Return how many there were.
    """
    size, genes = pop.shape
    missing, children_missing = np.empty(size, np.int64), np.empty(size, np.int64)
    for i in range(size):
        missing[i], children_missing[i] = genes - fitness[i], genes - children_fitness[i]
    better, worse = np.empty(size, np.uint32), np.empty(size, np.uint32)
    count = survivors(0, most, children_missing, missing, better, worse)
    for i in range(count):
        fitness[worse[i]] = children_fitness[better[i]]
        for x in range(genes):
            pop[worse[i], x] = children[better[i], x]
    return count


@kernel
def evaluations(
    pop: Population,
    fitness: Fitness,
    children: Population,
    children_fitness: Fitness,
    tours_from: Counters,
    walking: Walking,
    collected: Tours,
    ground: Ground,
    rng: Generator,
    clock: Counters,
    tours: int,
    generations: int,
    iterations: int,
    pc: float,
    pm: float,
    most_replaced: int,
    evolve: bool,
    budget: int,
    halt: bool,
) -> bool:
    """Judge up to `budget` chromosomes, fewer if there are tours enough or, with `halt`, if there is a new one.

    Tell whether it stopped only because the collection has no room.
    """
    size, genes = pop.shape
    path, counters, found = walking.path, walking.counters, collected.tour_counts
    starts, ways, offsets = ground.starts, ground.ways, ground.offsets
    values = np.empty(2)
    for _ in range(budget):
        if full(found, collected.tour_keys, collected.tour_paths):
            return True
        generation, i = divmod(clock[DONE], size)
        iteration, generation = divmod(generation, generations)
        bred = evolve and generation > 0
        if generation == 0 and i == 0:
            counters[RepairCounter.TOURS] = 0
        if bred:
            if i % 2 == 0:
                counters[RepairCounter.ONE] = spin(fitness, counters[RepairCounter.TOTAL], rng)
                counters[RepairCounter.OTHER] = spin(fitness, counters[RepairCounter.TOTAL], rng)
                # The publication leaves open where a chromosome may be cut: here it is between two moves.
                counters[RepairCounter.CUT] = 1 + below(rng, genes - 1) if uniform(rng) < pc and genes > 1 else genes
                counters[RepairCounter.ONE_MOVES] = fitness[counters[RepairCounter.ONE]]
                counters[RepairCounter.OTHER_MOVES] = fitness[counters[RepairCounter.OTHER]]
            one, other = counters[RepairCounter.ONE], counters[RepairCounter.OTHER]
            if i % 2:
                one, other = other, one
            judged, judged_fitness = children[i], children_fitness
            cross(pop[one], pop[other], counters[RepairCounter.CUT], judged)
            counters[RepairCounter.FLIPPED] = mutate(judged, pm, rng)
        else:
            judged, judged_fitness = pop[i], fitness
            invent(judged, rng)

        path[0] = starts[(iteration // iterations) % len(starts)]
        moves, repaired = evaluate(judged, path, ways, offsets, rng)
        judged_fitness[i] = moves
        counters[RepairCounter.BRED], counters[RepairCounter.REPAIRED] = bred, repaired
        counters[RepairCounter.REPLACED] = 0
        counters[RepairCounter.REPAIRS] += repaired
        if not bred:
            if i == 0:
                counters[RepairCounter.BEST] = counters[RepairCounter.TOTAL] = 0
            counters[RepairCounter.BEST] = max(counters[RepairCounter.BEST], moves)
            counters[RepairCounter.TOTAL] += moves
        elif i == size - 1:
            counters[RepairCounter.REPLACED] = replace(pop, fitness, children, children_fitness, most_replaced)
            counters[RepairCounter.TOTAL] = 0
            for x in range(size):
                counters[RepairCounter.BEST] = max(counters[RepairCounter.BEST], fitness[x])
                counters[RepairCounter.TOTAL] += fitness[x]
        values[0], values[1] = counters[RepairCounter.BEST], counters[RepairCounter.TOTAL] / (size if bred else i + 1)
        record(walking.points, walking.extent, values)
        clock[DONE] += 1

        finish(moves, walking, collected, ground)
        if counters[RepairCounter.NEWS] != News.NO_TOUR:
            tours_from[path[0]] += 1
            if counters[RepairCounter.TOURS] == 0:
                counters[RepairCounter.SUCCESSES] += 1
                counters[RepairCounter.GENERATIONS] += generation
            counters[RepairCounter.TOURS] += 1
            counters[RepairCounter.MOST_TOURS] = max(counters[RepairCounter.MOST_TOURS], counters[RepairCounter.TOURS])
        if i == size - 1 and generation == generations - 1 and counters[RepairCounter.TOURS] == 0:
            counters[RepairCounter.FAILED] += 1
        if counters[RepairCounter.NEWS] == News.NEW:
            clock[MILESTONES] += 1
            if halt or found[CollectionCounter.DISTINCT] >= tours:
                break
    return False
