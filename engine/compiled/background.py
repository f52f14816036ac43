"""The client of the background process that compiles kernels, so that no user waits for the compiler.

Each program starts at most one such process, at the first request and with low priority; it ends soon after the
program. The process writes to the cache. This module only notes which kernels are ready and what went wrong.
"""

import json
import math
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from knightwatch.engine.children import environment, module_command
from knightwatch.engine.compiled import finishing
from knightwatch.engine.compiled.kernel import size

START_SECONDS, BYTES_A_SECOND = 1.0, 3000
"""Rough estimates: how long the compiler takes to start, and how much bytecode it compiles."""

_lock = threading.Lock()


@dataclass
class Compiler:
    """The background process as seen from this program."""

    process: subprocess.Popen[str] | None = None
    requested: set[str] = field(default_factory=set)
    ready: set[str] = field(default_factory=set)
    fault: str = ""
    """Why nothing more will be compiled; empty if nothing went wrong."""
    batch: dict[str, int] = field(default_factory=dict)
    """The sizes of all kernels requested since the compiler last had nothing to do."""
    begun: float = 0.0
    """When the first of them was requested."""
    expected_end: float = 0.0
    """When the batch is expected to be finished."""
    current: tuple[str, float] = "", 0.0
    """The kernel that is being compiled, and its finished share."""
    furthest: float = 0.0
    """The largest share of the batch that was reported finished."""

    def request(self, text: str, size: int) -> None:
        """Send the request for a kernel, once."""
        if text in self.requested:
            return
        if not self.requested - self.ready:
            self.batch, self.begun, self.furthest = {}, time.monotonic(), 0.0
            self.expected_end = self.begun + START_SECONDS
        self.requested.add(text)
        self.batch[text] = size
        self.expected_end += size / BYTES_A_SECOND
        self.send(kernel=text)

    def fraction(self) -> float:
        """Return the finished share of all requested kernels. It never falls, even if further requests come."""
        kernel, share = self.current
        sizes = [
            (size, 1.0 if each in self.ready else share * (each == kernel)) for each, size in tuple(self.batch.items())
        ]
        done, total = sum(size * part for size, part in sizes), sum(size for size, _ in sizes)
        self.furthest = max(self.furthest, done / total if total else 0.0)
        return self.furthest

    def _estimate(self) -> None:
        """Expect the end of the batch by the time that its finished kernels took."""
        batch, now = tuple(self.batch.items()), time.monotonic()
        done = sum(size for each, size in batch if each in self.ready)
        if done:
            self.expected_end = now + (now - self.begun) / done * (sum(size for _, size in batch) - done)

    def send(self, **message: Any) -> None:
        """Send a message. Start the process first if it does not run yet."""
        with _lock:
            if self.fault:
                return
            try:
                if self.process is None:
                    self._start()
                assert self.process
                assert self.process.stdin
                self.process.stdin.write(json.dumps(message) + "\n")
                self.process.stdin.flush()
            except (OSError, RuntimeError) as error:  # also: no memory for a thread
                self.fault = f"the compiler cannot be started or reached: {getattr(error, 'strerror', None) or error}"

    def _start(self) -> None:
        self.process = subprocess.Popen(
            module_command("knightwatch.engine.compiled.compiler"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment(),
            process_group=0,  # keeps Ctrl+C from it; in a session of its own its low priority would have no effect
        )
        threading.Thread(target=self._listen, args=(self.process,), daemon=True).start()

    def _listen(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout
        for line in process.stdout:
            self.receive(json.loads(line))
        if not self.fault and self.requested - self.ready:
            self.fault = "the compiler process has ended"

    def receive(self, message: dict[str, Any]) -> None:
        """Note what a message of the compiler says."""
        if "fraction" in message:
            self.current = message["kernel"], message["fraction"]
        if "ready" in message:
            self.ready.add(message["ready"])
            self._estimate()
        if "fault" in message:
            self.fault = message["fault"]


_compiler = Compiler()


def request(kernel: Callable[..., Any], types: Any) -> bool:
    """Request a kernel for some argument types; return True once it is in the cache."""
    from knightwatch.engine.compiled.dispatchers import encode

    text = encode(kernel, types)
    _compiler.request(text, size(kernel))
    return text in _compiler.ready


def prepare(job: str, *arguments: Any) -> None:
    """Request all kernels that a function lists, with low urgency. `job` is the name of the function."""
    _compiler.send(job=job, arguments=arguments)


def give_up(reason: str) -> None:
    """Stop waiting for compiled code, here and in all searches of this process; keep the first reason."""
    _compiler.fault = _compiler.fault or reason


def fault() -> str:
    """Return why nothing more will be compiled; empty if nothing went wrong."""
    return _compiler.fault


def progress_words() -> str:
    """Return a message about compiled code that a search waits for."""
    if _compiler.fault:
        return f"interpreted, since {_compiler.fault}"
    return "slow at first: the code is being compiled, only once"


def fraction() -> float:
    """Return the finished share of all requested kernels. It never falls while kernels are being compiled."""
    return _compiler.fraction()


def seconds_left() -> int:
    """Return about how many seconds the compiler still needs; 0 if it has already taken longer than expected."""
    return max(0, math.ceil(_compiler.expected_end - time.monotonic()))


def farewell() -> str:
    """Return a message if the compiler goes on after this program; empty if the user knows that already."""
    unfinished = _compiler.requested - _compiler.ready
    if _compiler.fault or not unfinished or not finishing.allowed() or not finishing.is_news():
        return ""
    return f"the code is being compiled for the next run: at most {finishing.SECONDS} s, with low priority"
