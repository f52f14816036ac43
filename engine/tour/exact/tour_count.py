"""One exact number of tours: reachable degree vectors first, then a table for each half, then the join of both.

Tables store counts in 32 bits. If that overflows, the tours are counted modulo several primes, each time from the last
exact table, and Chinese remaindering gives the number. The number of primes follows from an upper bound: the ways to
give each square two links, also those with several cycles. That is easy to count.
"""

import time
from collections.abc import Generator, Iterator
from concurrent.futures import Executor
from itertools import pairwise
from math import log2

import numpy as np

from knightwatch.engine.counting.threads import Threads, results_in_order
from knightwatch.engine.tour.exact import remote_join
from knightwatch.engine.tour.exact.checkpoints import Checkpoints
from knightwatch.engine.tour.exact.degree_sets import empty
from knightwatch.engine.tour.exact.half_count import CountOverflow, HalfCount
from knightwatch.engine.tour.exact.join import DENSE_BLOCKS, HalfJoin
from knightwatch.engine.tour.exact.matchings import rank_maps, rank_maps_bytes
from knightwatch.engine.tour.exact.modular import chinese_remainder, primes_for
from knightwatch.engine.tour.exact.remote_join import check_result, join_job, run_join_job
from knightwatch.engine.tour.exact.split_board import SplitBoard
from knightwatch.engine.tour.exact.tables import EXACT, BlockRange, BufferPool, block_ranges
from knightwatch.engine.tour.exact.tables import PLACES as STEP_PLACES
from knightwatch.engine.tour.kernels.blocks import Table
from knightwatch.engine.tour.kernels.degrees import Vectors
from knightwatch.engine.tour.kernels.join import JoinBuffers
from knightwatch.engine.tour.kernels.matchings import MATCHINGS, RankMaps

PLACES = 1 << 18
"""Places of the blocks that one task joins: this takes some hundredths of a second."""
GROUP = 64
"""Ranges of blocks in one remote job: this takes some seconds."""
OVERFLOW = -1
"""Saved instead of a number of joined ranges: counting with EXACT has overflowed."""
SAVE_SECONDS = 2.0
"""Seconds between two checkpoints of the join."""
JOIN_COST = 20
"""The time to join one place, compared with the time to make one place in a step."""
PROCESS = 170 << 20
"""Bytes of the program itself, measured: mostly the compiler, which loads the kernels."""
STEADY = 10
"""Rows after which the degree vectors of a strip repeat, measured."""
LISTED = 4
"""A list of the vectors of one step takes as much memory as this number of bit fields."""
WIDER = 8
"""In a join, counts may be this many times as large as EXACT: they are not stored."""


class TourCount:
    """The number of closed tours, of open tours, or of tours from a start."""

    def __init__(
        self,
        board: SplitBoard,
        closed: bool,
        start: int | None,
        threads: Threads,
        known: dict[bool, HalfCount] | None = None,
        checkpoints: Checkpoints | None = None,
        executor: Executor | None = None,
    ) -> None:
        """Reuse known halves of all open tours, and join on the executor if there is one.

        `known` has the upper half under True, and the lower half under False if it differs.
        """
        self.threads, self.checkpoints, self.executor = threads, checkpoints or Checkpoints(), executor
        self.board = board
        known = known or {}
        ends = None if closed else board.ends()
        if start is None:
            self.top = HalfCount(board.upper(ends), threads)
            self.bottom = self.top if board.flips else HalfCount(board.lower(ends), threads)
        elif board.is_upper(start):
            self.top = HalfCount(board.upper(board.ends(start)), threads)
            self.bottom = known.get(False) or known.get(True) or HalfCount(board.lower(ends), threads)
        else:
            self.top = known.get(True) or HalfCount(board.upper(ends), threads)
            self.bottom = HalfCount(board.lower(board.ends(start)), threads)
        self.halved = board.mirrors and not closed and start is None
        """Whether symmetry halves the work: a tour with one end in the upper half counts twice if that end is dark, and
        not at all if it is light."""
        self.weights = np.array([1, 2 if self.halved else 1, 1])
        """How often a tour counts, by the number of links that Z has in the upper half."""
        self.points = 0
        """The largest number of points in a block."""
        self.maps: RankMaps
        self.ends: Vectors
        """The vectors of the upper half after the links of the window."""
        self.ranges: list[BlockRange] = []
        """Their blocks, split into tasks for the join."""
        self.group = 1 if executor is None else GROUP
        """The number of ranges in one task."""
        self.own = [half for half in self.halves if half.table is None]
        """The halves that are counted here, not reused."""
        self.places = 0
        """The work: places to make, and places to join times JOIN_COST."""
        self.done = 0
        """The part of this work that is done."""
        self.filling: HalfCount | None = None
        """The half whose table is being made."""
        self.joined = 0
        """The number of tours in the ranges joined so far."""
        self.modulus = EXACT
        """The modulus of that number; EXACT if it is not reduced."""
        self.round = 0, 1
        """The number of known remainders, and of all that are needed."""
        self.number: int | None = None

    @property
    def same(self) -> bool:
        """Whether one table serves as both halves."""
        return self.top is self.bottom

    @property
    def halves(self) -> list[HalfCount]:
        """Both halves, or the one that serves as both."""
        return [self.top] if self.same else [self.top, self.bottom]

    @property
    def largest(self) -> int:
        """The number of places of the largest block."""
        return int(MATCHINGS[self.points])

    @property
    def fraction(self) -> float:
        """The fraction of the work that is done, tables and join."""
        before, rounds = self.round
        return (before + min(1.0, self.done / self.places)) / rounds if self.places else 0.0

    @property
    def states(self) -> list[int]:
        """The number of states after each step so far."""
        return [states for half in self.own for states in half.states]

    def processed(self) -> list[int]:
        """Return the squares with both links: those of the table in progress, or of both halves."""
        rows, width = self.board.free.shape
        filling = self.filling  # read once: another thread may change it
        if filling:
            squares = filling.processed()
            if filling is self.top:
                return squares
            return [(rows - 1 - square // width) * width + square % width for square in squares]
        if not any(half.table for half in self.halves):
            return []
        middle = range(self.board.top * width, (self.board.top + 2) * width)
        return [square for square in np.flatnonzero(self.board.free).tolist() if square not in middle]

    def known_halves(self) -> dict[bool, HalfCount]:
        """Return the halves for counts of the same board from a start."""
        return {True: self.top} if self.same else {True: self.top, False: self.bottom}

    def reach(self) -> Iterator[None]:
        """Find the degree vectors that occur, and with them the sizes of the tables."""
        top, bottom = self.top.reach, self.bottom.reach
        for half in self.halves:
            if not half.places:
                yield from half.reach.forwards()
        if not self.top.places:
            top.keep_completed(bottom.stages[-1])
            if self.halved:
                top.keep_dark_ends()
            if self.same:  # both a vector and its complement must stay
                top.keep_completed(top.stages[-1])
            yield from top.backwards()
            yield from self.top.estimate_sizes()
        if not self.bottom.places:
            bottom.keep_completed(top.stages[-1])
            yield from bottom.backwards()
            yield from self.bottom.estimate_sizes()
        self.points = max(half.points for half in self.halves)
        self.ends = top.vectors(-1)
        self.ranges = block_ranges(self.ends, self.top.half.slots, PLACES, self.threads)

    def reach_memory(self) -> int:
        """Return an estimate of the bytes that `reach` takes, for the whole process."""
        halves = [half.half for half in self.halves if not half.places]
        # the sets of the first row are nearly empty and take no memory
        sets = sum(min(len(half.steps), STEADY * half.width) - half.width + len(half.links) + 1 for half in halves)
        return PROCESS + empty(self.top.half.slots).nbytes * (sets + self.threads.number + LISTED)

    def memory(self) -> int:
        """Return an estimate of the bytes that counting takes, for the whole process. Call `reach` first."""
        buffers = self.threads.number * (8 * self.largest + 8 * max(STEP_PLACES, self.largest))
        peaks, tables = list[int](), sum(half.memory(-1) for half in self.halves if half not in self.own)
        for half in self.own:
            pairs = zip(pairwise(range(len(half.entries))), half.blocks[1:], strict=False)
            peaks += [tables + half.memory(a) + half.memory(b) + 8 * blocks + buffers for (a, b), blocks in pairs]
            tables += half.memory(-1)
        join_buffers = self.threads.number * 8 * DENSE_BLOCKS * self.largest
        peaks.append(tables + self.ends.nbytes + join_buffers)
        sets = {id(words): words.nbytes for half in self.halves for words in half.reach.stages}
        return PROCESS + rank_maps_bytes(self.points) + sum(sets.values()) + max(peaks)

    def bits(self) -> float:
        """Return an upper bound of the number of bits of the result."""
        top, bottom = self.top.ways, self.bottom.ways
        pairs = min(top.sum() * bottom.max(initial=0.0), top.max(initial=0.0) * bottom.sum())
        # two more bits: a factor 2 if symmetry halves the work, and rounding
        return self.top.bits + self.bottom.bits + log2(max(pairs, 1.0)) + 2

    def work(self) -> Iterator[None]:
        """Count exactly; after an overflow, count modulo primes."""
        self.maps = rank_maps(self.points)
        try:
            self.number = yield from self._count(EXACT)
        except CountOverflow:
            self.checkpoints.save_joined(EXACT, OVERFLOW, 0)
            remainders, primes = [], primes_for(self.bits())
            for place, prime in enumerate(primes):
                self.round = place, len(primes)
                number = yield from self._count(prime)
                remainders.append((prime, number % prime))
            self.number = chinese_remainder(remainders)

    def _count(self, modulus: int) -> Generator[None, None, int]:
        """Count modulo a prime, or exactly; raise CountOverflow if EXACT is too small."""
        begun, number = self._last_joined(modulus)
        if begun == OVERFLOW:
            raise CountOverflow
        unfilled = self._unfilled(modulus)
        if begun == len(self.ranges) and all(
            half.load_states(modulus, self.checkpoints, self._name(half)) for half in unfilled
        ):
            return number
        self.done, self.joined, self.modulus, saved_at = 0, 0, modulus, time.monotonic()
        self.places = JOIN_COST * sum(each.places for each in self.ranges)
        self.places += sum(sum(half.places[1:]) for half in unfilled)
        yield from self.fill(modulus)
        self.done += JOIN_COST * sum(each.places for each in self.ranges[:begun])
        self.joined = number
        for result in self._join_results(begun, modulus):
            if result is not None:
                group = self.ranges[begun : begun + self.group]
                self.done += JOIN_COST * sum(each.places for each in group)
                begun, self.joined = begun + len(group), self.joined + result[0]
                if result[1] and modulus == EXACT:
                    raise CountOverflow
                if begun == len(self.ranges) or time.monotonic() - saved_at > SAVE_SECONDS:
                    self.checkpoints.save_joined(modulus, begun, self.joined)
                    saved_at = time.monotonic()
            yield
        return self.joined

    def _last_joined(self, modulus: int) -> tuple[int, int]:
        """Return how many ranges are joined, or OVERFLOW, and the number of tours in them."""
        least = OVERFLOW if modulus == EXACT else 0
        return self.checkpoints.joined(modulus, range(least, len(self.ranges) + 1))

    def fill(self, modulus: int) -> Iterator[None]:
        """Make the missing tables of both halves; raise CountOverflow if EXACT is too small."""
        for half in self._unfilled(modulus):
            before, self.filling = self.done, half
            for _ in half.fill(self.maps, self.largest, modulus, self.checkpoints, self._name(half)):
                self.done = before + half.done
                yield
            self.filling, self.done = None, before + half.done

    def _name(self, half: HalfCount) -> str:
        return "top" if half is self.top else "bottom"

    def _unfilled(self, modulus: int) -> list[HalfCount]:
        """Return the halves without a table for a modulus; an exact table serves every modulus."""
        return [half for half in self.halves if half.table is None or half.modulus not in (EXACT, modulus)]

    def refill(self) -> Iterator[None]:
        """Make the tables of a known number again, from checkpoints if possible."""
        self.maps = rank_maps(self.points)
        overflow = self._last_joined(EXACT)[0] == OVERFLOW
        yield from self.fill(primes_for(self.bits())[-1] if overflow else EXACT)

    def join(self, modulus: int) -> HalfJoin:
        """Return how the halves are joined."""
        top, bottom = self.top.half, self.bottom.half
        modulus = WIDER * modulus if modulus == EXACT else modulus
        links = top.links, bottom.links
        return HalfJoin(links, top.slots, top.full, self.same, self.weights, self.points, modulus)

    def _join_results(self, begun: int, modulus: int) -> Iterator[tuple[int, bool] | None]:
        """Join the remaining ranges, in threads or on the executor; yield each result, None while one is pending."""
        top, bottom, join = self.top.table, self.bottom.table, self.join(modulus)
        assert top
        assert bottom
        groups = [self.ranges[first : first + self.group] for first in range(begun, len(self.ranges), self.group)]
        parts = [self.ends[group[0].first : group[-1].end] for group in groups]
        if self.executor is None:
            pool = BufferPool(join.buffers)
            tasks = [(self._join_part, (join, top, bottom, vectors, pool)) for vectors in parts]
            yield from self.threads.results(tasks)
        else:
            jobs = (join_job(join, top, bottom, vectors, self.threads) for vectors in parts)
            remote = ((run_join_job, (job,)) for job in jobs)
            yield from results_in_order(self.executor, remote, remote_join.AHEAD, check_result)

    def _join_part(
        self, join: HalfJoin, top: Table, bottom: Table, vectors: Vectors, pool: BufferPool[JoinBuffers]
    ) -> tuple[int, bool]:
        with pool.borrowed() as buffers:
            return join.number(top, bottom, vectors, buffers, self.threads)
