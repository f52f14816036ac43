"""Stand-ins for the kernels of `genetic`: the interpreted tier handles all walks of a generation at once.

Random numbers come one after the other, so growth works on lists. Everything else works on whole arrays.
"""

from collections.abc import Iterator
from contextlib import closing
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import stands_in_for
from knightwatch.engine.compiled.rng import LOW, Generator, belows, words
from knightwatch.engine.tour.kernels import genetic, genetic_operators
from knightwatch.engine.tour.kernels.genetic import (
    CHILD,
    TWO_CHILDREN,
    UNKNOWN,
    Breeding,
    Counter,
    Generation,
    GeneticOperators,
)
from knightwatch.engine.tour.kernels.genetic_operators import Fitness, GeneticConstants, GeneticSummary
from knightwatch.engine.tour.kernels.squares import VISITED, Offsets, Path, Paths, Ways

FREE = int(VISITED)
"""The ways of free squares are below it."""
UNIT = 1.0 / 9007199254740992.0
"""2**-53: `uniform` multiplies the upper 53 bits of a word by it."""


def below(stream: Iterator[int], n: int) -> int:
    """Return a whole number from 0 to n - 1, as the kernel `below` does."""
    product = (next(stream) >> 32) * n
    while (rest := product & LOW) < n and rest < (2**32 - n) % n:
        product = (next(stream) >> 32) * n
    return product >> 32


def neighbours(constants: GeneticConstants) -> list[list[int]]:
    """Return the free neighbours of each free square, in the order of moves."""
    ways = [on if on < FREE else 0 for on in constants.fresh.tolist()]
    return [squares[:on] for squares, on in zip(constants.around.tolist(), ways, strict=True)]


def wander(walk: list[int], n: int, around: list[list[int]], stream: Iterator[int]) -> None:
    """Append random squares to a walk until it has n."""
    for _ in range(n - len(walk)):
        there = around[walk[-1]]
        walk.append(there[below(stream, len(there))])


def follow_rule(walk: list[int], n: int, around: list[list[int]], stream: Iterator[int]) -> None:
    """Append squares by Warnsdorff's rule to a walk until it has n; see the kernels `grow` and `best_square`."""
    ways, free = [len(each) for each in around], set(range(len(around)))
    left = n

    def visit(square: int) -> None:
        nonlocal left
        if square in free:
            free.remove(square)
            left -= 1
            for each in around[square]:
                ways[each] -= 1

    for square in walk:
        visit(square)
    while len(walk) < n:
        here = around[walk[-1]]
        on = [each for each in here if each in free and (ways[each] > 0 or left == 1)]
        fewest = min((ways[each] for each in on), default=0)
        best = [each for each in on if ways[each] == fewest] or here
        walk.append(best[below(stream, len(best))])
        visit(walk[-1])


@stands_in_for(genetic_operators.grow)
def grow(
    walk: Path,
    first: int,
    rule: bool,
    constants: GeneticConstants,
    ways: Ways,  # noqa: ARG001, working memory of the kernel only
    rng: Generator,
) -> None:
    """Grow a walk as a list."""
    grown = walk[:first].tolist()
    with closing(words(rng)) as stream:
        (follow_rule if rule else wander)(grown, len(walk), neighbours(constants), stream)
    walk[:] = grown


@stands_in_for(genetic.mutate)
def mutate(breeding: Breeding, safe: NDArray[np.bool_], chance: float, rule: bool, constants: GeneticConstants) -> int:
    """Grow mutated children as lists."""
    (children, fitness), grown = breeding.children, breeding.grown
    n, around, extend = children.shape[1], neighbours(constants), follow_rule if rule else wander
    grown[:] = 0
    with closing(words(breeding.rng)) as stream:
        for c, is_safe in enumerate(safe.tolist()):
            if (next(stream) >> 11) * UNIT * 100 < chance and not is_safe and n > 1:
                first = 1 + below(stream, n - 1)
                child = children[c, :first].tolist()
                extend(child, n, around, stream)
                children[c], grown[c], fitness[c] = child, first, UNKNOWN
    return int(np.count_nonzero(grown))


@stands_in_for(genetic.evaluate)
def evaluate(made: Generation, breeding: Breeding, constants: GeneticConstants) -> None:
    """Mark the squares of all walks at once, first those that can make a walk the longest without a repeat."""
    (walks, fitness), counters = made, breeding.counters
    unknown = np.flatnonzero(fitness == UNKNOWN)
    chosen = walks[unknown]
    n, longest = chosen.shape[1], int(counters[Counter.LONGEST])
    seen, rows = np.zeros((len(chosen), len(constants.fresh)), np.bool_), np.arange(len(chosen))[:, np.newaxis]
    beginning = min(longest + 1, n)
    seen[rows, chosen[:, :beginning]] = True
    unrepeated = np.count_nonzero(seen, axis=1) == beginning
    seen[rows, chosen[:, beginning:]] = True
    fitness[unknown] = np.count_nonzero(seen, axis=1)
    if constants.closed:
        fitness[unknown] += is_move(chosen[:, -1], chosen[:, 0], constants.offsets)
    for walk in chosen[unrepeated]:
        length = unrepeated_squares(walk.tolist())
        if length > longest:
            counters[Counter.LONGEST] = longest = length
            breeding.longest[:] = walk


def unrepeated_squares(walk: list[int]) -> int:
    """Return the number of squares before the first repeat."""
    seen: set[int] = set()
    for square in walk:
        if square in seen:
            break
        seen.add(square)
    return len(seen)


def is_move(a: NDArray[np.uint32], b: NDArray[np.uint32], offsets: Offsets) -> NDArray[np.bool_]:
    """Return for each pair of squares whether a knight's move leads from one to the other."""
    longest = np.uint32(offsets.view(np.int32).max())
    legal = np.zeros(2 * longest + 2, np.bool_)
    legal[offsets + longest] = True
    moves: NDArray[np.bool_] = legal[np.minimum(b - a + longest, 2 * longest + 1)]
    return moves


@stands_in_for(genetic.cross_pairs)
def cross_pairs(before: Generation, breeding: Breeding, operators: GeneticOperators, offsets: Offsets) -> None:
    """Find the legal switches of all pairs at once, and go from switch to switch in all pairs at once."""
    (old, old_fitness), (children, fitness) = before, breeding.children
    litter, late, n = 2 if operators.survival == TWO_CHILDREN else 1, int(operators.late), children.shape[1]
    parents = np.repeat(breeding.parents, litter, axis=0)
    children[:], fitness[:] = old[parents[:, 0]], old_fitness[parents[:, 0]]
    differ = children != old[parents[:, 1]]
    crossed = np.flatnonzero(differ.any(axis=1))
    fitness[crossed] = UNKNOWN

    a, b = old[parents[crossed, 0]], old[parents[crossed, 1]]
    switched = np.maximum(0, differ[crossed].argmax(axis=1) - 1 - late) // operators.field
    until, from_b = (switched + 1) * operators.field + late, (crossed + switched) % 2 if litter == 2 else switched % 2
    following = np.stack([next_switch(a, b, offsets), next_switch(b, a, offsets)])
    switches, rows = np.zeros((len(crossed), n), np.bool_), np.arange(len(crossed))
    switches[:, 0] = from_b
    while len(rows):
        places = following[from_b, rows, np.minimum(until, n)]
        on = places < n
        rows, places, from_b = rows[on], places[on], 1 - from_b[on]
        switches[rows, places] = True
        until = places + operators.field
    children[crossed] = np.where(np.logical_xor.accumulate(switches, axis=1), b, a)


def next_switch(mine: Paths, other: Paths, offsets: Offsets) -> NDArray[np.int64]:
    """Return for each gene the first one from there on at which a child may switch parents; n if there is none."""
    n = mine.shape[1]
    places = np.full((len(mine), n + 1), n)
    places[:, 1:n] = np.where(is_move(mine[:, :-1], other[:, 1:], offsets), np.arange(1, n), n)
    return np.minimum.accumulate(places[:, ::-1], axis=1)[:, ::-1]


@stands_in_for(genetic_operators.tournaments)
def tournaments(fitness: Fitness, distinct: bool, entrants: Paths, parents: Paths, rng: Generator) -> None:
    """Draw the entrants of all tournaments, then compare the next entrant of all pairs at once."""
    entrants[:] = np.fromiter(belows(rng, repeat(len(fitness), entrants.size)), np.uint32).reshape(entrants.shape)
    first = second = np.full(len(entrants), -1)
    for entrant in entrants.T.astype(np.int64):
        score, counts = fitness[entrant], entrant != first if distinct else True
        best = counts & ((first < 0) | (score > fitness[first]))
        good = counts & ((second < 0) | (score > fitness[second]))
        second = np.where(best, first, np.where(good, entrant, second))
        first = np.where(best, entrant, first)
    parents[:, 0], parents[:, 1] = first, np.where(second < 0, first, second)


@stands_in_for(genetic.survive)
def survive(survival: int, children: Generation, parents: Paths, before: Generation, now: Generation) -> None:
    """Copy all children, and all better parents, at once."""
    (made, made_fitness), (old, old_fitness), (walks, fitness) = children, before, now
    if survival == CHILD:
        walks[:], fitness[:] = made, made_fitness
        return
    chosen = np.arange(len(parents))
    if survival == TWO_CHILDREN:
        chosen = 2 * chosen + (made_fitness[1::2] > made_fitness[::2])
    walks[::2], fitness[::2] = made[chosen], made_fitness[chosen]
    a, b = parents[: len(walks) // 2].T
    better = np.where(old_fitness[b] > old_fitness[a], b, a)
    walks[1::2], fitness[1::2] = old[better], old_fitness[better]


@stands_in_for(genetic_operators.missing_fitness)
def missing_fitness(fitness: Fitness, goal: int) -> Fitness:
    """Subtract all at once."""
    return goal - fitness


@stands_in_for(genetic_operators.next_tour)
def next_tour(fitness: Fitness, first: int, goal: int) -> int:
    """Compare all at once."""
    tours = np.flatnonzero(fitness[first:] == goal)
    return int(first + tours[0]) if len(tours) else len(fitness)


@stands_in_for(genetic_operators.summarise)
def summarise(fitness: Fitness, summary: NDArray[np.float64]) -> None:
    """Use NumPy's maximum and mean."""
    summary[GeneticSummary.BEST], summary[GeneticSummary.MEAN] = fitness.max(), fitness.sum() / len(fitness)
