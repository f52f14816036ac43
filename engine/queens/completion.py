"""Complete a partial placement of queens to a solution, exactly or not at all.

The search puts the next queen into the column with the fewest free rows and steps back when a column has none.
"""

import time
from collections.abc import Iterator, Mapping

LARGEST = 200
"""The largest n that is searched."""

Rows = dict[int, list[int]]
"""For each column without a queen: the rows that no queen attacks."""


class TimeIsUp(Exception):
    """The time ended before the search did."""


def completions(n: int, placed: Mapping[int, int], until: float) -> Iterator[dict[int, int] | None]:
    """Search for a solution that contains the placed queens, a row for each column.

    Yield None now and then, so that the caller can do other work; yield the solution at the end, if there is one.
    Raise TimeIsUp at the time `until`.
    """
    free: Rows = {col: list(range(n)) for col in range(n)}
    for col, row in placed.items():
        if row not in free[col]:
            return
        free = unattacked(free, col, row)
        _check_time(until)
        yield None
    solution = dict(placed)
    stack = [_narrowest(free)]
    while stack:
        _check_time(until)
        yield None
        col, rows, free = stack[-1]
        if col < 0:
            yield solution
            return
        solution.pop(col, None)
        if not rows:
            stack.pop()
            continue
        solution[col] = rows.pop()
        ahead = unattacked(free, col, solution[col])
        if all(ahead.values()):
            stack.append(_narrowest(ahead))


def unattacked(free: Rows, col: int, row: int) -> Rows:
    """Return the free rows of the other columns after a queen is placed."""
    return {
        other: [each for each in rows if each != row and abs(each - row) != abs(other - col)]
        for other, rows in free.items()
        if other != col
    }


def _check_time(until: float) -> None:
    if time.perf_counter() > until:
        raise TimeIsUp


def _narrowest(free: Rows) -> tuple[int, list[int], Rows]:
    """Return the column with the fewest free rows, a copy of those rows, and `free`; column -1 if none is left."""
    if not free:
        return -1, [], free
    col = min(free, key=lambda each: len(free[each]))
    return col, free[col][:], free
