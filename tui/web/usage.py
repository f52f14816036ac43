"""What a visit uses of the machine: the memory of its process and of all that it has started, together.

The system limits each process, and a sweep has one for every core; so the sum is looked at now and then.
"""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

BEAT = 2.0
"""Seconds between two looks."""
PROCESSES = Path("/proc")
"""Where a system tells about its processes, if it does."""


def used(session: int) -> int:
    """Return the bytes of memory that the processes of a session use, what they share counted once."""
    return sum(map(_memory, _processes(session)))


async def outgrown(session: int, most: int) -> None:
    """Return when the processes of a session use more bytes together than they may."""
    while await asyncio.to_thread(used, session) <= most:
        await asyncio.sleep(BEAT)


def _processes(session: int) -> Iterator[Path]:
    for place in PROCESSES.glob("[0-9]*"):
        with suppress(OSError, IndexError):  # one that has ended meanwhile
            if place.joinpath("stat").read_text().rpartition(")")[2].split()[3] == str(session):
                yield place


def _memory(process: Path) -> int:
    with suppress(OSError):
        for line in process.joinpath("smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) << 10
    return 0
