"""Walks as individuals, compiled: how they grow, what they are worth, how two are chosen and make a third.

A walk has as many genes as the board has squares, and each is a knight's move from the one before, by construction. Its
fitness, to be brought up, is the number of its different squares.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.evolution.selection import Indices, select
from engine.kernels import kernel
from engine.rng import Generator, below
from engine.tour.walk_kernel import TAKEN, Counters, Walk, Ways, joined, take

Walks = NDArray[np.uint32]
Fitness = NDArray[np.int64]

MOST_WAYS = np.uint8(8)


@kernel
def copy(origin: NDArray[Any], target: NDArray[Any]) -> None:
    """Copy a walk, or anything else in a row."""
    for i in range(len(origin)):
        target[i] = origin[i]


@kernel
def warnsdorff(square: Any, left: int, ways: Ways, offsets: Walk, rng: Generator) -> Any:
    """Return the unvisited neighbour with the fewest unvisited neighbours, of equal ones any; 0 where there is none.

    A square without a way on counts as none, unless it is the last that is left.
    """
    fewest, equal = np.uint8(MOST_WAYS + 1), np.uint32(0)
    moves = np.uint32(0)  # those to equal squares, four bits each, the first lowest
    for k in range(8):
        on = ways[np.uint32(square + offsets[k])]
        if on < fewest and (on > 0 or left == 1):
            fewest, equal, moves = on, np.uint32(1), np.uint32(k)
        elif on == fewest:
            moves |= np.uint32(k) << np.uint32(4 * equal)
            equal += np.uint32(1)
    if equal == 0:
        return np.uint32(0)
    chosen = (moves >> np.uint32(4 * below(rng, int(equal)))) & np.uint32(7)
    return np.uint32(square + offsets[chosen])


@kernel
def grow(
    walk: Walk, first: int, rule: bool, fresh: Ways, around: Walks, ways: Ways, offsets: Walk, rng: Generator
) -> None:
    """Grow a walk anew from its gene `first` to its end, by Warnsdorff's rule or, where that has no choice, at random.

    `around` has the neighbours of each square, as many as there are ways on from it at first; `ways` is spare memory.
    """
    left = len(walk)
    if rule:
        copy(fresh, ways)
        for i in range(first):
            if ways[walk[i]] < TAKEN:
                take(walk[i], ways, offsets)
                left -= 1
    for i in range(first, len(walk)):
        here = walk[i - 1]
        there = warnsdorff(here, left, ways, offsets, rng) if rule else np.uint32(0)
        if there == 0:
            there = around[here, below(rng, int(fresh[here]))]
        walk[i] = there
        if rule and ways[there] < TAKEN:
            take(there, ways, offsets)
            left -= 1


@kernel
def worth(walk: Walk, closed: bool, offsets: Walk, seen: Counters, mark: int) -> int:
    """Return the fitness: different squares, one more for a closing move if that is asked for; no `seen` is `mark`."""
    different = 0
    for square in walk:
        different += seen[square] != mark
        seen[square] = mark
    return different + int(closed and joined(walk[len(walk) - 1], walk[0], offsets))


@kernel
def crossings(a: Walk, b: Walk, offsets: Walk, found: NDArray[np.uint8]) -> None:
    """Note for each gene if a knight's move leads to it from the other's gene before: 1 from a to b, 2 from b to a.

    A loop without branches over all genes, most of which are not asked for, takes less time than asking in turn.
    """
    far, wide, near, narrow = offsets[0], offsets[2], offsets[4], offsets[6]  # those forwards
    for i in range(1, len(a)):
        d, e = np.uint32(b[i] - a[i - 1]), np.uint32(a[i] - b[i - 1])
        d, e = min(d, np.uint32(-d)), min(e, np.uint32(-e))
        to_b = (d == far) | (d == wide) | (d == near) | (d == narrow)
        to_a = (e == far) | (e == wide) | (e == near) | (e == narrow)
        found[i] = np.uint8(to_b) | (np.uint8(to_a) << np.uint8(1))


@kernel
def cross(a: Walk, b: Walk, lead: int, field: int, offsets: Walk, child: Walk, source: NDArray[np.uint8]) -> None:
    """Make a child of two parents that copies from the second first if `lead` is 1.

    As soon as `field` genes or more were copied since the last switch, and the other parent's gene is a legal move from
    the child's last, it switches to the other parent.
    """
    crossings(a, b, offsets, source)
    current, until = np.uint8(lead), field
    for i in range(len(child)):
        if i >= until and (source[i] >> current) & np.uint8(1):
            current ^= np.uint8(1)
            until = i + field
        source[i] = current
    for i in range(len(child)):
        child[i] = b[i] if source[i] else a[i]


@kernel
def best_two(fitness: Fitness, entrants: Indices, pair: Indices, rng: Generator) -> None:
    """Draw individuals with replacement: the best two are the parents, the first drawn on a tie."""
    first = second = -1
    for i in range(len(entrants)):
        entrants[i] = below(rng, len(fitness))
        entrant = int(entrants[i])
        if first < 0 or fitness[entrant] > fitness[first]:
            first, second = entrant, first
        elif second < 0 or fitness[entrant] > fitness[second]:
            second = entrant
    pair[0], pair[1] = first, second


@kernel
def choose(
    selection: int, mu: int, fitness: Fitness, missing: Fitness, entrants: Walks, parents: Walks, rng: Generator
) -> None:
    """Choose all pairs of parents, by the thesis's tournament or a shared selection."""
    if selection == 0:
        for pair in range(len(parents)):
            best_two(fitness, entrants[pair], parents[pair], rng)
        return
    chosen = np.empty(2 * len(parents), np.uint32)
    select(selection, 1, mu, missing, chosen, rng)
    for pair in range(len(parents)):
        parents[pair, 0], parents[pair, 1] = chosen[2 * pair], chosen[2 * pair + 1]
