"""The way to the process in the background that compiles kernels, so that nobody waits for the compiler.

There is one such process for each program at most, started when something is first asked for, of low priority, and
gone when the program is. It writes to the cache; here is only noted when to look there, and what went wrong.
"""

import json
import subprocess
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from knightwatch.engine.children import environment, module_command

_lock = threading.Lock()


@dataclass
class Compiler:
    """What is known of the process in the background."""

    process: subprocess.Popen[str] | None = None
    asked: set[str] = field(default_factory=set)
    ready: set[str] = field(default_factory=set)
    fault: str = ""
    """Why nothing more will be compiled; empty as long as that can be."""
    fraction: float = 0.0
    """How much of what is being compiled is done."""

    def tell(self, **words: Any) -> None:
        """Send an order; start the process first if need be."""
        with _lock:
            if self.fault:
                return
            try:
                if self.process is None:
                    self._start()
                assert self.process
                assert self.process.stdin
                self.process.stdin.write(json.dumps(words) + "\n")
                self.process.stdin.flush()
            except OSError as error:
                self.fault = f"the compiler cannot be started or reached: {error.strerror or error}"

    def _start(self) -> None:
        self.process = subprocess.Popen(
            module_command("knightwatch.engine.compiled.compiler"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment(),
            process_group=0,  # interrupts are not for it; in a session of its own its low priority would not count
        )
        threading.Thread(target=self._listen, args=(self.process,), daemon=True).start()

    def _listen(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout
        for line in process.stdout:
            words = json.loads(line)
            self.fraction = words.get("fraction", self.fraction)
            if "ready" in words:
                self.ready.add(words["ready"])
            if "fault" in words:
                self.fault = words["fault"]
        if not self.fault and self.asked - self.ready:
            self.fault = "the compiler process has ended"


_compiler = Compiler()


def ask(kernel: Callable[..., Any], types: Any) -> bool:
    """Ask for a kernel to be compiled for arguments of some types; tell whether that was done since."""
    from knightwatch.engine.compiled.dispatchers import order

    wanted = order(kernel, types)
    if wanted not in _compiler.asked:
        _compiler.asked.add(wanted)
        _compiler.tell(kernel=wanted)
    return wanted in _compiler.ready


def prepare(job: str, *arguments: Any) -> None:
    """Ask for what a function lists to be compiled when nothing else is: its place, and what it is called with."""
    _compiler.tell(job=job, arguments=arguments)


def fault() -> str:
    """Return why nothing more will be compiled; empty as long as that can be."""
    return _compiler.fault


def progress_words() -> str:
    """Say how machine code stands that somebody waits for."""
    if _compiler.fault:
        return f"interpreted, since {_compiler.fault}"
    return "interpreted while machine code is compiled in the background, the first time only"


def fraction() -> float:
    """Return how much of what somebody waits for is compiled."""
    return _compiler.fraction
