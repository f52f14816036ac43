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
Frames = NDArray[np.int64]
"""For each row a frame: its queen as a bit, the bits that are left to try, the attacked diagonals, and the rules of the
next three rows. A frame is a cache line of one flat array, which needs one register: that makes the count faster."""
QUEEN, FREE, RISING, FALLING, NEXT, IN_TWO, IN_THREE, WIDTH = (np.uint64(field) for field in (0, 1, 2, 3, 4, 5, 6, 8))
"""Places in a frame, and its size. They are unsigned: numba then skips the test for negative indexes."""


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
def queen_of(frames: Frames, y: int) -> Any:
    """Return the queen of a row as a bit."""
    return frames[np.uint64(y) * WIDTH + QUEEN]


@kernel
def add_solution(n: int, frames: Frames, a: int, tally: Tally) -> None:
    """Add a solution to the tally."""
    if a == 0:
        tally[1, 1] += 1
        return
    last = n - 1
    ends, sides = (1 << a) | (1 << (last - a)), 1 | (1 << last)
    k = 1 + int(queen_of(frames, last) & ends != 0)
    for y in (a, last - a):
        k += int(queen_of(frames, y) & sides != 0)
    s = 1
    if queen_of(frames, last) == 1 << (last - a):  # otherwise no turn leaves it unchanged; a reflection never does
        queens = np.empty(n, np.int64)
        for y in range(n):
            queens[y] = column_of(queen_of(frames, y))
        for turns in range(1, 4):
            s += is_image(queens, turns)
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
def row_frames(n: int, first: Rows) -> Frames:
    """Return the frames of all rows, with the queens of the first rows, and with the rules of the next three rows."""
    second = first[1] if len(first) > 1 else n
    frames = np.zeros(n * int(WIDTH), np.int64)
    for y in range(n):
        frame = np.uint64(y) * WIDTH
        if y < len(first):
            frames[frame + QUEEN] = 1 << first[y]
        for ahead in range(1, 4):
            rule = allowed(n, first[0], y + ahead, second, 1 | (1 << (n - 1))) if y + ahead < n else ALWAYS_FREE
            frames[frame + FALLING + np.uint64(ahead)] = rule
    return frames


@kernel
def count_below(n: int, first: Rows, tally: Tally) -> int:
    """Visit all solutions whose first rows have their queens at these columns; return the number of placed queens.

    Diagonals move by one column with each row. A queen is not placed if it leaves nothing for one of the next three
    rows.
    """
    frames, a, fixed, nodes = row_frames(n, first), first[0], len(first), 0
    second = first[1] if fixed > 1 else n
    decisive = n - 1 - a if a > 0 else n
    top, last, before_decisive = np.uint64(fixed) * WIDTH, np.uint64(n - 1) * WIDTH, np.uint64(decisive - 1) * WIDTH
    columns, up, down = 0, 0, 0
    for y in range(fixed):
        bit = 1 << first[y]
        columns |= bit
        up, down = (up | bit) << 1, (down | bit) >> 1
    here, frame = allowed(n, a, fixed, second, columns) & ~(columns | up | down), top
    while True:
        while here != 0:
            bit = here & -here
            here ^= bit
            nodes += 1
            if frame == last:
                frames[frame + QUEEN] = bit
                add_solution(n, frames, a, tally)
                continue
            taken, rise, fall = columns | bit, (up | bit) << 1, (down | bit) >> 1
            ahead = frames[frame + NEXT] & ~(taken | rise | fall)
            if frame == before_decisive:
                ahead &= allowed(n, a, decisive, second, taken)
            if ahead == 0:
                continue
            in_two = frames[frame + IN_TWO] & ~(taken | (rise << 1) | (fall >> 1))
            in_three = frames[frame + IN_THREE] & ~(taken | (rise << 2) | (fall >> 2))
            if (in_two == 0) | (in_three == 0):  # one branch: the processor guesses two badly
                continue
            frames[frame + QUEEN], frames[frame + FREE] = bit, here
            frames[frame + RISING], frames[frame + FALLING] = up, down
            here, columns, up, down = ahead, taken, rise, fall
            frame += WIDTH
        if frame == top:
            return nodes
        frame -= WIDTH
        here, up, down = frames[frame + FREE], frames[frame + RISING], frames[frame + FALLING]
        columns ^= frames[frame + QUEEN]
