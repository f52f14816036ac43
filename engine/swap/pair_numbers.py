"""The knights of one colour as a set of vertices: each has a number, and what its moves lead to is known in advance.

A position is a pair of sets, a black and a white one, numbered black * white sets + white. So a move needs no more
than a look at whether its square is taken by the other colour, and the number of the position after it is a sum. Sets
are in colexicographic order: the number of a set is the sum of C(vertex, place) over its vertices from place 1.

Pairs that share a vertex are no positions. Where they would make tables too large, a position has a place in tables
that counts the white sets only among the vertices where no black knight stands: see engine.swap.dense_numbers.
"""

from collections.abc import Iterable
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.swap.graph import Graph


class Sets(NamedTuple):
    """All sets of so many vertices; kernels take them as they are."""

    holds: NDArray[np.bool_]
    """For each set and vertex, whether it is one of the set."""
    first: NDArray[np.uint64]
    """For each set, the place of its first move in the following; one more at the end."""
    to: NDArray[np.uint32]
    """The set that a move leads to."""
    vertex: NDArray[np.uint16]
    """The vertex that a move leads to."""


class SetPairs(NamedTuple):
    """All positions: pairs of a set of black knights and one of white knights."""

    black: Sets
    white: Sets


class Gapless(NamedTuple):
    """What it takes to find a pair's place in a table that has none for pairs that share a vertex."""

    blacks_before: NDArray[np.uint16]
    """For each black set and vertex, how many of the set come before it."""
    whites: NDArray[np.uint16]
    """For each white set, its vertices in ascending order."""
    choose: NDArray[np.int64]
    """For each n and k, in how many ways k of n can be chosen."""
    each: int
    """How many places there are for each black set."""


def number(vertices: Iterable[int]) -> int:
    """Return the number of a set of vertices: its place in colexicographic order."""
    return sum(comb(vertex, place) for place, vertex in enumerate(sorted(vertices), 1))


def members(number: int, knights: int) -> list[int]:
    """Return the vertices of the set that has a number, in ascending order."""
    found = []
    for place in range(knights, 0, -1):
        vertex = place - 1
        while comb(vertex + 1, place) <= number:
            vertex += 1
        number -= comb(vertex, place)
        found.append(vertex)
    return found[::-1]


def size(graph: Graph, knights: int) -> int:
    """Return the bytes that all sets of so many vertices take, at most."""
    bytes_of_moves = knights * max(map(len, graph.ways)) * (np.uint32().nbytes + np.uint16().nbytes)
    return comb(len(graph), knights) * (len(graph) + np.int64().nbytes + bytes_of_moves)


def gapless_size(graph: Graph, black: int, white: int) -> int:
    """Return the bytes that it takes to find the places of so many knights in a table without gaps."""
    vertices = len(graph)
    return (comb(vertices, black) * vertices + comb(vertices, white) * white) * np.uint16().nbytes
