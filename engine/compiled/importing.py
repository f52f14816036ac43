"""Check that numba can be used: its import fails for some environment variables, and without enough memory."""

import os
import sys
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path

MIB = 1 << 20
IMPORT_ROOM = 256 * MIB, 64 * MIB
"""Bytes that importing numba takes, of the address space and of the data of this process; both generous."""
LOAD_ROOM = 64 * MIB
"""Bytes that loading a kernel takes at most."""
COMPILE_ROOM = 256 * MIB
"""Bytes that compiling a kernel takes at most."""
USED = Path("/proc/self/statm")
"""Where Linux tells the size of this process: the first number is its address space, the sixth its data, in pages."""
MISREAD = "Environment variable 'NUMBA_"
"""The beginning of numba's warning about a value that it cannot parse."""


@cache
def numba_fault() -> str:
    """Import numba; return why it cannot compile here, or an empty text."""
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("error", MISREAD)
            from numba import config

            from knightwatch.engine.compiled import dispatchers  # noqa: F401
    except Exception as error:  # numba raises anything, also for a library that does not fit into memory
        lines = str(error).splitlines() or [type(error).__name__]
        names = ", ".join(sorted(name for name in os.environ if name.startswith("NUMBA_")))
        return f"numba cannot be imported: {lines[0].rstrip('.')}" + (f"; correct or unset {names}" if names else "")
    return "NUMBA_DISABLE_JIT is set" if getattr(config, "DISABLE_JIT", 0) else ""


def memory_fault(compiles: bool) -> str:
    """Return why compiled code could exceed a memory limit of this process, or an empty text.

    This must be asked before each load: LLVM aborts the process if the system refuses memory.
    """
    needed = COMPILE_ROOM if compiles else LOAD_ROOM
    for left, to_import in zip(memory_left(), IMPORT_ROOM, strict=False):
        if left < needed + ("numba" not in sys.modules) * to_import:
            return "the memory limit leaves too little for compiled code"
    return ""


def memory_left() -> Iterator[float]:
    """Yield how many bytes `ulimit -v` and `ulimit -d` leave; nothing without limits or where the system is silent."""
    try:
        import resource
    except ImportError:  # Windows
        return
    limits = [resource.getrlimit(kind)[0] for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA)]
    if limits == [resource.RLIM_INFINITY] * 2:
        return
    try:
        used = USED.read_text("ascii").split()
    except OSError:
        return
    for limit, pages in zip(limits, (used[0], used[5]), strict=True):
        yield float("inf") if limit == resource.RLIM_INFINITY else limit - int(pages) * resource.getpagesize()
