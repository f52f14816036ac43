"""Operators of `genetic`, after Palić (2018): growth, fitness, crossover and selection of walks.

A walk has as many genes as the board has squares. Each gene is a knight's move from the one before. The fitness, which
evolution maximises, is the number of different squares.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.compiled.rng import Generator, below, shuffle, uniform
from knightwatch.engine.evolution import Coded, Selection
from knightwatch.engine.evolution.population import copy
from knightwatch.engine.evolution.selection import Indices, draw, select, spin
from knightwatch.engine.tour.kernels.squares import VISITED, Counters, Offsets, Path, Paths, Ways, is_move, visit
from knightwatch.engine.tour.kernels.warnsdorff import best_square

Fitness = NDArray[np.int64]


class GeneticSummary(IntEnum):
    """Places in `summary`: best and mean fitness of the present generation, which the curves show."""

    BEST = 0
    MEAN = 1


class WalkSelection(Coded):
    """How `genetic` chooses parents: the five selections of engine.evolution, then four from the thesis."""

    TOURNAMENT = Selection.TOURNAMENT.value, Selection.TOURNAMENT.code
    ROULETTE = Selection.ROULETTE.value, Selection.ROULETTE.code
    UNIVERSAL = Selection.UNIVERSAL.value, Selection.UNIVERSAL.code
    COMMA = Selection.COMMA.value, Selection.COMMA.code
    PLUS = Selection.PLUS.value, Selection.PLUS.code
    PROPORTIONAL = "proportional", 5
    RANDOM_COMMA = "random-comma", 6
    RANDOM_PLUS = "random-plus", 7
    PROPORTIONAL_UNIVERSAL = "proportional-universal", 8

    @property
    def shrinks(self) -> bool:
        """Whether only mu individuals form each generation after the first."""
        return self in (WalkSelection.RANDOM_COMMA, WalkSelection.RANDOM_PLUS)


class GeneticConstants(NamedTuple):
    """The board of `genetic`. It does not change during a search."""

    fresh: Ways
    """The ways of an empty board."""
    around: Paths
    """The neighbours of each square; `fresh` says how many it has."""
    offsets: Offsets
    images: Paths
    """For each symmetry of the board, the image of each square."""
    closed: bool
    goal: int
    """The fitness of a tour."""
    tours: int
    """Different tours to find before the search is solved."""


TOURNAMENT, PROPORTIONAL = WalkSelection.TOURNAMENT.code, WalkSelection.PROPORTIONAL.code
"""Codes below PROPORTIONAL are the shared selections."""
PROPORTIONAL_UNIVERSAL = WalkSelection.PROPORTIONAL_UNIVERSAL.code
BLOCK = 8
"""Genes compared at once, which is much faster than one by one."""


@kernel
def grow(walk: Path, first: int, rule: bool, constants: GeneticConstants, ways: Ways, rng: Generator) -> None:
    """Grow a walk again from its gene `first` to its end, by Warnsdorff's rule if `rule`, otherwise at random.

    If the rule has no candidate, the next square is random too. `ways` is working memory.
    """
    fresh, around, offsets = constants.fresh, constants.around, constants.offsets
    left = len(walk)
    if rule:
        copy(fresh, ways)
        for i in range(first):
            if ways[walk[i]] < VISITED:
                visit(walk[i], ways, offsets)
                left -= 1
    for i in range(first, len(walk)):
        here = walk[i - 1]
        there = best_square(here, left, ways, offsets, rng) if rule else np.uint32(0)
        if there == 0:
            there = around[here, below(rng, int(fresh[here]))]
        walk[i] = there
        if rule and ways[there] < VISITED:
            visit(there, ways, offsets)
            left -= 1


@kernel
def count_new(walk: Path, first: int, last: int, seen: Counters, mark: int) -> int:
    """Mark the squares of walk[first:last] as seen; return how many were new."""
    different = 0
    for i in range(first, last):
        different += seen[walk[i]] != mark
        seen[walk[i]] = mark
    return different


@kernel
def fitness_of(walk: Path, record: int, closed: bool, offsets: Offsets, seen: Counters, mark: int) -> tuple[int, int]:
    """Return the fitness, and the number of squares before the first repeat if that is more than `record`.

    Otherwise the second value is `record`: looking for a repeat that cannot improve it would cost time. The fitness
    is the number of different squares, plus 1 for a closing move if `closed`. `mark` must not occur in `seen` yet.
    """
    n = len(walk)
    beginning = min(record + 1, n)
    different = count_new(walk, 0, beginning, seen, mark)
    if different == beginning > record:
        while beginning < n and count_new(walk, beginning, beginning + 1, seen, mark):
            beginning += 1
        different = record = beginning
    different += count_new(walk, beginning, n, seen, mark)
    return different + int(closed and is_move(walk[n - 1], walk[0], offsets)), record


@kernel
def fittest(fitness: Fitness) -> int:
    """Return the index of the best individual; on a tie, the first."""
    best = 0
    for i in range(1, len(fitness)):
        if fitness[i] > fitness[best]:
            best = i
    return best


@kernel
def summarise(fitness: Fitness, summary: NDArray[np.float64]) -> None:
    """Write the best and the mean fitness into `summary`."""
    total = 0
    for each in fitness:
        total += each
    summary[GeneticSummary.BEST] = fitness[fittest(fitness)]
    summary[GeneticSummary.MEAN] = total / len(fitness)


@kernel
def missing_fitness(fitness: Fitness, goal: int) -> Fitness:
    """Return for each individual the fitness that it lacks."""
    missing = np.empty(len(fitness), np.int64)
    for i in range(len(fitness)):
        missing[i] = goal - fitness[i]
    return missing


@kernel
def next_tour(fitness: Fitness, first: int, goal: int) -> int:
    """Return the index of the first tour from index `first` on; without one, the number of walks."""
    while first < len(fitness) and fitness[first] != goal:
        first += 1
    return first


@kernel
def common_genes(a: Path, b: Path) -> int:
    """Return the number of genes before two walks first differ."""
    genes = 0
    while genes + BLOCK <= len(a):
        differences = np.uint32(0)
        for i in range(BLOCK):
            differences |= a[genes + i] ^ b[genes + i]
        if differences:
            break
        genes += BLOCK
    while genes < len(a) and a[genes] == b[genes]:
        genes += 1
    return genes


@kernel
def cross(
    walks: Paths, a: int, b: int, lead: int, field: int, late: bool, offsets: Offsets, children: Paths, c: int
) -> bool:
    """Make child `c` of parents `a` and `b`; it starts with `b` if `lead` is 1. Return whether both parents are equal.

    The child copies at least `field` genes from one parent. It switches to the other parent at the first gene of the
    other that is a legal move. Most parents differ only in their last genes. While they are equal every switch is
    legal, so the child switches after each `field` genes, and nothing must be looked up.
    """
    # In the thesis, pseudo-code and listing differ by one gene in the place of the first switch (3 or 4 for field 3).
    # With `late` it is that of the listing.
    n = walks.shape[1]
    copy(walks[a], children[c])
    i = common_genes(walks[a], walks[b])
    if i == n:
        return True
    switches = max(0, i - 1 - int(late)) // field
    until = (switches + 1) * field + int(late)
    mine, other = (a, b) if (lead + switches) % 2 == 0 else (b, a)
    while i < n:
        while i < min(until, n) or (i < n and not is_move(walks[mine, i - 1], walks[other, i], offsets)):
            children[c, i] = walks[mine, i]
            i += 1
        mine, other = other, mine
        until = i + field
    return False


@kernel
def best_two(fitness: Fitness, distinct: bool, entrants: Indices, pair: Indices, rng: Generator) -> None:
    """Tournament: draw individuals with replacement; the best two are the parents. On a tie, the first one drawn.

    With `distinct` the second parent is the best of the entrants that are not the first parent. If there is none, both
    parents are the same individual.
    """
    first = second = -1
    for i in range(len(entrants)):
        entrants[i] = below(rng, len(fitness))
        entrant = int(entrants[i])
        if distinct and entrant == first:
            continue
        if first < 0 or fitness[entrant] > fitness[first]:
            first, second = entrant, first
        elif second < 0 or fitness[entrant] > fitness[second]:
            second = entrant
    pair[0], pair[1] = first, second if second >= 0 else first


@kernel
def tournaments(fitness: Fitness, distinct: bool, entrants: Paths, parents: Paths, rng: Generator) -> None:
    """Choose each pair of parents by a tournament."""
    for pair in range(len(parents)):
        best_two(fitness, distinct, entrants[pair], parents[pair], rng)


@kernel
def proportional_universal(fitness: Fitness, total: int, chosen: Indices, rng: Generator) -> None:
    """Choose by one spin of a wheel whose shares are the fitness, with evenly spaced pointers; then shuffle."""
    pointer, gap = uniform(rng) * total / len(chosen), total / len(chosen)
    individual, reached = 0, float(fitness[0])
    for i in range(len(chosen)):
        while reached <= pointer and individual < len(fitness) - 1:
            individual += 1
            reached += fitness[individual]
        chosen[i] = individual
        pointer += gap
    shuffle(chosen, 0, len(chosen), rng)


@kernel
def choose_parents(
    selection: int,
    distinct: bool,
    drawn: Indices,
    fitness: Fitness,
    missing: Fitness,
    entrants: Paths,
    parents: Paths,
    rng: Generator,
) -> None:
    """Choose all pairs of parents, by one of the shared selections or one of the thesis.

    `drawn` has mu places. The random-comma and random-plus selections write the mu drawn individuals into it.
    """
    if selection == TOURNAMENT:
        tournaments(fitness, distinct, entrants, parents, rng)
        return
    chosen = np.empty(2 * len(parents), np.uint32)
    if selection < PROPORTIONAL:
        select(selection, 1, len(drawn), missing, chosen, rng)
    elif selection in (PROPORTIONAL, PROPORTIONAL_UNIVERSAL):
        total = 0
        for each in fitness:
            total += each
        if selection == PROPORTIONAL:
            for i in range(len(chosen)):
                chosen[i] = spin(fitness, total, rng)
        else:
            proportional_universal(fitness, total, chosen, rng)
    else:
        draw(drawn, len(fitness), rng)
        for i in range(len(chosen)):
            chosen[i] = drawn[below(rng, len(drawn))]
    for pair in range(len(parents)):
        parents[pair, 0], parents[pair, 1] = chosen[2 * pair], chosen[2 * pair + 1]


@kernel
def separate_parents(parents: Paths, size: int, rng: Generator) -> None:
    """Replace the second parent of a pair by a random other walk if both parents are the same individual."""
    for pair in range(len(parents)):
        if parents[pair, 0] == parents[pair, 1]:
            other = below(rng, size - 1)
            parents[pair, 1] = other + (other >= int(parents[pair, 0]))
