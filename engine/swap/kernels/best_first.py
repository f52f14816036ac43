"""A* over positions, compiled: the position that promises the shortest way is expanded next.

Positions that were seen are nodes, in the order in which they were found, each with its parent and the fewest moves to
it; `slots` is a hash table of them. Those that wait are entries in piles, one pile for each promise, which is the
moves made plus the bound of what is left; the newest entry of the lowest pile is next. Where a shorter way to a
waiting position is found, it gets a second entry, and the first is passed over.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.compiled.cache import cached, kernel
from engine.compiled.trace import record
from engine.core.clock import DONE, MILESTONES
from engine.core.trace import Extent, Points
from engine.swap.colour_sets import Sets
from engine.swap.counters import BestFirstCounter as Counter
from engine.swap.kernels.assignment import Bounds, bound
from engine.swap.kernels.breadth import around

CLOSED = np.uint16(1 << 15)
"""Set in the cost of a node that was expanded."""
MIX = np.uint64(0x9E3779B97F4A7C15)


class Nodes(NamedTuple):
    """Positions that were seen."""

    position: NDArray[np.uint64]
    parent: NDArray[np.uint32]
    cost: NDArray[np.uint16]
    slots: NDArray[np.uint32]
    """The number of a node plus 1, where its position's hash leads; 0 where none does."""


class Piles(NamedTuple):
    """Positions that wait."""

    node: NDArray[np.uint32]
    cost: NDArray[np.uint16]
    below: NDArray[np.uint32]
    """The entry below in its pile, plus 1."""
    tops: NDArray[np.uint32]
    """For each promise, the entry on top of its pile, plus 1."""


@kernel
def slot(slots: NDArray[np.uint32], positions: NDArray[np.uint64], position: np.uint64) -> np.uint64:
    """Return the place of a position in the hash table, or the empty one where it would be."""
    last = np.uint64(len(slots) - 1)
    place = ((position * MIX) >> np.uint64(20)) & last
    while slots[place] and positions[slots[place] - np.uint32(1)] != position:
        place = (place + np.uint64(1)) & last
    return place


@kernel
def rehash(nodes: Nodes, count: int) -> None:
    """Enter all nodes into an empty hash table."""
    for node in range(count):
        nodes.slots[slot(nodes.slots, nodes.position, nodes.position[node])] = node + 1


@kernel
def push(piles: Piles, counters: NDArray[np.int64], node: np.int64, cost: np.int64, promise: np.int64) -> None:
    """Let a node wait."""
    entry = counters[Counter.ENTRIES]
    piles.node[entry], piles.cost[entry], piles.below[entry] = node, cost, piles.tops[promise]
    piles.tops[promise] = entry + 1
    counters[Counter.ENTRIES] = entry + 1


@kernel
def settle(nodes: Nodes, piles: Piles, counters: NDArray[np.int64], goal: np.uint64) -> bool:
    """Find the node that is next, passing over old entries; return whether the lowest promise has risen."""
    before = counters[Counter.F]
    counters[Counter.NEXT] = 0
    promise = before
    while promise < len(piles.tops):
        top = np.int64(piles.tops[promise])
        if top == 0:
            promise += 1
            continue
        if nodes.cost[piles.node[top - 1]] == piles.cost[top - 1]:
            counters[Counter.NEXT], counters[Counter.F] = top, promise
            counters[Counter.MET] = nodes.position[piles.node[top - 1]] == goal
            return bool(promise > before)
        piles.tops[promise] = piles.below[top - 1]
    return False


@kernel
def expand(
    black: Sets,
    white: Sets,
    black_bounds: Bounds,
    white_bounds: Bounds,
    nodes: Nodes,
    piles: Piles,
    counters: NDArray[np.int64],
    clock: NDArray[np.int64],
    points: Points,
    extent: Extent,
    most: int,
    goal: np.uint64,
    budget: int,
    halt: bool,
) -> None:
    """Expand up to `budget` positions, as long as there is room, up to the goal or, if `halt`, a higher promise."""
    near = np.empty(most, np.uint64)
    whites = np.uint64(len(white.holds))
    values = np.empty(2)
    # A hash table half full at most keeps its ways short.
    room = min(len(nodes.position), len(nodes.slots) // 2) - most
    while (
        budget > 0
        and counters[Counter.NEXT]
        and not counters[Counter.MET]
        and counters[Counter.NODES] <= room
        and counters[Counter.ENTRIES] + most <= len(piles.node)
        and counters[Counter.F] + 2 < len(piles.tops)
    ):
        top = counters[Counter.NEXT] - 1
        node, cost = np.int64(piles.node[top]), np.int64(piles.cost[top]) + 1
        piles.tops[counters[Counter.F]] = piles.below[top]
        nodes.cost[node] |= CLOSED
        moves, before = around(black, white, nodes.position[node], near), counters[Counter.NODES]
        for i in range(moves):
            place = slot(nodes.slots, nodes.position, near[i])
            known = np.int64(nodes.slots[place])
            if known and (nodes.cost[known - 1] & CLOSED or nodes.cost[known - 1] <= cost):
                continue
            if not known:
                counters[Counter.NODES] += 1
                known = counters[Counter.NODES]
                nodes.slots[place] = known
                nodes.position[known - 1] = near[i]
            nodes.parent[known - 1], nodes.cost[known - 1] = node, cost
            least = bound(black_bounds, black.holds, near[i] // whites)
            least += bound(white_bounds, white.holds, near[i] % whites)
            push(piles, counters, known - 1, cost, cost + least)
        fresh = counters[Counter.NODES] - before
        counters[Counter.LAST], counters[Counter.MOVES], counters[Counter.FRESH] = nodes.position[node], moves, fresh
        clock[DONE] += 1
        budget -= 1
        values[0], values[1] = cost - 1, counters[Counter.F]
        record(points, extent, values)
        if settle(nodes, piles, counters, goal):
            clock[MILESTONES] += 1
            if halt:
                return


def compilations() -> Iterator[None]:
    """Yield before a compilation, where there is one to come."""
    if not cached(expand):
        yield
