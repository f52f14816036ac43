"""One exact number of tours, on its way: which degrees occur, the tables of both halves, and all pairs of them.

Counts are kept in 32 bits. Where that is not enough, tours are counted once for each of some primes instead, and the
number is put together from its remainders. How many primes that takes is told by the number of ways to give each square
two links, whatever cycles these make, which is easily counted and never less.
"""

import time
from collections.abc import Generator, Iterator
from functools import partial
from math import log2

import numpy as np
from numpy.typing import NDArray

from engine.compiled.tiers import NotReady
from engine.core.pace import SLICE
from engine.store.counts import KeptSide
from engine.tour.counters import MATCHINGS, Maps
from engine.tour.exact.crew import Crew, Task
from engine.tour.exact.half import Half
from engine.tour.exact.keeping import Keeper
from engine.tour.exact.matchings import maps
from engine.tour.exact.reach import Reach, as_steps, block_sizes, index, powers
from engine.tour.exact.remainders import enough_primes, together
from engine.tour.exact.shape import Shape, shape
from engine.tour.exact.tables import ENTRY, EXACT, Following, Rooms, first_table, parts, table
from engine.tour.kernels import degrees
from engine.tour.kernels import join as joining
from engine.tour.kernels.blocks import Table

SHARE = 0.25
"""Of all places in a table's blocks, at most about so many have an entry; that many are reckoned with."""
PLACES = 1 << 18
"""Places of the blocks that a thread joins at a time: some hundredths of a second."""
TOO_LARGE = -1
"""Stands for the number of parts that are joined where a count did not fit into 32 bits."""
KEEP_SECONDS = 2.0
"""How often the sum over what was joined is written down."""
PATIENCE = 10
"""Slices of time between two looks for machine code."""
JOINED = 20
"""A place in a join takes as long as so many in a step."""


class HalfTally:
    """One half of the board, with its degrees and, in the end, its table."""

    def __init__(self, half: Half, crew: Crew) -> None:
        self.half, self.crew = half, crew
        self.reach = Reach(half, crew)
        self.places: list[int] = []
        """Places of the blocks after each step."""
        self.largest = 1
        """Places of the largest block."""
        self.table: Table | None = None
        self.modulus = 0
        """What counts of the table are remainders by; EXACT where they are the numbers themselves."""

    def weigh(self) -> None:
        """Note how many places there are."""
        sizes = [block_sizes(stage, self.half.slots, self.crew) for stage in self.reach.stages]
        self.largest = max(int(each.max(initial=1)) for each in sizes)
        self.places = [int(each.sum()) for each in sizes[: len(self.reach.tables())]]

    def bits(self) -> tuple[NDArray[np.float64], float]:
        """Return the ways to all degrees at the end, whatever cycles they make, and a power of two to multiply them
        by.
        """
        ways, bits = np.ones(1), 0.0
        steps = (*self.half.steps, *as_steps(self.half.links))
        for place, step in enumerate(steps):
            before, after = self.reach.stages[place : place + 2]
            found = np.zeros(len(after))
            known = step.slot, step.choices, powers(self.half.slots), index(after, self.half.slots, self.crew)
            self.crew.call(degrees.flow, before, ways, *known, found)
            most = found.max(initial=1.0)
            ways, bits = found / most, bits + log2(most)
        return ways, bits


def get_ready(crew: Crew) -> Iterator[None]:
    """Wait until all kernels are machine code: count a small board again and again until that works."""
    while True:
        try:
            with crew.tier.needed(True):
                for closed in (True, False):
                    tally = Tally(shape(np.ones((4, 3), np.bool_)), closed, None, crew)
                    for _ in (*tally.reach(), *tally.work()):
                        pass
                    tally.bits()
            return
        except NotReady:
            for _ in range(PATIENCE):
                time.sleep(SLICE)
                yield


class TooLarge(Exception):
    """A count does not fit into its 32 bits."""


class Tally:
    """The number of closed tours, of open ones, or of those from a start."""

    def __init__(
        self,
        shape: Shape,
        closed: bool,
        start: int | None,
        crew: Crew,
        known: dict[bool, HalfTally] | None = None,
        keeper: Keeper | None = None,
    ) -> None:
        """Take over sides known from all open tours: True is the upper one, False the other if that differs."""
        self.crew, self.keeper, self.shape = crew, keeper or Keeper(), shape
        known = known or {}
        ends = None if closed else shape.ends()
        if start is None:
            self.top = HalfTally(shape.upper(ends), crew)
            self.bottom = self.top if shape.flips else HalfTally(shape.lower(ends), crew)
        elif shape.is_upper(start):
            self.top = HalfTally(shape.upper(shape.ends(start)), crew)
            self.bottom = known.get(False) or known.get(True) or HalfTally(shape.lower(ends), crew)
        else:
            self.top = known.get(True) or HalfTally(shape.upper(ends), crew)
            self.bottom = HalfTally(shape.lower(shape.ends(start)), crew)
        self.halved = shape.mirrors and not closed and start is None
        """Whether, of tours with one end in the upper half, only those are counted that have it on a dark square."""
        self.weights = np.array([1, 2 if self.halved else 1, 1])
        """How often a tour counts, by the links that Z has in the upper half."""
        self.points = 0
        """Points that there are at most in a block."""
        self.maps: Maps
        self.sizes: NDArray[np.int64]
        """Places of the blocks to be joined."""
        self.places = 0
        """Places in all tables and in blocks to be joined, the latter as often as they take longer."""
        self.done = 0
        """Of these, how many are done."""
        self.states: list[int] = []
        """How many there were after each step so far."""
        self.filling: tuple[HalfTally, int] | None = None
        """The half whose table is being made, and how many of its steps are done."""
        self.joined = 0
        """The sum over what is joined so far."""
        self.modulus = EXACT
        """What that is a remainder by; EXACT where it is the number itself."""
        self.number: int | None = None

    @property
    def same(self) -> bool:
        """Whether both halves are one."""
        return self.top is self.bottom

    @property
    def sides(self) -> list[HalfTally]:
        """Both halves, or the one that is both."""
        return [self.top] if self.same else [self.top, self.bottom]

    @property
    def fraction(self) -> float:
        """How much of the work is done, of the tables and the join."""
        return min(1.0, self.done / self.places) if self.places else 0.0

    def processed(self) -> list[int]:
        """Return the squares of the shape that have all their links in the table on its way, or in both."""
        rows, width = self.shape.free.shape
        if self.filling:
            side, done = self.filling
            seen = [step.square for step in side.half.steps[:done] if step.square >= 0]
            if side is self.top:
                return seen
            return [(rows - 1 - square // width) * width + square % width for square in seen]
        if not any(side.table for side in self.sides):
            return []
        middle = range(self.shape.top * width, (self.shape.top + 2) * width)
        return [square for square in np.flatnonzero(self.shape.free).tolist() if square not in middle]

    def known_sides(self) -> dict[bool, HalfTally]:
        """Return the sides for tallies of the same board that have a start."""
        return {True: self.top} if self.same else {True: self.top, False: self.bottom}

    def reach(self) -> Iterator[None]:
        """Find out which degrees occur, and so how large the tables will be."""
        top, bottom = self.top.reach, self.bottom.reach
        for side in self.sides:
            if not side.places:
                yield from side.reach.forwards()
        if not self.top.places:
            kept = top.completed(bottom.ends)
            if self.halved:
                kept &= top.dark_ends()
            if self.same:  # what completes something must itself be kept
                top.stages[-1] = top.ends[kept]
                kept = top.completed(top.ends)
            yield from top.backwards(kept)
            self.top.weigh()
        if not self.bottom.places:
            yield from bottom.backwards(bottom.completed(top.ends))
            self.bottom.weigh()
        self.points = int(np.flatnonzero(max(side.largest for side in self.sides) == MATCHINGS)[-1])
        self.maps = maps(self.points)
        self.sizes = block_sizes(top.ends, self.top.half.slots, self.crew)
        self.places = JOINED * int(self.sizes.sum())
        self.places += sum(sum(side.places[1:]) for side in self.sides if side.table is None)

    def memory(self) -> int:
        """Return about how many bytes it takes at most, once it is known which degrees occur."""
        slots, peak, kept = self.top.half.slots, 0, 0
        for side in self.sides:
            two = max((a + b for a, b in zip(side.places, side.places[1:], strict=False)), default=0)
            peak = max(peak, kept + int(SHARE * ENTRY * two))
            kept += int(SHARE * ENTRY * side.places[-1])
        vectors = sum(stage.nbytes for side in self.sides for stage in side.reach.stages)
        rooms = 5 * 8 * self.crew.threads * max(side.largest for side in self.sides)
        return int(peak + vectors + self.maps.images.nbytes + 3**slots + rooms)

    def bits(self) -> float:
        """Return how many bits the number has at most."""
        (top, some), (bottom, more) = self.top.bits(), self.bottom.bits()
        pairs = min(top.sum() * bottom.max(initial=0.0), top.max(initial=0.0) * bottom.sum())
        return some + more + log2(max(pairs, 1.0)) + 2  # twice as many where they are halved, and rounding

    def work(self) -> Iterator[None]:
        """Count."""
        try:
            self.number = yield from self._count(EXACT)
        except TooLarge:
            found = []
            for prime in enough_primes(self.bits()):
                number = yield from self._count(prime)
                found.append((prime, number % prime))
            self.number = together(found)

    def _count(self, modulus: int) -> Generator[None, None, int]:
        """Count, up to multiples of a modulus; raises TooLarge where that is EXACT, and not enough."""
        rooms, ranges = Rooms(5 * int(self.sizes.max(initial=1) + 1)), list(parts(self.sizes, PLACES))
        begun, number = self.keeper.joined(modulus)
        if begun == TOO_LARGE:
            raise TooLarge
        if begun == len(ranges):
            return number
        self.done, self.joined, self.modulus, kept_at = 0, 0, modulus, time.monotonic()
        yield from self.fill(modulus)
        self.done += JOINED * sum(int(self.sizes[first:end].sum()) for first, end in ranges[:begun])
        self.joined = number
        tasks: list[Task[tuple[int, bool]]] = [(partial(self._join, rooms, modulus), r) for r in ranges[begun:]]
        for made in self.crew.each(tasks):
            if made is not None:
                first, end = ranges[begun]
                begun, self.joined = begun + 1, self.joined + made[0]
                self.done += JOINED * int(self.sizes[first:end].sum())
                self._check(made[1], modulus)
                if begun == len(ranges) or time.monotonic() - kept_at > KEEP_SECONDS:
                    self.keeper.keep_joined(modulus, begun, self.joined)
                    kept_at = time.monotonic()
            yield
        return self.joined

    def _check(self, large: bool, modulus: int) -> None:
        """Raise TooLarge where a count was too large, unless counts are remainders anyway."""
        if large and modulus == EXACT:
            self.keeper.keep_joined(modulus, TOO_LARGE, 0)
            raise TooLarge

    def fill(self, modulus: int) -> Iterator[None]:
        """Make the tables of both sides."""
        for side in self.sides:
            if side.table is None or side.modulus != modulus:
                yield from self._fill(side, modulus)

    def refill(self) -> Iterator[None]:
        """Make the tables again of a number that is known, as far as they are not kept."""
        large = self.keeper.joined(EXACT)[0] == TOO_LARGE
        yield from self.fill(enough_primes(self.bits())[-1] if large else EXACT)

    def _fill(self, side: HalfTally, modulus: int) -> Iterator[None]:
        """Make the table of a half."""
        name, steps, half, stages = "top" if side is self.top else "bottom", 0, side.half, side.reach.tables()
        made, states = first_table(half.slots, self.crew), list[int]()
        if kept := self.keeper.side(name, modulus):
            steps, states = kept.steps, kept.states
            made = table(stages[steps], half.slots, kept.length, kept.ranks, kept.counts, self.crew)
            self.done += sum(side.places[1 : steps + 1])
        self.states += states
        for place in range(steps, len(half.steps)):
            following = Following(made, half.steps[place], stages[place + 1], half.slots, self.maps, modulus, self.crew)
            before, self.filling = self.done, (side, place)
            for _ in following.work():
                self.done = before + following.done
                yield
            self._check(following.large, modulus)
            assert following.table
            made = following.table
            self.states.append(len(made.ranks))
            states.append(len(made.ranks))
            if place + 1 in (*half.after, len(half.steps)):
                kept = KeptSide(modulus, place + 1, states, made.length, made.ranks, made.counts)
                yield from self.crew.aside(self.keeper.keep_side, name, kept)
        side.table, side.modulus, self.filling = made, modulus, None

    def _join(self, rooms: Rooms, modulus: int, first: int, end: int) -> tuple[int, bool]:
        """Return the number of tours with some of the degrees, and whether a count on the way was too large."""
        top, bottom, room = self.top, self.bottom, rooms.take()
        size = len(room) // 5
        sums = np.zeros(joining.SUMS, np.int64)
        large = self.crew.call(
            joining.join,
            top.table,
            bottom.table,
            top.reach.ends[first:end],
            top.half.links,
            bottom.half.links,
            top.half.full,
            self.same,
            self.weights,
            powers(top.half.slots),
            self.maps,
            room[:size],
            room[size : 3 * size],
            room[3 * size : 4 * size],
            room[4 * size :],
            joining.scratch(),
            modulus,
            sums,
        )
        rooms.give_back(room)
        return joining.number(sums.tolist()), large
