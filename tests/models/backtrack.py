"""Depth-first searches before their first step, and their plain version step by step."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from hypothesis import strategies as st

from knightwatch.engine.boards import unpadded
from knightwatch.engine.core.frame import Frame, Mark, Tone
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.backtrack import Backtrack, BacktrackSettings, Order, RuleSettings, Warnsdorff
from knightwatch.engine.tour.task import TourTask
from tests.models.tour import PUBLISHED, Square, around, asked, is_tour
from tests.support.kernel_random import StartsRandom
from tests.support.plain import plain_module

PLAIN = plain_module("tour", "backtrack")
USUAL = "12345678"
FIVE_ZERO = (5, 0)

TOURLESS = asked(4, 5, holes=[(1, 0), (1, 1), (1, 3), (3, 0), (3, 1), (3, 2), (3, 3)])
"""A board without a tour that no rule refutes."""
orders = st.sampled_from([str(order) for order in Order])
some_moves = st.permutations(USUAL).map("".join)


def backtrack(problem: TourProblem, order: str = "warnsdorff", seed: int = 1, **values: Any) -> Backtrack:
    """Return a search before its first step."""
    search = Backtrack(problem, BacktrackSettings(**{"order": order, **values}), seed)
    search.prepare()
    return search


def rule(problem: TourProblem, seed: int = 1, **values: Any) -> Warnsdorff:
    """Return a search by Warnsdorff's rule before its first step."""
    search = Warnsdorff(problem, RuleSettings(**values), seed)
    search.prepare()
    return search


def walk(search: Backtrack | Warnsdorff) -> list[Square]:
    """Return the squares of the walk."""
    return [divmod(int(square), search.problem.cols) for square in search.trail]


def answered(search: Backtrack | Warnsdorff) -> list[Square]:
    """Return the squares of the answer."""
    return [(row, col) for row, col in search.answer()["path"]]


def starts(search: Backtrack | Warnsdorff) -> list[Square]:
    """Return the start squares of a search, in their order."""
    return [divmod(int(square), search.problem.cols) for square in unpadded(search.starts(), search.problem.cols)]


@dataclass(frozen=True)
class OrderedTask(TourTask):
    """A problem whose neighbours come in another order of moves."""

    moves: tuple[Square, ...] = PUBLISHED

    def neighbours(self, square: Square) -> list[Square]:
        row, col = square
        return sorted(super().neighbours(square), key=lambda there: self.moves.index((there[0] - row, there[1] - col)))


class DepthFirst:
    """The plain version of `backtrack`, with counts of its steps back and the candidates that failed."""

    def __init__(self, search: Backtrack, moves: Sequence[Square]) -> None:
        self.task = OrderedTask(**asdict(search.problem.task), moves=tuple(moves))
        self.rows, self.order = self.task.rows, str(search.order)
        self.starts = starts(search)
        self.run = PLAIN.solve(self.task, StartsRandom(search.seed), self.order)
        self.path = self.longest = self.starts[:1]
        self.states = self.backtracks = self.backed = 0

    def step(self) -> bool:
        """Enter the next square, after steps back if needed; return whether there was one."""
        before = self.path
        try:
            self.path = next(self.run).value.copy()
        except StopIteration:
            self.backtracks += len(before) - 1
            return False
        skipped = self.starts.index(self.path[0]) - self.starts.index(before[0])
        self.backed = len(before) + skipped - 1 if skipped else len(before) + 1 - len(self.path)
        self.backtracks += len(before) - 1 if skipped else self.backed
        self.longest = max(self.longest, self.path, key=len)
        self.states += 1
        return True

    @property
    def left(self) -> set[Square]:
        """The free squares."""
        return set(self.task.squares) - set(self.path)

    @property
    def failed(self) -> list[Square]:
        """The candidates for the last square that failed before it."""
        *_, before, chosen = self.path
        candidates: list[Square] = PLAIN.in_order(self.task, before, self.left | {chosen}, self.order)
        return candidates[: candidates.index(chosen)]

    @property
    def found(self) -> bool:
        """Whether the walk is a tour."""
        if len(self.path) < self.task.size:
            return False
        return is_tour(self.path, frozenset(self.task.squares), self.path[0], self.task.closed)

    @property
    def stuck(self) -> bool:
        """Whether the walk is in a dead end."""
        return not around(self.left, self.path[-1])

    def wall(self, square: Square) -> int:
        """Return the distance to the nearest edge."""
        row, col = square
        return min(row, col, self.rows - 1 - row, self.task.cols - 1 - col)


def reference(search: Backtrack, moves: str = USUAL) -> DepthFirst:
    """Return the same search in plain Python."""
    return DepthFirst(search, [PUBLISHED[int(digit) - 1] for digit in moves])


def marks(frame: Frame) -> dict[Square, Mark]:
    """Return the marks on a frame's board, except holes."""
    board = frame.board
    named_marks = zip(board.squares.tolist(), board.kinds.tolist(), strict=True)
    return {divmod(s, board.cols): board.marks[k] for s, k in named_marks if board.marks[k].tone is not Tone.HOLE}
