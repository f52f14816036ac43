"""Tables of counts: from the one before a step to the one after it, by threads, each of which makes some of its
blocks.
"""

from collections.abc import Iterator
from functools import partial
from queue import SimpleQueue

import numpy as np
from numpy.typing import NDArray

from engine.tour.counters import Maps
from engine.tour.exact.crew import Crew, Task
from engine.tour.exact.half import Step
from engine.tour.exact.reach import block_sizes, index, powers
from engine.tour.kernels import blocks
from engine.tour.kernels.blocks import Counts, Ranks, Table
from engine.tour.kernels.degrees import Numbers, Vectors

PLACES = 1 << 20
"""Places of the blocks that a thread makes at a time: some hundredths of a second."""
EXACT = 1 << 32
"""Counts of a table are below; where that is not enough, they are remainders by some smaller number."""
ENTRY = 8
"""Bytes of an entry."""


def table(vectors: Vectors, slots: int, length: NDArray[np.int32], ranks: Ranks, counts: Counts, crew: Crew) -> Table:
    """Return the table with these entries, so many for each block."""
    first = np.zeros(len(length), np.int64)
    np.cumsum(length[:-1], out=first[1:])
    return Table(vectors, index(vectors, slots, crew), first, length, ranks, counts)


def first_table(slots: int, crew: Crew) -> Table:
    """Return the table before the first step: nothing is linked, in one way."""
    nothing = np.zeros(1, np.uint32)
    return table(nothing, slots, np.ones(1, np.int32), nothing, np.ones(1, np.uint32), crew)


class Entries:
    """Ranks and counts that grow in place, so that a table is never there twice."""

    def __init__(self) -> None:
        self.ranks: Ranks = np.empty(0, np.uint32)
        self.counts: Counts = np.empty(0, np.uint32)
        self.length = 0

    def add(self, ranks: Ranks, counts: Counts) -> None:
        """Add some entries."""
        end = self.length + len(ranks)
        if end > len(self.ranks):
            self._resize(max(end, 9 * len(self.ranks) // 8, PLACES))
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


class Rooms:
    """Blocks with all their places, empty: each is one thread's at a time."""

    def __init__(self, places: int) -> None:
        self.places = places
        self._free = SimpleQueue[Numbers]()

    def take(self) -> Numbers:
        """Return one that is free."""
        return np.zeros(self.places, np.int64) if self._free.empty() else self._free.get()

    def give_back(self, room: Numbers) -> None:
        """Return one that is empty again."""
        self._free.put(room)


def parts(sizes: NDArray[np.int64], places: int) -> Iterator[tuple[int, int]]:
    """Return ranges of blocks with about so many places in each."""
    ends = sizes.cumsum()
    first = 0
    while first < len(sizes):
        before = int(ends[first - 1]) if first else 0
        end = max(first + 1, int(np.searchsorted(ends, before + places, side="right")))
        yield first, end
        first = end


class Following:
    """The table that follows another by a step, on its way."""

    def __init__(
        self, before: Table, step: Step, vectors: Vectors, slots: int, maps: Maps, modulus: int, crew: Crew
    ) -> None:
        self.before, self.step, self.vectors, self.slots, self.maps = before, step, vectors, slots, maps
        self.modulus, self.crew = modulus, crew
        self.large = False
        """Whether a count was too large for the modulus."""
        self.sizes = block_sizes(vectors, slots, crew)
        self.done = 0
        """Places that are done."""
        self.table: Table | None = None

    def work(self) -> Iterator[None]:
        """Make all blocks."""
        rooms, entries = Rooms(int(self.sizes.max(initial=1)) + 1), Entries()
        length = np.zeros(len(self.vectors), np.int32)
        ranges = list(parts(self.sizes, PLACES))
        tasks: list[Task[tuple[Ranks, Counts, bool]]] = [
            (partial(self._blocks, rooms, length), where) for where in ranges
        ]
        left = iter(ranges)
        for made in self.crew.each(tasks):
            if made is not None:
                first, end = next(left)
                self.done += int(self.sizes[first:end].sum())
                entries.add(*made[:2])
                self.large |= made[2]
            yield
        self.table = table(self.vectors, self.slots, length, *entries.all(), self.crew)

    def _blocks(self, rooms: Rooms, length: NDArray[np.int32], first: int, end: int) -> tuple[Ranks, Counts, bool]:
        room = int(self.sizes[first:end].sum())
        ranks, counts = np.empty(room, np.uint32), np.empty(room, np.uint32)
        places = rooms.take()
        written, large = self.crew.call(
            blocks.step,
            self.before,
            self.vectors[first:end],
            self.step.slot,
            self.step.choices,
            powers(self.slots),
            self.maps,
            places,
            length[first:end],
            ranks,
            counts,
            self.modulus,
        )
        rooms.give_back(places)
        return ranks[:written], counts[:written], large
