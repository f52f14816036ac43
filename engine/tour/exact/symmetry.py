"""Closed tours that a symmetry of the board maps to themselves, and the number of classes of closed tours.

This counts full boards with an even number of rows: there one half determines the other. A symmetry of a closed tour
rotates or reflects the cycle of its squares. A reflection of the cycle fixes two squares, or two moves, or one of each.
That rules out most symmetries:

- A reflection in a diagonal fixes three squares or more, and so does one in the middle column of an odd board: none.
- If both sides are even, a flip exchanges the colours and moves no square by a knight's move. So it would rotate the
  cycle by half its length, which is even and keeps the colours: none.
- For the same reason a quarter turn needs a side of 2, 6, 10, ... squares. On 6 x 6 there are few enough such tours to
  try all paths.
"""

from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from itertools import chain, combinations, product

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.boards import adjacent, neighbours
from knightwatch.engine.counting.threads import Threads
from knightwatch.engine.tour.exact.checkpoints import Checkpoints
from knightwatch.engine.tour.exact.degree_sets import empty, members, powers
from knightwatch.engine.tour.exact.half_board import Free, HalfBoard
from knightwatch.engine.tour.exact.half_count import HalfCount
from knightwatch.engine.tour.exact.reachable import as_steps
from knightwatch.engine.tour.exact.split_board import SplitBoard, split_board
from knightwatch.engine.tour.exact.tables import BlockRange, BufferPool, block_ranges
from knightwatch.engine.tour.exact.tour_count import PLACES, TourCount
from knightwatch.engine.tour.kernels import degrees, symmetry
from knightwatch.engine.tour.kernels import join as joining
from knightwatch.engine.tour.kernels.degrees import Vectors
from knightwatch.engine.tour.kernels.join import JoinBuffers

LEAST = 3
"""Boards with fewer rows or columns have no closed tours."""
WIDE = 8
"""The largest width to which a board may be turned for an even number of rows."""
Link = tuple[int, int]
"""Two slots of the window."""


class Symmetry(StrEnum):
    """A symmetry of the board that a closed tour can have."""

    HALF_TURN = "half-turn"
    FLIP = "flip"
    """Exchanges the upper and the lower half."""


def moved_slots(half: HalfBoard, what: Symmetry) -> NDArray[np.int64]:
    """Return for each slot of the window the slot of its square's image."""
    slots = np.arange(2 * half.width)
    return slots ^ 1 if what is Symmetry.FLIP else slots[::-1].copy()


def shared_links(half: HalfBoard, what: Symmetry) -> tuple[list[Link], list[Link]]:
    """Return one link of each pair of images in the window, and the links that are their own images.

    No two of the chosen links share a slot.
    """
    moved = moved_slots(half, what).tolist()
    right = half.links.tolist()
    every = {(min(link), max(link)) for link in (*right, *((a ^ 1, b ^ 1) for a, b in right))}
    pairs, own = list[tuple[Link, Link]](), list[Link]()
    while every:
        link = min(every)
        a, b = sorted(moved[slot] for slot in link)
        if (a, b) == link:
            own.append(link)
        else:
            pairs.append((link, (a, b)))
        every -= {link, (a, b)}
    for chosen in product(*pairs):
        slots = list(chain.from_iterable(chosen))
        if len(slots) == len(set(slots)):
            return list(chosen), own
    raise AssertionError("every width has a choice of links without a shared slot")


class SymmetricTourCount(TourCount):
    """The number of closed tours that a symmetry maps to themselves."""

    def __init__(
        self,
        board: SplitBoard,
        what: Symmetry,
        threads: Threads,
        known: HalfCount | None = None,
        checkpoints: Checkpoints | None = None,
    ) -> None:
        """Reuse the half of all closed tours if it is known."""
        super().__init__(board, True, None, threads, checkpoints=checkpoints)
        assert self.same
        if known:
            self.top = self.bottom = known
            self.own = [half for half in (known,) if half.table is None]
        self._moved = moved_slots(self.top.half, what)
        chosen, self._self_images = shared_links(self.top.half, what)
        self._links = np.array(chosen, np.int64).reshape(-1, 2)
        self._sections: list[tuple[int, NDArray[np.int64]]] = []
        """Sections of `ends`: a number of vectors, and the self-image links that complete these vectors."""

    def reach(self) -> Iterator[None]:
        yield from super().reach()
        half = self.top.half
        vectors = self.top.reach.vectors(len(half.steps))
        for step in as_steps(self._links):
            words = empty(half.slots)
            arguments = vectors, step.slot, step.choices, powers(half.slots), words
            yield from self.threads.run_all(degrees.add_successors, [arguments])
            vectors = members(words, self.threads)
        completed = list[Vectors]()
        own = self._self_images
        for made in chain.from_iterable(combinations(own, n) for n in range(len(own) + 1)):
            more = np.bincount(list(chain.from_iterable(made)), minlength=half.slots)
            whole = np.zeros(len(vectors), np.bool_)
            self.threads.call(symmetry.completes, vectors, self._moved, more, powers(half.slots), whole)
            completed.append(vectors[whole])
            self._sections.append((len(completed[-1]), np.array(made, np.int64).reshape(-1, 2)))
        self.ends = np.concatenate(completed)
        self.ranges = block_ranges(self.ends, half.slots, PLACES, self.threads)

    def _join_results(self, begun: int, modulus: int) -> Iterator[tuple[int, bool] | None]:
        join = self.join(modulus)
        pool = BufferPool(join.buffers)
        yield from self.threads.results([(self._fixed, (each, pool, join.modulus)) for each in self.ranges[begun:]])

    def _fixed(self, blocks: BlockRange, pool: BufferPool[JoinBuffers], modulus: int) -> tuple[int, bool]:
        """Return the number of symmetric tours in a range of blocks, and whether a count was too large."""
        sums, any_large, begin = np.zeros(joining.SUMS, np.int64), False, 0
        with pool.borrowed() as buffers:
            for number, made in self._sections:
                first, end = max(blocks.first, begin), min(blocks.end, begin + number)
                begin += number
                if first < end:
                    any_large |= self.threads.call(
                        symmetry.fixed,
                        self.top.table,
                        self.ends[first:end],
                        self._links,
                        made,
                        self._moved,
                        powers(self.top.half.slots),
                        self.maps,
                        buffers,
                        modulus,
                        sums,
                    )
        return joining.number(sums.tolist()), any_large


@cache
def quarter_turned(side: int) -> int:
    """Count the closed tours of a square board that a quarter turn maps to themselves, by trying all paths."""
    if side % 4 != 2:
        return 0
    squares = range(side * side)
    turned = [col * side + side - 1 - row for row, col in (divmod(square, side) for square in squares)]
    orbits = [{square, turned[square], turned[turned[square]], turned.index(square)} for square in squares]
    home = (turned[0], turned.index(0))

    def paths(path: list[int], visited: set[int]) -> int:
        if 4 * len(path) == side * side:  # a quarter of the cycle, which goes on with an image of its first square
            return sum(adjacent(path[-1], image, side) for image in home)
        steps = [there for there in neighbours(path[-1], side, side) if there not in visited]
        return sum(paths([*path, there], visited | orbits[there]) for there in steps)

    return paths([0], orbits[0]) // 2


def with_even_rows(free: Free) -> SplitBoard | None:
    """Return a full board with an even number of rows, turned if that is needed and narrow enough; otherwise None."""
    board = split_board(free)
    if not free.all() or min(free.shape) < LEAST:
        return None
    if len(board.free) % 2 == 0:
        return board
    other = SplitBoard(board.free.T.copy(), board.dark.T.copy(), not board.turned, board.corner[::-1])
    return other if len(other.free) % 2 == 0 and other.width <= WIDE else None


def classes(closed: int, half_turn: int, flip: int, quarter_turn: int, square: bool) -> int:
    """Return the number of classes of closed tours under the symmetries of the board (Burnside's lemma)."""
    return (closed + half_turn + flip + 2 * quarter_turn) // (8 if square else 4)
