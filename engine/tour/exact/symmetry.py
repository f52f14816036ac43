"""Closed tours that are their own image when the board is turned by half, or flipped; and how many differ at all.

Counted are whole boards with an even number of rows, for which one half tells the other. Which symmetries a closed tour
can have follows from what a symmetry does to the ring of its squares: it turns the ring, or it reflects it and then
leaves two squares or moves in their place. A diagonal leaves three squares or more, and so does the middle column of a
board: none. Where both sides are even, a flip exchanges the colours and moves no square by a knight's move, so that it
turns the ring by half its length, which is even, and leaves the colours: none. A quarter turn needs a side of 2, 6, 10,
... squares by the same reason; on 6 x 6 such tours are few enough to try all ways.
"""

from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from itertools import chain, combinations, product

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.boards import adjacent, neighbours
from knightwatch.engine.tour.exact.crew import Crew
from knightwatch.engine.tour.exact.half import Free, Half
from knightwatch.engine.tour.exact.joint import ROOMS
from knightwatch.engine.tour.exact.keeping import Checkpoints
from knightwatch.engine.tour.exact.reach import as_steps, empty, members, powers
from knightwatch.engine.tour.exact.shape import Shape, shape
from knightwatch.engine.tour.exact.side import HalfTally
from knightwatch.engine.tour.exact.tables import Rooms, TablePart, parts
from knightwatch.engine.tour.exact.tally import PLACES, Tally
from knightwatch.engine.tour.kernels import degrees, symmetry
from knightwatch.engine.tour.kernels import join as joining
from knightwatch.engine.tour.kernels.degrees import Numbers, Vectors

LEAST = 3
"""Boards with fewer rows or columns have no closed tours."""
WIDE = 8
"""Columns up to which a board is worth lying on its side."""
Link = tuple[int, int]
"""Two slots of the window."""


class Symmetry(StrEnum):
    """What can be done to a board."""

    HALF_TURN = "half-turn"
    FLIP = "flip"
    """Along the middle of the sides that have an even number of squares."""


def moved_slots(half: Half, what: Symmetry) -> NDArray[np.int64]:
    """Return for each slot of the window the one where a symmetry moves its square."""
    slots = np.arange(2 * half.width)
    return slots ^ 1 if what is Symmetry.FLIP else slots[::-1].copy()


def shared_links(half: Half, what: Symmetry) -> tuple[list[Link], list[Link]]:
    """Return one of each pair of links of the window that are images of each other, no two of them at the same slot,
    and the links that are their own images.
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
    raise AssertionError("links of a window that are no two at a slot can be chosen in each width")


class SymmetricTally(Tally):
    """The number of closed tours that a symmetry maps to themselves."""

    def __init__(
        self,
        board: Shape,
        what: Symmetry,
        crew: Crew,
        known: HalfTally | None = None,
        keeper: Checkpoints | None = None,
    ) -> None:
        """Take over the side of all closed tours, if that is known."""
        super().__init__(board, True, None, crew, keeper=keeper)
        assert self.same
        if known:
            self.top = self.bottom = known
            self.own = [side for side in (known,) if side.table is None]
        self._moved = moved_slots(self.top.half, what)
        chosen, self._single = shared_links(self.top.half, what)
        self._links = np.array(chosen, np.int64).reshape(-1, 2)
        self._made: list[tuple[int, NDArray[np.int64]]] = []
        """How many of the degrees are whole once some links are made that are their own images, and these links."""

    def reach(self) -> Iterator[None]:
        yield from super().reach()
        half = self.top.half
        vectors = self.top.reach.vectors(len(half.steps))
        for step in as_steps(self._links):
            words = empty(half.slots)
            yield from self.crew.all(degrees.spread, [(vectors, step.slot, step.choices, powers(half.slots), words)])
            vectors = members(words, self.crew)
        found = list[Vectors]()
        for made in chain.from_iterable(combinations(self._single, n) for n in range(len(self._single) + 1)):
            more = np.bincount(list(chain.from_iterable(made)), minlength=half.slots)
            whole = np.zeros(len(vectors), np.bool_)
            self.crew.call(symmetry.wholes, vectors, self._moved, more, powers(half.slots), whole)
            found.append(vectors[whole])
            self._made.append((len(found[-1]), np.array(made, np.int64).reshape(-1, 2)))
        self.ends = np.concatenate(found)
        self.parts = parts(self.ends, half.slots, PLACES, self.crew)

    def _joins(self, begun: int, modulus: int) -> Iterator[tuple[int, bool] | None]:
        joint = self.joint(modulus)
        rooms = Rooms(joint.room)
        yield from self.crew.each([(self._fixed, (part, rooms, joint.modulus)) for part in self.parts[begun:]])

    def _fixed(self, part: TablePart, rooms: Rooms[Numbers], modulus: int) -> tuple[int, bool]:
        """Return the number of tours with some of the degrees, and whether a count on the way was too large."""
        sums, any_large, begin = np.zeros(joining.SUMS, np.int64), False, 0
        with rooms.one() as room:
            size = len(room) // ROOMS
            for number, made in self._made:
                first, end = max(part.first, begin), min(part.end, begin + number)
                begin += number
                if first < end:
                    any_large |= self.crew.call(
                        symmetry.fixed,
                        self.top.table,
                        self.ends[first:end],
                        self._links,
                        made,
                        self._moved,
                        powers(self.top.half.slots),
                        self.maps,
                        room[:size],
                        room[size : 2 * size],
                        room[2 * size : 3 * size],
                        joining.scratch(),
                        modulus,
                        sums,
                    )
        return joining.number(sums.tolist()), any_large


@cache
def quarter_turned(side: int) -> int:
    """Return how many closed tours of a square board are their own images after a quarter turn; by trying all ways."""
    if side % 4 != 2:
        return 0
    squares = range(side * side)
    turned = [col * side + side - 1 - row for row, col in (divmod(square, side) for square in squares)]
    orbits = [{square, turned[square], turned[turned[square]], turned.index(square)} for square in squares]
    home = (turned[0], turned.index(0))

    def ways(path: list[int], seen: set[int]) -> int:
        if 4 * len(path) == side * side:  # a quarter of the ring, which goes on with the image of its first square
            return sum(adjacent(path[-1], image, side) for image in home)
        steps = [there for there in neighbours(path[-1], side, side) if there not in seen]
        return sum(ways([*path, there], seen | orbits[there]) for there in steps)

    return ways([0], orbits[0]) // 2


def with_even_rows(free: Free) -> Shape | None:
    """Return the shape of a board without holes that has an even number of rows, if it is narrow enough so."""
    usual = shape(free)
    if not free.all() or min(free.shape) < LEAST:
        return None
    if len(usual.free) % 2 == 0:
        return usual
    other = Shape(usual.free.T.copy(), usual.dark.T.copy(), not usual.turned, usual.corner[::-1])
    return other if len(other.free) % 2 == 0 and other.width <= WIDE else None


def classes(closed: int, half_turn: int, flip: int, quarter_turn: int, square: bool) -> int:
    """Return how many closed tours differ by more than a symmetry of the board (Burnside's lemma)."""
    return (closed + half_turn + flip + 2 * quarter_turn) // (8 if square else 4)
