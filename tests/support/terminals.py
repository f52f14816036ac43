"""The program in a real pseudo-terminal."""

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from bench.terminal import Terminal
from tests.support.commands import KNIGHTWATCH

COMPILED = 90.0
"""Seconds that the first compilation may take on a busy machine."""


RATE, DELAY = 20_000, 0.2
"""Of a slow line: bytes a second, and seconds that a key and what it does are under way, there and back."""


class SlowLine:
    """A line between a person and a terminal: it takes what the program writes bit by bit, and keys come late."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._keys: list[tuple[float, str]] = []

    def send(self, keys: str) -> None:
        """Type keys."""
        self._keys.append((time.perf_counter() + DELAY, keys))

    def read_until(self, condition: Callable[[], bool], timeout: float = 60.0) -> float:
        """Read until a condition holds; return how long that took."""
        begun, taken, looked = time.perf_counter(), 0, 0.0
        while (now := time.perf_counter()) < begun + timeout:
            while self._keys and self._keys[0][0] <= now:
                self._terminal.send(self._keys.pop(0)[1])
            if (room := int((now - begun) * RATE) - taken) > 0:
                before = len(self._terminal.written)
                self._terminal.read(0.005, room)
                taken += len(self._terminal.written) - before
                taken = max(taken, int((now - begun - 0.1) * RATE))  # what was not used is not saved up
            else:
                time.sleep(0.002)
            if now - looked > 0.05:  # looking takes longer than reading
                looked = now
                if condition():
                    return now - begun
        raise TimeoutError("not in time on the screen, which shows:\n" + "\n".join(self._terminal.screen.display))


def within(folder: Path) -> tuple[str, ...]:
    """Return the program to start in a folder, where it may write what it likes."""
    return ("sh", "-c", 'cd "$0" && exec "$@"', str(folder), KNIGHTWATCH)


def started(tmp_path: Path, *args: str, program: Sequence[str] = (KNIGHTWATCH,), **env: str) -> Terminal:
    """Start the program with stores and preferences of its own."""
    own = {"XDG_STATE_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    return Terminal([*program, *args], {**os.environ, "TERM": "xterm-256color", **own, **env})
