"""Measure the memory of a visit: the visitor's process and all processes that it started.

The operating system limits each process, but a sweep starts one process per core. So the server checks the sum.
"""

import asyncio
import os
from collections.abc import Iterator

import psutil

CHECK_SECONDS = 2.0
"""Seconds between two checks."""


def memory_used(session: int) -> int:
    """Return the bytes of memory that all processes of a session use."""
    return sum(map(_memory, _processes(session)))


async def wait_until_over(session: int, limit: int) -> None:
    """Return once the processes of a session together use more than `limit` bytes."""
    while await asyncio.to_thread(memory_used, session) <= limit:
        await asyncio.sleep(CHECK_SECONDS)


def _processes(session: int) -> Iterator[psutil.Process]:
    for process in psutil.process_iter():
        try:
            if os.getsid(process.pid) == session:
                yield process
        except OSError:  # it has ended, or belongs to another user
            continue


def _memory(process: psutil.Process) -> int:
    """Return a process's bytes: its share of shared pages (Linux), or the pages that it alone uses (macOS)."""
    try:
        memory = process.memory_full_info()
    except psutil.Error:  # it has ended
        return 0
    return int(getattr(memory, "pss", memory.uss))
