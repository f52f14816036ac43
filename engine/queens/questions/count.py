"""Count all solutions of n-queens exactly, and their classes under rotation and reflection.

`kernels.count` visits one solution of each kind. A job is one placement of the first rows; threads or a cluster do the
jobs, and their results are added in order. So a store needs only the number of finished jobs and the sum.
"""

import hashlib
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.compiled.digest import digest
from knightwatch.engine.compiled.tiers import Source, interpret
from knightwatch.engine.core.errors import BadInput
from knightwatch.engine.core.frame import Board, Curve, Kind
from knightwatch.engine.core.gallery import Gallery
from knightwatch.engine.core.inquiry import Diagram
from knightwatch.engine.core.words import aligned, quoted
from knightwatch.engine.counting.inquiry import CountInquiry
from knightwatch.engine.counting.resources import CountingOptions, Resources, compile_by, damage_note, opened
from knightwatch.engine.counting.threads import AHEAD, Threads, results_in_order
from knightwatch.engine.queens.kernels import count as kernels
from knightwatch.engine.queens.kernels.count import SHAPE
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.queens.solvers.backtrack import QueensBacktrack, QueensBacktrackSettings
from knightwatch.engine.queens.symmetry import first_of_classes, solution_gallery

if TYPE_CHECKING:
    from knightwatch.engine.plans.plan import Plan

LARGEST = 22
"""The largest board: larger ones take months."""
FEW = 11
"""Boards up to this size are counted faster than kernels are compiled."""
MOST_SHOWN = 10
"""The largest board whose solutions are listed."""
SAVE_SECONDS = 1.0
"""Seconds between two checkpoints."""

SOLUTIONS = (1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512, 95815104, 666090624)
"""OEIS A000170, from n = 1."""
CLASSES = (1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787, 9233, 45752, 285053, 1846955)
"""OEIS A002562, from n = 1."""

JobResult = tuple[list[int], int]
"""The tally of a job, flat, and its number of placed queens."""


def prefixes(n: int) -> list[tuple[int, ...]]:
    """Return the columns of the queens in the first rows, in all ways that the kernel visits."""
    depth = 2 if n < 17 else 3 if n < 20 else 4
    found: list[tuple[int, ...]] = [(a,) for a in range((n + 1) // 2)]
    for y in range(1, min(depth, n - 1)):
        found = [
            (*before, column)
            for before in found
            for column in range(n)
            if all(column != x and abs(column - x) != y - row for row, x in enumerate(before))
            and interpret(kernels.allowed, n, before[0], y, before[1] if y > 1 else n, _bits(before)) >> column & 1
        ]
    return found


def _bits(columns: Sequence[int]) -> int:
    return sum(1 << column for column in columns)


def count_prefix(n: int, first: tuple[int, ...], threads: Threads) -> JobResult:
    """Count below one placement of the first rows."""
    tally = np.zeros(SHAPE, np.int64)
    nodes = threads.call(kernels.count_below, n, np.array(first, np.int64), tally)
    return tally.ravel().tolist(), int(nodes)


def remote_count(n: int, first: tuple[int, ...]) -> JobResult:
    """Count below one placement in a worker of a cluster, which compiles what it lacks."""
    threads = Threads(1)
    threads.tier.source, threads.tier.patience = Source.HERE, 0
    return count_prefix(n, first, threads)


def check_result(result: object) -> None:
    """Raise BadInput if a worker returned anything but a tally and a number."""
    match result:
        case (list(tally), int(nodes)) if nodes >= 0 and len(tally) == SHAPE[0] * SHAPE[1]:
            if all(type(each) is int and each >= 0 for each in tally):
                return
    raise BadInput(
        f"a worker of the cluster returned a bad result, {quoted(repr(result))}: "
        "check its installation and count again; a store has the finished parts"
    )


class QueensCount(CountInquiry):
    """The number of all solutions and of their classes."""

    def __init__(self, n: int, options: CountingOptions | None = None) -> None:
        """Raise BadInput for a board that is too large."""
        if n > LARGEST:
            raise BadInput(f"n is {n:,}, but an exact count takes months from {LARGEST + 1} on: choose a smaller board")
        self.n, self.options = n, options or CountingOptions()
        self.kept = self.options.store is not None
        self.jobs = prefixes(n) if n > 1 else []
        self.done = 0
        """Finished jobs."""
        self.nodes = 0
        """Queens placed by them."""
        self.tally = np.zeros(SHAPE, np.int64)
        if n == 1:
            self.tally[8, 8] = 1  # one queen is its own image under all symmetries
        self.by_first: Counter[int] = Counter()
        """Visited solutions by the column of the first queen."""
        self.seconds = 0.0
        self._damaged: set[tuple[str, str]] = set()
        self._preparing = False

    @property
    def complete(self) -> bool:
        """Whether all jobs are done."""
        return self.done == len(self.jobs)

    @property
    def solutions(self) -> int | None:
        """The number of solutions; None if it is not known yet."""
        return int(sum(Fraction(8 * int(self.tally[k].sum()), k) for k in range(1, 9))) if self.complete else None

    @property
    def classes(self) -> int | None:
        """The number of classes; None if it is not known yet."""
        pairs = ((k, s) for k in range(1, 9) for s in range(1, 9))
        return int(sum(Fraction(s * int(self.tally[k, s]), k) for k, s in pairs)) if self.complete else None

    def slices(self) -> Iterator[None]:
        threads = Threads(self.options.threads)
        if self.n > FEW:
            self._preparing = True
            yield from compile_by(threads, lambda: _call_once(threads))
            self._preparing = False
        with opened(self.options, threads, self._name(), self._damaged) as resources:
            self._load(resources)
            yield from self._work(resources)

    def _work(self, resources: Resources) -> Iterator[None]:
        """Do the remaining jobs, and save the sum from time to time."""
        threads, begun, saved = resources.threads, time.perf_counter(), time.perf_counter()
        before = self.seconds
        left = self.jobs[self.done :]
        executor, ahead = resources.executor, AHEAD * resources.width
        if executor:
            tasks = ((remote_count, (self.n, first)) for first in left)
            results = results_in_order(executor, tasks, ahead, check_result)
        else:
            results = threads.results([(count_prefix, (self.n, first, threads)) for first in left])
        try:
            for result in results:
                self.seconds = before + time.perf_counter() - begun
                if result is not None:
                    self._add(*result)
                if resources.store and time.perf_counter() - saved > SAVE_SECONDS:
                    saved = time.perf_counter()
                    self._save(resources)
                yield
        finally:
            self._save(resources)

    def _add(self, tally: list[int], nodes: int) -> None:
        array = np.array(tally, np.int64)
        self.by_first[self.jobs[self.done][0]] += int(array.sum())
        self.tally += array.reshape(SHAPE)
        self.nodes += nodes
        self.done += 1

    # The store has one number for the sum: the tally, the queens placed and the solutions by the first column.

    def _name(self) -> str:
        words = f"{self.n} {digest('knightwatch.engine.queens.kernels.count')}"
        return f"queens-{hashlib.sha256(words.encode()).hexdigest()[:16]}"

    def _save(self, resources: Resources) -> None:
        if resources.store and self.done:
            fields = [*self.tally.ravel().tolist(), self.nodes, *(self.by_first[a] for a in range(LARGEST))]
            number = sum(field << (64 * place) for place, field in enumerate(fields))
            resources.store.save_joined(self._name(), 0, self.done, number)

    def _load(self, resources: Resources) -> None:
        """Continue after the last checkpoint, if there is one."""
        if not resources.store or self.done:
            return
        done, number = resources.store.joined(self._name(), 0)
        if not 0 <= done <= len(self.jobs):
            self._damaged.add((self._name(), "joined, 0"))
            return
        size = SHAPE[0] * SHAPE[1]
        fields = [number >> (64 * place) & (2**64 - 1) for place in range(size + 1 + LARGEST)]
        self.tally[:] = np.array(fields[:size], np.uint64).astype(np.int64).reshape(SHAPE)
        self.done, self.nodes = done, fields[size]
        self.by_first = Counter({a: number for a, number in enumerate(fields[size + 1 :]) if number})

    # What is known so far.

    def notes(self) -> list[str]:
        """Return sentences about damaged parts of the store, and about numbers that contradict published ones."""
        notes = damage_note(self.options, self._damaged)
        for name, found, known in (("solutions", self.solutions, SOLUTIONS), ("classes", self.classes, CLASSES)):
            if found is not None and self.n <= len(known) and found != known[self.n - 1]:
                notes.append(f"WRONG NUMBER: {found:,} {name} counted, but {known[self.n - 1]:,} published.")
        return notes

    def progress(self) -> tuple[int, int, str]:
        return (self.done, len(self.jobs), "first rows") if self.jobs else (1, 1, "boards")

    def doing(self) -> str:
        return "compiling, only the first time" if self._preparing else ""

    def so_far(self) -> str:
        """Return a sentence with the numbers so far."""
        visited = int(self.tally.sum())
        if self.complete:
            return f"{self.solutions:,} solutions in {self.classes:,} classes."
        return f"{visited:,} solutions visited, which stand for about {8 * visited:,}." if visited else ""

    def seconds_left(self) -> float | None:
        """Return an estimate of the seconds left; None if too little is known."""
        if self.complete or self.done <= len(self.jobs) // 20:
            return None
        return self.seconds * (len(self.jobs) - self.done) / self.done

    def window(self) -> Board:
        """Return the board with the queens of the job that is being done."""
        problem = QueensProblem(n=self.n)
        job = self.jobs[min(self.done, len(self.jobs) - 1)] if self.jobs else (0,)
        rows = np.full(self.n, -1, np.int64)
        for y, column in enumerate(job):
            rows[column] = y
        return problem.placement(rows)

    def diagram(self) -> Diagram | None:
        """Return the visited solutions by the column of the first queen."""
        if not self.tally.any() or not self.jobs:
            return None
        columns = np.arange(1 + max(job[0] for job in self.jobs))
        values = np.array([self.by_first[int(a)] for a in columns], np.float64)
        curve = Curve("visited solutions", columns, values, Kind.LEVELS, "solutions", "columns from the corner")
        return Diagram("visited solutions, by the column of the first queen", (), (curve,), across="column")

    @property
    def shows_counted(self) -> bool:
        return self.n <= MOST_SHOWN

    def gallery(self) -> Gallery:
        """Return a solution of each class, then all solutions; empty for larger boards."""
        if not self.shows_counted or not self.solutions:
            return Gallery()
        return solution_gallery(QueensProblem(n=self.n), all_solutions(self.n), True, with_classes=True)

    def answer(self) -> dict[str, Any]:
        known = {
            name: numbers[self.n - 1] if self.n <= len(numbers) else None
            for name, numbers in (("solutions", SOLUTIONS), ("classes", CLASSES))
        }
        return {
            "question": "count",
            "n": self.n,
            "complete": self.complete,
            "reason": " ".join(self.notes()) or None,
            "solutions": self.solutions,
            "classes": self.classes,
            "published": known,
            "visited": int(self.tally.sum()),
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
        }

    def text(self) -> str:
        answer = self.answer()
        lines = [f"Solutions of {QueensProblem(n=self.n).title()}", "", *self.notes()]
        table = [["", "counted", "published"]]
        for name in ("solutions", "classes"):
            numbers = (answer[name], answer["published"][name])
            table.append([name, *("-" if number is None else f"{number:,}" for number in numbers)])
        lines += [*aligned(table, left=1), "", "Solutions of a class are rotations and reflections of each other."]
        if not answer["complete"]:
            lines += ["", "Not complete: {:,} of {:,} {} done".format(*self.progress())]
        elif self.n <= MOST_SHOWN and self.classes:
            problem, every = QueensProblem(n=self.n), all_solutions(self.n)
            lines += ["", "One solution of each class, the row of each column from 1 at the bottom:", ""]
            lines += [problem.vector(every[place].tolist()) for place in first_of_classes(every).values()]
        lines += ["", f"{answer['nodes']:,} queens placed in {answer['seconds']:.3f} s"]
        return "\n".join(lines) + "\n"


def _call_once(threads: Threads) -> None:
    count_prefix(4, (1, 3), threads)


def all_solutions(n: int) -> NDArray[np.int32]:
    """Return all solutions of a small board."""
    search = QueensBacktrack(QueensProblem(n=n), QueensBacktrackSettings(solutions=0), 0)
    search.advance(search.limit)
    return np.array(search.gallery().answers()["solutions"], np.int32)


def count(plan: "Plan", _: str = "", **options: str) -> QueensCount:
    """Return the inquiry that counts solutions; raise BadInput for wrong options."""
    assert isinstance(plan.problem, QueensProblem)
    return QueensCount(plan.problem.n, CountingOptions(**options))
