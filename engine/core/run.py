"""The one loop that drives a search, slice by slice. Every front end uses it."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from knightwatch.engine.compiled import background
from knightwatch.engine.core.frame import Frame, Status, Verdict
from knightwatch.engine.core.hardware import out_of_memory
from knightwatch.engine.core.pace import SLICE, Budget, Pace
from knightwatch.engine.core.search import Search


class Run:
    """A search with a clock. The search itself knows no seconds, so that its state depends on steps alone."""

    def __init__(self, search: Search[Any, Any], by_processor: bool = False) -> None:
        """Drive a search by wall-clock time or, for comparisons, by the processor time of the driving thread."""
        self.search = search
        self._by_processor = by_processor
        if by_processor:
            search.tier.now = time.thread_time
        self.furthest = 0
        """The latest step ever reached."""
        self.seconds = 0.0
        """Seconds spent on the steps up to `furthest`. Replaying steps after going back does not count."""
        self.slow_seconds, self.slow_steps = 0.0, 0
        """The part of `seconds`, and its steps, that was interpreted although compiled code may come."""
        self.prepare_seconds = 0.0
        """Seconds spent on loading compiled code and making the first state."""
        self.exhausted = False
        """Whether the system refused memory to the last slice; then the run gives up."""
        self._budget = Budget()

    @property
    def verdict(self) -> Verdict:
        """Status and reason of the search; the run itself gives up at limits of seconds and memory."""
        if self.exhausted:
            return Verdict(Status.GAVE_UP, out_of_memory())
        verdict, limit = self.search.verdict, self.search.settings.max_seconds
        if verdict.status is Status.RUNNING and limit is not None and self._is_late(limit):
            seconds = f"{limit:g} second{'s' if limit != 1 else ''}"
            return Verdict(Status.GAVE_UP, f"{self.search.reached()} within the limit of {seconds}")
        return verdict

    @property
    def status(self) -> Status:
        """Running, solved, impossible or gave up."""
        return self.verdict.status

    @property
    def reason(self) -> str:
        """Why the run ended without a solution; empty otherwise."""
        return self.verdict.reason

    def frame(self) -> Frame:
        """Return a picture of this step with the verdict of the run."""
        return replace(self.search.frame(), verdict=self.verdict)

    @property
    def tier(self) -> str:
        """A message while kernels are interpreted but should be compiled; empty otherwise."""
        return background.progress_words() if self.search.tier.waiting else ""

    @property
    def compiled(self) -> float | None:
        """The share of the missing compiled code that is ready; None if nothing is missing or will ever come."""
        return background.fraction() if self.search.tier.waiting and not background.fault() else None

    @property
    def uncompiled(self) -> str:
        """Why the missing compiled code will never come; empty if it may come."""
        return background.fault() if self.search.tier.waiting else ""

    def resume(self, furthest: int, seconds: float) -> None:
        """Continue a saved run that had reached step `furthest` and had spent `seconds`."""
        beyond = furthest if self.search.status is Status.RUNNING else 0
        self.furthest, self.seconds = max(self.search.done, beyond), seconds

    def replace_seconds(self, seconds: float) -> None:
        """Replace the seconds of a run that was interpreted at first by those of the same run with compiled code."""
        self.seconds, self.slow_seconds, self.slow_steps = seconds, 0.0, 0

    def preparing(self) -> Iterator[str]:
        """Make the first state, as Search.preparing does, and measure the time."""
        if self.search.ready:
            return
        begun = time.perf_counter()
        try:
            yield from self.search.preparing()
        except MemoryError:
            self.search.unmake()
            self.exhausted = True
            return
        finally:  # also if Ctrl+C interrupts it
            self.prepare_seconds += time.perf_counter() - begun
        self._check_answer()

    def slices(
        self,
        until: int | None = None,
        pace: float | None = None,
        halt: bool = False,
        wait: Callable[[float], object] = time.sleep,
        length: float = SLICE,
    ) -> Iterator[None]:
        """Advance the search and yield about every `length` seconds, so that the caller can look, draw or stop.

        The run continues until its end, until step `until` or, if `halt`, until the next milestone. It does at most
        `pace` steps a second. It sleeps by calling `wait`, which may return early. Without memory the
        run gives up, with the state of the last kernel that returned.
        """
        self.exhausted = False
        for _ in self.preparing():
            yield
        search, budget = self.search, self._budget
        throttle = Pace(pace, time.perf_counter()) if pace is not None else None
        while self.status is Status.RUNNING and (until is None or search.done < until):
            ask = budget.size if until is None else min(budget.size, until - search.done)
            if search.done < self.furthest:  # a slice is all replay or all new: the seconds of a replay do not count
                ask = min(ask, self.furthest - search.done)
            if throttle and not (ask := throttle.allowed(ask, time.perf_counter())):
                wait(throttle.due())
                yield
                continue
            before, milestones = search.done, search.milestones
            loading, begun = search.tier.seconds, self._now()
            try:
                search.advance(ask, halt)
            except MemoryError:
                self.exhausted = True
                return
            loading = search.tier.seconds - loading
            spent = self._now() - begun - loading
            self.prepare_seconds += loading
            if before >= self.furthest:  # a solver in another process may spend time without finishing a step
                self.furthest = search.done
                self.seconds += spent
                if search.tier.interpreting:
                    self.slow_seconds += spent
                    self.slow_steps += search.done - before
            budget.learn(search.done - before, spent, length)
            self._check_answer()
            yield
            if halt and search.milestones > milestones:
                return

    def _now(self) -> float:
        elapsed = self.search.elapsed(self._by_processor)
        if elapsed is not None:
            return elapsed
        return time.thread_time() if self._by_processor else time.perf_counter()

    def _check_answer(self) -> None:
        """Raise AssertionError if the search claims a solution that the problem itself rejects."""
        search = self.search
        if search.status is Status.SOLVED and not search.problem.solves(search.raw_answer()):
            raise AssertionError(f"{search.name} reports a solution that the problem rejects")

    def _is_late(self, limit: float) -> bool:
        """Tell whether the limit of seconds is used up. A run that replays earlier steps is never late.

        In a comparison, interpreted steps do not count, unless compiled code will never come.
        """
        free = self.slow_seconds if self._by_processor and not background.fault() else 0.0
        return self.search.ready and self.search.done >= self.furthest and self.seconds - free >= limit
