"""Closed tours that a symmetry maps to themselves, compiled: one half of the board determines the other.

Each link of one half has its image in the other half. For each pair of image links in the window, this half has one of
the two. So each state of the half fits exactly one state of the other half: its own image. A link of the window that is
its own image exists once, and belongs to neither half. The number is

    sum of count(m) over all matchings m whose union with their own image is a single cycle.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.tour.kernels.blocks import Table
from knightwatch.engine.tour.kernels.degrees import Numbers, Vectors, ones
from knightwatch.engine.tour.kernels.join import JoinBuffers, add_product, build, entries
from knightwatch.engine.tour.kernels.matchings import MATCHINGS, MOST_SLOTS, RankMaps, unrank


@kernel
def completes(vectors: Vectors, moved: Numbers, more: Numbers, powers: Numbers, out: NDArray[np.bool_]) -> None:
    """Write for each degree vector whether it, its image and `more` links together give each square two links."""
    for v in range(len(vectors)):
        x, whole = np.int64(vectors[v]), True
        for p in range(len(powers)):
            there = moved[p]  # whose image is p again: each symmetry here undoes itself
            whole = whole and x // powers[p] % 3 + x // powers[there] % 3 + more[p] == 2
        out[v] = whole


@kernel
def path_ends(rank: Any, points: Any, slots: int, mates: Numbers, ends: Numbers) -> None:
    """Write for each slot the other end of its path; -1 if the slot is not the end of a path."""
    k = 0
    for slot in range(slots):
        if (points >> slot) & 1:
            ends[MOST_SLOTS + k] = slot
            k += 1
    unrank(rank, k, mates)
    k = 0
    for slot in range(slots):
        ends[slot] = -1
        if (points >> slot) & 1:
            ends[slot] = ends[MOST_SLOTS + mates[k]]
            k += 1


@kernel
def is_ring(mine: Numbers, image: Numbers, slots: int) -> bool:
    """Return whether the paths of both halves form a single cycle."""
    points, first = 0, -1
    for slot in range(slots):
        if mine[slot] >= 0:
            points += 1
            if first < 0:
                first = slot
    slot, passed = first, 0
    while slot >= 0 and (slot != first or passed == 0):
        slot = image[mine[slot]]
        passed += 2
    return points > 0 and passed == points


@kernel
def fixed(
    table: Table,
    vectors: Vectors,
    links: Numbers,
    own: Numbers,
    moved: Numbers,
    powers: Numbers,
    maps: RankMaps,
    buffers: JoinBuffers,
    modulus: int,
    sums: Numbers,
) -> bool:
    """Add up the symmetric tours with some degree vectors; return whether a count reached the modulus.

    `moved` is the image of each slot. `own` are the links of the window that are their own images and are made.
    """
    ranks, counts, scratch = buffers.ranks, buffers.counts, buffers.scratch
    slots, any_large = len(powers), False
    mine, image = np.zeros(2 * MOST_SLOTS, np.int64), np.zeros(MOST_SLOTS, np.int64)
    for v in range(len(vectors)):
        points = build(table, np.int64(vectors[v]), False, links, powers, maps, buffers.places, scratch)
        n, large = entries(buffers.places, MATCHINGS[ones(points)], modulus, ranks, counts)
        any_large |= large
        for e in range(n):
            path_ends(ranks[e], points, slots, scratch.mates, mine)
            for slot in range(slots):
                image[moved[slot]] = moved[mine[slot]] if mine[slot] >= 0 else -1
            closes = False
            for i in range(len(own)):
                a, b = own[i, 0], own[i, 1]
                if mine[a] == b:
                    closes = True
                one = mine[a] if mine[a] >= 0 else a
                two = mine[b] if mine[b] >= 0 else b
                mine[a], mine[b] = -1, -1
                mine[one], mine[two] = two, one
            if not closes and is_ring(mine, image, slots):
                add_product(counts[e], np.int64(1), sums)
    return any_large
