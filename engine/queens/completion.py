"""Whether queens that stand can be completed to a solution, decided exactly or not at all.

The search puts the next queen into the column where fewest rows are left, and steps back as soon as one has none.
"""

import time
from collections.abc import Iterator, Mapping

LARGEST = 200
"""Queens up to which questions are asked."""

Rows = dict[int, list[int]]
"""For each column without a queen the rows that no queen attacks."""


class TimeIsUp(Exception):
    """It could not be decided in time."""


def completions(n: int, standing: Mapping[int, int], until: float) -> Iterator[dict[int, int] | None]:
    """Look for a solution with the queens that stand, rows by column: yield None now and then, it in the end if any.

    Raises TimeIsUp where there was not time enough.
    """
    left: Rows = {col: list(range(n)) for col in range(n)}
    for col, row in standing.items():
        if row not in left[col]:
            return
        left = unattacked(left, col, row)
        _look_up(until)
        yield None
    placed = dict(standing)
    stack = [_next(left)]
    while stack:
        _look_up(until)
        yield None
        col, rows, left = stack[-1]
        if col < 0:
            yield placed
            return
        placed.pop(col, None)
        if not rows:
            stack.pop()
            continue
        placed[col] = rows.pop()
        ahead = unattacked(left, col, placed[col])
        if all(ahead.values()):
            stack.append(_next(ahead))


def unattacked(left: Rows, col: int, row: int) -> Rows:
    """Return what is left of rows when a queen is put into one of the columns."""
    return {
        other: [each for each in rows if each != row and abs(each - row) != abs(other - col)]
        for other, rows in left.items()
        if other != col
    }


def _look_up(until: float) -> None:
    if time.perf_counter() > until:
        raise TimeIsUp


def _next(left: Rows) -> tuple[int, list[int], Rows]:
    """Return the column with the fewest rows, those, and what is left of all; column -1 where every one has a queen."""
    if not left:
        return -1, [], left
    col = min(left, key=lambda each: len(left[each]))
    return col, left[col][:], left
