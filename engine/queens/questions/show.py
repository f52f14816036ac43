"""Read placements of queens that the user gives: a list of rows, one per column, a list of squares, or several
lists of rows.

Rows count from 1 at the bottom, as on the board and in text. In JSON they count from 0 at the top: a list with a 0, or
the JSON of a result, is read so. Both come back as they were printed.
"""

import re
from collections import Counter

from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.words import counted_noun, quoted
from knightwatch.engine.notation import file_number
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.plans.shown import ShownAnswer, ShownAnswers, all_of, as_json, csv_rows, given, numbers
from knightwatch.engine.queens.kernels.attacks import all_attacks
from knightwatch.engine.queens.problem import QueensProblem

HOW = "a list of rows, one for each column, from 1 at the bottom, like [6,5,2,1,3,4], squares, or our text, CSV or JSON"
SQUARE = r"([a-z]{1,5})([1-9][0-9]{0,7})"
PRINTED = re.compile(r"Rows\s+from\s+1\s+at\s+the\s+bottom:\s*(\[[^]]*\])")
"""The placement in a printed result; its lines may be broken inside a number."""
SQUARES = re.compile(rf"{SQUARE}([,;:\s]+{SQUARE})*", re.IGNORECASE)


def show(plan: Plan, text: str) -> ShownAnswer | ShownAnswers:
    """Return all placements of a text with their faults; raise BadInput if it has none."""
    assert isinstance(plan.problem, QueensProblem)
    placements, from_json = _placements(given(text))
    return all_of("placement", [_checked(rows, from_json) for rows in placements])


def _checked(rows: list[int], from_json: bool) -> ShownAnswer:
    """Return a placement with its faults."""
    top = from_json or 0 in rows
    first, n = 0 if top else 1, len(rows)
    queens = rows if top else [n - row for row in rows]
    problem = QueensProblem(n=n)
    counted = f"Rows are counted from {'0 at the top, as in JSON' if top else '1 at the bottom, as on the board'}."
    rule = f"The rows must be {first} to {first + n - 1}, each once, but "
    faults = []
    attacks = None
    if outside := [row for row in rows if not 0 <= row - first < n]:
        faults.append(f"{rule}{outside[0]} is outside the board.")
    else:
        attacks = all_attacks(queens)
        shared = {row: times for row, times in Counter(rows).items() if times > 1}
        if shared:
            row, times = next(iter(shared.items()))
            often = "twice" if times == 2 else f"{times:,} times"
            others = f", and {counted_noun(len(shared) - 1, 'other row')} too often" if len(shared) > 1 else ""
            faults.append(f"{rule}{row} appears {often}{others}: those queens attack each other.")
        if diagonal := attacks - sum(times * (times - 1) // 2 for times in shared.values()):
            faults.append(f"{diagonal:,} pair{'s' if diagonal > 1 else ''} of queens attack each other on diagonals.")
    board = problem.board() if outside else problem.placement(queens)
    return ShownAnswer(problem, {"queens": queens, "attacks": attacks}, faults, [counted], board)


def _placements(text: str) -> tuple[list[list[int]], bool]:
    """Return the rows of each placement, and whether they come from the JSON of a result."""
    if table := csv_rows(text):
        found = [numbers(as_json(row.get("rows", ""))) for row in table]
        if all(found):
            return [rows for rows in found if rows], False
        single = [row.get("row", "") for row in table]
        if not all(row.isdecimal() and len(row) < 10 for row in single):
            raise BadInput(f"show has a table without a row for each column; it must have {HOW}")
        return [[int(row) for row in single]], False
    value = as_json(text)
    if isinstance(value, dict):
        solutions = value.get("solutions")
        several = list(map(numbers, solutions)) if isinstance(solutions, list) and solutions else []
        given_rows = several or [numbers(value.get("queens"))]
    else:
        given_rows = [numbers(value)]
    if all(given_rows):
        return [rows for rows in given_rows if rows], isinstance(value, dict)
    if re.fullmatch(r"[0-9,;\s]*[0-9][0-9,;\s]*", text):
        return [[int(word) for word in re.findall(r"[0-9]{1,9}", text)]], False
    if SQUARES.fullmatch(text.strip()):
        return [_rows(re.findall(SQUARE, text.lower()))], False
    printed = [numbers(as_json("".join(each.split()))) for each in PRINTED.findall(text)]
    if printed and all(printed):
        return [rows for rows in printed if rows], False
    raise BadInput(f"show has {quoted(text, marks=True)}, but must have {HOW}")


def _rows(squares: list[tuple[str, str]]) -> list[int]:
    """Return the row of each column; raise BadInput if a column has no queen or several."""
    rows = {file_number(letters): int(row) for letters, row in squares}
    if len(rows) < len(squares) or max(rows) >= len(rows):
        raise BadInput(
            f"show has {counted_noun(len(squares), 'square')} in {counted_noun(len(rows), 'column')}, "
            "but must have one in each column from a on"
        )
    return [rows[col] for col in range(len(rows))]
