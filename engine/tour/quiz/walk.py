"""The next square of one walk: what the questions about `backtrack`, `warnsdorff` and `auto` share."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from knightwatch.engine.boards import Squares, unpadded
from knightwatch.engine.core.frame import Board, Mark, Tone
from knightwatch.engine.core.page import Page
from knightwatch.engine.core.parts import Before
from knightwatch.engine.core.quiz import MOST_SQUARES, AnswerKind, Prediction
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.tour.problem import CANDIDATES, KNIGHT, TourProblem
from knightwatch.engine.tour.solvers.base import NEXT_MOVE, S, TourSearch

CANDIDATE = Mark("free square", "•", "o", Tone.HINT)


def without_numbers(board: Board) -> Board:
    """Return a board whose candidates show no number of ways on."""
    return replace(board, marks=tuple(CANDIDATE if mark in CANDIDATES else mark for mark in board.marks))


def mask(board: Board) -> Board:
    """Return a board without the numbers of the candidates and without the next move."""
    return replace(without_numbers(board), links=tuple(each for each in board.links if each.name != NEXT_MOVE))


def standing(problem: TourProblem, walk: Squares, candidates: Sequence[int]) -> Board:
    """Return the board with a walk, the knight at its end, and the squares where it can go."""
    return without_numbers(problem.walk(walk, [(CANDIDATES[0], candidates), (KNIGHT, walk[-1:])]))


def on_board(problem: TourProblem, squares: Sequence[int]) -> list[int]:
    """Return squares, numbered with the border, as squares of the board."""
    return [int(square) for square in unpadded(np.array(squares, np.uint32), problem.cols)]


def next_square(
    search: TourSearch[S],
    before: Before,
    text: str,
    here: int,
    right: Sequence[int],
    notes: Mapping[int, str],
    also: str,
) -> Prediction | None:
    """Return the question for the next square; squares are numbered with the border. None on very large boards."""
    problem = search.problem
    if problem.rows * problem.cols > MOST_SQUARES:
        return None
    squares = on_board(problem, list(notes))
    return Prediction(
        AnswerKind.SQUARE,
        Page.single("the next square", mask(before.frame.board), text),
        tuple(on_board(problem, right)),
        name=problem.name,
        also=also,
        notes=dict(zip(squares, notes.values(), strict=True)),
        otherwise=f"is not a free square a knight's move from {search.name_of(here)}",
    )


def ways_note(search: TourSearch[S], square: int, ways: int) -> str:
    """Return a sentence about the ways on from a square."""
    return f"{search.name_of(square)} has {counted_noun(ways, 'way')} on."
