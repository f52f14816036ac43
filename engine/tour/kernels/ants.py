"""Ants and their trails, compiled: see engine.tour.solvers.ants."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.compiled.kernel import kernel
from engine.compiled.rng import Generator, uniform
from engine.compiled.trace import record
from engine.core.clock import DONE, MILESTONES
from engine.tour.counters import TAKEN, CollectionCounter, Ground, News, SamplingCounter, Tours, Walking
from engine.tour.kernels.collection import full
from engine.tour.kernels.sampling import finish
from engine.tour.kernels.squares import Counters, Walk, Ways, give_back, take

Trails = NDArray[np.float64]
"""Something for each move, the columns, from each square of the board with its border, the rows."""


@kernel
def choice(
    square: Any,
    pheromone: Trails,
    alpha: float,
    ways: Ways,
    offsets: Walk,
    options: Walk,
    weights: NDArray[np.float64],
    rng: Generator,
) -> int:
    """Return a move to a free square, with probability in proportion to pheromone ** alpha; -1 where none is free."""
    free, total = 0, 0.0
    for k in range(8):
        if ways[np.uint32(square + offsets[k])] < TAKEN:
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
    path: Walk,
    moves: Walk,
    pheromone: Trails,
    alpha: float,
    ways: Ways,
    offsets: Walk,
    rng: Generator,
) -> int:
    """Let an ant go from path[0] until it is stuck; return how many moves it made."""
    options, weights = np.empty(8, np.uint32), np.empty(8)
    made, square = 0, path[0]
    take(square, ways, offsets)
    while True:
        k = choice(square, pheromone, alpha, ways, offsets, options, weights, rng)
        if k < 0:
            break
        moves[made] = k
        square = np.uint32(square + offsets[np.uint32(k)])
        take(square, ways, offsets)
        made += 1
        path[made] = square
    for i in range(made + 1):
        give_back(path[i], ways, offsets)
    return made


@kernel
def deposit(path: Walk, moves: Walk, made: int, deposits: Trails) -> None:
    """Add what an ant leaves behind: the more the longer it went, and less on its last moves."""
    most = len(path) - 1
    for i in range(made):
        deposits[path[i], moves[i]] += (made - i) / (most - i)


@kernel
def settle(pheromone: Trails, deposits: Trails, evaporation: float) -> None:
    """End a cycle: pheromone evaporates, and what the ants left is added."""
    for square in range(len(pheromone)):
        for k in range(8):
            pheromone[square, k] = pheromone[square, k] * evaporation + deposits[square, k]
            deposits[square, k] = 0.0


@kernel
def restart(pheromone: Trails, first: float) -> None:
    """Begin another colony."""
    for square in range(len(pheromone)):
        for k in range(8):
            pheromone[square, k] = first


@kernel
def colony(
    pheromone: Trails,
    deposits: Trails,
    walking: Walking,
    collected: Tours,
    ground: Ground,
    rng: Generator,
    clock: Counters,
    tours: int,
    ants: int,
    cycles: int,
    evaporation: float,
    alpha: float,
    first: float,
    budget: int,
    halt: bool,
) -> bool:
    """Send out up to `budget` ants, fewer if there are tours enough or, with `halt`, if there is a new one.

    Tell whether it stopped only because the collection has no room.
    """
    path, found = walking.path, collected.tour_counts
    starts, ways, offsets = ground.starts, ground.ways, ground.offsets
    moves, values = np.empty(len(path), np.uint32), np.empty(2)
    for _ in range(budget):
        if full(found, collected.tour_keys, collected.tour_paths):
            return True
        cycle, ant = divmod(clock[DONE], ants)
        if ant == 0 and cycle % cycles == 0:
            restart(pheromone, first)
        path[0] = starts[clock[DONE] % len(starts)]
        made = walk(path, moves, pheromone, alpha, ways, offsets, rng)
        deposit(path, moves, made, deposits)
        if ant == ants - 1:
            settle(pheromone, deposits, evaporation)

        finish(made, walking, collected, ground)
        values[0], values[1] = found[CollectionCounter.FOUND], found[CollectionCounter.DISTINCT]
        record(walking.points, walking.extent, values)
        clock[DONE] += 1
        if walking.counters[SamplingCounter.NEWS] == News.NEW:
            clock[MILESTONES] += 1
            if halt or found[CollectionCounter.DISTINCT] >= tours:
                break
    return False
