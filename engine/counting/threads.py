"""Worker threads for counting: run tasks in parallel and deliver the results in order.

Kernels release the interpreter's lock, so threads share the cores and the tables. `Threads.call` is the only way in
which counting calls a kernel. A count takes seconds to hours, so it waits for compiled code first.
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
"""A function and its arguments."""

AHEAD = 2
"""Tasks submitted for each thread, running or queued."""


def results_in_order(
    executor: Executor, tasks: Iterable[Task[T]], ahead: int, check: Callable[[T], None] = lambda _: None
) -> Iterator[T | None]:
    """Run tasks, at most `ahead` at a time, and yield each result in order; yield None while the next is pending.

    `check` gets every result first, and raises an exception if it is bad.
    """
    pending = deque[Future[T]]()
    left = iter(tasks)
    try:
        while True:
            for function, arguments in islice(left, ahead - len(pending)):
                pending.append(executor.submit(function, *arguments))
            if not pending:
                return
            while not wait([pending[0]], SLICE).done:
                yield None
            result = pending.popleft().result()
            check(result)
            yield result
    finally:  # a caller that leaves early may free what the tasks use, so wait for them
        for future in pending:
            future.cancel()
        wait(pending)


class Threads:
    """A pool of threads that call kernels."""

    def __init__(self, number: int | None = None) -> None:
        """Use this number of threads; by default one for each core."""
        self.number = number or cores()
        self.tier = Tier()
        self._executor = ThreadPoolExecutor(self.number)

    def results(self, tasks: Sequence[Task[T]]) -> Iterator[T | None]:
        """Run tasks and yield each result in order; yield None fifty times a second while the next is pending."""
        if len(tasks) == 1:
            yield tasks[0][0](*tasks[0][1])
            return
        yield from results_in_order(self._executor, tasks, AHEAD * self.number)

    def run_all(self, kernel: Callable[..., Any], arguments: Sequence[tuple[Any, ...]]) -> Iterator[None]:
        """Call a kernel once for each tuple of arguments; yield until all calls have returned."""
        for _ in self.results([(self.call, (kernel, *each)) for each in arguments]):
            yield

    def run_one(self, function: Callable[..., Any], *arguments: Any) -> Iterator[None]:
        """Call a function in a thread; yield until it has returned."""
        for _ in results_in_order(self._executor, [(function, arguments)], ahead=1):
            yield

    def call(self, kernel: Callable[..., T], *arguments: Any) -> T:
        """Call a kernel, compiled if possible."""
        return self.tier(kernel)(*arguments)
