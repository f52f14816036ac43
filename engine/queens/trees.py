"""Nodes of the trees with and without forward checking, to show what the check saves.

Both searches fill the columns from left to right and try the rows in the same order. So both come to the same nodes,
and only the search without the check visits nodes below a placement that leaves a column without a free row.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from knightwatch.engine.core.frame import Figure
from knightwatch.engine.core.words import counted_noun

MOST_NODES = 3000
"""Nodes of a tree counted at most: a frame must not take long. The tree of 8 queens has fewer."""
MOST_BELOW = 1000
"""Nodes below a node counted at most: every frame of a dead end counts them."""

Lines = tuple[int, int, int]
"""Attacked rows of the next column as bits: by row, and by the diagonals that rise and fall."""


def lines_after(placed: Sequence[int]) -> Lines:
    """Return the lines of queens in the first columns."""
    rows = rising = falling = 0
    for y in placed:
        bit = 1 << y
        rows, rising, falling = rows | bit, (rising | bit) >> 1, (falling | bit) << 1
    return rows, rising, falling


def is_dead(lines: Lines, columns: int, n: int) -> bool:
    """Return whether one of the next columns has no free row."""
    rows, rising, falling = lines
    full = (1 << n) - 1
    for _ in range(columns):
        if (rows | rising | falling) & full == full:
            return True
        rising, falling = rising >> 1, falling << 1
    return False


class Tree:
    """The tree of `backtrack`, with or without forward checking."""

    def __init__(self, orders: Sequence[Sequence[int]], forward: bool, most: int = MOST_NODES) -> None:
        """Search columns whose rows are tried in these orders; count at most so many nodes."""
        self._orders, self._forward, self._most = orders, forward, most
        self._n = len(orders)

    def below(self, placed: Sequence[int]) -> int | None:
        """Return the number of nodes below the node with these rows of the first columns; None if they are too many."""
        n, forward, nodes = self._n, self._forward, 0
        full = (1 << n) - 1
        stack = [(len(placed), lines_after(placed))]
        while stack:
            column, lines = stack.pop()
            if column == n or (forward and is_dead(lines, n - column, n)):
                continue
            rows, rising, falling = lines
            free = full & ~(rows | rising | falling)
            while free:  # the order of siblings does not change their number
                bit = free & -free
                free ^= bit
                nodes += 1
                stack.append((column + 1, (rows | bit, (rising | bit) >> 1, (falling | bit) << 1)))
            if nodes > self._most:
                return None
        return nodes

    def until(self, placed: Sequence[int]) -> int | None:
        """Return the nodes visited up to the node with these rows, root included; None if they are too many.

        Forward checking does not come to a node below a dead end; then it is the number up to that dead end.
        """
        nodes = 1
        for column, row in enumerate(placed):
            lines = lines_after(placed[:column])
            if self._forward and is_dead(lines, self._n - column, self._n):
                break
            order = self._orders[column]
            attacked = lines[0] | lines[1] | lines[2]
            for y in order[: order.index(row)]:
                if not attacked >> y & 1:
                    more = self.below([*placed[:column], y])
                    if more is None or nodes + more >= self._most:
                        return None
                    nodes += 1 + more
            nodes += 1
        return nodes


@dataclass(frozen=True)
class Saving:
    """What forward checking saves up to a node and below it. The columns are filled from left to right."""

    placed: list[int]
    """The rows of the queens from left to right; empty after the whole tree."""
    orders: list[list[int]]
    forward: bool
    """Whether the search has the check."""
    done: int
    """Nodes that it has visited, without the root."""

    def figure(self) -> Figure:
        """Return the nodes of the other search, with or without the check, up to this node."""
        nodes = self._other_nodes() if self.done <= MOST_NODES else None
        words = "-" if nodes is None else f"{nodes:,}"
        if self.forward:
            return Figure("unchecked", words, "nodes that the search without forward checking visits up to here")
        return Figure("forward", words, "nodes that forward checking visits up to here")

    def _other_nodes(self) -> int | None:
        tree = Tree(self.orders, not self.forward)
        if self.placed or not self.done:
            return tree.until(self.placed)
        below = tree.below([])
        return None if below is None else below + 1

    def below(self) -> str:
        """Return in words the nodes below this one that only the search without the check visits; empty if none."""
        n, lines = len(self.orders), lines_after(self.placed)
        left = n - len(self.placed)
        if not left or is_dead(lines, 1, n) or not is_dead(lines, left, n):
            return ""
        nodes = Tree(self.orders, forward=False, most=MOST_BELOW).below(self.placed)
        return f"more than {MOST_BELOW:,} nodes" if nodes is None else counted_noun(nodes, "node")

    def earlier(self) -> str:
        """Return in words how many queens earlier forward checking turned back; empty if it comes to this node."""
        n, depth = len(self.orders), len(self.placed)
        dead = [queens for queens in range(depth) if is_dead(lines_after(self.placed[:queens]), n - queens, n)]
        return f"{counted_noun(depth - dead[0], 'queen')} earlier" if dead else ""
