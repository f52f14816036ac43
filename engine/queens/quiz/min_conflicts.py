"""Questions about `min-conflicts`: whether a trial succeeds, and which queen the final search repairs."""

from knightwatch.engine.boards import file_name, square_name
from knightwatch.engine.core.page import Page
from knightwatch.engine.core.parts import Before
from knightwatch.engine.core.quiz import MOST_SQUARES, NO, YES, YES_NO, AnswerKind, Prediction, Quiz, with_mark
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.queens.kernels.min_conflicts import MinConflictsCounter as Counter
from knightwatch.engine.queens.kernels.min_conflicts import TrialOutcome
from knightwatch.engine.queens.solvers.min_conflicts import MinConflicts

PLACING = TrialOutcome.TAKEN, TrialOutcome.PLACED
OFTEN = 3
"""Every OFTEN-th question of the final search is about the queen that it repairs."""
SWAPPING = TrialOutcome.REFUSED, TrialOutcome.SWAPPED


def ask(search: MinConflicts, before: Before) -> Prediction | None:
    """Return the question about a trial; None for a restart, the end of the initial search, and large boards."""
    n, outcome = search.problem.n, int(search.state["counters"][Counter.OUTCOME])
    if n * n > MOST_SQUARES:
        return None
    if outcome in PLACING:
        return _placing(search, before, outcome == TrialOutcome.PLACED)
    if outcome in SWAPPING:
        return _repaired(search, before) if search.done % OFTEN == 0 else _swapping(search, before)
    return None


def _placing(search: MinConflicts, before: Before, placed: bool) -> Prediction:
    """Return the question whether a queen can stay on the square of the trial."""
    n, counters = search.problem.n, search.state["counters"]
    x, y = int(counters[Counter.COLUMN]), int(counters[Counter.ROW])
    name = square_name(y, x, n)
    text = f"The trial puts a queen on {name}, a random row that is left. Does it stay: is no queen on its diagonals?"
    board = with_mark(before.frame.board, y * n + x)
    return Prediction(AnswerKind.CHOICE, Page.single("the trial", board, text), (YES if placed else NO,), YES_NO)


def _swapping(search: MinConflicts, before: Before) -> Prediction:
    """Return the question whether a swap is kept."""
    n, counters = search.problem.n, search.state["counters"]
    one, other = int(counters[Counter.COLUMN]), int(counters[Counter.PARTNER])
    queens, board = before.state["queens"], before.frame.board
    for x, y in ((one, queens[other]), (other, queens[one])):
        board = with_mark(board, int(y) * n + x)
    attacks = counted_noun(int(before.state["counters"][Counter.ATTACKS]), "attack")
    text = (
        f"Now {attacks}. The trial swaps the rows of the queens in {file_name(one)} and {file_name(other)}. "
        "Does it leave fewer attacks, so that the swap is kept?"
    )
    kept = counters[Counter.OUTCOME] == TrialOutcome.SWAPPED
    return Prediction(AnswerKind.CHOICE, Page.single("a swap", board, text), (YES if kept else NO,), YES_NO)


def _repaired(search: MinConflicts, before: Before) -> Prediction:
    """Return the question which queen the search tries to move."""
    n, queens, counters = search.problem.n, before.state["queens"], before.state["counters"]
    column, failed = int(search.state["counters"][Counter.COLUMN]), int(counters[Counter.FAILED])
    begun = int(counters[Counter.OUTCOME]) == TrialOutcome.FILLED
    first = int(counters[Counter.TAIL]) if begun else int(counters[Counter.COLUMN]) + (failed > 0 and failed % n == 0)
    text = (
        f"The search repairs the first attacked queen from column {file_name(first % n)} on; after the last column "
        "comes the first. Which queen is it?"
    )
    return Prediction(
        AnswerKind.SQUARE,
        Page.single("the queen to move", before.frame.board, text),
        (int(queens[column]) * n + column,),
        name=lambda square: square_name(*divmod(square, n), n),
        otherwise="is not the first attacked queen",
    )


QUIZ = Quiz(ask)
