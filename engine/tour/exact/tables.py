"""Tables of counts, and the step from one table to the next: threads make its blocks in parallel."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.counting.threads import Task, Threads
from knightwatch.engine.tour.exact.degree_sets import index, members, powers, set_of
from knightwatch.engine.tour.exact.half_board import HalfStep
from knightwatch.engine.tour.kernels import blocks, degrees
from knightwatch.engine.tour.kernels.blocks import Counts, Ranks, StepBuffers, Table
from knightwatch.engine.tour.kernels.degrees import Vectors, Words
from knightwatch.engine.tour.kernels.matchings import MATCHINGS, RankMaps

B = TypeVar("B")

PLACES = 1 << 20
"""Places of the blocks that one task makes: this takes some hundredths of a second."""
EXACT = 1 << 32
"""As a modulus: counts are the numbers themselves, below this. Any other modulus is a smaller prime."""


class BlockRange(NamedTuple):
    """A range of blocks for one task."""

    first: int
    end: int
    places: int
    """The number of places of these blocks."""


def block_ranges(vectors: Vectors, slots: int, places: int, threads: Threads) -> list[BlockRange]:
    """Split the blocks of some vectors into ranges of about this number of places."""
    points = np.zeros(len(vectors), np.int8)
    threads.call(degrees.write_points, vectors, slots, points)
    ends: NDArray[np.int64] = np.cumsum(MATCHINGS.astype(np.int32)[points], dtype=np.int64)
    ranges, first, before = list[BlockRange](), 0, 0
    while first < len(ends):
        end = max(first + 1, int(np.searchsorted(ends, before + places, side="right")))
        ranges.append(BlockRange(first, end, int(ends[end - 1]) - before))
        first, before = end, int(ends[end - 1])
    return ranges


def table(words: Words, length: NDArray[np.int32], ranks: Ranks, counts: Counts, threads: Threads) -> Table:
    """Return the table with these entries; `length` has the number of entries of each block."""
    first = np.zeros(len(length) + 1, np.int64)
    np.cumsum(length, out=first[1:])
    return Table(index(words, threads), first, ranks, counts)


def is_table(
    vectors: Vectors,
    slots: int,
    length: NDArray[np.int32],
    ranks: Ranks,
    counts: Counts,
    modulus: int,
    threads: Threads,
) -> bool:
    """Return whether these entries fit the blocks of these vectors: lengths, ranks and counts are within bounds."""
    if len(length) != len(vectors) or len(ranks) != len(counts):
        return False
    if np.any(length < 0) or length.sum(dtype=np.int64) != len(ranks):
        return False
    points = np.zeros(len(vectors), np.int8)
    threads.call(degrees.write_points, vectors, slots, points)
    filled = np.flatnonzero(length)
    if not len(filled):
        return True
    first = np.cumsum(length, dtype=np.int64)[filled] - length[filled]
    most = np.maximum.reduceat(ranks, first)
    return bool(np.all(most < MATCHINGS[points[filled]]) and counts.max() < modulus)


def lengths(table: Table) -> NDArray[np.int32]:
    """Return the number of entries of each block."""
    return np.diff(table.first).astype(np.int32)


def first_table(slots: int, threads: Threads) -> Table:
    """Return the table before the first step: no links, in one way."""
    no_links, one = np.zeros(1, np.uint32), np.ones(1, np.uint32)
    return table(set_of(no_links, slots, threads), np.ones(1, np.int32), no_links, one, threads)


class EntryBuffer:
    """A growing list of entries. It allocates the expected size at once: growing would fragment the memory."""

    def __init__(self, expected: int) -> None:
        size = expected + expected // 8 + PLACES
        self.ranks: Ranks = np.empty(size, np.uint32)
        self.counts: Counts = np.empty(size, np.uint32)
        self.length = 0

    def add(self, ranks: Ranks, counts: Counts) -> None:
        """Append entries."""
        end = self.length + len(ranks)
        if end > len(self.ranks):
            self._resize(max(end, 9 * len(self.ranks) // 8))
        self.ranks[self.length : end] = ranks
        self.counts[self.length : end] = counts
        self.length = end

    def all(self) -> tuple[Ranks, Counts]:
        """Release the unused memory and return all entries; do not add more afterwards."""
        self._resize(self.length)
        return self.ranks, self.counts

    def _resize(self, size: int) -> None:
        self.ranks.resize(size, refcheck=False)
        self.counts.resize(size, refcheck=False)


class BufferPool(Generic[B]):
    """Buffers that threads borrow and give back: allocating them again for each task would cost memory."""

    def __init__(self, make: Callable[[], B]) -> None:
        self._make = make
        self._free = SimpleQueue[B]()

    @contextmanager
    def borrowed(self) -> Iterator[B]:
        """Lend one set of buffers to a thread, which must leave it as it was."""
        try:
            buffers = self._free.get_nowait()
        except Empty:
            buffers = self._make()
        yield buffers
        self._free.put(buffers)


def step_buffers(largest: int) -> StepBuffers:
    """Return buffers for one task; the largest block has this number of places."""
    written = max(PLACES, largest)
    return StepBuffers(np.zeros(largest + 1, np.int64), np.empty(written, np.uint32), np.empty(written, np.uint32))


class TableStep:
    """One step from a table to the next."""

    def __init__(
        self, before: Table, step: HalfStep, words: Words, slots: int, maps: RankMaps, modulus: int, threads: Threads
    ) -> None:
        """`words` is the set of degree vectors after the step."""
        self.before, self.step, self.words, self.slots, self.maps = before, step, words, slots, maps
        self.modulus, self.threads = modulus, threads
        self.large = False
        """Whether a count reached the modulus and was reduced."""
        self.table: Table | None = None
        """The next table, once it is complete."""

    def work(self, largest: int, expected: int) -> Iterator[int]:
        """Make all blocks; yield how many places were done since the last time.

        `largest` is the number of places of the largest block, `expected` the expected number of entries.
        """
        vectors, entries = members(self.words, self.threads), EntryBuffer(expected)
        pool = BufferPool(lambda: step_buffers(largest))
        length = np.zeros(len(vectors), np.int32)
        ranges = block_ranges(vectors, self.slots, PLACES, self.threads)
        tasks: list[Task[tuple[Ranks, Counts, bool]]] = [
            (self._blocks, (vectors[each.first : each.end], length[each.first : each.end], pool)) for each in ranges
        ]
        left = iter(ranges)
        for result in self.threads.results(tasks):
            if result is not None:
                entries.add(*result[:2])
                self.large |= result[2]
            yield 0 if result is None else next(left).places
        self.table = table(self.words, length, *entries.all(), self.threads)

    def _blocks(
        self, vectors: Vectors, length: NDArray[np.int32], pool: BufferPool[StepBuffers]
    ) -> tuple[Ranks, Counts, bool]:
        """Make some blocks: return their entries, and whether a count was too large; write their lengths."""
        with pool.borrowed() as buffers:
            written, large = self.threads.call(
                blocks.step,
                self.before,
                vectors,
                self.step.slot,
                self.step.choices,
                powers(self.slots),
                self.maps,
                buffers,
                length,
                self.modulus,
            )
            return buffers.ranks[:written].copy(), buffers.counts[:written].copy(), large
