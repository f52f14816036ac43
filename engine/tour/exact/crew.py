"""Threads that count together: parts of one piece of work at the same time, their results in order.

Kernels release the interpreter's lock, so threads share the cores and the tables. Here, and nowhere else, counting gets
its kernels: what runs for seconds to hours waits for machine code first.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, TypeVar

from engine.compiled.tiers import Tier
from engine.core.machine import cores
from engine.core.pace import SLICE

T = TypeVar("T")
Task = tuple[Callable[..., T], tuple[Any, ...]]
"""A function, and what it is called with."""

AHEAD = 2
"""For each thread, so many tasks are under way or wait for it."""


class Crew:
    """Some threads, for as long as it is kept."""

    def __init__(self, threads: int | None = None) -> None:
        """Have so many threads; one for each core unless told."""
        self.threads = threads or cores()
        self.tier = Tier()
        self._executor = ThreadPoolExecutor(self.threads)

    def each(self, tasks: Sequence[Task[T]]) -> Iterator[T | None]:
        """Do tasks, and yield what each comes to, in order; until the next is known, None, fifty times a second."""
        if len(tasks) == 1:
            yield tasks[0][0](*tasks[0][1])
            return
        under_way = deque[Future[T]]()
        try:
            for function, arguments in tasks:
                under_way.append(self._executor.submit(function, *arguments))
                if len(under_way) == AHEAD * self.threads:
                    yield from self._next(under_way)
            while under_way:
                yield from self._next(under_way)
        finally:  # whoever leaves early must find nobody at work on what is theirs
            for future in under_way:
                future.cancel()
            wait(under_way)

    def _next(self, under_way: "deque[Future[T]]") -> Iterator[T | None]:
        while not wait([under_way[0]], SLICE).done:
            yield None
        yield under_way.popleft().result()

    def all(self, kernel: Callable[..., Any], parts: Sequence[tuple[Any, ...]]) -> Iterator[None]:
        """Call a kernel that returns nothing with each of some lists of arguments; pause until all is done."""
        for _ in self.each([(self.call, (kernel, *arguments)) for arguments in parts]):
            yield

    def aside(self, function: Callable[..., Any], *arguments: Any) -> Iterator[None]:
        """Call a function in a thread; pause until that is done."""
        future = self._executor.submit(function, *arguments)
        while not wait([future], SLICE).done:
            yield
        future.result()

    def call(self, kernel: Callable[..., T], *arguments: Any) -> T:
        """Call a kernel, in the form that it has by now."""
        return self.tier(kernel)(*arguments)
