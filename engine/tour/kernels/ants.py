"""Ants and their trails, compiled: see knightwatch.engine.tour.solvers.ants."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.compiled.rng import Generator, uniform
from knightwatch.engine.compiled.trace import record
from knightwatch.engine.core.clock import DONE, MILESTONES
from knightwatch.engine.tour.kernels.collection import Collection, CollectionCounter, is_full
from knightwatch.engine.tour.kernels.sampling import News, Sample, SamplingConstants, SamplingCounter, finish_walk
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
"""A row for each square, a column for each move."""


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
    """Return a move to a free square, with probability in proportion to pheromone ** alpha; -1 where none is free."""
    free, total = 0, 0.0
    for k in range(8):
        if ways[np.uint32(square + offsets[k])] < VISITED:
            options[free] = k
            weights[free] = pheromone[square, k] if alpha == 1.0 else pheromone[square, k] ** alpha
            total += weights[free]
            free += 1
    if free == 0:
        return -1
    if total == 0.0:  # all has evaporated, which the publication leaves open: one move is as good as another
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
    """Let an ant go from path[0] until it is stuck; return how many moves it made."""
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
    """Add what an ant leaves behind: the more the longer it went, and less on its last moves."""
    most = len(path) - 1
    for i in range(made):
        deposits[path[i], moves[i]] += (made - i) / (most - i)


@kernel
def update_pheromone(pheromone: Pheromone, deposits: Pheromone, evaporation: float) -> None:
    """End a cycle: pheromone evaporates, and what the ants left is added."""
    for square in range(len(pheromone)):
        for k in range(8):
            pheromone[square, k] = pheromone[square, k] * evaporation + deposits[square, k]
            deposits[square, k] = 0.0


@kernel
def reset_pheromone(pheromone: Pheromone, first: float) -> None:
    """Begin another colony."""
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
    """Send out up to `budget` ants, fewer if there are tours enough or, with `halt`, if there is a new one.

    Tell whether it stopped only because the collection has no room.
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
        if counters[SamplingCounter.NEWS] == News.NEW:
            clock[MILESTONES] += 1
            if halt or found[CollectionCounter.DISTINCT] >= tours:
                break
    return False
