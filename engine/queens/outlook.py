"""Whether queens that stand can be completed to a solution, decided exactly or not at all.

The search puts the next queen where fewest rows are left, and steps back as soon as a column has none.
"""

import time
from collections.abc import Iterator, Mapping
from itertools import combinations

LOOK_UP = 64
"""Queens that are put before the clock is looked at."""
LARGEST = 200
"""Queens up to which questions are asked."""


class TimeIsUp(Exception):
    """It could not be decided in time."""


def completions(n: int, standing: Mapping[int, int], until: float) -> Iterator[dict[int, int] | None]:
    """Look for a solution with the queens that stand, rows by column: yield None now and then, it in the end if any.

    Raises TimeIsUp where there was not time enough.
    """
    if any(abs(a - b) == abs(y - z) or y == z for (a, y), (b, z) in combinations(standing.items(), 2)):
        return
    rows = {col: {row for row in range(n) if _free(col, row, standing)} for col in range(n) if col not in standing}
    placed, stack, put = dict(standing), [_next(rows)], 0
    while stack:
        put += 1
        if put % LOOK_UP == 0:
            yield None
            if time.perf_counter() > until:
                raise TimeIsUp
        col, left = stack[-1]
        if col < 0:
            yield placed
            return
        placed.pop(col, None)
        if not left:
            stack.pop()
            continue
        row = left.pop()
        placed[col] = row
        ahead = {c: {r for r in range(n) if _free(c, r, placed)} for c in range(n) if c not in placed}
        if all(ahead.values()):
            stack.append(_next(ahead))


def _next(rows: Mapping[int, set[int]]) -> tuple[int, list[int]]:
    """Return the column with the fewest rows, and those, the middle ones last; -1 where no column is left."""
    if not rows:
        return -1, []
    col = min(rows, key=lambda each: len(rows[each]))
    return col, sorted(rows[col])


def _free(col: int, row: int, standing: Mapping[int, int]) -> bool:
    return all(row != y and abs(col - x) != abs(row - y) for x, y in standing.items())
