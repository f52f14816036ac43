"""Tables of counts: from the one before a step to the one after it, by threads, each of which makes some of its
blocks.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.tour.exact.crew import Crew, Task
from knightwatch.engine.tour.exact.half import HalfStep
from knightwatch.engine.tour.exact.reach import index, marked, members, powers
from knightwatch.engine.tour.kernels import blocks, degrees
from knightwatch.engine.tour.kernels.blocks import MATCHINGS, Counts, Maps, Ranks, Table
from knightwatch.engine.tour.kernels.degrees import Numbers, Vectors, Words

R = TypeVar("R")

PLACES = 1 << 20
"""Places of the blocks that a thread makes at a time: some hundredths of a second."""
EXACT = 1 << 32
"""Counts of a table are below; where that is not enough, they are remainders by some smaller number."""


class TablePart(NamedTuple):
    """Some blocks that are made or joined at a time."""

    first: int
    end: int
    places: int


def parts(vectors: Vectors, slots: int, places: int, crew: Crew) -> list[TablePart]:
    """Return the blocks of some degrees in parts of about so many places."""
    points = np.zeros(len(vectors), np.int8)
    crew.call(degrees.count_points, vectors, slots, points)
    ends: NDArray[np.int64] = np.cumsum(MATCHINGS.astype(np.int32)[points], dtype=np.int64)
    found, first, before = list[TablePart](), 0, 0
    while first < len(ends):
        end = max(first + 1, int(np.searchsorted(ends, before + places, side="right")))
        found.append(TablePart(first, end, int(ends[end - 1]) - before))
        first, before = end, int(ends[end - 1])
    return found


def table(words: Words, length: NDArray[np.int32], ranks: Ranks, counts: Counts, crew: Crew) -> Table:
    """Return the table with these entries, so many for each block of a set of degrees."""
    first = np.zeros(len(length) + 1, np.int64)
    np.cumsum(length, out=first[1:])
    return Table(index(words, crew), first, ranks, counts)


def lengths(table: Table) -> NDArray[np.int32]:
    """Return how many entries each block has."""
    return np.diff(table.first).astype(np.int32)


def first_table(slots: int, crew: Crew) -> Table:
    """Return the table before the first step: nothing is linked, in one way."""
    nothing, one = np.zeros(1, np.uint32), np.ones(1, np.uint32)
    return table(marked(nothing, slots, crew), np.ones(1, np.int32), nothing, one, crew)


class Entries:
    """Ranks and counts that have as much room as is expected, so that they need not grow and leave gaps in memory."""

    def __init__(self, expected: int) -> None:
        room = expected + expected // 8 + PLACES
        self.ranks: Ranks = np.empty(room, np.uint32)
        self.counts: Counts = np.empty(room, np.uint32)
        self.length = 0

    def add(self, ranks: Ranks, counts: Counts) -> None:
        """Add some entries."""
        end = self.length + len(ranks)
        if end > len(self.ranks):
            self._resize(max(end, 9 * len(self.ranks) // 8))
        self.ranks[self.length : end] = ranks
        self.counts[self.length : end] = counts
        self.length = end

    def all(self) -> tuple[Ranks, Counts]:
        """Return all entries; there can be no more then."""
        self._resize(self.length)
        return self.ranks, self.counts

    def _resize(self, room: int) -> None:
        self.ranks.resize(room, refcheck=False)
        self.counts.resize(room, refcheck=False)


class Rooms(Generic[R]):
    """Rooms to work in, each one thread's at a time; kept, since what threads allocate again and again piles up."""

    def __init__(self, make: Callable[[], R]) -> None:
        self._make = make
        self._free = SimpleQueue[R]()

    @contextmanager
    def one(self) -> Iterator[R]:
        """Have one that is free; it has to be left as it was."""
        try:
            room = self._free.get_nowait()
        except Empty:
            room = self._make()
        yield room
        self._free.put(room)


class Desk(NamedTuple):
    """Where a thread makes blocks."""

    places: Numbers
    """A block with all its places, empty."""
    ranks: Ranks
    counts: Counts


def desk(largest: int) -> Desk:
    """Return room for some blocks, the largest of which has so many places."""
    written = max(PLACES, largest)
    return Desk(np.zeros(largest + 1, np.int64), np.empty(written, np.uint32), np.empty(written, np.uint32))


class Following:
    """The table that follows another by a step, on its way."""

    def __init__(
        self, before: Table, step: HalfStep, words: Words, slots: int, maps: Maps, modulus: int, crew: Crew
    ) -> None:
        self.before, self.step, self.words, self.slots, self.maps = before, step, words, slots, maps
        self.modulus, self.crew = modulus, crew
        self.large = False
        """Whether a count was too large for the modulus."""
        self.table: Table | None = None

    def work(self, largest: int, expected: int) -> Iterator[int]:
        """Make all blocks, the largest of which has so many places, with about so many entries; yield how many places
        are done since the last time.
        """
        vectors, desks, entries = members(self.words, self.crew), Rooms(lambda: desk(largest)), Entries(expected)
        length = np.zeros(len(vectors), np.int32)
        ranges = parts(vectors, self.slots, PLACES, self.crew)
        tasks: list[Task[tuple[Ranks, Counts, bool]]] = [
            (self._blocks, (vectors[part.first : part.end], length[part.first : part.end], desks)) for part in ranges
        ]
        left = iter(ranges)
        for made in self.crew.each(tasks):
            if made is not None:
                entries.add(*made[:2])
                self.large |= made[2]
            yield 0 if made is None else next(left).places
        self.table = table(self.words, length, *entries.all(), self.crew)

    def _blocks(self, vectors: Vectors, length: NDArray[np.int32], desks: Rooms[Desk]) -> tuple[Ranks, Counts, bool]:
        with desks.one() as desk:
            written, large = self.crew.call(
                blocks.step,
                self.before,
                vectors,
                self.step.slot,
                self.step.choices,
                powers(self.slots),
                self.maps,
                desk.places,
                length,
                desk.ranks,
                desk.counts,
                self.modulus,
            )
            return desk.ranks[:written].copy(), desk.counts[:written].copy(), large
