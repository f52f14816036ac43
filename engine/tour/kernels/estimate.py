"""Kernel of the estimate of the number of tours, after Knuth (1975): random walks, weighted by 1 / probability."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.compiled.rng import Generator, below, uniform
from knightwatch.engine.core.clock import DONE
from knightwatch.engine.tour.kernels.squares import VISITED, Counters, Offsets, Path, Ways, is_move, leave, visit


class Probing(NamedTuple):
    """Probes of the number of tours, in batches."""

    path: Path
    rng: NDArray[np.uint64]
    clock: Counters
    tours: Counters
    """Probes of each batch that became tours."""
    largest: NDArray[np.float64]
    """The logarithm of each batch's largest weight."""
    sums: NDArray[np.float64]
    """The sum of each batch's weights, divided by the largest."""


class ProbingConstants(NamedTuple):
    """The board of the probes. A probe changes `ways` and restores them at its end."""

    ways: Ways
    offsets: Offsets
    starts: Path
    closed: bool


THETA = 0.5
"""Preference for few ways on: a square with d ways on is chosen with probability proportional to exp(-THETA * d)."""
LURE = np.exp(-THETA * np.arange(9))


@kernel
def probe(path: Path, ways: Ways, offsets: Offsets, start: Any, closed: bool, rng: Generator) -> float:
    """Walk at random from the start; return log(1 / probability) of the tour, or -inf if the walk is not a tour."""
    n, depth, weight = len(path), 1, 0.0
    path[0] = start
    visit(path[0], ways, offsets)
    while depth < n:
        total = 0.0
        for k in range(8):
            there = np.uint32(path[depth - 1] + offsets[k])
            if ways[there] < VISITED and (ways[there] or depth == n - 1):  # a square without ways on can only be last
                total += LURE[ways[there]]
        if total == 0.0:
            break
        rest = uniform(rng) * total
        for k in range(8):
            there = np.uint32(path[depth - 1] + offsets[k])
            if ways[there] < VISITED and (ways[there] or depth == n - 1):
                path[depth] = there  # if rounding leaves a remainder, this is the last candidate
                rest -= LURE[ways[there]]
                if rest < 0.0:
                    break
        weight += np.log(total) + THETA * ways[path[depth]]
        visit(path[depth], ways, offsets)
        depth += 1
    if depth < n or (closed and (n < 3 or not is_move(path[n - 1], path[0], offsets))):
        weight = -np.inf
    while depth > 0:
        depth -= 1
        leave(path[depth], ways, offsets)
    return weight


@kernel
def probes(probing: Probing, constants: ProbingConstants, budget: int) -> None:
    """Make `budget` probes, in turn for each batch. A batch stores its sum of weights divided by its largest weight."""
    path, rng, clock, tours, largest, sums = probing
    ways, offsets, starts, closed = constants
    for _ in range(budget):
        batch = clock[DONE] % len(sums)
        weight = probe(path, ways, offsets, starts[below(rng, len(starts))], closed, rng)
        if weight > largest[batch]:
            sums[batch] = sums[batch] * np.exp(largest[batch] - weight) + 1.0
            largest[batch] = weight
        elif weight > -np.inf:
            sums[batch] += np.exp(weight - largest[batch])
        if weight > -np.inf:
            tours[batch] += 1
        clock[DONE] += 1
