"""One half of a board for the exact count: its squares in order, and where each stands in a window of two rows.

Squares are processed one after the other, row by row. A processed square has all its links: both are chosen when it is
processed, among the squares that come later. So only later squares that a processed one can reach have to be known:
those of two rows, the window. Within a row the even columns come first, then the odd ones backwards: then the slot of
each square is free when the square two rows below it, one column aside, is reached for the first time, and takes it
over.

When the rows of the half are processed, the window holds the two rows in the middle of the board. Of the links between
these two, the half has those that lead two columns to the right: seen from the other side of the board, the ones left
over do the same. Each half is told as it is seen from its own side.

A tour that is open has two ends. One more point Z beside the board, which any square may be linked with, makes it
closed. Squares of the nearer row of the window are linked with Z in the last step.
"""

from enum import IntEnum
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Free = NDArray[np.bool_]


class EndRule(IntEnum):
    """Whether a tour may end on a square."""

    NEVER = 0
    MAY = 1
    MUST = 2


class HalfStep(NamedTuple):
    """A square that is processed, or at last the ends of tours in the nearer row of the window."""

    square: int
    """The square, row * cols + column as seen from this side; -1 for the ends."""
    slot: int
    """Where it stands; -1 for the ends."""
    choices: NDArray[np.int64]
    """In each row: how many links the square has already, two slots that are linked, in place of one the square itself
    where -1, and how many links Z gets between those two."""


class HalfBoard(NamedTuple):
    """The steps through a half, and what they end with."""

    width: int
    rows: int
    """Rows that are processed."""
    slots: int
    """Slots of the window, and one for Z where tours may be open."""
    steps: tuple[HalfStep, ...]
    after: tuple[int, ...]
    """How many steps are done after each row."""
    links: NDArray[np.int64]
    """Pairs of slots that may be linked within the window; no slot is in two of them."""
    full: int
    """Degrees of all squares of the window, in base 3 by slot, when each has both links."""
    tones: NDArray[np.int64]
    """By slot: 1 for a dark square of the window, -1 for a light one, 0 for none."""
    balance: int
    """Twice how many more dark squares than light ones are processed."""

    @property
    def open(self) -> bool:
        """Whether tours may have ends."""
        return self.slots > 2 * self.width


def half_board(free: Free, dark: Free, rows: int, ends: NDArray[np.int8] | None = None) -> HalfBoard:
    """Return the half with so many rows of a board, as it is seen from its own side; without ends, for closed tours."""
    width = free.shape[1]
    z = 2 * width
    steps, after = list[HalfStep](), list[int]()
    for row in range(rows):
        for col in (*range(0, width, 2), *range(width - 1 - width % 2, 0, -2)):
            if free[row, col]:
                near = [
                    _slot(row + down, col + right, rows, width)
                    for down, right in ((1, 2), (1, -2), (2, 1), (2, -1))
                    if 0 <= col + right < width and free[row + down, col + right]
                ]
                end = EndRule.NEVER if ends is None else EndRule(int(ends[row, col]))
                choices = _choices([*near, z] if end else near, z if end is EndRule.MUST else None)
                steps.append(HalfStep(row * width + col, _slot(row, col, rows, width), choices))
        after.append(len(steps))
    if ends is not None:
        row_ends = np.where(free[rows], ends[rows], EndRule.NEVER)
        steps.append(HalfStep(-1, -1, _last(row_ends.tolist(), z)))
    links = [(2 * col, 2 * col + 5) for col in range(width - 2) if free[rows, col] and free[rows + 1, col + 2]]
    colour = np.where(dark, 1, -1) * free
    slots = z if ends is None else z + 1
    there = np.append(free[rows : rows + 2].T.ravel(), ends is not None)[:slots]
    return HalfBoard(
        width,
        rows,
        slots,
        tuple(steps),
        tuple(after),
        np.array(links, np.int64).reshape(-1, 2),
        int((2 * 3 ** np.arange(slots)[there]).sum()),
        np.append(colour[rows : rows + 2].T.ravel(), 0)[:slots],
        2 * int(colour[:rows].sum()),
    )


def _slot(row: int, col: int, rows: int, width: int) -> int:
    """Return the slot of a square: in the end, each column of the window has two that stand side by side."""
    for _ in range(row, rows, 2):
        col = col ^ 1 if col ^ 1 < width else col
        row += 2
    return 2 * col + row - rows


def _choices(near: list[int], must: int | None) -> NDArray[np.int64]:
    """Return the ways to give a square its two links, of which it may have one or both already."""
    ways = [(2, -1, -1, 0), *((1, a, -1, 0) for a in near), *((0, a, b, 0) for a, b in combinations(near, 2))]
    kept = [way for way in ways if must is None or must in way[1:3]]
    return np.array(kept, np.int64).reshape(-1, 4)


def _last(ends: list[int], z: int) -> NDArray[np.int64]:
    """Return the ways to have ends of a tour on squares of the nearer row: none, one, or two that Z lies between."""
    slots = {2 * col: EndRule(end) for col, end in enumerate(ends) if end}
    must = {slot for slot, end in slots.items() if end is EndRule.MUST}
    ways = [(0, -1, -1, 0), *((0, slot, z, 0) for slot in slots), *((0, a, b, 2) for a, b in combinations(slots, 2))]
    return np.array([way for way in ways if must <= set(way[1:3])], np.int64).reshape(-1, 4)
