"""A* over positions, compiled: the position of the lowest f = g + h is expanded next.

Here g is the moves made and h the bound of what is left. Positions that were seen are nodes, in the order in which they
were found, each with its parent and its g; `slots` is a hash table of them. Those that wait are entries in buckets, one
for each f; the newest entry of the lowest bucket is next. Where a shorter way to a waiting position is found, it gets
a second entry, and the first is stale.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.compiled.trace import Extent, Points, record
from knightwatch.engine.core.clock import DONE, MILESTONES
from knightwatch.engine.swap.dense_numbers import Arrangements
from knightwatch.engine.swap.kernels.assignment import Bounds, bound
from knightwatch.engine.swap.kernels.breadth import around
from knightwatch.engine.swap.kernels.dense_numbers import around_one, empty_standing, set_number, stand
from knightwatch.engine.swap.kernels.first_counters import SwapCounter
from knightwatch.engine.swap.pair_numbers import SetPairs

Counters = NDArray[np.int64]

CLOSED = np.uint16(1 << 15)
"""Set in the cost of a node that was expanded."""
MIX = np.uint64(0x9E3779B97F4A7C15)


class BestFirstCounter(IntEnum):
    """Places in the counters of `best-first`."""

    MET = SwapCounter.MET
    FULL = SwapCounter.FULL
    LAST = SwapCounter.LAST
    MOVES = SwapCounter.MOVES
    FRESH = SwapCounter.FRESH
    NODES = 5
    """Positions seen."""
    ENTRIES = 6
    """Entries made in the buckets."""
    F = 7
    """The lowest f: no way is shorter."""
    NEXT = 8
    """The entry to be expanded next, plus 1; 0 where none is left."""


class Nodes(NamedTuple):
    """Positions that `best-first` has seen."""

    position: NDArray[np.uint64]
    parent: NDArray[np.uint32]
    cost: NDArray[np.uint16]
    """The fewest moves that are known to lead there: g."""
    slots: NDArray[np.uint32]
    """The number of a node plus 1, where its position's hash leads; 0 where none does."""


class Buckets(NamedTuple):
    """Positions that wait to be expanded: entries in buckets, one bucket for each f."""

    waiting: NDArray[np.uint32]
    """The node of each entry."""
    waiting_cost: NDArray[np.uint16]
    """The node's cost when the entry was made."""
    below: NDArray[np.uint32]
    """The entry below in its bucket, plus 1."""
    tops: NDArray[np.uint32]
    """For each f, the entry on top of its bucket, plus 1."""


Counter = BestFirstCounter


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
def push(buckets: Buckets, counters: Counters, node: np.int64, cost: np.int64, f: np.int64) -> None:
    """Let a node wait."""
    entry = counters[Counter.ENTRIES]
    buckets.waiting[entry], buckets.waiting_cost[entry], buckets.below[entry] = node, cost, buckets.tops[f]
    buckets.tops[f] = entry + 1
    counters[Counter.ENTRIES] = entry + 1


@kernel
def pop_stale(nodes: Nodes, buckets: Buckets, counters: Counters, goal: np.uint64) -> bool:
    """Take stale entries off the buckets, up to the node that is next; return whether the lowest f has risen."""
    before = counters[Counter.F]
    counters[Counter.NEXT] = 0
    f = before
    while f < len(buckets.tops):
        top = np.int64(buckets.tops[f])
        if top == 0:
            f += 1
            continue
        node = buckets.waiting[top - 1]
        if nodes.cost[node] == buckets.waiting_cost[top - 1]:
            counters[Counter.NEXT], counters[Counter.F] = top, f
            counters[Counter.MET] = nodes.position[node] == goal
            return bool(f > before)
        buckets.tops[f] = buckets.below[top - 1]
    return False


@kernel
def expand(
    pairs: SetPairs | None,
    arrangements: Arrangements | None,
    most: int,
    bounds: tuple[Bounds, Bounds],
    nodes: Nodes,
    buckets: Buckets,
    counters: Counters,
    points: Points,
    extent: Extent,
    clock: Counters,
    goal: np.uint64,
    budget: int,
    halt: bool,
) -> None:
    """Expand up to `budget` positions, as long as there is room, up to the goal or, if `halt`, a higher f."""
    near = np.empty(most, np.uint64)
    if arrangements is not None:
        standing = empty_standing(arrangements)
    values = np.empty(2)
    # A hash table half full at most keeps its ways short.
    room = min(len(nodes.position), len(nodes.slots) // 2) - most
    while (
        budget > 0
        and counters[Counter.NEXT]
        and not counters[Counter.MET]
        and counters[Counter.NODES] <= room
        and counters[Counter.ENTRIES] + most <= len(buckets.waiting)
        and counters[Counter.F] + 2 < len(buckets.tops)
    ):
        top = counters[Counter.NEXT] - 1
        node, cost = np.int64(buckets.waiting[top]), np.int64(buckets.waiting_cost[top]) + 1
        buckets.tops[counters[Counter.F]] = buckets.below[top]
        nodes.cost[node] |= CLOSED
        before, moves = counters[Counter.NODES], 0
        if pairs is not None:
            moves = around(pairs, nodes.position[node], near)
        if arrangements is not None:
            moves = around_one(arrangements, nodes.position[node], standing, near)
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
            black = white = 0
            if pairs is not None:
                there = np.int64(near[i])
                black, white = int(there // len(pairs.white.holds)), int(there % len(pairs.white.holds))
            if arrangements is not None:
                stand(arrangements, near[i], standing)
                black = set_number(standing.black, arrangements.choose)
                white = set_number(standing.white, arrangements.choose)
            least = bound(bounds[0], black) + bound(bounds[1], white)
            push(buckets, counters, known - 1, cost, cost + least)
        fresh = counters[Counter.NODES] - before
        counters[Counter.LAST], counters[Counter.MOVES], counters[Counter.FRESH] = nodes.position[node], moves, fresh
        clock[DONE] += 1
        budget -= 1
        values[0], values[1] = cost - 1, counters[Counter.F]
        record(points, extent, values)
        if pop_stale(nodes, buckets, counters, goal):
            clock[MILESTONES] += 1
            if halt:
                return
