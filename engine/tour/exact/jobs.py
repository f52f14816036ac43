"""All numbers of one board, as jobs: which halves they share, what the store already has, and the memory limit."""

import hashlib
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.digest import digest
from knightwatch.engine.counting.resources import Resources, compile_by
from knightwatch.engine.counting.threads import Threads
from knightwatch.engine.tour.exact.checkpoints import Checkpoints
from knightwatch.engine.tour.exact.half_board import Free
from knightwatch.engine.tour.exact.half_count import HalfCount
from knightwatch.engine.tour.exact.remote_join import join_job
from knightwatch.engine.tour.exact.split_board import split_board
from knightwatch.engine.tour.exact.symmetry import SymmetricTourCount, Symmetry, with_even_rows
from knightwatch.engine.tour.exact.tables import EXACT
from knightwatch.engine.tour.exact.tour_count import TourCount

GIB = 1 << 30


class CountKind(StrEnum):
    """Which tours are counted."""

    CLOSED = "closed"
    HALF_TURN = "half-turn"
    """Closed tours that a half turn of the board maps to themselves."""
    FLIP = "flip"
    """Closed tours that a reflection of the board maps to themselves."""
    OPEN = "open"
    START = "start"
    """Open tours from one square, in one direction."""


COSTS = {
    CountKind.CLOSED: 10,
    CountKind.HALF_TURN: 1,
    CountKind.FLIP: 1,
    CountKind.OPEN: 80,
    CountKind.START: 60,
}
"""The relative time of a job of each kind."""


WORDS = {
    CountKind.CLOSED: "closed tours",
    CountKind.HALF_TURN: "closed tours that a half turn leaves unchanged",
    CountKind.FLIP: "closed tours that a reflection leaves unchanged",
    CountKind.OPEN: "open tours",
    CountKind.START: "tours from a start",
}
SYMMETRIES = (CountKind.HALF_TURN, CountKind.FLIP)


@dataclass(frozen=True)
class Job:
    """One number to count."""

    kind: CountKind
    square: int | None = None
    """The start, if there is one."""


class CountJobs:
    """The jobs of a board. Another thread may work on them, so read a value that changes only once."""

    def __init__(self, free: Free, jobs: list[Job], limit: int) -> None:
        """Take at most `limit` bytes of memory."""
        self.free, self.jobs, self.limit = free, jobs, limit
        self.board = split_board(free)
        self.orbits = orbits(free)
        self.numbers: list[int] = []
        """The results of the jobs done so far."""
        self.states = 0
        """The number of states in all tables of these jobs."""
        self.reason = ""
        """Why the remaining jobs cannot be done; empty if they can."""
        self.current: TourCount | None = None
        """The count of the current job."""
        self.need: int | None = None
        """An estimate of the bytes that this count takes; None while the reachable states are being found."""
        self._open: dict[bool, HalfCount] = {}
        self._closed: HalfCount | None = None

    @property
    def done(self) -> int:
        """The number of jobs done."""
        return len(self.numbers)

    @property
    def job(self) -> Job | None:
        """The current job; None if all are done."""
        done = self.done
        return self.jobs[done] if done < len(self.jobs) else None

    @property
    def fraction(self) -> float:
        """An estimate of the fraction of all work that is done."""
        costs, done, current = [COSTS[job.kind] for job in self.jobs], self.done, self.current
        now = current.fraction * costs[done] if current and done < len(costs) else 0.0
        return (sum(costs[:done]) + now) / sum(costs)

    def known(self, kind: CountKind) -> int | None:
        """Return the number of a kind; None if it is not known yet."""
        return next((n for n, job in zip(self.numbers, self.jobs, strict=False) if job.kind is kind), None)

    def starts(self) -> dict[int, int]:
        """Return the known numbers of open tours by their start."""
        jobs = zip(self.numbers, self.jobs, strict=False)
        return {job.square: number for number, job in jobs if job.square is not None}

    def work(self, resources: Resources) -> Generator[None, None, None]:
        """Do the current job, or load its number from the store."""
        job = self.jobs[self.done]
        if self.board.few:
            number = self.board.enumerate_tours(job.kind is CountKind.CLOSED, self._place(job))
            known: tuple[int, int] | None = number, 0
        elif job.kind in SYMMETRIES and not self.known(CountKind.CLOSED):
            known = 0, 0
        else:
            known = resources.store.number(self.name(job)) if resources.store else None
        if known is None:
            yield from self._count(job, resources)
        else:
            self._add(*known)
        if self.done == len(self.jobs) and resources.store:
            resources.store.forget(self.name(Job(CountKind.OPEN)))

    def _add(self, number: int, states: int) -> None:
        self.numbers.append(number)
        self.states += states

    def _count(self, job: Job, resources: Resources) -> Iterator[None]:
        if job.kind is CountKind.START and Job(CountKind.OPEN) in self.jobs and not self._open:
            yield from self._reload_open(resources)
        current = self.current = self._tour_count(job, resources)
        if self._exceeds_limit(f"finding the reachable states of {WORDS[job.kind]}", current.reach_memory()):
            return
        yield from current.reach()
        if self._exceeds_limit(f"counting {WORDS[job.kind]}", current.memory()):
            return
        self.need = current.memory()
        yield from current.work()
        assert current.number is not None
        if resources.store:
            needed_later = job.kind is CountKind.OPEN  # the tours from each start reuse its halves
            resources.store.add(self.name(job), current.number, sum(current.states), needed_later)
        self.current = self.need = None
        self._add(current.number, sum(current.states))
        if job.kind is CountKind.OPEN:
            self._open = current.known_halves()
        self._closed = current.top if self.job and self.job.kind in SYMMETRIES else None

    def _exceeds_limit(self, what: str, need: int) -> bool:
        """Return whether something takes more memory than the limit; if so, note the reason."""
        if need > self.limit:
            self.reason = (
                f"{what} would take about {need / GIB:.1f} GiB of memory, more than the limit of "
                f"{self.limit / GIB:.1f} GiB; allow more, or ask for an estimate instead"
            )
        return need > self.limit

    def _tour_count(self, job: Job, resources: Resources) -> TourCount:
        checkpoints, threads = Checkpoints(resources.store, self.name(job)), resources.threads
        if job.kind in SYMMETRIES:
            board = with_even_rows(self.free)
            assert board
            known = self._closed if np.array_equal(board.free, self.board.free) else None
            return SymmetricTourCount(board, Symmetry(job.kind), threads, known, checkpoints)
        closed, start = job.kind is CountKind.CLOSED, self._place(job)
        return TourCount(self.board, closed, start, threads, self._open, checkpoints, resources.executor)

    def _reload_open(self, resources: Resources) -> Iterator[None]:
        """Make the halves of all open tours again; their number is known."""
        current = self._tour_count(Job(CountKind.OPEN), resources)
        yield from current.reach()
        yield from current.refill()
        self._open = current.known_halves()

    def _place(self, job: Job) -> int | None:
        """Return the start of a job on the split board: of all its images, one that fits the halves of open tours."""
        if job.square is None:
            return None
        board, cols = self.board, self.free.shape[1]
        if not self._open or not board.mirrors:
            return board.place(*divmod(job.square, cols))
        images = np.flatnonzero((self.orbits == self.orbits.flat[job.square]) & self.free).tolist()
        places = [board.place(*divmod(image, cols)) for image in images]
        return min(place for place in places if board.is_upper(place) == board.dark.flat[place])

    def name(self, job: Job) -> str:
        """Return the name of a job in the store: a hash of the board, the kind, the start and the code that counts."""
        board = "/".join("".join("#."[free] for free in row) for row in self.free.tolist())
        words = f"{board} {job.kind} {job.square} {digest('knightwatch.engine.tour.exact.jobs')}"
        return f"{job.kind}-{hashlib.sha256(words.encode()).hexdigest()[:16]}"


def compile_kernels(threads: Threads) -> Iterator[None]:
    """Wait until all kernels are compiled: count small boards until no kernel is missing."""
    small, even = split_board(np.ones((4, 3), np.bool_)), split_board(np.ones((6, 5), np.bool_))

    def count_small_boards() -> None:
        for count in (
            TourCount(small, True, None, threads),
            TourCount(small, False, None, threads),
            SymmetricTourCount(even, Symmetry.FLIP, threads),
        ):
            for _ in (*count.reach(), *count.work()):
                pass
            assert count.top.table
            assert count.bottom.table
            join_job(count.join(EXACT), count.top.table, count.bottom.table, count.ends, threads)

    return compile_by(threads, count_small_boards)


def orbits(free: Free) -> NDArray[np.int64]:
    """Return for each square the first square of its orbit under the symmetries of the board with its holes."""
    numbers = np.arange(free.size).reshape(free.shape)
    first = numbers.copy()
    for turns in range(4):
        for mirrored in (False, True):
            image, moved = (np.rot90(np.fliplr(a) if mirrored else a, turns) for a in (free, numbers))
            if image.shape == free.shape and np.array_equal(image, free):
                first = np.minimum(first, moved)
    return first
