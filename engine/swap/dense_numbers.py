"""Positions numbered without gaps: the rank of the black knights' set times `whites`, plus that of the white knights.

The white set is ranked among the vertices without black knights, so every number is a position. Pairs of sets (see
knightwatch.engine.swap.pair_numbers) also have numbers for knights that share a vertex; on a crowded board nearly all
pairs are of that kind. In return each move is computed when it is needed, from binomial coefficients.
"""

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.swap.graph import Graph

Ints = NDArray[np.int64]

LARGEST = (1 << 63) - 1


class DenseNumbering(NamedTuple):
    """A graph and the number of knights of each colour, as kernels take them."""

    ways: Ints
    """The neighbours of each vertex, then zeros."""
    degrees: Ints
    """The number of neighbours of each vertex."""
    choose: Ints
    """Binomial coefficients: choose[n, k] is the number of ways to choose k of n."""
    black: int
    white: int
    whites: int
    """The number of white sets on the vertices that the black knights leave."""


def padded_ways(graph: Graph) -> tuple[Ints, Ints]:
    """Return the neighbours of each vertex, padded with zeros, and how many there are."""
    ways = np.zeros((len(graph), max(map(len, graph.ways))), np.int64)
    for vertex, near in enumerate(graph.ways):
        ways[vertex, : len(near)] = near
    return ways, np.array([len(near) for near in graph.ways], np.int64)


def binomials(vertices: int, knights: int) -> Ints:
    """Return the binomial coefficients C(n, k) for n < vertices and k <= knights; LARGEST if one does not fit."""
    rows = [[min(comb(n, k), LARGEST) for k in range(knights + 1)] for n in range(vertices)]
    return np.array(rows, np.int64)


def dense_numbering(graph: Graph, black: int, white: int) -> DenseNumbering:
    """Return the dense numbering of the positions of some knights on a graph."""
    ways, degrees = padded_ways(graph)
    choose = binomials(len(graph), max(black, white))
    return DenseNumbering(ways, degrees, choose, black, white, comb(len(graph) - black, white))
