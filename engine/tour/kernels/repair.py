"""Kernel of `repair`: the genetic algorithm with heuristic repair of Al-Gharaibeh, Qawagneh and Al-Zahawi (2007).

A chromosome is a list of moves, 3 bits each. All walks of an iteration begin on the same start. Fitness is the number
of moves made, plus 1 for a closing move if `way_back` is set.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.compiled.rng import Generator, below, uniform
from knightwatch.engine.compiled.trace import record
from knightwatch.engine.core.clock import DONE, MILESTONES
from knightwatch.engine.evolution import Coded
from knightwatch.engine.evolution.selection import spin, survivors
from knightwatch.engine.tour.kernels.collection import Collection, CollectionCounter, is_full
from knightwatch.engine.tour.kernels.sampling import Sample, SamplingConstants, SamplingCounter, WalkResult, finish_walk
from knightwatch.engine.tour.kernels.squares import VISITED, Counters, Offsets, Path, Ways, is_move, leave, visit
from knightwatch.engine.tour.kernels.warnsdorff import best_move

Fitness = NDArray[np.int64]


class RepairCounter(IntEnum):
    """Counters of `repair`: the SamplingCounters, then its own. REPAIRED to FLIPPED are about the last evaluation."""

    MOVES = SamplingCounter.MOVES
    RESULT = SamplingCounter.RESULT
    LONGEST = SamplingCounter.LONGEST
    REPAIRED = 3
    """Moves that the rule replaced."""
    BRED = 4
    """1 for a child, 0 for a random chromosome."""
    ONE = 5
    """First parent of the pair's first child, second parent of its second."""
    OTHER = 6
    ONE_MOVES = 7
    OTHER_MOVES = 8
    CUT = 9
    """Moves before the cut; all moves if the parents were not crossed."""
    FLIPPED = 10
    """Mutated bits, or mutated genes."""
    REPLACED = 11
    """Individuals replaced: by children at the end of a generation, or by copies at its beginning."""
    BEST = 12
    """Best fitness of the population."""
    TOTAL = 13
    """Sum of the fitness of the population."""
    TOURS = 14
    """Tours of this iteration."""
    MOST_TOURS = 15
    """Most tours of any iteration."""
    FAILED = 16
    """Iterations that ended without a tour."""
    SUCCESSES = 17
    """Iterations with a tour."""
    GENERATIONS = 18
    """Generations before the first tour, summed over the iterations with a tour."""
    REPAIRS = 19
    """Moves that the rule replaced in all evaluations."""


Counter = RepairCounter


class Replacement(Coded):
    """How `repair` makes the next generation."""

    CHILDREN = "children", 0
    COPIES = "copies", 1
    PAIRS = "pairs", 2


class GeneMutation(Coded):
    """What a mutation of `repair` changes."""

    BITS = "bits", 0
    GENE = "gene", 1


class Chromosomes(NamedTuple):
    """A population of `repair`: each row of `genes` is a list of moves."""

    genes: NDArray[np.uint8]
    fitness: Fitness
    """Moves made before the knight was stuck."""


class RepairOperators(NamedTuple):
    """Parameters of `repair`."""

    generations: int
    iterations: int
    pc: float
    pm: float
    most_replaced: int
    replacement: int
    mutation: int
    repairs: bool
    """Whether the rule replaces impossible moves; otherwise the walk ends there."""
    way_back: bool
    """Whether a closing move adds 1 to the fitness."""
    evolve: bool


Genes = NDArray[np.uint8]

CHILDREN, PAIRS = Replacement.CHILDREN.code, Replacement.PAIRS.code
GENE = GeneMutation.GENE.code


@kernel
def evaluate(genes: Genes, repairs: bool, path: Path, ways: Ways, offsets: Offsets, rng: Generator) -> tuple[int, int]:
    """Walk from path[0] by the genes, and replace each impossible move by Warnsdorff's choice.

    Without `repairs` the walk ends before the first impossible move.
    Return the number of moves made and the number of moves replaced.
    """
    moves = repaired = 0
    square = path[0]
    visit(square, ways, offsets)
    for i in range(len(genes)):
        there = np.uint32(square + offsets[np.uint32(genes[i])])
        if ways[there] >= VISITED:
            k = best_move(square, ways, offsets, None, rng) if repairs else -1
            if k < 0:
                break
            genes[i] = k
            repaired += 1
            there = np.uint32(square + offsets[np.uint32(k)])
        square = there
        visit(square, ways, offsets)
        moves += 1
        path[moves] = square
    for i in range(moves + 1):
        leave(path[i], ways, offsets)
    return moves, repaired


@kernel
def randomise(genes: Genes, rng: Generator) -> None:
    """Make a random chromosome."""
    for i in range(len(genes)):
        genes[i] = below(rng, 8)


@kernel
def cross(one: Genes, other: Genes, cut: int, child: Genes) -> None:
    """Make a child: the genes of `one` before the cut, those of `other` from the cut on."""
    for i in range(len(child)):
        child[i] = one[i] if i < cut else other[i]


@kernel
def mutate(genes: Genes, mutation: int, pm: float, rng: Generator) -> int:
    """Flip each bit with probability `pm`, or redraw one gene with probability `pm`; return the number of changes."""
    flipped = 0
    if mutation == GENE:
        if uniform(rng) < pm:
            genes[below(rng, len(genes))] = below(rng, 8)
            flipped = 1
        return flipped
    for i in range(len(genes)):
        for bit in range(3):
            if uniform(rng) < pm:
                genes[i] ^= np.uint8(1 << bit)
                flipped += 1
    return flipped


@kernel
def replace(pop: Chromosomes, children: Chromosomes, most: int) -> int:
    """Replace the worst individuals by the best children, at most `most`, while the children are better.

    Return the number of replacements. With one population as both arguments, the worst become copies of the best.
    """
    size, genes = pop.genes.shape
    missing, children_missing = np.empty(size, np.int64), np.empty(size, np.int64)
    for i in range(size):
        missing[i], children_missing[i] = -pop.fitness[i], -children.fitness[i]
    better, worse = np.empty(size, np.uint32), np.empty(size, np.uint32)
    count = survivors(0, most, children_missing, missing, better, worse)
    for i in range(count):
        pop.fitness[worse[i]] = children.fitness[better[i]]
        for x in range(genes):
            pop.genes[worse[i], x] = children.genes[better[i], x]
    return count


@kernel
def mix(pop: Chromosomes, rng: Generator) -> None:
    """Put the individuals into random order, so that neighbours are random pairs."""
    genes, fitness = pop
    for i in range(len(fitness) - 1, 0, -1):
        j = below(rng, i + 1)
        fitness[i], fitness[j] = fitness[j], fitness[i]
        for x in range(genes.shape[1]):
            genes[i, x], genes[j, x] = genes[j, x], genes[i, x]


@kernel
def total_fitness(fitness: Fitness) -> int:
    """Return the sum of the fitness of all individuals."""
    total = 0
    for each in fitness:
        total += each
    return total


@kernel
def choose_parents(
    fitness: Fitness, pairs: bool, place: int, genes: int, pc: float, counters: Counters, rng: Generator
) -> None:
    """Choose the parents of the children at `place` and after it, and the cut with probability `pc`.

    The roulette wheel chooses them. With `pairs` they are the two individuals at the same places.
    """
    if pairs:
        counters[Counter.ONE], counters[Counter.OTHER] = place, (place + 1) % len(fitness)
    else:
        counters[Counter.ONE] = spin(fitness, counters[Counter.TOTAL], rng)
        counters[Counter.OTHER] = spin(fitness, counters[Counter.TOTAL], rng)
    # The publication does not say where a chromosome may be cut: here, between two moves.
    counters[Counter.CUT] = 1 + below(rng, genes - 1) if uniform(rng) < pc and genes > 1 else genes
    counters[Counter.ONE_MOVES] = fitness[counters[Counter.ONE]]
    counters[Counter.OTHER_MOVES] = fitness[counters[Counter.OTHER]]


@kernel
def evaluations(
    pop: Chromosomes,
    children: Chromosomes,
    operators: RepairOperators,
    sample: Sample,
    collection: Collection,
    constants: SamplingConstants,
    clock: Counters,
    budget: int,
    halt: bool,
) -> bool:
    """Evaluate up to `budget` chromosomes. Stop early when enough tours are found or, with `halt`, at a new tour.

    Return True if it stopped only because the collection is full; then make room and call it again.
    """
    (genes, fitness), (children_genes, children_fitness) = pop, children
    size, replacement = len(genes), operators.replacement
    path, _, counters, points, extent, rng = sample
    starts, ways, offsets, _, _, tours = constants
    values = np.empty(2)
    for _ in range(budget):
        if is_full(collection):
            return True
        generation, i = divmod(clock[DONE], size)
        iteration, generation = divmod(generation, operators.generations)
        bred = operators.evolve and generation > 0
        if generation == 0 and i == 0:
            counters[Counter.TOURS] = 0
        counters[Counter.REPLACED] = 0
        if bred and i == 0 and replacement != CHILDREN:
            counters[Counter.REPLACED] = replace(pop, pop, operators.most_replaced)
            if replacement == PAIRS:
                mix(pop, rng)
            counters[Counter.TOTAL] = total_fitness(fitness)
        judged, judged_fitness = (children_genes[i], children_fitness) if bred else (genes[i], fitness)
        if bred:
            if i % 2 == 0:
                choose_parents(fitness, replacement == PAIRS, i, len(judged), operators.pc, counters, rng)
            one, other = counters[Counter.ONE], counters[Counter.OTHER]
            if i % 2:
                one, other = other, one
            cross(genes[one], genes[other], counters[Counter.CUT], judged)
            counters[Counter.FLIPPED] = mutate(judged, operators.mutation, operators.pm, rng)
        else:
            randomise(judged, rng)

        path[0] = starts[(iteration // operators.iterations) % len(starts)]
        moves, repaired = evaluate(judged, operators.repairs, path, ways, offsets, rng)
        back = operators.way_back and moves == len(path) - 1 > 1 and is_move(path[moves], path[0], offsets)
        worth = judged_fitness[i] = moves + int(back)
        counters[Counter.BRED], counters[Counter.REPAIRED] = bred, repaired
        counters[Counter.REPAIRS] += repaired
        if not bred:
            if i == 0:
                counters[Counter.BEST] = counters[Counter.TOTAL] = 0
            counters[Counter.BEST] = max(counters[Counter.BEST], worth)
            counters[Counter.TOTAL] += worth
        elif i == size - 1:
            if replacement != CHILDREN:
                genes[:] = children_genes
                fitness[:] = children_fitness
            else:
                counters[Counter.REPLACED] = replace(pop, children, operators.most_replaced)
            counters[Counter.TOTAL] = total_fitness(fitness)
            for each in fitness:
                counters[Counter.BEST] = max(counters[Counter.BEST], each)
        values[0], values[1] = counters[Counter.BEST], counters[Counter.TOTAL] / (size if bred else i + 1)
        record(points, extent, values)
        clock[DONE] += 1

        finish_walk(moves, sample, collection, constants)
        if counters[Counter.RESULT] != WalkResult.NO_TOUR:
            if counters[Counter.TOURS] == 0:
                counters[Counter.SUCCESSES] += 1
                counters[Counter.GENERATIONS] += generation
            counters[Counter.TOURS] += 1
            counters[Counter.MOST_TOURS] = max(counters[Counter.MOST_TOURS], counters[Counter.TOURS])
        if i == size - 1 and generation == operators.generations - 1 and counters[Counter.TOURS] == 0:
            counters[Counter.FAILED] += 1
        if counters[Counter.RESULT] == WalkResult.NEW:
            clock[MILESTONES] += 1
            if halt or collection.tour_counts[CollectionCounter.DISTINCT] >= tours:
                break
    return False
