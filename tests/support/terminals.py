"""The program in a real pseudo-terminal."""

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from bench.terminal import Terminal
from tests.support.commands import KNIGHTWATCH

COMPILED = 90.0
"""Seconds that the first compile may take on a busy machine."""


RATE, DELAY = 20_000, 0.2
"""A slow line: bytes a second, and the round trip of a key in seconds."""


class SlowLine:
    """A slow line between user and program: output arrives slowly, and keys arrive late."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._keys: list[tuple[float, str]] = []

    def send(self, keys: str) -> None:
        """Type keys."""
        self._keys.append((time.perf_counter() + DELAY, keys))

    def read_until(self, condition: Callable[[], bool], timeout: float = 60.0) -> float:
        """Read until a condition holds; return the seconds that it took."""
        begun, taken, looked = time.perf_counter(), 0, 0.0
        while (now := time.perf_counter()) < begun + timeout:
            while self._keys and self._keys[0][0] <= now:
                self._terminal.send(self._keys.pop(0)[1])
            if (room := int((now - begun) * RATE) - taken) > 0:
                before = len(self._terminal.written)
                self._terminal.read(0.005, room)
                taken += len(self._terminal.written) - before
                taken = max(taken, int((now - begun - 0.1) * RATE))  # unused bandwidth is lost
            else:
                time.sleep(0.002)
            if now - looked > 0.05:  # the check is slower than reading
                looked = now
                if condition():
                    return now - begun
        raise TimeoutError("timeout; the screen shows:\n" + "\n".join(self._terminal.screen.display))


def within(folder: Path) -> tuple[str, ...]:
    """Return the command that starts the program in a folder."""
    return ("sh", "-c", 'cd "$0" && exec "$@"', str(folder), KNIGHTWATCH)


def started(tmp_path: Path, *args: str, program: Sequence[str] = (KNIGHTWATCH,), **env: str) -> Terminal:
    """Start the program with its own stores and preferences."""
    own = {"XDG_STATE_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    return Terminal([*program, *args], {**os.environ, "TERM": "xterm-256color", **own, **env})
