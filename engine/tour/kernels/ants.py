"""Kernel of `ants`: the ant colony of Hingston and Kendall (2005).

In each cycle every ant walks until it is stuck. A move is chosen with probability proportional to pheromone ** alpha.
At the end of the cycle pheromone evaporates, and each ant adds pheromone to its moves.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.compiled.rng import Generator, uniform
from knightwatch.engine.compiled.trace import record
from knightwatch.engine.core.clock import DONE, MILESTONES
from knightwatch.engine.tour.kernels.collection import Collection, CollectionCounter, is_full
from knightwatch.engine.tour.kernels.sampling import Sample, SamplingConstants, SamplingCounter, WalkResult, finish_walk
from knightwatch.engine.tour.kernels.squares import VISITED, Counters, Offsets, Path, Ways, leave, visit


class Trails(NamedTuple):
    """The pheromone on each move: one row for each square, one column for each move."""

    pheromone: NDArray[np.float64]
    deposits: NDArray[np.float64]
    """Pheromone that the ants of this cycle leave."""


class Colony(NamedTuple):
    """Parameters of `ants`."""

    ants: int
    cycles: int
    evaporation: float
    alpha: float
    first: float
    """Pheromone on every move at the beginning."""


Pheromone = NDArray[np.float64]
"""One row for each square, one column for each move."""


@kernel
def choose_move(
    square: Any,
    pheromone: Pheromone,
    alpha: float,
    ways: Ways,
    offsets: Offsets,
    options: NDArray[np.uint32],
    weights: NDArray[np.float64],
    rng: Generator,
) -> int:
    """Return a move to a free square, with probability proportional to pheromone ** alpha; -1 if no square is free."""
    free, total = 0, 0.0
    for k in range(8):
        if ways[np.uint32(square + offsets[k])] < VISITED:
            options[free] = k
            weights[free] = pheromone[square, k] if alpha == 1.0 else pheromone[square, k] ** alpha
            total += weights[free]
            free += 1
    if free == 0:
        return -1
    if total == 0.0:  # The publication does not say what to do if all pheromone evaporated: here, choose uniformly.
        for i in range(free):
            weights[i] = 1.0
        total = float(free)
    chosen, rest = 0, uniform(rng) * total
    while chosen < free - 1 and rest >= weights[chosen]:
        rest -= weights[chosen]
        chosen += 1
    return int(options[chosen])


@kernel
def walk(
    path: Path,
    moves: NDArray[np.uint32],
    pheromone: Pheromone,
    alpha: float,
    ways: Ways,
    offsets: Offsets,
    rng: Generator,
) -> int:
    """Let an ant walk from path[0] until it is stuck; return its number of moves."""
    options, weights = np.empty(8, np.uint32), np.empty(8)
    made, square = 0, path[0]
    visit(square, ways, offsets)
    while True:
        k = choose_move(square, pheromone, alpha, ways, offsets, options, weights, rng)
        if k < 0:
            break
        moves[made] = k
        square = np.uint32(square + offsets[np.uint32(k)])
        visit(square, ways, offsets)
        made += 1
        path[made] = square
    for i in range(made + 1):
        leave(path[i], ways, offsets)
    return made


@kernel
def deposit(path: Path, moves: NDArray[np.uint32], made: int, deposits: Pheromone) -> None:
    """Add the ant's pheromone to its moves: (made - i) / (most - i) for move i. Long walks leave more."""
    most = len(path) - 1
    for i in range(made):
        deposits[path[i], moves[i]] += (made - i) / (most - i)


@kernel
def update_pheromone(pheromone: Pheromone, deposits: Pheromone, evaporation: float) -> None:
    """End a cycle: multiply all pheromone by `evaporation` and add the deposits."""
    for square in range(len(pheromone)):
        for k in range(8):
            pheromone[square, k] = pheromone[square, k] * evaporation + deposits[square, k]
            deposits[square, k] = 0.0


@kernel
def reset_pheromone(pheromone: Pheromone, first: float) -> None:
    """Begin a new colony: the same pheromone on every move."""
    for square in range(len(pheromone)):
        for k in range(8):
            pheromone[square, k] = first


@kernel
def ants(
    trails: Trails,
    colony: Colony,
    sample: Sample,
    collection: Collection,
    constants: SamplingConstants,
    clock: Counters,
    budget: int,
    halt: bool,
) -> bool:
    """Let up to `budget` ants walk. Stop early when enough tours are found or, with `halt`, at a new tour.

    Return True if it stopped only because the collection is full; then make room and call it again.
    """
    path, _, counters, points, extent, rng = sample
    starts, ways, offsets, _, _, tours = constants
    (pheromone, deposits), found = trails, collection.tour_counts
    moves, values = np.empty(len(path), np.uint32), np.empty(2)
    for _ in range(budget):
        if is_full(collection):
            return True
        cycle, ant = divmod(clock[DONE], colony.ants)
        if ant == 0 and cycle % colony.cycles == 0:
            reset_pheromone(pheromone, colony.first)
        path[0] = starts[clock[DONE] % len(starts)]
        made = walk(path, moves, pheromone, colony.alpha, ways, offsets, rng)
        deposit(path, moves, made, deposits)
        if ant == colony.ants - 1:
            update_pheromone(pheromone, deposits, colony.evaporation)

        finish_walk(made, sample, collection, constants)
        values[0], values[1] = found[CollectionCounter.FOUND], found[CollectionCounter.DISTINCT]
        record(points, extent, values)
        clock[DONE] += 1
        if counters[SamplingCounter.RESULT] == WalkResult.NEW:
            clock[MILESTONES] += 1
            if halt or found[CollectionCounter.DISTINCT] >= tours:
                break
    return False
