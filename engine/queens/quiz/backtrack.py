"""Questions about `backtrack`: the square of the next queen, and whether it is a dead end."""

from dataclasses import replace

import numpy as np

from knightwatch.engine.boards import file_name, square_name
from knightwatch.engine.core.frame import Board
from knightwatch.engine.core.page import Page
from knightwatch.engine.core.parts import Before
from knightwatch.engine.core.quiz import MOST_SQUARES, NO, YES, YES_NO, AnswerKind, Prediction, Quiz, with_mark
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.queens.free_rows import free_squares
from knightwatch.engine.queens.kernels.backtrack import QueensBacktrackCounter as Counter
from knightwatch.engine.queens.problem import ATTACKED, QUEEN
from knightwatch.engine.queens.solvers.backtrack import ColumnOrder, QueensBacktrack, RowOrder

FEW = 1
"""Free rows of the next column up to which the question is whether the square is a dead end."""


def mask(board: Board) -> Board:
    """Return a board with its queens only."""
    seen = np.array([mark in (QUEEN, ATTACKED) for mark in board.marks], bool)[board.kinds]
    return replace(board, squares=board.squares[seen], kinds=board.kinds[seen])


def ask(search: QueensBacktrack, before: Before) -> Prediction | None:
    """Return the question about a node; None on very large boards."""
    n, state = search.problem.n, search.state
    if n * n > MOST_SQUARES:
        return None
    column = int(state["columns"][search.depth - 1])
    row = int(state["queens"][column])
    if search.next_column is not None:
        free = free_squares(state["queens"])[:, np.flatnonzero(state["queens"] < 0)].sum(axis=0)
        ahead = free.min() if search.tracked else free_squares(state["queens"])[:, search.next_column].sum()
        if ahead <= FEW and search.done % 2:
            return _dead_end(search, row, column)
    return _next_queen(search, before, row, column)


def _next_queen(search: QueensBacktrack, before: Before, row: int, column: int) -> Prediction:
    """Return the question where the next queen goes."""
    n, s = search.problem.n, search.settings
    above = search.state["queens"].copy()
    above[column] = -1
    rows, random = np.flatnonzero(free_squares(above)[:, column]).tolist(), s.rows is RowOrder.RANDOM
    place = int(search.state["cursor"][search.depth - 1])
    untried = set(search.state["order"][column % len(search.state["order"])][place:].tolist())
    left = [y for y in rows if y in untried]
    fewest = "the column with the fewest free rows, the first of equal ones"
    which = fewest if s.order is ColumnOrder.FIRST_FAIL else "the next column from the left"
    back = search.counter(Counter.BACKED)
    head = "Now it goes back to the last column with a row to try. " if back else f"The next column: {which}. "
    rule = "any free row, in random order" if random else "the lowest free row that was not tried yet"
    others = [y for y in left if y != row] if random else []
    notes = {y * n + column: f"{square_name(y, column, n)} was tried before." for y in rows if y not in untried}
    notes |= {y * n + column: f"{square_name(y, column, n)} is free, but higher." for y in left if y != row}
    return Prediction(
        AnswerKind.SQUARE,
        Page.single("the next queen", mask(before.frame.board), f"{head}The row: {rule}. Where does the queen go?"),
        tuple(y * n + column for y in [row, *others]),
        name=lambda square: square_name(*divmod(square, n), n),
        also="its row is free too, and chance orders the rows",
        notes=notes,
        otherwise=f"is attacked, or not in column {file_name(column)}",
    )


def _dead_end(search: QueensBacktrack, row: int, column: int) -> Prediction:
    """Return the question whether the next square is a dead end."""
    n = search.problem.n
    name, back = square_name(row, column, n), search.counter(Counter.BACKED)
    head = f"The search goes back {counted_noun(back, 'column')}. " if back else ""
    queens = search.state["queens"].copy()
    queens[column] = -1
    board = search.problem.placement(queens)
    where = "any open column" if search.tracked else f"column {file_name(search.next_column or 0)}"
    return Prediction(
        AnswerKind.CHOICE,
        Page.single(
            "a dead end?",
            with_mark(board, row * n + column),
            f"{head}The next queen goes to {name}. Is that a dead end: is {where} left without a free row?",
        ),
        (YES if search.dead_end else NO,),
        YES_NO,
    )


QUIZ = Quiz(ask, mask)
