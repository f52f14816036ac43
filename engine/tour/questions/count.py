"""Count tours exactly: closed tours, open tours, and open tours from each start, beside the published numbers.

`tour.exact` has the method; each number is a job of `tour.exact.jobs`. Starts that are images of each other share a
job. At the end, the numbers of all starts must add up to the number of all tours, which is a job of its own.
"""

import time
from collections.abc import Iterator
from contextlib import closing
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from knightwatch.engine.boards import neighbours, square_name
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Board, Curve, Mark, Tone
from knightwatch.engine.core.frame import Kind as CurveKind
from knightwatch.engine.core.hardware import memory
from knightwatch.engine.core.inquiry import Diagram
from knightwatch.engine.core.words import aligned, counted_noun
from knightwatch.engine.counting.inquiry import CountInquiry
from knightwatch.engine.counting.resources import CountingOptions, damage_note, opened
from knightwatch.engine.counting.threads import Threads
from knightwatch.engine.tour.exact.jobs import GIB, WORDS, CountJobs, CountKind, Job, compile_kernels, orbits
from knightwatch.engine.tour.exact.split_board import WIDEST, split_board
from knightwatch.engine.tour.exact.symmetry import classes, quarter_turned, with_even_rows
from knightwatch.engine.tour.exact.tables import EXACT
from knightwatch.engine.tour.exact.time_left import RemainingTime
from knightwatch.engine.tour.problem import HOLE, TourProblem
from knightwatch.engine.tour.questions.known_counts import Published, published

if TYPE_CHECKING:
    from knightwatch.engine.plans.plan import Plan

LARGEST_GRID = 12
"""The largest side of a board whose numbers of all starts are printed."""
FEW_SQUARES = 20
"""Boards up to this size are counted faster than kernels are compiled."""
LARGE = 400 << 20
"""Bytes from which on the memory of a count is shown."""
PARTS = 10_000
"""The total of `progress`."""

PROCESSED = Mark("square with both its links", "•", "o", Tone.GOOD)
WINDOW = Mark("square of the window", "□", "=", Tone.HINT)

CONVENTION = (
    "Open tours are all paths through the board, also those that can be closed.\n"
    "So each closed tour is two open directed tours for each square.\n"
    "Directed: a tour and its reverse are two; undirected: they are one."
)

REPORT = "Do not use it: count again without a store, and report a number that stays wrong."


class CountOptions(CountingOptions):
    """The options of a count of tours."""

    memory: float | None = Field(
        None, ge=0, le=1e6, description="limit of memory in GiB; empty: three quarters of this machine's memory"
    )
    starts: bool = Field(True, description="also count the open tours from each start; no: only closed and open tours")


class Count(CountInquiry):
    """The exact numbers of tours of a board: closed ones and, unless `closed`, open ones; from the start if there is
    one.
    """

    def __init__(
        self,
        free: NDArray[np.bool_],
        start: int | None,
        closed: bool,
        options: CountOptions | None = None,
    ) -> None:
        """Raise BadInput for a board that is too wide."""
        self.free, self.start, self.options = free, start, options or CountOptions()
        self.squares = int(free.sum())
        if split_board(free).width > WIDEST:
            raise BadInput(
                f"a board of {free.shape[0]} x {free.shape[1]} is too wide for an exact count: "
                f"one side must be at most {WIDEST}; ask for an estimate instead"
            )
        self.orbits = orbits(free)
        jobs = [Job(CountKind.CLOSED)]
        if start is None and with_even_rows(free):
            jobs.append(Job(CountKind.HALF_TURN))
            if any(side % 2 for side in free.shape):  # otherwise none can be its own image
                jobs.append(Job(CountKind.FLIP))
        if not closed and start is None:
            jobs.append(Job(CountKind.OPEN))
        starts = np.unique(self.orbits[free]).tolist() if self.options.starts else []
        if start is not None or closed:
            starts = [] if closed else [start]
        jobs += [Job(CountKind.START, square) for square in starts]
        allowed = self.options.memory
        self.jobs = CountJobs(free, jobs, memory() * 3 // 4 if allowed is None else int(allowed * GIB))
        self.seconds = 0.0
        self._remaining = RemainingTime()
        self.kept = self.options.store is not None
        self._preparing = False
        self._damaged: set[tuple[str, str]] = set()
        """The damaged parts of the store, which were counted again."""

    @property
    def complete(self) -> bool:
        """Whether all numbers are known."""
        return self.jobs.job is None

    @property
    def stopped(self) -> str:
        """Why the remaining jobs cannot be done; empty if they can."""
        return self.jobs.reason

    def slices(self) -> Iterator[None]:
        threads = Threads(self.options.threads)
        if self.squares > FEW_SQUARES:
            self._preparing = True
            yield from compile_kernels(threads)
            self._preparing = False
        last = self.jobs.name(self.jobs.jobs[-1])
        with opened(self.options, threads, last, self._damaged) as resources:
            while not self.complete and not self.jobs.reason:
                with closing(self.jobs.work(resources)) as work:  # its threads write to the store, so close it first
                    while True:
                        begun = time.perf_counter()
                        over = next(work, self) is self
                        spent = time.perf_counter() - begun
                        self.seconds += spent
                        self._remaining.add(spent, self.jobs)
                        if over:
                            break
                        yield
                self._remaining.finish_job(self.jobs)

    def notes(self) -> list[str]:
        """Return sentences about damaged parts of the store, and about numbers that contradict others."""
        notes, known = damage_note(self.options, self._damaged), self._published()
        for kind in (CountKind.CLOSED, CountKind.OPEN):
            found, expected = self.jobs.known(kind), known and getattr(known, kind)
            if None not in (found, expected) and found != expected:
                notes.append(f"WRONG NUMBER: {found:,} {kind} tours counted, but {expected:,} published. {REPORT}")
        total = self.jobs.known(CountKind.OPEN)
        if self.complete and total is not None and self.options.starts:
            paths = sum(number or 0 for row in self.starts() or [] for number in row)
            if paths != total * self._ways:
                notes.append(
                    f"WRONG NUMBER: {paths:,} tours from all starts, but {total * self._ways:,} in all. {REPORT}"
                )
        return notes

    def _published(self) -> Published | None:
        return published(*self.free.shape) if self.free.all() else None

    @property
    def _ways(self) -> int:
        """The number of directions of a tour."""
        return 1 if self.squares == 1 else 2

    def starts(self) -> list[list[int | None]] | None:
        """Return the number of directed open tours from each square, as far as it is known; None for holes."""
        known = self.jobs.starts()
        if not known:
            return None
        if self.start is not None:
            first = np.where(np.arange(self.free.size).reshape(self.free.shape) == self.start, self.start, -1)
        else:
            first = np.where(self.free, self.orbits, -1)
        return [[known.get(square) for square in row] for row in first.tolist()]

    def symmetric(self) -> dict[str, int] | None:
        """Return the numbers of closed tours that each symmetry maps to themselves, and the number of classes."""
        closed, half_turn = self.jobs.known(CountKind.CLOSED), self.jobs.known(CountKind.HALF_TURN)
        flip = self.jobs.known(CountKind.FLIP) if Job(CountKind.FLIP) in self.jobs.jobs else 0
        if closed is None or half_turn is None or flip is None:
            return None
        rows, cols = self.free.shape
        quarter = quarter_turned(rows) if rows == cols else 0
        return {
            "half_turn": half_turn,
            "flip": flip,
            "quarter_turn": quarter,
            "classes": classes(closed, half_turn, flip, quarter, rows == cols),
        }

    def progress(self) -> tuple[int, int, str]:
        return (PARTS if self.complete else int(PARTS * self.jobs.fraction)), PARTS, "parts"

    def window(self) -> Board:
        """Return the board with the squares that have both links, and the window that moves over the rest."""
        rows, cols = self.free.shape
        tour_count = self.jobs.current
        done = (
            [row * cols + col for row, col in map(tour_count.board.origin, tour_count.processed())]
            if tour_count
            else []
        )
        near = {there for square in done for there in neighbours(square, rows, cols) if self.free.flat[there]}
        groups = (np.flatnonzero(~self.free).tolist(), done, sorted(near - set(done)))
        kinds = [kind for kind, group in enumerate(groups) for _ in group]
        squares = np.array([square for group in groups for square in group], np.int64)
        return Board(rows, cols, (HOLE, PROCESSED, WINDOW), squares, np.array(kinds, np.uint8))

    def diagram(self) -> Diagram | None:
        """Return the number of states after each step of the current count."""
        tour_count, job = self.jobs.current, self.jobs.job
        states = np.array(tour_count.states if tour_count else [], np.float64)
        if not job or not len(states):
            return None
        curve = Curve("states after each square", np.arange(1, len(states) + 1), states, CurveKind.LEVELS)
        return Diagram(self.doing() or f"counting {WORDS[job.kind]}", (), (curve,), across="square")

    def so_far(self) -> str:
        """Return a sentence with the known numbers, and the sum so far of the current one."""
        known = [(kind, self.jobs.known(kind)) for kind in (CountKind.CLOSED, CountKind.OPEN)]
        parts = [f"{number:,} {kind} tours" for kind, number in known if number is not None]
        if starts := self.jobs.starts():
            parts.append(f"the numbers from {counted_noun(len(starts), 'start')}")
        tour_count, job = self.jobs.current, self.jobs.job
        if tour_count and job and tour_count.joined:
            rest = "" if tour_count.modulus == EXACT else f", modulo {tour_count.modulus:,}"
            parts.append(f"{tour_count.joined:,} {WORDS[job.kind]} so far{rest}")
        return f"{', '.join(parts)}." if parts else ""

    def seconds_left(self) -> float | None:
        """Return an estimate of the seconds left; None if too little is known."""
        return self._remaining.left(self.jobs)

    def doing(self) -> str:
        """Return what the count waits for or, once it is known, how much memory a large count takes."""
        if self._preparing:
            return "compiling, only the first time"
        job, need = self.jobs.job, self.jobs.need
        if need is None:
            return "" if self.jobs.numbers else "finding the reachable states"
        return f"counting {WORDS[job.kind]} takes about {need / GIB:.1f} GiB of memory" if job and need > LARGE else ""

    def answer(self) -> dict[str, Any]:
        rows, cols = self.free.shape
        known = self._published()
        return {
            "question": "count",
            "rows": rows,
            "cols": cols,
            "squares": self.squares,
            "start": None if self.start is None else list(divmod(self.start, cols)),
            "complete": self.complete,
            "reason": " ".join([*self.notes(), self.jobs.reason]).strip() or None,
            "closed": self._directions(self.jobs.known(CountKind.CLOSED), 2),
            "open": self._directions(self.jobs.known(CountKind.OPEN), self._ways),
            "starts": self.starts(),
            "published": None
            if known is None
            else {"closed": self._directions(known.closed, 2), "open": self._directions(known.open, 2)},
            "symmetric": self.symmetric(),
            "states": self.jobs.states,
            "seconds": round(self.seconds, 6),
        }

    def _directions(self, undirected: int | None, ways: int) -> dict[str, int] | None:
        return None if undirected is None else {"directed": ways * undirected, "undirected": undirected}

    def text(self) -> str:
        answer = self.answer()
        rows, cols = self.free.shape
        missing = rows * cols - self.squares
        lines = [f"Numbers of tours on {rows} x {cols}" + (f", {missing:,} squares missing" if missing else ""), ""]
        for note in self.notes():
            lines += [*wrap(note, 78, break_long_words=False, break_on_hyphens=False), ""]
        table = [["", "counted", "published"]]
        kinds = {job.kind for job in self.jobs.jobs}
        for kind in (kind for kind in (CountKind.CLOSED, CountKind.OPEN) if kind in kinds):
            for way in ("undirected", "directed"):
                numbers = (answer[kind], (answer["published"] or {}).get(kind))
                table.append([f"{kind}, {way}", *("-" if pair is None else f"{pair[way]:,}" for pair in numbers)])
        if self.start is not None and CountKind.START in kinds:
            found = f"{self.jobs.numbers[-1]:,}" if self.complete else "-"
            row, col = divmod(self.start, cols)
            table.append([f"open, from {square_name(row, col, rows)}", found, "-"])
        lines += [*aligned(table, left=1), *self._symmetric_words()]
        starts = answer["starts"]
        if starts and self.start is None and max(rows, cols) <= LARGEST_GRID:
            signs = np.where(self.free, "?", ".").tolist()
            pairs = [zip(*both, strict=True) for both in zip(starts, signs, strict=True)]
            cells = [[sign if number is None else f"{number:,}" for number, sign in row] for row in pairs]
            unknown = " (?: not counted yet)" if any("?" in row for row in cells) else ""
            lines += ["", f"Directed open tours from each start square{unknown}", "", *aligned(cells)]
        lines += ["", CONVENTION]
        if not answer["complete"]:
            why = self.jobs.reason or "{:,} of {:,} {} done".format(*self.progress())
            lines += ["", f"Not complete: {why}"]
        lines += ["", f"{answer['states']:,} states in {answer['seconds']:.3f} s"]
        return "\n".join(lines) + "\n"

    def _symmetric_words(self) -> list[str]:
        """Return the lines about classes and symmetric closed tours, if there are closed tours."""
        numbers = self.symmetric()
        if not numbers or not self.jobs.known(CountKind.CLOSED):
            return []
        lines = ["", f"Classes of closed tours under turns and reflections of the board: {numbers['classes']:,}"]
        for name, words in (("half_turn", "a half turn"), ("quarter_turn", "a quarter turn"), ("flip", "a reflection")):
            if numbers[name]:
                lines.append(f"Closed tours that {words} leaves unchanged: {numbers[name]:,}")
        return lines


def count(plan: "Plan", _: str = "", **options: str) -> Count:
    """Return the inquiry that counts tours; raise BadInput for wrong options."""
    assert isinstance(plan.problem, TourProblem)
    return Count(plan.problem.free, plan.problem.first, plan.problem.closed, CountOptions(**options))
