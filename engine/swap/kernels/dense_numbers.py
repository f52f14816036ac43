"""Positions numbered one by one, compiled: what stands where, and what is one move away. See engine.swap.dense_numbers.

`Standing` is working memory for one position, made once and filled again for every other.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.swap.dense_numbers import Arrangements
from knightwatch.engine.swap.kernels.pair_numbers import after

Ints = NDArray[np.int64]


class Standing(NamedTuple):
    """What stands where."""

    black: Ints
    """The vertices of the black knights, in ascending order."""
    white: Ints
    places: Ints
    """For each white knight, how many vertices without a black one come before it."""
    taken: NDArray[np.bool_]
    """For each vertex, whether a knight stands there."""
    before: Ints
    """For each vertex without a black knight, how many of those come before it."""


@kernel
def empty_standing(arrangements: Arrangements) -> Standing:
    """Return memory for a position."""
    vertices = len(arrangements.degrees)
    black, white = np.empty(arrangements.black, np.int64), np.empty(arrangements.white, np.int64)
    return Standing(black, white, np.empty_like(white), np.empty(vertices, np.bool_), np.empty(vertices, np.int64))


@kernel
def members(number: int, choose: Ints, found: Ints) -> None:
    """Find the members of the set that has a number, in ascending order."""
    member = len(choose) - 1
    for place in range(len(found), 0, -1):
        while choose[member, place] > number:
            member -= 1
        number -= choose[member, place]
        found[place - 1] = member
        member -= 1


@kernel
def stand(arrangements: Arrangements, position: np.uint64, standing: Standing) -> None:
    """Put the knights where they stand in a position."""
    black, white, places, taken, before = standing
    number = int(position)
    members(number // arrangements.whites, arrangements.choose, black)
    members(number % arrangements.whites, arrangements.choose, places)
    knight = found = at = 0
    for vertex in range(len(taken)):
        taken[vertex] = False
        if knight < len(black) and black[knight] == vertex:
            taken[vertex] = True
            knight += 1
            continue
        if at < len(white) and places[at] == found:
            taken[vertex] = True
            white[at] = vertex
            at += 1
        before[vertex] = found
        found += 1


@kernel
def around_one(arrangements: Arrangements, position: np.uint64, standing: Standing, near: NDArray[np.uint64]) -> int:
    """Find the positions that are one move away; return how many there are."""
    stand(arrangements, position, standing)
    ways, degrees, choose, _, _, whites = arrangements
    black, white, places, taken, before = standing
    number = int(position)
    found = 0
    for i in range(len(black)):
        here = black[i]
        for way in range(degrees[here]):
            there = ways[here, way]
            if taken[there]:
                continue
            rest = 0
            for j in range(len(white)):
                rest += choose[places[j] - int(there < white[j]) + int(here < white[j]), j + 1]
            near[found] = after(black, i, there, choose) * whites + rest
            found += 1
    first = number // whites * whites
    for i in range(len(white)):
        here = white[i]
        for way in range(degrees[here]):
            there = ways[here, way]
            if not taken[there]:
                near[found] = first + after(places, i, before[there], choose)
                found += 1
    return found


@kernel
def set_number(vertices: Ints, choose: Ints) -> int:
    """Return the number of a set of vertices, in ascending order, among all sets of as many."""
    number = 0
    for i in range(len(vertices)):
        number += choose[vertices[i], i + 1]
    return number
