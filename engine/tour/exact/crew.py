"""Threads that count together: parts of one piece of work at the same time, their results in order.

Kernels release the interpreter's lock, so threads share the cores and the tables. Here, and nowhere else, counting gets
its kernels: what runs for seconds to hours waits for machine code first.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import Any, TypeVar

from knightwatch.engine.compiled.tiers import Tier
from knightwatch.engine.core.hardware import cores
from knightwatch.engine.core.pace import SLICE

T = TypeVar("T")
Task = tuple[Callable[..., T], tuple[Any, ...]]
"""A function, and what it is called with."""

AHEAD = 2
"""For each thread, so many tasks are under way or wait for it."""


def in_order(executor: Executor, tasks: Iterable[Task[T]], ahead: int) -> Iterator[T | None]:
    """Do tasks, so many at a time, and yield what each comes to, in order; until the next is known, None."""
    under_way = deque[Future[T]]()
    left = iter(tasks)
    try:
        while True:
            for function, arguments in islice(left, ahead - len(under_way)):
                under_way.append(executor.submit(function, *arguments))
            if not under_way:
                return
            while not wait([under_way[0]], SLICE).done:
                yield None
            yield under_way.popleft().result()
    finally:  # whoever leaves early must find nobody at work on what is theirs
        for future in under_way:
            future.cancel()
        wait(under_way)


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
        yield from in_order(self._executor, tasks, AHEAD * self.threads)

    def all(self, kernel: Callable[..., Any], parts: Sequence[tuple[Any, ...]]) -> Iterator[None]:
        """Call a kernel that returns nothing with each of some lists of arguments; pause until all is done."""
        for _ in self.each([(self.call, (kernel, *arguments)) for arguments in parts]):
            yield

    def aside(self, function: Callable[..., Any], *arguments: Any) -> Iterator[None]:
        """Call a function in a thread; pause until that is done."""
        for _ in in_order(self._executor, [(function, arguments)], ahead=1):
            yield

    def call(self, kernel: Callable[..., T], *arguments: Any) -> T:
        """Call a kernel, in the form that it has by now."""
        return self.tier(kernel)(*arguments)
