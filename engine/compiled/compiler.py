"""The process in the background that compiles kernels: `python -m engine.compiled.compiler`, orders on standard input.

What somebody waits for comes first, then what was last asked for as a job, a function that lists kernels and types.
The process ends when its input does, that is, with the program that started it, also if that was killed.
"""

import json
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pkgutil import resolve_name
from typing import Any

from knightwatch.engine.compiled.cache import make_folder

NICE = 5
"""A fourth of a core beside a search that runs at full speed: less, and its machine code would not come for minutes."""


class Orders:
    """What is to be compiled, the most urgent first."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._urgent: list[str] = []
        self._new: list[tuple[str, list[Any]]] = []
        self._jobs: list[Iterator[str]] = []

    def listen(self, lines: Iterable[str]) -> None:
        """Take orders until there are no more, and then end the process, whatever it is about."""
        for line in lines:
            words = json.loads(line)
            with self._changed:
                if "kernel" in words:
                    self._urgent.append(words["kernel"])
                else:
                    self._new.append((words["job"], words["arguments"]))
                self._changed.notify()
        os._exit(0)

    def next(self) -> tuple[str, bool]:
        """Wait for and return what to compile next, and whether somebody waits for it."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._urgent or self._new or self._jobs)
                if self._urgent:
                    return self._urgent.pop(0), True
                new, self._new = self._new, []
            # Imports are left to this thread: two that import at once may wait for each other for ever.
            for place, arguments in new:
                job: Callable[..., Iterable[str]] = resolve_name(place)
                self._jobs.append(iter(job(*arguments)))
            if order := next(self._jobs[-1], None):
                return order, False
            self._jobs.pop()


def say(**words: Any) -> None:
    """Tell the program."""
    print(json.dumps(words), flush=True)


def main() -> None:
    """Compile what is ordered until the end."""
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    try:
        make_folder()
    except OSError as error:
        say(fault=f"the folder for machine code cannot be written: {error.strerror}")
        return
    orders = Orders()
    threading.Thread(target=orders.listen, args=(sys.stdin,), daemon=True).start()

    from numba.core import event

    from knightwatch.engine.compiled import dispatchers
    from knightwatch.engine.compiled.kernel import closure

    done, total, waited_for = 0, 1, False

    class Progress(event.Listener):
        """Tells after each function how much of what somebody waits for is done, by the length of its code."""

        def on_start(self, _: Any) -> None:
            pass

        def on_end(self, compiled: Any) -> None:
            nonlocal done
            done += _length(compiled.data["dispatcher"].py_func)
            if waited_for:
                say(fraction=min(done / total, 1))

    dispatchers.must_keep = True
    event.register("numba:compile", Progress())  # type: ignore[no-untyped-call]
    while True:
        order, waited_for = orders.next()
        function, types = dispatchers.ordered(order)
        done, total = 0, sum(map(_length, closure(function)))
        try:
            dispatchers.compile_now(function, types)
        except OSError as error:
            say(fault=f"machine code cannot be kept: {error.strerror}")
            return
        say(ready=order)


def _length(function: Any) -> int:
    return len(function.__code__.co_code)


if __name__ == "__main__":
    main()
