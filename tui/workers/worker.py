"""A worker runs in its own thread: it carries out orders from the screen and publishes reports.

An order takes effect within a slice of about 20 ms. Reports have a capped rate, and each replaces the previous one.
Nothing else crosses the border between the two threads.
"""

import gc
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from knightwatch.engine.core.hardware import out_of_memory

FRAME_SECONDS = 0.08
"""Shortest time between two reports of a running search; a slow line makes it longer."""
DRAWING_SECONDS = 0.05
"""Longest time that an interpreted search waits for the screen to draw its report."""
SETTLE_SECONDS = 0.5
"""Seconds without an order after which a worker does its background tasks."""


@dataclass(frozen=True)
class Pause:
    """Order: stop running, and wait."""


@dataclass(frozen=True)
class RunAt:
    """Order: run at a pace in steps per second (None: full speed), up to the step `until` if given."""

    pace: float | None
    until: int | None = None


@dataclass(frozen=True)
class Seek:
    """Order: go to a step, forwards or backwards."""

    moment: int


@dataclass(frozen=True)
class LookInto(Seek):
    """Order: go to a step, and collect its parts."""


@dataclass(frozen=True)
class LookBack(Seek):
    """Order: go to a step, and collect the family tree of its best individual."""


@dataclass(frozen=True)
class Ask(Seek):
    """Order: go to a step, and make the question about the next one."""


@dataclass(frozen=True)
class BeforeEnd(Seek):
    """Order: go to a step as it was before the search ended there; if it ended with this step, to the step before."""


@dataclass(frozen=True)
class ToMilestone:
    """Order: run until the search has passed `count` milestones in total, at a pace as in RunAt."""

    count: int
    pace: float | None = None


@dataclass(frozen=True)
class ToSetback:
    """Order: run to the next setback."""


@dataclass(frozen=True)
class Quit:
    """Order: end the worker."""


Order = Pause | RunAt | Seek | ToMilestone | ToSetback | Quit


ReportType = TypeVar("ReportType")


class Worker(ABC, Generic[ReportType]):
    """Carries out orders in its own thread, and publishes reports."""

    def __init__(self, on_report: Callable[[], object]) -> None:
        """Take a function that is called, in the worker's thread, after each report."""
        self._on_report = on_report
        self._order: Order = Pause()
        self._ordered = threading.Condition()
        self._waiting = False
        self._rate = 0.0
        self._published = 0.0
        self._report_drawn = False
        self.frame_seconds = FRAME_SECONDS
        """Shortest time between two reports; the screen may increase it."""
        self.done: Order | None = None
        """The last order that was completed."""
        self.fault = ""
        """Why the last order was not completed; empty if it was."""
        self.report: ReportType = self._make_report(preparing="")

    # Called by the screen.

    @property
    @abstractmethod
    def moment(self) -> int:
        """Steps done."""

    def order(self, order: Order) -> None:
        """Give an order; it replaces the previous one. Quit is final."""
        with self._ordered:
            if not isinstance(self._order, Quit):
                self._order = order
                self._ordered.notify()

    def step(self, by: int) -> None:
        """Go a number of steps forwards or backwards; calls in quick succession add up."""
        order = self._order
        here = order.moment if isinstance(order, Seek) else self.moment
        self.order(Seek(max(0, here + by)))

    def change_pace(self, pace: float | None) -> None:
        """Change the pace, if the worker runs."""
        if isinstance(self._order, RunAt):
            self.order(replace(self._order, pace=pace))

    @property
    def playing(self) -> bool:
        """Whether the worker runs: it is neither paused nor seeking a step."""
        return isinstance(self._order, RunAt | ToMilestone | ToSetback)

    def obeys(self, order: Order) -> bool:
        """Tell whether an order is being carried out, or its last report is still to come."""
        with self._ordered:
            return self._order is order or (isinstance(self._order, Pause) and not self._waiting)

    @property
    def idle(self) -> bool:
        """Whether the worker waits for orders; then other threads may read its state."""
        with self._ordered:
            return self._waiting and isinstance(self._order, Pause)

    def on_drawn(self) -> None:
        """Note that the screen has drawn the newest report."""
        with self._ordered:
            self._report_drawn = True
            self._ordered.notify()

    # Run by the worker's thread.

    @property
    @abstractmethod
    def _interpreting(self) -> bool:
        """Whether the search is interpreted, and so takes the GIL from the screen."""

    @abstractmethod
    def _preparing(self) -> Iterator[str]:
        """Prepare the first step; while that takes long, yield words that describe it."""

    @abstractmethod
    def _carry_out(self, order: Order) -> None:
        """Carry out an order until it is done or replaced."""

    @abstractmethod
    def _make_report(self, preparing: str) -> ReportType:
        """Return a report of the current state."""

    def _after_order(self) -> None:
        """Called after each order."""

    def _at_rest(self, order: Order) -> None:
        """Complete the report, once the worker rests. `order` is the pause: another order comes first."""

    def _when_idle(self) -> bool:
        """Called when no order has come for a while; returns whether to call it again soon."""
        return False

    def _before_exit(self) -> None:
        """Called after the order to quit."""

    def _release(self) -> None:
        """Called when the thread ends, in any case: ends the processes of users' solvers."""

    def work(self) -> None:
        """Carry out orders until Quit; this is the thread's main function."""
        try:
            self._obey()
        finally:
            self._release()

    def _obey(self) -> None:
        try:
            for words in self._preparing():
                self._publish(preparing=words)
                if isinstance(self._order, Quit):
                    return
        except MemoryError:
            self.fault = out_of_memory()
        freeze_loaded_objects()
        self._publish()
        self._complete()
        while not isinstance(order := self._await_order(), Quit):
            try:
                self.fault = ""
                self._carry_out(order)
            except MemoryError:
                self.fault = out_of_memory()
            with self._ordered:
                if self._order is order:
                    self._order, self.done = Pause(), order
            self._rate = 0.0
            self._publish()
            self._after_order()
            self._complete()
        self._before_exit()

    def _complete(self) -> None:
        """Complete the report, unless an order waits."""
        if isinstance(pause := self._order, Pause):
            try:
                self._at_rest(pause)
            except MemoryError:
                self.fault = out_of_memory()

    def _await_order(self) -> Order:
        patience: float | None = SETTLE_SECONDS
        while True:
            with self._ordered:
                self._waiting = True
                ordered = self._ordered.wait_for(lambda: not isinstance(self._order, Pause), patience)
                self._waiting = False
                if ordered:
                    return self._order
            patience = FRAME_SECONDS if self._when_idle() else None

    def _wait(self, order: Order, seconds: float) -> None:
        """Sleep, but wake up for a new order."""
        with self._ordered:
            self._ordered.wait_for(lambda: self._order is not order, seconds)

    def _run_slices(self, order: Order, slices: Iterator[None]) -> Iterator[None]:
        """Run slices until a new order comes, and publish reports on the way; yield after each slice."""
        since, from_moment = time.perf_counter(), self.moment
        for _ in slices:
            if self._order is not order:
                return
            yield
            freeze_loaded_objects()
            now = time.perf_counter()
            if now - since >= 0.5:
                self._rate = (self.moment - from_moment) / (now - since)
                since, from_moment = now, self.moment
            seeking = isinstance(order, Seek) and not self._stalled  # the steps on the way are not shown
            if now - self._published >= self.frame_seconds and not seeking and self._may_report:
                self._publish()
                if self._interpreting:
                    self._wait_until_drawn(order)

    def _wait_until_drawn(self, order: Order) -> None:
        """Wait until the screen has drawn the report: taking turns costs nothing and halves the delay of keys."""
        with self._ordered:
            self._ordered.wait_for(lambda: self._report_drawn or self._order is not order, DRAWING_SECONDS)

    @property
    def _may_report(self) -> bool:
        """Whether the current state may be reported."""
        return True

    @property
    def _stalled(self) -> bool:
        """Whether the search spends a long time in one step."""
        return False

    def _publish(self, preparing: str = "") -> None:
        self._published = time.perf_counter()
        self.report = self._make_report(preparing)
        self._report_drawn = False
        self._on_report()


_frozen: set[bool] = set()
"""For each call of `gc.freeze`, whether numba was imported."""


def freeze_loaded_objects() -> None:
    """Exempt all imported objects from garbage collection: once before numba is imported, and once after.

    They are so many that a full collection would block the screen for up to 0.1 s.
    """
    if (imported := "numba" in sys.modules) not in _frozen:
        _frozen.add(imported)
        gc.freeze()


def report_progress(slices: Iterator[None], on_progress: Callable[[], object], cancelled: Callable[[], bool]) -> None:
    """Run slices until cancelled; call `on_progress` at a capped rate, and at the end."""
    reported = 0.0
    for _ in slices:
        if cancelled():
            return
        if time.perf_counter() - reported >= FRAME_SECONDS:
            reported = time.perf_counter()
            on_progress()
    on_progress()
