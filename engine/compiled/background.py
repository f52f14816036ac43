"""The client of the background process that compiles kernels, so that no user waits for the compiler.

Each program starts at most one such process, at the first request and with low priority; it ends soon after the
program. The process writes to the cache. This module only notes which kernels are ready and what went wrong.
"""

import json
import subprocess
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from knightwatch.engine.children import environment, module_command
from knightwatch.engine.compiled import finishing

_lock = threading.Lock()


@dataclass
class Compiler:
    """The background process as seen from this program."""

    process: subprocess.Popen[str] | None = None
    requested: set[str] = field(default_factory=set)
    ready: set[str] = field(default_factory=set)
    fault: str = ""
    """Why nothing more will be compiled; empty if nothing went wrong."""
    fraction: float = 0.0
    """The finished share of the kernel that is being compiled."""

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
            message = json.loads(line)
            self.fraction = message.get("fraction", self.fraction)
            if "ready" in message:
                self.ready.add(message["ready"])
            if "fault" in message:
                self.fault = message["fault"]
        if not self.fault and self.requested - self.ready:
            self.fault = "the compiler process has ended"


_compiler = Compiler()


def request(kernel: Callable[..., Any], types: Any) -> bool:
    """Request a kernel for some argument types; return True once it is in the cache."""
    from knightwatch.engine.compiled.dispatchers import encode

    text = encode(kernel, types)
    if text not in _compiler.requested:
        _compiler.requested.add(text)
        _compiler.send(kernel=text)
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
    """Return the finished share of the kernel that is being compiled."""
    return _compiler.fraction


def farewell() -> str:
    """Return a message if the compiler goes on after this program; empty if the user knows that already."""
    unfinished = _compiler.requested - _compiler.ready
    if _compiler.fault or not unfinished or not finishing.allowed() or not finishing.is_news():
        return ""
    return f"the code is being compiled for the next run: at most {finishing.SECONDS} s, with low priority"
