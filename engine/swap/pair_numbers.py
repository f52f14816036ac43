"""Positions numbered as pairs of sets: the black knights' set and the white knights' set, each with its moves listed.

The number of a position is black * (number of white sets) + white. A move then only needs to test whether the other
colour takes its vertex; the number of the next position is a sum. Sets are in colexicographic order: the rank of a set
is the sum of C(vertex, place) over its vertices in ascending order, with places from 1.

Pairs that share a vertex are not positions. If tables with a place for each pair are too large, `DensePlaces` gives
each position a place that counts white sets only among the vertices without black knights, as in dense_numbers.
"""

from collections.abc import Iterable
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.swap.graph import Graph


class ColourSets(NamedTuple):
    """All sets of a number of vertices, with their moves, as kernels take them."""

    holds: NDArray[np.bool_]
    """For each set and vertex: whether the set has the vertex."""
    first: NDArray[np.uint64]
    """For each set: the index of its first move in `to` and `vertex`; one more at the end."""
    to: NDArray[np.uint32]
    """The set that a move leads to."""
    vertex: NDArray[np.uint16]
    """The vertex that a move leads to."""


class SetPairs(NamedTuple):
    """The sets of both colours; a position is a pair of them."""

    black: ColourSets
    white: ColourSets


class DensePlaces(NamedTuple):
    """Tables that give a pair of sets its place in a table without gaps."""

    blacks_before: NDArray[np.uint16]
    """For each black set and vertex: the number of black knights before the vertex."""
    whites: NDArray[np.uint16]
    """For each white set: its vertices in ascending order."""
    choose: NDArray[np.int64]
    """Binomial coefficients: choose[n, k] is the number of ways to choose k of n."""
    each: int
    """The number of places for each black set."""


def rank_of(vertices: Iterable[int]) -> int:
    """Return the colexicographic rank of a set of vertices."""
    return sum(comb(vertex, place) for place, vertex in enumerate(sorted(vertices), 1))


def set_of_rank(rank: int, knights: int) -> list[int]:
    """Return the vertices of the set with a colexicographic rank, in ascending order."""
    vertices = []
    for place in range(knights, 0, -1):
        vertex = place - 1
        while comb(vertex + 1, place) <= rank:
            vertex += 1
        rank -= comb(vertex, place)
        vertices.append(vertex)
    return vertices[::-1]


def sets_bytes(graph: Graph, knights: int) -> int:
    """Return the bytes of ColourSets for a number of knights, at most."""
    bytes_of_moves = knights * max(map(len, graph.ways)) * (np.uint32().nbytes + np.uint16().nbytes)
    return comb(len(graph), knights) * (len(graph) + np.int64().nbytes + bytes_of_moves)


def dense_places_bytes(graph: Graph, black: int, white: int) -> int:
    """Return the bytes of DensePlaces for a number of knights."""
    vertices = len(graph)
    return (comb(vertices, black) * vertices + comb(vertices, white) * white) * np.uint16().nbytes
