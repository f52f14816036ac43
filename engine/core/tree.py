"""The tree of a depth-first search: visited nodes on each level, and the path to the present node.

A level is the number of choices made so far. For each choice on the path the tree knows how many alternatives failed,
and how many are untried. `levels_in` fits the levels into a number of rows.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.core.words import counted_noun

MOST_CHOICES = 64
"""The most choices that a tree describes: the last ones of the path."""


@dataclass(frozen=True)
class Branch:
    """One choice on the path."""

    name: str
    failed: int
    """Alternatives that were searched before, without success."""
    untried: int
    """Alternatives that are still to be tried."""


@dataclass(frozen=True)
class SearchTree:
    """A search tree at one step."""

    nodes: NDArray[np.int64]
    """The visited nodes of each level; the level is the index."""
    depth: int
    """The level of the present node."""
    path: tuple[Branch, ...]
    """The last choices of the path, the deepest last."""
    first: int = 0
    """The level of the root: levels above it do not exist."""

    @property
    def deepest(self) -> int:
        """The deepest level that the search has visited."""
        visited = np.flatnonzero(self.nodes)
        return int(visited[-1]) if len(visited) else self.first

    @property
    def total(self) -> int:
        """All visited nodes."""
        return int(self.nodes.sum())

    def choice(self, level: int) -> Branch | None:
        """Return the choice that leads to a level of the path, if it is known."""
        place = level - self.depth + len(self.path) - 1
        return self.path[place] if 0 <= place < len(self.path) else None

    def sentence(self, noun: str) -> str:
        """Say where the search is in the tree and where it has spent its time; `noun` is what a level counts."""
        return (
            f"A level counts {noun}. The tree has {self.total:,} nodes so far; the start is a node too. "
            f"The search is on level {self.depth:,}, with {self.waiting()}. {self._busiest()}"
        )

    def waiting(self) -> str:
        """Count the untried alternatives to the choices of the path."""
        untried = counted_noun(sum(choice.untried for choice in self.path), "alternative")
        cut = len(self.path) == MOST_CHOICES < self.depth
        return f"{untried} untried {f'on the last {MOST_CHOICES} levels' if cut else 'on the way there'}"

    def _busiest(self) -> str:
        """Say which level has most of the nodes."""
        most = int(self.nodes.max())
        busiest, visited = np.flatnonzero(self.nodes == most), np.count_nonzero(self.nodes)
        share = f"{most / max(1, self.total):.0%} of all nodes"
        if len(busiest) == 1:
            return f"Level {busiest[0]:,} took the most time: {share}."
        if len(busiest) == visited:
            return f"All {visited:,} levels took the same time: {share} each."
        return f"{len(busiest):,} levels took the most time, {busiest[0]:,} first: {share} each."


@dataclass(frozen=True)
class TreeRow:
    """One level of a tree, or several levels together."""

    first: int
    last: int
    nodes: int
    share: float
    """The share of all visited nodes."""
    choice: Branch | None
    """The choice of the path on this level; of several levels the sums, without a name."""
    here: bool
    """Whether the present node is on this level."""

    @property
    def mean(self) -> float:
        """The nodes of each level: the length of the bar, so that rows of one and of several levels compare."""
        return self.nodes / (self.last - self.first + 1)


def levels_in(tree: SearchTree, room: int) -> list[TreeRow]:
    """Return the levels of a tree as at most `room` rows: those near the present node one by one, others together."""
    return [_row(tree, first, last) for first, last in _ranges(tree.first, tree.deepest, tree.depth, max(3, room))]


def _ranges(first: int, last: int, here: int, room: int) -> Iterator[tuple[int, int]]:
    """Yield ranges that cover the levels from `first` to `last`."""
    if last - first < room:
        yield from ((level, level) for level in range(first, last + 1))
        return
    near = max(1, 2 * room // 3)
    begin = min(max(first, here - near + 3), last - near + 1)
    above, below = begin - first, last - begin - near + 1
    rows = room - near
    upper = 0 if not above else rows if not below else min(rows - 1, max(1, round(rows * above / (above + below))))
    yield from _split(first, begin - 1, upper)
    yield from ((level, level) for level in range(begin, begin + near))
    yield from _split(begin + near, last, rows - upper)


def _split(first: int, last: int, parts: int) -> Iterator[tuple[int, int]]:
    """Yield `parts` ranges of nearly equal length, or fewer if there are not so many levels."""
    count = last - first + 1
    parts = min(parts, count)
    for part in range(parts):
        yield first + part * count // parts, first + (part + 1) * count // parts - 1


def _row(tree: SearchTree, first: int, last: int) -> TreeRow:
    choices = [choice for level in range(first, last + 1) if (choice := tree.choice(level))]
    choice = choices[0] if choices and first == last else None
    if choices and first < last:
        choice = Branch("", sum(each.failed for each in choices), sum(each.untried for each in choices))
    nodes = int(tree.nodes[first : last + 1].sum())
    return TreeRow(first, last, nodes, nodes / max(1, tree.total), choice, first <= tree.depth <= last)
