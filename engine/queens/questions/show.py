"""Read a placement of queens that the user gives: a list of rows, counted from 0 or from 1, one per column."""

import re
from collections import Counter

import numpy as np

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import quoted
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.shown import ShownAnswer, as_json, given, numbers
from knightwatch.engine.queens.kernels.attacks import all_attacks
from knightwatch.engine.queens.problem import QueensProblem

HOW = "a list of rows, one for each column, like [6,5,2,1,3,4], or the JSON of a result"


def show(plan: Plan, text: str) -> ShownAnswer:
    """Return a placement with its faults; raise BadInput if the text is not a placement."""
    assert isinstance(plan.problem, QueensProblem)
    rows = _rows(given(text))
    first = _first(rows)
    queens = [row - first for row in rows]
    problem = QueensProblem(n=len(queens))
    counted = f"Rows are counted from {first}, from the top."
    rule = f"The rows must be {first} to {first + problem.n - 1}, each once, but "
    faults = []
    if outside := [row for row in rows if not 0 <= row - first < problem.n]:
        faults.append(f"{rule}{outside[0]} is outside the board.")
    elif twice := [row for row, times in Counter(rows).items() if times > 1]:
        faults.append(f"{rule}{twice[0]} appears twice: those queens attack each other.")
    attacks = all_attacks(np.array(queens, np.int32)) if not faults else None
    if attacks:
        faults.append(f"{attacks} pair{'s' if attacks > 1 else ''} of queens attack each other on diagonals.")
    board = problem.board() if outside else problem.placement(queens)
    return ShownAnswer(problem, {"queens": queens, "attacks": attacks}, faults, [counted], board)


def _rows(text: str) -> list[int]:
    value = as_json(text)
    if isinstance(value, dict):
        value = value.get("queens")
    if rows := numbers(value):
        return rows
    if re.fullmatch(r"[0-9,;\s]*[0-9][0-9,;\s]*", text):
        return [int(word) for word in re.findall(r"[0-9]{1,9}", text)]
    raise BadInput(f"show has {quoted(text)}, but must have {HOW}")


def _first(rows: list[int]) -> int:
    """Return the number of the first row: 0 if the list has a 0, else 1."""
    return 0 if 0 in rows else 1
