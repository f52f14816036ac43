"""The background process that compiles kernels: `python -m knightwatch.engine.compiled.compiler`.

It reads requests as JSON lines from standard input. Kernels that a search waits for come first, then background jobs,
newest first; a job is a function that lists kernels. Standard input ends with the program, even if that was killed.
Then the process finishes the kernels that a search waited for, and ends.
"""

import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from filelock import FileLock, Timeout

from knightwatch.engine.compiled import finishing
from knightwatch.engine.compiled.cache import folder, make_folder
from knightwatch.engine.compiled.importing import memory_fault, numba_fault

NICE = 5
"""Gives the compiler 1/4 of a core beside a search at full speed. With less, compiling would take minutes."""
OUT_OF_MEMORY_SCORE = Path("/proc/self/oom_score_adj")
"""With the highest score, Linux kills this process first if a control group has no memory left, and not the screen."""


class Requests:
    """The queue of kernels to compile, the most urgent first."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._urgent: list[str] = []
        self._new: list[tuple[str, list[Any]]] = []
        self._jobs: list[Iterator[str]] = []
        self._ended = False
        self.urgent = False
        """Whether a search waits for the kernel that is being compiled."""

    def listen(self, lines: Iterable[str]) -> None:
        """Read requests until the input ends; then end the process soon."""
        for line in lines:
            message = json.loads(line)
            with self._changed:
                if "kernel" in message:
                    self._urgent.append(message["kernel"])
                else:
                    self._new.append((message["job"], message["arguments"]))
                self._changed.notify()
        with self._changed:
            self._ended = True
            self._changed.notify()
            unfinished = self.urgent or self._urgent
        if unfinished and finishing.allowed():
            one_process = FileLock(folder() / "finishing.lock")
            with suppress(OSError, NotImplementedError, Timeout, AttributeError):
                one_process.acquire(blocking=False)
                os.setpriority(os.PRIO_PROCESS, os.getpid(), finishing.NICE)  # of the thread that compiles
                time.sleep(finishing.SECONDS)
        os._exit(0)

    def next(self) -> str | None:
        """Wait for the next kernel to compile and return it; None if the program has ended and waits for no more."""
        while True:
            with self._changed:
                self.urgent = False
                self._changed.wait_for(lambda: self._urgent or self._new or self._jobs or self._ended)
                if self._urgent:
                    self.urgent = True
                    return self._urgent.pop(0)
                if self._ended:
                    return None
                new, self._new = self._new, []
            # Only this thread imports: two threads that import at once can deadlock.
            for place, arguments in new:
                job: Callable[..., Iterable[str]] = resolve_name(place)
                self._jobs.append(iter(job(*arguments)))
            if request := next(self._jobs[-1], None):
                return request
            self._jobs.pop()


def send(**message: Any) -> None:
    """Send a message to the program, if it still runs."""
    with suppress(BrokenPipeError):
        print(json.dumps(message), flush=True)


def main() -> None:
    """Compile the requested kernels until the input ends; then finish those that a search waited for."""
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    with suppress(OSError):  # Linux only
        OUT_OF_MEMORY_SCORE.write_text("1000", "ascii")
    try:
        make_folder()
    except OSError as error:
        send(fault=f"the folder for compiled code cannot be written: {error.strerror}")
        return
    requests = Requests()
    threading.Thread(target=requests.listen, args=(sys.stdin,), daemon=True).start()
    if fault := memory_fault(compiles=True) or numba_fault():
        send(fault=fault)
        return
    from numba.core import event

    from knightwatch.engine.compiled import dispatchers
    from knightwatch.engine.compiled.kernel import size

    done, total = 0, 1

    class Progress(event.Listener):
        """Sends the finished share of an urgent kernel after each compiled function, by the size of its bytecode."""

        def on_start(self, started: Any) -> None:
            pass

        def on_end(self, ended: Any) -> None:
            nonlocal done
            if ended.is_failed:
                return
            done += len(ended.data["dispatcher"].py_func.__code__.co_code)
            if requests.urgent:
                send(kernel=request, fraction=min(done / total, 1))

    dispatchers.must_save = True
    event.register("numba:compile", Progress())  # type: ignore[no-untyped-call]
    while request := requests.next():
        if fault := memory_fault(compiles=True):
            send(fault=fault)
            return
        function, types = dispatchers.decode(request)
        done, total = 0, size(function)
        try:
            dispatchers.compile_now(function, types)
        except OSError as error:
            send(fault=f"compiled code cannot be saved: {error.strerror}")
            return
        send(ready=request)
    os._exit(0)  # without writing to a program that has ended


if __name__ == "__main__":
    main()
