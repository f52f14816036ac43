"""One copy of a solver's process, as the program sees it: its socket, its report, its memory."""

import math
import re
import socket
import weakref
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from knightwatch.engine.own.checkpoints import Spot
from knightwatch.engine.own.host.guard import end_group
from knightwatch.engine.own.host.wire import Broken

MOST_STEPS = 1 << 62
NOTHING: dict[str, Any] = {
    "done": 0, "milestones": 0, "end": None, "wall": 0.0, "processor": 0.0, "printed": 0, "threads": False,
}  # fmt: skip
"""The report of a process that has not loaded its solver yet."""


@dataclass(eq=False)
class Copy:
    """One process of the solver."""

    line: socket.socket
    pid: int
    report: dict[str, Any]
    """How far it is: see Stepper.report."""

    def __post_init__(self) -> None:
        weakref.finalize(self, self.line.close)

    @property
    def spot(self) -> Spot:
        """Its step, and the seconds that the run took to it."""
        return Spot(int(self.report["done"]), float(self.report["wall"]))

    @property
    def ended(self) -> bool:
        """Whether its generator has ended."""
        return self.report["end"] is not None

    def leads_to(self, moment: int, ended: bool) -> bool:
        """Tell whether the process can reach a step, or the end after it, by advancing."""
        return ended and self.spot.done == moment if self.ended else self.spot.done <= moment

    def end(self) -> None:
        """End the process and its subprocesses, whatever they do."""
        if not self.has_gone():
            end_group(self.pid)
        self.line.close()

    def has_gone(self) -> bool:
        """Tell whether the process has closed its socket: its number may belong to another process by now."""
        with suppress(OSError):
            return self.line.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
        return False


def checked_report(report: Any) -> dict[str, Any]:
    """Return a report of a process. Raise Broken if it is not one: the author's code can write to any socket."""
    try:
        end = report["end"]
        if end is not None:
            end = {name: str(end[name]) for name in ("how", "reason", "traceback")} | {"line": int(end["line"])}
        numbers = {name: _within(int, report[name]) for name in ("done", "milestones", "printed")}
        seconds = {name: _within(float, report[name]) for name in ("wall", "processor")}
        return {**numbers, **seconds, "end": end, "threads": bool(report["threads"])}
    except (KeyError, TypeError, ValueError, OverflowError):
        raise Broken from None


def _within(kind: Callable[[Any], Any], number: Any) -> Any:
    if not (math.isfinite(number) and 0 <= number < MOST_STEPS):
        raise ValueError
    return kind(number)


def shared_bytes(pid: int) -> int:
    """Return the memory of a process, with its share of what it has in common with others; 0 if unknown."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0
    sizes: dict[str, str] = dict(re.findall(r"^(Pss(?:_Anon)?):\s+(\d+) kB", text, re.MULTILINE))
    return int(sizes.get("Pss_Anon") or sizes.get("Pss") or 0) << 10
