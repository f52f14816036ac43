"""Questions about users' solvers: the next square of the walk, or of a queen.

The engine knows nothing about the rule of such a solver. It compares the boards before and after the step.
"""

from typing import Any

import numpy as np

from knightwatch.engine.boards import square_name
from knightwatch.engine.core.frame import Board
from knightwatch.engine.core.page import Page
from knightwatch.engine.core.parts import Before
from knightwatch.engine.core.quiz import MOST_SQUARES, NONE, AnswerKind, Prediction, Quiz
from knightwatch.engine.queens.problem import ATTACKED, QUEEN
from knightwatch.engine.tour.quiz.walk import mask

BACK = "no new square: the walk goes back"


def ask_walk(search: Any, before: Before) -> Prediction | None:
    """Return the question for the new end of a walk; None if there is no walk, or if it stays as it is."""
    earlier, later = before.frame.board.trail.tolist(), search.frame().board.trail.tolist()
    if not later or later == earlier:
        return None
    back = len(later) < len(earlier) and earlier[: len(later)] == later
    right = NONE if back else int(later[-1])
    return _question(mask(before.frame.board), "Which square is the new end of the walk?", right, BACK)


def ask_queen(search: Any, before: Before) -> Prediction | None:
    """Return the question for the queen that the step puts on the board; None if it puts several there, or none."""
    new = sorted(_queens(search.frame().board) - _queens(before.frame.board))
    if len(new) != 1:
        return None
    return _question(before.frame.board, "Which square has a queen after the next step, but not now?", new[0], "")


def _queens(board: Board) -> set[int]:
    kinds = [kind for kind, mark in enumerate(board.marks) if mark in (QUEEN, ATTACKED)]
    return set(board.squares[np.isin(board.kinds, kinds)].tolist())


def _question(board: Board, text: str, right: int, none: str) -> Prediction | None:
    if board.rows * board.cols > MOST_SQUARES:
        return None
    rows, cols = board.rows, board.cols
    return Prediction(
        AnswerKind.SQUARE,
        Page.single("the next step", board, text),
        (right,),
        name=lambda square: square_name(*divmod(square, cols), rows),
        none=none,
    )


TOUR = Quiz(ask_walk, mask)
QUEENS = Quiz(ask_queen)
