"""One half of a board for the exact count: its squares in processing order, and the slots of the window.

Squares are processed row by row. Processing a square gives it both links: each link goes to a later square. So only
later squares that a processed square can reach matter. These fill two rows: the window.

Within a row, the even columns come first, then the odd ones from right to left. With this order, the slot of a square
is free before the square two rows below and one column aside needs it. That square takes the slot over.

After the last row of the half, the window holds the two rows in the middle of the board. Links between these two rows
belong to one of the halves: this half has those that go two columns to the right. Seen from the other side of the
board, the remaining links do the same. Each half is described as seen from its own side.

An open tour has two ends. An extra vertex Z beside the board, which may be linked to every square, makes it a cycle.
The last step links squares of the nearer row of the window with Z.
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
    """One step: it processes a square, or as the last step links tour ends in the nearer row of the window with Z."""

    square: int
    """The square, row * cols + column as seen from this side; -1 in the last step."""
    slot: int
    """The slot of the square; -1 in the last step."""
    choices: NDArray[np.int64]
    """One row for each choice: the links that the square already has, two slots that get a link, and the links that Z
    gets between those two. A slot of -1 stands for the square itself."""


class HalfBoard(NamedTuple):
    """The steps through a half, and the window at the end."""

    width: int
    rows: int
    """The number of rows that are processed."""
    slots: int
    """The slots of the window; one more for Z if tours may be open."""
    steps: tuple[HalfStep, ...]
    after: tuple[int, ...]
    """The number of steps done after each row."""
    links: NDArray[np.int64]
    """Pairs of slots that may be linked within the window; no two pairs share a slot."""
    full: int
    """The degree vector of a window whose squares all have two links."""
    tones: NDArray[np.int64]
    """By slot: 1 for a dark square of the window, -1 for a light one, 0 for none."""
    balance: int
    """Twice the difference: processed dark squares minus processed light ones."""

    @property
    def open(self) -> bool:
        """Whether tours may have ends."""
        return self.slots > 2 * self.width


def half_board(free: Free, dark: Free, rows: int, ends: NDArray[np.int8] | None = None) -> HalfBoard:
    """Return the half with this number of rows, as seen from its own side; for closed tours, `ends` is None."""
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
    """Return the slot of a square: at the end, the two slots of a column of the window are neighbours."""
    for _ in range(row, rows, 2):
        col = col ^ 1 if col ^ 1 < width else col
        row += 2
    return 2 * col + row - rows


def _choices(near: list[int], must: int | None) -> NDArray[np.int64]:
    """Return the choices of links for a square that already has two, one or no links."""
    ways = [(2, -1, -1, 0), *((1, a, -1, 0) for a in near), *((0, a, b, 0) for a, b in combinations(near, 2))]
    kept = [way for way in ways if must is None or must in way[1:3]]
    return np.array(kept, np.int64).reshape(-1, 4)


def _last(ends: list[int], z: int) -> NDArray[np.int64]:
    """Return the choices of tour ends in the nearer row: none, one, or two with Z between them."""
    slots = {2 * col: EndRule(end) for col, end in enumerate(ends) if end}
    must = {slot for slot, end in slots.items() if end is EndRule.MUST}
    ways = [(0, -1, -1, 0), *((0, slot, z, 0) for slot in slots), *((0, a, b, 2) for a, b in combinations(slots, 2))]
    return np.array([way for way in ways if must <= set(way[1:3])], np.int64).reshape(-1, 4)
