"""Kernel of `divide`, after Parberry (1997): give each part of the board a tour, and join the parts one by one.

Each square has two links, to the squares before and after it in its tour; -1 is no link. An open tour has one -1 at
each end. To join two tours, take a move a-b of one and a move c-d of the other such that a-c and b-d are knight's moves
too, and replace the first two moves by these.
"""

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.kernel import kernel
from knightwatch.engine.compiled.trace import Extent, Points, record
from knightwatch.engine.core.clock import DONE, MILESTONES
from knightwatch.engine.tour.kernels.squares import Counters


class DivideCounter(IntEnum):
    """Counters of `divide`."""

    LAID = 0
    """Parts that have their own tour."""
    JOINED = 1
    """Joined parts."""
    SQUARES = 2
    """Squares of the joined parts."""
    LAST = 3
    """The part of the last step."""
    JOINING = 4
    """1 if that step joined the part, 0 if it laid the part's tour."""
    STUCK = 5
    """1 if a part could not be joined."""
    HERE = 6
    """First of four places for the last exchange: two squares of the part's move, two squares of the other move."""
    HERE_END = 9


Counter = DivideCounter


class DivideConstants(NamedTuple):
    """The parts of the board, and a tour for each size of part. Squares are numbered without a border here."""

    rows: int
    cols: int
    tops: NDArray[np.int64]
    lefts: NDArray[np.int64]
    kinds: NDArray[np.int64]
    """For each part, the index of its size."""
    heights: NDArray[np.int64]
    widths: NDArray[np.int64]
    begins: NDArray[np.int64]
    """For each size, where its tour begins in `tours`; then where the last tour ends."""
    tours: NDArray[np.int32]
    moves: NDArray[np.int64]
    open_part: int
    """The part with the open tour; -1 if all tours are closed."""
    start: int
    """The first square of the tour."""


class Division(NamedTuple):
    """The state of `divide`."""

    links: NDArray[np.int32]
    """For each square, the squares before and after it in its tour; -1 for none."""
    tour: NDArray[np.int32]
    """The squares of the whole tour in order, once all parts are joined."""
    counters: Counters
    points: Points
    extent: Extent


Ints = NDArray[np.int64]
Links = NDArray[np.int32]

FLIPS = 4
"""Orientations of a part's tour: unchanged, reflected left to right, top to bottom, or both."""


@kernel
def square_at(constants: DivideConstants, part: int, place: int, flip: int) -> int:
    """Return the square of the board for index `place` of a part's tour."""
    kind = constants.kinds[part]
    row, col = divmod(np.int64(constants.tours[constants.begins[kind] + place]), constants.widths[kind])
    if flip % 2:
        col = constants.widths[kind] - 1 - col
    if flip >= 2:
        row = constants.heights[kind] - 1 - row
    return int((constants.tops[part] + row) * constants.cols + constants.lefts[part] + col)


@kernel
def lay_tour(constants: DivideConstants, part: int, flip: int, links: Links) -> None:
    """Link the squares of a part to its own tour."""
    kind = constants.kinds[part]
    squares = constants.begins[kind + 1] - constants.begins[kind]
    first = before = square_at(constants, part, 0, flip)
    links[first, 0] = links[first, 1] = -1
    for place in range(1, squares):
        here = square_at(constants, part, place, flip)
        links[before, 1], links[here, 0], links[here, 1] = here, before, -1
        before = here
    if part != constants.open_part:
        links[before, 1], links[first, 0] = first, before


@kernel
def is_move(a: Any, b: Any, cols: int) -> bool:
    """Return whether two squares are a knight's move apart."""
    down, right = abs(a // cols - b // cols), abs(a % cols - b % cols)
    return bool(down * right == 2)


@kernel
def relink(links: Links, square: Any, old: Any, new: Any) -> None:
    """Replace one link of a square."""
    links[square, 0 if links[square, 0] == old else 1] = new


@kernel
def find_exchange(constants: DivideConstants, part: int, links: Links, found: Ints) -> bool:
    """Find a move of the part and a move of the joined tour that can be exchanged; write their four squares.

    Return False if there is no such pair of moves.
    """
    kind, cols = constants.kinds[part], constants.cols
    top, left = constants.tops[part], constants.lefts[part]
    bottom, right = top + constants.heights[kind], left + constants.widths[kind]
    for row in range(top, bottom):
        for col in range(left, right):
            here = row * cols + col
            for k in range(8):
                r, c = row + constants.moves[k, 0], col + constants.moves[k, 1]
                if not (0 <= r < constants.rows and 0 <= c < cols) or (top <= r < bottom and left <= c < right):
                    continue
                there = r * cols + c
                for mine in range(2):
                    for other in range(2):
                        a, b = links[here, mine], links[there, other]
                        if a >= 0 and b >= 0 and is_move(a, b, cols):
                            found[0], found[1], found[2], found[3] = here, a, there, b
                            return True
    return False


@kernel
def join(constants: DivideConstants, part: int, links: Links, counters: Ints) -> bool:
    """Join a part to the joined tour, in any orientation; return False if none works."""
    found = np.empty(4, np.int64)
    for flip in range(FLIPS):
        if flip and part == constants.open_part:  # a reflected open tour would not begin on the start
            return False
        if flip:
            lay_tour(constants, part, flip, links)
        if find_exchange(constants, part, links, found):
            here, a, there, b = found
            relink(links, here, a, there)
            relink(links, a, here, b)
            relink(links, there, b, here)
            relink(links, b, there, a)
            for i in range(4):
                counters[Counter.HERE + i] = found[i]
            return True
    return False


@kernel
def trace_tour(links: Links, start: int, path: NDArray[np.int32]) -> int:
    """Write the squares of a tour from `start` until it closes, ends, or fills `path`; return their number."""
    path[0] = start
    before, here, found = -1, start, 1
    while True:
        there = links[here, 1] if links[here, 1] != before and links[here, 1] >= 0 else links[here, 0]
        if there < 0 or there in (before, start) or found == len(path):
            return found
        path[found] = there
        found += 1
        before, here = here, there


@kernel
def divide(constants: DivideConstants, division: Division, clock: Ints, budget: int, halt: bool) -> None:
    """Do up to `budget` steps; each gives a part its tour or joins a part.

    Stop early when all parts are joined, when one cannot be joined or, with `halt`, after a part is joined.
    """
    links, tour, counters, points, extent = division
    value = np.empty(1)
    while budget > 0 and counters[Counter.JOINED] < len(constants.kinds) and not counters[Counter.STUCK]:
        part = counters[Counter.LAID]
        joining = part > counters[Counter.JOINED]
        if joining:
            part -= 1
            if not join(constants, part, links, counters):
                counters[Counter.STUCK] = 1
                return
        else:
            lay_tour(constants, part, 0, links)
            counters[Counter.LAID] = part + 1
        counters[Counter.LAST] = part
        kind = constants.kinds[part]
        joined = joining or part == 0
        counters[Counter.JOINING] = joining
        if joined:
            counters[Counter.JOINED] = part + 1
            counters[Counter.SQUARES] += constants.begins[kind + 1] - constants.begins[kind]
            clock[MILESTONES] += 1
            if part + 1 == len(constants.kinds):
                trace_tour(links, constants.start, tour)
        value[0] = counters[Counter.SQUARES]
        record(points, extent, value)
        clock[DONE] += 1
        budget -= 1
        if joined and halt:
            return
