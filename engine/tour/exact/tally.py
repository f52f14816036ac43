"""One exact number of tours, on its way: which degrees occur, the tables of both halves, and all pairs of them.

Counts of a table are kept in 32 bits. Where that is not enough, they are remainders from there on: tours are counted
once for each of some primes, from the last table that was exact, and the number is put together from its remainders.
How many primes that takes is told by the number of ways to give each square two links, whatever cycles these make,
which is easily counted and never less.
"""

import time
from collections.abc import Generator, Iterator
from concurrent.futures import Executor
from itertools import pairwise
from math import log2

import numpy as np

from knightwatch.engine.tour.exact import elsewhere
from knightwatch.engine.tour.exact.crew import Crew, in_order
from knightwatch.engine.tour.exact.elsewhere import parcel
from knightwatch.engine.tour.exact.joint import ROOMS, Joint
from knightwatch.engine.tour.exact.keeping import Checkpoints
from knightwatch.engine.tour.exact.matchings import maps, maps_bytes
from knightwatch.engine.tour.exact.reach import empty
from knightwatch.engine.tour.exact.remainders import enough_primes, together
from knightwatch.engine.tour.exact.shape import Shape
from knightwatch.engine.tour.exact.side import HalfTally, TooLarge
from knightwatch.engine.tour.exact.tables import EXACT, Rooms, TablePart, parts
from knightwatch.engine.tour.exact.tables import PLACES as STEP_PLACES
from knightwatch.engine.tour.kernels.blocks import MATCHINGS, Maps, Table
from knightwatch.engine.tour.kernels.degrees import Numbers, Vectors

PLACES = 1 << 18
"""Places of the blocks that a thread joins at a time: some hundredths of a second."""
GROUP = 64
"""So many of these parts are joined elsewhere at a time: some seconds."""
TOO_LARGE = -1
"""Stands for the number of parts that are joined where a count did not fit into 32 bits."""
KEEP_SECONDS = 2.0
"""How often the sum over what was joined is written down."""
JOINED = 20
"""A place in a join takes as long as so many in a step."""
PROCESS = 170 << 20
"""Bytes that the program takes itself, measured: most of it is the compiler that loads kernels."""
STEADY = 10
"""Rows after which the degrees of a strip come again, measured."""
LISTED = 4
"""The degrees of a step in a list take as much memory as so many sets of them."""
WIDER = 8
"""Counts that are joined may be so many times as large as those of tables, since they are not kept."""


class Tally:
    """The number of closed tours, of open ones, or of those from a start."""

    def __init__(
        self,
        shape: Shape,
        closed: bool,
        start: int | None,
        crew: Crew,
        known: dict[bool, HalfTally] | None = None,
        keeper: Checkpoints | None = None,
        executor: Executor | None = None,
    ) -> None:
        """Take over sides known from all open tours: True is the upper one, False the other if that differs. Where
        there is an executor, they are put together there.
        """
        self.crew, self.keeper, self.executor, self.shape = crew, keeper or Checkpoints(), executor, shape
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
        self.ends: Vectors
        """The degrees of the upper half, links of the window included."""
        self.parts: list[TablePart] = []
        """Their blocks, as they are joined."""
        self.group = 1 if executor is None else GROUP
        """Parts that are joined at a time."""
        self.own = [side for side in self.sides if side.table is None]
        """The sides that are counted here first."""
        self.places = 0
        """Places in tables to be made and in blocks to be joined, the latter as often as they take longer."""
        self.done = 0
        """Of these, how many are done."""
        self.filling: HalfTally | None = None
        """The half whose table is being made."""
        self.joined = 0
        """The sum over what is joined so far."""
        self.modulus = EXACT
        """What that is a remainder by; EXACT where it is the number itself."""
        self.round = 0, 1
        """How many remainders are known, of how many."""
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
    def largest(self) -> int:
        """Places of the largest block."""
        return int(MATCHINGS[self.points])

    @property
    def fraction(self) -> float:
        """How much of the work is done, of the tables and the join."""
        before, rounds = self.round
        return (before + min(1.0, self.done / self.places)) / rounds if self.places else 0.0

    @property
    def states(self) -> list[int]:
        """How many there were after each step so far."""
        return [states for side in self.own for states in side.states]

    def processed(self) -> list[int]:
        """Return the squares of the shape that have all their links in the table on its way, or in both."""
        rows, width = self.shape.free.shape
        filling = self.filling  # which another thread may have done by now
        if filling:
            seen = filling.processed()
            if filling is self.top:
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
            top.keep_completed(bottom.stages[-1])
            if self.halved:
                top.keep_dark_ends()
            if self.same:  # what completes something must itself be kept
                top.keep_completed(top.stages[-1])
            yield from top.backwards()
            yield from self.top.weigh()
        if not self.bottom.places:
            bottom.keep_completed(top.stages[-1])
            yield from bottom.backwards()
            yield from self.bottom.weigh()
        self.points = max(side.points for side in self.sides)
        self.ends = top.vectors(-1)
        self.parts = parts(self.ends, self.top.half.slots, PLACES, self.crew)

    def finding(self) -> int:
        """Return about how many bytes this process will take while it finds out which degrees occur."""
        halves = [side.half for side in self.sides if not side.places]
        # those of the first row are nearly empty, and so take no memory
        sets = sum(min(len(half.steps), STEADY * half.width) - half.width + len(half.links) + 1 for half in halves)
        return PROCESS + empty(self.top.half.slots).nbytes * (sets + self.crew.threads + LISTED)

    def memory(self) -> int:
        """Return about how many bytes this process will take at most, once it is known which degrees occur."""
        desks = self.crew.threads * (8 * self.largest + 8 * max(STEP_PLACES, self.largest))
        moments, kept = list[int](), sum(side.memory(-1) for side in self.sides if side not in self.own)
        for side in self.own:
            pairs = zip(pairwise(range(len(side.entries))), side.blocks[1:], strict=False)
            moments += [kept + side.memory(a) + side.memory(b) + 8 * blocks + desks for (a, b), blocks in pairs]
            kept += side.memory(-1)
        rooms = self.crew.threads * 8 * ROOMS * self.largest
        moments.append(kept + self.ends.nbytes + rooms)
        sets = {id(words): words.nbytes for side in self.sides for words in side.reach.stages}
        return PROCESS + maps_bytes(self.points) + sum(sets.values()) + max(moments)

    def bits(self) -> float:
        """Return how many bits the number has at most."""
        top, bottom = self.top.ways, self.bottom.ways
        pairs = min(top.sum() * bottom.max(initial=0.0), top.max(initial=0.0) * bottom.sum())
        # twice as many where they are halved, and rounding
        return self.top.bits + self.bottom.bits + log2(max(pairs, 1.0)) + 2

    def work(self) -> Iterator[None]:
        """Count exactly or, where a count does not fit into its bits, by remainders."""
        self.maps = maps(self.points)
        try:
            self.number = yield from self._count(EXACT)
        except TooLarge:
            self.keeper.keep_joined(EXACT, TOO_LARGE, 0)
            found, primes = [], enough_primes(self.bits())
            for place, prime in enumerate(primes):
                self.round = place, len(primes)
                number = yield from self._count(prime)
                found.append((prime, number % prime))
            self.number = together(found)

    def _count(self, modulus: int) -> Generator[None, None, int]:
        """Count, up to multiples of a modulus; raises TooLarge where that is EXACT, and not enough."""
        begun, number = self.keeper.joined(modulus)
        if begun == TOO_LARGE:
            raise TooLarge
        if begun == len(self.parts):
            for side in self._lacking(modulus):
                side.recall(modulus, self.keeper, self._name(side))
            return number
        self.done, self.joined, self.modulus, kept_at = 0, 0, modulus, time.monotonic()
        self.places = JOINED * sum(part.places for part in self.parts)
        self.places += sum(sum(side.places[1:]) for side in self._lacking(modulus))
        yield from self.fill(modulus)
        self.done += JOINED * sum(part.places for part in self.parts[:begun])
        self.joined = number
        for made in self._joins(begun, modulus):
            if made is not None:
                group = self.parts[begun : begun + self.group]
                self.done += JOINED * sum(part.places for part in group)
                begun, self.joined = begun + len(group), self.joined + made[0]
                if made[1] and modulus == EXACT:
                    raise TooLarge
                if begun == len(self.parts) or time.monotonic() - kept_at > KEEP_SECONDS:
                    self.keeper.keep_joined(modulus, begun, self.joined)
                    kept_at = time.monotonic()
            yield
        return self.joined

    def fill(self, modulus: int) -> Iterator[None]:
        """Make the tables of both sides; raises TooLarge where the modulus is EXACT, and not enough."""
        for side in self._lacking(modulus):
            before, self.filling = self.done, side
            for _ in side.fill(self.maps, self.largest, modulus, self.keeper, self._name(side)):
                self.done = before + side.done
                yield
            self.filling, self.done = None, before + side.done

    def _name(self, side: HalfTally) -> str:
        return "top" if side is self.top else "bottom"

    def _lacking(self, modulus: int) -> list[HalfTally]:
        """Return the sides without a table for a modulus; exact ones serve every modulus."""
        return [side for side in self.sides if side.table is None or side.modulus not in (EXACT, modulus)]

    def refill(self) -> Iterator[None]:
        """Make the tables again of a number that is known, as far as they are not kept."""
        self.maps = maps(self.points)
        large = self.keeper.joined(EXACT)[0] == TOO_LARGE
        yield from self.fill(enough_primes(self.bits())[-1] if large else EXACT)

    def joint(self, modulus: int) -> Joint:
        """Return how the halves are put together."""
        top, bottom = self.top.half, self.bottom.half
        modulus = WIDER * modulus if modulus == EXACT else modulus
        links = top.links, bottom.links
        return Joint(links, top.slots, top.full, self.same, self.weights, self.points, modulus)

    def _joins(self, begun: int, modulus: int) -> Iterator[tuple[int, bool] | None]:
        """Join the groups of parts that are left, here or elsewhere, and yield what each comes to; None until it is
        known.
        """
        top, bottom, joint = self.top.table, self.bottom.table, self.joint(modulus)
        assert top
        assert bottom
        groups = [self.parts[first : first + self.group] for first in range(begun, len(self.parts), self.group)]
        ranges = [self.ends[group[0].first : group[-1].end] for group in groups]
        if self.executor is None:
            rooms = Rooms(joint.room)
            yield from self.crew.each([(self._join, (joint, top, bottom, vectors, rooms)) for vectors in ranges])
        else:
            parcels = (parcel(joint, top, bottom, vectors, self.crew) for vectors in ranges)
            yield from in_order(self.executor, ((elsewhere.join, (each,)) for each in parcels), elsewhere.AHEAD)

    def _join(
        self, joint: Joint, top: Table, bottom: Table, vectors: Vectors, rooms: Rooms[Numbers]
    ) -> tuple[int, bool]:
        with rooms.one() as room:
            return joint.number(top, bottom, vectors, room, self.crew)
