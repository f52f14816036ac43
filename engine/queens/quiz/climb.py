"""Questions about `climb`: the queen and the row of the next move, or that no move is better."""

from dataclasses import replace

import numpy as np

from knightwatch.engine.boards import square_name
from knightwatch.engine.core.frame import Board
from knightwatch.engine.core.page import Page
from knightwatch.engine.core.parts import Before
from knightwatch.engine.core.quiz import MOST_SQUARES, NONE, AnswerKind, Prediction, Quiz
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.queens.kernels.climb import ClimbCounter as Counter
from knightwatch.engine.queens.kernels.climb import ClimbOutcome
from knightwatch.engine.queens.neighbourhood import BEST, LARGEST, NUMBERS, attacks_by_square
from knightwatch.engine.queens.solvers.climb import Choice, Climb


def mask(board: Board) -> Board:
    """Return a board with the attacks on each square, but without the best squares and without heat."""
    best = dict(zip(BEST, NUMBERS, strict=True))
    return replace(board, marks=tuple(best.get(mark, mark) for mark in board.marks), heat=np.empty(0), heat_name="")


def ask(search: Climb, before: Before) -> Prediction | None:
    """Return the question about a move; None for a restart and on large boards."""
    n, outcome = search.problem.n, search.counter(Counter.OUTCOME)
    if outcome == ClimbOutcome.RESTARTED or n > LARGEST or n * n > MOST_SQUARES:
        return None
    queens, now = before.state["queens"].astype(np.int64), int(before.state["counters"][Counter.ATTACKS])
    attacks = attacks_by_square(queens)
    attacks[queens, np.arange(n)] = np.iinfo(np.int64).max  # a queen that stays is no move
    sideways = int(before.state["counters"][Counter.SIDEWAYS]) < search.settings.sideways
    first_choice = search.settings.choice is Choice.FIRST_CHOICE
    allowed = attacks <= now if sideways else attacks < now
    good = np.flatnonzero(allowed if first_choice else allowed & (attacks == attacks.min())).tolist()
    column = search.counter(Counter.COLUMN)
    chosen = NONE if outcome == ClimbOutcome.STUCK else int(search.state["queens"][column]) * n + column
    pairs = counted_noun(now, "attack")
    which = "any square with fewer attacks" if first_choice else "the square with the fewest attacks"
    equal = "; an equal number is allowed" if sideways else ""
    text = f"Now {pairs}. The rule: a queen moves in its column to {which}{equal}. Where does a queen go?"
    notes = {square: _note(square, int(attacks.ravel()[square]), n) for square in range(n * n)}
    notes |= {int(y) * n + x: f"A queen stands on {square_name(int(y), x, n)}." for x, y in enumerate(queens)}
    return Prediction(
        AnswerKind.SQUARE,
        Page.single("the next move", mask(before.frame.board), text),
        (chosen, *(square for square in good if square != chosen)),
        name=lambda square: square_name(*divmod(square, n), n),
        none="no square: the search is stuck",
        also="chance decides between moves that the rule allows",
        notes=notes | {NONE: "A better square exists."},
    )


def _note(square: int, attacks: int, n: int) -> str:
    """Return a sentence about the attacks after a move."""
    return f"{square_name(*divmod(square, n), n)} leaves {counted_noun(attacks, 'attack')}."


QUIZ = Quiz(ask, mask, telling=frozenset({"better"}))
