"""All numbers of a board, one after the other: what is kept of them, what they share, and how much memory they may
take.
"""

import hashlib
import time
from collections.abc import Generator, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.digest import digest
from knightwatch.engine.compiled.tiers import NotReady
from knightwatch.engine.core.pace import SLICE
from knightwatch.engine.store.counts import CountStore
from knightwatch.engine.tour.exact.crew import Crew
from knightwatch.engine.tour.exact.elsewhere import parcel
from knightwatch.engine.tour.exact.half import Free
from knightwatch.engine.tour.exact.keeping import Checkpoints
from knightwatch.engine.tour.exact.shape import shape
from knightwatch.engine.tour.exact.side import HalfTally
from knightwatch.engine.tour.exact.symmetry import SymmetricTally, Symmetry, with_even_rows
from knightwatch.engine.tour.exact.tables import EXACT
from knightwatch.engine.tour.exact.tally import Tally

GIB = 1 << 30
PATIENCE = 10
"""Slices of time between two looks for machine code."""


class Counted(StrEnum):
    """What is counted."""

    CLOSED = "closed"
    HALF_TURN = "half-turn"
    """Closed tours that are their own images after half a turn of the board."""
    FLIP = "flip"
    """Closed tours that are their own images after a reflection of the board."""
    OPEN = "open"
    START = "start"
    """Open tours from a square, in one direction."""


COSTS = {Counted.CLOSED: 10, Counted.HALF_TURN: 1, Counted.FLIP: 1, Counted.OPEN: 80, Counted.START: 60}
"""About how long a number of each kind takes, compared with the others."""


WORDS = {
    Counted.CLOSED: "closed tours",
    Counted.HALF_TURN: "closed tours that half a turn leaves as they are",
    Counted.FLIP: "closed tours that a reflection leaves as they are",
    Counted.OPEN: "open tours",
    Counted.START: "tours from a start",
}
"""What is counted, in words."""
SYMMETRIES = (Counted.HALF_TURN, Counted.FLIP)


@dataclass(frozen=True)
class Job:
    """A number to be counted: of which tours, and from where."""

    kind: Counted
    square: int | None = None
    """The start, where there is one."""


@dataclass
class Means:
    """What there is to count with."""

    crew: Crew
    store: CountStore | None = None
    executor: Executor | None = None
    """Where halves are put together, if not here."""


class Ledger:
    """The jobs of a board. Another thread may work on them: whoever looks asks for what changes once."""

    def __init__(self, free: Free, jobs: list[Job], limit: int) -> None:
        """Take so many bytes of memory at most."""
        self.free, self.jobs, self.limit = free, jobs, limit
        self.shape = shape(free)
        self.orbits = orbits(free)
        self.numbers: list[int] = []
        """What the jobs came to, as far as they are done."""
        self.states = 0
        """How many there were in all tables of these."""
        self.reason = ""
        """Why the rest cannot be counted; empty if it can."""
        self.tally: Tally | None = None
        """The number that is being counted."""
        self.need: int | None = None
        """About how many bytes that takes; None as long as this is being found out."""
        self._open: dict[bool, HalfTally] = {}
        self._closed: HalfTally | None = None

    @property
    def done(self) -> int:
        """How many jobs are done."""
        return len(self.numbers)

    @property
    def job(self) -> Job | None:
        """The next job."""
        done = self.done
        return self.jobs[done] if done < len(self.jobs) else None

    @property
    def fraction(self) -> float:
        """How much of all work is done, as far as that can be told."""
        costs, done, tally = [COSTS[job.kind] for job in self.jobs], self.done, self.tally
        now = tally.fraction * costs[done] if tally and done < len(costs) else 0.0
        return (sum(costs[:done]) + now) / sum(costs)

    def known(self, kind: Counted) -> int | None:
        """Return the number of a kind, once it is known."""
        return next((n for n, job in zip(self.numbers, self.jobs, strict=False) if job.kind is kind), None)

    def starts(self) -> dict[int, int]:
        """Return the number of open tours from each start that is known."""
        jobs = zip(self.numbers, self.jobs, strict=False)
        return {job.square: number for number, job in jobs if job.square is not None}

    def work(self, means: Means) -> Generator[None, None, None]:
        """Do the next job, or take over what is known of it."""
        job = self.jobs[self.done]
        if self.shape.few:
            number: tuple[int, int] | None = self.shape.tried(job.kind is Counted.CLOSED, self._place(job)), 0
        elif job.kind in SYMMETRIES and not self.known(Counted.CLOSED):
            number = 0, 0
        else:
            number = means.store.number(self.name(job)) if means.store else None
        if number is None:
            yield from self._count(job, means)
        else:
            self._note(*number)
        if self.done == len(self.jobs) and means.store:
            means.store.forget(self.name(Job(Counted.OPEN)))

    def _note(self, number: int, states: int) -> None:
        self.numbers.append(number)
        self.states += states

    def _count(self, job: Job, means: Means) -> Iterator[None]:
        if job.kind is Counted.START and Job(Counted.OPEN) in self.jobs and not self._open:
            yield from self._recall(means)
        tally = self.tally = self._tally(job, means)
        if self._refused(f"finding out what counting {WORDS[job.kind]} takes", tally.finding()):
            return
        yield from tally.reach()
        if self._refused(f"counting {WORDS[job.kind]}", tally.memory()):
            return
        self.need = tally.memory()
        yield from tally.work()
        assert tally.number is not None
        if means.store:
            goes_on = job.kind is Counted.OPEN  # with the tours from each start
            means.store.add(self.name(job), tally.number, sum(tally.states), goes_on)
        self.tally = self.need = None
        self._note(tally.number, sum(tally.states))
        if job.kind is Counted.OPEN:
            self._open = tally.known_sides()
        self._closed = tally.top if self.job and self.job.kind in SYMMETRIES else None

    def _refused(self, what: str, need: int) -> bool:
        """Tell whether something takes more memory than it may, which ends it."""
        if need > self.limit:
            self.reason = (
                f"{what} would take about {need / GIB:.1f} GiB of memory, more than the {self.limit / GIB:.1f} GiB "
                "that it may take; allow more, or ask for an estimate instead"
            )
        return need > self.limit

    def _tally(self, job: Job, means: Means) -> Tally:
        keeper = Checkpoints(means.store, self.name(job))
        if job.kind in SYMMETRIES:
            here = with_even_rows(self.free)
            assert here
            known = self._closed if np.array_equal(here.free, self.shape.free) else None
            return SymmetricTally(here, Symmetry(job.kind), means.crew, known, keeper)
        closed = job.kind is Counted.CLOSED
        return Tally(self.shape, closed, self._place(job), means.crew, self._open, keeper, means.executor)

    def _recall(self, means: Means) -> Iterator[None]:
        """Get the sides of all open tours again, of which the number is known."""
        tally = self._tally(Job(Counted.OPEN), means)
        yield from tally.reach()
        yield from tally.refill()
        self._open = tally.known_sides()

    def _place(self, job: Job) -> int | None:
        """Return the square where a tally is to begin; of all images of a start, one that fits the sides of open
        tours.
        """
        if job.square is None:
            return None
        here, cols = self.shape, self.free.shape[1]
        if not self._open or not here.mirrors:
            return here.place(*divmod(job.square, cols))
        images = np.flatnonzero((self.orbits == self.orbits.flat[job.square]) & self.free).tolist()
        places = [here.place(*divmod(image, cols)) for image in images]
        return min(place for place in places if here.is_upper(place) == here.dark.flat[place])

    def name(self, job: Job) -> str:
        """Return a name for a job: it tells the board, what is counted, and the code that counts."""
        board = "/".join("".join("#."[free] for free in row) for row in self.free.tolist())
        words = f"{board} {job.kind} {job.square} {digest('knightwatch.engine.tour.exact.ledger')}"
        return f"{job.kind}-{hashlib.sha256(words.encode()).hexdigest()[:16]}"


def get_ready(crew: Crew) -> Iterator[None]:
    """Wait until all kernels are machine code: count small boards again and again until that works."""
    small, even = shape(np.ones((4, 3), np.bool_)), shape(np.ones((6, 5), np.bool_))
    while True:
        try:
            with crew.tier.needed(True):
                for tally in (
                    Tally(small, True, None, crew),
                    Tally(small, False, None, crew),
                    SymmetricTally(even, Symmetry.FLIP, crew),
                ):
                    for _ in (*tally.reach(), *tally.work()):
                        pass
                    assert tally.top.table
                    assert tally.bottom.table
                    parcel(tally.joint(EXACT), tally.top.table, tally.bottom.table, tally.ends, crew)
            return
        except NotReady:
            for _ in range(PATIENCE):
                time.sleep(SLICE)
                yield


def orbits(free: Free) -> NDArray[np.int64]:
    """Return for each square the first one that it is an image of, under the symmetries of the board with its holes."""
    numbers = np.arange(free.size).reshape(free.shape)
    first = numbers.copy()
    for turns in range(4):
        for mirrored in (False, True):
            image, moved = (np.rot90(np.fliplr(a) if mirrored else a, turns) for a in (free, numbers))
            if image.shape == free.shape and np.array_equal(image, free):
                first = np.minimum(first, moved)
    return first
