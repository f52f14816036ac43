"""Subject `soak`: an hour on the screen at full speed, with keys and pages of help, and what that does in the long run.

Memory has to be flat once the program has what it needs; bytes and the time from a key to its effect must not grow.
Fewer minutes can be asked for; what they show is said of those minutes only.
"""

import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.screen import ENDLESS, FULL_SPEED, PAUSE, drain, opened, said
from bench.table import Comparison, Row, short

MINUTES = 60.0
SETTLED = 5.0
"""Minutes after which memory has to be flat; of a shorter soak, its first third."""
ROUND = 5.0
"""Seconds of running between two looks."""
HELP = "esc closes"
"""What is to be read where the help is open."""
MEMORY_TARGET, TREND_TARGET = 20.0, 1.5
"""Megabytes; how many times as much the last third may come to as the first."""


@dataclass(frozen=True)
class Reading:
    """What was seen in one round."""

    minute: float
    megabytes: float
    bytes_a_second: float
    key_seconds: float


def megabytes(process: int) -> float:
    """Return the memory that a process has in use."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def looks(minutes: float) -> list[Reading]:
    """Run for so long; in each round, watch, pause by a key, open and close the help, and go on."""
    found: list[Reading] = []
    with tempfile.TemporaryDirectory() as state, opened(ENDLESS, state) as terminal:
        terminal.send(FULL_SPEED + PAUSE)
        begun = time.perf_counter()
        while (now := time.perf_counter()) - begun < 60 * minutes:
            terminal.forget()  # it would be this process's own memory
            drain(terminal, ROUND)
            written, spent = len(terminal.written), time.perf_counter() - now
            pressed = time.perf_counter()
            terminal.send(PAUSE)
            reaction = said(terminal, b"paused", written) - pressed
            found.append(Reading((now - begun) / 60, megabytes(terminal.process), written / spent, reaction))
            for keys, words, there in (("?", HELP, True), ("q", HELP, False), (PAUSE, "running", True)):
                terminal.send(keys)
                terminal.read_until(lambda words=words, there=there: terminal.shows(words) is there)  # type: ignore[misc]
    return found


def thirds(figures: list[float]) -> tuple[float, float]:
    """Return the medians of the first and of the last third."""
    third = max(1, len(figures) // 3)
    return median(figures[:third]), median(figures[-third:])


def table(minutes: float = MINUTES) -> Comparison:
    found = looks(minutes)
    settled = min(SETTLED, minutes / 3)
    memory = [look.megabytes for look in found if look.minute >= settled]
    grown = max(memory) - memory[0]
    rows = [
        Row(
            f"megabytes after {short(settled)} minutes, and the most since",
            f"{short(memory[0])}, {short(max(memory))}",
            target=f"+ {MEMORY_TARGET:.0f}",
            met=grown <= MEMORY_TARGET,
        )
    ]
    rest = [look for look in found if look.minute >= settled]
    for case, figures, unit in (
        ("bytes a second", [look.bytes_a_second for look in rest], ""),
        ("key to effect, milliseconds", [1000 * look.key_seconds for look in rest], ""),
    ):
        first, last = thirds(figures)
        rows.append(
            Row(
                f"{case}: first and last third",
                f"{short(first)}{unit}, {short(last)}{unit}",
                ratio=f"{last / first:.2f}",
                target=f"<= {TREND_TARGET}",
                met=last / first <= TREND_TARGET,
            )
        )
    return Comparison(f"soak: {short(minutes)} minutes of 64 queens at full speed, 80 x 24", "", tuple(rows))
