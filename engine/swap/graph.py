"""The graph that knights move on: its vertices are squares or files, its edges moves."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.boards import neighbours

FAR = 1 << 14
"""The distance between vertices that no path joins; longer than any path."""


@dataclass(frozen=True)
class Graph:
    """A graph whose vertices are numbered from 0."""

    ways: tuple[tuple[int, ...], ...]
    """The neighbours of each vertex, in ascending order."""

    def __len__(self) -> int:
        return len(self.ways)

    @cached_property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """Each edge once, the lower vertex first."""
        return tuple((a, b) for a, around in enumerate(self.ways) for b in around if a < b)

    @cached_property
    def components(self) -> tuple[tuple[int, ...], ...]:
        """The connected components, each in the order of a walk: along a path from its end, around a ring."""
        walks: list[tuple[int, ...]] = []
        left = dict.fromkeys(range(len(self)))
        while left:
            part = _depths(self.ways, next(iter(left)))
            first = min(part, key=lambda vertex: (len(self.ways[vertex]), vertex))
            walks.append(tuple(_walk(self.ways, first)))
            for vertex in part:
                del left[vertex]
        return tuple(walks)

    @cached_property
    def distances(self) -> NDArray[np.int64]:
        """The fewest moves between each two vertices on an empty board; FAR if no path joins them."""
        table = np.full((len(self), len(self)), FAR, np.int64)
        for start in range(len(self)):
            for vertex, depth in _depths(self.ways, start).items():
                table[start, vertex] = depth
        return table

    def is_path(self, component: Sequence[int]) -> bool:
        """Return whether a component is a path."""
        few = all(len(self.ways[vertex]) <= 2 for vertex in component)
        return few and self._edges_of(component) == len(component) - 1

    def is_ring(self, component: Sequence[int]) -> bool:
        """Return whether a component is a ring."""
        return len(component) > 2 and all(len(self.ways[vertex]) == 2 for vertex in component)

    def _edges_of(self, component: Sequence[int]) -> int:
        return sum(len(self.ways[vertex]) for vertex in component) // 2


def knight_graph(free: NDArray[np.bool_]) -> Graph:
    """Return the graph of the free squares of a board, in their order, and the knight's moves between them."""
    rows, cols = free.shape
    squares = np.flatnonzero(free).tolist()
    vertices = {square: vertex for vertex, square in enumerate(squares)}
    around = (neighbours(square, rows, cols) for square in squares)
    return Graph(tuple(tuple(sorted(vertices[there] for there in each if there in vertices)) for each in around))


def file_graph(free: NDArray[np.bool_]) -> Graph:
    """Return the graph of the files of a board: a knight goes to a file at distance 1 or 2."""
    files = np.flatnonzero(free[0]).tolist()
    near = (-2, -1, 1, 2)
    return Graph(tuple(tuple(files.index(file + by) for by in near if file + by in files) for file in files))


def _depths(ways: Sequence[Sequence[int]], start: int) -> dict[int, int]:
    """Return the distance of each vertex that can be reached, the nearest first."""
    depths = {start: 0}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for there in ways[here]:
            if there not in depths:
                depths[there] = depths[here] + 1
                waiting.append(there)
    return depths


def _walk(ways: Sequence[Sequence[int]], start: int) -> list[int]:
    """Return the vertices that can be reached, in depth-first order."""
    order, stack = dict[int, None](), [start]
    while stack:
        here = stack.pop()
        if here not in order:
            order[here] = None
            stack += (there for there in reversed(ways[here]) if there not in order)
    return list(order)
