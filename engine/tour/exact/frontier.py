"""The order in which squares enter the frontier, for the dynamic program of `kernels.frontier`.

Squares enter one after the other, along the longer side of the board. A square stays on the frontier until its last
neighbour has entered.
"""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.uint64]

WIDEST = 16
"""The largest frontier that fits into a key."""
MOST_AHEAD = 16
"""The largest number of squares ahead that are examined."""


class StepColumn(IntEnum):
    """Columns of `Layout.steps`."""

    SLOTS = 0
    """Five numbers: the frontier slots of the four squares in `earlier`, -1 for none, and of the square itself."""
    LEAVES = 5
    """Five flags: which of those leave after this step."""
    BALANCE = 10
    """Light squares minus dark squares that have entered."""
    AHEAD = 11
    """The index in `Layout.ahead` at which the squares ahead of this step begin."""
    COLUMNS = 12


class WindowView(IntEnum):
    """Columns of `Layout.views`: facts about the frontier after a step."""

    ROOM = 0
    """At the place of each label: how many neighbours of that square have not entered yet."""
    LIGHT = 1
    """The light squares."""
    COLUMNS = 2


class Ahead(IntEnum):
    """Columns of `Layout.ahead`: facts about a square that has not entered yet."""

    BESIDE = 0
    """Its neighbours on the frontier."""
    BEYOND = 1
    """How many of its neighbours have not entered either; one more for the start, which needs one link less."""
    COLUMNS = 2


class Layout(NamedTuple):
    """The order of the squares and their slots on the frontier; empty if the board does not fit.

    The facts of a step hold after it. A set of frontier squares is a key with the lowest bit of each square's label.
    """

    width: int
    """The largest size of the frontier, including the square that enters."""
    squares: NDArray[np.int64]
    """The squares in their order; the position of a square is its step."""
    start: int
    """The step of the start square; -1 for any start."""
    earlier: NDArray[np.int64]
    """For each step, the steps of up to four neighbours that entered before; -1 for none."""
    steps: NDArray[np.int64]
    """For each step, and one after the last, the columns of `StepColumn`."""
    views: Keys
    """For each step, the columns of `WindowView`."""
    ahead: Keys
    """For squares ahead, in order and again for each step, the columns of `Ahead`."""


def layout(free: NDArray[np.bool_], start: int | None = None) -> Layout:
    """Return the layout of a board, by columns or by rows: the one with the narrower frontier.

    The start enters late, so the order begins at the opposite corner. Before the start has entered, only one other end
    is possible, so there are fewer states.
    """
    rows, cols = free.shape
    numbers = np.arange(free.size, dtype=np.int64).reshape(free.shape)
    if start is not None:
        down, right = (
            -1 if 2 * place < side else 1 for place, side in zip(divmod(start, cols), free.shape, strict=True)
        )
        free, numbers = free[::down, ::right], numbers[::down, ::right]
    ways = [(free.T, numbers.T), (free, numbers)]
    if rows > cols:
        ways.reverse()
    orders = [_order(board, squares, folded=False) for board, squares in ways]
    if min(order.width for order in orders) > WIDEST:
        orders = [_order(board, squares, folded=True) for board, squares in ways]
    width, whole, squares, earlier, later = min(orders, key=lambda order: order.width)
    # Where the frontier would be empty before the end, the board falls apart: one square more suffices to see it.
    n = min(len(earlier), whole + 1) if width <= WIDEST else 0
    earlier, squares = earlier[:n], squares[:n]
    later = np.where(later[:n] < n, later[:n], -1)
    order = np.arange(n)
    last = np.maximum(later.max(axis=1, initial=-1), order)
    leaves = np.column_stack([(earlier >= 0) & (last[earlier] == order[:, None]), last == order])
    begin = 0 if n == 1 else -1
    if n > 1 and start in squares:
        begin = int(np.flatnonzero(squares == start)[0])
    colour = 1 - 2 * (np.add(*np.divmod(squares, cols)) % 2)
    slots = _seats(earlier, leaves)
    views, ahead, first = _views(earlier, later, slots, leaves, colour, begin)
    steps = np.zeros((n + 1, StepColumn.COLUMNS), np.int64)
    steps[:n, StepColumn.SLOTS : StepColumn.LEAVES] = slots
    steps[:n, StepColumn.LEAVES : StepColumn.BALANCE] = leaves
    steps[:n, StepColumn.BALANCE] = colour.cumsum()
    steps[:, StepColumn.AHEAD] = first
    return Layout(width, squares, begin, earlier, steps, views, ahead)


class SquareOrder(NamedTuple):
    """One order of the squares and what follows from it."""

    width: int
    """The largest size of the frontier."""
    whole: int
    """How many squares have entered when the frontier is empty for the first time."""
    squares: NDArray[np.int64]
    earlier: NDArray[np.int64]
    """The neighbours of each square that enter before it; -1 for none."""
    later: NDArray[np.int64]


def _order(board: NDArray[np.bool_], numbers: NDArray[np.int64], folded: bool) -> SquareOrder:
    """Return the order row by row.

    Folded, every second column comes first and the others on the way back: the frontier has one square less.
    """
    step = np.full((board.shape[0] + 4, board.shape[1] + 4), -1, np.int64)
    columns = np.arange(board.shape[1])
    if folded:
        columns = np.concatenate([columns[1::2], columns[::2][::-1]])
    row, place = np.nonzero(board[:, columns])
    squares = numbers[row, columns[place]]
    row, col = row + 2, columns[place] + 2
    step[row, col] = steps = np.arange(len(row))
    moves = ((2, 1), (2, -1), (1, 2), (1, -2))
    earlier = np.column_stack([step[row - down, col - right] for down, right in moves])
    later = np.column_stack([step[row + down, col + right] for down, right in moves])
    last = np.maximum(later.max(axis=1, initial=-1), steps)
    stay = steps + 1 - np.bincount(last, minlength=len(row)).cumsum()
    width = 1 + int(stay[:-1].max(initial=0)) if len(row) else 0
    return SquareOrder(width, 1 + int(stay.argmin()) if len(row) else 0, squares, earlier, later)


def _seats(earlier: NDArray[np.int64], leaves: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Give each square a slot of the frontier while it is there."""
    vacant, mine = list(range(WIDEST)), list[int]()
    for step, (those, leaving) in enumerate(zip(earlier.tolist(), leaves.tolist(), strict=True)):
        mine.append(vacant.pop(0))
        vacant += [mine[square] for square, now in zip([*those, step], leaving, strict=True) if now]
        vacant.sort()
    slot = np.array(mine, np.int64)
    return np.column_stack([np.where(earlier >= 0, slot[earlier], -1), slot])


def _views(
    earlier: NDArray[np.int64],
    later: NDArray[np.int64],
    slots: NDArray[np.int64],
    leaves: NDArray[np.bool_],
    colour: NDArray[np.int64],
    start: int,
) -> tuple[Keys, Keys, list[int]]:
    """Return the views after each step, the squares ahead, and the index at which those of each step begin."""
    slot, befores, afters, tones = slots[:, 4].tolist(), earlier.tolist(), later.tolist(), colour.tolist()
    unseen = [sum(other >= 0 for other in both) for both in np.hstack([earlier, later]).tolist()]
    views, ahead, first = list[tuple[int, int]](), list[tuple[int, int]](), [0]
    room = light = 0
    beside: dict[int, int] = {}
    for step, leaving in enumerate(leaves.tolist()):
        mine = 1 << 4 * slot[step]
        beside.pop(step, None)
        light |= mine if tones[step] > 0 else 0
        for square in befores[step]:
            room -= 1 << 4 * slot[square] if square >= 0 else 0
        for square in afters[step]:
            if square >= 0:
                room += mine
                beside[square] = beside.get(square, 0) | mine
                unseen[square] -= 1
        for square, now in zip([*befores[step], step], leaving, strict=True):
            light &= ~(1 << 4 * slot[square]) if now else -1
        seen = [(beside[square], unseen[square] + (square == start)) for square in sorted(beside)]
        ahead += [(those, beyond) for those, beyond in seen if beyond < 2 or those.bit_count() > 2][:MOST_AHEAD]
        first.append(len(ahead))
        views.append((room, light))
    return (
        np.array(views, np.uint64).reshape(-1, WindowView.COLUMNS),
        np.array(ahead, np.uint64).reshape(-1, Ahead.COLUMNS),
        first,
    )
