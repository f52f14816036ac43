"""The page about a trial of `min-conflicts`: its queens, and the counters of their diagonals."""

import numpy as np

from knightwatch.engine.boards import square_name
from knightwatch.engine.compiled.tiers import interpret
from knightwatch.engine.core.frame import Board
from knightwatch.engine.core.page import Page, Picture, Table
from knightwatch.engine.core.parts import Before, Pages, Parts
from knightwatch.engine.core.search import State
from knightwatch.engine.queens.kernels.diagonals import add, remove
from knightwatch.engine.queens.kernels.min_conflicts import MinConflictsCounter as Counter
from knightwatch.engine.queens.kernels.min_conflicts import TrialOutcome
from knightwatch.engine.queens.solvers.min_conflicts import MinConflicts

TITLES = {
    TrialOutcome.TAKEN: "an attacked square",
    TrialOutcome.PLACED: "a queen is placed",
    TrialOutcome.FILLED: "the last queens take the rows left",
    TrialOutcome.REFUSED: "a refused swap",
    TrialOutcome.SWAPPED: "a swap",
    TrialOutcome.RESTARTED: "a restart",
}
HEAD = ("queen", "rising", "falling", "attacks")


def pages(search: MinConflicts, before: Before) -> Pages:
    """Return the one page of a trial."""
    outcome, frame = TrialOutcome(int(search.state["counters"][Counter.OUTCOME])), search.frame()
    placed = before.state["queens"][: int(before.state["counters"][Counter.PLACED])]
    pictures = [Picture("before", search.problem.placement(placed)), Picture("after", frame.board)]
    sentence, table = frame.sentence, Table()
    match outcome:
        case TrialOutcome.TAKEN | TrialOutcome.PLACED:
            table, sentence = _placing(search, before.state), f"{sentence} Both diagonals must be empty."
            if outcome is TrialOutcome.TAKEN:
                pictures[1] = Picture("tried", _tried(search))
        case TrialOutcome.REFUSED | TrialOutcome.SWAPPED:
            table, change = _swapping(search, before.state)
            if outcome is TrialOutcome.REFUSED:
                tried = before.state["queens"].copy()
                one, other = (int(search.state["counters"][place]) for place in (Counter.COLUMN, Counter.PARTNER))
                tried[[one, other]] = tried[[other, one]]
                pictures[1] = Picture("after the swap", search.problem.placement(tried))
            sentence = f"{sentence} {change}"
    return (Page(TITLES[outcome], sentence, tuple(pictures), table=table),)


def _tried(search: MinConflicts) -> Board:
    """Return the placed queens, and a queen on the square that the trial tried."""
    placed, row = (int(search.state["counters"][place]) for place in (Counter.PLACED, Counter.ROW))
    return search.problem.placement(np.append(search.state["queens"][:placed], row))


def _row(search: MinConflicts, state: State, name: str, x: int, y: int) -> tuple[str, ...]:
    """Return a table row: the queens on the two diagonals of a square."""
    n = search.problem.n
    rising, falling = int(state["rising"][x + y]), int(state["falling"][n + x - y])
    return name, f"{rising}", f"{falling}", f"{rising + falling}"


def _placing(search: MinConflicts, state: State) -> Table:
    """Return the diagonals of the square that the trial tried."""
    x, y = (int(search.state["counters"][place]) for place in (Counter.COLUMN, Counter.ROW))
    return HEAD, _row(search, state, square_name(y, x, search.problem.n), x, y)


def _swapping(search: MinConflicts, state: State) -> tuple[Table, str]:
    """Return the diagonals that the two queens leave and enter, and a sentence about the change in attacks."""
    n, counters = search.problem.n, search.state["counters"]
    x, y, other = (int(counters[place]) for place in (Counter.COLUMN, Counter.ROW, Counter.PARTNER))
    other_y = int(state["queens"][other])
    diagonals, rows, sums = (state["rising"], state["falling"]), [HEAD], []
    for word, change, places in (
        ("leaves", remove, ((x, y), (other, other_y))),
        ("enters", add, ((x, other_y), (other, y))),
    ):
        total = 0
        for col, row in places:
            # A queen that leaves does not count itself, and `remove` has taken off the one before it.
            itself = change is remove
            at = int(state["rising"][col + row]) - itself, int(state["falling"][n + col - row]) - itself
            total += int(interpret(change, col, row, *diagonals))
            rows.append((f"{word} {square_name(row, col, n)}", f"{at[0]}", f"{at[1]}", f"{sum(at)}"))
        sums.append(total)
    difference = sums[1] - sums[0]
    change_in_words = f"{-difference} fewer" if difference < 0 else f"{difference} more" if difference else "no change"
    return tuple(rows), f"Attacks removed: {sums[0]}, added: {sums[1]}, so {change_in_words}."


PARTS = Parts(pages, ("queens", "rising", "falling", "counters"))
