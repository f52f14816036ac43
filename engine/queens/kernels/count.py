"""Kernel of the count of all solutions: bitboards, row by row, without the images under rotation and reflection.

Each border row and column of a solution has one queen. Let `a` be the least distance of these queens from a corner.
Some image of the solution has its queen of the first row at column `a`. So it is enough to visit solutions with that
queen, and without a border queen nearer to a corner. If k of the eight images are of this kind and s of them are equal
to the solution, then the solution stands for 8 / k solutions and for s / k classes.

A queen in a corner (a = 0) belongs to a row and to a column at once. There the reflection on the diagonal through the
corner decides: the queen of the second row must be nearer to the corner than that of the second column.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel

Tally = NDArray[np.int64]
"""Visited solutions by k (rows) and s (columns): see above."""
SHAPE = 9, 9
ALWAYS_FREE = 1 << 62
"""A column outside every board, for the rows after the last one."""
Rows = NDArray[np.int64]
"""The column of the queen in each row."""


@kernel
def is_image(queens: Rows, image: int) -> bool:
    """Return whether a placement is equal to its image: 1 to 3 quarter turns, or their reflections from 4 on."""
    n = len(queens)
    for y in range(n):
        row, col = y, queens[y]
        for _ in range(image % 4):
            row, col = col, n - 1 - row
        if image >= 4:
            col = n - 1 - col
        if queens[row] != col:
            return False
    return True


@kernel
def add_solution(queens: Rows, a: int, tally: Tally) -> None:
    """Add a solution to the tally."""
    n = len(queens)
    if a == 0:
        tally[1, 1] += 1
        return
    left = right = 0
    for y in range(n):
        if queens[y] == 0:
            left = y
        elif queens[y] == n - 1:
            right = y
    k = 1
    for border in (queens[n - 1], left, right):
        k += border == a or border == n - 1 - a
    s = 1
    if k > 1:
        for image in range(1, 8):
            s += is_image(queens, image)
    tally[k, s] += 1


@kernel
def allowed(n: int, a: int, y: int, second: int, columns: Any) -> Any:
    """Return the columns that the rules above leave for the queen of row y; `second` is the queen of row 1."""
    full = (1 << n) - 1
    if a == 0:
        return full & ~2 if y < second else full
    sides = 1 | (1 << (n - 1))
    if y < a or y > n - 1 - a:
        full &= ~sides
    if y == n - 1:
        full &= (1 << (n - a)) - (1 << a)
    if y == n - 1 - a:  # the last row for the queens of the side columns
        missing = sides & ~columns
        if missing == sides:
            return 0
        if missing:
            full &= missing
    return full


@kernel
def column_of(bit: Any) -> int:
    """Return the column of a bit."""
    column = 0
    while bit >> column != 1:
        column += 1
    return column


@kernel
def count_below(n: int, first: Rows, tally: Tally) -> int:
    """Visit all solutions whose first rows have their queens at these columns; return the number of placed queens.

    `placed` has the queen of each row as a bit, `free` the bits that are left to try. Diagonals move by one column with
    each row. A queen is not placed if it leaves nothing for one of the next two rows. Indexes are unsigned: numba then
    skips the test for negative ones.
    """
    queens, rules = np.empty(n, np.int64), np.empty(n, np.int64)
    placed, free = np.zeros(n, np.int64), np.zeros(n, np.int64)
    rising, falling = np.zeros(n, np.int64), np.zeros(n, np.int64)
    a, fixed, nodes, last = first[0], len(first), 0, n - 1
    second = first[1] if fixed > 1 else n
    for y in range(n):
        rules[y] = allowed(n, a, y, second, 1 | (1 << last))
    decisive = last - a if a > 0 else n
    beyond = np.full(n, ALWAYS_FREE)
    for y in range(n - 2):
        beyond[y] = rules[y + 2] if y + 2 != decisive else (1 << n) - 1
    columns, up, down = 0, 0, 0
    for y in range(fixed):
        queens[y] = first[y]
        bit = 1 << first[y]
        columns |= bit
        up, down = (up | bit) << 1, (down | bit) >> 1
    y = fixed
    here = rules[y] & ~(columns | up | down)
    while True:
        if here == 0:
            y -= 1
            if y < fixed:
                return nodes
            row = np.uint64(y)
            here, up, down = free[row], rising[row], falling[row]
            columns ^= placed[row]
            continue
        bit = here & -here
        here ^= bit
        nodes += 1
        row = np.uint64(y)
        if y == last:
            placed[row] = bit
            for each in range(fixed, n):
                queens[each] = column_of(placed[each])
            add_solution(queens, a, tally)
            continue
        taken, rise, fall = columns | bit, (up | bit) << 1, (down | bit) >> 1
        rule = rules[row + np.uint64(1)] if y + 1 != decisive else allowed(n, a, y + 1, second, taken)
        ahead = rule & ~(taken | rise | fall)
        if ahead == 0 or beyond[row] & ~(taken | (rise << 1) | (fall >> 1)) == 0:
            continue
        placed[row], free[row], rising[row], falling[row] = bit, here, up, down
        here, columns, up, down = ahead, taken, rise, fall
        y += 1
