"""Depth-first search: a queen in the next column where none attacks it; at a dead end, back to an untried row.

The built-in solver counts the attackers of each square, so it does not test all queens again.
"""

from typing import Literal

from knightwatch import Impossible

puzzle = "queens"


def solve(
    problem,
    random,
    order: Literal["fixed", "first-fail"] = "fixed",
    check: Literal["none", "forward"] = "none",
    rows: Literal["ascending", "random"] = "ascending",
    solutions: int = 1,
):
    n = problem.n
    tried_in_order = [list(range(n - 1, -1, -1)) for _ in range(n)]  # from row 1, at the bottom
    if rows == "random":
        for each in tried_in_order:
            random.shuffle(each)
    placed, found = {}, []  # the row of each column's queen; the solutions

    def extend():
        """Place the next queen in every way. Return True as soon as all wanted solutions are found."""
        if len(placed) == n:
            found.append([placed[x] for x in range(n)])  # -> solution
            return len(found) == solutions
        left = {x: [y for y in tried_in_order[x] if is_free(x, y, placed)] for x in range(n) if x not in placed}
        if check == "forward" and not all(left.values()):
            return False  # -> dead
        column = min(left, key=lambda x: len(left[x])) if order == "first-fail" else min(left)
        for row in left[column]:
            placed[column] = row
            sentence = f"A queen on {problem.name(column, row)}: none attacks it."
            yield [placed.get(x) for x in range(n)], sentence  # -> entered
            if (yield from extend()):
                return True
            del placed[column]  # -> back
        return False

    yield from extend()
    return found[-1] if found else Impossible("every placement was tried")


def is_free(x, y, placed):
    """Tell whether no queen attacks a square."""
    return all(y != row and abs(y - row) != abs(x - column) for column, row in placed.items())
