"""Check tours from elsewhere: `read_tours` reads them, and every wrong move is named and drawn."""

from dataclasses import replace
from functools import partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.boards import adjacent
from knightwatch.engine.core.frame import Board, Links, Tone
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.shown import ShownAnswer, ShownAnswers, all_of, given, limited
from knightwatch.engine.tour.problem import KNIGHT, REPEATED, WRONG, TourProblem
from knightwatch.engine.tour.properties import numbered, properties, sums
from knightwatch.engine.tour.questions.reading import read_tours

MOST_NAMED = 20
"""Most squares named for one kind of fault."""
KNOWN = {
    "beverley": """
     1 48 31 50 33 16 63 18
    30 51 46  3 62 19 14 35
    47  2 49 32 15 34 17 64
    52 29  4 45 20 61 36 13
     5 44 25 56  9 40 21 60
    28 53  8 41 24 57 12 37
    43  6 55 26 39 10 59 22
    54 27 42  7 58 23 38 11
    """
}
"""Tours with a name: the semi-magic tour of William Beverley, 1848, as printed."""


def show(plan: Plan, text: str) -> ShownAnswer | ShownAnswers:
    """Return the facts or faults of all tours of a text; raise BadInput if it cannot be read."""
    assert isinstance(plan.problem, TourProblem)
    tours = read_tours(KNOWN[text] if text in KNOWN else given(text), plan.problem)
    return all_of("tour", [_checked(problem, path) for problem, path in tours])


def _checked(problem: TourProblem, path: NDArray[np.int64]) -> ShownAnswer:
    """Return the facts or faults of a tour."""
    faults, wrong = _faults(problem, path), _wrong(problem, path)
    facts = [] if faults else [f"The tour is {', '.join(properties(path, problem.free))}.", *_sums(problem, path)]
    squares = np.stack(np.divmod(path, problem.cols), axis=1)
    found = {"path": squares.tolist(), "squares": len(path), "closed": problem.is_closed_tour(path)}
    walks = [partial(_begun, problem, path[: place + 1], place in wrong) for place in range(len(path))]
    return ShownAnswer(problem, found, faults, facts, _judged(problem, path, wrong), walks)


def _begun(problem: TourProblem, walk: NDArray[np.int64], wrong: bool) -> Board:
    board = problem.walk(walk, [(WRONG if wrong else KNIGHT, walk[-1:])])
    return replace(board, links=(_wrong_moves(walk[-2:]),)) if wrong else board


def _judged(problem: TourProblem, path: NDArray[np.int64], wrong: list[int]) -> Board:
    """Return the board with the walk, all its wrong moves, and the squares that it visits again."""
    squares, visits = np.unique(path, return_counts=True)
    board = problem.walk(path, [(REPEATED, squares[visits > 1]), (WRONG, np.unique(path[wrong]))])
    pairs = np.stack([path[:-1], path[1:]], axis=1)[np.array(wrong, np.int64) - 1]
    return replace(board, links=(_wrong_moves(pairs),)) if wrong else board


def _wrong_moves(pairs: NDArray[np.int64]) -> Links:
    return Links.equal("not a knight's move", Tone.ALARM, pairs)


def _wrong(problem: TourProblem, path: NDArray[np.int64]) -> list[int]:
    """Return the places of the walk that no knight's move leads to, from 1."""
    moves = enumerate(pairwise(path.tolist()), 1)
    return [place for place, (here, there) in moves if not adjacent(here, there, problem.cols)]


def _faults(problem: TourProblem, path: NDArray[np.int64]) -> list[str]:
    """Return why a walk is not a tour: every wrong move, then all squares with another fault."""
    name = problem.name
    faults = limited(
        [
            f"From {place} to {place + 1}, {name(int(path[place - 1]))} to {name(int(path[place]))}, is not a knight's "
            "move."
            for place in _wrong(problem, path)
        ],
        "wrong moves",
    )
    visits = np.bincount(path, minlength=problem.free.size)
    free = problem.free.ravel()
    for words, places in (
        ("visited more than once", visits > 1),
        ("visited, but not on the board", (visits > 0) & ~free),
        ("not visited", (visits == 0) & free),
    ):
        if places.any():
            squares = [name(square) for square in np.flatnonzero(places)[:MOST_NAMED].tolist()]
            end = " ..." if places.sum() > MOST_NAMED else "."
            faults.append(f"{counted_noun(int(places.sum()), 'square')} {words}: {' '.join(squares)}{end}")
    if not faults and problem.closed and not problem.is_closed_tour(path):
        faults.append(f"No knight's move leads from the last square, {name(int(path[-1]))}, back to the first.")
    return faults


def _sums(problem: TourProblem, path: NDArray[np.int64]) -> list[str]:
    """Return the sums of rows and columns if they are all equal, and of diagonals, quarters and halves."""
    rows, cols = problem.rows, problem.cols
    across, down, diagonals = sums(path, rows, cols)
    if not problem.free.all() or rows == 1 or cols == 1 or len({*across}) > 1 or len({*down}) > 1:
        return []
    facts = [f"All rows have the sum {across[0]:,}, all columns {down[0]:,}"]
    if diagonals:
        facts.append(f"the diagonals {diagonals[0]:,} and {diagonals[1]:,}")
    if rows % 2 == cols % 2 == 0:
        grid = numbered(path, rows, cols)
        halves = grid.reshape(rows, 2, cols // 2).sum(axis=2), grid.reshape(2, rows // 2, cols).sum(axis=1)
        quarters = grid.reshape(2, rows // 2, 2, cols // 2).sum(axis=(1, 3))
        if len(np.unique(quarters)) == 1:
            facts.append(f"the quarters of the board {quarters[0, 0]:,}")
        if len(np.unique(halves[0])) == len(np.unique(halves[1])) == 1:
            facts.append(f"the halves of rows {halves[0][0, 0]:,} and of columns {halves[1][0, 0]:,}")
    none = " No tour of 8 x 8 has diagonals of this sum too." if (rows, cols) == (8, 8) else ""
    return [f"{', '.join(facts)}.{none}"]
