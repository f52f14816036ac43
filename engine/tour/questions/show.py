"""Check a tour from elsewhere: numbers in a grid, squares in order, or the JSON of a result."""

import re
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.boards import adjacent, read_square, square_names
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Board
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.shown import ShownAnswer, as_json, given
from knightwatch.engine.tour.problem import KNIGHT, TourProblem
from knightwatch.engine.tour.properties import numbered, properties, sums

HOW = "numbers in a grid, squares as a1 c2 ..., or the JSON of a result"
KNOWN = {
    "beverley": """
     1 30 47 52  5 28 43 54
    48 51  2 29 44 53  6 27
    31 46 49  4 25  8 55 42
    50  3 32 45 56 41 26  7
    33 62 15 20  9 24 39 58
    16 19 34 61 40 57 10 23
    63 14 17 36 21 12 59 38
    18 35 64 13 60 37 22 11
    """
}
"""Tours with a name: the semi-magic tour of William Beverley, 1848."""


def show(plan: Plan, text: str) -> ShownAnswer:
    """Return the facts or faults of a tour; raise BadInput if the text cannot be read."""
    assert isinstance(plan.problem, TourProblem)
    problem, path = _read(KNOWN[text] if text in KNOWN else given(text), plan.problem)
    faults = _faults(problem, path)
    facts = [] if faults else [f"The tour is {', '.join(properties(path, problem.free))}.", *_sums(problem, path)]
    squares = np.stack(np.divmod(path, problem.cols), axis=1)
    found = {"path": squares.tolist(), "squares": len(path), "closed": problem.is_closed_tour(path)}
    walks = [partial(_begun, problem, path[: place + 1]) for place in range(len(path))]
    return ShownAnswer(problem, found, faults, facts, problem.walk(path), walks)


def _begun(problem: TourProblem, walk: NDArray[np.int64]) -> Board:
    return problem.walk(walk, [(KNIGHT, walk[-1:])])


def _read(text: str, asked: TourProblem) -> tuple[TourProblem, NDArray[np.int64]]:
    """Return the problem of a tour, and its squares in order."""
    value = as_json(text)
    if isinstance(value, dict):
        settings = value.get("settings")
        names = ("rows", "cols", "holes", "closed")
        known = {n: settings[n] for n in names if n in settings} if isinstance(settings, dict) else {}
        problem = TourProblem(**(asked.model_dump(exclude={"start"}) | known))
        return problem, _squares(value.get("path"), problem)
    if isinstance(value, list) and value and all(isinstance(row, list) and len(row) == 2 for row in value):
        problem = TourProblem(**asked.model_dump(exclude={"start"}))
        return problem, _squares(value, problem)
    if isinstance(value, list) and value and all(isinstance(row, list) for row in value):
        return _from_grid([[str(cell) for cell in row] for row in value], asked)
    lines = [re.split(r"[\s,;|]+", line.strip(" \t|,;")) for line in text.splitlines() if line.strip()]
    if lines and all(re.fullmatch(r"[0-9]{1,9}|[.#-]", cell) for row in lines for cell in row):
        return _from_grid(lines, asked)
    problem = TourProblem(**asked.model_dump(exclude={"start"}))
    words = re.split(r"[\s:]+", text.strip())
    path = [read_square(word, problem.rows, problem.cols, "show") for word in words]
    return problem, np.array(path, np.int64)


def _squares(path: Any, problem: TourProblem) -> NDArray[np.int64]:
    try:
        cells = [(int(row), int(col)) for row, col in path]
    except (TypeError, ValueError):
        raise BadInput(f"show has no path, a list of [row, column]; it must have {HOW}") from None
    for row, col in cells:
        if not (0 <= row < problem.rows and 0 <= col < problem.cols):
            raise BadInput(f"show has [{row}, {col}], outside the board of {problem.rows} x {problem.cols}")
    return np.array([row * problem.cols + col for row, col in cells], np.int64)


def _from_grid(cells: list[list[str]], asked: TourProblem) -> tuple[TourProblem, NDArray[np.int64]]:
    if len({len(row) for row in cells}) > 1:
        raise BadInput("show has rows of different lengths, but all rows of a grid must have the same length")
    flat = [cell for row in cells for cell in row]
    holes = np.array([square for square, cell in enumerate(flat) if not cell.isdecimal()], np.int64)
    order = sorted((int(cell), square) for square, cell in enumerate(flat) if cell.isdecimal())
    if not order:
        raise BadInput("show has no numbers")
    for place, (number, _) in enumerate(order, order[0][0]):
        if number != place or order[0][0] > 1:
            expected = place if order[0][0] <= 1 else 1
            raise BadInput(f"show must have each number from 1 or 0 once, but {expected} is missing or repeated")
    missing = square_names(holes, len(cells), len(cells[0])) if len(holes) else None
    problem = TourProblem(rows=len(cells), cols=len(cells[0]), holes=missing, closed=asked.closed)
    return problem, np.array([square for _, square in order], np.int64)


def _faults(problem: TourProblem, path: NDArray[np.int64]) -> list[str]:
    """Return why a walk is not a tour: the first fault of each kind."""
    faults, name = [], problem.name
    for place, (here, there) in enumerate(zip(path[:-1].tolist(), path[1:].tolist(), strict=True), 1):
        if not adjacent(here, there, problem.cols):
            faults.append(f"From {place} to {place + 1}, {name(here)} to {name(there)}, is not a knight's move.")
            break
    visits = np.bincount(path, minlength=problem.free.size)
    if (visits > 1).any():
        faults.append(f"{name(int(np.argmax(visits > 1)))} is visited more than once.")
    if (in_hole := (visits > 0) & ~problem.free.ravel()).any():
        faults.append(f"{name(int(np.argmax(in_hole)))} is a hole.")
    if (left := (visits == 0) & problem.free.ravel()).any():
        faults.append(f"{counted_noun(int(left.sum()), 'square')} not visited, {name(int(np.argmax(left)))} first.")
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
    return [f"{', '.join(facts)}."]
