"""The one loop that drives a search, slice by slice; every front end uses it."""

import time
from collections.abc import Callable, Iterator
from typing import Any

from knightwatch.engine.compiled import background
from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.pace import SLICE, Budget, Pace
from knightwatch.engine.core.search import Search


class Run:
    """A search on its way, with the clock that the search itself must not know."""

    def __init__(self, search: Search[Any, Any], by_processor: bool = False) -> None:
        """Drive a search, by the clock or, for comparisons, by the processor's time in the thread that drives it."""
        self.search = search
        self._by_processor = by_processor
        if by_processor:
            search.tier.now = time.thread_time
        self.furthest = 0
        """The latest moment ever reached."""
        self.seconds = 0.0
        """Spent advancing to it; going there again after a step back is not counted."""
        self.prepare_seconds = 0.0
        """Spent loading machine code and making the first state."""
        self._budget = Budget()

    @property
    def status(self) -> Status:
        """How the search stands, the limit of seconds included."""
        status = self.search.status
        return Status.GAVE_UP if status is Status.RUNNING and self._late() else status

    @property
    def reason(self) -> str:
        """Why the run ended without success; empty otherwise."""
        if self.search.status is Status.RUNNING and self._late():
            limit = self.search.settings.max_seconds
            return f"{self.search.reached()} within the limit of {limit:g} second{'s' if limit != 1 else ''}"
        return self.search.reason

    @property
    def tier(self) -> str:
        """What to know about the form in which kernels are called; empty where it is as good as it gets."""
        return background.progress_words() if self.search.tier.waiting else ""

    @property
    def compiled(self) -> float | None:
        """How much of the machine code that is waited for is there; None where nothing is, or nothing will come."""
        return background.fraction() if self.search.tier.waiting and not background.fault() else None

    @property
    def uncompiled(self) -> str:
        """Why machine code that is waited for will not come; empty where it may."""
        return background.fault() if self.search.tier.waiting else ""

    def resume(self, furthest: int, seconds: float) -> None:
        """Go on as a run that has reached a moment, unless it ends before, and spent so many seconds on the way."""
        beyond = furthest if self.search.status is Status.RUNNING else 0
        self.furthest, self.seconds = max(self.search.done, beyond), seconds

    def preparing(self) -> Iterator[str]:
        """Prepare the search, as Search.preparing does, by the clock."""
        if self.search.ready:
            return
        begun = time.perf_counter()
        yield from self.search.preparing()
        self.prepare_seconds += time.perf_counter() - begun
        self._confirm()

    def slices(
        self,
        until: int | None = None,
        pace: float | None = None,
        halt: bool = False,
        wait: Callable[[float], object] = time.sleep,
        length: float = SLICE,
    ) -> Iterator[None]:
        """Advance and yield, every `length` seconds or so, so that the caller can look, draw or stop.

        The run goes on until its end, until `until` units are done, or, if `halt`, until the next milestone, at no
        more than `pace` units a second. `wait` is how it sleeps; it may return early.
        """
        for _ in self.preparing():
            yield
        search, budget = self.search, self._budget
        kept = Pace(pace, time.perf_counter()) if pace is not None else None
        while self.status is Status.RUNNING and (until is None or search.done < until):
            ask = budget.size if until is None else min(budget.size, until - search.done)
            if search.done < self.furthest:  # a slice repeats or goes on, never both, so that repeating is not counted
                ask = min(ask, self.furthest - search.done)
            if kept and not (ask := kept.allowed(ask, time.perf_counter())):
                wait(kept.due())
                yield
                continue
            before, milestones = search.done, search.milestones
            loading, begun = search.tier.seconds, self._now()
            search.advance(ask, halt)
            loading = search.tier.seconds - loading
            spent = self._now() - begun - loading
            self.prepare_seconds += loading
            if search.done > self.furthest:
                self.furthest = search.done
                self.seconds += spent
            budget.learn(search.done - before, spent, length)
            self._confirm()
            yield
            if halt and search.milestones > milestones:
                return

    def _now(self) -> float:
        return time.thread_time() if self._by_processor else time.perf_counter()

    def _confirm(self) -> None:
        search = self.search
        if search.status is Status.SOLVED and not search.problem.solves(search.answer()):
            raise AssertionError(f"{search.name} calls solved what the problem's own check refuses")

    def _late(self) -> bool:
        limit = self.search.settings.max_seconds
        begun = self.search.ready and self.search.done >= self.furthest
        return limit is not None and begun and self.seconds >= limit
