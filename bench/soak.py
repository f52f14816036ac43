"""Subject `soak`: an hour on the screen at full speed, with keys and help pages.

After a warm-up, memory must not grow. Bytes and the latency of keys must not grow either. `--minutes` makes it shorter;
the result then holds for those minutes only.
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
"""Minutes of warm-up, or the first third of a shorter soak."""
ROUND = 5.0
"""Seconds of running in each round."""
HELP = "esc closes"
"""Words that the open help shows."""
MEMORY_TARGET, TREND_TARGET = 20.0, 1.5
"""Megabytes; the allowed ratio of the last third to the first."""


@dataclass(frozen=True)
class Reading:
    """The measurements of one round."""

    minute: float
    megabytes: float
    bytes_a_second: float
    key_seconds: float


def megabytes(process: int) -> float:
    """Return the memory of a process."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def looks(minutes: float) -> list[Reading]:
    """Run for some minutes; each round watches, pauses, opens and closes the help, and continues."""
    found: list[Reading] = []
    with tempfile.TemporaryDirectory() as state, opened(ENDLESS, state) as terminal:
        terminal.send(FULL_SPEED + PAUSE)
        begun = time.perf_counter()
        while (now := time.perf_counter()) - begun < 60 * minutes:
            terminal.forget()  # this process would store it all
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
