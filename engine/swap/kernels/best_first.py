"""A* over positions: expand the open position with the lowest f = g + h.

P. Hart, N. Nilsson, B. Raphael, "A formal basis for the heuristic determination of minimum cost paths" (1968). Here g
is the number of moves made and h the lower bound of the moves left. Each position seen is a node with its parent and
its g; `slots` is a hash table of the nodes. Open nodes are entries in buckets, one bucket per f. The newest entry of
the lowest bucket is next. A shorter path to an open node adds a second entry and makes the first one stale.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.compiled.trace import Extent, Points, record
from knightwatch.engine.core.clock import DONE, MILESTONES
from knightwatch.engine.swap.dense_numbers import DenseNumbering
from knightwatch.engine.swap.kernels.assignment import Bounds, bound
from knightwatch.engine.swap.kernels.dense_numbers import decode, dense_neighbours, empty_position, rank_set
from knightwatch.engine.swap.kernels.first_counters import SwapCounter
from knightwatch.engine.swap.kernels.pair_numbers import pair_neighbours
from knightwatch.engine.swap.pair_numbers import SetPairs

Counters = NDArray[np.int64]

CLOSED = np.uint16(1 << 15)
"""The bit in the cost of a node that was expanded (closed)."""
MIX = np.uint64(0x9E3779B97F4A7C15)


class BestFirstCounter(IntEnum):
    """Indexes in the counters of `best-first`."""

    MET = SwapCounter.MET
    FULL = SwapCounter.FULL
    LAST = SwapCounter.LAST
    MOVES = SwapCounter.MOVES
    FRESH = SwapCounter.FRESH
    NODES = 5
    """Nodes: positions seen."""
    ENTRIES = 6
    """Entries pushed into the buckets."""
    F = 7
    """The lowest f of an open node, a lower bound of the moves."""
    NEXT = 8
    """The next entry to expand, plus 1; 0 if none is left."""


class Nodes(NamedTuple):
    """The positions that `best-first` has seen."""

    position: NDArray[np.uint64]
    parent: NDArray[np.uint32]
    cost: NDArray[np.uint16]
    """g: the fewest moves known from the start; with CLOSED, if it was expanded."""
    slots: NDArray[np.uint32]
    """The hash table: a node plus 1, or 0 for an empty slot."""


class Buckets(NamedTuple):
    """The open nodes: entries in linked lists, one list (bucket) per f."""

    waiting: NDArray[np.uint32]
    """The node of each entry."""
    waiting_cost: NDArray[np.uint16]
    """g of the node when the entry was pushed."""
    below: NDArray[np.uint32]
    """The entry below in the same bucket, plus 1; 0 at the bottom."""
    tops: NDArray[np.uint32]
    """For each f: the entry on top of its bucket, plus 1; 0 if it is empty."""


Counter = BestFirstCounter


@kernel
def slot(slots: NDArray[np.uint32], positions: NDArray[np.uint64], position: np.uint64) -> np.uint64:
    """Return the slot of a position in the hash table, or the empty slot where it belongs."""
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
def push(buckets: Buckets, counters: Counters, node: np.int64, g: np.int64, f: np.int64) -> None:
    """Add a node to the bucket of its f."""
    entry = counters[Counter.ENTRIES]
    buckets.waiting[entry], buckets.waiting_cost[entry], buckets.below[entry] = node, g, buckets.tops[f]
    buckets.tops[f] = entry + 1
    counters[Counter.ENTRIES] = entry + 1


@kernel
def pop_stale(nodes: Nodes, buckets: Buckets, counters: Counters, goal: np.uint64) -> bool:
    """Remove stale entries until the next entry is valid; return whether the lowest f has risen."""
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
    dense: DenseNumbering | None,
    max_moves: int,
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
    """Expand up to `budget` positions; stop at the goal, if there is no room or, with `halt`, at a higher f."""
    near = np.empty(max_moves, np.uint64)
    if dense is not None:
        knights = empty_position(dense)
    values = np.empty(2)
    # The hash table is at most half full, so that probing stays short.
    room = min(len(nodes.position), len(nodes.slots) // 2) - max_moves
    while (
        budget > 0
        and counters[Counter.NEXT]
        and not counters[Counter.MET]
        and counters[Counter.NODES] <= room
        and counters[Counter.ENTRIES] + max_moves <= len(buckets.waiting)
        and counters[Counter.F] + 2 < len(buckets.tops)
    ):
        top = counters[Counter.NEXT] - 1
        node, g = np.int64(buckets.waiting[top]), np.int64(buckets.waiting_cost[top]) + 1
        buckets.tops[counters[Counter.F]] = buckets.below[top]
        nodes.cost[node] |= CLOSED
        before, moves = counters[Counter.NODES], 0
        if pairs is not None:
            moves = pair_neighbours(pairs, nodes.position[node], near)
        if dense is not None:
            moves = dense_neighbours(dense, nodes.position[node], knights, near)
        for i in range(moves):
            place = slot(nodes.slots, nodes.position, near[i])
            known = np.int64(nodes.slots[place])
            if known and (nodes.cost[known - 1] & CLOSED or nodes.cost[known - 1] <= g):
                continue
            if not known:
                counters[Counter.NODES] += 1
                known = counters[Counter.NODES]
                nodes.slots[place] = known
                nodes.position[known - 1] = near[i]
            nodes.parent[known - 1], nodes.cost[known - 1] = node, g
            black = white = 0
            if pairs is not None:
                there = np.int64(near[i])
                black, white = int(there // len(pairs.white.holds)), int(there % len(pairs.white.holds))
            if dense is not None:
                decode(dense, near[i], knights)
                black = rank_set(knights.black, dense.choose)
                white = rank_set(knights.white, dense.choose)
            h = bound(bounds[0], black) + bound(bounds[1], white)
            push(buckets, counters, known - 1, g, g + h)
        fresh = counters[Counter.NODES] - before
        counters[Counter.LAST], counters[Counter.MOVES], counters[Counter.FRESH] = nodes.position[node], moves, fresh
        clock[DONE] += 1
        budget -= 1
        values[0], values[1] = g - 1, counters[Counter.F]
        record(points, extent, values)
        if pop_stale(nodes, buckets, counters, goal):
            clock[MILESTONES] += 1
            if halt:
                return
