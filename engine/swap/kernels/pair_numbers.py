"""Listing the sets of one colour and their moves, compiled: see knightwatch.engine.swap.pair_numbers."""

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.swap.pair_numbers import Sets

Ints = NDArray[np.int64]


@kernel
def after(vertices: Ints, moved: int, there: int, choose: Ints) -> int:
    """Return the number of a set, in ascending order, after one of its vertices is exchanged for another."""
    number, place, waiting = 0, 0, True
    for i in range(len(vertices)):
        if i == moved:
            continue
        if waiting and vertices[i] > there:
            place += 1
            number += choose[there, place]
            waiting = False
        place += 1
        number += choose[vertices[i], place]
    return int(number + choose[there, place + 1] if waiting else number)


@kernel
def moves(ways: Ints, degrees: Ints, choose: Ints, knights: int, sets: Sets) -> None:
    """Fill in all sets of so many knights, in their order, and the moves of each."""
    vertices = np.arange(knights)
    found = 0
    for this in range(len(sets.holds)):
        for i in range(knights):
            sets.holds[this, vertices[i]] = True
        sets.first[this] = found
        for i in range(knights):
            here = vertices[i]
            for j in range(degrees[here]):
                there = ways[here, j]
                if not sets.holds[this, there]:
                    sets.to[found] = after(vertices, i, there, choose)
                    sets.vertex[found] = there
                    found += 1
        # The next set: the lowest vertex that can go one up does so, and those below it return to the beginning.
        i = 0
        while i < knights - 1 and vertices[i] + 1 == vertices[i + 1]:
            vertices[i] = i
            i += 1
        if knights:
            vertices[i] += 1
    sets.first[len(sets.holds)] = found
