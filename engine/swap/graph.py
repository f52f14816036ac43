"""The graph that knights move on: a board's squares and knight's moves, or any other vertices and edges."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.boards import neighbours

FAR = 1 << 14
"""The distance between vertices that no way joins: more than any way is long."""


@dataclass(frozen=True)
class Graph:
    """Vertices from 0, each with those that an edge leads to."""

    ways: tuple[tuple[int, ...], ...]

    def __len__(self) -> int:
        return len(self.ways)

    @cached_property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """Each edge once, the lower vertex first."""
        return tuple((a, b) for a, around in enumerate(self.ways) for b in around if a < b)

    @cached_property
    def components(self) -> tuple[tuple[int, ...], ...]:
        """The parts that no edge joins, each in the order in which it is walked from one end, or all around."""
        found: list[tuple[int, ...]] = []
        left = dict.fromkeys(range(len(self)))
        while left:
            part = _reached(self.ways, next(iter(left)))
            first = min(part, key=lambda vertex: (len(self.ways[vertex]), vertex))
            found.append(tuple(_walked(self.ways, first)))
            for vertex in part:
                del left[vertex]
        return tuple(found)

    @cached_property
    def distances(self) -> NDArray[np.int64]:
        """How many moves lead from each vertex to each other on an empty board; FAR where none do."""
        found = np.full((len(self), len(self)), FAR, np.int64)
        for start in range(len(self)):
            for vertex, depth in _reached(self.ways, start).items():
                found[start, vertex] = depth
        return found

    def is_path(self, part: Sequence[int]) -> bool:
        """Tell whether a component is vertices in a row."""
        return self._edges_of(part) == len(part) - 1 and all(len(self.ways[vertex]) <= 2 for vertex in part)

    def is_ring(self, part: Sequence[int]) -> bool:
        """Tell whether a component is vertices in a circle."""
        return len(part) > 2 and all(len(self.ways[vertex]) == 2 for vertex in part)

    def _edges_of(self, part: Sequence[int]) -> int:
        return sum(len(self.ways[vertex]) for vertex in part) // 2


def knight_graph(free: NDArray[np.bool_]) -> Graph:
    """Return the squares of a board that are there, in their order, with the knight's moves between them."""
    rows, cols = free.shape
    squares = np.flatnonzero(free).tolist()
    vertices = {square: vertex for vertex, square in enumerate(squares)}
    around = (neighbours(square, rows, cols) for square in squares)
    return Graph(tuple(tuple(sorted(vertices[there] for there in each if there in vertices)) for each in around))


def file_graph(free: NDArray[np.bool_]) -> Graph:
    """Return the files of a board that are there: on files of its own, a knight goes to one at distance 1 or 2."""
    files = np.flatnonzero(free[0]).tolist()
    near = (-2, -1, 1, 2)
    return Graph(tuple(tuple(files.index(file + by) for by in near if file + by in files) for file in files))


def _reached(ways: Sequence[Sequence[int]], start: int) -> dict[int, int]:
    """Return the vertices that can be reached, each with the moves that it takes, the nearest first."""
    depths = {start: 0}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for there in ways[here]:
            if there not in depths:
                depths[there] = depths[here] + 1
                waiting.append(there)
    return depths


def _walked(ways: Sequence[Sequence[int]], start: int) -> list[int]:
    """Return the vertices that can be reached in the order of a walk that goes on as long as it can."""
    order, stack = dict[int, None](), [start]
    while stack:
        here = stack.pop()
        if here not in order:
            order[here] = None
            stack += (there for there in reversed(ways[here]) if there not in order)
    return list(order)
