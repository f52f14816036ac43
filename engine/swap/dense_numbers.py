"""Positions numbered one by one: the black knights as a set of all vertices, the white ones as a set of the rest.

So every number is a position, where pairs of sets (see engine.swap.pair_numbers) also count those that share a vertex,
which are nearly all where the board is crowded. In return a move is worked out when it is needed: nothing is known in
advance but the numbers of ways to choose.
"""

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.swap.graph import Graph

Ints = NDArray[np.int64]

LARGEST = (1 << 63) - 1


class Arrangements(NamedTuple):
    """A graph, and how many knights of each colour stand on it; kernels take it as it is."""

    ways: Ints
    """For each vertex those that an edge leads to, then zeros."""
    degrees: Ints
    choose: Ints
    """For each n and k, in how many ways k of n can be chosen."""
    black: int
    white: int
    whites: int
    """In how many ways the white knights can stand where the black ones do not."""


def ways_of(graph: Graph) -> tuple[Ints, Ints]:
    """Return for each vertex those that an edge leads to, then zeros, and how many they are."""
    ways = np.zeros((len(graph), max(map(len, graph.ways))), np.int64)
    for vertex, near in enumerate(graph.ways):
        ways[vertex, : len(near)] = near
    return ways, np.array([len(near) for near in graph.ways], np.int64)


def chosen(vertices: int, knights: int) -> Ints:
    """Return in how many ways up to so many of fewer than so many vertices can be chosen.

    What has no room stands for more than any number there is.
    """
    rows = [[min(comb(n, k), LARGEST) for k in range(knights + 1)] for n in range(vertices)]
    return np.array(rows, np.int64)


def arrangements(graph: Graph, black: int, white: int) -> Arrangements:
    """Return the positions of so many knights on a graph."""
    ways, degrees = ways_of(graph)
    choose = chosen(len(graph), max(black, white))
    return Arrangements(ways, degrees, choose, black, white, comb(len(graph) - black, white))
