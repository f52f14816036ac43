"""Depth-first searches before their first step, and the same searches in plain Python."""

from typing import Any

from hypothesis import strategies as st

from knightwatch.engine.boards import unpadded
from knightwatch.engine.core.frame import Frame, Mark, Tone
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.solvers.backtrack import Backtrack, BacktrackSettings, Order, RuleSettings, Warnsdorff
from tests.models.tour import PUBLISHED, DepthFirst, Square, asked

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


def reference(search: Backtrack, moves: str = USUAL) -> DepthFirst:
    """Return the same search in plain Python."""
    return DepthFirst(search.problem, starts(search), search.order, [PUBLISHED[int(digit) - 1] for digit in moves])


def marks(frame: Frame) -> dict[Square, Mark]:
    """Return the marks on a frame's board, except holes."""
    board = frame.board
    named_marks = zip(board.squares.tolist(), board.kinds.tolist(), strict=True)
    return {divmod(s, board.cols): board.marks[k] for s, k in named_marks if board.marks[k].tone is not Tone.HOLE}
