"""Workers: what goes on in a thread of its own, as the screen orders, and tells of it in reports.

The screen gives orders, which take effect within a slice of some 20 ms; the worker publishes reports at a capped
rate, the newest replacing the one before. Nothing else crosses the border between the two threads.
"""

import gc
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

FRAME_SECONDS = 0.08
"""The least time between two reports while a search runs, where sending what they show takes no longer."""
DRAWING_SECONDS = 0.05
"""Seconds that what is interpreted waits for its last report to be drawn, at most."""
SETTLE_SECONDS = 0.5
"""Seconds without an order after which a worker does what could wait."""


@dataclass(frozen=True)
class Stay:
    """Order: do nothing."""


@dataclass(frozen=True)
class RunAt:
    """Order: run, at so many steps a second or, without a pace, as fast as it goes; up to a moment, if one is named."""

    pace: float | None
    until: int | None = None


@dataclass(frozen=True)
class Seek:
    """Order: go to a moment, forwards or back."""

    moment: int


@dataclass(frozen=True)
class LookInto(Seek):
    """Order: go to a moment, and see what the step that led there consisted of."""


@dataclass(frozen=True)
class ToMilestone:
    """Order: run until so many milestones are passed, counted from the beginning; a pace counts as in RunAt."""

    count: int
    pace: float | None = None


@dataclass(frozen=True)
class ToSetback:
    """Order: run until a step loses something."""


@dataclass(frozen=True)
class Quit:
    """Order: leave the worker."""


Order = Stay | RunAt | Seek | ToMilestone | ToSetback | Quit


Told = TypeVar("Told")


class Worker(ABC, Generic[Told]):
    """Something that goes on in a thread of its own, as ordered, and tells of it in reports."""

    def __init__(self, tell: Callable[[], object]) -> None:
        self._tell = tell
        self._order: Order = Stay()
        self._ordered = threading.Condition()
        self._waiting = False
        self._rate = 0.0
        self._published = 0.0
        self._drawn = False
        self.frame_seconds = FRAME_SECONDS
        """The least time between two reports, which the screen may make longer."""
        self.done: Order | None = None
        """The order that was carried out last, to its end."""
        self.report: Told = self._look(preparing="")

    # What the screen asks for.

    @property
    @abstractmethod
    def moment(self) -> int:
        """Steps done."""

    def order(self, order: Order) -> None:
        """Give an order; it replaces the one before, and a Quit is final."""
        with self._ordered:
            if not isinstance(self._order, Quit):
                self._order = order
                self._ordered.notify()

    def step(self, by: int) -> None:
        """Go so many steps on, or back; steps asked for in quick succession add up."""
        order = self._order
        here = order.moment if isinstance(order, Seek) else self.moment
        self.order(Seek(max(0, here + by)))

    def change_pace(self, pace: float | None) -> None:
        """Change the pace of what plays; anything else goes on as it was."""
        if isinstance(self._order, RunAt):
            self.order(replace(self._order, pace=pace))

    @property
    def playing(self) -> bool:
        """Tell whether it goes on by itself."""
        return isinstance(self._order, RunAt | ToMilestone | ToSetback)

    def obeys(self, order: Order) -> bool:
        """Tell whether an order still counts or, if no other does, its report is not out yet."""
        with self._ordered:
            return self._order is order or (isinstance(self._order, Stay) and not self._waiting)

    @property
    def idle(self) -> bool:
        """Tell whether the worker waits for orders, so that all may be looked at from outside."""
        with self._ordered:
            return self._waiting and isinstance(self._order, Stay)

    def drawn(self) -> None:
        """Be told that the newest report is in sight."""
        with self._ordered:
            self._drawn = True
            self._ordered.notify()

    # What the worker does.

    @property
    @abstractmethod
    def _interpreting(self) -> bool:
        """Whether it takes all of the time of the interpreter, which the screen needs too."""

    @abstractmethod
    def _preparing(self) -> Iterator[str]:
        """Get ready for the first step; yield only before kernels have to be compiled, with words."""

    @abstractmethod
    def _carry_out(self, order: Order) -> None:
        """Do what an order says, as long as it counts."""

    @abstractmethod
    def _look(self, preparing: str) -> Told:
        """Return a report of this moment."""

    def _rest(self) -> None:
        """Do what is to be done when an order was carried out."""

    def _settle(self) -> None:
        """Do what can wait until nobody has given an order for a moment."""

    def _end(self) -> None:
        """Do what is to be done when there will be no more orders."""

    def work(self) -> None:
        """Carry out orders until told to quit; runs in a thread of its own."""
        for words in self._preparing():
            self._publish(preparing=words)
            if isinstance(self._order, Quit):
                return
        spare_collector()
        self._publish()
        while not isinstance(order := self._await_order(), Quit):
            self._carry_out(order)
            with self._ordered:
                if self._order is order:
                    self._order, self.done = Stay(), order
            self._rate = 0.0
            self._publish()
            self._rest()
        self._end()

    def _await_order(self) -> Order:
        settled = False
        while True:
            with self._ordered:
                self._waiting = True
                patience = None if settled else SETTLE_SECONDS
                ordered = self._ordered.wait_for(lambda: not isinstance(self._order, Stay), patience)
                self._waiting = False
                if ordered:
                    return self._order
            self._settle()
            settled = True

    def _wait(self, order: Order, seconds: float) -> None:
        """Sleep, but not longer than an order counts."""
        with self._ordered:
            self._ordered.wait_for(lambda: self._order is not order, seconds)

    def _follow(self, order: Order, slices: Iterator[None]) -> Iterator[None]:
        """Go on, slice by slice, as long as an order counts, and report now and then; yield after each slice."""
        since, from_moment = time.perf_counter(), self.moment
        for _ in slices:
            if self._order is not order:
                return
            yield
            spare_collector()
            now = time.perf_counter()
            if now - since >= 0.5:
                self._rate = (self.moment - from_moment) / (now - since)
                since, from_moment = now, self.moment
            if now - self._published >= self.frame_seconds and not isinstance(order, Seek) and self._presentable:
                self._publish()
                if self._interpreting:
                    self._let_draw(order)

    def _let_draw(self, order: Order) -> None:
        """Wait until the newest report is drawn: done in turns, neither takes longer, and keys wait half as long."""
        with self._ordered:
            self._ordered.wait_for(lambda: self._drawn or self._order is not order, DRAWING_SECONDS)

    @property
    def _presentable(self) -> bool:
        """Whether this moment is one to report."""
        return True

    def _publish(self, preparing: str = "") -> None:
        self._published = time.perf_counter()
        self.report = self._look(preparing)
        self._drawn = False
        self._tell()


_spared: set[bool] = set()
"""Whether numba was there each time that objects were kept from the garbage collector."""


def spare_collector() -> None:
    """Keep what was loaded from the garbage collector: once before numba is there, and once with it.

    Both come with very many objects, and each full round over them would hold up the screen for up to 0.1 s.
    """
    if (loaded := "numba" in sys.modules) not in _spared:
        _spared.add(loaded)
        gc.freeze()


def tell_of(slices: Iterator[None], tell: Callable[[], object], left: Callable[[], bool]) -> None:
    """Go on, slice by slice until it is left, and tell, at a capped rate and in the end, that there is more to show."""
    told_at = 0.0
    for _ in slices:
        if left():
            return
        if time.perf_counter() - told_at >= FRAME_SECONDS:
            told_at = time.perf_counter()
            tell()
    tell()
